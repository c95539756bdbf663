// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CAPI_CALLS_H
#define TILERY_LIB_CAPI_CALLS_H

#include "Program.h"

namespace tilery {
namespace capi {

/// A caller's launch of an entry, checked as far as it can be before the
/// launcher checks the arguments.
struct CheckedLaunch {
  TileryLaunch launch = {};
  TileryLauncher launcher = nullptr;

  /// TILERY_BAD_ARGUMENT where something is missing or of another version.
  int32_t read(const TileryProgram *program, size_t entry,
               const TileryLaunch *given);
  /// Whether the program's code is of the kind that runs there.
  int32_t checkKind(const TileryProgram &program, bool simulated) const;
  /// Keeps the reason, also in the caller's place.
  int32_t fail(int32_t status, llvm::StringRef reason) const;
};

/// Calls a launcher on a driver; null: the machine's. The reason of a failure
/// is in the launch's place and the last error.
int32_t callLauncher(TileryLauncher launcher, const TileryLaunch &launch,
                     runtime::Driver *driver);

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
