// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The simulator as a driver, with kernels written by hand.

#include "tilery/Runtime/Device.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace tilery;
using namespace tilery::runtime;

namespace {

/// Adds parameter 1 to element `thread` of parameter 0.
void addKernel(TilerySimThread *thread, const void *const *params) {
  int32_t *data = *static_cast<int32_t *const *>(params[0]);
  int32_t value = *static_cast<const int32_t *>(params[1]);
  int32_t *place = data + thread->linearThread + 32 * thread->blockIdx[0];
  tilery_sim_read_global(thread, place, 4, 4, 0);
  tilery_sim_write_global(thread, place, 4, 4, 0);
  *place += value;
}

void trapKernel(TilerySimThread *thread, const void *const *) {
  tilery_sim_trap(thread, "on purpose", 0);
}

constexpr TilerySimSite kSite = {"kernel.mlir", 3,  5, "memref.load",
                                 "x",           -1, 0, 0};
constexpr TilerySimParam kParams[] = {{TILERY_SIM_PARAM_POINTER, 8, "x"},
                                      {TILERY_SIM_PARAM_INT, 4, "n"}};

struct SimDriverTest : testing::Test {
  Status status;
  std::unique_ptr<Device> device = Device::open("sim", status);
  SimDriver &driver = *device->simulator();
  Buffer data;
  TilerySimKernel kernel = {};
  int32_t value = 5;
  cu::Module module = nullptr;
  cu::Function function = nullptr;

  void SetUp() override {
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_TRUE(device->allocate(64 * 4, data).ok());
    kernel.abi = TILERY_SIM_ABI_VERSION;
    kernel.name = "kernel";
    kernel.function = addKernel;
    kernel.block[0] = 32;
    kernel.block[1] = kernel.block[2] = 1;
    kernel.cluster[0] = kernel.cluster[1] = kernel.cluster[2] = 1;
    kernel.sites = &kSite;
    kernel.numSites = 1;
    kernel.params = kParams;
    kernel.numParams = 2;
  }

  cu::Result load() {
    sim::Image image = sim::makeImage(&kernel, /*frameBytes=*/64);
    cu::Result result =
        driver.moduleLoadDataEx(&module, &image, 0, nullptr, nullptr);
    return result == cu::Success
               ? driver.moduleGetFunction(&function, module, "kernel")
               : result;
  }

  cu::Result launch(cu::Stream stream = nullptr, unsigned threads = 32) {
    cu::LaunchConfig config = {2, 1, 1, threads, 1, 1, 0, stream, nullptr, 0};
    uint64_t address = data.address();
    void *params[] = {&address, &value};
    return driver.launchKernelEx(&config, function, params, nullptr);
  }

