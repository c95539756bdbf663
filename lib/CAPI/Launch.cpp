// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Calls.h"
#include "Handle.h"

using namespace tilery;
using namespace tilery::capi;

int32_t tileryLaunchEntry(const TileryProgram *program, size_t entry,
                          const TileryLaunch *given) {
  return guarded([&]() -> int32_t {
    CheckedLaunch checked;
    if (int32_t status = checked.read(program, entry, given))
      return status;
    TileryDeviceHandle *device = checked.launch.device;
    bool simulated = device && device->device->simulator();
    if (int32_t status = checked.checkKind(*program, simulated))
      return status;
    return callLauncher(checked.launcher, checked.launch,
                        device ? &device->device->driver() : nullptr);
  });
}

int32_t tileryRecordEntry(const TileryProgram *program, size_t entry,
                          const TileryLaunch *given, char **text) {
  return guarded([&]() -> int32_t {
    if (!text)
      return failNull("a place for the text");
    *text = nullptr;
    CheckedLaunch checked;
    if (int32_t status = checked.read(program, entry, given))
      return status;
    if (int32_t status = checked.checkKind(*program, /*simulated=*/false))
      return status;
    // The recorder need not outlive what the launcher keeps of it until the
    // program is released: dead drivers are known.
    runtime::RecordDriver recorder;
    DeviceArguments moved(*program, entry, checked.launch);
    int32_t status = callLauncher(checked.launcher, moved.launch, &recorder);
    if (status == TILERY_OK)
      *text = copyText(recorder.log());
    return status;
  });
}
