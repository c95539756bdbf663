// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/Catalogue.h"
#include "Commands.h"

#include "llvm/Support/raw_ostream.h"

using namespace tilery;

int tilery::listCatalogue() {
  llvm::outs() << getCatalogueText();
  return 0;
}

int tilery::explainError(const TilerycOptions &options) {
  std::optional<std::string> text = explainDiagnostic(options.error);
  if (!text)
    return reportError(getUnknownDiagnosticMessage(options.error));
  llvm::outs() << *text;
  return 0;
}
