// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Program.h"

#include "Describe.h"

#include "tilery/Pipelines/Launcher.h"
#include "tilery/Pipelines/LoadModule.h"
#include "tilery/Target/Cubin/CudaTools.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

/// Errors with the input's lines.
struct Program::Diagnostics {
  explicit Diagnostics(mlir::MLIRContext *context)
      : handler(sources, context) {}
  SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler handler;
};

Program::Program() = default;
Program::~Program() = default;

static Expected<launch::FuncOp> chooseLauncher(mlir::ModuleOp module,
                                               const Options &options) {
  SmallVector<launch::FuncOp> launchers(module.getOps<launch::FuncOp>());
  std::string names = join(map_range(launchers,
                                     [](launch::FuncOp function) {
                                       return function.getSymName().str();
                                     }),
                           ", ");
  if (launchers.empty())
    return createStringError("'%s' has no launch.func to run",
                             options.input.c_str());
  if (options.launch.empty()) {
    if (launchers.size() == 1)
      return launchers.front();
    return createStringError("'%s' has several launchers; choose one of %s "
                             "with --launch=NAME",
                             options.input.c_str(), names.c_str());
  }
  for (launch::FuncOp function : launchers)
    if (function.getSymName() == options.launch)
      return function;
  return createStringError("'%s' has no launcher '%s'; it has %s",
                           options.input.c_str(), options.launch.c_str(),
                           names.c_str());
}

Expected<std::unique_ptr<Program>> Program::load(const Options &options) {
  std::unique_ptr<Program> program(new Program());
  program->context = createContext();
  program->diagnostics =
      std::make_unique<Diagnostics>(program->context.get());
  program->module = loadModule(options.input, program->diagnostics->sources,
                               program->context.get());
  if (!program->module)
    return createStringError("'%s' could not be read", options.input.c_str());
  Expected<launch::FuncOp> chosen = chooseLauncher(*program->module, options);
  if (!chosen)
    return chosen.takeError();
  program->launcher = describeLauncher(*chosen);
  return program;
}

Error Program::compile(const Options &options, bool asPtx) {
  CompileOptions compileOptions;
  compileOptions.target = options.target;
  compileOptions.cubin = !asPtx && findCudaTool("ptxas").has_value();
  auto compiled = compileKernels(*module, compileOptions);
  if (failed(compiled) || failed(embedKernels(*compiled)))
    return createStringError("'%s' could not be compiled",
                             options.input.c_str());
  describeAccess(*compiled->core, launcher);
  Expected<std::unique_ptr<JitLauncher>> launchers =
      compileLaunchers(*compiled->core);
  if (!launchers)
    return launchers.takeError();
  jit = std::move(*launchers);
  return Error::success();
}
