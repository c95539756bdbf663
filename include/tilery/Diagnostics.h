// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The catalogue of diagnostics, as data: what `tileryc --catalogue` lists and
// docs/diagnostics.md is made of.

#ifndef TILERY_DIAGNOSTICS_H
#define TILERY_DIAGNOSTICS_H

namespace tilery {

/// One row of Diagnostics.def.
struct DiagnosticEntry {
  const char *id; ///< "V08", shown as (V08); never reused
  const char *title;
  const char *rule; ///< one sentence, without a full stop
  const char *cure;
  bool internal; ///< a fault of Tilery's own
};

inline constexpr DiagnosticEntry diagnosticCatalogue[] = {
#define DIAGNOSTIC(id, title, rule, cure) {#id, title, rule, cure, false},
#define INTERNAL(id, title, rule, cure) {#id, title, rule, cure, true},
#include "tilery/Diagnostics.def"
};

} // namespace tilery

#endif // TILERY_DIAGNOSTICS_H
