// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Target/Jit/Session.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <mutex>

using namespace llvm;
using namespace tilery;

orc::JITTargetMachineBuilder jit::describeHost() {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  });
  orc::JITTargetMachineBuilder host{Triple(sys::getProcessTriple())};
  host.setCodeGenOptLevel(CodeGenOptLevel::None);
  // What JITLink links.
  host.setRelocationModel(Reloc::PIC_);
  host.setCodeModel(CodeModel::Small);
  return host;
}

Expected<orc::ThreadSafeModule> jit::translate(mlir::ModuleOp module,
                                               const TargetMachine &machine,
                                               StringRef what) {
  auto *dialect =
      module.getContext()->getLoadedDialect<mlir::LLVM::LLVMDialect>();
  if (!dialect ||
      !dialect->getRegisteredInterface<mlir::LLVMTranslationDialectInterface>())
    return createStringError(
        "(X02) expected a context with the translation from the "
        "LLVM dialect to LLVM IR, got none");
  auto context = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> translated =
      mlir::translateModuleToLLVMIR(module, *context, what);
  if (!translated)
    return createStringError("(X02) the " + what +
                             " could not be translated to LLVM IR");
  translated->setDataLayout(machine.createDataLayout());
  translated->setTargetTriple(machine.getTargetTriple());
  return orc::ThreadSafeModule(std::move(translated), std::move(context));
}

Expected<std::unique_ptr<orc::LLJIT>>
jit::createSession(orc::JITTargetMachineBuilder host, TargetMachine &machine) {
  return orc::LLJITBuilder()
      .setJITTargetMachineBuilder(std::move(host))
      .setDataLayout(machine.createDataLayout())
      .setCompileFunctionCreator(
          [&machine](orc::JITTargetMachineBuilder)
              -> Expected<std::unique_ptr<orc::IRCompileLayer::IRCompiler>> {
            return std::make_unique<orc::SimpleCompiler>(machine);
          })
      .setPlatformSetUp(orc::setUpInactivePlatform)
      .setLinkProcessSymbolsByDefault(false)
      .create();
}
