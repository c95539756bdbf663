// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects of tilery-c/Device.h.

#ifndef TILERY_LIB_CAPI_HANDLE_H
#define TILERY_LIB_CAPI_HANDLE_H

#include "Errors.h"

#include "tilery-c/Device.h"
#include "tilery/Runtime/Device.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

struct TileryDeviceHandle {
  std::atomic<int32_t> references{1};
  std::unique_ptr<tilery::runtime::Device> device;
  /// Unique in the process.
  uint64_t serial = 0;
  bool isTraced = false; ///< a simulator that keeps a trace

  /// Those that stand on the device's own.
  std::mutex driversMutex;
  std::vector<std::unique_ptr<tilery::runtime::Driver>> drivers;

  /// Makes the device's context current on this thread.
  tilery::runtime::Status enter();
  /// Marks it as current, as it is after it was opened.
  void markCurrent();
};

namespace tilery {
namespace capi {

/// A reference to a device.
struct GiveBack {
  void operator()(TileryDeviceHandle *handle) const {
    tileryDeviceRelease(handle);
  }
};
using DeviceReference = std::unique_ptr<TileryDeviceHandle, GiveBack>;
inline DeviceReference refer(TileryDeviceHandle *handle) {
  tileryDeviceRetain(handle);
  return DeviceReference(handle);
}

/// Calls `work` with the device, its context current.
template <typename Callable>
int32_t withDevice(TileryDeviceHandle *handle, Callable work) noexcept {
  return guarded([&]() -> int32_t {
    if (!handle)
      return failNull("a device");
    if (runtime::Status status = handle->enter(); !status.ok())
      return finish(status);
    return finish(work(*handle->device));
  });
}

/// A pointer that is null stops the work.
inline runtime::Status missing(const char *what) {
  return runtime::Status(TILERY_BAD_ARGUMENT,
                         std::string("expected ") + what + ", got null");
}

} // namespace capi
} // namespace tilery

// The device is given back behind what it owns.
struct TileryBuffer {
  tilery::capi::DeviceReference device;
  tilery::runtime::Buffer buffer;
};

struct TileryGraph {
  tilery::capi::DeviceReference device;
  tilery::runtime::CapturedGraph graph;
};

#endif // TILERY_LIB_CAPI_HANDLE_H
