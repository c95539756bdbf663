// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Context.h"

#include <unistd.h>

namespace tilery {
namespace runtime {

namespace {

std::atomic<uint64_t> nextSerial{1};
ContextTable *liveTables = nullptr;

bool deviceInfo(Driver &driver, cu::Device device, DeviceInfo &info,
                Report &report) {
  // A cu::Device is an ordinal (CUDA driver API, cuDeviceGet).
  info.ordinal = device;
  info.handle = device;
  cu::Result result =
      driver.deviceGetName(info.name, sizeof(info.name), device);
  if (result != cu::Success)
    return report.driverFault(driver, "cuDeviceGetName", result);
  info.name[sizeof(info.name) - 1] = '\0';
  const struct {
    cu::DeviceAttribute attribute;
    int32_t *value;
  } wanted[] = {
      {cu::ComputeCapabilityMajor, &info.major},
      {cu::ComputeCapabilityMinor, &info.minor},
      {cu::MaxSharedMemoryPerBlock, &info.sharedDefault},
      {cu::MaxSharedMemoryPerBlockOptin, &info.sharedOptin},
      {cu::MultiprocessorCount, &info.multiprocessors},
      {cu::MaxAccessPolicyWindowSize, &info.maxWindowBytes},
  };
  for (const auto &want : wanted) {
    result = driver.deviceGetAttribute(want.value, want.attribute, device);
    if (result != cu::Success)
      return report.driverFault(driver, "cuDeviceGetAttribute", result);
  }
  return true;
}

} // namespace

//===----------------------------------------------------------------------===//
// Tables that are alive
//===----------------------------------------------------------------------===//

Mutex ContextTable::registryMutex;

bool ContextTable::isLive(uint64_t serial) {
  for (ContextTable *table = liveTables; table; table = table->nextTable)
    if (table->serial == serial)
      return true;
  return false;
}

ContextTable::ContextTable() : serial(nextSerial++) {
  Lock lock(registryMutex);
  nextTable = liveTables;
  liveTables = this;
}

ContextTable::~ContextTable() {
  {
    Lock lock(registryMutex);
    ContextTable **link = &liveTables;
    while (*link != this)
      link = &(*link)->nextTable;
    *link = nextTable;
  }
  for (ContextInfo *info = head.load(); info;) {
    ContextInfo *next = info->next;
    destroy(info);
    info = next;
  }
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

bool ContextTable::initializeOnce(Driver &driver, Report &report) {
  Lock lock(mutex);
  if (initialized.load(std::memory_order_relaxed))
    return true;
  // Forked while a thread of the other process was here: the driver is neither
  // new nor ready.
  pid_t self = getpid();
  pid_t other = initializer.exchange(self, std::memory_order_relaxed);
  if (other != 0 && other != self) {
    initializer.store(other, std::memory_order_relaxed);
    return report.driverFault(driver, "fork", cu::NotInitialized);
  }
  int version = 0;
  cu::Result result = driver.driverGetVersion(&version);
  if (result != cu::Success)
    return report.driverFault(driver, "cuDriverGetVersion", result);
  if (version < 12000)
    return report.fault(TILERY_DRIVER_TOO_OLD,
                        "expected a driver of CUDA 12.0 or newer, got one of "
                        "CUDA %d.%d; update the NVIDIA driver",
                        version / 1000, version % 1000 / 10);
  result = driver.init(0);
  if (result == cu::NoDevice)
    return report.fault(TILERY_DEVICE_UNSUPPORTED,
                        "expected a device of compute capability 9.0 or above, "
                        "got none: %s",
                        ResultText(driver, result).text);
  if (result == cu::StubLibrary)
    return report.fault(TILERY_DRIVER_MISSING,
                        "expected the NVIDIA driver's libcuda.so.1, got the "
                        "toolkit's stub; take its folder out of the library "
                        "path");
  if (result != cu::Success)
    return report.driverFault(driver, "cuInit", result);
  initialized.store(true, std::memory_order_release);
  return true;
}

const ContextInfo *ContextTable::add(Driver &driver, cu::Context handle,
                                     unsigned long long id, cu::Device device,
                                     Report &report) {
  if (const ContextInfo *known = find(id))
    return known;
  ContextInfo *info = create<ContextInfo>();
  if (!info) {
    report.fault(TILERY_OUT_OF_MEMORY, "out of host memory");
    return nullptr;
  }
  info->serial = nextSerial++;
  info->handle = handle;
  info->id = id;
  if (!deviceInfo(driver, device, info->device, report)) {
    destroy(info);
    return nullptr;
  }
  info->next = head.load(std::memory_order_relaxed);
  head.store(info, std::memory_order_release);
  return info;
}

const ContextInfo *ContextTable::addCurrent(Driver &driver, cu::Context handle,
                                            unsigned long long id,
                                            Report &report) {
  Lock lock(mutex);
  cu::Device device = 0;
  cu::Result result = driver.ctxGetDevice(&device);
  if (result != cu::Success) {
    report.driverFault(driver, "cuCtxGetDevice", result);
    return nullptr;
  }
  return add(driver, handle, id, device, report);
}

const ContextInfo *ContextTable::primary(Driver &driver, int32_t ordinal,
                                         Report &report) {
  auto known = [&]() -> const ContextInfo * {
    return ordinal >= 0 && ordinal < kMaxDevices
               ? primaries[ordinal].load(std::memory_order_acquire)
               : nullptr;
  };
  if (const ContextInfo *info = known())
    return info;
  Lock lock(mutex);
  // Another thread may have been here meanwhile.
  if (const ContextInfo *info = known())
    return info;
  int count = 0;
  cu::Result result = driver.deviceGetCount(&count);
  if (result != cu::Success) {
    report.driverFault(driver, "cuDeviceGetCount", result);
    return nullptr;
  }
  if (ordinal < 0 || ordinal >= count || ordinal >= kMaxDevices) {
    report.fault(TILERY_BAD_ARGUMENT,
                 "no device cuda:%d: expected one of the machine's %d, "
                 "numbered from 0",
                 ordinal, count);
    return nullptr;
  }
  cu::Device device = 0;
  result = driver.deviceGet(&device, ordinal);
  if (result != cu::Success) {
    report.driverFault(driver, "cuDeviceGet", result);
    return nullptr;
  }
  cu::Context handle = nullptr;
  result = driver.devicePrimaryCtxRetain(&handle, device);
  if (result != cu::Success) {
    report.driverFault(driver, "cuDevicePrimaryCtxRetain", result);
    return nullptr;
  }
  unsigned long long id = 0;
  result = driver.ctxGetId(handle, &id);
  if (result != cu::Success) {
    report.driverFault(driver, "cuCtxGetId", result);
    return nullptr;
  }
  const ContextInfo *info = add(driver, handle, id, device, report);
  if (info)
    primaries[ordinal].store(info, std::memory_order_release);
  return info;
}

//===----------------------------------------------------------------------===//
// Entering and leaving
//===----------------------------------------------------------------------===//

TILERY_HOT bool enterContext(TileryCall &call, Driver &driver, Report &report) {
  ContextTable &table = driver.contexts();
  if (!table.initialize(driver, report))
    return false;
  // Mostly a context that the runtime has met is current, and one call says so:
  // a null context stands for the current one (CUDA driver API, cuCtxGetId).
  unsigned long long id = 0;
  if (driver.ctxGetId(nullptr, &id) == cu::Success) {
    const ContextInfo *known = table.find(id);
    if (known && (call.device < 0 || known->device.ordinal == call.device)) {
      call.context = const_cast<ContextInfo *>(known);
      call.entered = 1;
      return true;
    }
  }

  cu::Context current = nullptr;
  cu::Result result = driver.ctxGetCurrent(&current);
  if (result != cu::Success)
    return report.driverFault(driver, "cuCtxGetCurrent", result);
  const ContextInfo *info = nullptr;
  if (current) {
    result = driver.ctxGetId(current, &id);
    if (result != cu::Success)
      return report.driverFault(driver, "cuCtxGetId", result);
    info = table.find(id);
    if (!info && !(info = table.addCurrent(driver, current, id, report)))
      return false;
    if (call.device >= 0 && info->device.ordinal != call.device)
      info = nullptr;
  }
  if (!info) {
    info = table.primary(driver, call.device < 0 ? 0 : call.device, report);
    if (!info)
      return false;
    result = driver.ctxSetCurrent(info->handle);
    if (result != cu::Success)
      return report.driverFault(driver, "cuCtxSetCurrent", result);
    call.restore = current;
    call.restoring = 1;
  }
  call.context = const_cast<ContextInfo *>(info);
  call.entered = 1;
  return true;
}

TILERY_HOT void leaveContext(TileryCall &call) {
  if (!call.entered)
    return;
  call.entered = 0;
  if (!call.restoring)
    return;
  call.restoring = 0;
  Report report(call);
  Driver *driver = driverOf(call, report);
  cu::Result result =
      driver->ctxSetCurrent(static_cast<cu::Context>(call.restore));
  if (result != cu::Success)
    report.driverFault(*driver, "cuCtxSetCurrent", result);
}

} // namespace runtime
} // namespace tilery
