// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Diagnostics.h"

#include "mlir/IR/Location.h"

using namespace tilery;
using namespace tilery::capi;

const char *DiagnosticList::keep(llvm::StringRef text) {
  return texts.emplace_back(text.str()).c_str();
}

static int32_t severityOf(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Note:
    return TILERY_SEVERITY_NOTE;
  case mlir::DiagnosticSeverity::Remark:
    return TILERY_SEVERITY_REMARK;
  case mlir::DiagnosticSeverity::Warning:
    return TILERY_SEVERITY_WARNING;
  case mlir::DiagnosticSeverity::Error:
    return TILERY_SEVERITY_ERROR;
  }
  return TILERY_SEVERITY_ERROR;
}

TileryDiagnostic DiagnosticList::convert(mlir::Diagnostic &diagnostic) {
  TileryDiagnostic result = {};
  result.severity = severityOf(diagnostic.getSeverity());
  result.file = "";
  // A front end's locations may be fused or named.
  if (auto place =
          diagnostic.getLocation()->findInstanceOf<mlir::FileLineColLoc>()) {
    result.file = keep(place.getFilename().getValue());
    result.line = place.getLine();
    result.column = place.getColumn();
  }
  result.text = keep(diagnostic.str());
  std::vector<TileryDiagnostic> &below = notes.emplace_back();
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    below.push_back(convert(note));
  result.numNotes = static_cast<uint32_t>(below.size());
  result.notes = below.data();
  return result;
}

void DiagnosticList::add(mlir::Diagnostic &diagnostic) {
  all.push_back(convert(diagnostic));
}

void DiagnosticList::addError(llvm::StringRef text) {
  TileryDiagnostic error = {};
  error.severity = TILERY_SEVERITY_ERROR;
  error.file = "";
  error.text = keep(text);
  all.push_back(error);
}

std::string DiagnosticList::describeErrors() const {
  std::string text;
  for (const TileryDiagnostic &diagnostic : all) {
    if (diagnostic.severity != TILERY_SEVERITY_ERROR)
      continue;
    if (!text.empty())
      text += "\n";
    text += diagnostic.text;
  }
  return text;
}
