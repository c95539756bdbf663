// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Target/Object/EmitObject.h"

#include "HostMachine.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace tilery;

/// A launcher is straight-line code; what there is to gain is stores that end
/// up in registers.
static void optimize(Module &module, TargetMachine &machine) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager callGraph;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O1)
      .run(module, modules);
}

Expected<std::string> tilery::emitObject(mlir::ModuleOp module,
                                         HostArchitecture host) {
  LLVMContext context;
  std::unique_ptr<Module> translated =
      mlir::translateModuleToLLVMIR(module, context, "launchers");
  if (!translated)
    return createStringError(
        "(X02) the launchers could not be translated to LLVM IR");
  Expected<std::unique_ptr<TargetMachine>> machine = createHostMachine(host);
  if (!machine)
    return machine.takeError();
  translated->setTargetTriple((*machine)->getTargetTriple());
  translated->setDataLayout((*machine)->createDataLayout());
  translated->setPICLevel(PICLevel::BigPIC);
  for (Function &function : *translated) {
    function.addFnAttr(Attribute::NoUnwind);
    // The runtime is linked into the same program or library.
    if (function.isDeclaration() && !function.isIntrinsic())
      function.setDSOLocal(false);
  }
  optimize(*translated, **machine);

  SmallVector<char> object;
  raw_svector_ostream stream(object);
  legacy::PassManager passes;
  if ((*machine)->addPassesToEmitFile(passes, stream, nullptr,
                                      CodeGenFileType::ObjectFile))
    return createStringError("(X01) LLVM writes no object files for " +
                             (*machine)->getTargetTriple().str());
  passes.run(*translated);
  return std::string(object.begin(), object.end());
}
