// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How kernels are simulated, and what that shows.

#ifndef TILERY_C_SIMULATOR_H
#define TILERY_C_SIMULATOR_H

#include "tilery-c/Compiler.h"

// NOLINTBEGIN(readability-identifier-naming,modernize-use-using)

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
  uint32_t trace;    ///< not 0: TilerySimReport::trace
  /// Becomes 1 where the launch is to end soon; another thread or a signal
  /// handler may write it. May be null.
  const volatile uint8_t *interrupt;
  /// Iterations of loops in which nothing happens, before a launch counts as
  /// endless; 0: the default, 2,000,000,000.
  uint64_t stepLimit;
} TilerySimOptions;

/// Sets the first `structSize` bytes to the defaults: late order, checks.
TILERY_C_EXPORT void tileryInitSimOptions(TilerySimOptions *options,
                                          size_t structSize);

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
  const TilerySimNote *const *notes;
} TilerySimFinding;

/// What one simulated launch or several have shown.
typedef struct TilerySimReport {
  int32_t isComplete; ///< 0: a kernel was ended
  int32_t isClean;    ///< complete, and no finding is an error
  size_t numFindings;
  const TilerySimFinding *const *findings;
  const char *output;                  ///< of printf
  uint64_t transfers, bytes, switches; ///< copies, their bytes, thread changes
  double seconds;
  uint64_t launches, blocks, threads;
  uint64_t phases;  ///< of mbarriers
  uint32_t workers; ///< threads of the host
  uint32_t reserved;
  /// What happened when, as JSON for chrome://tracing or ui.perfetto.dev: a
  /// process a block, a thread a warp. "" unless TilerySimOptions::trace.
  const char *trace;
} TilerySimReport;

/// Frees a report and all that it points to. Null is allowed.
TILERY_C_EXPORT void tileryFreeSimReport(TilerySimReport *report);

// NOLINTEND(readability-identifier-naming,modernize-use-using)

#endif // TILERY_C_SIMULATOR_H
