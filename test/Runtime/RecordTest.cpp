// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a launch does, as the recorder writes it down.

#include "../Launcher/AddOneLauncher.h"
#include "tilery/Runtime/Device.h"

#include <gtest/gtest.h>

using namespace tilery::runtime;
using namespace tilery::runtime::test;

namespace {

struct RecordTest : testing::Test {
  Status status;
  std::unique_ptr<Device> device = Device::open("record", status);
  RecordDriver &driver = *device->recorder();
  AddOneLauncher launcher;
  Buffer in, out;

  void SetUp() override {
    ASSERT_TRUE(device->allocate(16 * 32 * 4, in).ok());
    ASSERT_TRUE(device->allocate(16 * 32 * 4, out).ok());
    driver.clearLog();
  }
};

TEST_F(RecordTest, FirstLaunch) {
  Operand a(in.address(), {16, 32}), b(out.address(), {16, 32});
  Outcome outcome = run(launcher, driver, a, b);
  EXPECT_EQ(outcome.status, TILERY_OK) << outcome.text;
  EXPECT_EQ(outcome.text, "");
  EXPECT_EQ(
      driver.log(),
      "cuCtxGetId(context=current, id=1)\n"
      "cuThreadExchangeStreamCaptureMode(mode=relaxed (2))\n"
      "cuModuleLoadDataEx(image=ptx, module=module#0)\n"
      "cuModuleGetFunction(module=module#0, name=add_one)\n"
      "cuFuncLoad(function=@add_one)\n"
      "cuFuncGetAttribute(function=@add_one, attribute=shared_size_bytes (1), "
      "value=0)\n"
      "cuFuncGetAttribute(function=@add_one, attribute=max_threads_per_block "
      "(0), value=1024)\n"
      "cuThreadExchangeStreamCaptureMode(mode=global (0))\n"
      "cuTensorMapEncodeTiled(map=map#0, type=f32 (7), rank=2, address=dev#0, "
      "dims=[32, 16], strides=[128], box=[32, 8], elementStrides=[1, 1], "
      "interleave=none (0), swizzle=none (0), l2Promotion=none (0), fill=zero "
      "(0))\n"
      "cuTensorMapEncodeTiled(map=map#1, type=f32 (7), rank=2, address=dev#1, "
      "dims=[32, 16], strides=[128], box=[32, 8], elementStrides=[1, 1], "
      "interleave=none (0), swizzle=none (0), l2Promotion=none (0), fill=zero "
      "(0))\n"
      "cuLaunchKernelEx(kernel=@add_one, grid=[2, 1, 1], block=[256, 1, 1], "
      "cluster=[1, 1, 1], sharedBytes=0, stream=default, flags=[], "
      "params=[map#0, map#1])\n");
}

TEST_F(RecordTest, LaterLaunchesAreTwoCallsAndTheEncodes) {
  Operand a(in.address(), {16, 32}), b(out.address(), {16, 32});
  run(launcher, driver, a, b);
  driver.clearLog();
  ASSERT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  std::string log = driver.log();
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 4) << log;
  EXPECT_NE(log.find("params=[map#2, map#3]"), std::string::npos) << log;
}

TEST_F(RecordTest, PaddedRowsAndViews) {
  // Rows of 32 in a pitch of 64; the view starts at the second row.
  Operand a(in.address(), {4, 32}), b(out.address(), {4, 32});
  a.strides = {64, 1};
  a.tensor.byte_offset = 256;
  ASSERT_EQ(run(launcher, driver, a, b).status, TILERY_OK);
  EXPECT_NE(driver.log().find("address=dev#0+256, dims=[32, 4], strides=[256]"),
            std::string::npos)
      << driver.log();
}

