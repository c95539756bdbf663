// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Sim/MapCode.h"

#include <cstring>

namespace tilery::sim {

using namespace tensormap;

namespace {
/// The 128 bytes.
struct Code {
  uint64_t magic;
  uint64_t base;
  uint64_t byteStrides[kMaxRank - 1];
  uint32_t lastIndex[kMaxRank]; ///< extents less 1: up to 2^32
  uint16_t box[kMaxRank];
  uint8_t elementStrides[kMaxRank];
  uint8_t rank, dataType, interleave, swizzle, l2Promotion, fill;
  uint8_t direction, allowEdgeSpill, computeCapability;
  uint8_t reserved[28];
  uint64_t checksum;
};
static_assert(sizeof(Code) == kDescriptorBytes);
} // namespace

static constexpr uint64_t kMagic = 0x70614d796c6c6954ULL;

static uint64_t checksum(const Code &code) {
  uint64_t words[sizeof(Code) / 8];
  std::memcpy(words, &code, sizeof(code));
  uint64_t sum = kMagic;
  for (size_t i = 0; i + 1 < sizeof(Code) / 8; ++i) {
    sum = (sum ^ words[i]) * 0x9e3779b97f4a7c15ULL;
    sum ^= sum >> 29;
  }
  return sum;
}

template <typename Field, typename Value>
static bool put(Field &field, Value value, int64_t offset = 0) {
  if (int64_t(value) < offset)
    return false;
  uint64_t number = uint64_t(int64_t(value) - offset);
  field = Field(number);
  return uint64_t(field) == number;
}

bool encodeMap(const TensorMapParams &p, void *bytes) {
  if (p.rank < 1 || p.rank > kMaxRank || !p.base.isExact() ||
      p.innerStride != 1)
    return false;
  Code code;
  std::memset(static_cast<void *>(&code), 0, sizeof(code));
  code.magic = kMagic;
  code.base = p.base.value;
  bool fits = put(code.rank, p.rank) && put(code.dataType, p.dataType) &&
              put(code.interleave, p.interleave) &&
              put(code.swizzle, p.swizzle) &&
              put(code.l2Promotion, p.l2Promotion) && put(code.fill, p.fill) &&
              put(code.direction, p.direction) &&
              put(code.allowEdgeSpill, p.allowEdgeSpill) &&
              put(code.computeCapability, p.computeCapability);
  for (int i = 0; i < p.rank; ++i)
    fits = fits && put(code.lastIndex[i], p.dims[i], 1) &&
           put(code.box[i], p.box[i]) &&
           put(code.elementStrides[i], p.elementStrides[i]);
  for (int i = 0; i + 1 < p.rank; ++i)
    fits = fits && put(code.byteStrides[i], p.byteStrides[i]);
  if (!fits)
    return false;
  code.checksum = checksum(code);
  std::memcpy(bytes, &code, sizeof(code));
  return true;
}

bool decodeMap(const void *bytes, TensorMapParams &p) {
  Code code;
  std::memcpy(&code, bytes, sizeof(code));
  if (code.magic != kMagic || code.checksum != checksum(code) ||
      code.rank < 1 || code.rank > kMaxRank)
    return false;
  p = TensorMapParams();
  p.base = BaseAddress::exactly(code.base);
  p.rank = code.rank;
  p.dataType = DataType(code.dataType);
  p.interleave = Interleave(code.interleave);
  p.swizzle = Swizzle(code.swizzle);
  p.l2Promotion = L2Promotion(code.l2Promotion);
  p.fill = Fill(code.fill);
  p.direction = Direction(code.direction);
  p.allowEdgeSpill = code.allowEdgeSpill != 0;
  p.computeCapability = code.computeCapability;
  for (int i = 0; i < p.rank; ++i) {
    p.dims[i] = int64_t(code.lastIndex[i]) + 1;
    p.box[i] = code.box[i];
    p.elementStrides[i] = code.elementStrides[i];
  }
  for (int i = 0; i + 1 < p.rank; ++i)
    p.byteStrides[i] = int64_t(code.byteStrides[i]);
  return true;
}

} // namespace tilery::sim
