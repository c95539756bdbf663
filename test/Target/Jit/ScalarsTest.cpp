// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Arguments as the kernel gets them, read where the driver would read them.

#include "LauncherTest.h"

#include <cmath>
#include <cstring>

using namespace tilery;
using namespace tilery::runtime;

namespace {
/// Keeps the parameters of the last launch.
class ParameterDriver : public RecordDriver {
public:
  void describeKernel(cu::Function function,
                      const TileryKernelSpec &kernel) override {
    RecordDriver::describeKernel(function, kernel);
    params.assign(kernel.params, kernel.params + kernel.numParams);
  }
  cu::Result launchKernelEx(const cu::LaunchConfig *config,
                            cu::Function function, void **values,
                            void **) override {
    grid = config->gridDimX;
    bits.clear();
    for (size_t i = 0; i < params.size(); ++i) {
      uint64_t value = 0;
      std::memcpy(&value, values[i], std::min(params[i].size, 8));
      bits.push_back(value);
    }
    return cu::Success;
  }

  std::vector<TileryParam> params;
  std::vector<uint64_t> bits;
  unsigned grid = 0;
};

class ScalarsTest : public LauncherTest {
protected:
  ParameterDriver driver;
};
} // namespace

TEST_F(ScalarsTest, Widths) {
  auto jit = compile(R"mlir(
    launch.binary @k(i8, i16, i32, i64, index, f32, f64) block [1] images [#launch.image<"sm_90", "p\00">]
    launch.func @f(%a: i8, %b: i16, %c: i32, %d: i64, %e: index, %f: f32, %g: f64) {
      launch.check_scalar %a : i8
      launch.check_scalar %b : i16
      launch.check_scalar %c : i32
      launch.check_scalar %d : i64
      launch.check_scalar %e : index
      launch.check_scalar %f : f32
      launch.check_scalar %g : f64
      launch.kernel @k grid [1] (%a, %b, %c, %d, %e, %f, %g) : i8, i16, i32, i64, index, f32, f64
    })mlir");
  ASSERT_TRUE(jit);
  Call call(driver, {integer(-2), integer(-3), integer(-4), integer(INT64_MIN),
                     integer(1ll << 40), real(0.1), real(0.1)});
  ASSERT_EQ(jit->lookup("f")(&call.call), TILERY_OK) << call.error;
  float single = 0.1f;
  double full = 0.1;
  uint32_t singleBits;
  uint64_t fullBits;
  std::memcpy(&singleBits, &single, 4);
  std::memcpy(&fullBits, &full, 8);
  EXPECT_EQ(driver.bits,
            (std::vector<uint64_t>{0xFE, 0xFFFD, 0xFFFFFFFC, uint64_t(1) << 63,
                                   uint64_t(1) << 40, singleBits, fullBits}));
}

TEST_F(ScalarsTest, HalvesRoundToNearestEven) {
  auto jit = compile(R"mlir(
    launch.binary @k(f16, bf16) block [1] images [#launch.image<"sm_90", "p\00">]
    launch.func @f(%a: f16, %b: bf16) {
      launch.check_scalar %a : f16
      launch.check_scalar %b : bf16
      launch.kernel @k grid [1] (%a, %b) : f16, bf16
    })mlir");
  ASSERT_TRUE(jit);
  auto convert = [&](double value) {
    Call call(driver, {real(value), real(value)});
    EXPECT_EQ(jit->lookup("f")(&call.call), TILERY_OK) << call.error;
    return std::make_pair(driver.bits[0], driver.bits[1]);
  };
  // Every half, half way to the next one, and just beside that; the compiler's
  // own conversion is the judge.
  auto half = [](double value) {
    auto number = static_cast<_Float16>(value);
    uint16_t bits;
    std::memcpy(&bits, &number, 2);
    return uint64_t(bits);
  };
  for (int exponent = -26; exponent <= 16; ++exponent)
    for (int step = 0; step < 64; ++step) {
      double value = std::ldexp(1.0 + step / 64.0 + 1.0 / 2048, exponent);
      for (double number : {value, std::nextafter(value, 0.0),
                            std::nextafter(value, 1e9), -value})
        ASSERT_EQ(convert(number).first, half(number)) << number;
    }
  EXPECT_EQ(convert(INFINITY),
            std::make_pair(uint64_t(0x7C00), uint64_t(0x7F80)));
  EXPECT_EQ(convert(-0.0), std::make_pair(uint64_t(0x8000), uint64_t(0x8000)));
  EXPECT_EQ(convert(NAN).first & 0x7E00, 0x7E00u);
  EXPECT_EQ(convert(NAN).second & 0x7FC0, 0x7FC0u);
  EXPECT_EQ(convert(1.00390625).second, 0x3F80u);
  EXPECT_EQ(convert(1.01171875).second, 0x3F82u);
  EXPECT_EQ(convert(std::ldexp(1.0, -133)).second, 0x0001u);
}

TEST_F(ScalarsTest, DivisionNeverTraps) {
  auto jit = compile(R"mlir(
    launch.binary @k(i32, i32, i64, i64, index, index) block [1] images [#launch.image<"sm_90", "p\00">]
    launch.func @f(%n: i32, %d: i32, %wide: i64, %wd: i64) {
      launch.check_scalar %n : i32
      launch.check_scalar %d : i32
      launch.check_scalar %wide : i64
      launch.check_scalar %wd : i64
      %q = arith.divsi %n, %d : i32
      %r = arith.remsi %n, %d : i32
      %c = arith.ceildivsi %wide, %wd : i64
      %u = arith.remui %wide, %wd : i64
      %in = arith.index_cast %wide : i64 to index
      %id = arith.index_cast %wd : i64 to index
      %i = index.floordivs %in, %id
      %j = index.ceildivu %in, %id
      launch.kernel @k grid [1] (%q, %r, %c, %u, %i, %j) : i32, i32, i64, i64, index, index
    })mlir");
  ASSERT_TRUE(jit);
  auto run = [&](int64_t n, int64_t d, int64_t wide, int64_t wd) {
    Call call(driver, {integer(n), integer(d), integer(wide), integer(wd)});
    EXPECT_EQ(jit->lookup("f")(&call.call), TILERY_OK) << call.error;
    return driver.bits;
  };
  EXPECT_EQ(run(7, 2, 7, 2), (std::vector<uint64_t>{3, 1, 4, 1, 3, 4}));
  EXPECT_EQ(run(-7, 2, -7, 2)[0], 0xFFFFFFFDu);
  EXPECT_EQ(run(7, 0, 7, 0), (std::vector<uint64_t>{0, 0, 0, 0, 0, 0}));
  std::vector<uint64_t> least = run(INT32_MIN, -1, INT64_MIN, -1);
  EXPECT_EQ(least[0], 0x80000000u);
  EXPECT_EQ(least[1], 0u);
}

TEST_F(ScalarsTest, LoopsLaunchEachTime) {
  auto jit = compile(R"mlir(
    launch.binary @k(index) block [1] images [#launch.image<"sm_90", "p\00">]
    launch.func @f(%n: index) {
      launch.check_scalar %n : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c1 to %n step %c1 {
        launch.kernel @k grid [%i] (%i) : index
      }
    })mlir");
  ASSERT_TRUE(jit);
  Call call(driver, {integer(5)});
  ASSERT_EQ(jit->lookup("f")(&call.call), TILERY_OK) << call.error;
  EXPECT_EQ(driver.grid, 4u);
  EXPECT_EQ(driver.bits, std::vector<uint64_t>{4});
}

TEST_F(ScalarsTest, SizesAndStridesOfMemrefs) {
  auto jit = compile(R"mlir(
    launch.binary @k(memref<?x8x?xf32, strided<[?, 16, 1]>> read) block [1] images [#launch.image<"sm_90", "p\00">]
    launch.func @f(%x: memref<?x8x?xf32, strided<[?, 16, 1]>>) {
      launch.check_tensor %x : memref<?x8x?xf32, strided<[?, 16, 1]>>
      launch.kernel @k grid [1] (%x) : memref<?x8x?xf32, strided<[?, 16, 1]>>
    })mlir");
  ASSERT_TRUE(jit);
  Tensor x({3, 8, 10}, {200, 16, 1});
  x.tensor.byte_offset = 64;
  Call call(driver, {x.value()});
  ASSERT_EQ(jit->lookup("f")(&call.call), TILERY_OK) << call.error;
  EXPECT_EQ(driver.bits, (std::vector<uint64_t>{0x7f0000000040, 3, 10, 200}));
}

TEST_F(ScalarsTest, SymbolsOfScalars) {
  auto jit = compile(R"mlir(
    launch.binary @k(memref<?xf32> read, i32) block [1] images [#launch.image<"sm_90", "p\00">]
    launch.func @f(%x: memref<?xf32> {tile.dims = ["n"]}, %n: i32) {
      launch.check_tensor %x : memref<?xf32>
      launch.check_scalar %n : i32
      launch.kernel @k grid [1] (%x, %n) : memref<?xf32>, i32
    })mlir");
  ASSERT_TRUE(jit);
  Tensor x({16});
  Call good(driver, {x.value(), integer(16)});
  EXPECT_EQ(jit->lookup("f")(&good.call), TILERY_OK) << good.error;
  Call bad(driver, {x.value(), integer(17)});
  EXPECT_EQ(jit->lookup("f")(&bad.call), TILERY_BAD_ARGUMENT);
}
