// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes before a copy.

#include "Model.h"
#include "Random.h"

#include <algorithm>
#include <cstring>

using namespace tilery;
using namespace tilery::maptest;

// Of each float: zeros, infinities, quiet and signalling NaNs with payloads of
// both signs, denormals, the least normal and the largest number; 1, its
// neighbours, and what added to 1 is half a unit of its last place, and three
// halves.
static constexpr uint64_t halves[] = {
    0x0000, 0x8000, 0x7C00, 0xFC00, 0x7E00, 0x7D55, 0xFE01, 0xFFFF,
    0x7C01, 0x0001, 0x8001, 0x03FF, 0x0400, 0x7BFF, 0xFBFF, 0x3C00,
    0x3C01, 0xBC00, 0x1000, 0x1600, 0x9000, 0x3BFF};
static constexpr uint64_t brainHalves[] = {
    0x0000, 0x8000, 0x7F80, 0xFF80, 0x7FC0, 0x7F81, 0xFFC1, 0xFFFF,
    0x7FAA, 0x0001, 0x8001, 0x007F, 0x0080, 0x7F7F, 0xFF7F, 0x3F80,
    0x3F81, 0xBF80, 0x3B80, 0x3C40, 0xBB80, 0x3F7F};
static constexpr uint64_t singles[] = {
    0x00000000, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001,
    0xFFC12345, 0xFFFFFFFF, 0x7FA00000, 0x00000001, 0x80000001, 0x007FFFFF,
    0x00800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x3F800000, 0x3F800001, 0xBF800000,
    0x33800000, 0x34400000, 0xB3800000, 0x3F7FFFFF,
    // Ties of the rounding to 10 bits of mantissa, and beside them.
    0x3F801000, 0x3F803000, 0x3F800FFF, 0x3F801001, 0x7F7FF000, 0x00001000,
    0x007FF000};
static constexpr uint64_t doubles[] = {
    0x0000000000000000, 0x8000000000000000, 0x7FF0000000000000,
    0xFFF0000000000000, 0x7FF8000000000000, 0x7FF0000000000001,
    0xFFF8123456789ABC, 0xFFFFFFFFFFFFFFFF, 0x7FF4000000000000,
    0x0000000000000001, 0x8000000000000001, 0x000FFFFFFFFFFFFF,
    0x0010000000000000, 0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF,
    0x3FF0000000000000, 0x3FF0000000000001, 0xBFF0000000000000,
    0x3CA0000000000000, 0x3CB8000000000000, 0xBCA0000000000000};
/// Of integers, cut to their width: small ones and both ends.
static constexpr uint64_t integers[] = {0,
                                        1,
                                        2,
                                        7,
                                        ~uint64_t(0),
                                        ~uint64_t(1),
                                        0x7FFFFFFFFFFFFFFF,
                                        0x8000000000000000,
                                        0x8000000000000001,
                                        0x7FFFFFFF,
                                        0x80000000,
                                        0x80000001,
                                        0xFFFFFFFF};

static uint64_t special(Random &random, tensormap::DataType type) {
  switch (type) {
  case tensormap::DataType::Float16:
    return random.pick(halves);
  case tensormap::DataType::BFloat16:
    return random.pick(brainHalves);
  case tensormap::DataType::Float64:
    return random.pick(doubles);
  default:
    return tensormap::isFloat(type) ? random.pick(singles)
                                    : random.pick(integers);
  }
}

static std::vector<uint8_t> makeBytes(const Case &c, int64_t size,
                                      uint64_t stream) {
  Random random(c.seed, c.index, stream);
  std::vector<uint8_t> bytes(static_cast<size_t>(size));
  size_t width =
      static_cast<size_t>(tensormap::elementBytes(c.params.dataType));
  // One in `rate` elements is special.
  int64_t rate = random.number(1, 3);
  for (size_t i = 0; i < bytes.size(); i += width) {
    uint64_t value = random.oneIn(rate) && !random.oneIn(4)
                         ? special(random, c.params.dataType)
                         : random.bits();
    // Little-endian hosts, as everywhere.
    std::memcpy(&bytes[i], &value, std::min(width, bytes.size() - i));
  }
  return bytes;
}

Memory maptest::makeMemory(const Case &c) {
  return {makeBytes(c, c.tensorBytes, 1), makeBytes(c, c.bufferBytes, 2)};
}
