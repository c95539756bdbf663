// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// __cuda_array_interface__ does not say which GPU an array is on, and the
// current context may be another one's.

#include "PointerDevice.h"
#include "tilery/Launcher/DriverTypes.h"

#include <dlfcn.h>

using namespace tilery;
namespace cu = tilery::runtime::cu;

/// A function of the machine's driver, or null.
template <typename Function> static Function findInDriver(const char *name) {
  void *handle = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  return handle ? reinterpret_cast<Function>(dlsym(handle, name)) : nullptr;
}

TileryDevice tilery::getPointerDevice(uint64_t address) {
  static const auto getAttribute = findInDriver<cu::Result (*)(
      void *value, cu::PointerAttribute attribute, cu::DevicePtr address)>(
      "cuPointerGetAttribute");
  TileryDevice device = {TILERY_DEVICE_UNKNOWN, 0};
  if (!getAttribute || !address)
    return device;
  int id = 0;
  switch (getAttribute(&id, cu::PointerDeviceOrdinal, address)) {
  case cu::Success:
    return {TILERY_DEVICE_CUDA, id};
  case cu::InvalidValue:
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
      findInDriver<cu::Result (*)(cu::Stream stream)>("cuStreamSynchronize");
  return synchronize ? synchronize(static_cast<cu::Stream>(stream))
                     : cu::NotInitialized;
}
