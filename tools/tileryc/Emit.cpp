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
  for (const std::string &target : options.cubinTargets) {
    if (target == options.target)
      compile.cubin = true;
    else
      compile.moreTargets.push_back(target);
  }
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

/// What one compilation made: a text, or files.
struct Output {
  std::string text;
  std::vector<SourceFile> files;
};

static LogicalResult compileModule(ModuleOp module,
                                   const TilerycOptions &options,
                                   StageTimes &times, Output &output) {
  CompileOptions compile = getCompileOptions(options, &times);
  if (options.exportForm) {
    ExportOptions exportOptions;
    exportOptions.form = *options.exportForm;
    exportOptions.cudaHeader = options.cudaHeader;
    exportOptions.tvmFfi = options.tvmFfi;
    exportOptions.host = options.host;
    auto files = exportLaunchers(module, compile, exportOptions);
    if (failed(files))
      return failure();
    output.files = std::move(*files);
    return success();
  }
  FailureOr<std::string> emitted =
      emitStage(module, options.emit, compile, options.kernel);
  if (failed(emitted))
    return failure();
  output.text = std::move(*emitted);
  return success();
}

static int write(const TilerycOptions &options, const Output &output) {
  if (!options.exportForm)
    return writeOutput(options.output, output.text);
  if (llvm::Error error = writeFiles(options.output, output.files))
    return reportError(llvm::toString(std::move(error)));
  return 0;
}

int tilery::compileFile(const TilerycOptions &options) {
  std::vector<std::string> targets = options.cubinTargets;
  targets.push_back(options.target);
  for (const std::string &target : targets)
    if (!tensormap::findTarget(target))
      return reportError("(V18) " + tensormap::unknownTargetMessage(target));
  std::unique_ptr<MLIRContext> context = createContext();
  Output output;
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
    if (failed(compileModule(*module, options, times, output)))
      return 1;
  }

  bool timed = options.timeRuns != 0;
  if (!timed || options.hasOutput)
    if (int status = write(options, output))
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
