// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tileryc: the compiler's command line.

#include "../support/StandardOutput.h"
#include "Commands.h"

#include "llvm/Support/raw_ostream.h"

namespace tilery {
int reportError(const std::string &reason) {
  llvm::errs() << "error: " << reason << "\n";
  return 1;
}

static int run(const TilerycOptions &options) {
  switch (options.action) {
  case TilerycOptions::Action::Help:
    llvm::outs() << getHelpText();
    return 0;
  case TilerycOptions::Action::Version:
    llvm::outs() << getVersionText() << "\n";
    return 0;
  case TilerycOptions::Action::CheckMaps:
    return checkMaps(options);
  case TilerycOptions::Action::ExplainMap:
    return explainMap(options);
  case TilerycOptions::Action::Catalogue:
    return listCatalogue();
  case TilerycOptions::Action::ExplainError:
    return explainError(options);
  case TilerycOptions::Action::Compile:
    return compileFile(options);
  }
  return 1;
}

int tilerycMain(int argc, char **argv) {
  TilerycOptions options;
  std::string error;
  auto arguments =
      llvm::ArrayRef<const char *>(argv, argc).drop_front(argc > 0);
  if (failed(parseOptions(arguments, options, error)))
    return reportError("(T01) " + error);
  int status = run(options);
  error = finishStandardOutput();
  return error.empty() ? status : reportError("(I07) " + error);
}
} // namespace tilery
