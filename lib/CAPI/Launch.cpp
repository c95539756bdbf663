// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Calls.h"

#include <cstdlib>
#include <cstring>

using namespace tilery;
using namespace tilery::capi;

int32_t tileryLaunchEntry(const TileryProgram *program, size_t entry,
                          const TileryLaunch *launch) {
  return guarded([&]() -> int32_t {
    TileryLauncher launcher =
        findLauncher(*program, entry, *launch, /*simulated=*/false);
    return launcher ? callLauncher(launcher, *launch, nullptr)
                    : TILERY_BAD_ARGUMENT;
  });
}

int32_t tileryRecordEntry(const TileryProgram *program, size_t entry,
                          const TileryLaunch *launch, char **text) {
  return guarded([&]() -> int32_t {
    *text = nullptr;
    TileryLauncher launcher =
        findLauncher(*program, entry, *launch, /*simulated=*/false);
    if (!launcher)
      return TILERY_BAD_ARGUMENT;
    // The recorder outlives what the launcher keeps of it until the program is
    // released, as the contexts of a dead driver are known by their numbers.
    runtime::RecordDriver recorder;
    DeviceArguments moved(*program, entry, *launch);
    int32_t status = callLauncher(launcher, moved.launch, &recorder);
    if (status == TILERY_OK)
      *text = strdup(recorder.log().c_str());
    return status == TILERY_OK && !*text ? TILERY_INTERNAL : status;
  });
}

void tileryFreeText(char *text) { std::free(text); }
