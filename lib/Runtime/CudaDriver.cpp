// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The machine's driver, opened at run time: a machine without one can still
// compile, record and simulate.

#include "tilery/Runtime/Driver.h"

#include <dlfcn.h>

namespace tilery {
namespace runtime {

namespace {

enum class Need { Required, Optional };

/// Forwards each function of the table to its symbol.
class CudaDriver : public Driver {
public:
  bool open(const char *name, Status &status);

#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args)       \
  cu::Result method params override {                                          \
    if (Need::need == Need::Optional && !symbols.method)                       \
      return cu::NotSupported;                                                 \
    return symbols.method args;                                                \
  }
#include "tilery/Runtime/Driver.def"

private:
  struct {
#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args)       \
  cu::Result(*method) params = nullptr;
#include "tilery/Runtime/Driver.def"
  } symbols;
};

std::string versionText(int version) {
  return std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

bool CudaDriver::open(const char *name, Status &status) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    status = missingDriver(name, reason ? reason : "an error");
    return false;
  }
  std::string missing;
#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args)       \
  symbols.method =                                                             \
      reinterpret_cast<cu::Result(*) params>(dlsym(library, name suffix));     \
  if (!symbols.method && Need::need == Need::Required && missing.empty())      \
    missing = name suffix;
#include "tilery/Runtime/Driver.def"
  if (missing.empty())
    return true;
  int version = 0;
  std::string got = name;
  if (symbols.driverGetVersion &&
      symbols.driverGetVersion(&version) == cu::Success)
    got = "one of CUDA " + versionText(version);
  status =
      Status(TILERY_DRIVER_TOO_OLD,
             "expected a driver of CUDA 12.0 or newer, got " + got +
                 ", which has no " + missing + "; update the NVIDIA driver");
  dlclose(library);
  return false;
}

/// The driver or the reason why there is none. Never freed: launches may run
/// while the process ends.
struct OpenedDriver {
  CudaDriver *driver = new CudaDriver;
  Status status;
  bool opened = driver->open("libcuda.so.1", status);
};

} // namespace

Driver *cudaDriver(Status *status) {
  static OpenedDriver &instance = *new OpenedDriver;
  if (status)
    *status = instance.status;
  return instance.opened ? instance.driver : nullptr;
}

Status missingDriver(const char *library, const char *reason) {
  return Status(TILERY_DRIVER_MISSING,
                std::string("no CUDA driver: expected ") + library + ", got '" +
                    reason +
                    "'; install the NVIDIA driver, or use the device 'record'");
}

std::unique_ptr<Driver> openDriver(const char *library, Status &status) {
  auto driver = std::make_unique<CudaDriver>();
  if (!driver->open(library, status))
    return nullptr;
  return driver;
}

} // namespace runtime
} // namespace tilery
