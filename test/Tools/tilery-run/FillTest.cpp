// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fill.h"
#include "Random.h"
#include "Statistics.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace tilery;
using namespace tilery::run;

static Array fill(TileryDataType type, llvm::StringRef spec, int64_t size) {
  Array array = llvm::cantFail(Array::create(type, {size}, {1}));
  fillArray(array, llvm::cantFail(parseFillSpec(spec)), nullptr);
  return array;
}

static std::string errorOf(llvm::StringRef text) {
  auto spec = parseFillSpec(text);
  return spec ? "" : llvm::toString(spec.takeError());
}

TEST(ElementTest, AllTypesRoundTrip) {
  for (const char *name :
       {"f16", "f32", "f64", "bf16", "i8", "i16", "i32", "i64", "u8", "u16",
        "u32", "u64", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E3M4"}) {
    auto type = parseElementType(name);
    ASSERT_TRUE(type) << name;
    EXPECT_EQ(elementTypeName(*type), name);
    for (double value : {0.0, 1.0, 2.0, 3.0, 1.5}) {
      if (isInteger(*type) && value == 1.5)
        continue;
      uint64_t bits = 0;
      writeElement(*type, &bits, value);
      EXPECT_EQ(readElement(*type, &bits), value) << name;
    }
  }
  EXPECT_FALSE(parseElementType("f33"));
}

TEST(ElementTest, HalvesRoundAsTheLibraryDoes) {
  // The compiler's own conversion is the judge; every half and its neighbours.
  constexpr TileryDataType f16 = {TILERY_TYPE_FLOAT, 16, 1};
  for (uint32_t bits = 0; bits < 0x7C00; ++bits) {
    double value = readElement(f16, &bits);
    uint32_t next = bits + 1;
    double middle =
        next == 0x7C00 ? 65520.0 : (value + readElement(f16, &next)) / 2;
    for (double number : {value, std::nextafter(middle, 0.0), middle,
                          std::nextafter(middle, 1e9), -value}) {
      uint64_t got = 0;
      writeElement(f16, &got, number);
      auto half = static_cast<_Float16>(number);
      uint16_t wanted;
      std::memcpy(&wanted, &half, 2);
      ASSERT_EQ(got, wanted) << number;
    }
  }
}

TEST(ElementTest, BFloatRoundsToNearestEven) {
  constexpr TileryDataType bf16 = {TILERY_TYPE_BFLOAT, 16, 1};
  auto encode = [&](double value) {
    uint64_t bits = 0;
    writeElement(bf16, &bits, value);
    return bits;
  };
  EXPECT_EQ(encode(1.0), 0x3F80u);
  EXPECT_EQ(encode(1.00390625), 0x3F80u); // half way, to even
  EXPECT_EQ(encode(1.01171875), 0x3F82u); // half way, to even
  EXPECT_EQ(encode(1.0039062501), 0x3F81u);
  EXPECT_EQ(encode(-2.5), 0xC020u);
  EXPECT_EQ(encode(1e39), 0x7F80u);
  EXPECT_EQ(encode(-INFINITY), 0xFF80u);
  EXPECT_EQ(encode(std::ldexp(1.0, -133)), 0x0001u); // the least subnormal
  EXPECT_EQ(encode(std::ldexp(1.0, -134)), 0x0000u);
  uint64_t nan = encode(NAN);
  EXPECT_TRUE(std::isnan(readElement(bf16, &nan)));
}

TEST(ElementTest, IntegersWrapAndPrintExactly) {
  constexpr TileryDataType i8 = {TILERY_TYPE_INT, 8, 1};
  constexpr TileryDataType i64 = {TILERY_TYPE_INT, 64, 1};
  uint64_t bits = 0;
  writeElement(i8, &bits, 200);
  EXPECT_EQ(readElement(i8, &bits), -56);
  bits = 0x7FFFFFFFFFFFFFFF;
  EXPECT_EQ(elementText(i64, &bits), "9223372036854775807");
}

TEST(ElementTest, TextTellsNeighboursApart) {
  constexpr TileryDataType f32 = {TILERY_TYPE_FLOAT, 32, 1};
  float value = 0.1f, next = std::nextafterf(value, 1.0f);
  EXPECT_EQ(elementText(f32, &value), "0.1");
  EXPECT_NE(elementText(f32, &next), "0.1");
}

TEST(FillTest, ArangeIsExact) {
  constexpr TileryDataType f16 = {TILERY_TYPE_FLOAT, 16, 1};
  Array array = fill(f16, "arange", 5000);
  array.forEach([&](int64_t linear, char *element) {
    EXPECT_EQ(readElement(f16, element), linear % 2048);
    return true;
  });
}

TEST(FillTest, RandomIsNormalAndRepeats) {
  constexpr TileryDataType f32 = {TILERY_TYPE_FLOAT, 32, 1};
  constexpr int64_t size = 100000;
  Array array = fill(f32, "random:7", size);
  double sum = 0, squares = 0;
  int64_t within = 0;
  array.forEach([&](int64_t, char *element) {
    double value = readElement(f32, element);
    sum += value;
    squares += value * value;
    within += std::fabs(value) < 1;
    return true;
  });
  EXPECT_NEAR(sum / size, 0, 0.02);
  EXPECT_NEAR(squares / size, 1, 0.02);
  EXPECT_NEAR(static_cast<double>(within) / size, 0.6827, 0.01);
  EXPECT_EQ(checksum(array), checksum(fill(f32, "random:7", size)));
  EXPECT_NE(checksum(array), checksum(fill(f32, "random:8", size)));
  // The same on every machine.
  uint64_t bits;
  double number = randomNormal(1, 0);
  std::memcpy(&bits, &number, 8);
  EXPECT_EQ(bits, 4598649343174508544ull);
}

TEST(FillTest, ChecksumSeesOrderNotStrides) {
  constexpr TileryDataType i32 = {TILERY_TYPE_INT, 32, 1};
  FillSpec arange = llvm::cantFail(parseFillSpec("arange"));
  Array compact = llvm::cantFail(Array::create(i32, {3, 4}, {4, 1}));
  Array padded = llvm::cantFail(Array::create(i32, {3, 4}, {9, 1}));
  Array transposed = llvm::cantFail(Array::create(i32, {3, 4}, {1, 3}));
  for (Array *array : {&compact, &padded, &transposed})
    fillArray(*array, arange, nullptr);
  EXPECT_EQ(checksum(compact), checksum(padded));
  EXPECT_EQ(checksum(compact), checksum(transposed));
  int32_t swapped[] = {1, 0};
  std::memcpy(compact.storage(), swapped, sizeof(swapped));
  EXPECT_NE(checksum(compact), checksum(padded));
}

TEST(FillTest, EmptyAndScalarShapes) {
  constexpr TileryDataType f32 = {TILERY_TYPE_FLOAT, 32, 1};
  Array empty = llvm::cantFail(Array::create(f32, {0, 4}, {4, 1}));
  EXPECT_EQ(empty.size(), 0);
  Statistics statistics = statisticsOf(empty, 4);
  EXPECT_EQ(statistics.min, "");
  Array scalar = llvm::cantFail(Array::create(f32, {}, {}));
  EXPECT_EQ(scalar.size(), 1);
  auto huge = Array::create(f32, {INT64_MAX, INT64_MAX}, {INT64_MAX, 1});
  EXPECT_FALSE(static_cast<bool>(huge));
  llvm::consumeError(huge.takeError());
}

TEST(FillSpecTest, Forms) {
  FillSpec spec =
      llvm::cantFail(parseFillSpec("random:3:f16[2x8]:strides=16x1:offset=4"));
  EXPECT_EQ(spec.kind, FillSpec::Random);
  EXPECT_EQ(spec.seed, 3u);
  EXPECT_EQ(*spec.shape, (Shape{2, 8}));
  EXPECT_EQ(*spec.strides, (Shape{16, 1}));
  EXPECT_EQ(spec.offset, 4);
  EXPECT_EQ(spec.type->bits, 16);

  spec = llvm::cantFail(parseFillSpec("C:/data/x.npy:strides=8x1"));
  EXPECT_EQ(spec.kind, FillSpec::File);
  EXPECT_EQ(spec.text, "C:/data/x.npy");
  EXPECT_EQ(*spec.strides, (Shape{8, 1}));

  spec = llvm::cantFail(parseFillSpec("-1.5e3"));
  EXPECT_EQ(spec.kind, FillSpec::Number);
  EXPECT_EQ(spec.number, -1500);
}

TEST(FillSpecTest, Errors) {
  EXPECT_NE(errorOf(""), "");
  EXPECT_NE(errorOf("zeros:"), "zeros:");
  EXPECT_NE(errorOf("random:x"), "");
  EXPECT_NE(errorOf("zeros:f32[2x8"), "");
  EXPECT_NE(errorOf("zeros:f32[2x8]:strides=1"), "");
  EXPECT_NE(errorOf("zeros:offset=-1"), "");
  EXPECT_NE(errorOf("zeros:f32[99999999999999999999]"), "");
}
