// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run of a launcher on a device.

#ifndef TILERY_TOOLS_TILERY_RUN_EXECUTE_H
#define TILERY_TOOLS_TILERY_RUN_EXECUTE_H

#include "Handles.h"
#include "Operands.h"

namespace tilery {
namespace run {

struct Spread {
  double median = 0, min = 0, max = 0;
  int64_t count = 0;
};

/// The spread of measurements, of which there is at least one.
Spread spreadOf(std::vector<double> values);

struct Timings {
  /// Milliseconds of the device for one call of the launcher.
  std::optional<Spread> device;
  /// Microseconds of the host for one call, and for the same cuLaunchKernelEx
  /// calls without it.
  std::optional<Spread> hostCall, bareLaunch;
};

/// Copies the operands to a device, calls the launcher, and copies back what it
/// may have written and what `options` ask for.
class Execution {
public:
  Execution(TileryDeviceHandle *device, Entry entry,
            std::vector<Operand> &operands);

  TileryDeviceHandle *getDevice() const { return device; }

  /// Device memory with the operands' contents: allocate() and copyIn().
  llvm::Error upload();
  /// Device memory for the operands.
  llvm::Error allocate();
  /// Copies the operands to the device.
  llvm::Error copyIn();
  /// Poisons the operands' device memory.
  llvm::Error poison();
  /// Calls the launcher `repeat` times without waiting.
  llvm::Error launch(int64_t repeat, void *stream);
  /// Calls the launcher `repeat` times, and waits.
  llvm::Error run(int64_t repeat);
  /// Captures one call, which runs nothing.
  llvm::Expected<GraphHandle> capture(void *stream);
  llvm::Expected<Timings> time(int64_t repeat);
  llvm::Error download(const Options &options);

private:
  llvm::Error encodeMaps();
  TileryLaunch makeLaunch(void *stream) const;
  /// One call, without waiting.
  llvm::Error call(void *stream);

  TileryDeviceHandle *device;
  Entry entry;
  std::vector<Operand> &operands;
  std::vector<BufferHandle> buffers;
  std::vector<TileryTensor> tensors;
  /// Of the operands that are maps.
  struct alignas(64) Descriptor {
    TileryTensorMap map;
  };
  std::vector<Descriptor> maps;
  std::vector<TileryValue> values;
  std::vector<uint8_t> kinds;
};

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_EXECUTE_H
