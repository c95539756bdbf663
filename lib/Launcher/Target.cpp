// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which code runs on which device.

#include "Context.h"

#include <cstring>

namespace tilery {
namespace runtime {

namespace {

/// The devices that take some code.
struct Reach {
  bool runs;       ///< on the device in question
  const char *who; ///< behind the code's compute capability
};

Reach reachOf(const TileryImage &image, bool isCubin,
              const DeviceInfo &device) {
  bool sameMajor = device.major == image.major;
  bool notOlder =
      device.major > image.major || (sameMajor && device.minor >= image.minor);
  // PTX ISA, .target: architecture-specific code runs on its own chip alone,
  // family-specific code on the later chips of its family.
  if (image.targetFlags & TILERY_TARGET_ARCH_SPECIFIC)
    return {sameMajor && device.minor == image.minor, " alone"};
  if (image.targetFlags & TILERY_TARGET_FAMILY)
    return {sameMajor && notOlder, " and the later ones of its family"};
  // Machine code is compatible within a major version only; PTX is compiled for
  // later ones by the driver.
  if (isCubin)
    return {sameMajor && notOlder,
            " and later ones of that major version, as machine code"};
  return {notOlder, " and above"};
}

bool hasTmaEngine(const DeviceInfo &device, const char *target,
                  Report &report) {
  return device.major >= 9 ||
         report.fault(TILERY_DEVICE_UNSUPPORTED,
                      "expected a device of compute capability 9.0 or above, "
                      "which the Tensor Memory Accelerator and this %s code "
                      "need, got %d.%d (cuda:%d, %s)",
                      target, device.major, device.minor, device.ordinal,
                      device.name);
}

/// Code for one chip alone before that for its family, before that for all.
int reachRank(const TileryImage &image) {
  if (image.targetFlags & TILERY_TARGET_ARCH_SPECIFIC)
    return 2;
  return image.targetFlags & TILERY_TARGET_FAMILY ? 1 : 0;
}

/// Machine code before PTX, then the highest target.
bool isBetter(const TileryImage &image, const TileryImage &other) {
  if (isCubin(image) != isCubin(other))
    return isCubin(image);
  if (image.major != other.major)
    return image.major > other.major;
  if (image.minor != other.minor)
    return image.minor > other.minor;
  return reachRank(image) > reachRank(other);
}

} // namespace

bool isCubin(const TileryImage &image) {
  return image.size >= 4 && std::memcmp(image.data, "\177ELF", 4) == 0;
}

bool checkTarget(const TileryImage &image, bool isCubin,
                 const DeviceInfo &device, Report &report) {
  if (!hasTmaEngine(device, image.target, report))
    return false;
  Reach reach = reachOf(image, isCubin, device);
  return reach.runs ||
         report.fault(TILERY_DEVICE_UNSUPPORTED,
                      "%s code runs on compute capability %d.%d%s, got a "
                      "device of %d.%d (cuda:%d, %s)",
                      image.target, image.major, image.minor, reach.who,
                      device.major, device.minor, device.ordinal, device.name);
}

const TileryImage *pickImage(const TileryKernelSpec &kernel,
                             const DeviceInfo &device, Report &report) {
  if (kernel.numImages < 1) {
    report.fault(TILERY_MODULE_FAILED, "kernel '%s' has no code", kernel.name);
    return nullptr;
  }
  const TileryImage &first = kernel.images[0];
  if (kernel.numImages == 1)
    return checkTarget(first, isCubin(first), device, report) ? &first
                                                              : nullptr;
  if (!hasTmaEngine(device, first.target, report))
    return nullptr;
  const TileryImage *best = nullptr;
  for (int32_t i = 0; i < kernel.numImages; ++i) {
    const TileryImage &image = kernel.images[i];
    if (reachOf(image, isCubin(image), device).runs &&
        (!best || isBetter(image, *best)))
      best = &image;
  }
  if (best)
    return best;
  report.fault(TILERY_DEVICE_UNSUPPORTED, "kernel '%s' has code for ",
               kernel.name);
  for (int32_t i = 0; i < kernel.numImages; ++i)
    report.add("%s%s (%s)", i ? ", " : "", kernel.images[i].target,
               isCubin(kernel.images[i]) ? "cubin" : "PTX");
  report.add(", none of which runs on a device of compute capability %d.%d "
             "(cuda:%d, %s)",
             device.major, device.minor, device.ordinal, device.name);
  return nullptr;
}

} // namespace runtime
} // namespace tilery
