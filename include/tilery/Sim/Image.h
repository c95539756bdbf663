// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands in the place of a cubin for a kernel that the simulator runs.

#ifndef TILERY_SIM_IMAGE_H
#define TILERY_SIM_IMAGE_H

#include "tilery/Sim/Abi.h"

#include <cstring>

namespace tilery {
namespace sim {

/// A kernel of this process, by address: valid as long as its code.
struct Image {
  char magic[16];
  /// Of the process that made it: an image is no file.
  uint64_t process;
  const TilerySimKernel *kernel;
  /// Bytes of stack that a thread needs for the kernel's own frame.
  uint64_t frameBytes;
};

inline constexpr char kImageMagic[16] = "\177tilery-sim-1\n";

/// Some address that no other process has meant.
inline uint64_t processMark() {
  size_t count;
  return reinterpret_cast<uint64_t>(tilery_sim_symbols(&count));
}

inline Image makeImage(const TilerySimKernel *kernel, uint64_t frameBytes) {
  Image image = {{}, processMark(), kernel, frameBytes};
  std::memcpy(image.magic, kImageMagic, sizeof(kImageMagic));
  return image;
}

/// False for bytes that are no image of this process. Reads 16 bytes where they
/// are none.
inline bool readImage(const void *bytes, Image &image) {
  if (std::strncmp(static_cast<const char *>(bytes), kImageMagic,
                   sizeof(kImageMagic)) != 0)
    return false;
  std::memcpy(&image, bytes, sizeof(image));
  return image.process == processMark() && image.kernel &&
         image.kernel->abi == TILERY_SIM_ABI_VERSION;
}

} // namespace sim
} // namespace tilery

#endif // TILERY_SIM_IMAGE_H
