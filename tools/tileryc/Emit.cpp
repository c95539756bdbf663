// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Commands.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"
#include "tilery/Pipelines/Compile.h"
#include "tilery/Pipelines/LoadModule.h"
#include "tilery/Target/Cubin/CudaTools.h"
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

static std::string toText(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << *module << "\n";
  return text;
}

/// The launchers and, of the kernels that they start, the signatures.
static OwningOpRef<ModuleOp> copyLaunchers(ModuleOp core) {
  OwningOpRef<ModuleOp> host = core.clone();
  for (auto kernel : host->getOps<tile::KernelOp>()) {
    Block &body = kernel.getBody().front();
    while (&body.front() != body.getTerminator())
      body.getTerminator()->getPrevNode()->erase();
  }
  return host;
}

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

/// The text or image that --emit asks for.
static FailureOr<std::string> emit(ModuleOp module,
                                   const TilerycOptions &options,
                                   const CompileOptions &compile) {
  if (options.emit == EmitKind::Tile)
    return toText(module);
  OwningOpRef<ModuleOp> core = lowerToCore(module, compile);
  if (!core)
    return failure();
  if (options.emit == EmitKind::Core)
    return toText(*core);
  if (options.emit == EmitKind::Launch)
    return toText(*copyLaunchers(*core));
  if (options.emit == EmitKind::NVVM) {
    OwningOpRef<ModuleOp> nvvm = lowerToNVVM(*core, compile, options.kernel);
    if (!nvvm)
      return failure();
    return toText(*nvvm);
  }
  DeviceStage last = options.emit == EmitKind::LLVM  ? DeviceStage::LLVM
                     : options.emit == EmitKind::PTX ? DeviceStage::PTX
                                                     : DeviceStage::Cubin;
  FailureOr<DeviceText> device =
      compileDevice(*core, compile, last, options.kernel);
  if (failed(device))
    return failure();
  switch (options.emit) {
  case EmitKind::LLVM:
    return device->llvm;
  case EmitKind::PTX:
    return device->ptx;
  case EmitKind::Cubin:
    return device->cubin;
  default:
    break;
  }
  llvm::Expected<std::string> sass = disassembleCubin(device->cubin);
  if (!sass)
    return emitError(module.getLoc()) << llvm::toString(sass.takeError());
  return *sass;
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
        emit(*module, options, getCompileOptions(options, &times));
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
