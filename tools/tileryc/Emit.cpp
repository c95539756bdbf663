// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/Emit.h"
#include "Commands.h"
#include "tilery/Pipelines/LoadModule.h"
#include "tilery/TensorMap/Targets.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tilery;

static CompileOptions getCompileOptions(const TilerycOptions &options,
                                        StageTimes *times) {
  CompileOptions compile;
  compile.target = options.target;
  compile.ptx = options.ptx;
  compile.lineInfo = options.lineInfo;
  compile.ptxas = options.ptxas;
  compile.libdevice = options.libdevice;
  compile.times = times;
  if (!options.dumpAfter.empty())
    compile.observer =
        [&options](StringRef stage,
                   llvm::function_ref<void(llvm::raw_ostream &)> print) {
          if (!llvm::is_contained(options.dumpAfter, stage))
            return;
          llvm::errs() << "// ----- after " << stage << " -----\n";
          print(llvm::errs());
        };
  return compile;
}

int tilery::writeOutput(StringRef path, StringRef content) {
  std::string error;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(path, &error);
  if (!file)
    return reportError("(I07) " + error);
  file->os() << content;
  file->os().flush();
  if (file->os().has_error()) {
    error = file->os().error().message();
    file->os().clear_error();
    return reportError("(I07) cannot write '" + path.str() + "': " + error);
  }
  file->keep();
  return 0;
}

int tilery::compileFile(const TilerycOptions &options) {
  if (!tensormap::findTarget(options.target))
    return reportError("(V18) " +
                       tensormap::unknownTargetMessage(options.target));
  std::unique_ptr<MLIRContext> context = createContext();
  std::string result;
  std::vector<StageTimes> runs(std::max(1u, options.timeRuns));
  for (StageTimes &times : runs) {
    llvm::SourceMgr sources;
    SourceMgrDiagnosticHandler handler(sources, context.get());
    OwningOpRef<ModuleOp> module;
    {
      StageTimer timer(&times, "parse");
      module = loadModule(options.input, sources, context.get());
    }
    if (!module)
      return 1;
    FailureOr<std::string> emitted =
        emitStage(*module, options.emit, getCompileOptions(options, &times),
                  options.kernel);
    if (failed(emitted))
      return 1;
    result = std::move(*emitted);
  }

  bool timed = options.timeRuns != 0;
  if (!timed || options.hasOutput)
    if (int status = writeOutput(options.output, result))
      return status;
  if (timed) {
    bool outputOnStdout = options.hasOutput && options.output == "-";
    llvm::raw_ostream &stream = outputOnStdout ? llvm::errs() : llvm::outs();
    llvm::json::OStream json(stream, /*IndentSize=*/2);
    writeStageTimes(json, runs);
    stream << "\n";
  }
  return 0;
}
