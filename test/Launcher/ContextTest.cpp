// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Contexts and modules: whose context a launch runs in, and how often a module
// is loaded.

#include "AddOneLauncher.h"
#include "tilery/Runtime/Device.h"
#include "tilery/Runtime/FakeDriver.h"

#include <gtest/gtest.h>

#include <thread>

using namespace tilery::runtime;
using namespace tilery::runtime::test;

namespace {

struct ContextTest : testing::Test {
  RecordedDevice two() {
    RecordedDevice device;
    device.count = 2;
    return device;
  }
  FakeDriver driver{two()};
  AddOneLauncher launcher;
  Operand a{0x1000, {16, 32}}, b{0x2000, {16, 32}};

  cu::Context current() {
    cu::Context context = nullptr;
    driver.ctxGetCurrent(&context);
    return context;
  }
};

TEST_F(ContextTest, FreshThreadGetsThePrimaryContextForTheLaunchOnly) {
  ASSERT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  EXPECT_EQ(driver.count("cuDevicePrimaryCtxRetain"), 1);
  EXPECT_EQ(current(), nullptr);
  ASSERT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  EXPECT_EQ(driver.count("cuDevicePrimaryCtxRetain"), 1);
  EXPECT_EQ(driver.count("cuModuleLoadDataEx"), 1);
}

TEST_F(ContextTest, CurrentContextIsUsed) {
  cu::Context mine;
  driver.devicePrimaryCtxRetain(&mine, 0);
  driver.ctxSetCurrent(mine);
  ASSERT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  EXPECT_EQ(driver.count("cuDevicePrimaryCtxRetain"), 1) << "the caller's own";
  EXPECT_EQ(driver.count("cuCtxSetCurrent"), 1);
  EXPECT_EQ(current(), mine);
}

TEST_F(ContextTest, OperandsOnAnotherDevice) {
  cu::Context mine;
  driver.devicePrimaryCtxRetain(&mine, 0);
  driver.ctxSetCurrent(mine);
  a.tensor.device.id = b.tensor.device.id = 1;
  ASSERT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  EXPECT_NE(driver.log().find("cuCtxSetCurrent(context=primary(cuda:1))"),
            std::string::npos);
  EXPECT_EQ(current(), mine);
  a.tensor.device.id = b.tensor.device.id = 0;
  ASSERT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  EXPECT_EQ(driver.count("cuModuleLoadDataEx"), 2) << "once a context";
}

TEST_F(ContextTest, ContextIsGivenBackAfterAFault) {
  driver.fail("cuLaunchKernelEx", cu::LaunchOutOfResources);
  ASSERT_EQ(run(launcher, driver, a, b).status, TILERY_LAUNCH_FAILED);
  EXPECT_EQ(current(), nullptr);
}

TEST_F(ContextTest, FirstLaunchFromManyThreads) {
  constexpr int kThreads = 8;
  std::vector<std::thread> threads;
  std::vector<Outcome> outcomes(kThreads);
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      Operand x{0x1000, {16, 32}}, y{0x2000, {16, 32}};
      for (int round = 0; round < 50; ++round) {
        x.tensor.device.id = y.tensor.device.id = round % 2;
        outcomes[static_cast<size_t>(i)] = run(launcher, driver, x, y);
        if (outcomes[static_cast<size_t>(i)].status != TILERY_OK)
          return;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const Outcome &outcome : outcomes)
    EXPECT_EQ(outcome.status, TILERY_OK) << outcome.text;
  EXPECT_EQ(driver.count("cuInit"), 1);
  EXPECT_EQ(driver.count("cuDevicePrimaryCtxRetain"), 2);
  EXPECT_EQ(driver.count("cuModuleLoadDataEx"), 2);
  EXPECT_EQ(driver.count("cuLaunchKernelEx"), kThreads * 50);
}

// The load happens in relaxed mode, and the thread's mode is put back, also
// when it fails.
TEST_F(ContextTest, CaptureModeIsRelaxedAroundTheLoad) {
  driver.fail("cuModuleLoadDataEx", cu::InvalidPtx, 0, true);
  EXPECT_EQ(run(launcher, driver, a, b).status, TILERY_MODULE_FAILED);
  cu::StreamCaptureMode mode = cu::CaptureThreadLocal;
  driver.threadExchangeStreamCaptureMode(&mode);
  EXPECT_EQ(mode, cu::CaptureGlobal);
  driver.clearLog();
  EXPECT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  std::string log = driver.log();
  size_t relaxed = log.find("cuThreadExchangeStreamCaptureMode(mode=relaxed");
  size_t load = log.find("cuModuleLoadDataEx");
  size_t back = log.find("cuThreadExchangeStreamCaptureMode(mode=thread_local");
  EXPECT_LT(relaxed, load);
  EXPECT_LT(load, back);
  EXPECT_NE(back, std::string::npos);
}

TEST_F(ContextTest, FirstLaunchCaptured) {
  Status status;
  std::unique_ptr<Device> device = Device::open("record", status);
  ASSERT_TRUE(device) << status.message();
  cu::Stream stream;
  ASSERT_TRUE(device->createStream(stream).ok());
  CapturedGraph graph;
  status = device->capture(
      [&] {
        Outcome outcome = run(launcher, device->driver(), a, b, stream);
        return Status(static_cast<TileryStatus>(outcome.status), outcome.text);
      },
      stream, graph);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_TRUE(graph.launch(stream).ok());
  EXPECT_EQ(device->recorder()->count("cuGraphLaunch"), 1);
  EXPECT_TRUE(device->destroyStream(stream).ok());
  tilery_rt_release_kernel(&launcher.kernel);
}

TEST_F(ContextTest, ReleaseUnloadsEveryModule) {
  ASSERT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  a.tensor.device.id = b.tensor.device.id = 1;
  ASSERT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  tilery_rt_release_kernel(&launcher.kernel);
  EXPECT_EQ(driver.count("cuModuleUnload"), 2);
  EXPECT_EQ(launcher.cache.head, nullptr);
  EXPECT_EQ(current(), nullptr);
  // A released kernel may be launched again.
  ASSERT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  EXPECT_EQ(driver.count("cuModuleLoadDataEx"), 3);
}

// A driver that died first is not called.
TEST_F(ContextTest, ReleaseAfterTheDriver) {
  auto shortLived = std::make_unique<FakeDriver>();
  ASSERT_EQ(run(launcher, *shortLived, a, b).status, TILERY_OK);
  shortLived.reset();
  tilery_rt_release_kernel(&launcher.kernel);
  EXPECT_EQ(launcher.cache.head, nullptr);
}

/// Contexts that are destroyed and made again at the same address.
struct RecycledContext : FakeDriver {
  unsigned long long generation = 1;
  cu::Result ctxGetId(cu::Context context, unsigned long long *id) override {
    cu::Result result = FakeDriver::ctxGetId(context, id);
    *id += 100 * generation;
    return result;
  }
};

TEST_F(ContextTest, ContextMadeAgainAtTheSameAddress) {
  RecycledContext recycled;
  cu::Context mine;
  recycled.devicePrimaryCtxRetain(&mine, 0);
  recycled.ctxSetCurrent(mine);
  ASSERT_EQ(run(launcher, recycled, a, b).status, TILERY_OK);
  recycled.generation = 2;
  ASSERT_EQ(run(launcher, recycled, a, b).status, TILERY_OK);
  EXPECT_EQ(recycled.count("cuModuleLoadDataEx"), 2);
  tilery_rt_release_kernel(&launcher.kernel);
}

} // namespace
