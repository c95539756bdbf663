// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the compiler knows, listed: diagnostics, rules, findings, opcodes,
// targets.

#ifndef TILERY_PIPELINES_CATALOGUE_H
#define TILERY_PIPELINES_CATALOGUE_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tilery {
/// All of it as JSON, with a newline at the end.
std::string getCatalogueText();

/// Title, rule and cure of a diagnostic, rule or finding, a line each; `id` is
/// as messages show it, "V08" or "(V08)". Nothing for an unknown one.
std::optional<std::string> explainDiagnostic(llvm::StringRef id);

/// What to say of an unknown one.
std::string getUnknownDiagnosticMessage(llvm::StringRef id);
} // namespace tilery

#endif // TILERY_PIPELINES_CATALOGUE_H
