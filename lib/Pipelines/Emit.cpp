// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/Emit.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"
#include "tilery/Pipelines/Export.h"
#include "tilery/Target/Cubin/CudaTools.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tilery;

std::optional<EmitKind> tilery::getEmitKind(StringRef name) {
  return llvm::StringSwitch<std::optional<EmitKind>>(name)
      .Case("tile", EmitKind::Tile)
      .Case("core", EmitKind::Core)
      .Case("launch", EmitKind::Launch)
      .Case("sim", EmitKind::Sim)
      .Case("nvvm", EmitKind::NVVM)
      .Case("llvm", EmitKind::LLVM)
      .Case("ptx", EmitKind::PTX)
      .Case("cubin", EmitKind::Cubin)
      .Case("sass", EmitKind::SASS)
      .Case("launcher", EmitKind::Launcher)
      .Default(std::nullopt);
}

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

static FailureOr<std::string> toText(OwningOpRef<ModuleOp> module) {
  if (!module)
    return failure();
  return toText(*module);
}

static FailureOr<std::string> emitLauncherText(ModuleOp module,
                                               const CompileOptions &options) {
  ExportOptions exportOptions;
  exportOptions.form = ExportForm::Cpp;
  auto files = exportLaunchers(module, options, exportOptions);
  if (failed(files))
    return failure();
  std::string text;
  for (const SourceFile &file : *files)
    if (StringRef(file.path).ends_with(".cpp") &&
        file.path != launcherRuntimeFile)
      text += file.text;
  return text;
}

FailureOr<std::string> tilery::emitStage(ModuleOp module, EmitKind kind,
                                         const CompileOptions &options,
                                         StringRef kernel,
                                         std::string *ptxasLog) {
  if (kind == EmitKind::Tile)
    return toText(module);
  if (kind == EmitKind::Launcher)
    return emitLauncherText(module, options);
  OwningOpRef<ModuleOp> core = lowerToCore(module, options);
  if (!core)
    return failure();
  if (kind == EmitKind::Core)
    return toText(*core);
  if (kind == EmitKind::Launch)
    return toText(*copyLaunchers(*core));
  if (kind == EmitKind::Sim)
    return toText(lowerToSim(*core, options));
  if (kind == EmitKind::NVVM)
    return toText(lowerToNVVM(*core, options, kernel));
  DeviceStage last = kind == EmitKind::LLVM  ? DeviceStage::LLVM
                     : kind == EmitKind::PTX ? DeviceStage::PTX
                                             : DeviceStage::Cubin;
  FailureOr<DeviceText> device = compileDevice(*core, options, last, kernel);
  if (failed(device))
    return failure();
  if (ptxasLog)
    *ptxasLog = device->ptxasLog;
  if (kind == EmitKind::LLVM)
    return device->llvm;
  if (kind == EmitKind::PTX)
    return device->ptx;
  if (kind == EmitKind::Cubin)
    return device->cubin;
  llvm::Expected<std::string> sass = disassembleCubin(device->cubin);
  if (!sass)
    return emitError(module.getLoc()) << llvm::toString(sass.takeError());
  return *sass;
}
