// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_LAUNCHER_CONTEXT_H
#define TILERY_LIB_LAUNCHER_CONTEXT_H

#include "Freestanding.h"
#include "Report.h"

#include <atomic>

namespace tilery {
namespace runtime {

/// What launches ask of a device.
struct DeviceInfo {
  int32_t ordinal;
  cu::Device handle;
  int32_t major, minor;
  /// Bytes of shared memory of a block: without and with the opt-in.
  int32_t sharedDefault, sharedOptin;
  int32_t multiprocessors;
  /// Most bytes of an access-policy window; 0: the device has none.
  int32_t maxWindowBytes;
  char name[96];
};

/// A context that the runtime has met. Never changed once published.
struct alignas(64) ContextInfo {
  /// Unique in the process, so that a cache keyed by it cannot mistake a new
  /// context (or driver) for a dead one at the same address.
  uint64_t serial;
  cu::Context handle;
  /// The driver's own number of the context (cuCtxGetId).
  unsigned long long id;
  DeviceInfo device;
  ContextInfo *next;
};

/// The contexts of one driver. Look-ups take no lock; additions do.
class alignas(64) ContextTable {
public:
  ContextTable();
  ~ContextTable();

  /// The entry of a context, by the driver's number of it: handles are used
  /// again after a context is destroyed, numbers are not.
  const ContextInfo *find(unsigned long long id) const {
    const ContextInfo *info = head.load(std::memory_order_acquire);
    while (info && info->id != id)
      info = info->next;
    return info;
  }

  /// Initialises the driver once, and checks its version.
  bool initialize(Driver &driver, Report &report) {
    return initialized.load(std::memory_order_acquire) ||
           initializeOnce(driver, report);
  }

  /// The entry of the context that is current, made where it is new.
  const ContextInfo *addCurrent(Driver &driver, cu::Context handle,
                                unsigned long long id, Report &report);

  /// The primary context of a device, retained at first use and kept.
  const ContextInfo *primary(Driver &driver, int32_t ordinal, Report &report);

  /// Calls `use` if the driver with this table serial is still alive, and keeps
  /// it alive meanwhile.
  template <typename Callable>
  static void withLiveTable(uint64_t serial, Callable use) {
    Lock lock(registryMutex);
    if (isLive(serial))
      use();
  }

  /// Unique in the process.
  const uint64_t serial;

private:
  static Mutex registryMutex;
  static bool isLive(uint64_t serial);

  bool initializeOnce(Driver &driver, Report &report);

  const ContextInfo *add(Driver &driver, cu::Context handle,
                         unsigned long long id, cu::Device device,
                         Report &report);

  static constexpr int kMaxDevices = 64;

  // What every launch reads comes first.
  std::atomic<ContextInfo *> head{nullptr};
  std::atomic<bool> initialized{false};
  Mutex mutex;
  /// The process that began to initialise the driver; 0: none has.
  std::atomic<pid_t> initializer{0};
  std::atomic<const ContextInfo *> primaries[kMaxDevices] = {};
  ContextTable *nextTable = nullptr;
};

/// Finds the driver's functions in a library, which stays open.
bool openSymbols(const char *library, DriverSymbols &symbols, Report &report);

/// What openSymbols says where there is no such library. Always false.
bool reportMissingDriver(const char *library, const char *reason,
                         Report &report);

/// The machine's driver, libcuda.so.1, once a call has opened it.
extern std::atomic<Driver *> machineDriver;

/// Opens it, for good. Nothing of the driver is initialised. Thread-safe.
TILERY_COLD Driver *openMachineDriver(Report &report);

/// The call's driver, opened if need be; null with the fault reported.
inline Driver *driverOf(const TileryCall &call, Report &report) {
  if (call.driver)
    return static_cast<Driver *>(call.driver);
  Driver *driver = machineDriver.load(std::memory_order_acquire);
  return driver ? driver : openMachineDriver(report);
}

/// Makes a context of the call's device current: the one that is current
/// already if it belongs to that device, else the device's primary context.
/// leaveContext() gives the previous one back.
bool enterContext(TileryCall &call, Driver &driver, Report &report);
void leaveContext(TileryCall &call);

/// True where code can run on the device; else the fault names both. `isCubin`:
/// machine code, which no later major version takes.
bool checkTarget(const TileryImage &image, bool isCubin,
                 const DeviceInfo &device, Report &report);

/// True for machine code, false for PTX.
bool isCubin(const TileryImage &image);

/// The kernel's code for the device; null with the fault reported.
const TileryImage *pickImage(const TileryKernelSpec &kernel,
                             const DeviceInfo &device, Report &report);

} // namespace runtime
} // namespace tilery

#endif // TILERY_LIB_LAUNCHER_CONTEXT_H
