// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Runtime/MachineDriver.h"

#include "../Launcher/Context.h"
#include "Collector.h"

namespace tilery {
namespace runtime {

/// Whoever asks for a driver here could do without.
static Status withCure(const Status &status) {
  if (status.code() != TILERY_DRIVER_MISSING)
    return status;
  return Status(status.code(),
                status.message() + ", or use the device 'record'");
}

Driver *cudaDriver(Status *status) {
  Collector collector;
  Driver *driver = openMachineDriver(collector.report);
  if (status)
    *status = withCure(collector.status());
  return driver;
}

std::unique_ptr<Driver> openDriver(const char *library, Status &status) {
  Collector collector;
  DriverSymbols symbols;
  bool opened = openSymbols(library, symbols, collector.report);
  status = withCure(collector.status());
  return opened ? std::make_unique<CudaDriver>(symbols) : nullptr;
}

Status missingDriver(const char *library, const char *reason) {
  Collector collector;
  reportMissingDriver(library, reason, collector.report);
  return withCure(collector.status());
}

std::string describeResult(Driver &driver, cu::Result result) {
  return ResultText(driver, result).text;
}

} // namespace runtime
} // namespace tilery
