// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_LAUNCHER_REPORT_H
#define TILERY_LIB_LAUNCHER_REPORT_H

#include "tilery/Launcher/Driver.h"

#include <cstdarg>

namespace tilery {
namespace runtime {

/// On every function that each launch runs: the linker puts them side by side,
/// so that a launch, which finds its caches emptied by the last one, meets few
/// pages. TILERY_COLD keeps the rest out of them.
#define TILERY_HOT __attribute__((hot))
#define TILERY_COLD __attribute__((noinline, cold))

/// Which faults a call is collecting (TileryCall::phase).
enum Phase : uint8_t {
  /// Nothing more: the call has failed for good, or has not begun.
  PhaseClosed = 0,
  PhaseArguments = 1,
  PhaseRunning = 2,
  PhaseMaps = 3,
};

/// Writes the text of a call's faults into the caller's buffer. Allocates
/// nothing, since out of memory is one of the faults.
class Report {
public:
  explicit Report(TileryCall &call) : call(call) {}

  /// Starts a fault on a line of its own; the first one's status is the call's.
  void begin(TileryStatus status);

  /// Goes on with the text of the fault.
  void add(const char *format, ...) __attribute__((format(printf, 2, 3)));

  /// A whole fault at once. Always false, so that `return fault(...)` fails.
  bool fault(TileryStatus status, const char *format, ...)
      __attribute__((format(printf, 3, 4)));

  /// "cuModuleUnload: CUDA_ERROR_... (n): text", with a cure where one is known
  /// and the status that statusOf gives. Always false.
  __attribute__((cold)) bool
  driverFault(Driver &driver, const char *function, cu::Result result,
              TileryStatus otherwise = TILERY_DRIVER_ERROR);

  void addList(const char *format, va_list list);

private:
  TileryCall &call;
};

/// "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered"
struct ResultText {
  ResultText(Driver &driver, cu::Result result);
  char text[256];
};

} // namespace runtime
} // namespace tilery

#endif // TILERY_LIB_LAUNCHER_REPORT_H
