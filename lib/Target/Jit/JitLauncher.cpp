// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Target/Jit/JitLauncher.h"

#include "tilery/Runtime/Symbols.h"
#include "tilery/Target/Jit/Session.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace llvm;
using namespace tilery;

/// What convert-launch-to-llvm calls the function that unloads the kernels.
static constexpr StringLiteral releaseName = "tilery_release_kernels";

/// The machine of this thread's compilations. Its tables of types and
/// instructions are a fifth of the time that a launcher takes (0.80 ms without
/// it, 0.64 ms with it).
static Expected<TargetMachine *> getHostMachine() {
  thread_local std::unique_ptr<TargetMachine> machine;
  if (!machine) {
    Expected<std::unique_ptr<TargetMachine>> made =
        jit::describeHost().createTargetMachine();
    if (!made)
      return made.takeError();
    machine = std::move(*made);
  }
  return machine.get();
}

static Error defineRuntime(orc::LLJIT &session) {
  orc::SymbolMap symbols;
  jit::addFunctions(session, runtime::launcherSymbols(), symbols);
  return session.getMainJITDylib().define(
      orc::absoluteSymbols(std::move(symbols)));
}

static bool isLauncher(mlir::LLVM::LLVMFuncOp function) {
  return !function.isExternal() && function.getSymName() != releaseName &&
         function.getLinkage() == mlir::LLVM::Linkage::External;
}

JitLauncher::JitLauncher() = default;

JitLauncher::~JitLauncher() {
  if (release)
    release();
}

Error JitLauncher::compile(mlir::ModuleOp module) {
  Expected<TargetMachine *> machine = getHostMachine();
  if (!machine)
    return machine.takeError();
  Expected<orc::ThreadSafeModule> translated =
      jit::translate(module, **machine, "launchers");
  if (!translated)
    return translated.takeError();
  Expected<std::unique_ptr<orc::LLJIT>> made =
      jit::createSession(jit::describeHost(), **machine);
  if (!made)
    return made.takeError();
  session = std::move(*made);
  if (Error error = defineRuntime(*session))
    return error;
  if (Error error = session->addIRModule(std::move(*translated)))
    return error;

  for (auto function : module.getOps<mlir::LLVM::LLVMFuncOp>()) {
    if (!isLauncher(function))
      continue;
    Expected<orc::ExecutorAddr> address =
        session->lookup(function.getSymName());
    if (!address)
      return address.takeError();
    names.push_back(function.getSymName().str());
    launchers[names.back()] = address->toPtr<TileryLauncher>();
  }
  if (module.lookupSymbol<mlir::LLVM::LLVMFuncOp>(releaseName)) {
    Expected<orc::ExecutorAddr> address = session->lookup(releaseName);
    if (!address)
      return address.takeError();
    release = address->toPtr<void (*)()>();
  }
  return Error::success();
}

Expected<std::unique_ptr<JitLauncher>>
JitLauncher::create(mlir::ModuleOp module) {
  std::unique_ptr<JitLauncher> result(new JitLauncher());
  if (Error error = result->compile(module))
    return error;
  return result;
}

TileryLauncher JitLauncher::lookup(StringRef name) const {
  return launchers.lookup(name);
}
