// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of compiled programs, on a GPU or in the simulator.

#ifndef TILERY_C_RUNTIME_H
#define TILERY_C_RUNTIME_H

#include "tilery-c/Compiler.h"

// NOLINTBEGIN(readability-identifier-naming)

/// The arguments of a launch: tensors are laid out as DLPack's DLTensor.
typedef struct TileryLaunch {
  size_t structSize; ///< sizeof(TileryLaunch)
  const TileryValue *args;
  const uint8_t *kinds; ///< [numArgs] TILERY_KIND_*, or null
  int32_t numArgs;
  int32_t reserved; ///< 0
  void *stream;     ///< CUstream; null: the default stream
  /// Gets the text of a failure, always ended by a NUL byte; may be null.
  char *error;
  size_t errorSize;
} TileryLaunch;

/// Launches an entry of a program that was compiled for a GPU, without waiting
/// for it. Tensors are on the GPU. Returns a TileryStatus; all faults of the
/// arguments are in the text.
TILERY_C_EXPORT int32_t tileryLaunchEntry(const TileryProgram *program,
                                          size_t entry,
                                          const TileryLaunch *launch);

/// What the driver would be asked to do, one call a line (lib/Runtime's
/// recorder), and the launch does not happen. Tensors are those of a GPU, whose
/// memory is not touched. Free the text with tileryFreeText; null after a
/// failure.
TILERY_C_EXPORT int32_t tileryRecordEntry(const TileryProgram *program,
                                          size_t entry,
                                          const TileryLaunch *launch,
                                          char **text);
TILERY_C_EXPORT void tileryFreeText(char *text);

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

typedef struct TileryDeviceInfo {
  char name[96];
  char target[16]; ///< the most that it runs: "sm_90a"
  int32_t ordinal;
  int32_t driverVersion; ///< 13000 for CUDA 13.0
} TileryDeviceInfo;

/// What the GPU of that ordinal is. Initialises the driver, and makes no
/// context. `error` gets the reason of a failure; may be null.
TILERY_C_EXPORT int32_t tileryGetDevice(int32_t ordinal, TileryDeviceInfo *info,
                                        char *error, size_t errorSize);

//===----------------------------------------------------------------------===//
// Simulator
//===----------------------------------------------------------------------===//

enum {
  TILERY_ORDER_LATE = 0,     ///< copies complete when no thread can run without
  TILERY_ORDER_EARLY = 1,    ///< when they are issued
  TILERY_ORDER_SHUFFLED = 2, ///< as the seed says
};

typedef struct TilerySimOptions {
  size_t structSize; ///< sizeof(TilerySimOptions)
  uint64_t seed;     ///< of TILERY_ORDER_SHUFFLED
  int32_t order;     ///< TILERY_ORDER_*
  int32_t checks;    ///< 0: find only what ends a launch
  uint32_t workers;  ///< threads of the host; 0: as many as it has cores
  uint32_t reserved; ///< 0
  /// Becomes 1 where the launch is to end soon; another thread or a signal
  /// handler may write it. May be null.
  const volatile uint8_t *interrupt;
} TilerySimOptions;

TILERY_C_EXPORT void tileryInitSimOptions(TilerySimOptions *options);

typedef struct TilerySimPlace {
  const char *file; ///< "" where it is not known
  uint32_t line, column;
  const char *op;      ///< "tile.tma.load"
  const char *operand; ///< what it accesses
} TilerySimPlace;

typedef struct TilerySimNote {
  const char *text;
  TilerySimPlace place;
} TilerySimNote;

typedef struct TilerySimFinding {
  const char *id;    ///< "SIM01"
  const char *name;  ///< "out-of-bounds"
  int32_t severity;  ///< TILERY_SEVERITY_*
  int32_t hasThread; ///< block and thread are those of the first occurrence
  uint32_t block[3];
  uint32_t thread;
  uint64_t count;
  const char *text;
  const char *rendered; ///< all of it, as lines of text
  const char *buffer;   ///< the shared buffer, barrier or argument
  TilerySimPlace place, other;
  size_t numNotes;
  const TilerySimNote *notes;
} TilerySimFinding;

/// What a simulated launch has shown.
typedef struct TilerySimReport {
  int32_t isComplete; ///< 0: the kernel was ended
  int32_t isClean;    ///< complete, and no finding is an error
  size_t numFindings;
  const TilerySimFinding *findings;
  const char *output; ///< of printf
  uint64_t transfers, bytes, switches;
  double seconds;
} TilerySimReport;

/// Runs an entry of a program that was compiled with `simulate`, to its end.
/// Tensors are in host memory (TILERY_DEVICE_CPU), which the kernels change.
/// Launches of several threads run at the same time. `*report` is null where
/// the arguments were refused; free it with tileryFreeSimReport.
TILERY_C_EXPORT int32_t tilerySimulateEntry(const TileryProgram *program,
                                            size_t entry,
                                            const TileryLaunch *launch,
                                            const TilerySimOptions *options,
                                            TilerySimReport **report);
TILERY_C_EXPORT void tileryFreeSimReport(TilerySimReport *report);

// NOLINTEND(readability-identifier-naming)

#endif // TILERY_C_RUNTIME_H
