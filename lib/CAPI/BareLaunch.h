// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver calls that a launch cannot do without, for comparison.

#ifndef TILERY_LIB_CAPI_BARELAUNCH_H
#define TILERY_LIB_CAPI_BARELAUNCH_H

#include "tilery/Runtime/ForwardingDriver.h"

#include <map>
#include <vector>

namespace tilery {
namespace capi {

namespace cu = runtime::cu;

/// Keeps a copy of each cuLaunchKernelEx with its parameters, to repeat them
/// without a launcher.
class BareLaunch final : public runtime::ForwardingDriver {
public:
  using ForwardingDriver::ForwardingDriver;

  cu::Result launchKernelEx(const cu::LaunchConfig *config,
                            cu::Function function, void **params,
                            void **extra) override;
  void describeKernel(cu::Function function,
                      const TileryKernelSpec &kernel) override;

  /// Number of launches kept.
  size_t size() const { return launches.size(); }
  /// Launches them again, in order, on the same stream.
  cu::Result repeat();

private:
  struct Launch {
    cu::LaunchConfig config;
    std::vector<cu::LaunchAttribute> attributes;
    cu::Function function;
    /// Aligned as TensorMaps have to be.
    struct alignas(64) Block {
      char bytes[128];
    };
    std::vector<Block> values;
    std::vector<void *> params;
  };

  std::map<cu::Function, std::vector<TileryParam>> paramsOf;
  std::vector<Launch> launches;
};

} // namespace capi
} // namespace tilery

#endif // TILERY_LIB_CAPI_BARELAUNCH_H