TEST_F(RecordTest, ClusterStreamAndFlags) {
  launcher.config.grid[0] = 4;
  launcher.config.cluster[0] = 2;
  TileryLaunchOptions options = {};
  options.flags = TILERY_LAUNCH_COOPERATIVE | TILERY_LAUNCH_PROGRAMMATIC;
  launcher.config.options = &options;
  cu::Stream stream;
  ASSERT_TRUE(device->createStream(stream).ok());
  Operand a(in.address(), {16, 32}), b(out.address(), {16, 32});
  ASSERT_EQ(run(launcher, driver, a, b, stream).status, TILERY_OK);
  EXPECT_NE(driver.log().find("grid=[4, 1, 1], block=[256, 1, 1], "
                              "cluster=[2, 1, 1], sharedBytes=0, "
                              "stream=stream#0, "
                              "flags=[cooperative, programmatic]"),
            std::string::npos)
      << driver.log();
}

TEST_F(RecordTest, ScalarAndPointerParams) {
  TileryParam params[] = {{TILERY_PARAM_POINTER, 8},
                          {TILERY_PARAM_INT, 4},
                          {TILERY_PARAM_FLOAT, 4},
                          {TILERY_PARAM_FLOAT, 8},
                          {TILERY_PARAM_FLOAT, 2}};
  launcher.kernel.params = params;
  launcher.kernel.numParams = 5;
  Operand a(in.address(), {16, 32}), b(out.address(), {16, 32});
  TileryValue args[2];
  args[0].tensor = a.get();
  args[1].tensor = b.get();
  TileryCall call;
  tilery_rt_init_call(&call);
  call.args = args;
  call.numArgs = 2;
  call.driver = &driver;
  TilerySymbol bound[1];
  tilery_rt_begin(&call, &launcher.function, bound);
  tilery_rt_checked(&call);
  launcher.config.grid[0] = 1;
  tilery_rt_prepare(&call, &launcher.kernel, &launcher.config);
  uint64_t pointer = out.address() + 16;
  int32_t integer = -7;
  float single = 0.5f;
  double wide = 1e100;
  uint16_t half = 0x3c00;
  void *values[] = {&pointer, &integer, &single, &wide, &half};
  tilery_rt_launch(&call, &launcher.kernel, &launcher.config, values);
  ASSERT_EQ(tilery_rt_end(&call), TILERY_OK);
  EXPECT_NE(driver.log().find("params=[dev#1+16, -7, 0.5, 1e+100, 0x3c00]"),
            std::string::npos)
      << driver.log();
}

TEST_F(RecordTest, SameTextOnEveryRun) {
  std::string logs[2];
  for (std::string &log : logs) {
    std::unique_ptr<Device> fresh = Device::open("record", status);
    AddOneLauncher again;
    Buffer x, y;
    ASSERT_TRUE(fresh->allocate(4096, x).ok());
    ASSERT_TRUE(fresh->allocate(4096, y).ok());
    Operand a(x.address(), {16, 32}), b(y.address(), {16, 32});
    ASSERT_EQ(run(again, fresh->driver(), a, b).status, TILERY_OK);
    log = fresh->recorder()->log();
  }
  EXPECT_EQ(logs[0], logs[1]);
}

TEST_F(RecordTest, CopiesWork) {
  std::vector<float> values(512), back(512);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(i);
  ASSERT_TRUE(in.copyFrom(values.data(), 2048).ok());
  ASSERT_TRUE(in.copyTo(back.data(), 2048).ok());
  EXPECT_EQ(values, back);
  ASSERT_TRUE(in.fill(0xff).ok());
  ASSERT_TRUE(in.copyTo(back.data(), 4, 1024).ok());
  uint32_t bits;
  memcpy(&bits, back.data(), 4);
  EXPECT_EQ(bits, 0xffffffffu);
  Status past = in.copyTo(back.data(), 8, 2044);
  EXPECT_EQ(past.code(), TILERY_BAD_ARGUMENT);
  EXPECT_EQ(past.message(), "expected a copy within the buffer's 2048 bytes, "
                            "got 8 from offset 2044");
}

} // namespace
