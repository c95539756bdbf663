// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Target/Jit/JitLauncher.h"

#include "tilery/Runtime/Symbols.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <mutex>

using namespace llvm;
using namespace tilery;

/// What convert-launch-to-llvm calls the function that unloads the kernels.
static constexpr StringLiteral releaseName = "tilery_release_kernels";

static void initializeHost() {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  });
}

static Expected<std::unique_ptr<orc::LLJIT>> makeJit() {
  initializeHost();
  // detectHost() would probe the processor's features, which launchers do not
  // need.
  orc::JITTargetMachineBuilder machine{Triple(sys::getProcessTriple())};
  machine.setCodeGenOptLevel(CodeGenOptLevel::None);
  return orc::LLJITBuilder()
      .setJITTargetMachineBuilder(std::move(machine))
      // Nothing has static constructors, and nothing of the process is visible
      // but the runtime.
      .setPlatformSetUp(orc::setUpInactivePlatform)
      .setLinkProcessSymbolsByDefault(false)
      .create();
}

static Error defineRuntime(orc::LLJIT &jit) {
  orc::SymbolMap symbols;
  for (const runtime::Symbol &symbol : runtime::launcherSymbols())
    symbols[jit.mangleAndIntern(symbol.name)] = {
        orc::ExecutorAddr::fromPtr(symbol.address),
        JITSymbolFlags::Exported | JITSymbolFlags::Callable};
  return jit.getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols)));
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
  auto *dialect =
      module.getContext()->getLoadedDialect<mlir::LLVM::LLVMDialect>();
  if (!dialect ||
      !dialect->getRegisteredInterface<mlir::LLVMTranslationDialectInterface>())
    return createStringError(
        "(X02) expected a context with the translation from the "
        "LLVM dialect to LLVM IR, got none");
  auto context = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> translated =
      mlir::translateModuleToLLVMIR(module, *context, "launchers");
  if (!translated)
    return createStringError(
        "(X02) the launchers could not be translated to LLVM IR");

  Expected<std::unique_ptr<orc::LLJIT>> made = makeJit();
  if (!made)
    return made.takeError();
  jit = std::move(*made);
  if (Error error = defineRuntime(*jit))
    return error;
  translated->setDataLayout(jit->getDataLayout());
  translated->setTargetTriple(jit->getTargetTriple());
  if (Error error = jit->addIRModule(
          orc::ThreadSafeModule(std::move(translated), std::move(context))))
    return error;

  for (auto function : module.getOps<mlir::LLVM::LLVMFuncOp>()) {
    if (!isLauncher(function))
      continue;
    Expected<orc::ExecutorAddr> address = jit->lookup(function.getSymName());
    if (!address)
      return address.takeError();
    names.push_back(function.getSymName().str());
    launchers[names.back()] = address->toPtr<TileryLauncher>();
  }
  if (module.lookupSymbol<mlir::LLVM::LLVMFuncOp>(releaseName)) {
    Expected<orc::ExecutorAddr> address = jit->lookup(releaseName);
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
