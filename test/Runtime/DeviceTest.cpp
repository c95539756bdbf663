// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The driver library, the failing double's script, and devices by name.

#include "tilery/Runtime/Device.h"
#include "tilery/Runtime/FakeDriver.h"
#include "tilery/Runtime/MachineDriver.h"
#include "tilery/Runtime/Symbols.h"

#include <gtest/gtest.h>

#include <set>

using namespace tilery::runtime;

namespace {

TEST(DriverTest, MissingLibrary) {
  Status status;
  EXPECT_EQ(openDriver("libtilery_no_such_driver.so.1", status), nullptr);
  EXPECT_EQ(status.code(), TILERY_DRIVER_MISSING);
  EXPECT_EQ(status.message().find("no CUDA driver: expected "
                                  "libtilery_no_such_driver.so.1, got '"),
            0u)
      << status.message();
  EXPECT_NE(status.message().find("install the NVIDIA driver, or use the "
                                  "device 'record'"),
            std::string::npos);
}

TEST(DriverTest, LibraryWithoutTheFunctions) {
  Status status;
  EXPECT_EQ(openDriver("libm.so.6", status), nullptr);
  EXPECT_EQ(status.code(), TILERY_DRIVER_TOO_OLD);
  EXPECT_EQ(status.message(),
            "expected a driver of CUDA 12.0 or newer, got libm.so.6, which has "
            "no cuCtxGetId; update the NVIDIA driver");
}

// Whether or not this machine has one, the answer is the same each time.
TEST(DriverTest, MachinesDriver) {
  Status first, second;
  Driver *driver = cudaDriver(&first);
  EXPECT_EQ(driver, cudaDriver(&second));
  EXPECT_EQ(driver != nullptr, first.ok());
  EXPECT_EQ(first.message(), second.message());
}

TEST(DriverTest, FunctionsThatADriverLacks) {
  Driver none;
  EXPECT_EQ(none.init(0), cu::NotSupported);
  EXPECT_EQ(none.ctxSynchronize(), cu::NotSupported);
  EXPECT_EQ(describeResult(none, cu::IllegalAddress), "CUDA error (700)");
}

TEST(DriverTest, Classes) {
  EXPECT_TRUE(isStickyError(cu::IllegalAddress));
  EXPECT_TRUE(isStickyError(cu::IllegalInstruction));
  EXPECT_FALSE(isStickyError(cu::InvalidValue));
  EXPECT_FALSE(isStickyError(cu::LaunchOutOfResources));
  EXPECT_EQ(statusOf(cu::Success), TILERY_OK);
  EXPECT_EQ(statusOf(cu::OutOfMemory), TILERY_OUT_OF_MEMORY);
  EXPECT_EQ(statusOf(cu::InvalidPtx, TILERY_MODULE_FAILED),
            TILERY_MODULE_FAILED);
  EXPECT_EQ(statusOf(cu::Assert), TILERY_CONTEXT_FAILED);
}

TEST(DriverTest, LauncherSymbolsAreDistinct) {
  std::set<std::string> names;
  std::set<void *> addresses;
  for (const Symbol &symbol : launcherSymbols()) {
    names.insert(symbol.name);
    addresses.insert(symbol.address);
  }
  EXPECT_EQ(names.size(), 19u);
  EXPECT_EQ(addresses.size(), 19u);
  EXPECT_TRUE(names.count("tilery_rt_encode_map"));
}

TEST(FakeDriverTest, Script) {
  Status status;
  auto driver =
      FakeDriver::parse("cc=8.6,driver=12.4,count=2,memory=4096,shared=101376,"
                        "fail=cuMemAlloc:2,fail=cuStreamCreate:801",
                        {}, status);
  ASSERT_TRUE(driver) << status.message();
  int value = 0;
  driver->driverGetVersion(&value);
  EXPECT_EQ(value, 12040);
  driver->deviceGetAttribute(&value, cu::ComputeCapabilityMinor, 0);
  EXPECT_EQ(value, 6);
  driver->deviceGetCount(&value);
  EXPECT_EQ(value, 2);
  cu::DevicePtr pointer;
  EXPECT_EQ(driver->memAlloc(&pointer, 16), cu::OutOfMemory);
  cu::Stream stream;
  EXPECT_EQ(driver->streamCreate(&stream, 0), cu::NotSupported);
  EXPECT_NE(driver->log().find("cuMemAlloc(bytes=16) -> "
                               "CUDA_ERROR_OUT_OF_MEMORY (2)"),
            std::string::npos);
}

TEST(FakeDriverTest, BadScripts) {
  for (const char *script :
       {"cc", "cc=9", "cc=9.x", "cc=100.0", "fail=cuInit", "fail=cuInit:x",
        "memory=-1", "memory=99999999999999999999", "broken=a", "nonsense=1",
        "=", "count=65"}) {
    Status status;
    EXPECT_EQ(FakeDriver::parse(script, {}, status), nullptr) << script;
    EXPECT_EQ(status.code(), TILERY_BAD_ARGUMENT) << script;
    EXPECT_NE(status.message().find(std::string("got '") + script + "'"),
              std::string::npos)
        << status.message();
  }
}

TEST(FakeDriverTest, MachineWithoutDriver) {
  Status status;
  EXPECT_EQ(Device::open("fake:driver=none", status), nullptr);
  EXPECT_EQ(status.code(), TILERY_DRIVER_MISSING);
  EXPECT_EQ(
      status.message(),
      "no CUDA driver: expected libcuda.so.1, got 'no such file'; install "
      "the NVIDIA driver, or use the device 'record'");
}

TEST(FakeDriverTest, FailuresSkipAndEnd) {
  FakeDriver driver;
  driver.fail("cuCtxSynchronize", cu::Unknown, 1, true);
  EXPECT_EQ(driver.ctxSynchronize(), cu::Success);
  EXPECT_EQ(driver.ctxSynchronize(), cu::Unknown);
  EXPECT_EQ(driver.ctxSynchronize(), cu::Success);
  EXPECT_EQ(driver.count("cuCtxSynchronize"), 3);
}

TEST(DeviceTest, Names) {
  for (const char *name :
       {"", "cuda:", "cuda:x", "cuda:-1", "cuda:99999", "gpu", "records"}) {
    Status status;
    EXPECT_EQ(Device::open(name, status), nullptr);
    EXPECT_EQ(status.code(), TILERY_BAD_ARGUMENT) << name;
    EXPECT_EQ(
        status.message(),
        std::string("expected cuda, cuda:N, sim, record or fake:SCRIPT as "
                    "the device, got '") +
            name + "'");
  }
}

TEST(DeviceTest, RecordedLimits) {
  Status status;
  std::vector<std::string> lines;
  auto device = Device::open("record", status,
                             [&](const std::string &s) { lines.push_back(s); });
  ASSERT_TRUE(device) << status.message();
  EXPECT_EQ(device->name(), "recorded H200");
  EXPECT_EQ(device->major(), 9);
  EXPECT_EQ(device->minor(), 0);
  EXPECT_EQ(device->sharedLimit(), 232448);
  EXPECT_EQ(device->multiprocessors(), 132);
  EXPECT_EQ(device->driverVersion(), 13000);
  EXPECT_EQ(device->ordinal(), 0);
  EXPECT_EQ(lines.back(), "cuCtxSetCurrent(context=primary(cuda:0))");
}

// Decided before anything is allocated.
TEST(DeviceTest, TargetGate) {
  Status status;
  auto ampere = Device::open("fake:cc=8.0", status);
  ASSERT_TRUE(ampere) << status.message();
  status = ampere->checkTarget("sm_90a");
  EXPECT_EQ(status.code(), TILERY_DEVICE_UNSUPPORTED);
  EXPECT_EQ(status.message(),
            "expected a device of compute capability 9.0 or above, which the "
            "Tensor Memory Accelerator and this sm_90a code need, got 8.0 "
            "(cuda:0, fake device)");
  EXPECT_EQ(ampere->recorder()->count("cuMemAlloc"), 0);

  auto blackwell = Device::open("fake:cc=10.0", status);
  EXPECT_EQ(blackwell->checkTarget("sm_90a").code(), TILERY_DEVICE_UNSUPPORTED);
  EXPECT_TRUE(blackwell->checkTarget("sm_90").ok());
  EXPECT_EQ(blackwell->checkTarget("sm_90", true).code(),
            TILERY_DEVICE_UNSUPPORTED);
  EXPECT_TRUE(blackwell->checkTarget("sm_100a").ok());
  EXPECT_TRUE(blackwell->checkTarget("sm_100f").ok());
  for (const char *target : {"", "sm", "sm_", "sm_9", "sm_foo", "sm_90x",
                             "sm_90aa", "sm_1000", "compute_90"})
    EXPECT_EQ(blackwell->checkTarget(target).code(), TILERY_BAD_ARGUMENT)
        << target;
}

TEST(DeviceTest, OutOfMemoryNamesBothNumbers) {
  Status status;
  auto device = Device::open("fake:memory=4096", status);
  Buffer first, second;
  ASSERT_TRUE(device->allocate(4000, first).ok());
  status = device->allocate(200, second);
  EXPECT_EQ(status.code(), TILERY_OUT_OF_MEMORY);
  EXPECT_EQ(status.message(),
            "expected 200 bytes of device memory, got 96 free "
            "of 4096 on cuda:0 (recorded H200)");
  first = Buffer();
  EXPECT_TRUE(device->allocate(200, second).ok());
  EXPECT_TRUE(device->allocate(0, first).ok());
  EXPECT_EQ(first.data(), nullptr);
}

TEST(DeviceTest, FaultedKernel) {
  Status status;
  auto device = Device::open("fake:broken=715", status);
  ASSERT_TRUE(device) << status.message();
  status = device->synchronize();
  EXPECT_EQ(status.code(), TILERY_CONTEXT_FAILED);
  EXPECT_EQ(status.message(),
            "a kernel or copy on cuda:0 (recorded H200) failed while it ran: "
            "CUDA_ERROR_ILLEGAL_INSTRUCTION (715): illegal instruction, said "
            "cuCtxSynchronize; usual causes: an inner coordinate that is no "
            "multiple of 16 bytes, a negative coordinate of a store, a "
            "reduction that the element type does not have");
}

TEST(DeviceTest, TimeAndCapture) {
  Status status;
  auto device = Device::open("record", status);
  double milliseconds = -1;
  int calls = 0;
  status = device->time(
      [&] {
        ++calls;
        return Status();
      },
      nullptr, milliseconds);
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(milliseconds, 0);
  EXPECT_EQ(device->recorder()->count("cuEventDestroy"), 2);
  CapturedGraph graph;
  EXPECT_EQ(graph.launch().code(), TILERY_BAD_ARGUMENT);
  status = device->capture([] { return Status(); }, nullptr, graph);
  EXPECT_EQ(status.code(), TILERY_DRIVER_ERROR) << "the default stream";
  cu::Stream stream;
  ASSERT_TRUE(device->createStream(stream).ok());
  Status inner(TILERY_BAD_ARGUMENT, "from within");
  EXPECT_EQ(device->capture([&] { return inner; }, stream, graph).message(),
            "from within");
  EXPECT_TRUE(device->capture([] { return Status(); }, stream, graph).ok());
}

} // namespace
