// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Program.h"

#include "tilery/Pipelines/Launcher.h"
#include "tilery/Pipelines/LoadModule.h"
#include "tilery/Target/Cubin/CudaTools.h"
#include "tilery/TensorMap/Targets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <chrono>

using namespace tilery;
using namespace tilery::capi;

/// Bytes of the struct in version 1.
static constexpr size_t firstSize = 56;
static_assert(offsetof(TileryCompileOptions, libdevice) + sizeof(char *) ==
                  firstSize,
              "fields are added at the end");

static void addCubin(llvm::StringRef target, CompileOptions &options) {
  if (target == options.target)
    options.cubin = true;
  else if (!llvm::is_contained(options.moreTargets, target))
    options.moreTargets.push_back(target.str());
}

/// Adds the error of a target that cannot be compiled for.
static bool checkTargets(const CompileOptions &options,
                         DiagnosticList &diagnostics) {
  std::vector<std::string> all = {options.target};
  llvm::append_range(all, options.moreTargets);
  for (const std::string &target : all) {
    if (tensormap::findTarget(target))
      continue;
    diagnostics.addError("(V18) " + tensormap::unknownTargetMessage(target));
    return false;
  }
  return true;
}

static int32_t readOptions(const TileryCompileOptions *given,
                           TileryCompileOptions &result,
                           CompileOptions &options) {
  tileryInitCompileOptions(&result, sizeof(result));
  if (int32_t status =
          readStruct(given, "TileryCompileOptions", firstSize, result))
    return status;
  if (result.target)
    options.target = result.target;
  options.simulate = result.simulate != 0;
  options.ptx = result.ptx;
  options.lineInfo = result.lineInfo != 0;
  options.simChecks = result.checks != 0;
  if (result.cubins)
    for (llvm::StringRef target : llvm::split(result.cubins, ','))
      addCubin(target, options);
  if (result.ptxas)
    options.ptxas = result.ptxas;
  if (result.libdevice)
    options.libdevice = result.libdevice;
  switch (result.cubin) {
  case TILERY_CUBIN_NEVER:
    break;
  case TILERY_CUBIN_ALWAYS:
    options.cubin = true;
    break;
  case TILERY_CUBIN_WITH_PTXAS:
    options.cubin |= !options.ptxas.empty() || findCudaTool("ptxas");
    break;
  default:
    return fail(TILERY_BAD_ARGUMENT, "expected TILERY_CUBIN_* as cubin, got " +
                                         std::to_string(result.cubin));
  }
  return TILERY_OK;
}

static double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - start)
      .count();
}

/// Compiles the kernels and launchers of a module.
static bool compile(TileryProgram &program, mlir::ModuleOp module,
                    StageTimes &times) {
  CompileOptions options = program.options;
  options.times = &times;
  auto start = std::chrono::steady_clock::now();
  auto compiled = compileKernels(module, options);
  program.kernelsMs = millisecondsSince(start);
  if (failed(compiled) || failed(embedKernels(*compiled)))
    return false;
  ProgramTables &tables = program.tables;
  for (LauncherInfo &launcher : tables.launchers)
    describeAccess(*compiled->core, launcher);
  program.simKernels = std::move(compiled->simKernels);
  start = std::chrono::steady_clock::now();
  llvm::Expected<std::unique_ptr<JitLauncher>> jit =
      compileLaunchers(*compiled->core, &times);
  program.launchersMs = millisecondsSince(start);
  if (!jit) {
    program.diagnostics.addError(llvm::toString(jit.takeError()));
    return false;
  }
  program.jit = std::move(*jit);
  for (const LauncherInfo &launcher : tables.launchers)
    program.launchers.push_back(program.jit->lookup(launcher.name));
  tables.kernelCode = std::move(compiled->kernels);
  return true;
}

/// Makes a program of what `load` reads.
static int32_t makeProgram(const TileryCompileOptions *given,
                           TileryProgram **program,
                           std::unique_ptr<TileryProgram> made,
                           llvm::function_ref<mlir::OwningOpRef<mlir::ModuleOp>(
                               llvm::SourceMgr &, mlir::MLIRContext *)>
                               load) {
  TileryCompileOptions all;
  if (int32_t status = readOptions(given, all, made->options))
    return status;
  StageTimes times;
  bool isGood = false;
  if (checkTargets(made->options, made->diagnostics)) {
    std::unique_ptr<mlir::MLIRContext> context = createContext();
    llvm::SourceMgr sources;
    DiagnosticCollector collector(sources, context.get(), made->diagnostics);
    mlir::OwningOpRef<mlir::ModuleOp> module;
    {
      StageTimer timer(&times, "parse");
      module = load(sources, context.get());
    }
    if (module) {
      for (auto function : module->getOps<launch::FuncOp>())
        made->tables.launchers.push_back(describeLauncher(function));
      isGood = all.parseOnly || compile(*made, *module, times);
      if (isGood)
        made->tables.finish();
    }
  }
  llvm::raw_string_ostream stream(made->times);
  llvm::json::OStream json(stream);
  writeStageTimes(json, {times});
  *program = made.release();
  return isGood ? TILERY_OK
                : fail(TILERY_COMPILE_FAILED,
                       (*program)->diagnostics.describeErrors());
}

void tileryInitCompileOptions(TileryCompileOptions *options,
                              size_t structSize) {
  if (!options)
    return;
  TileryCompileOptions defaults = {};
  defaults.target = "sm_90a";
  defaults.checks = 1;
  writeStruct(defaults, structSize, options);
}

int32_t tileryCompile(const char *text, size_t size, const char *name,
                      const TileryCompileOptions *options,
                      TileryProgram **program) {
  return guarded([&]() -> int32_t {
    if (!program)
      return failNull("a place for the program");
    *program = nullptr;
    if (!text)
      return failNull("a text");
    auto made = std::make_unique<TileryProgram>();
    made->source.assign(text, size);
    made->name = name ? name : "<module>";
    TileryProgram &source = *made;
    return makeProgram(
        options, program, std::move(made),
        [&](llvm::SourceMgr &sources, mlir::MLIRContext *context) {
          return loadModuleFromText(source.source, source.name, sources,
                                    context);
        });
  });
}

int32_t tileryCompileFile(const char *path, const TileryCompileOptions *options,
                          TileryProgram **program) {
  return guarded([&]() -> int32_t {
    if (!program)
      return failNull("a place for the program");
    *program = nullptr;
    if (!path)
      return failNull("a path");
    auto made = std::make_unique<TileryProgram>();
    TileryProgram &result = *made;
    return makeProgram(
        options, program, std::move(made),
        [&](llvm::SourceMgr &sources, mlir::MLIRContext *context) {
          auto module = loadModule(path, sources, context);
          if (sources.getNumBuffers() == 0)
            return module;
          const auto *buffer = sources.getMemoryBuffer(sources.getMainFileID());
          result.source = buffer->getBuffer().str();
          result.name = buffer->getBufferIdentifier().str();
          return module;
        });
  });
}

int32_t tileryCheckTarget(const char *target) {
  return guarded([&]() -> int32_t {
    if (!target)
      return failNull("a target");
    if (tensormap::findTarget(target))
      return TILERY_OK;
    return fail(TILERY_BAD_ARGUMENT,
                "(V18) " + tensormap::unknownTargetMessage(target));
  });
}

void tileryProgramRetain(TileryProgram *program) {
  if (program)
    ++program->references;
}

void tileryProgramRelease(TileryProgram *program) {
  if (program && --program->references == 0)
    delete program;
}
