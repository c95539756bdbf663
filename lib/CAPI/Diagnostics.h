// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CAPI_DIAGNOSTICS_H
#define TILERY_LIB_CAPI_DIAGNOSTICS_H

#include "PointerList.h"

#include "tilery-c/Compiler.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace tilery {
namespace capi {

/// Diagnostics as C structs, with the texts that they point to.
class DiagnosticList {
public:
  void add(mlir::Diagnostic &diagnostic, llvm::StringRef rendered);
  void addError(llvm::StringRef text);

  const PointerList<TileryDiagnostic> &get() const { return all; }
  /// The errors' texts, one a line.
  std::string describeErrors() const;

private:
  void convert(mlir::Diagnostic &diagnostic, TileryDiagnostic &result);
  const char *keep(llvm::StringRef text);

  PointerList<TileryDiagnostic> all;
  std::deque<PointerList<TileryDiagnostic>> notes;
  std::deque<std::string> texts;
};

/// Collects what a context reports, for as long as it lives. Lines of the
/// source are those of `sources`.
class DiagnosticCollector : public mlir::SourceMgrDiagnosticHandler {
public:
  DiagnosticCollector(llvm::SourceMgr &sources, mlir::MLIRContext *context,
                      DiagnosticList &list);

private:
  std::string text;
  llvm::raw_string_ostream stream{text};
};

} // namespace capi
} // namespace tilery

#endif // TILERY_LIB_CAPI_DIAGNOSTICS_H
