// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the compiler knows of TensorMaps, diagnostics and targets, as text. All
// texts are freed with tileryFreeText, and null after a failure.

#ifndef TILERY_C_EXPLAIN_H
#define TILERY_C_EXPLAIN_H

#include "tilery-c/Support.h"

// NOLINTBEGIN(readability-identifier-naming,modernize-use-using)

/// TileryExplainOptions::format
enum {
  TILERY_EXPLAIN_TEXT = 0,  ///< fields, bytes and rules, for reading
  TILERY_EXPLAIN_JSON = 1,  ///< the same for programs
  TILERY_EXPLAIN_TABLE = 2, ///< a tile in shared memory, as text
  TILERY_EXPLAIN_SVG = 3,   ///< and as a picture
};

typedef struct TileryExplainOptions {
  size_t structSize;     ///< sizeof(TileryExplainOptions)
  int32_t format;        ///< TILERY_EXPLAIN_*
  int32_t numCoords;     ///< of a picture: 0, or the map's rank
  const int32_t *coords; ///< where its box starts, outermost first; null: at 0
  uint32_t sharedStart;  ///< of a picture: the tile's address
  int32_t allRows;       ///< of a picture: not 0: no tile is too large
} TileryExplainOptions;

/// Explains the TensorMap that a line such as "dtype=f16 dims=1024x512
/// box=64x64 swizzle=128B" describes. `options` may be null: as text.
/// TILERY_BAD_ARGUMENT for a line that cannot be read, with the place.
TILERY_C_EXPORT int32_t tileryExplainMap(const char *spec,
                                         const TileryExplainOptions *options,
                                         char **text);

/// Judges the TensorMaps of a table (CSV) for a target (null: sm_90a), a line
/// each. TILERY_BAD_ARGUMENT where the table cannot be read, with what was
/// judged before in the text, and the places of the faults as the reason.
TILERY_C_EXPORT int32_t tileryCheckMaps(const char *csv, size_t size,
                                        const char *target, char **text);

/// What a diagnostic, rule or finding ("V08", "TM11", "SIM01") is about, its
/// rule and its cure. TILERY_BAD_ARGUMENT for an unknown identifier.
TILERY_C_EXPORT int32_t tileryExplainError(const char *id, char **text);

/// JSON: all diagnostics, rules, findings, opcodes, forms and targets.
TILERY_C_EXPORT int32_t tileryGetCatalogue(char **text);

// NOLINTEND(readability-identifier-naming,modernize-use-using)

#endif // TILERY_C_EXPLAIN_H
