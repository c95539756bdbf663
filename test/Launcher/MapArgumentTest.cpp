// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// TensorMaps that the caller has encoded.

#include "AddOneLauncher.h"
#include "tilery/Runtime/FakeDriver.h"

#include <gtest/gtest.h>

using namespace tilery::runtime;
using namespace tilery::runtime::test;

namespace {

/// add_one(m, B): its input is a map of the caller's.
struct MapArgumentTest : testing::Test {
  FakeDriver driver;
  AddOneLauncher launcher;
  Operand b{0x2000, {16, 32}};
  alignas(64) TileryTensorMap bytes[2] = {};
  const TileryTensorMap *map = bytes;
  uint8_t kinds[2] = {TILERY_KIND_MAP, TILERY_KIND_TENSOR};

  MapArgumentTest() {
    launcher.argNames[0] = "m";
    launcher.function.signature =
        "add_one(m: TensorMap([8, 32], float32), B: Tensor([m, 32], float32))";
    launcher.operands[0] = launcher.operands[1];
    launcher.kernel.numOperands = 1;
  }

  Outcome call() {
    TileryValue args[2];
    args[0].map = map;
    args[1].tensor = b.get();
    char text[2048];
    TileryCall call;
    tilery_rt_init_call(&call);
    call.args = args;
    call.kinds = kinds;
    call.numArgs = 2;
    call.driver = &driver;
    call.error = text;
    call.errorSize = sizeof(text);
    TilerySymbol bound[1];
    alignas(64) TileryTensorMap stored;
    TileryLaunchConfig config = launcher.config;
    config.grid[0] = 1;
    tilery_rt_begin(&call, &launcher.function, bound);
    tilery_rt_check_map(&call, 0);
    tilery_rt_check_tensor(&call, 1, &launcher.tensor);
    if (tilery_rt_checked(&call) == TILERY_OK) {
      void *values[] = {const_cast<TileryTensorMap *>(args[0].map), &stored};
      tilery_rt_prepare(&call, &launcher.kernel, &config);
      tilery_rt_encode_map(&call, 1, &launcher.store, &stored);
      tilery_rt_launch(&call, &launcher.kernel, &config, values);
      tilery_rt_end(&call);
    }
    return {call.status, call.numFaults, text};
  }
  void expectFault(int32_t status, const std::string &text) {
    Outcome outcome = call();
    EXPECT_EQ(outcome.status, status);
    EXPECT_EQ(outcome.text, text);
    EXPECT_EQ(driver.log(), "");
  }
};

const char *const kSignature =
    "when calling:\n  `add_one(m: TensorMap([8, 32], float32), B: Tensor([m, "
    "32], float32))`,\n  ";

// The recorder knows maps that it has encoded, wherever they were copied to.
TEST_F(MapArgumentTest, IsPassedAsItIs) {
  uint64_t dims[] = {32, 16}, strides[] = {128};
  uint32_t box[] = {32, 8}, steps[] = {1, 1};
  ASSERT_EQ(driver.tensorMapEncodeTiled(
                reinterpret_cast<cu::TensorMap *>(&bytes[1]), 7, 2,
                reinterpret_cast<void *>(uintptr_t(0x1000)), dims, strides, box,
                steps, 0, 0, 0, 0),
            cu::Success);
  bytes[0] = bytes[1];
  Outcome outcome = call();
  EXPECT_EQ(outcome.status, TILERY_OK) << outcome.text;
  EXPECT_NE(driver.log().find("params=[map#0, map#1]"), std::string::npos)
      << driver.log();
}

TEST_F(MapArgumentTest, Unknown) {
  EXPECT_EQ(call().status, TILERY_OK);
  EXPECT_NE(driver.log().find("params=[unknown map, map#0]"), std::string::npos)
      << driver.log();
}

TEST_F(MapArgumentTest, Null) {
  map = nullptr;
  expectFault(TILERY_BAD_ARGUMENT,
              std::string("m is NULL on argument #0 ") + kSignature +
                  "expected the address of a CUtensorMap in host memory");
}

TEST_F(MapArgumentTest, Misaligned) {
  map = reinterpret_cast<const TileryTensorMap *>(
      reinterpret_cast<const char *>(bytes) + 16);
  expectFault(TILERY_BAD_ARGUMENT,
              std::string("Misaligned TensorMap m on argument #0 ") +
                  kSignature +
                  "expected an address that is a multiple of 64, got one 16 "
                  "bytes past it");
}

TEST_F(MapArgumentTest, Kinds) {
  kinds[0] = TILERY_KIND_TENSOR;
  expectFault(TILERY_BAD_ARGUMENT_TYPE,
              std::string("Mismatched type of m on argument #0 ") + kSignature +
                  "expected TensorMap, got Tensor");
  kinds[0] = TILERY_KIND_MAP;
  kinds[1] = TILERY_KIND_MAP;
  expectFault(TILERY_BAD_ARGUMENT_TYPE,
              std::string("Mismatched type of B on argument #1 ") + kSignature +
                  "expected Tensor, got TensorMap");
}

} // namespace
