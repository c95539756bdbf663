// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Factors.h"

#include "tilery/TensorMap/Reduce.h"

using namespace tilery;
using namespace tilery::maptest;

int maptest::valueCount(Factor factor) {
  static constexpr int counts[kFactorCount] = {5, 13, 4, 3, 8, kEdgeCount, 3};
  return counts[static_cast<int>(factor)];
}

const char *maptest::name(Factor factor) {
  static constexpr const char *names[kFactorCount] = {
      "rank",           "type", "swizzle",  "interleave",
      "element stride", "edge", "direction"};
  return names[static_cast<int>(factor)];
}

const char *maptest::name(Edge edge) {
  static constexpr const char *names[kEdgeCount] = {
      "inside", "past_end", "negative", "outside", "ragged", "box_over"};
  return names[static_cast<int>(edge)];
}

std::string maptest::valueName(Factor factor, int value) {
  Factors factors;
  factors.values[static_cast<size_t>(factor)] = static_cast<uint8_t>(value);
  switch (factor) {
  case Factor::Rank:
    return std::to_string(factors.rank());
  case Factor::Type:
    return tensormap::name(factors.type());
  case Factor::Swizzle:
    return tensormap::name(factors.swizzle());
  case Factor::Interleave:
    return tensormap::name(factors.interleave());
  case Factor::ElementStride:
    return std::to_string(factors.elementStride());
  case Factor::Edge:
    return name(factors.edge());
  case Factor::Direction:
    return tensormap::name(factors.direction());
  }
  return "?";
}

static bool hasReduction(tensormap::DataType type) {
  for (int op = 0; op < tensormap::kReduceOpCount; ++op)
    if (tensormap::isLegalReduction(tensormap::ReduceOp(op), type))
      return true;
  return false;
}

bool maptest::isLegal(const Factors &factors) {
  bool interleaved = factors.interleave() != tensormap::Interleave::None;
  bool writes = factors.direction() != tensormap::Direction::Load;
  // TM19 and TM20.
  if (interleaved && factors.rank() < 3)
    return false;
  if (factors.interleave() == tensormap::Interleave::B32 &&
      factors.swizzle() != tensormap::Swizzle::B32)
    return false;
  // Dimension 0 ignores its element stride without interleave.
  if (factors.elementStride() > 1 && factors.rank() == 1)
    return false;
  // Rows of whole slices are never ragged.
  if (factors.edge() == Edge::Ragged && interleaved)
    return false;
  // A store below 0 faults.
  if (factors.edge() == Edge::Negative && writes)
    return false;
  return factors.direction() != tensormap::Direction::Reduce ||
         hasReduction(factors.type());
}
