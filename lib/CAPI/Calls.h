// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CAPI_CALLS_H
#define TILERY_LIB_CAPI_CALLS_H

#include "Program.h"

namespace tilery {
namespace capi {

/// The launcher of an entry, or null with the reason in the launch's text.
TileryLauncher findLauncher(const TileryProgram &program, size_t entry,
                            const TileryLaunch &launch, bool simulated);

/// Calls a launcher on a driver; null: the machine's.
inline int32_t callLauncher(TileryLauncher launcher, const TileryLaunch &launch,
                            runtime::Driver *driver) {
  TileryCall call;
  tilery_rt_init_call(&call);
  call.numArgs = launch.numArgs;
  call.args = launch.args;
  call.kinds = launch.kinds;
  call.stream = launch.stream;
  call.driver = driver;
  call.error = launch.error;
  call.errorSize = launch.errorSize;
  return launcher(&call);
}

/// The arguments of a launch with their tensors on the first simulated or
/// recorded GPU instead of in the memory of the host.
class DeviceArguments {
public:
  DeviceArguments(const TileryProgram &program, size_t entry,
                  const TileryLaunch &launch);

  /// As `launch`, with the arguments moved.
  TileryLaunch launch;
  struct Memory {
    uint64_t begin, end;
    std::string name;
  };
  /// The memory of the tensors, in order, without overlaps.
  std::vector<Memory> memory;

private:
  std::vector<TileryTensor> tensors;
  std::vector<TileryValue> values;
};

} // namespace capi
} // namespace tilery

#endif // TILERY_LIB_CAPI_CALLS_H
