// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launch attributes: what reaches the driver, and what is refused before.

#include "AddOneLauncher.h"
#include "tilery/Runtime/FakeDriver.h"

#include <gtest/gtest.h>

using namespace tilery::runtime;
using namespace tilery::runtime::test;

namespace {

struct LaunchOptionsTest : testing::Test {
  std::unique_ptr<FakeDriver> driver = std::make_unique<FakeDriver>();
  AddOneLauncher launcher;
  TileryLaunchOptions options = {};
  Operand a{0x1000, {16, 32}}, b{0x2000, {16, 32}};

  LaunchOptionsTest() {
    launcher.config.options = &options;
    launcher.config.grid[0] = 8;
  }
  void play(const std::string &script) {
    Status status;
    driver = FakeDriver::parse(script, {}, status);
    ASSERT_TRUE(driver) << status.message();
  }
  /// "[...]" of the launch.
  std::string attributes() {
    Outcome outcome = run(launcher, *driver, a, b);
    EXPECT_EQ(outcome.status, TILERY_OK) << outcome.text;
    std::string log = driver->log();
    driver->clearLog();
    size_t begin = log.rfind("flags=[");
    if (begin == std::string::npos)
      return "no launch";
    return log.substr(begin + 6, log.find(", params=") - begin - 6);
  }
  void expectFault(const std::string &text) {
    Outcome outcome = run(launcher, *driver, a, b);
    EXPECT_EQ(outcome.status, TILERY_BAD_LAUNCH);
    EXPECT_EQ(outcome.text, text);
    EXPECT_EQ(driver->count("cuLaunchKernelEx"), 0);
  }
};

TEST_F(LaunchOptionsTest, NoneAreNoAttributes) {
  EXPECT_EQ(attributes(), "[]");
  launcher.config.options = nullptr;
  EXPECT_EQ(attributes(), "[]");
}

TEST_F(LaunchOptionsTest, Values) {
  options.flags = TILERY_LAUNCH_PRIORITY;
  options.priority = -3;
  EXPECT_EQ(attributes(), "[priority=-3]");
  options.flags = TILERY_LAUNCH_CARVEOUT;
  options.carveout = 0;
  EXPECT_EQ(attributes(), "[carveout=0]");
  options.carveout = 100;
  EXPECT_EQ(attributes(), "[carveout=100]");
}

TEST_F(LaunchOptionsTest, ManyAtOnce) {
  options = {62,
             1,
             {8, 1, 1},
             50,
             1,
             0,
             0.25f,
             TILERY_ACCESS_PERSISTING,
             TILERY_ACCESS_NORMAL,
             0};
  launcher.config.cluster[0] = 2;
  EXPECT_EQ(attributes(),
            "[programmatic, priority=1, preferredCluster=[8, 1, 1], "
            "carveout=50, accessWindow=[ptr#1, "
            "bytes=2048, hitRatio=0.25, hit=persisting, miss=normal]]");
}

TEST_F(LaunchOptionsTest, UnknownBits) {
  options.flags = 64;
  expectFault("kernel 'add_one': expected launch attributes of the bits 0x3f, "
              "got 0x40");
}

//===----------------------------------------------------------------------===//
// Cooperative launches
//===----------------------------------------------------------------------===//

TEST_F(LaunchOptionsTest, CooperativeGridFitsTheDevice) {
  play("processors=4");
  options.flags = TILERY_LAUNCH_COOPERATIVE;
  // 2048 threads of a multiprocessor are 8 blocks of 256.
  launcher.config.grid[0] = 32;
  EXPECT_EQ(attributes(), "[cooperative]");
  EXPECT_EQ(attributes(), "[cooperative]");
  EXPECT_EQ(driver->count("cuOccupancyMaxActiveBlocksPerMultiprocessor"), 1);
  // Another amount of shared memory is asked for anew.
  launcher.config.dynamicShared = 65536;
  Outcome outcome = run(launcher, *driver, a, b);
  EXPECT_EQ(outcome.status, TILERY_BAD_LAUNCH);
  EXPECT_EQ(outcome.text,
            "kernel 'add_one': expected a cooperative grid of at most 12 "
            "blocks, which can be resident at once (3 on each of 4 "
            "multiprocessors) on cuda:0, recorded H200, got 32; 256 threads "
            "and 65536 bytes of dynamic shared memory a block: let each block "
            "do more, or make blocks smaller");
  EXPECT_EQ(driver->count("cuOccupancyMaxActiveBlocksPerMultiprocessor"), 2);
}

TEST_F(LaunchOptionsTest, CooperativeGridTooLarge) {
  play("processors=4");
  options.flags = TILERY_LAUNCH_COOPERATIVE;
  launcher.config.grid[0] = 33;
  expectFault("kernel 'add_one': expected a cooperative grid of at most 32 "
              "blocks, which can be resident at once (8 on each of 4 "
              "multiprocessors) on cuda:0, recorded H200, got 33; 256 threads "
              "and 0 bytes of dynamic shared memory a block: let each block do "
              "more, or make blocks smaller");
  launcher.config.grid[0] = INT32_MAX;
  launcher.config.grid[1] = launcher.config.grid[2] = 65535;
  EXPECT_EQ(run(launcher, *driver, a, b).status, TILERY_BAD_LAUNCH);
  // Without the attribute it is only a grid.
  launcher.config.options = nullptr;
  EXPECT_EQ(run(launcher, *driver, a, b).status, TILERY_OK);
}

TEST_F(LaunchOptionsTest, CooperativeClusters) {
  play("processors=4");
  options.flags = TILERY_LAUNCH_COOPERATIVE;
  launcher.config.cluster[0] = 4;
  launcher.config.grid[0] = 32;
  EXPECT_EQ(attributes(), "[cooperative]");
  driver = nullptr;
  play("processors=4");
  launcher.config.grid[0] = 36;
  expectFault("kernel 'add_one': expected a cooperative grid of at most 8 "
              "clusters, which can be resident at once on cuda:0, recorded "
              "H200, got 9; 256 threads and 0 bytes of dynamic shared memory a "
              "block: let each block do more, or make blocks smaller");
}

TEST_F(LaunchOptionsTest, OccupancyFails) {
  options.flags = TILERY_LAUNCH_COOPERATIVE;
  driver->fail("cuOccupancyMaxActiveBlocksPerMultiprocessor",
               cu::IllegalAddress);
  EXPECT_EQ(run(launcher, *driver, a, b).status, TILERY_CONTEXT_FAILED);
  launcher.config.cluster[0] = 2;
  driver->fail("cuOccupancyMaxActiveClusters", cu::InvalidClusterSize);
  EXPECT_EQ(run(launcher, *driver, a, b).status, TILERY_DRIVER_ERROR);
}

//===----------------------------------------------------------------------===//
// Preferred clusters
//===----------------------------------------------------------------------===//

TEST_F(LaunchOptionsTest, PreferredCluster) {
  options.flags = TILERY_LAUNCH_PREFERRED_CLUSTER;
  options.preferredCluster[0] = 4;
  options.preferredCluster[1] = options.preferredCluster[2] = 1;
  // A kernel without a cluster has one of one block, which has to be said.
  EXPECT_EQ(attributes(), "[preferredCluster=[4, 1, 1]]");
  EXPECT_EQ(driver->count("cuFuncSetAttribute"), 0);
  launcher.config.grid[0] = 32;
  options.preferredCluster[0] = 16;
  EXPECT_EQ(attributes(), "[preferredCluster=[16, 1, 1]]");
  EXPECT_EQ(driver->count("cuFuncSetAttribute"), 1) << "not portable";
}

TEST_F(LaunchOptionsTest, PreferredClusterFaults) {
  options.flags = TILERY_LAUNCH_PREFERRED_CLUSTER;
  launcher.config.cluster[0] = 2;
  int64_t *preferred = options.preferredCluster;
  preferred[0] = 3;
  preferred[1] = preferred[2] = 1;
  expectFault(
      "kernel 'add_one': expected a preferred cluster along x that is a "
      "multiple of the cluster, 2, and divides the grid, 8, got 3");
  preferred[0] = 16;
  expectFault(
      "kernel 'add_one': expected a preferred cluster along x that is a "
      "multiple of the cluster, 2, and divides the grid, 8, got 16");
  preferred[0] = 0;
  expectFault(
      "kernel 'add_one': expected a preferred cluster along x that is a "
      "multiple of the cluster, 2, and divides the grid, 8, got 0");
  preferred[0] = 2;
  preferred[2] = 2;
  launcher.config.grid[2] = 2;
  expectFault("kernel 'add_one': expected a preferred cluster that is equal to "
              "the cluster along z, 1, got 2");
  preferred[2] = 1;
  launcher.config.grid[0] = 32;
  preferred[0] = 8;
  options.flags |= TILERY_LAUNCH_COOPERATIVE;
  expectFault(
      "kernel 'add_one': expected a launch that is cooperative or has a "
      "preferred cluster, got both");
  options.flags = TILERY_LAUNCH_PREFERRED_CLUSTER;
  preferred[0] = 32;
  expectFault("kernel 'add_one': expected a preferred cluster of at most 16 "
              "blocks (8 portably), got 32");
}

//===----------------------------------------------------------------------===//
// Carveout, access window
//===----------------------------------------------------------------------===//

TEST_F(LaunchOptionsTest, CarveoutIsAPercentage) {
  options.flags = TILERY_LAUNCH_CARVEOUT;
  options.carveout = 101;
  expectFault("kernel 'add_one': expected a shared-memory carveout of 0 to 100 "
              "percent, got 101");
}

TEST_F(LaunchOptionsTest, WindowOverATensor) {
  play("window=1000000");
  options.flags = TILERY_LAUNCH_ACCESS_WINDOW;
  options.hitRatio = 1;
  options.hitProperty = TILERY_ACCESS_PERSISTING;
  options.missProperty = TILERY_ACCESS_STREAMING;
  // Rows in a pitch of 64: 15 * 64 + 32 elements from first to last.
  a.strides = {64, 1};
  EXPECT_EQ(attributes(), "[accessWindow=[ptr#0, bytes=3968, hitRatio=1, "
                          "hit=persisting, miss=streaming]]");
  options.windowBytes = 1024;
  EXPECT_EQ(attributes(), "[accessWindow=[ptr#0, bytes=1024, hitRatio=1, "
                          "hit=persisting, miss=streaming]]");
  // No more than the tensor has, nor than the device takes.
  options.windowBytes = 1 << 20;
  EXPECT_EQ(attributes(), "[accessWindow=[ptr#0, bytes=3968, hitRatio=1, "
                          "hit=persisting, miss=streaming]]");
  play("window=2048");
  EXPECT_EQ(attributes(), "[accessWindow=[ptr#0, bytes=2048, hitRatio=1, "
                          "hit=persisting, miss=streaming]]");
  play("window=0");
  EXPECT_EQ(attributes(), "[]") << "the device has none";
}

TEST_F(LaunchOptionsTest, WindowFaults) {
  options.flags = TILERY_LAUNCH_ACCESS_WINDOW;
  options.windowArg = 2;
  options.hitRatio = 1.5f;
  options.windowBytes = -1;
  options.hitProperty = 3;
  options.missProperty = TILERY_ACCESS_PERSISTING;
  expectFault(
      "kernel 'add_one': expected an access window over one of 2 arguments, "
      "got "
      "number 2\n"
      "kernel 'add_one': expected a hit ratio of 0 to 1 for the access window, "
      "got 1.5\n"
      "kernel 'add_one': expected 0 or more bytes in the access window, got "
      "-1\n"
      "kernel 'add_one': expected a hit property of 0 to 2 for the access "
      "window, got 3\n"
      "kernel 'add_one': expected a miss property that is normal (0) or "
      "streaming (1) for the access window, got 2");
}

} // namespace
