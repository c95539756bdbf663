// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a launch costs beside the driver's own calls.

#include "AddOneLauncher.h"
#include "NullDriver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

using namespace tilery::runtime;
using namespace tilery::runtime::test;

namespace {

TEST(FastPathTest, CostOfALaunchWithTwoMaps) {
  NullDriver driver;
  AddOneLauncher launcher;
  Operand a{0x1000, {16, 32}}, b{0x2000, {16, 32}};
  Call call(driver, a, b);
  ASSERT_EQ(launcher.launch(&call), TILERY_OK) << call.text;

  constexpr int kCalls = 20000;
  double best = 1e9;
  for (int round = 0; round < 9; ++round) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kCalls; ++i)
      launcher.launch(&call);
    std::chrono::duration<double, std::nano> elapsed =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, elapsed.count() / kCalls);
  }
  EXPECT_EQ(driver.launches, 9 * kCalls + 1);
  EXPECT_EQ(driver.encodes, 2 * driver.launches);
  RecordProperty("nanoseconds", std::to_string(best));
  std::printf("[ fast path] %.0f ns a launch with two maps, the driver's own "
              "time not counted\n",
              best);
  // 300 ns is the budget; sanitizers and busy machines take a multiple.
  EXPECT_LT(best, 20000);
  tilery_rt_release_kernel(&launcher.kernel);
}

} // namespace
