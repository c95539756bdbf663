// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_RUNTIME_FORWARDINGDRIVER_H
#define TILERY_RUNTIME_FORWARDINGDRIVER_H

#include "tilery/Launcher/Driver.h"

namespace tilery {
namespace runtime {

/// Hands every call on to another driver, which has to outlive it: the base of
/// those that look at or change some of the calls.
class ForwardingDriver : public Driver {
public:
  explicit ForwardingDriver(Driver &driver)
      : Driver(driver.deviceType()), driver(driver) {}

#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args)       \
  cu::Result method params override { return driver.method args; }
#include "tilery/Launcher/Driver.def"

  void describeKernel(cu::Function function,
                      const TileryKernelSpec &kernel) override {
    driver.describeKernel(function, kernel);
  }

protected:
  Driver &driver;
};

} // namespace runtime
} // namespace tilery

#endif // TILERY_RUNTIME_FORWARDINGDRIVER_H
