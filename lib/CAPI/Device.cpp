// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Handle.h"
#include "SimOptions.h"

#include "tilery/Runtime/MachineDriver.h"

using namespace tilery;
using namespace tilery::capi;

/// Bytes of the structs in their first versions.
static constexpr size_t firstOptionsSize = sizeof(TileryDeviceOptions);
static constexpr size_t firstInfoSize = sizeof(TileryDeviceInfo);
static constexpr size_t nameSize = sizeof(TileryDeviceInfo::name);

/// The target of a compute capability: "sm_90a".
static void setCapability(TileryDeviceInfo &info, int32_t major,
                          int32_t minor) {
  info.major = major;
  info.minor = minor;
  copyText("sm_" + std::to_string(major * 10 + minor) + "a", info.target,
           sizeof(info.target));
}

static int32_t checkInfoSize(const TileryDeviceInfo *info) {
  if (!info)
    return failNull("a place for what the device is");
  if (info->structSize < firstInfoSize ||
      info->structSize > sizeof(TileryDeviceInfo))
    return failSize("TileryDeviceInfo", firstInfoSize, sizeof(TileryDeviceInfo),
                    info->structSize);
  return TILERY_OK;
}

/// A GPU, without a context on it.
static runtime::Status getDevice(int32_t ordinal, TileryDeviceInfo &info) {
  namespace cu = runtime::cu;
  runtime::Status status;
  runtime::Driver *driver = runtime::cudaDriver(&status);
  if (!driver)
    return status;
  auto check = [&](cu::Result result, const char *function) {
    if (result != cu::Success && status.ok())
      status = runtime::Status(runtime::statusOf(result),
                               std::string(function) + ": " +
                                   runtime::describeResult(*driver, result));
    return status.ok();
  };
  cu::Device device = 0;
  if (!check(driver->init(0), "cuInit") ||
      !check(driver->deviceGet(&device, ordinal), "cuDeviceGet"))
    return status;
  int major = 0, minor = 0;
  const struct {
    int *place;
    cu::DeviceAttribute attribute;
  } wanted[] = {{&major, cu::ComputeCapabilityMajor},
                {&minor, cu::ComputeCapabilityMinor},
                {&info.sharedLimit, cu::MaxSharedMemoryPerBlockOptin},
                {&info.multiprocessors, cu::MultiprocessorCount}};
  for (const auto &want : wanted)
    if (!check(driver->deviceGetAttribute(want.place, want.attribute, device),
               "cuDeviceGetAttribute"))
      return status;
  if (!check(driver->deviceGetName(info.name, nameSize, device),
             "cuDeviceGetName") ||
      !check(driver->driverGetVersion(&info.driverVersion),
             "cuDriverGetVersion"))
    return status;
  if (major < 9)
    return runtime::Status(
        TILERY_DEVICE_UNSUPPORTED,
        "expected a device of compute capability 9.0 or above, got " +
            std::string(info.name) + " of " + std::to_string(major) + "." +
            std::to_string(minor));
  setCapability(info, major, minor);
  info.ordinal = ordinal;
  info.kind = TILERY_DEVICE_IS_CUDA;
  info.tensorDevice = TILERY_DEVICE_CUDA;
  return runtime::Status();
}

int32_t tileryGetDevice(int32_t ordinal, TileryDeviceInfo *info, char *error,
                        size_t errorSize) {
  return guarded([&]() -> int32_t {
    int32_t status = checkInfoSize(info);
    if (status == TILERY_OK) {
      TileryDeviceInfo found = {};
      status = finish(getDevice(ordinal, found));
      writeStruct(found, info->structSize, info);
    }
    if (status != TILERY_OK)
      copyText(getLastError().text, error, errorSize);
    return status;
  });
}

//===----------------------------------------------------------------------===//
// Devices that were opened
//===----------------------------------------------------------------------===//

/// The device whose context was last made current on this thread here.
static thread_local uint64_t currentDevice = 0;

void TileryDeviceHandle::markCurrent() { currentDevice = serial; }

