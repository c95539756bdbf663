// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The machine's driver, opened at run time: a machine without one can still
// compile, record and simulate.

#include "Context.h"

#include <dlfcn.h>

namespace tilery {
namespace runtime {

namespace {

enum class Need { Required, Optional };

template <typename... Args> cu::Result answerNotSupported(Args...) {
  return cu::NotSupported;
}

Mutex openMutex;

Driver *makeDriver(const DriverSymbols &symbols) {
#ifdef TILERY_STANDALONE
  auto *contexts = create<ContextTable>();
  auto *driver = contexts ? create<Driver>(symbols, contexts) : nullptr;
  if (!driver)
    destroy(contexts);
  return driver;
#else
  return new CudaDriver(symbols);
#endif
}

} // namespace

std::atomic<Driver *> machineDriver{nullptr};

bool openSymbols(const char *library, DriverSymbols &symbols, Report &report) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return reportMissingDriver(library, dlerror(), report);
  const char *missing = nullptr;
#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args)       \
  symbols.method =                                                             \
      reinterpret_cast<cu::Result(*) params>(dlsym(handle, name suffix));      \
  if (!symbols.method && Need::need == Need::Optional)                         \
    symbols.method = answerNotSupported;                                       \
  if (!symbols.method && !missing)                                             \
    missing = name suffix;
#include "tilery/Launcher/Driver.def"
  if (!missing)
    return true;
  report.fault(TILERY_DRIVER_TOO_OLD,
               "expected a driver of CUDA 12.0 or newer, got ");
  int version = 0;
  if (symbols.driverGetVersion &&
      symbols.driverGetVersion(&version) == cu::Success)
    report.add("one of CUDA %d.%d", version / 1000, version % 1000 / 10);
  else
    report.add("%s", library);
  report.add(", which has no %s; update the NVIDIA driver", missing);
  dlclose(handle);
  return false;
}

bool reportMissingDriver(const char *library, const char *reason,
                         Report &report) {
  return report.fault(TILERY_DRIVER_MISSING,
                      "no CUDA driver: expected %s, got '%s'; install the "
                      "NVIDIA driver",
                      library, reason ? reason : "an error");
}

Driver *openMachineDriver(Report &report) {
  Lock lock(openMutex);
  // Another thread may have been here first.
  if (Driver *driver = machineDriver.load(std::memory_order_acquire))
    return driver;
  DriverSymbols symbols;
  if (!openSymbols("libcuda.so.1", symbols, report))
    return nullptr;
  Driver *driver = makeDriver(symbols);
  if (!driver) {
    report.fault(TILERY_OUT_OF_MEMORY, "out of host memory");
    return nullptr;
  }
  machineDriver.store(driver, std::memory_order_release);
  return driver;
}

} // namespace runtime
} // namespace tilery
