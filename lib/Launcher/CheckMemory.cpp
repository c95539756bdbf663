// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pointer queries of TILERY_CHECK=full.

#include "CheckMemory.h"

#include "Context.h"
#include "Tensor.h"

#include <cstring>

namespace tilery {
namespace runtime {

std::atomic<uint8_t> checkMode{CheckUnknown};

uint8_t readCheckMode() {
  const char *value = getenv("TILERY_CHECK");
  uint8_t mode =
      value && std::strcmp(value, "full") == 0 ? CheckFull : CheckUsual;
  checkMode.store(mode, std::memory_order_relaxed);
  return mode;
}

namespace {

/// The device that the call's launches will run on (enterContext).
int32_t deviceOf(const TileryCall &call, Driver &driver) {
  if (call.device >= 0)
    return call.device;
  cu::Device device = 0;
  return driver.ctxGetDevice(&device) == cu::Success ? device : 0;
}

/// The allocation of a device that an address lies in.
struct Memory {
  uint64_t start = 0;
  size_t bytes = 0;
};

bool find(Driver &driver, uint64_t address, Memory &memory) {
  return driver.pointerGetAttribute(&memory.start, cu::PointerRangeStart,
                                    address) == cu::Success &&
         driver.pointerGetAttribute(&memory.bytes, cu::PointerRangeSize,
                                    address) == cu::Success;
}

} // namespace

MemoryFault checkMemory(const TileryCall &call, const TileryTensor &tensor) {
  MemoryFault fault = {};
  // What has no driver is told when the launch needs one.
  TileryCall silent;
  tilery_rt_init_call(&silent);
  Report report(silent);
  Driver *driver = driverOf(call, report);
  if (!driver || !driver->contexts().initialize(*driver, report))
    return fault;

  fault.address = address(tensor);
  int ordinal = -1;
  cu::Result result = driver->pointerGetAttribute(
      &ordinal, cu::PointerDeviceOrdinal, fault.address);
  if (result == cu::InvalidValue) {
    fault.kind = MemoryFault::Unknown;
    fault.device = deviceOf(call, *driver);
    return fault;
  }
  int type = 0;
  if (result != cu::Success ||
      driver->pointerGetAttribute(&type, cu::PointerMemoryType,
                                  fault.address) != cu::Success)
    return fault;
  // Pinned and managed memory is reachable from every device.
  unsigned isManaged = 0;
  driver->pointerGetAttribute(&isManaged, cu::PointerIsManaged, fault.address);
  if (type == cu::MemoryTypeDevice && !isManaged) {
    fault.device = deviceOf(call, *driver);
    fault.gotDevice = ordinal;
    if (ordinal != fault.device) {
      fault.kind = MemoryFault::OtherDevice;
      return fault;
    }
  }
  ByteSpan span = byteSpan(tensor);
  Memory memory;
  if (!find(*driver, fault.address, memory))
    return fault;
  uint64_t before = fault.address - memory.start;
  if (span.before > before || span.after > memory.bytes - before)
    fault.kind = MemoryFault::TooSmall;
  fault.span = span;
  fault.bytesBefore = before;
  fault.bytesAfter = memory.bytes - before;
  return fault;
}

} // namespace runtime
} // namespace tilery
