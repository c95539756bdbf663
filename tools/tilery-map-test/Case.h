// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One drawn case: a map, the copy through it, and how the kernel spells it.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_CASE_H
#define TILERY_TOOLS_TILERY_MAP_TEST_CASE_H

#include "Factors.h"

#include "tilery/Launcher/Abi.h"
#include "tilery/TensorMap/Reduce.h"

#include <vector>

namespace tilery {
namespace maptest {

/// An element type of the IR that travels as a data type of the map.
struct Element {
  const char *text; ///< "ui32"
  tensormap::DataType type;
  bool needsFormat; ///< the map's type does not follow from it
  TileryDataType abi;
};
/// All spellings of a data type; at least one for each of the 13.
std::vector<const Element *> elementsOf(tensormap::DataType type);

struct Case {
  uint64_t seed = 0;
  uint64_t index = 0;
  Factors factors;

  /// As drawn, size-1 strides not canonical; the base is unknown.
  tensormap::TensorMapParams params;
  /// Innermost first; in slices for dimension 0 with interleave.
  int32_t coords[tensormap::kMaxRank] = {};
  tensormap::ReduceOp reduceOp = tensormap::ReduceOp::Add;

  /// The tensor's allocation, and where its first element is, in bytes. What
  /// lies before and behind the tensor is guarded.
  int64_t tensorBytes = 0, tensorOffset = 0;
  /// The shared byte buffer, and where the tile is in it.
  int64_t bufferBytes = 0, tileOffset = 0;

  /// How it is written.
  const Element *element = nullptr;
  bool explicitTile = true; ///< ".tile"
  bool clusterForm = false; ///< a load to .shared::cluster
  bool cacheHint = false;
  bool explicitFormat = false;
  /// Innermost first: what of the tensor's type is static, and which
  /// coordinates are constants; the others are arguments.
  bool staticDims[tensormap::kMaxRank] = {};
  bool staticStrides[tensormap::kMaxRank] = {};
  bool constantCoords[tensormap::kMaxRank] = {};
  bool indexCoords = false; ///< index arguments, else i32

  bool isInterleaved() const {
    return params.interleave != tensormap::Interleave::None;
  }
  bool isLoad() const { return params.direction == tensormap::Direction::Load; }
};

/// What the driver is to encode for a tensor's allocation at `address`: base
/// and strides as the launcher makes them.
tensormap::TensorMapParams encodedParams(const Case &c, uint64_t address);

/// The tensor of the IR: with interleave, an axis of one slice more. Outer to
/// inner, strides in elements.
struct TensorShape {
  std::vector<int64_t> extents, strides;
};
TensorShape tensorShape(const Case &c);

/// One line as Spec.h reads it.
std::string specLine(const Case &c);
/// The rest of the case, on one line: operator, coordinates, outer to inner,
/// places, and how it is written.
std::string copyLine(const Case &c);
/// Of specLine() and copyLine().
uint64_t hashOfCase(const Case &c);

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_CASE_H
