// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BareLaunch.h"
#include "Calls.h"
#include "Handle.h"

#include <chrono>

using namespace tilery;
using namespace tilery::capi;

/// Bytes of the struct in its first version.
static constexpr size_t firstSize = sizeof(TileryLaunchCost);

/// A driver for one measurement. It stays until the launchers have unloaded
/// what they loaded through it, or the driver that it stands on goes.
static BareLaunch &addBareLaunch(const TileryProgram &program,
                                 TileryDeviceHandle &handle) {
  runtime::Device &device = *handle.device;
  auto bare = std::make_unique<BareLaunch>(device.driver());
  BareLaunch &result = *bare;
  // The machine's driver stays.
  bool isOwned = device.recorder() || device.simulator();
  std::lock_guard<std::mutex> lock(isOwned ? handle.driversMutex
                                           : program.deviceMutex);
  (isOwned ? handle.drivers : program.drivers).push_back(std::move(bare));
  return result;
}

/// Microseconds of one of `calls` calls of `work`, which returns a status.
template <typename Callable>
static int32_t measure(int32_t calls, double &microseconds, Callable work) {
  auto start = std::chrono::steady_clock::now();
  for (int32_t i = 0; i < calls; ++i)
    if (int32_t status = work())
      return status;
  std::chrono::duration<double, std::micro> spent =
      std::chrono::steady_clock::now() - start;
  microseconds = spent.count() / static_cast<double>(calls);
  return TILERY_OK;
}

int32_t tileryMeasureLaunch(const TileryProgram *program, size_t entry,
                            const TileryLaunch *launch,
                            TileryLaunchCost *cost) {
  return guarded([&]() -> int32_t {
    if (!cost)
      return failNull("a place for the cost");
    TileryLaunchCost wanted = {};
    if (int32_t status =
            readStruct(cost, "TileryLaunchCost", firstSize, wanted))
      return status;
    CheckedLaunch checked;
    if (int32_t status = checked.read(program, entry, launch))
      return status;
    TileryDeviceHandle *handle = checked.launch.device;
    if (!handle)
      return failNull("a device");
    if (int32_t status =
            checked.checkKind(*program, handle->device->simulator()))
      return status;
    if (wanted.rounds < 1 || wanted.calls < 1 || !wanted.host || !wanted.bare)
      return fail(TILERY_BAD_ARGUMENT,
                  "expected rounds, calls, and places for both times, got " +
                      std::to_string(wanted.rounds) + " rounds of " +
                      std::to_string(wanted.calls));
    if (runtime::Status status = handle->enter(); !status.ok())
      return finish(status);
    runtime::Device &device = *handle->device;
    BareLaunch &bare = addBareLaunch(*program, *handle);
    if (int32_t status = callLauncher(checked.launcher, checked.launch, &bare))
      return status;
    cost->launches = static_cast<int32_t>(bare.size());
    // In turns, each short of the driver's queue, so that no call waits for the
    // device.
    for (int32_t round = 0; round < wanted.rounds; ++round) {
      int32_t status = measure(wanted.calls, wanted.host[round], [&] {
        return tileryLaunchEntry(program, entry, launch);
      });
      if (status == TILERY_OK)
        status = finish(device.synchronize());
      if (status == TILERY_OK)
        status = measure(wanted.calls, wanted.bare[round], [&] {
          return finish(device.check(bare.repeat(), "cuLaunchKernelEx"));
        });
      if (status == TILERY_OK)
        status = finish(device.synchronize());
      if (status != TILERY_OK)
        return status;
    }
    return TILERY_OK;
  });
}
