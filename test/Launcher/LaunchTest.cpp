// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a launch refuses, what it skips, and what it makes of a driver's errors.

#include "AddOneLauncher.h"
#include "tilery/Runtime/FakeDriver.h"

#include <gtest/gtest.h>

using namespace tilery::runtime;
using namespace tilery::runtime::test;

namespace {

struct LaunchTest : testing::Test {
  std::unique_ptr<FakeDriver> driver = std::make_unique<FakeDriver>();
  AddOneLauncher launcher;
  Operand a{0x1000, {16, 32}}, b{0x2000, {16, 32}};

  void play(const std::string &script) {
    Status status;
    driver = FakeDriver::parse(script, {}, status);
    ASSERT_TRUE(driver) << status.message();
  }
  void expectFault(int32_t status, const std::string &text) {
    Outcome outcome = run(launcher, *driver, a, b);
    EXPECT_EQ(outcome.status, status);
    EXPECT_EQ(outcome.faults, 1);
    EXPECT_EQ(outcome.text, text);
    EXPECT_EQ(driver->log().find("params=[map#0"), std::string::npos);
  }
};

//===----------------------------------------------------------------------===//
// Empty tensors
//===----------------------------------------------------------------------===//

TEST_F(LaunchTest, NothingToWriteLaunchesNothing) {
  a.shape[0] = b.shape[0] = 0;
  a.tensor.data = b.tensor.data = nullptr;
  Outcome outcome = run(launcher, *driver, a, b);
  EXPECT_EQ(outcome.status, TILERY_OK) << outcome.text;
  EXPECT_EQ(driver->log(), "");
}

TEST_F(LaunchTest, EmptyInputOfANonEmptyOutput) {
  launcher.tensor.symbols = nullptr;
  launcher.config.grid[0] = 2;
  a.shape[0] = 0;
  expectFault(
      TILERY_BAD_LAUNCH,
      "kernel 'add_one': expected a non-empty A, got shape [0, 32]; the "
      "kernel would leave B, which is not empty, unwritten");
}

TEST_F(LaunchTest, EmptyOutputOfANonEmptyInput) {
  launcher.tensor.symbols = nullptr;
  b.shape[0] = 0;
  EXPECT_EQ(run(launcher, *driver, a, b).status, TILERY_OK);
  EXPECT_EQ(driver->count("cuLaunchKernelEx"), 0);
}

//===----------------------------------------------------------------------===//
// Grid, cluster, shared memory
//===----------------------------------------------------------------------===//

TEST_F(LaunchTest, GridLimits) {
  launcher.config.grid[0] = int64_t(1) << 31;
  expectFault(TILERY_BAD_LAUNCH, "kernel 'add_one': expected a grid of 1 to "
                                 "2147483647 blocks along x, got 2147483648");
  launcher.config.grid[0] = 1;
  launcher.config.grid[2] = 65536;
  expectFault(TILERY_BAD_LAUNCH, "kernel 'add_one': expected a grid of 1 to "
                                 "65535 blocks along z, got 65536");
}

TEST_F(LaunchTest, ClusterDividesTheGrid) {
  launcher.config.grid[0] = 5;
  launcher.config.cluster[0] = 2;
  expectFault(TILERY_BAD_LAUNCH,
              "kernel 'add_one': expected a cluster that divides the grid, 5 "
              "blocks along x, got 2");
  launcher.config.cluster[0] = 0;
  expectFault(TILERY_BAD_LAUNCH,
              "kernel 'add_one': expected a cluster that divides the grid, 5 "
              "blocks along x, got 0");
}

TEST_F(LaunchTest, LargeClustersNeedAnAttribute) {
  launcher.config.grid[0] = 32;
  launcher.config.cluster[0] = 16;
  ASSERT_EQ(run(launcher, *driver, a, b).status, TILERY_OK);
  ASSERT_EQ(run(launcher, *driver, a, b).status, TILERY_OK);
  EXPECT_EQ(driver->count("cuFuncSetAttribute"), 1);
  EXPECT_NE(driver->log().find("non_portable_cluster_size_allowed (14), "
                               "value=1"),
            std::string::npos);
  launcher.config.cluster[0] = 32;
  Outcome outcome = run(launcher, *driver, a, b);
  EXPECT_EQ(outcome.text, "kernel 'add_one': expected a cluster of at most 16 "
                          "blocks (8 portably), got 32");
}

// Below 48 KiB nothing is asked for; at 48 KiB and above once a size.
TEST_F(LaunchTest, OptInSharedMemory) {
  auto attributesFor = [&](int64_t bytes) {
    launcher.config.dynamicShared = bytes;
    int before = driver->count("cuFuncSetAttribute");
    EXPECT_EQ(run(launcher, *driver, a, b).status, TILERY_OK);
    return driver->count("cuFuncSetAttribute") - before;
  };
  EXPECT_EQ(attributesFor(49151), 0);
  EXPECT_EQ(attributesFor(49152), 1);
  EXPECT_EQ(attributesFor(49152), 0);
  EXPECT_EQ(attributesFor(232448), 1);
  EXPECT_EQ(attributesFor(100000), 0) << "a smaller size is covered";
  EXPECT_NE(driver->log().find("max_dynamic_shared_size_bytes (8), "
                               "value=232448"),
            std::string::npos);
}

TEST_F(LaunchTest, TooMuchSharedMemoryNamesBothNumbers) {
  launcher.config.dynamicShared = 232449;
  expectFault(
      TILERY_BAD_LAUNCH,
      "kernel 'add_one': expected at most 232448 bytes of shared memory "
      "a block (cuda:0, recorded H200), got 232449: 0 static and 232449 "
      "dynamic; use smaller boxes or fewer stages");
  EXPECT_EQ(driver->count("cuFuncSetAttribute"), 0);
  launcher.config.dynamicShared = -1;
  expectFault(TILERY_BAD_LAUNCH,
              "kernel 'add_one': expected 0 or more bytes of "
              "dynamic shared memory, got -1");
}

TEST_F(LaunchTest, BlockBeyondTheRegisters) {
  launcher.kernel.block[0] = 1056;
  expectFault(TILERY_BAD_LAUNCH,
              "kernel 'add_one': expected a block of 1 to 1024 threads (what "
              "its registers allow on cuda:0, recorded H200), got 1056");
  EXPECT_EQ(driver->count("cuModuleUnload"), 1);
}

//===----------------------------------------------------------------------===//
// Devices and drivers
//===----------------------------------------------------------------------===//

TEST_F(LaunchTest, OlderDevice) {
  play("cc=8.0");
  expectFault(TILERY_DEVICE_UNSUPPORTED,
              "expected a device of compute capability 9.0 or above, which the "
              "Tensor Memory Accelerator and this sm_90a code need, got 8.0 "
              "(cuda:0, fake device)");
  EXPECT_EQ(driver->count("cuModuleLoadDataEx"), 0);
}

TEST_F(LaunchTest, ArchitectureSpecificCodeOnANewerDevice) {
  play("cc=10.0");
  expectFault(TILERY_DEVICE_UNSUPPORTED,
              "sm_90a code runs on compute capability 9.0 alone, got a device "
              "of 10.0 (cuda:0, fake device)");
  // Plain PTX is compiled for later devices by the driver; machine code is not.
  launcher.code.target = "sm_90";
  launcher.code.targetFlags = 0;
  EXPECT_EQ(run(launcher, *driver, a, b).status, TILERY_OK);
  AddOneLauncher cubin;
  cubin.image = "\177ELF...";
  cubin.code.data = cubin.image.data();
  cubin.code.target = "sm_90";
  cubin.code.targetFlags = 0;
  Outcome outcome = run(cubin, *driver, a, b);
  EXPECT_EQ(outcome.status, TILERY_DEVICE_UNSUPPORTED);
  EXPECT_EQ(
      outcome.text,
      "sm_90 code runs on compute capability 9.0 and later ones of that "
      "major version, as machine code, got a device of 10.0 (cuda:0, fake "
      "device)");
}

TEST_F(LaunchTest, NewerTargets) {
  launcher.code.target = "sm_100";
  launcher.code.targetFlags = 0;
  launcher.code.major = 10;
  expectFault(TILERY_DEVICE_UNSUPPORTED,
              "sm_100 code runs on compute capability 10.0 and above, got a "
              "device of 9.0 (cuda:0, recorded H200)");
  play("cc=10.3");
  launcher.code.target = "sm_100f";
  launcher.code.targetFlags = TILERY_TARGET_FAMILY;
  EXPECT_EQ(run(launcher, *driver, a, b).status, TILERY_OK);
  play("cc=12.0");
  expectFault(TILERY_DEVICE_UNSUPPORTED,
              "sm_100f code runs on compute capability 10.0 and the later ones "
              "of its family, got a device of 12.0 (cuda:0, fake device)");
}

TEST_F(LaunchTest, OldDriver) {
  play("driver=11.4");
  expectFault(TILERY_DRIVER_TOO_OLD,
              "expected a driver of CUDA 12.0 or newer, got one of CUDA 11.4; "
              "update the NVIDIA driver");
}

TEST_F(LaunchTest, NoDevice) {
  driver->fail("cuInit", cu::NoDevice);
  expectFault(TILERY_DEVICE_UNSUPPORTED,
              "expected a device of compute capability 9.0 or above, got none: "
              "CUDA_ERROR_NO_DEVICE (100): no CUDA-capable device");
}

TEST_F(LaunchTest, StubLibrary) {
  driver->fail("cuInit", cu::StubLibrary);
  expectFault(TILERY_DRIVER_MISSING,
              "expected the NVIDIA driver's libcuda.so.1, got the toolkit's "
              "stub; take its folder out of the library path");
}

TEST_F(LaunchTest, MissingOrdinal) {
  a.tensor.device.id = b.tensor.device.id = 3;
  expectFault(TILERY_BAD_ARGUMENT, "no device cuda:3: expected one of the "
                                   "machine's 1, numbered from 0");
}

TEST_F(LaunchTest, ForkedProcess) {
  driver->fail("cuCtxGetCurrent", cu::NotInitialized);
  expectFault(TILERY_DRIVER_ERROR,
              "cuCtxGetCurrent: CUDA_ERROR_NOT_INITIALIZED (3): the driver is "
              "not initialised; a process that was forked after the driver's "
              "first use cannot use it: start it anew instead");
}

TEST_F(LaunchTest, ModuleRefused) {
  driver->fail("cuModuleLoadDataEx", cu::InvalidPtx);
  expectFault(TILERY_MODULE_FAILED,
              "the driver refused the code of kernel 'add_one' (sm_90a, PTX): "
              "CUDA_ERROR_INVALID_PTX (218): PTX compilation failed");
}

TEST_F(LaunchTest, PtxNewerThanTheDriver) {
  play("driver=12.6,fail=cuModuleLoadDataEx:222");
  launcher.image = "//\n.version 8.6\n.target sm_90a";
  launcher.code.data = launcher.image.c_str();
  expectFault(
      TILERY_MODULE_FAILED,
      "the driver refused the code of kernel 'add_one' (sm_90a, PTX): "
      "CUDA_ERROR_UNSUPPORTED_PTX_VERSION (222): the PTX version is not "
      "supported; expected PTX 8.5 or older (the driver is of CUDA "
      "12.6), got PTX 8.6; compile for an older PTX version, or update "
      "the driver");
}

TEST_F(LaunchTest, KernelNotInItsModule) {
  driver->fail("cuModuleGetFunction", cu::NotFound);
  expectFault(TILERY_MODULE_FAILED, "no kernel 'add_one' in its module: "
                                    "CUDA_ERROR_NOT_FOUND (500): symbol not "
                                    "found");
  EXPECT_EQ(driver->count("cuModuleUnload"), 1);
}

// A failed load is not remembered: the next launch tries again.
TEST_F(LaunchTest, OutOfMemoryOnLoad) {
  driver->fail("cuModuleLoadDataEx", cu::OutOfMemory, 0, true);
  expectFault(TILERY_OUT_OF_MEMORY,
              "the driver refused the code of kernel 'add_one' (sm_90a, PTX): "
              "CUDA_ERROR_OUT_OF_MEMORY (2): out of memory");
  EXPECT_EQ(run(launcher, *driver, a, b).status, TILERY_OK);
}

TEST_F(LaunchTest, LaunchFails) {
  driver->fail("cuLaunchKernelEx", cu::LaunchOutOfResources);
  Outcome outcome = run(launcher, *driver, a, b);
  EXPECT_EQ(outcome.status, TILERY_LAUNCH_FAILED);
  EXPECT_EQ(
      outcome.text,
      "the launch of kernel 'add_one' failed: "
      "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (701): too many resources "
      "requested; grid [2, 1, 1], block [256, 1, 1], cluster [1, 1, 1], 0 "
      "bytes of dynamic shared memory");
}

TEST_F(LaunchTest, EarlierFaultSeenByTheLaunch) {
  driver->fail("cuLaunchKernelEx", cu::IllegalInstruction);
  Outcome outcome = run(launcher, *driver, a, b);
  EXPECT_EQ(outcome.status, TILERY_CONTEXT_FAILED);
  EXPECT_NE(outcome.text.find("the context had already failed before this "
                              "launch: CUDA_ERROR_ILLEGAL_INSTRUCTION (715)"),
            std::string::npos);
}

TEST_F(LaunchTest, StatusTexts) {
  for (int32_t status = TILERY_OK; status <= TILERY_ABI_MISMATCH; ++status)
    EXPECT_STRNE(tilery_rt_status_text(status), "unknown status") << status;
  EXPECT_STREQ(tilery_rt_status_text(-1), "unknown status");
}

} // namespace
