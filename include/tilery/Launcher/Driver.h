// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one way to a device: a table of the CUDA driver's functions (Driver.def).
// Its instances are the machine's driver, a recorder, and doubles that fail to
// order; a simulator is one more. A launcher that stands alone
// (TILERY_STANDALONE) knows the machine's driver only, and calls it directly.

#ifndef TILERY_LAUNCHER_DRIVER_H
#define TILERY_LAUNCHER_DRIVER_H

#include "tilery/Launcher/Abi.h"
#include "tilery/Launcher/DriverTypes.h"

namespace tilery {
namespace runtime {

class ContextTable;

/// The functions of a library that has the driver's interface.
struct DriverSymbols {
#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args)       \
  cu::Result(*method) params = nullptr;
#include "tilery/Launcher/Driver.def"
};

#ifdef TILERY_STANDALONE

/// The contexts that the runtime has met on a driver.
struct DriverContexts {
  ContextTable *table;
};

/// The machine's driver. What every launch reads of it is one cache line.
class alignas(64) Driver : private DriverContexts, public DriverSymbols {
public:
  Driver(const DriverSymbols &symbols, ContextTable *table)
      : DriverContexts{table}, DriverSymbols(symbols) {}

  void describeKernel(cu::Function, const TileryKernelSpec &) {}
  int32_t deviceType() const { return TILERY_DEVICE_CUDA; }
  bool remembersMaps() const { return true; }
  ContextTable &contexts() { return *table; }
};

#else

/// A driver. A function that a driver does not override answers NotSupported.
/// Calls may come from any thread. Destroy a driver after the launchers that
/// used it (tilery_rt_release_kernel), and never while a call is running.
class Driver {
public:
  explicit Driver(int32_t deviceType = TILERY_DEVICE_CUDA,
                  bool remembersMaps = false);
  virtual ~Driver();
  Driver(const Driver &) = delete;
  Driver &operator=(const Driver &) = delete;

#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args)       \
  virtual cu::Result method params;
#include "tilery/Launcher/Driver.def"

  /// Told once for each function that the runtime looks up: parameter kinds and
  /// sizes, which the driver's own interface does not carry.
  virtual void describeKernel(cu::Function function,
                              const TileryKernelSpec &kernel);

  /// The device type of the tensors that launches on this driver take.
  int32_t deviceType() const { return tensorDevice; }

  /// Whether a TensorMap that was encoded from the same numbers before may be
  /// taken again. Recorders are told of every one.
  bool remembersMaps() const { return isRemembering; }

  /// The contexts that the runtime has met on this driver.
  ContextTable &contexts() { return *table; }

private:
  ContextTable *table;
  const int32_t tensorDevice;
  const bool isRemembering;
};

/// Forwards each function of the table to its symbol.
class alignas(64) CudaDriver : public Driver {
public:
  explicit CudaDriver(const DriverSymbols &symbols)
      : Driver(TILERY_DEVICE_CUDA, /*remembersMaps=*/true), symbols(symbols) {}

#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args)       \
  cu::Result method params override { return symbols.method args; }
#include "tilery/Launcher/Driver.def"

private:
  const DriverSymbols symbols;
};

#endif

/// True for the errors after which a context refuses every call: an earlier
/// kernel or copy went wrong (CUDA driver API, CUresult: "the process must be
/// terminated and relaunched").
bool isStickyError(cu::Result result);

/// The status for a failed driver call: CONTEXT_FAILED, OUT_OF_MEMORY, or
/// `otherwise`.
TileryStatus statusOf(cu::Result result,
                      TileryStatus otherwise = TILERY_DRIVER_ERROR);

} // namespace runtime
} // namespace tilery

#endif // TILERY_LAUNCHER_DRIVER_H
