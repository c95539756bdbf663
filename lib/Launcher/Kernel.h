// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_LAUNCHER_KERNEL_H
#define TILERY_LIB_LAUNCHER_KERNEL_H

#include "Context.h"

namespace tilery {
namespace runtime {

/// A kernel in one context: an entry of the list at TileryKernelCache::head.
/// What every launch reads is one cache line.
struct alignas(64) LoadedKernel {
  uint64_t context; ///< ContextInfo::serial
  LoadedKernel *next;
  cu::Function function;
  /// Dynamic shared memory that needs no further opt-in; grows.
  std::atomic<int64_t> dynamicAllowed;
  /// Largest cluster that needs no further opt-in.
  std::atomic<int32_t> clusterAllowed;
  int32_t staticShared; ///< bytes, as the driver counts them
  /// What the driver last said of cooperative launches: bytes of dynamic shared
  /// memory + 1 in the upper half, blocks of a multiprocessor in the lower; 0:
  /// not asked yet.
  std::atomic<uint64_t> residentBlocks;
  int32_t maxThreads; ///< threads of a block that its registers allow
  uint64_t table;     ///< ContextTable::serial, to unload by
  Driver *driver;
  cu::Context handle;
  cu::Module module;
};

inline std::atomic<LoadedKernel *> &listOf(const TileryKernelSpec &kernel) {
  static_assert(sizeof(std::atomic<LoadedKernel *>) == sizeof(void *),
                "TileryKernelCache holds an atomic pointer");
  return *reinterpret_cast<std::atomic<LoadedKernel *> *>(&kernel.cache->head);
}

/// The kernel in a context (ContextInfo::serial), without a lock; null where it
/// has not been loaded.
inline LoadedKernel *findLoaded(const TileryKernelSpec &kernel,
                                uint64_t context) {
  LoadedKernel *loaded = listOf(kernel).load(std::memory_order_acquire);
  while (loaded && loaded->context != context)
    loaded = loaded->next;
  return loaded;
}

/// Loads the kernel into the context, which is current, unless another thread
/// has done so meanwhile. Null with the fault reported.
TILERY_COLD LoadedKernel *loadKernel(const TileryKernelSpec &kernel,
                                     Driver &driver, const ContextInfo &context,
                                     Report &report);

/// Makes the function take this much dynamic shared memory, or reports wanted
/// and available bytes.
bool allowDynamicShared(LoadedKernel &loaded, const TileryKernelSpec &kernel,
                        int64_t bytes, Driver &driver,
                        const ContextInfo &context, Report &report);

/// Makes the function take clusters of this many blocks (over 8: not portable).
bool allowCluster(LoadedKernel &loaded, const TileryKernelSpec &kernel,
                  int32_t blocks, Driver &driver, Report &report);

/// "9.0" for CUDA 13.0: the PTX version that a driver takes (major, minor as
/// 10 * major + minor).
int ptxVersionOfDriver(int driverVersion);

} // namespace runtime
} // namespace tilery

#endif // TILERY_LIB_LAUNCHER_KERNEL_H