runtime::Status TileryDeviceHandle::enter() {
  // Others may have changed what is current on a device; a recorder would write
  // each call down.
  if (device->recorder() && currentDevice == serial)
    return runtime::Status();
  runtime::Status status = device->makeCurrent();
  if (status.ok())
    markCurrent();
  return status;
}

int32_t tileryOpenDevice(const TileryDeviceOptions *given,
                         TileryDeviceHandle **device) {
  return guarded([&]() -> int32_t {
    if (!device)
      return failNull("a place for the device");
    *device = nullptr;
    TileryDeviceOptions options = {};
    if (int32_t status =
            readStruct(given, "TileryDeviceOptions", firstOptionsSize, options))
      return status;
    std::string name = options.name ? options.name : "cuda";
    sim::Options simulator;
    if (int32_t status = readSimOptions(options.simulator, simulator))
      return status;
    bool isSimulator = name == "sim";
    runtime::RecordDriver::Sink output;
    if (options.output)
      output = [write = options.output, user = options.user,
                isSimulator](std::string text) {
        if (!isSimulator)
          text += "\n"; // lines come without
        write(user, text.c_str(), text.size());
      };
    runtime::Status status;
    auto made = std::make_unique<TileryDeviceHandle>();
    made->device =
        isSimulator ? runtime::Device::openSimulator(simulator, status, output)
                    : runtime::Device::open(name, status, output);
    if (!made->device)
      return finish(status);
    static std::atomic<uint64_t> lastSerial{0};
    made->serial = ++lastSerial;
    made->isTraced = simulator.trace;
    made->markCurrent();
    *device = made.release();
    return TILERY_OK;
  });
}

void tileryDeviceRetain(TileryDeviceHandle *device) {
  if (device)
    ++device->references;
}

void tileryDeviceRelease(TileryDeviceHandle *device) {
  if (device && --device->references == 0)
    delete device;
}

int32_t tileryDeviceGetInfo(const TileryDeviceHandle *handle,
                            TileryDeviceInfo *info) {
  return guarded([&]() -> int32_t {
    if (!handle)
      return failNull("a device");
    if (int32_t status = checkInfoSize(info))
      return status;
    const runtime::Device &device = *handle->device;
    TileryDeviceInfo found = {};
    copyText(device.name(), found.name, sizeof(found.name));
    setCapability(found, device.major(), device.minor());
    found.ordinal = device.ordinal();
    found.driverVersion = device.driverVersion();
    found.kind = device.simulator()  ? TILERY_DEVICE_IS_SIMULATOR
                 : device.recorder() ? TILERY_DEVICE_IS_RECORDER
                                     : TILERY_DEVICE_IS_CUDA;
    found.tensorDevice = device.driver().deviceType();
    found.sharedLimit = device.sharedLimit();
    found.multiprocessors = device.multiprocessors();
    writeStruct(found, info->structSize, info);
    return TILERY_OK;
  });
}

int32_t tileryDeviceCheckTarget(TileryDeviceHandle *device, const char *target,
                                int32_t isCubin) {
  return withDevice(device, [&](runtime::Device &device) {
    return target ? device.checkTarget(target, isCubin != 0)
                  : missing("a target");
  });
}

int32_t tileryDeviceSynchronize(TileryDeviceHandle *device) {
  return withDevice(
      device, [](runtime::Device &device) { return device.synchronize(); });
}

int32_t tileryDeviceGetLog(const TileryDeviceHandle *device, char **text) {
  return guarded([&]() -> int32_t {
    if (!text)
      return failNull("a place for the text");
    *text = nullptr;
    if (!device)
      return failNull("a device");
    runtime::RecordDriver *recorder = device->device->recorder();
    if (!recorder)
      return fail(TILERY_BAD_ARGUMENT,
                  "expected a recorder, got " + device->device->name());
    *text = copyText(recorder->log());
    return TILERY_OK;
  });
}

int32_t tileryDeviceClearLog(TileryDeviceHandle *device) {
  return guarded([&]() -> int32_t {
    if (!device)
      return failNull("a device");
    runtime::RecordDriver *recorder = device->device->recorder();
    if (!recorder)
      return fail(TILERY_BAD_ARGUMENT,
                  "expected a recorder, got " + device->device->name());
    recorder->clearLog();
    return TILERY_OK;
  });
}
