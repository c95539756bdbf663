// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CAPI_DIAGNOSTICS_H
#define TILERY_LIB_CAPI_DIAGNOSTICS_H

#include "tilery-c/Compiler.h"

#include "mlir/IR/Diagnostics.h"

#include <deque>
#include <string>
#include <vector>

namespace tilery {
namespace capi {

/// Diagnostics as C structs, with the texts that they point to.
class DiagnosticList {
public:
  void add(mlir::Diagnostic &diagnostic);
  void addError(llvm::StringRef text);

  const std::vector<TileryDiagnostic> &get() const { return all; }
  /// The errors' texts, one a line.
  std::string describeErrors() const;

private:
  TileryDiagnostic convert(mlir::Diagnostic &diagnostic);
  const char *keep(llvm::StringRef text);

  std::vector<TileryDiagnostic> all;
  std::deque<std::vector<TileryDiagnostic>> notes;
  std::deque<std::string> texts;
};

/// Collects what a context reports, for as long as it lives.
class DiagnosticCollector : public mlir::ScopedDiagnosticHandler {
public:
  DiagnosticCollector(mlir::MLIRContext *context, DiagnosticList &list)
      : ScopedDiagnosticHandler(context, [&list](mlir::Diagnostic &diagnostic) {
          list.add(diagnostic);
        }) {}
};

} // namespace capi
} // namespace tilery

#endif // TILERY_LIB_CAPI_DIAGNOSTICS_H
