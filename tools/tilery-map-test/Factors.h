// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The factors whose pairs of values the drawn maps cover.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_FACTORS_H
#define TILERY_TOOLS_TILERY_MAP_TEST_FACTORS_H

#include "tilery/TensorMap/Types.h"

#include <array>
#include <string>

namespace tilery {
namespace maptest {

enum class Factor : int {
  Rank,
  Type,
  Swizzle,
  Interleave,
  /// The largest element stride of a dimension that obeys it.
  ElementStride,
  Edge,
  Direction,
};
inline constexpr int kFactorCount = 7;

/// Where the box lies. A case counts for the first kind that fits, in the order
/// Outside, Negative, BoxOver, Ragged, PastEnd, Inside.
enum class Edge : int {
  Inside,   ///< all of it in the tensor
  PastEnd,  ///< it ends behind the tensor
  Negative, ///< it starts below 0
  Outside,  ///< none of it in the tensor
  Ragged,   ///< it has the end of rows that are no multiple of 16 bytes
  BoxOver,  ///< larger than the tensor
};
inline constexpr int kEdgeCount = 6;

/// A value for each factor, counted from 0.
struct Factors {
  std::array<uint8_t, kFactorCount> values = {};

  int operator[](Factor f) const { return values[static_cast<int>(f)]; }

  int rank() const { return (*this)[Factor::Rank] + 1; }
  tensormap::DataType type() const {
    return tensormap::DataType((*this)[Factor::Type]);
  }
  tensormap::Swizzle swizzle() const {
    return tensormap::Swizzle((*this)[Factor::Swizzle]);
  }
  tensormap::Interleave interleave() const {
    return tensormap::Interleave((*this)[Factor::Interleave]);
  }
  int elementStride() const { return (*this)[Factor::ElementStride] + 1; }
  Edge edge() const { return Edge((*this)[Factor::Edge]); }
  tensormap::Direction direction() const {
    return tensormap::Direction((*this)[Factor::Direction] + 1);
  }
};

/// Number of values of a factor: ranks 1-5, the 13 types and 4 swizzles of
/// compute capability 9.0, 3 interleaves, strides 1-8, edges, and load, store,
/// reduce.
int valueCount(Factor factor);
/// "rank"
const char *name(Factor factor);
/// "f16"
std::string valueName(Factor factor, int value);
const char *name(Edge edge);

/// True when maps with these values exist: what the rule table, the reductions
/// of the hardware and the meaning of the values leave.
bool isLegal(const Factors &factors);

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_FACTORS_H
