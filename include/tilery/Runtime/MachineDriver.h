// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_RUNTIME_MACHINEDRIVER_H
#define TILERY_RUNTIME_MACHINEDRIVER_H

#include "tilery/Launcher/Driver.h"
#include "tilery/Runtime/Status.h"

#include <memory>

namespace tilery {
namespace runtime {

/// The machine's driver: libcuda.so.1, opened at the first call and never
/// closed. Null and the reason in `status` when it is missing
/// (TILERY_DRIVER_MISSING) or lacks a function that CUDA 12.0 has
/// (TILERY_DRIVER_TOO_OLD). Thread-safe; nothing of the driver is initialised.
Driver *cudaDriver(Status *status = nullptr);

/// The same for another library that has the driver's interface. It stays open.
std::unique_ptr<Driver> openDriver(const char *library, Status &status);

/// What openDriver says where there is no such library.
Status missingDriver(const char *library, const char *reason);

/// "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered"
std::string describeResult(Driver &driver, cu::Result result);

} // namespace runtime
} // namespace tilery

#endif // TILERY_RUNTIME_MACHINEDRIVER_H