  std::vector<int32_t> read() {
    std::vector<int32_t> values(64);
    EXPECT_TRUE(data.copyTo(values.data(), 64 * 4).ok());
    return values;
  }
};

TEST_F(SimDriverTest, PlaysAnH200) {
  EXPECT_EQ(device->name(), "simulated H200");
  EXPECT_EQ(device->major(), 9);
  EXPECT_EQ(device->sharedLimit(), 232448);
  EXPECT_EQ(device->multiprocessors(), 132);
  EXPECT_EQ(device->recorder(), nullptr);
  EXPECT_TRUE(device->checkTarget("sm_90a").ok());
  EXPECT_FALSE(device->checkTarget("sm_100a").ok());
}

TEST_F(SimDriverTest, RunsKernels) {
  ASSERT_TRUE(data.fill(0).ok());
  ASSERT_EQ(load(), cu::Success);
  EXPECT_EQ(launch(), cu::Success);
  EXPECT_EQ(read(), std::vector<int32_t>(64, 5));
  SimResults results = driver.results();
  EXPECT_TRUE(results.isClean());
  EXPECT_EQ(results.launches, 1);
  EXPECT_EQ(results.statistics.threads, 64u);
  EXPECT_EQ(driver.log(), "");
}

TEST_F(SimDriverTest, RefusesWhatIsNoImage) {
  EXPECT_EQ(
      driver.moduleLoadDataEx(&module, ".version 8.0", 0, nullptr, nullptr),
      cu::InvalidImage);
  kernel.abi = TILERY_SIM_ABI_VERSION + 1;
  EXPECT_EQ(load(), cu::InvalidImage);
  kernel.abi = TILERY_SIM_ABI_VERSION;
  sim::Image other = sim::makeImage(&kernel, 0);
  other.process ^= 1;
  EXPECT_EQ(driver.moduleLoadDataEx(&module, &other, 0, nullptr, nullptr),
            cu::InvalidImage);
  ASSERT_EQ(load(), cu::Success);
  EXPECT_EQ(driver.moduleGetFunction(&function, module, "other"), cu::NotFound);
  EXPECT_EQ(launch(nullptr, /*threads=*/64), cu::InvalidValue);
}

TEST_F(SimDriverTest, MemoryIsUninitialised) {
  // Memory that nobody wrote; the first 32 elements are written.
  std::vector<int32_t> zeros(32, 0);
  ASSERT_TRUE(data.copyFrom(zeros.data(), 32 * 4).ok());
  driver.nameMemory(data.address(), "x");
  ASSERT_EQ(load(), cu::Success);
  EXPECT_EQ(launch(), cu::Success);
  SimResults results = driver.takeResults();
  ASSERT_EQ(results.findings.size(), 1u);
  EXPECT_EQ(results.findings[0].kind, sim::FindingKind::UninitialisedRead);
  EXPECT_EQ(results.findings[0].count, 32u);
  EXPECT_EQ(results.findings[0].place.line, 3u);
  EXPECT_FALSE(results.isClean());
  EXPECT_EQ(driver.results().launches, 0);

  // What the first launch wrote is written, until it is forgotten.
  EXPECT_EQ(launch(), cu::Success);
  EXPECT_TRUE(driver.takeResults().isClean());
  driver.forgetContents(data.address());
  EXPECT_EQ(launch(), cu::Success);
  EXPECT_EQ(driver.takeResults().findings.size(), 1u);
}

TEST_F(SimDriverTest, FindingsOfLaunchesAreMerged) {
  ASSERT_EQ(load(), cu::Success);
  EXPECT_EQ(launch(), cu::Success);
  driver.forgetContents(data.address());
  EXPECT_EQ(launch(), cu::Success);
  SimResults results = driver.results();
  ASSERT_EQ(results.findings.size(), 1u);
  EXPECT_EQ(results.findings[0].count, 128u);
  EXPECT_EQ(results.launches, 2);
}

TEST_F(SimDriverTest, FaultBreaksTheContext) {
  kernel.function = trapKernel;
  ASSERT_EQ(load(), cu::Success);
  // As on a device, the launch itself succeeds.
  EXPECT_EQ(launch(), cu::Success);
  EXPECT_EQ(driver.ctxSynchronize(), cu::IllegalInstruction);
  EXPECT_EQ(launch(), cu::IllegalInstruction);
  Status failed = device->synchronize();
  EXPECT_EQ(failed.code(), TILERY_CONTEXT_FAILED);
  SimResults results = driver.results();
  EXPECT_FALSE(results.isComplete);
  ASSERT_FALSE(results.findings.empty());
  EXPECT_EQ(results.findings[0].kind, sim::FindingKind::Trap);
}

TEST_F(SimDriverTest, GraphsRunWhenTheyAreLaunched) {
  ASSERT_TRUE(data.fill(0).ok());
  ASSERT_EQ(load(), cu::Success);
  cu::Stream stream = nullptr;
  ASSERT_TRUE(device->createStream(stream).ok());
  CapturedGraph graph;
  ASSERT_TRUE(device
                  ->capture(
                      [&] {
                        EXPECT_EQ(launch(stream), cu::Success);
                        EXPECT_EQ(
                            driver.memsetD8Async(data.address(), 1, 4, stream),
                            cu::StreamCaptureUnsupported);
                        return Status();
                      },
                      stream, graph)
                  .ok());
  EXPECT_EQ(driver.results().launches, 0);
  // The parameters are those of the capture.
  value = 100;
  EXPECT_TRUE(graph.launch(stream).ok());
  EXPECT_TRUE(graph.launch(stream).ok());
  EXPECT_EQ(read(), std::vector<int32_t>(64, 10));
  EXPECT_EQ(driver.results().launches, 2);
  EXPECT_TRUE(device->destroyStream(stream).ok());
}

TEST_F(SimDriverTest, EncodesMaps) {
  alignas(64) cu::TensorMap map;
  uint64_t dims[] = {32, 2}, strides[] = {128};
  uint32_t box[] = {32, 2}, steps[] = {1, 1};
  auto encode = [&](uint64_t pitch) {
    strides[0] = pitch;
    return driver.tensorMapEncodeTiled(&map, 7, 2, data.data(), dims, strides,
                                       box, steps, 0, 0, 0, 0);
  };
  EXPECT_EQ(encode(128), cu::Success);
  // A stride that is no multiple of 16 bytes, by the rule table.
  EXPECT_EQ(encode(132), cu::InvalidValue);
}

} // namespace
