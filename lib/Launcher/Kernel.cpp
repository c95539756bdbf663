// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Modules and functions, one a context.

#include "Kernel.h"

#include <cstdio>
#include <cstring>

namespace tilery {
namespace runtime {

namespace {

/// Loading a module may allocate, which a stream that is being captured in
/// global mode forbids to every thread, and one captured in thread-local mode
/// to its own (CUDA driver API, cuThreadExchangeStreamCaptureMode).
class RelaxedCapture {
public:
  explicit RelaxedCapture(Driver &driver) : driver(driver) {
    driver.threadExchangeStreamCaptureMode(&mode);
  }
  ~RelaxedCapture() { driver.threadExchangeStreamCaptureMode(&mode); }

private:
  Driver &driver;
  cu::StreamCaptureMode mode = cu::CaptureRelaxed;
};

/// The version in the text's ".version X.Y" line times ten, or 0.
int ptxVersionOfImage(const TileryImage &image) {
  if (isCubin(image))
    return 0;
  const char *line =
      std::strstr(static_cast<const char *>(image.data), ".version ");
  int major = 0, minor = 0;
  if (!line || std::sscanf(line, ".version %d.%d", &major, &minor) != 2)
    return 0;
  return major * 10 + minor;
}

bool reportLoadFailure(Driver &driver, const TileryKernelSpec &kernel,
                       const TileryImage &image, cu::Result result,
                       const char *log, Report &report) {
  TileryStatus status = statusOf(result, TILERY_MODULE_FAILED);
  if (status == TILERY_CONTEXT_FAILED)
    return report.driverFault(driver, "cuModuleLoadDataEx", result);
  report.fault(status,
               "the driver refused the code of kernel '%s' (%s, %s): %s",
               kernel.name, image.target, isCubin(image) ? "cubin" : "PTX",
               ResultText(driver, result).text);
  int needed = ptxVersionOfImage(image);
  int version = 0;
  if (result == cu::UnsupportedPtxVersion && needed &&
      driver.driverGetVersion(&version) == cu::Success) {
    int limit = ptxVersionOfDriver(version);
    report.add("; expected PTX %d.%d or older (the driver is of CUDA %d.%d), "
               "got PTX %d.%d; compile for an older PTX version, or update the "
               "driver",
               limit / 10, limit % 10, version / 1000, version % 1000 / 10,
               needed / 10, needed % 10);
  }
  if (*log)
    report.add("; its assembler said: %.*s",
               static_cast<int>(std::strcspn(log, "\n")), log);
  return false;
}

/// Loads the module and looks the entry up; `loaded` has driver and context.
bool loadModule(LoadedKernel &loaded, const TileryKernelSpec &kernel,
                const TileryImage &image, Driver &driver, Report &report) {
  char log[1024] = "";
  cu::JitOption options[] = {cu::JitErrorLogBuffer,
                             cu::JitErrorLogBufferSizeBytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
  cu::Result result =
      driver.moduleLoadDataEx(&loaded.module, image.data, 2, options, values);
  log[sizeof(log) - 1] = '\0';
  if (result != cu::Success)
    return reportLoadFailure(driver, kernel, image, result, log, report);
  result =
      driver.moduleGetFunction(&loaded.function, loaded.module, kernel.name);
  if (result == cu::NotFound)
    return report.fault(TILERY_MODULE_FAILED,
                        "no kernel '%s' in its module: %s", kernel.name,
                        ResultText(driver, result).text);
  if (result != cu::Success)
    return report.driverFault(driver, "cuModuleGetFunction", result,
                              TILERY_MODULE_FAILED);
  // With lazy loading (the default since CUDA 12.2) the code would otherwise be
  // loaded by the first launch, which may be a captured one.
  result = driver.funcLoad(loaded.function);
  if (result != cu::Success && result != cu::NotSupported)
    return reportLoadFailure(driver, kernel, image, result, "", report);
  const struct {
    cu::FunctionAttribute attribute;
    int32_t *value;
  } wanted[] = {
      {cu::FunctionSharedSizeBytes, &loaded.staticShared},
      {cu::FunctionMaxThreadsPerBlock, &loaded.maxThreads},
  };
  for (const auto &want : wanted) {
    result =
        driver.funcGetAttribute(want.value, want.attribute, loaded.function);
    if (result != cu::Success)
      return report.driverFault(driver, "cuFuncGetAttribute", result);
  }
  return true;
}

bool checkBlock(const LoadedKernel &loaded, const TileryKernelSpec &kernel,
                const ContextInfo &context, Report &report) {
  uint64_t threads =
      uint64_t(kernel.block[0]) * kernel.block[1] * kernel.block[2];
  if (threads >= 1 && threads <= static_cast<uint64_t>(loaded.maxThreads))
    return true;
  return report.fault(
      TILERY_BAD_LAUNCH,
      "kernel '%s': expected a block of 1 to %d threads (what its registers "
      "allow on cuda:%d, %s), got %llu",
      kernel.name, loaded.maxThreads, context.device.ordinal,
      context.device.name, static_cast<unsigned long long>(threads));
}

void unload(const LoadedKernel &loaded) {
  cu::Context current = nullptr;
  if (!loaded.module || loaded.driver->ctxGetCurrent(&current) != cu::Success)
    return;
  bool other = current != loaded.handle;
  if (other && loaded.driver->ctxSetCurrent(loaded.handle) != cu::Success)
    return;
  loaded.driver->moduleUnload(loaded.module);
  if (other)
    loaded.driver->ctxSetCurrent(current);
}

/// One lock for all lists: a list may hold entries of several drivers.
Mutex loadMutex;

} // namespace

int ptxVersionOfDriver(int driverVersion) {
  int major = driverVersion / 1000;
  int minor = driverVersion % 1000 / 10;
  // CUDA 12.6 came without a PTX version of its own; from 13.0 on the two go in
  // step (PTX ISA, release notes).
  if (major >= 13)
    return 90 + (major - 13) * 10 + minor;
  return 80 + (minor >= 6 ? minor - 1 : minor);
}

LoadedKernel *loadKernel(const TileryKernelSpec &kernel, Driver &driver,
                         const ContextInfo &context, Report &report) {
  Lock lock(loadMutex);
  // Another thread may have been here first.
  if (LoadedKernel *loaded = findLoaded(kernel, context.serial))
    return loaded;
  const TileryImage *image = pickImage(kernel, context.device, report);
  if (!image)
    return nullptr;
  auto *loaded = create<LoadedKernel>();
  if (!loaded) {
    report.fault(TILERY_OUT_OF_MEMORY, "out of host memory");
    return nullptr;
  }
  loaded->context = context.serial;
  loaded->table = driver.contexts().serial;
  loaded->driver = &driver;
  loaded->handle = context.handle;
  {
    RelaxedCapture relaxed(driver);
    if (!loadModule(*loaded, kernel, *image, driver, report) ||
        !checkBlock(*loaded, kernel, context, report)) {
      unload(*loaded);
      destroy(loaded);
      return nullptr;
    }
  }
  driver.describeKernel(loaded->function, kernel);
  // Without the opt-in, static and dynamic bytes together stay below 48 KiB
  // (exactly 48 KiB has been seen to need it).
  loaded->dynamicAllowed.store(int64_t(context.device.sharedDefault) -
                               loaded->staticShared - 1);
  loaded->clusterAllowed.store(8);
  std::atomic<LoadedKernel *> &list = listOf(kernel);
  loaded->next = list.load(std::memory_order_relaxed);
  list.store(loaded, std::memory_order_release);
  return loaded;
}

bool allowDynamicShared(LoadedKernel &loaded, const TileryKernelSpec &kernel,
                        int64_t bytes, Driver &driver,
                        const ContextInfo &context, Report &report) {
  int64_t limit = context.device.sharedOptin;
  if (bytes > limit - loaded.staticShared)
    return report.fault(
        TILERY_BAD_LAUNCH,
        "kernel '%s': expected at most %lld bytes of shared memory a block "
        "(cuda:%d, %s), got %lld: %d static and %lld dynamic; use smaller "
        "boxes or fewer stages",
        kernel.name, static_cast<long long>(limit), context.device.ordinal,
        context.device.name,
        static_cast<long long>(bytes + loaded.staticShared),
        loaded.staticShared, static_cast<long long>(bytes));
  Lock lock(loadMutex);
  if (bytes <= loaded.dynamicAllowed.load(std::memory_order_relaxed))
    return true;
  RelaxedCapture relaxed(driver);
  cu::Result result = driver.funcSetAttribute(
      loaded.function, cu::FunctionMaxDynamicSharedSizeBytes,
      static_cast<int>(bytes));
  if (result != cu::Success) {
    report.driverFault(driver, "cuFuncSetAttribute", result);
    report.add("; kernel '%s' asked for %lld bytes of dynamic shared memory, "
               "the device has %lld a block",
               kernel.name, static_cast<long long>(bytes),
               static_cast<long long>(limit));
    return false;
  }
  loaded.dynamicAllowed.store(bytes, std::memory_order_release);
  return true;
}

bool allowCluster(LoadedKernel &loaded, const TileryKernelSpec &kernel,
                  int32_t blocks, Driver &driver, Report &report) {
  Lock lock(loadMutex);
  if (blocks <= loaded.clusterAllowed.load(std::memory_order_relaxed))
    return true;
  RelaxedCapture relaxed(driver);
  cu::Result result = driver.funcSetAttribute(
      loaded.function, cu::FunctionNonPortableClusterSizeAllowed, 1);
  if (result != cu::Success) {
    report.driverFault(driver, "cuFuncSetAttribute", result);
    report.add("; kernel '%s' asked for a cluster of %d blocks, 8 are portable",
               kernel.name, blocks);
    return false;
  }
  loaded.clusterAllowed.store(16, std::memory_order_release);
  return true;
}

} // namespace runtime
} // namespace tilery

using namespace tilery::runtime;

extern "C" void tilery_rt_release_kernel(const TileryKernelSpec *kernel) {
  Lock lock(loadMutex);
  LoadedKernel *loaded = listOf(*kernel).exchange(nullptr);
  while (loaded) {
    LoadedKernel *next = loaded->next;
    ContextTable::withLiveTable(loaded->table, [&] { unload(*loaded); });
    destroy(loaded);
    loaded = next;
  }
}
