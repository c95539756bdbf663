// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// From tensors to TensorMaps, and what is refused on the way.

#include "AddOneLauncher.h"
#include "tilery/Runtime/FakeDriver.h"

#include <gtest/gtest.h>

using namespace tilery::runtime;
using namespace tilery::runtime::test;

namespace {

struct EncodeMapTest : testing::Test {
  FakeDriver driver;
  AddOneLauncher launcher;
  Operand a{0x1000, {16, 32}}, b{0x2000, {16, 32}};

  void SetUp() override {
    // The map's own rules are at test, not the launcher's.
    launcher.tensor.align = 0;
    launcher.shape[1] = -1;
    launcher.strides[1] = -1;
  }
  void expectLogged(const std::string &text) {
    EXPECT_NE(driver.log().find(text), std::string::npos) << driver.log();
  }
  Outcome expectRefused(const std::string &text) {
    int launches = driver.count("cuLaunchKernelEx");
    Outcome outcome = run(launcher, driver, a, b);
    EXPECT_EQ(outcome.status, TILERY_BAD_TENSOR_MAP);
    EXPECT_NE(outcome.text.find(text), std::string::npos) << outcome.text;
    EXPECT_EQ(driver.count("cuLaunchKernelEx"), launches);
    return outcome;
  }
};

// f16 rows of 1001: 2002 bytes.
TEST_F(EncodeMapTest, RowPitch) {
  launcher.tensor.dtype = {TILERY_TYPE_FLOAT, 16, 1};
  launcher.load.dtype = launcher.store.dtype = 6;
  a.tensor.dtype = b.tensor.dtype = {TILERY_TYPE_FLOAT, 16, 1};
  a.shape = {16, 1001};
  expectRefused("tensor 'A', dimension 0 (TMA dimension 1): stride alignment "
                "(TM11): expected a stride that is a multiple of 16 bytes, got "
                "2002 bytes (1001 elements)");
}

TEST_F(EncodeMapTest, OuterStrideBaseAndInnerStrideDiffer) {
  a.strides = {33, 1};
  expectRefused("stride alignment");
  a.strides = {32, 1};
  a.tensor.byte_offset = 4;
  expectRefused("base alignment");
  a.tensor.byte_offset = 0;
  a.strides = {1, 32};
  expectRefused("inner stride");
}

TEST_F(EncodeMapTest, AllFaultsOfAllMaps) {
  a.strides = {33, 1};
  a.tensor.byte_offset = 4;
  b.shape = {16, 30};
  b.strides = {32, 1};
  Outcome outcome = expectRefused("tensor 'A'");
  EXPECT_EQ(outcome.faults, 3) << outcome.text;
  EXPECT_NE(outcome.text.find(
                "tensor 'B', dimension 1 (TMA dimension 0): store edge (TM28)"),
            std::string::npos)
      << outcome.text;
  EXPECT_EQ(driver.count("cuTensorMapEncodeTiled"), 0);
}

TEST_F(EncodeMapTest, EdgeSpillIsTheCallersChoice) {
  b.shape = {16, 30};
  b.strides = {32, 1};
  launcher.store.flags |= TILERY_MAP_ALLOW_EDGE_SPILL;
  EXPECT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
}

TEST_F(EncodeMapTest, BroadcastRowsWork) {
  a.strides = {0, 1};
  EXPECT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  expectLogged("address=ptr#0, dims=[32, 16], strides=[0]");
  a.strides = {0, 0};
  expectRefused("inner stride");
}

TEST_F(EncodeMapTest, StridesOfUnitDimensionsAreCanonicalised) {
  a.shape = b.shape = {1, 32};
  a.strides = {17, 1};
  EXPECT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  expectLogged("dims=[32, 1], strides=[128]");
}

// bf16 (2, 65536, 65536): the outer stride is 2^33 bytes.
TEST_F(EncodeMapTest, StridesAre64Bit) {
  int64_t any[3] = {-1, -1, -1};
  launcher.tensor.rank = 3;
  launcher.tensor.shape = launcher.tensor.strides = any;
  launcher.tensor.symbols = nullptr;
  launcher.tensor.dtype = a.tensor.dtype =
      b.tensor.dtype = {TILERY_TYPE_BFLOAT, 16, 1};
  launcher.config.grid[0] = 1;
  for (TileryMapSpec *map : {&launcher.load, &launcher.store}) {
    map->dtype = 9;
    map->rank = 3;
    map->box[2] = map->elementStrides[2] = 1;
  }
  a.shape = b.shape = {2, 65536, 65536};
  Outcome outcome = run(launcher, driver, a, b);
  EXPECT_EQ(outcome.status, TILERY_OK) << outcome.text;
  expectLogged("dims=[65536, 65536, 2], strides=[131072, 8589934592]");
  a.strides = {INT64_MAX / 2, 65536, 1};
  expectRefused("stride range");
}

TEST_F(EncodeMapTest, ExtentsBeyond31Bits) {
  launcher.config.grid[0] = 1;
  launcher.tensor.symbols = nullptr;
  auto expectEncoded = [&](int64_t rows) {
    a.shape = {rows, 32};
    Outcome outcome = run(launcher, driver, a, b);
    EXPECT_EQ(outcome.status, TILERY_OK) << outcome.text;
    expectLogged("dims=[32, " + std::to_string(rows) + "], strides=[128]");
  };
  expectEncoded(int64_t(1) << 31);
  a.shape = {(int64_t(1) << 31) + 1, 32};
  expectRefused("tensor 'A', dimension 0 (TMA dimension 1): copied extent "
                "(TM34): expected an extent of at most 2147483648 elements");
  // Nothing is copied through a map that is only prefetched.
  launcher.load.flags = 0;
  expectEncoded(int64_t(1) << 32);
  a.shape = {(int64_t(1) << 32) + 1, 32};
  expectRefused("tensor 'A', dimension 0 (TMA dimension 1): dimension range "
                "(TM05): expected an extent of 1 to 4294967296 elements, got "
                "4294967297");
}

// Of two stores to one place one is lost; a reduction takes both.
TEST_F(EncodeMapTest, StoresDoNotOverlap) {
  b.strides = {0, 1};
  expectRefused("tensor 'B', dimension 0 (TMA dimension 1): store overlap "
                "(TM33): expected a stride of at least 128 bytes (32 elements) "
                "for stores, got 0 bytes (0 elements)");
  b.strides = {16, 1};
  expectRefused("store overlap");
  launcher.store.flags = TILERY_MAP_REDUCED;
  EXPECT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  expectLogged("address=ptr#1, dims=[32, 16], strides=[64]");
  launcher.store.flags = TILERY_MAP_REDUCED | TILERY_MAP_STORED;
  expectRefused("store overlap");
}

TEST_F(EncodeMapTest, RankOfTheMap) {
  launcher.load.rank = 3;
  expectRefused("tensor 'A': expected a tensor of the TensorMap's rank, 3, "
                "within 1 to 5, got rank 2");
}

TEST_F(EncodeMapTest, RankZero) {
  launcher.tensor.rank = 0;
  launcher.tensor.symbols = nullptr;
  launcher.config.grid[0] = 1;
  launcher.load.rank = 0;
  a.shape.clear();
  b.shape.clear();
  expectRefused("tensor 'A': expected a tensor of the TensorMap's rank, 0, "
                "within 1 to 5, got rank 0");
}

// The driver is told of element strides and formats as they are.
TEST_F(EncodeMapTest, ElementStridesAndFormats) {
  launcher.load.elementStrides[1] = 2;
  launcher.load.dtype = 11;
  ASSERT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  expectLogged("type=tf32 (11), rank=2, address=ptr#0, dims=[32, 16], "
               "strides=[128], box=[32, 8], elementStrides=[1, 2]");
  launcher.load.elementStrides[1] = 9;
  expectRefused("element stride range (TM17)");
}

// [N, C/8, W, 8] f16 with slices of 16 bytes is a map of rank 3.
TEST_F(EncodeMapTest, InterleavedSlices) {
  int64_t any[4] = {-1, -1, -1, -1};
  launcher.tensor.rank = 4;
  launcher.tensor.shape = launcher.tensor.strides = any;
  launcher.tensor.symbols = nullptr;
  launcher.tensor.dtype = a.tensor.dtype =
      b.tensor.dtype = {TILERY_TYPE_FLOAT, 16, 1};
  launcher.config.grid[0] = 1;
  for (TileryMapSpec *map : {&launcher.load, &launcher.store}) {
    map->dtype = 6;
    map->rank = 3;
    map->box[0] = map->box[1] = 8;
    map->box[2] = map->elementStrides[2] = 1;
    map->interleave = 1;
  }
  a.shape = b.shape = {2, 4, 64, 8};
  Outcome outcome = run(launcher, driver, a, b);
  EXPECT_EQ(outcome.status, TILERY_OK) << outcome.text;
  expectLogged("dims=[64, 4, 2], strides=[1024, 4096], box=[8, 8, 1]");
  b.shape = {2, 4, 64, 4};
  expectRefused("tensor 'B', dimension 3: expected one slice of 16 bytes with "
                "interleave 16B, got 4 elements");
}

TEST_F(EncodeMapTest, DriverRefusalShowsEveryField) {
  driver.fail("cuTensorMapEncodeTiled", cu::InvalidValue);
  Outcome outcome = expectRefused(
      "the driver refused the TensorMap of tensor 'A': "
      "CUDA_ERROR_INVALID_VALUE (1): invalid argument; innermost first: type "
      "f32, rank 2, base 0x1000, dims [32, 16], byte strides [128], box [32, "
      "8], element strides [1, 1], interleave none, swizzle none, l2 promotion "
      "none, fill zero");
  EXPECT_EQ(outcome.faults, 2);
}

TEST_F(EncodeMapTest, EarlierFaultOfTheContext) {
  ASSERT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  driver.breakContext(cu::IllegalAddress);
  Outcome outcome = run(launcher, driver, a, b);
  EXPECT_EQ(outcome.status, TILERY_CONTEXT_FAILED);
  EXPECT_EQ(outcome.faults, 1);
  EXPECT_EQ(outcome.text,
            "the context had already failed before this launch: "
            "CUDA_ERROR_ILLEGAL_ADDRESS (700): illegal memory access, said "
            "cuTensorMapEncodeTiled; an earlier kernel or copy of this process "
            "is at fault: run it under compute-sanitizer, and start a new "
            "process");
}

} // namespace
