// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the headers of the C API share, and what holds for all of them:
//
// - Every function may be called from any thread, on any object, also at the
//   same time as others; only the last release of an object has to come after
//   all other uses of it. None prints, exits, or lets an exception out.
// - A function that can fail returns a status: TILERY_OK, one of TileryStatus,
//   or one of those below. The reason is in tileryGetLastError.
// - Null where an object, a struct or a result's place is due gives
//   TILERY_BAD_ARGUMENT, or 0 items from a function that returns a number.
// - Structs that callers fill begin with `structSize`, which they set to the
//   sizeof of their header. A smaller struct, of an older header, is accepted:
//   the fields that it lacks have their defaults. A larger one is refused.
// - Structs that functions hand out are reached by pointers and grow at their
//   end only, so that older programs can go on reading them.

#ifndef TILERY_C_SUPPORT_H
#define TILERY_C_SUPPORT_H

#include "tilery/Launcher/Abi.h"

#ifdef __cplusplus
#define TILERY_C_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define TILERY_C_EXPORT __attribute__((visibility("default")))
#endif

// NOLINTBEGIN(readability-identifier-naming,modernize-use-using)

/// Raised with every change of a struct or of a meaning in these headers.
#define TILERY_C_VERSION 2

/// Statuses beside those of TileryStatus. Values are stable.
enum {
  /// The text has errors (tileryProgramGetDiagnostics).
  TILERY_COMPILE_FAILED = 100,
  /// The simulator has found faults, or ended the kernel (TilerySimReport).
  TILERY_SIMULATION_FAILED = 101,
  /// A fault of Tilery's own, such as memory that is used up.
  TILERY_INTERNAL = 102,
  /// A file or folder cannot be written.
  TILERY_WRITE_FAILED = 103,
};

/// TILERY_C_VERSION of the library.
TILERY_C_EXPORT uint32_t tileryGetApiVersion(void);

/// "0.1.0"; never null; valid forever.
TILERY_C_EXPORT const char *tileryGetVersion(void);

/// "bad argument"; never null; valid forever.
TILERY_C_EXPORT const char *tileryGetStatusText(int32_t status);

/// Why the last function of this thread that failed has failed; "" where none
/// has. Never null; valid until the thread's next call.
TILERY_C_EXPORT const char *tileryGetLastError(void);

/// Frees a text that a function gave as `char **`. Null is allowed.
TILERY_C_EXPORT void tileryFreeText(char *text);

// NOLINTEND(readability-identifier-naming,modernize-use-using)

#endif // TILERY_C_SUPPORT_H
