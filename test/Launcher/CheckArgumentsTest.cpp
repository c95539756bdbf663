// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Faults of arguments: each names argument, expectation and value; all of a
// call at once.

#include "AddOneLauncher.h"
#include "tilery/Runtime/Device.h"

#include <gtest/gtest.h>

using namespace tilery::runtime;
using namespace tilery::runtime::test;

namespace {

const char *const kSignature =
    "`add_one(A: Tensor([m, 32], float32), B: Tensor([m, 32], float32))`";

struct ArgumentTest : testing::Test {
  RecordDriver driver;
  AddOneLauncher launcher;
  // Recorded launches read no memory: any aligned addresses serve.
  Operand a{0x1000, {16, 32}}, b{0x2000, {16, 32}};

  void expectFault(int32_t status, const std::string &what,
                   const std::string &expected) {
    Outcome outcome = run(launcher, driver, a, b);
    EXPECT_EQ(outcome.status, status);
    EXPECT_EQ(outcome.faults, 1);
    EXPECT_EQ(outcome.text,
              what + " when calling:\n  " + kSignature + ",\n  " + expected);
    EXPECT_EQ(driver.log(), "") << "the driver was called for a bad argument";
  }
};

TEST_F(ArgumentTest, Rank) {
  a.shape = {16, 32, 1};
  expectFault(TILERY_BAD_ARGUMENT, "Mismatched A.ndim on argument #0",
              "expected 2, got 3");
}

TEST_F(ArgumentTest, Dtype) {
  b.tensor.dtype = {TILERY_TYPE_FLOAT, 64, 1};
  expectFault(TILERY_BAD_ARGUMENT_TYPE, "Mismatched B.dtype on argument #1",
              "expected float32, got float64");
}

TEST_F(ArgumentTest, Extent) {
  b.shape = {16, 33};
  expectFault(TILERY_BAD_ARGUMENT, "Invalid B.shape[1] on argument #1",
              "expected 32, got 33");
}

TEST_F(ArgumentTest, NegativeExtent) {
  a.shape = {-1, 32};
  b.shape = {-1, 32};
  Outcome outcome = run(launcher, driver, a, b);
  EXPECT_EQ(outcome.faults, 2);
  EXPECT_NE(outcome.text.find("expected 0 or more, got -1"), std::string::npos);
}

// 2^32 + 8 rows are not 8 rows.
TEST_F(ArgumentTest, ExtentsAre64Bit) {
  a.shape[0] = 8;
  b.shape[0] = (int64_t(1) << 32) + 8;
  expectFault(TILERY_BAD_ARGUMENT, "Invalid B.shape[0] on argument #1",
              "expected 8 (m, as A.shape[0]), got 4294967304");
}

TEST_F(ArgumentTest, Symbol) {
  b.shape[0] = 17;
  expectFault(TILERY_BAD_ARGUMENT, "Invalid B.shape[0] on argument #1",
              "expected 16 (m, as A.shape[0]), got 17");
}

TEST_F(ArgumentTest, Divisor) {
  int64_t divisors[2] = {8, 0};
  launcher.tensor.divisors = divisors;
  a.shape[0] = b.shape[0] = 12;
  Outcome outcome = run(launcher, driver, a, b);
  EXPECT_EQ(outcome.faults, 2);
  EXPECT_NE(outcome.text.find("expected a multiple of 8, got 12"),
            std::string::npos);
}

TEST_F(ArgumentTest, InnerStride) {
  a.strides = {64, 2};
  expectFault(TILERY_BAD_ARGUMENT, "Mismatched A.strides[1] on argument #0",
              "expected 1, got 2");
}

TEST_F(ArgumentTest, CompactStrides) {
  launcher.tensor.strides = nullptr;
  a.strides = {64, 1};
  expectFault(TILERY_BAD_ARGUMENT, "Mismatched A.strides on argument #0",
              "expected to be compact array, got strides [64, 1] for shape "
              "[16, 32]");
}

TEST_F(ArgumentTest, CompactMeansOfExtentsThatCount) {
  launcher.tensor.strides = nullptr;
  a.shape = b.shape = {1, 32};
  a.strides = {7, 1};
  EXPECT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
}

TEST_F(ArgumentTest, DeviceType) {
  a.tensor.device = {TILERY_DEVICE_CPU, 0};
  expectFault(TILERY_BAD_ARGUMENT, "Mismatched A.device_type on argument #0",
              "expected cuda, got cpu");
}

TEST_F(ArgumentTest, DeviceId) {
  b.tensor.device.id = 1;
  expectFault(TILERY_BAD_ARGUMENT, "Mismatched B.device_id on argument #1",
              "expected to match A.device_id, 0, got 1");
}

TEST_F(ArgumentTest, NullData) {
  a.tensor.data = nullptr;
  expectFault(TILERY_BAD_ARGUMENT, "A data pointer is NULL on argument #0",
              "expected non-NULL data pointer");
}

TEST_F(ArgumentTest, Alignment) {
  launcher.tensor.align = 16;
  a.tensor.byte_offset = 4;
  expectFault(TILERY_BAD_ARGUMENT, "Misaligned Tensor data on argument #0",
              "expected data alignment=16 bytes, got A 4 bytes past a multiple "
              "of it (the view's offset is 4 bytes)");
}

// A raw pointer has no device, but null and alignment are known.
TEST_F(ArgumentTest, RawPointer) {
  a.tensor.device = {TILERY_DEVICE_UNKNOWN, 0};
  EXPECT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  driver.clearLog();
  a.tensor.data = nullptr;
  expectFault(TILERY_BAD_ARGUMENT, "A data pointer is NULL on argument #0",
              "expected non-NULL data pointer");
}

TEST_F(ArgumentTest, AllAtOnce) {
  a.tensor.dtype = {TILERY_TYPE_INT, 32, 1};
  a.tensor.device = {TILERY_DEVICE_CPU, 0};
  b.shape = {16, 31};
  b.tensor.data = nullptr;
  Outcome outcome = run(launcher, driver, a, b);
  EXPECT_EQ(outcome.status, TILERY_BAD_ARGUMENT_TYPE) << "of the first fault";
  EXPECT_EQ(outcome.faults, 4);
  EXPECT_EQ(outcome.text,
            std::string("Mismatched A.dtype on argument #0 when calling:\n  ") +
                kSignature +
                ",\n  expected float32, got int32\n"
                "Mismatched A.device_type on argument #0, expected cuda, got "
                "cpu\n"
                "Invalid B.shape[1] on argument #1, expected 32, got 31\n"
                "B data pointer is NULL on argument #1, expected non-NULL data "
                "pointer");
}

TEST_F(ArgumentTest, SignlessAndSameWidth) {
  launcher.tensor.dtype = {TILERY_TYPE_INT, 8, 1};
  a.tensor.dtype = {TILERY_TYPE_BOOL, 8, 1};
  b.tensor.dtype = {TILERY_TYPE_UINT, 8, 1};
  EXPECT_EQ(run(launcher, driver, a, b).status, TILERY_BAD_ARGUMENT_TYPE);
  launcher.tensor.accept = TILERY_ACCEPT_SIGNLESS;
  launcher.load.dtype = launcher.store.dtype = 0;
  EXPECT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  a.tensor.dtype = {TILERY_TYPE_FLOAT8_E4M3FN, 8, 1};
  Outcome outcome = run(launcher, driver, a, b);
  EXPECT_NE(outcome.text.find("expected int8, got float8_e4m3fn"),
            std::string::npos);
  launcher.tensor.accept = TILERY_ACCEPT_SAME_WIDTH;
  EXPECT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
}

//===----------------------------------------------------------------------===//
// Number, kinds, scalars, version
//===----------------------------------------------------------------------===//

struct CallTest : testing::Test {
  AddOneLauncher launcher;
  TileryCall call;
  TilerySymbol bound[1];
  TileryValue args[2] = {};
  uint8_t kinds[2] = {TILERY_KIND_TENSOR, TILERY_KIND_TENSOR};
  char text[512] = "";
  void SetUp() override {
    tilery_rt_init_call(&call);
    call.args = args;
    call.numArgs = 2;
    call.kinds = kinds;
    call.error = text;
    call.errorSize = sizeof(text);
  }
};

TEST_F(CallTest, Count) {
  call.numArgs = 1;
  EXPECT_EQ(launcher.launch(&call), TILERY_BAD_ARGUMENT_TYPE);
  EXPECT_EQ(std::string(text), std::string("Expected 2 arguments when "
                                           "calling:\n  ") +
                                   kSignature + ",\n  got 1");
}

TEST_F(CallTest, Kind) {
  kinds[1] = TILERY_KIND_FLOAT;
  Operand a(0x1000, {16, 32});
  args[0].tensor = a.get();
  EXPECT_EQ(launcher.launch(&call), TILERY_BAD_ARGUMENT_TYPE);
  EXPECT_NE(std::string(text).find("Mismatched type of B on argument #1"),
            std::string::npos);
  EXPECT_NE(std::string(text).find("expected Tensor, got float"),
            std::string::npos);
}

TEST_F(CallTest, NullTensor) {
  EXPECT_EQ(launcher.launch(&call), TILERY_BAD_ARGUMENT_TYPE);
  EXPECT_EQ(call.numFaults, 2);
  EXPECT_EQ(tilery_rt_dim(&call, 0, 0), 0);
  EXPECT_EQ(tilery_rt_stride(&call, 0, 0), 0);
  EXPECT_EQ(tilery_rt_pointer(&call, 0), nullptr);
}

TEST_F(CallTest, ScalarRangeAndSymbol) {
  call.kinds = nullptr;
  auto check = [&](TileryDataType dtype, int64_t value, int32_t symbol,
                   int64_t divisor = 0) {
    TileryScalarSpec spec = {dtype, symbol, divisor};
    args[0].i = value;
    tilery_rt_begin(&call, &launcher.function, bound);
    tilery_rt_check_scalar(&call, 0, &spec);
    return tilery_rt_checked(&call);
  };
  TileryDataType i32 = {TILERY_TYPE_INT, 32, 1};
  EXPECT_EQ(check(i32, INT32_MAX, 0), TILERY_OK);
  EXPECT_EQ(bound[0].value, INT32_MAX);
  EXPECT_EQ(bound[0].dim, -1);
  EXPECT_EQ(check(i32, int64_t(INT32_MAX) + 1, -1), TILERY_BAD_ARGUMENT);
  EXPECT_NE(std::string(text).find("expected int32, -2147483648 to 2147483647, "
                                   "got 2147483648"),
            std::string::npos);
  EXPECT_EQ(check({TILERY_TYPE_UINT, 8, 1}, -1, -1), TILERY_BAD_ARGUMENT);
  EXPECT_EQ(check({TILERY_TYPE_BOOL, 8, 1}, 2, -1), TILERY_BAD_ARGUMENT);
  EXPECT_EQ(check({TILERY_TYPE_INT, 64, 1}, INT64_MIN, -1), TILERY_OK);
  EXPECT_EQ(check({TILERY_TYPE_UINT, 64, 1}, -1, -1), TILERY_OK);
  EXPECT_EQ(check(i32, -16, -1, 8), TILERY_OK);
  EXPECT_EQ(check(i32, 12, -1, 8), TILERY_BAD_ARGUMENT);
  EXPECT_NE(std::string(text).find("expected a multiple of 8, got 12"),
            std::string::npos);
}

TEST_F(CallTest, Version) {
  launcher.function.abi = TILERY_ABI_VERSION + 1;
  EXPECT_EQ(launcher.launch(&call), TILERY_ABI_MISMATCH);
  std::string both = "got " + std::to_string(TILERY_ABI_VERSION) + " and " +
                     std::to_string(TILERY_ABI_VERSION + 1);
  EXPECT_NE(std::string(text).find(both), std::string::npos) << text;
}

TEST_F(CallTest, ShortBuffers) {
  call.numArgs = 1;
  char small[16];
  call.error = small;
  call.errorSize = sizeof(small);
  EXPECT_EQ(launcher.launch(&call), TILERY_BAD_ARGUMENT_TYPE);
  EXPECT_EQ(std::string(small), "Expected 2 a...");
  char one[1] = {'x'};
  call.error = one;
  call.errorSize = 1;
  EXPECT_EQ(launcher.launch(&call), TILERY_BAD_ARGUMENT_TYPE);
  EXPECT_EQ(one[0], '\0');
  call.error = nullptr;
  call.errorSize = 0;
  EXPECT_EQ(launcher.launch(&call), TILERY_BAD_ARGUMENT_TYPE);
}

} // namespace
