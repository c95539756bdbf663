// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one way to a device: a table of the CUDA driver's functions (Driver.def).
// Its instances are the machine's driver, a recorder, and doubles that fail to
// order; a simulator is one more.

#ifndef TILERY_RUNTIME_DRIVER_H
#define TILERY_RUNTIME_DRIVER_H

#include "tilery/Runtime/Abi.h"
#include "tilery/Runtime/DriverTypes.h"
#include "tilery/Runtime/Status.h"

#include <memory>

namespace tilery {
namespace runtime {

class ContextTable;

/// A driver. A function that a driver does not override answers NotSupported.
/// Calls may come from any thread. Destroy a driver after the launchers that
/// used it (tilery_rt_release_kernel), and never while a call is running.
class Driver {
public:
  explicit Driver(int32_t deviceType = TILERY_DEVICE_CUDA);
  virtual ~Driver();
  Driver(const Driver &) = delete;
  Driver &operator=(const Driver &) = delete;

#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args)       \
  virtual cu::Result method params;
#include "tilery/Runtime/Driver.def"

  /// Told once for each function that the runtime looks up: parameter kinds and
  /// sizes, which the driver's own interface does not carry.
  virtual void describeKernel(cu::Function function,
                              const TileryKernelSpec &kernel);

  /// The device type of the tensors that launches on this driver take.
  int32_t deviceType() const { return tensorDevice; }

  /// The contexts that the runtime has met on this driver.
  ContextTable &contexts() { return *table; }

private:
  std::unique_ptr<ContextTable> table;
  const int32_t tensorDevice;
};

/// The machine's driver: libcuda.so.1, opened at the first call and never
/// closed. Null and the reason in `status` when it is missing
/// (TILERY_DRIVER_MISSING) or lacks a function that CUDA 12.0 has
/// (TILERY_DRIVER_TOO_OLD). Thread-safe; nothing of the driver is initialised.
Driver *cudaDriver(Status *status = nullptr);

/// The same for another library that has the driver's interface. It stays open.
std::unique_ptr<Driver> openDriver(const char *library, Status &status);

/// What openDriver says where there is no such library.
Status missingDriver(const char *library, const char *reason);

/// True for the errors after which a context refuses every call: an earlier
/// kernel or copy went wrong (CUDA driver API, CUresult: "the process must be
/// terminated and relaunched").
bool isStickyError(cu::Result result);

/// The status for a failed driver call: CONTEXT_FAILED, OUT_OF_MEMORY, or
/// `otherwise`.
TileryStatus statusOf(cu::Result result,
                      TileryStatus otherwise = TILERY_DRIVER_ERROR);

/// "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered"
std::string describeResult(Driver &driver, cu::Result result);

} // namespace runtime
} // namespace tilery

#endif // TILERY_RUNTIME_DRIVER_H
