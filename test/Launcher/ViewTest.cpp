// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Views of arguments: what a map of one is made of, and what is refused.

#include "AddOneLauncher.h"
#include "tilery/Runtime/FakeDriver.h"

#include <gtest/gtest.h>

using namespace tilery::runtime;
using namespace tilery::runtime::test;

namespace {

/// add_one whose B is stored through a map of a view of it, or of a view of
/// that.
struct ViewTest : testing::Test {
  FakeDriver driver;
  AddOneLauncher launcher;
  Operand a{0x1000, {16, 32}}, b{0x4000, {64, 64}};
  std::vector<int64_t> slices = {0, 0, 16, 32, 1, 1};
  std::vector<int64_t> inner;
  uint32_t dropped = 0;
  TileryOperand operands[2] = {{0, TILERY_OPERAND_READ, 0},
                               {1, TILERY_OPERAND_WRITTEN, 1}};

  ViewTest() { launcher.kernel.operands = operands; }

  Outcome call() {
    Call call(driver, a, b);
    TilerySymbol bound[1];
    alignas(64) TileryTensorMap maps[2];
    void *values[] = {&maps[0], &maps[1]};
    TileryView view, second;
    TileryLaunchConfig config = launcher.config;
    config.grid[0] = 1;
    tilery_rt_begin(&call, &launcher.function, bound);
    tilery_rt_checked(&call);
    tilery_rt_take_view(&call, 1, nullptr, b.tensor.ndim, slices.data(),
                        dropped, &view);
    const TileryView *used = &view;
    if (!inner.empty()) {
      tilery_rt_take_view(&call, 1, &view,
                          static_cast<int32_t>(inner.size()) / 3, inner.data(),
                          0, &second);
      used = &second;
    }
    config.views = &used;
    tilery_rt_prepare(&call, &launcher.kernel, &config);
    tilery_rt_encode_map(&call, 0, &launcher.load, &maps[0]);
    tilery_rt_encode_view(&call, 1, used, &launcher.store, &maps[1]);
    tilery_rt_launch(&call, &launcher.kernel, &config, values);
    int32_t status = tilery_rt_end(&call);
    return {status, call.numFaults, call.text};
  }
  /// From "address=" to before "box=" of the last encoder call.
  std::string encoded() {
    Outcome outcome = call();
    EXPECT_EQ(outcome.status, TILERY_OK) << outcome.text;
    std::string log = driver.log();
    size_t begin = log.rfind("address=");
    return log.substr(begin, log.find(", box=", begin) - begin);
  }
  void expectFault(int32_t status, const std::string &text) {
    Outcome outcome = call();
    EXPECT_EQ(outcome.status, status);
    EXPECT_EQ(outcome.text, text);
    EXPECT_EQ(driver.count("cuLaunchKernelEx"), 0);
  }
};

TEST_F(ViewTest, OffsetsAreInTheBase) {
  EXPECT_EQ(encoded(), "address=ptr#1, dims=[32, 16], strides=[256]");
  slices = {8, 4, 16, 32, 1, 1};
  // 0x4000 + (8 * 64 + 4) * 4, an address of its own to the recorder.
  EXPECT_EQ(encoded(), "address=ptr#2, dims=[32, 16], strides=[256]");
  b.tensor.data = reinterpret_cast<void *>(uintptr_t(0x4000 - 16));
  slices = {0, 4, 16, 32, 1, 1};
  EXPECT_EQ(encoded(), "address=ptr#1, dims=[32, 16], strides=[256]");
}

TEST_F(ViewTest, StepsOfOuterDimensions) {
  slices = {1, 0, 21, 32, 3, 1};
  EXPECT_EQ(encoded(), "address=ptr#1, dims=[32, 21], strides=[768]");
}

TEST_F(ViewTest, StepOfTheInnerDimension) {
  slices = {0, 0, 16, 32, 1, 2};
  Outcome outcome = call();
  EXPECT_EQ(outcome.status, TILERY_BAD_TENSOR_MAP);
  EXPECT_NE(outcome.text.find("view of B"), std::string::npos) << outcome.text;
  EXPECT_NE(outcome.text.find("(TM10)"), std::string::npos) << outcome.text;
}

TEST_F(ViewTest, BaseOffTheGrid) {
  slices = {0, 1, 16, 32, 1, 1};
  Outcome outcome = call();
  EXPECT_EQ(outcome.status, TILERY_BAD_TENSOR_MAP);
  EXPECT_NE(outcome.text.find("view of B"), std::string::npos) << outcome.text;
  EXPECT_NE(outcome.text.find("multiple of 16"), std::string::npos)
      << outcome.text;
}

TEST_F(ViewTest, DroppedDimensions) {
  b.shape = {4, 64, 64};
  slices = {2, 0, 0, 1, 16, 32, 1, 1, 1};
  dropped = 1;
  EXPECT_EQ(encoded(), "address=ptr#1, dims=[32, 16], strides=[256]");
  slices = {0, 3, 0, 4, 1, 32, 1, 1, 1};
  dropped = 2;
  EXPECT_EQ(encoded(), "address=ptr#2, dims=[32, 4], strides=[16384]");
}

TEST_F(ViewTest, ViewsOfViews) {
  slices = {8, 0, 20, 64, 2, 1};
  inner = {1, 4, 5, 32, 3, 1};
  // Row 8 + 1 * 2, rows 6 apart.
  EXPECT_EQ(encoded(), "address=ptr#1, dims=[32, 5], strides=[1536]");
  inner = {1, 4, 8, 32, 3, 1};
  Outcome outcome = call();
  EXPECT_EQ(outcome.text,
            "view of B, dimension 0: expected at most 7 elements from offset 1 "
            "by steps of 3 (its extent is 20), got 8");
}

// All faults at once, and a view of a refused view has nothing to add.
TEST_F(ViewTest, OutsideOfTheTensor) {
  inner = {0, 0, 1, 1, 1, 1};
  slices = {65, -1, 1, 1, 1, 1};
  expectFault(TILERY_BAD_ARGUMENT,
              "view of B, dimension 0: expected an offset of 0 to 64, got 65\n"
              "view of B, dimension 1: expected an offset of 0 to 64, got -1");
  slices = {60, 32, 5, 33, 1, 1};
  expectFault(
      TILERY_BAD_ARGUMENT,
      "view of B, dimension 0: expected at most 4 elements from offset "
      "60 by steps of 1 (its extent is 64), got 5\n"
      "view of B, dimension 1: expected at most 32 elements from offset "
      "32 by steps of 1 (its extent is 64), got 33");
  slices = {0, 0, -3, 1, 0, 1};
  expectFault(
      TILERY_BAD_ARGUMENT,
      "view of B, dimension 0: expected a step of at least 1, got 0\n"
      "view of B, dimension 0: expected an extent of 0 or more, got -3");
}

TEST_F(ViewTest, NumbersBeyond63Bits) {
  // An extent of one has any stride; a step of it does not wrap around.
  b.shape = {1, 64};
  b.strides = {INT64_MAX / 2, 1};
  slices = {0, 0, 1, 32, INT64_MAX, 1};
  expectFault(TILERY_BAD_ARGUMENT, "view of B, dimension 0: expected an offset "
                                   "and a stride within 63 bits");
}

TEST_F(ViewTest, EmptyViewOfAnOutputLaunchesNothing) {
  slices = {64, 0, 0, 32, 1, 1};
  Outcome outcome = call();
  EXPECT_EQ(outcome.status, TILERY_OK) << outcome.text;
  EXPECT_EQ(driver.log(), "");
}

TEST_F(ViewTest, EmptyViewOfAnInputIsAFault) {
  operands[1].flags = TILERY_OPERAND_READ;
  operands[0].flags = TILERY_OPERAND_WRITTEN;
  slices = {64, 0, 0, 32, 1, 1};
  expectFault(TILERY_BAD_LAUNCH,
              "kernel 'add_one': expected a non-empty view of B, got shape [0, "
              "32]; the kernel would leave A, which is not empty, unwritten");
}

TEST_F(ViewTest, OfAnEmptyTensor) {
  b.shape = {0, 64};
  slices = {0, 0, 0, 32, 1, 1};
  EXPECT_EQ(call().status, TILERY_OK);
  EXPECT_EQ(driver.log(), "");
}

} // namespace
