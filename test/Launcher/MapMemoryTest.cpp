// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A map that was encoded from the same numbers is taken again, and no other.

#include "AddOneLauncher.h"
#include "NullDriver.h"

#include <gtest/gtest.h>

#include <thread>

using namespace tilery::runtime;
using namespace tilery::runtime::test;

namespace {

/// Makes a map of what it is told, and keeps those of the last launch.
struct MapDriver : NullDriver {
  explicit MapDriver(bool remembersMaps = true) : NullDriver(remembersMaps) {}

  cu::Result tensorMapEncodeTiled(cu::TensorMap *map, int type, uint32_t rank,
                                  void *address, const uint64_t *dims,
                                  const uint64_t *strides, const uint32_t *box,
                                  const uint32_t *steps, int interleave,
                                  int swizzle, int promotion,
                                  int fill) override {
    ++encodes;
    if (refuses)
      return cu::InvalidValue;
    const uint64_t told[16] = {static_cast<uint64_t>(type),
                               rank,
                               reinterpret_cast<uint64_t>(address),
                               dims[0],
                               dims[1],
                               strides[0],
                               box[0],
                               box[1],
                               steps[0],
                               steps[1],
                               static_cast<uint64_t>(interleave),
                               static_cast<uint64_t>(swizzle),
                               static_cast<uint64_t>(promotion),
                               static_cast<uint64_t>(fill),
                               context,
                               0};
    std::memcpy(static_cast<void *>(map), told, sizeof(told));
    return cu::Success;
  }
  cu::Result ctxGetId(cu::Context, unsigned long long *id) override {
    *id = context;
    return cu::Success;
  }
  cu::Result launchKernelEx(const cu::LaunchConfig *, cu::Function,
                            void **params, void **) override {
    std::memcpy(maps[0], params[0], 128);
    std::memcpy(maps[1], params[1], 128);
    return cu::Success;
  }
  uint64_t context = 1;
  bool refuses = false;
  uint64_t maps[2][16] = {};
};

struct MapMemoryTest : testing::Test {
  MapDriver driver;
  AddOneLauncher launcher;
  Operand a{0x10000, {16, 32}}, b{0x20000, {16, 32}};

  /// Launches, and returns how many maps were encoded for it.
  int encodes() {
    int before = driver.encodes;
    Outcome outcome = run(launcher, driver, a, b);
    EXPECT_EQ(outcome.status, TILERY_OK) << outcome.text;
    return driver.encodes - before;
  }
};

TEST_F(MapMemoryTest, SameAgain) {
  EXPECT_EQ(encodes(), 2);
  uint64_t first[2][16];
  std::memcpy(first, driver.maps, sizeof(first));
  for (int i = 0; i < 3; ++i) {
    std::memset(driver.maps, 0, sizeof(driver.maps));
    EXPECT_EQ(encodes(), 0);
    EXPECT_EQ(std::memcmp(first, driver.maps, sizeof(first)), 0);
  }
}

TEST_F(MapMemoryTest, EachNumberCounts) {
  encodes();
  auto expectNew = [&](int64_t word, uint64_t value) {
    EXPECT_EQ(encodes(), 1);
    EXPECT_EQ(driver.maps[0][word], value);
    EXPECT_EQ(encodes(), 0);
    EXPECT_EQ(driver.maps[0][word], value);
  };
  a.tensor.byte_offset = 16;
  expectNew(2, 0x10010);
  a.shape[0] = b.shape[0] = 24;
  EXPECT_EQ(encodes(), 2);
  a.strides = {64, 1};
  expectNew(5, 256);
  launcher.load.box[1] = 4;
  expectNew(7, 4);
  launcher.load.elementStrides[1] = 2;
  expectNew(9, 2);
  launcher.load.swizzle = 3;
  expectNew(11, 3);
  launcher.load.l2Promotion = 2;
  expectNew(12, 2);
  launcher.load.oobFill = 1;
  expectNew(13, 1);
  // The rules for stores are stricter, and the map is the same.
  EXPECT_EQ(driver.maps[0][0], 7u);
}

TEST_F(MapMemoryTest, FaultsAreToldEachTime) {
  encodes();
  a.tensor.byte_offset = 4;
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(run(launcher, driver, a, b).status, TILERY_BAD_TENSOR_MAP);
  // A refused map is not remembered.
  a.tensor.byte_offset = 32;
  driver.refuses = true;
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(run(launcher, driver, a, b).status, TILERY_BAD_TENSOR_MAP);
  driver.refuses = false;
  EXPECT_EQ(encodes(), 1);
}

TEST_F(MapMemoryTest, ContextsAndThreadsAreApart) {
  encodes();
  driver.context = 2;
  EXPECT_EQ(encodes(), 2);
  EXPECT_EQ(driver.maps[0][14], 2u);
  int elsewhere = -1;
  std::thread([&] { elsewhere = encodes(); }).join();
  EXPECT_EQ(elsewhere, 2);
  EXPECT_EQ(encodes(), 0);
}

TEST_F(MapMemoryTest, OfManyTensorsEachIsRight) {
  for (int round = 0; round < 3; ++round)
    for (uint64_t i = 1; i < 100; ++i) {
      a.tensor.data = reinterpret_cast<void *>(i << 8);
      encodes();
      ASSERT_EQ(driver.maps[0][2], i << 8);
      ASSERT_EQ(driver.maps[1][2], 0x20000u);
    }
}

TEST(MapMemory, RecordersAreToldOfEveryMap) {
  MapDriver driver(/*remembersMaps=*/false);
  AddOneLauncher launcher;
  Operand a{0x10000, {16, 32}}, b{0x20000, {16, 32}};
  for (int i = 1; i <= 3; ++i) {
    EXPECT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
    EXPECT_EQ(driver.encodes, 2 * i);
  }
}

} // namespace
