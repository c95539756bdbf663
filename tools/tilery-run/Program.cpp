// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Program.h"

#include "tilery/Pipelines/Launcher.h"
#include "tilery/Pipelines/LoadModule.h"
#include "tilery/Target/Cubin/CudaTools.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

#include <chrono>

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

char ReportedError::ID;
void ReportedError::log(raw_ostream &os) const { os << "reported"; }

static Error makeReportedError() { return make_error<ReportedError>(); }

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
    return createStringError("(T02) '%s' has no launch.func to run",
                             options.input.c_str());
  if (options.launch.empty()) {
    if (launchers.size() == 1)
      return launchers.front();
    return createStringError(
        "(T02) '%s' has several launchers; choose one of %s "
        "with --launch=NAME",
        options.input.c_str(), names.c_str());
  }
  for (launch::FuncOp function : launchers)
    if (function.getSymName() == options.launch)
      return function;
  return createStringError("(T02) '%s' has no launcher '%s'; it has %s",
                           options.input.c_str(), options.launch.c_str(),
                           names.c_str());
}

Expected<std::unique_ptr<Program>> Program::load(const Options &options) {
  std::unique_ptr<Program> program(new Program());
  program->context = createContext();
  program->diagnostics = std::make_unique<Diagnostics>(program->context.get());
  program->module = loadModule(options.input, program->diagnostics->sources,
                               program->context.get());
  if (!program->module)
    return makeReportedError();
  Expected<launch::FuncOp> chosen = chooseLauncher(*program->module, options);
  if (!chosen)
    return chosen.takeError();
  program->launcher = describeLauncher(*chosen);
  return program;
}

Error Program::compile(const Options &options, Code code) {
  CompileOptions compileOptions;
  compileOptions.target = options.target;
  compileOptions.cubin =
      code == Code::Cubin && findCudaTool("ptxas").has_value();
  compileOptions.simulate = code == Code::Simulator;
  compileOptions.simChecks = options.simulator.check != sim::CheckLevel::None;
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::duration<double, std::milli>;
  auto start = Clock::now();
  auto compiled = compileKernels(*module, compileOptions);
  compileTimes.kernels = Milliseconds(Clock::now() - start).count();
  if (failed(compiled) || failed(embedKernels(*compiled)))
    return makeReportedError();
  simKernels = compiled->simKernels;
  describeAccess(*compiled->core, launcher);
  linkMaps(launcher, options);
  start = Clock::now();
  Expected<std::unique_ptr<JitLauncher>> launchers =
      compileLaunchers(*compiled->core);
  compileTimes.launchers = Milliseconds(Clock::now() - start).count();
  if (!launchers)
    return launchers.takeError();
  jit = std::move(*launchers);
  return Error::success();
}
