// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Every driver function fails in every way: a launch and a tool's whole run
// answer with a status and a text, give the context back and lose no memory.

#include "AddOneLauncher.h"
#include "tilery/Runtime/Device.h"
#include "tilery/Runtime/FakeDriver.h"

#include <gtest/gtest.h>

#include <set>

using namespace tilery::runtime;
using namespace tilery::runtime::test;

namespace {

const char *const kFunctions[] = {
#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args) name,
#include "tilery/Launcher/Driver.def"
};

const cu::Result kResults[] = {
    cu::InvalidValue, cu::OutOfMemory,    cu::NoDevice,
    cu::NotSupported, cu::IllegalAddress, static_cast<cu::Result>(12345)};

TEST(FailureSweepTest, Launch) {
  std::set<std::string> noticed;
  for (const char *function : kFunctions)
    for (cu::Result result : kResults) {
      RecordedDevice two;
      two.count = 2;
      FakeDriver driver(two);
      AddOneLauncher launcher;
      launcher.config.dynamicShared = 100000;
      Operand a{0x1000, {16, 32}}, b{0x2000, {16, 32}};
      driver.fail(function, result);
      Outcome outcome = run(launcher, driver, a, b);
      if (outcome.status != TILERY_OK)
        noticed.insert(function);
      cu::Context left = nullptr;
      if (driver.ctxGetCurrent(&left) == cu::Success)
        EXPECT_EQ(left, nullptr) << function;
      EXPECT_EQ(outcome.status == TILERY_OK, outcome.text.empty());
      EXPECT_EQ(outcome.status == TILERY_OK, outcome.faults == 0);
      if (outcome.status != TILERY_OK && result == cu::IllegalAddress)
        EXPECT_EQ(outcome.status, TILERY_CONTEXT_FAILED) << function;
      if (outcome.status != TILERY_OK && result == cu::OutOfMemory)
        EXPECT_EQ(outcome.status, TILERY_OUT_OF_MEMORY) << function;
    }
  // All that a first launch calls, but for what it can do without.
  EXPECT_EQ(
      noticed,
      (std::set<std::string>{
          "cuCtxGetCurrent", "cuCtxGetId", "cuCtxSetCurrent", "cuDeviceGet",
          "cuDeviceGetAttribute", "cuDeviceGetCount", "cuDeviceGetName",
          "cuDevicePrimaryCtxRetain", "cuDriverGetVersion",
          "cuFuncGetAttribute", "cuFuncLoad", "cuFuncSetAttribute", "cuInit",
          "cuLaunchKernelEx", "cuModuleGetFunction", "cuModuleLoadDataEx",
          "cuTensorMapEncodeTiled"}));
}

/// What a tool does with a device, step by step until one fails.
Status runTool(Device &device) {
  Buffer in, out;
  std::vector<char> host(2048);
  Status status = device.allocate(2048, in);
  if (status.ok())
    status = device.allocate(2048, out);
  if (status.ok())
    status = in.copyFrom(host.data(), host.size());
  if (status.ok())
    status = out.fill(0xff);
  double milliseconds = 0;
  if (status.ok())
    status = device.time([] { return Status(); }, nullptr, milliseconds);
  cu::Stream stream = nullptr;
  if (status.ok())
    status = device.createStream(stream);
  CapturedGraph graph;
  if (status.ok())
    status = device.capture([] { return Status(); }, stream, graph);
  if (status.ok())
    status = graph.launch(stream);
  if (status.ok())
    status = device.synchronize();
  if (status.ok())
    status = out.copyTo(host.data(), host.size());
  if (status.ok())
    status = device.destroyStream(stream);
  return status;
}

TEST(FailureSweepTest, Tool) {
  for (const char *function : kFunctions)
    for (cu::Result result : kResults) {
      Status status;
      std::string script =
          std::string("fail=") + function + ":" + std::to_string(result);
      std::unique_ptr<Device> device = Device::open("fake:" + script, status);
      if (device)
        status = runTool(*device);
      EXPECT_EQ(status.ok(), status.message().empty()) << script;
      if (device && device->recorder()->log().find(" -> ") == std::string::npos)
        EXPECT_TRUE(status.ok()) << script << ": " << status.message();
    }
}

} // namespace
