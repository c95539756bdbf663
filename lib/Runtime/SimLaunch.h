// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_RUNTIME_SIMLAUNCH_H
#define TILERY_LIB_RUNTIME_SIMLAUNCH_H

#include "tilery/Runtime/SimDriver.h"

namespace tilery {
namespace runtime {

struct SimDriver::CapturedLaunch {
  /// Of each parameter, 64-byte aligned as TensorMaps have to be.
  struct alignas(64) Value {
    unsigned char bytes[128];
  };

  CapturedLaunch(const sim::LaunchRequest &request, uint64_t frameBytes);
  sim::LaunchRequest request(std::vector<const void *> &params) const;

  sim::LaunchRequest launch;
  uint64_t frameBytes;
  std::vector<Value> values;
};

} // namespace runtime
} // namespace tilery

#endif // TILERY_LIB_RUNTIME_SIMLAUNCH_H
