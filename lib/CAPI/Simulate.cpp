// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Calls.h"
#include "SimOptions.h"
#include "SimReport.h"

using namespace tilery;
using namespace tilery::capi;

namespace {
/// Lends the program's simulated device, or a new one, to one launch.
class LentDevice {
public:
  LentDevice(const TileryProgram &program, const sim::Options &options)
      : program(program) {
    {
      std::lock_guard<std::mutex> lock(program.deviceMutex);
      if (!program.idleDevices.empty()) {
        device = std::move(program.idleDevices.back());
        program.idleDevices.pop_back();
      }
    }
    if (!device) {
      // "sm_100a" runs on compute capability 10.0.
      int number = 90;
      llvm::StringRef target = program.options.target;
      target.consume_front("sm_");
      (void)target.consumeInteger(10, number);
      device = std::make_unique<runtime::SimDriver>(
          options, runtime::RecordDriver::Sink(), number / 10, number % 10);
    }
    device->restart(options);
  }
  ~LentDevice() {
    std::lock_guard<std::mutex> lock(program.deviceMutex);
    program.idleDevices.push_back(std::move(device));
  }
  LentDevice(const LentDevice &) = delete;
  LentDevice &operator=(const LentDevice &) = delete;

  runtime::SimDriver *operator->() const { return device.get(); }
  runtime::SimDriver *get() const { return device.get(); }

private:
  const TileryProgram &program;
  std::unique_ptr<runtime::SimDriver> device;
};

/// The memory of a launch's tensors, known to a device.
class LentMemory {
public:
  LentMemory(runtime::SimDriver &device,
             const std::vector<DeviceArguments::Memory> &memory)
      : device(device) {
    for (const DeviceArguments::Memory &piece : memory)
      if (device.addMemory(reinterpret_cast<void *>(piece.begin),
                           piece.end - piece.begin, piece.name))
        added.push_back(piece.begin);
  }
  ~LentMemory() {
    for (uint64_t begin : added)
      device.removeMemory(reinterpret_cast<void *>(begin));
  }
  LentMemory(const LentMemory &) = delete;
  LentMemory &operator=(const LentMemory &) = delete;

private:
  runtime::SimDriver &device;
  std::vector<uint64_t> added;
};
} // namespace

int32_t tilerySimulateEntry(const TileryProgram *program, size_t entry,
                            const TileryLaunch *given,
                            const TilerySimOptions *givenOptions,
                            TilerySimReport **report) {
  return guarded([&]() -> int32_t {
    if (!report)
      return failNull("a place for the report");
    *report = nullptr;
    CheckedLaunch checked;
    if (int32_t status = checked.read(program, entry, given))
      return status;
    sim::Options options;
    if (int32_t status = readSimOptions(givenOptions, options))
      return checked.fail(status, std::string(getLastError().text));
    if (int32_t status = checked.checkKind(*program, /*simulated=*/true))
      return status;
    DeviceArguments moved(*program, entry, checked.launch);
    LentDevice device(*program, options);
    LentMemory memory(*device.get(), moved.memory);
    int32_t status = callLauncher(checked.launcher, moved.launch, device.get());
    runtime::SimResults results = device->takeResults();
    // A launch that the device itself refuses has findings too.
    if (status != TILERY_OK && results.findings.empty())
      return status;
    auto owned = std::make_unique<OwnedReport>(
        std::move(results), device->takeOutput(), options.trace);
    bool isClean = owned->report.isClean;
    *report = release(std::move(owned));
    if (isClean)
      return status;
    return fail(TILERY_SIMULATION_FAILED, (*report)->numFindings
                                              ? (*report)->findings[0]->rendered
                                              : "the kernel was ended");
  });
}
