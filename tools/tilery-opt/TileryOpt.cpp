// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tilery-opt: runs passes on a module, for tests and for looking at a stage.

#include "tilery/InitAll.h"
#include "tilery/Pipelines/LoadModule.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

namespace tilery {
int tileryOptMain(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registerAllTilery(registry);
  registerAllTileryPasses();

  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "Tilery optimizer driver\n", registry);
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();

  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      readInput(input, registry, error);
  std::unique_ptr<llvm::ToolOutputFile> file;
  if (buffer)
    file = mlir::openOutputFile(output, &error);
  if (!file) {
    llvm::errs() << "error: " << error << "\n";
    return 1;
  }
  if (llvm::failed(
          mlir::MlirOptMain(file->os(), std::move(buffer), registry, config)))
    return 1;
  file->keep();
  return 0;
}
} // namespace tilery
