// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Swizzle.h"

#include <gtest/gtest.h>
#include <string>

using namespace tilery::tensormap;

namespace {

/// The chunk numbers of a line after the swizzle, as digits.
std::string line(Swizzle swizzle, uint32_t number) {
  std::string digits;
  for (uint32_t c = 0; c < 8; ++c) {
    uint32_t address = swizzledAddress(number * 128 + c * 16, swizzle);
    EXPECT_EQ(address / 128, number);
    digits += static_cast<char>('0' + address % 128 / 16);
  }
  return digits;
}

TEST(Swizzle, ChunksOfALine) {
  EXPECT_EQ(line(Swizzle::None, 5), "01234567");
  EXPECT_EQ(line(Swizzle::B32, 0), "01234567");
  EXPECT_EQ(line(Swizzle::B32, 1), "10325476");
  EXPECT_EQ(line(Swizzle::B32, 2), "01234567");
  EXPECT_EQ(line(Swizzle::B64, 1), "10325476");
  EXPECT_EQ(line(Swizzle::B64, 2), "23016745");
  EXPECT_EQ(line(Swizzle::B64, 3), "32107654");
  EXPECT_EQ(line(Swizzle::B64, 4), "01234567");
  EXPECT_EQ(line(Swizzle::B128, 3), "32107654");
  EXPECT_EQ(line(Swizzle::B128, 7), "76543210");
  EXPECT_EQ(line(Swizzle::B128, 8), "01234567");
}

TEST(Swizzle, OwnInverseAndBytesStayTogether) {
  for (Swizzle s : {Swizzle::B32, Swizzle::B64, Swizzle::B128})
    for (uint32_t address = 0; address < 4096; ++address) {
      uint32_t there = swizzledAddress(address, s);
      EXPECT_EQ(swizzledAddress(there, s), address);
      EXPECT_EQ(there % 16, address % 16);
    }
}

TEST(Swizzle, PeriodIsTheAlignment) {
  for (Swizzle s : {Swizzle::B32, Swizzle::B64, Swizzle::B128}) {
    auto period = static_cast<uint32_t>(sharedAlignment(s));
    for (uint32_t address = 0; address < 2048; ++address)
      EXPECT_EQ(swizzledAddress(address + period, s),
                swizzledAddress(address, s) + period);
  }
}

TEST(Swizzle, Banks) {
  EXPECT_EQ(bankOf(0), 0u);
  EXPECT_EQ(bankOf(127), 31u);
  EXPECT_EQ(bankOf(128), 0u);
  EXPECT_EQ(bankOf(3 * 128 + 5 * 16), 20u);
}

} // namespace
