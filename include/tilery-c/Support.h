// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the headers of the C API share. Every function may be called from any
// thread; none prints, exits, or lets an exception out.

#ifndef TILERY_C_SUPPORT_H
#define TILERY_C_SUPPORT_H

#include "tilery/Launcher/Abi.h"

#ifdef __cplusplus
#define TILERY_C_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define TILERY_C_EXPORT __attribute__((visibility("default")))
#endif

// NOLINTBEGIN(readability-identifier-naming)

/// Raised with every change of a struct or of a meaning in these headers.
#define TILERY_C_VERSION 1

/// Statuses beside those of TileryStatus. Values are stable.
enum {
  /// The text has errors (tileryProgramGetDiagnostics).
  TILERY_COMPILE_FAILED = 100,
  /// The simulator has found faults, or ended the kernel (TilerySimReport).
  TILERY_SIMULATION_FAILED = 101,
  /// A fault of Tilery's own, such as memory that is used up.
  TILERY_INTERNAL = 102,
};

/// TILERY_C_VERSION of the library.
TILERY_C_EXPORT uint32_t tileryGetApiVersion(void);

/// "0.1.0"; never null.
TILERY_C_EXPORT const char *tileryGetVersion(void);

/// "bad argument"; never null.
TILERY_C_EXPORT const char *tileryGetStatusText(int32_t status);

// NOLINTEND(readability-identifier-naming)

#endif // TILERY_C_SUPPORT_H
