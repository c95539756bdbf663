// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Target/PTX/EmitPTX.h"
#include "Libdevice.h"
#include "TargetMachine.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVMIR/ModuleTranslation.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Passes/PassBuilder.h"

using namespace mlir;
using namespace tilery;

/// The names of the kernels in a module.
static std::vector<std::string> getKernelNames(const llvm::Module &module) {
  std::vector<std::string> names;
  for (const llvm::Function &function : module)
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel)
      names.push_back(function.getName().str());
  return names;
}

DeviceModule::DeviceModule(Location loc,
                           std::unique_ptr<llvm::LLVMContext> context,
                           std::unique_ptr<llvm::Module> module,
                           std::unique_ptr<llvm::TargetMachine> machine)
    : loc(loc), kernels(getKernelNames(*module)), context(std::move(context)),
      module(std::move(module)), machine(std::move(machine)) {}

DeviceModule::~DeviceModule() = default;

/// What the driver defines for kernels (CUDA C++ programming guide, formatted
/// output and assertion).
static bool isDriverFunction(StringRef name) {
  return name == "vprintf" || name == "__assertfail";
}

/// The first symbol that the module names and does not define. Dynamic shared
/// memory is declared alone: the launch gives it.
static StringRef findUndefinedSymbol(const llvm::Module &module) {
  constexpr unsigned sharedSpace = 3;
  // Libdevice asks it for compiler flags; LLVM puts the answers in its place.
  constexpr llvm::StringLiteral reflect = "__nvvm_reflect";
  for (const llvm::Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() &&
        function.getName() != reflect && !isDriverFunction(function.getName()))
      return function.getName();
  for (const llvm::GlobalVariable &global : module.globals())
    if (global.isDeclaration() && global.getAddressSpace() != sharedSpace)
      return global.getName();
  return {};
}

FailureOr<DeviceModule> DeviceModule::create(ModuleOp module,
                                             const PTXOptions &options) {
  std::string error;
  auto machine = createTargetMachine(options, error);
  if (!machine)
    return module.emitError() << "(X01) " << error;

  // The translation writes loads, stores and their alignment by the layout.
  OpBuilder builder(module.getContext());
  module->setAttr(LLVM::LLVMDialect::getDataLayoutAttrName(),
                  builder.getStringAttr(
                      machine->createDataLayout().getStringRepresentation()));
  module->setAttr(LLVM::LLVMDialect::getTargetTripleAttrName(),
                  builder.getStringAttr(deviceTriple));

  auto context = std::make_unique<llvm::LLVMContext>();
  auto translated = translateModuleToLLVMIR(module, *context, "tilery");
  if (!translated)
    return failure(); // the translation has reported why
  translated->setDataLayout(machine->createDataLayout());
  if (!options.libdevice.empty() && usesLibdevice(*translated))
    if (llvm::Error linked = linkLibdevice(*translated, options.libdevice))
      return module.emitError() << llvm::toString(std::move(linked));
  if (StringRef symbol = findUndefinedSymbol(*translated); !symbol.empty())
    return module.emitError() << "(E05) no definition of '" << symbol
                              << "', which the kernels call";
  return DeviceModule(module.getLoc(), std::move(context),
                      std::move(translated), std::move(machine));
}

std::string DeviceModule::print() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, nullptr);
  return text;
}

/// Collects what LLVM reports as errors; the rest is of no concern here.
namespace {
struct ErrorCollector : llvm::DiagnosticHandler {
  explicit ErrorCollector(std::string &text) : text(text) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() != llvm::DS_Error)
      return true;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    if (!text.empty())
      stream << "; ";
    info.print(printer);
    return true;
  }
  std::string &text;
};
} // namespace

LogicalResult DeviceModule::optimize() {
  std::string error;
  LogicalResult ran = runGuarded(
      [&] {
        llvm::LoopAnalysisManager loops;
        llvm::FunctionAnalysisManager functions;
        llvm::CGSCCAnalysisManager sccs;
        llvm::ModuleAnalysisManager modules;
        llvm::PassBuilder builder(machine.get());
        builder.registerModuleAnalyses(modules);
        builder.registerCGSCCAnalyses(sccs);
        builder.registerFunctionAnalyses(functions);
        builder.registerLoopAnalyses(loops);
        builder.crossRegisterProxies(loops, functions, sccs, modules);
        builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
            .run(*module, modules);
      },
      error);
  if (failed(ran))
    return emitError(loc) << "(X01) LLVM could not optimize the kernels: "
                          << error;
  return success();
}

FailureOr<std::string> DeviceModule::emitPTX() {
  std::string errors;
  context->setDiagnosticHandler(std::make_unique<ErrorCollector>(errors));
  llvm::SmallString<0> text;
  std::string fatal;
  LogicalResult ran = runGuarded(
      [&] {
        llvm::raw_svector_ostream stream(text);
        llvm::legacy::PassManager passes;
        if (machine->addPassesToEmitFile(passes, stream, /*DwoOut=*/nullptr,
                                         llvm::CodeGenFileType::AssemblyFile))
          errors = "the backend writes no PTX";
        else
          passes.run(*module);
      },
      fatal);
  if (failed(ran)) {
    // The backend's state is unknown: leak the module rather than tear it down.
    (void)module.release();
    (void)context.release();
    (void)machine.release();
    errors = fatal;
  }
  if (!errors.empty())
    return emitError(loc) << "(X01) LLVM could not emit PTX: " << errors;
  // Some names mean something to the backend, which drops their definitions.
  for (StringRef kernel : kernels)
    if (!text.str().contains((".entry " + kernel + "(").str()))
      return emitError(loc) << "(X01) LLVM wrote no entry for the kernel '"
                            << kernel << "'; rename it";
  return text.str().str();
}
