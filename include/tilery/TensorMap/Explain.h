// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that can be said of one map, as a struct and as text.

#ifndef TILERY_TENSORMAP_EXPLAIN_H
#define TILERY_TENSORMAP_EXPLAIN_H

#include "tilery/TensorMap/Check.h"

#include <string>
#include <vector>

namespace tilery {
namespace tensormap {

/// A map, what follows from it, and what the rules say. Numbers are kUnknown
/// where they depend on an unknown one.
struct Explanation {
  TensorMapParams params;
  std::string tensor; ///< the operand's name, may be empty

  // Outer to inner, as in the IR.
  std::vector<int64_t> dims;
  std::vector<int64_t> byteStrides; ///< the innermost one included
  std::vector<int64_t> box;
  std::vector<int64_t> elementStrides;

  int64_t boxBytes;        ///< moved by one copy; what a barrier expects
  int64_t sharedRowPitch;  ///< bytes from row to row of the tile
  int64_t sharedBytes;     ///< that the tile occupies
  int64_t sharedAlignment; ///< of the tile's start
  int64_t sharedFootprint; ///< bytes from stage to stage of a ring

  bool empty;            ///< some extent is 0: launch nothing
  bool accepted;         ///< no rule of kind Error is violated
  bool needsLaunchCheck; ///< some rule of kind Error is not known yet
  std::vector<RuleVerdict> verdicts; ///< every rule, in the table's order
  std::vector<std::string> errors;   ///< sentences, all of them
  std::vector<std::string> warnings;
};

Explanation explain(const TensorMapParams &params,
                    const std::string &tensor = "");

/// Fields, sizes and the verdict of every rule, for people. Ends with a
/// newline.
std::string toText(const Explanation &explanation);

/// "1024x512"; unknown entries are ?.
std::string sizesText(const std::vector<int64_t> &sizes);

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_EXPLAIN_H
