// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// __cuda_array_interface__ does not say which GPU an array is on, and the
// current context may be another one's.

#include "PointerDevice.h"

#include <dlfcn.h>

using namespace tilery;

// Results and attributes (CUDA driver API, CUresult and CUpointer_attribute).
constexpr int success = 0, invalidValue = 1, notInitialized = 3;
constexpr int deviceOrdinal = 9;

/// A function of the machine's driver, or null.
template <typename Function> static Function findInDriver(const char *name) {
  void *handle = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  return handle ? reinterpret_cast<Function>(dlsym(handle, name)) : nullptr;
}

TileryDevice tilery::getPointerDevice(uint64_t address) {
  static const auto getAttribute =
      findInDriver<int (*)(void *value, int attribute, uint64_t address)>(
          "cuPointerGetAttribute");
  TileryDevice device = {TILERY_DEVICE_UNKNOWN, 0};
  if (!getAttribute || !address)
    return device;
  int id = 0;
  switch (getAttribute(&id, deviceOrdinal, address)) {
  case success:
    return {TILERY_DEVICE_CUDA, id};
  case invalidValue:
    return {TILERY_DEVICE_CPU, 0};
  default:
    return device;
  }
}

/// The same for the package; *device is a DLPack device.
TILERY_C_EXPORT void tileryGetPointerDevice(uint64_t address,
                                            TileryDevice *device) {
  *device = getPointerDevice(address);
}

/// Waits until all that a stream has been given is done; the driver's result.
TILERY_C_EXPORT int32_t tileryWaitForStream(void *stream) {
  static const auto synchronize =
      findInDriver<int (*)(void *stream)>("cuStreamSynchronize");
  return synchronize ? synchronize(stream) : notInitialized;
}
