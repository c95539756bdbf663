// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which code runs on which device.

#include "Context.h"

namespace tilery {
namespace runtime {

bool checkTarget(const char *target, int32_t major, int32_t minor,
                 uint32_t flags, bool isCubin, const DeviceInfo &device,
                 Report &report) {
  auto refuse = [&](const char *who) {
    report.fault(TILERY_DEVICE_UNSUPPORTED,
                 "%s code runs on compute capability %d.%d%s, got a device of "
                 "%d.%d (cuda:%d, %s)",
                 target, major, minor, who, device.major, device.minor,
                 device.ordinal, device.name);
    return false;
  };
  if (device.major < 9)
    return report.fault(TILERY_DEVICE_UNSUPPORTED,
                        "expected a device of compute capability 9.0 or above, "
                        "which the Tensor Memory Accelerator and this %s code "
                        "need, got %d.%d (cuda:%d, %s)",
                        target, device.major, device.minor, device.ordinal,
                        device.name);
  bool sameMajor = device.major == major;
  bool notOlder = device.major > major || (sameMajor && device.minor >= minor);
  // PTX ISA, .target: architecture-specific code runs on its own chip alone,
  // family-specific code on the later chips of its family.
  if (flags & TILERY_TARGET_ARCH_SPECIFIC) {
    if (!sameMajor || device.minor != minor)
      return refuse(" alone");
    return true;
  }
  if (flags & TILERY_TARGET_FAMILY) {
    if (!sameMajor || !notOlder)
      return refuse(" and the later ones of its family");
    return true;
  }
  // Machine code is compatible within a major version only; PTX is compiled for
  // later ones by the driver.
  if (isCubin && (!sameMajor || !notOlder))
    return refuse(" and later ones of that major version, as machine code");
  if (!notOlder)
    return refuse(" and above");
  return true;
}

} // namespace runtime
} // namespace tilery
