// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BareLaunch.h"

#include <cstring>

using namespace tilery;
using namespace tilery::capi;

void BareLaunch::describeKernel(cu::Function function,
                                const TileryKernelSpec &kernel) {
  ForwardingDriver::describeKernel(function, kernel);
  paramsOf[function].assign(kernel.params, kernel.params + kernel.numParams);
}

cu::Result BareLaunch::launchKernelEx(const cu::LaunchConfig *config,
                                      cu::Function function, void **params,
                                      void **extra) {
  Launch launch;
  launch.config = *config;
  launch.attributes.assign(config->attrs, config->attrs + config->numAttrs);
  launch.function = function;
  const std::vector<TileryParam> &kinds = paramsOf[function];
  launch.values.resize(kinds.size());
  for (size_t i = 0; i < kinds.size(); ++i) {
    auto size = static_cast<size_t>(kinds[i].size);
    std::memcpy(launch.values[i].bytes, params[i],
                std::min(size, sizeof(launch.values[i].bytes)));
  }
  launches.push_back(std::move(launch));
  return ForwardingDriver::launchKernelEx(config, function, params, extra);
}

cu::Result BareLaunch::repeat() {
  for (Launch &launch : launches) {
    launch.config.attrs = launch.attributes.data();
    if (launch.params.size() != launch.values.size()) {
      launch.params.clear();
      for (Launch::Block &value : launch.values)
        launch.params.push_back(value.bytes);
    }
    cu::Result result = driver.launchKernelEx(&launch.config, launch.function,
                                              launch.params.data(), nullptr);
    if (result != cu::Success)
      return result;
  }
  return cu::Success;
}
