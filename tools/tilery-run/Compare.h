// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operand against what was expected, and what a difference looks like.

#ifndef TILERY_TOOLS_TILERY_RUN_COMPARE_H
#define TILERY_TOOLS_TILERY_RUN_COMPARE_H

#include "Array.h"

namespace tilery {
namespace run {

/// The shape of a difference, most telling first.
enum class Pattern {
  Stale,          ///< every differing element has its old contents
  TransposedTile, ///< differing tiles have rows and columns swapped
  MovedTile,      ///< differing tiles hold what belongs into other tiles
  ConstantOffset, ///< every differing element is off by one number
  Zeros,          ///< every differing element is zero
  Everywhere,     ///< nearly all elements differ, in no such way
  WholeTile,      ///< whole tiles differ, others do not
  Scattered,      ///< none of these
};

/// "whole tile"
llvm::StringRef patternName(Pattern pattern);
/// What such a difference usually comes from.
llvm::StringRef usualCause(Pattern pattern);

struct Difference {
  int64_t count = 0; ///< differing elements
  int64_t total = 0; ///< all elements
  Shape first;       ///< index of the first one
  Shape firstTile;   ///< its tile; empty where no tile is known
  int64_t tiles = 0; ///< differing tiles
  std::string got, expected;
  Pattern pattern = Pattern::Scattered;
  /// More about the pattern: "by -1", "tile [0, 1] holds tile [1, 0]".
  std::string detail;
};

/// Compares bits. `expected` has the elements row-major without gaps; `before`
/// is the array's storage before the run; `tile` is the box that the kernel
/// copies at once, of the array's rank, or empty where there is none. Nothing
/// where all elements agree.
std::optional<Difference> compareArray(const Array &array, const char *expected,
                                       const char *before,
                                       llvm::ArrayRef<int64_t> tile);

/// The bytes of the storage that no element covers and that the run changed:
/// gaps between rows, and what lies before and behind.
struct Outside {
  int64_t bytes = 0;
  /// Range of changed columns of rows whose padding changed, in elements from
  /// the row's start; -1: not in a row's padding.
  int64_t firstColumn = -1, lastColumn = -1;
  int64_t rows = 0;
  /// Byte offset of the first changed byte from the first element.
  int64_t firstByte = 0;
};
Outside compareOutside(const Array &array, const char *before);

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_COMPARE_H
