// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_LAUNCHER_CHECKMEMORY_H
#define TILERY_LIB_LAUNCHER_CHECKMEMORY_H

#include "Report.h"
#include "Tensor.h"

#include <atomic>

namespace tilery {
namespace runtime {

/// TileryCall::checks, and what the environment's TILERY_CHECK asks for.
enum CheckMode : uint8_t {
  CheckUsual = 0,
  CheckFull = 1,
  CheckUnknown = 2, ///< not read yet
};

extern std::atomic<uint8_t> checkMode;
TILERY_COLD uint8_t readCheckMode();

inline uint8_t getCheckMode() {
  uint8_t mode = checkMode.load(std::memory_order_relaxed);
  return mode == CheckUnknown ? readCheckMode() : mode;
}

/// What the driver says against a tensor's memory.
struct MemoryFault {
  enum Kind {
    None,
    Unknown,     ///< no memory that a device can reach
    OtherDevice, ///< memory of `gotDevice`
    TooSmall,    ///< the tensor leaves its allocation
  };
  Kind kind;
  uint64_t address; ///< of the tensor's first element
  int32_t device;   ///< of the launch
  int32_t gotDevice;
  ByteSpan span;
  /// Of the allocation, around `address`.
  uint64_t bytesBefore, bytesAfter;
};

/// Asks the driver about the memory of a tensor that is not empty. None also
/// where there is no driver, or it has no answer.
TILERY_COLD MemoryFault checkMemory(const TileryCall &call,
                                    const TileryTensor &tensor);

} // namespace runtime
} // namespace tilery

#endif // TILERY_LIB_LAUNCHER_CHECKMEMORY_H
