// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The recorder's memory, which lies on the host, so that copies work.

#include "RecordCall.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace tilery {
namespace runtime {

/// What cuMemAlloc has been seen to align to.
static constexpr size_t kAlignment = 512;

cu::Result RecordDriver::memAlloc(cu::DevicePtr *pointer, size_t bytes) {
  Call call(*this, "cuMemAlloc");
  if (call.failed()) {
    call.arg("bytes", bytes);
    return call.result();
  }
  void *memory = nullptr;
  if (bytes > 0 && bytes <= device.memoryBytes - allocatedBytes)
    memory = std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) /
                                                kAlignment * kAlignment);
  if (!memory) {
    call.arg("bytes", bytes);
    return call.answer(bytes ? cu::OutOfMemory : cu::InvalidValue);
  }
  *pointer = reinterpret_cast<cu::DevicePtr>(memory);
  allocations.push_back({*pointer, bytes, numAllocations++, currentDevice()});
  allocatedBytes += bytes;
  return call.pointer("pointer", *pointer).arg("bytes", bytes).result();
}

cu::Result RecordDriver::memFree(cu::DevicePtr pointer) {
  Call call(*this, "cuMemFree");
  call.pointer("pointer", pointer);
  if (call.failed())
    return call.result();
  auto it = std::find_if(
      allocations.begin(), allocations.end(),
      [&](const Allocation &each) { return each.base == pointer; });
  if (it == allocations.end())
    return call.answer(pointer ? cu::InvalidValue : cu::Success);
  std::free(reinterpret_cast<void *>(pointer));
  allocatedBytes -= it->bytes;
  allocations.erase(it);
  return call.result();
}

cu::Result RecordDriver::memGetInfo(size_t *free, size_t *total) {
  Call call(*this, "cuMemGetInfo");
  *free = device.memoryBytes - allocatedBytes;
  *total = device.memoryBytes;
  return call.arg("free", *free).arg("total", *total).result();
}

cu::Result RecordDriver::memcpyHtoD(cu::DevicePtr to, const void *from,
                                    size_t bytes) {
  Call call(*this, "cuMemcpyHtoD");
  call.pointer("to", to).arg("from", "host").arg("bytes", bytes);
  if (!call.failed() && !allocationOf(to, bytes))
    return call.answer(cu::InvalidValue);
  if (!call.failed())
    std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return call.result();
}

cu::Result RecordDriver::memcpyDtoH(void *to, cu::DevicePtr from,
                                    size_t bytes) {
  Call call(*this, "cuMemcpyDtoH");
  call.arg("to", "host").pointer("from", from).arg("bytes", bytes);
  if (!call.failed() && !allocationOf(from, bytes))
    return call.answer(cu::InvalidValue);
  if (!call.failed())
    std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
  return call.result();
}

cu::Result RecordDriver::memcpyHtoDAsync(cu::DevicePtr to, const void *from,
                                         size_t bytes, cu::Stream stream) {
  Call call(*this, "cuMemcpyHtoDAsync");
  call.pointer("to", to)
      .arg("from", "host")
      .arg("bytes", bytes)
      .arg("stream", nameOf(stream));
  if (!call.failed() && !allocationOf(to, bytes))
    return call.answer(cu::InvalidValue);
  if (!call.failed())
    std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return call.result();
}

cu::Result RecordDriver::memcpyDtoHAsync(void *to, cu::DevicePtr from,
                                         size_t bytes, cu::Stream stream) {
  Call call(*this, "cuMemcpyDtoHAsync");
  call.arg("to", "host")
      .pointer("from", from)
      .arg("bytes", bytes)
      .arg("stream", nameOf(stream));
  if (!call.failed() && !allocationOf(from, bytes))
    return call.answer(cu::InvalidValue);
  if (!call.failed())
    std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
  return call.result();
}

cu::Result RecordDriver::memcpyDtoDAsync(cu::DevicePtr to, cu::DevicePtr from,
                                         size_t bytes, cu::Stream stream) {
  Call call(*this, "cuMemcpyDtoDAsync");
  call.pointer("to", to)
      .pointer("from", from)
      .arg("bytes", bytes)
      .arg("stream", nameOf(stream));
  if (!call.failed() &&
      (!allocationOf(to, bytes) || !allocationOf(from, bytes)))
    return call.answer(cu::InvalidValue);
  if (!call.failed())
    std::memmove(reinterpret_cast<void *>(to),
                 reinterpret_cast<const void *>(from), bytes);
  return call.result();
}

cu::Result RecordDriver::memsetD8(cu::DevicePtr to, unsigned char value,
                                  size_t bytes) {
  Call call(*this, "cuMemsetD8");
  call.pointer("to", to).arg("value", value).arg("bytes", bytes);
  if (!call.failed() && !allocationOf(to, bytes))
    return call.answer(cu::InvalidValue);
  if (!call.failed())
    std::memset(reinterpret_cast<void *>(to), value, bytes);
  return call.result();
}

cu::Result RecordDriver::memsetD8Async(cu::DevicePtr to, unsigned char value,
                                       size_t bytes, cu::Stream stream) {
  Call call(*this, "cuMemsetD8Async");
  call.pointer("to", to)
      .arg("value", value)
      .arg("bytes", bytes)
      .arg("stream", nameOf(stream));
  if (!call.failed() && !allocationOf(to, bytes))
    return call.answer(cu::InvalidValue);
  if (!call.failed())
    std::memset(reinterpret_cast<void *>(to), value, bytes);
  return call.result();
}

cu::Result RecordDriver::pointerGetAttribute(void *value,
                                             cu::PointerAttribute attribute,
                                             cu::DevicePtr pointer) {
  Call call(*this, "cuPointerGetAttribute");
  call.arg("attribute", static_cast<int>(attribute))
      .pointer("pointer", pointer);
  if (call.failed())
    return call.result();
  const Allocation *allocation = allocationOf(pointer, 1);
  if (!allocation)
    return call.answer(cu::InvalidValue);
  switch (attribute) {
  case cu::PointerMemoryType:
    *static_cast<unsigned *>(value) = cu::MemoryTypeDevice;
    break;
  case cu::PointerIsManaged:
    *static_cast<unsigned *>(value) = 0;
    break;
  case cu::PointerDeviceOrdinal:
    *static_cast<int *>(value) = allocation->device;
    break;
  case cu::PointerRangeStart:
    *static_cast<uint64_t *>(value) = allocation->base;
    break;
  case cu::PointerRangeSize:
    *static_cast<size_t *>(value) = allocation->bytes;
    break;
  }
  return call.result();
}

} // namespace runtime
} // namespace tilery
