// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Program.h"

#include "tilery/Runtime/MachineDriver.h"

#include <cstring>

using namespace tilery;
using namespace tilery::capi;

static runtime::Status getDevice(int32_t ordinal, TileryDeviceInfo &info) {
  namespace cu = runtime::cu;
  runtime::Status status;
  runtime::Driver *driver = runtime::cudaDriver(&status);
  if (!driver)
    return status;
  auto fail = [&](cu::Result result, const char *function) {
    return runtime::Status(runtime::statusOf(result),
                           std::string(function) + ": " +
                               runtime::describeResult(*driver, result));
  };
  if (cu::Result result = driver->init(0); result != cu::Success)
    return fail(result, "cuInit");
  cu::Device device;
  if (cu::Result result = driver->deviceGet(&device, ordinal);
      result != cu::Success)
    return fail(result, "cuDeviceGet");
  int major = 0, minor = 0;
  if (cu::Result result = driver->deviceGetAttribute(
          &major, cu::ComputeCapabilityMajor, device);
      result != cu::Success)
    return fail(result, "cuDeviceGetAttribute");
  if (cu::Result result = driver->deviceGetAttribute(
          &minor, cu::ComputeCapabilityMinor, device);
      result != cu::Success)
    return fail(result, "cuDeviceGetAttribute");
  if (cu::Result result =
          driver->deviceGetName(info.name, sizeof(info.name), device);
      result != cu::Success)
    return fail(result, "cuDeviceGetName");
  if (major < 9)
    return runtime::Status(
        TILERY_DEVICE_UNSUPPORTED,
        "expected a device of compute capability 9.0 or above, got " +
            std::string(info.name) + " of " + std::to_string(major) + "." +
            std::to_string(minor));
  copyText("sm_" + std::to_string(major * 10 + minor) + "a", info.target,
           sizeof(info.target));
  info.ordinal = ordinal;
  driver->driverGetVersion(&info.driverVersion);
  return runtime::Status();
}

int32_t tileryGetDevice(int32_t ordinal, TileryDeviceInfo *info, char *error,
                        size_t errorSize) {
  return guarded([&]() -> int32_t {
    *info = {};
    runtime::Status status = getDevice(ordinal, *info);
    if (!status.ok())
      copyText(status.message(), error, errorSize);
    return status.code();
  });
}
