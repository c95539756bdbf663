// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Program.h"

#include "tilery-c/Compiler.h"
#include "tilery/Pipelines/Launcher.h"
#include "tilery/Pipelines/LoadModule.h"
#include "tilery/TensorMap/Targets.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"

using namespace tilery;
using namespace tilery::capi;

/// False where the options are those of another version.
static bool readOptions(const TileryCompileOptions *given,
                        CompileOptions &options) {
  if (!given)
    return true;
  if (given->structSize != sizeof(TileryCompileOptions))
    return false;
  if (given->target)
    options.target = given->target;
  options.simulate = given->simulate != 0;
  options.ptx = given->ptx;
  options.cubin = given->cubin != 0;
  options.lineInfo = given->lineInfo != 0;
  options.simChecks = given->checks != 0;
  if (given->ptxas)
    options.ptxas = given->ptxas;
  if (given->libdevice)
    options.libdevice = given->libdevice;
  return true;
}

/// Compiles the kernels and launchers of the program's source.
static bool compile(TileryProgram &program, StageTimes &times) {
  if (!tensormap::findTarget(program.options.target)) {
    program.diagnostics.addError(
        "(V18) " + tensormap::unknownTargetMessage(program.options.target));
    return false;
  }
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  DiagnosticCollector collector(context.get(), program.diagnostics);
  CompileOptions options = program.options;
  options.times = &times;

  llvm::SourceMgr sources;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  {
    StageTimer timer(&times, "parse");
    module = loadModuleFromText(program.source, program.name, sources,
                                context.get());
  }
  if (!module)
    return false;
  ProgramTables &tables = program.tables;
  for (auto function : module->getOps<launch::FuncOp>())
    tables.launchers.push_back(describeLauncher(function));
  auto compiled = compileKernels(*module, options);
  if (failed(compiled) || failed(embedKernels(*compiled)))
    return false;
  for (LauncherInfo &launcher : tables.launchers)
    describeAccess(*compiled->core, launcher);
  program.simKernels = std::move(compiled->simKernels);
  llvm::Expected<std::unique_ptr<JitLauncher>> jit =
      compileLaunchers(*compiled->core, &times);
  if (!jit) {
    program.diagnostics.addError(llvm::toString(jit.takeError()));
    return false;
  }
  program.jit = std::move(*jit);
  for (const LauncherInfo &launcher : tables.launchers)
    program.launchers.push_back(program.jit->lookup(launcher.name));
  tables.kernelCode = std::move(compiled->kernels);
  tables.finish();
  return true;
}

void tileryInitCompileOptions(TileryCompileOptions *options) {
  *options = {};
  options->structSize = sizeof(TileryCompileOptions);
  options->target = "sm_90a";
  options->checks = 1;
}

int32_t tileryCompile(const char *text, size_t size, const char *name,
                      const TileryCompileOptions *options,
                      TileryProgram **program) {
  return guarded([&]() -> int32_t {
    if (!program)
      return TILERY_BAD_ARGUMENT;
    *program = nullptr;
    auto made = std::make_unique<TileryProgram>();
    if (!text || !readOptions(options, made->options))
      return TILERY_BAD_ARGUMENT;
    made->source.assign(text, size);
    made->name = name ? name : "<module>";
    StageTimes times;
    bool compiled = compile(*made, times);
    llvm::raw_string_ostream stream(made->times);
    llvm::json::OStream json(stream);
    writeStageTimes(json, {times});
    *program = made.release();
    return compiled ? TILERY_OK : TILERY_COMPILE_FAILED;
  });
}

void tileryProgramRetain(TileryProgram *program) { ++program->references; }

void tileryProgramRelease(TileryProgram *program) {
  if (program && --program->references == 0)
    delete program;
}

size_t tileryProgramGetDiagnostics(const TileryProgram *program,
                                   const TileryDiagnostic **diagnostics) {
  *diagnostics = program->diagnostics.get().data();
  return program->diagnostics.get().size();
}

const char *tileryProgramGetTimes(const TileryProgram *program) {
  return program->times.c_str();
}
