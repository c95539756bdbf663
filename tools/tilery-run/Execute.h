// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run of a launcher on a device.

#ifndef TILERY_TOOLS_TILERY_RUN_EXECUTE_H
#define TILERY_TOOLS_TILERY_RUN_EXECUTE_H

#include "BareLaunch.h"
#include "Operands.h"

#include "tilery/Runtime/Device.h"

namespace tilery {
namespace run {

struct Spread {
  double median = 0, min = 0, max = 0;
  int64_t count = 0;
};

llvm::Error toError(const runtime::Status &status);

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
  Execution(runtime::Device &device, TileryLauncher launcher,
            std::vector<Operand> &operands);

  runtime::Device &getDevice() const { return device; }

  /// Device memory with the operands' contents: allocate() and copyIn().
  llvm::Error upload();
  /// Device memory for the operands.
  llvm::Error allocate();
  /// Copies the operands to the device.
  llvm::Error copyIn();
  /// Poisons the operands' device memory.
  llvm::Error poison();
  /// Calls the launcher `repeat` times without waiting.
  llvm::Error launch(int64_t repeat, runtime::cu::Stream stream);
  /// Calls the launcher `repeat` times, and waits.
  llvm::Error run(int64_t repeat);
  llvm::Expected<Timings> time(int64_t repeat);
  llvm::Error download(const Options &options);

private:
  llvm::Error encodeMaps();
  /// One call, without waiting.
  llvm::Error call(runtime::Driver &driver, runtime::cu::Stream stream);

  runtime::Device &device;
  TileryLauncher launcher;
  std::vector<Operand> &operands;
  std::vector<runtime::Buffer> buffers;
  std::vector<TileryTensor> tensors;
  /// Of the operands that are maps.
  struct alignas(64) Descriptor {
    TileryTensorMap map;
  };
  std::vector<Descriptor> maps;
  std::vector<TileryValue> values;
  std::vector<uint8_t> kinds;
  /// Outlives the launcher's kernels, which it has loaded.
  std::unique_ptr<BareLaunch> bare;
};

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_EXECUTE_H
