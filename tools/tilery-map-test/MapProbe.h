// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A driver that looks at the maps which go through it.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_MAPPROBE_H
#define TILERY_TOOLS_TILERY_MAP_TEST_MAPPROBE_H

#include "tilery/Runtime/Driver.h"
#include "tilery/TensorMap/Types.h"

#include <optional>
#include <string>

namespace tilery {
namespace maptest {

namespace cu = runtime::cu;

/// Hands every call on to another driver.
class ForwardingDriver : public runtime::Driver {
public:
  explicit ForwardingDriver(runtime::Driver &driver)
      : Driver(driver.deviceType()), driver(driver) {}

#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args)       \
  cu::Result method params override { return driver.method args; }
#include "tilery/Runtime/Driver.def"

  void describeKernel(cu::Function function,
                      const TileryKernelSpec &kernel) override {
    driver.describeKernel(function, kernel);
  }

protected:
  runtime::Driver &driver;
};

/// Keeps the arguments of cuTensorMapEncodeTiled: what compiler, launcher and
/// runtime made of the IR, on any device.
class MapProbe final : public ForwardingDriver {
public:
  using ForwardingDriver::ForwardingDriver;

  cu::Result tensorMapEncodeTiled(cu::TensorMap *map, int dataType,
                                  uint32_t rank, void *address,
                                  const uint64_t *dims, const uint64_t *strides,
                                  const uint32_t *box,
                                  const uint32_t *elementStrides,
                                  int interleave, int swizzle, int l2Promotion,
                                  int fill) override;

  void reset() { count = 0; }
  /// How the map since reset() differs from what was to be encoded; empty when
  /// it does not.
  std::string compare(const tensormap::TensorMapParams &expected) const;

private:
  int count = 0;
  tensormap::TensorMapParams last;
};

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_MAPPROBE_H
