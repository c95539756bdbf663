// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Target/Sim/SimKernels.h"

#include "Jit.h"
#include "Tables.h"
#include "tilery/Conversion/TileToSim/TileToSim.h"
#include "tilery/Sim/Image.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/IRTransformLayer.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ObjectTransformLayer.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <mutex>

using namespace llvm;
using namespace tilery;

static void initializeHost() {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  });
}

/// This machine's processor, but for what would change results: its conversions
/// to bf16 flush denormals.
static orc::JITTargetMachineBuilder describeHost() {
  initializeHost();
  orc::JITTargetMachineBuilder machine{Triple(sys::getProcessTriple())};
  machine.setCPU(sys::getHostCPUName().str());
  StringMap<bool> features = sys::getHostCPUFeatures();
  for (StringRef feature : {"avx512bf16", "avxneconvert"})
    if (features.contains(feature))
      features[feature] = false;
  for (const auto &feature : features)
    machine.getFeatures().AddFeature(feature.first(), feature.second);
  machine.setCodeGenOptLevel(CodeGenOptLevel::None);
  machine.getOptions().EmitStackSizeSection = true;
  return machine;
}

static Expected<std::unique_ptr<orc::LLJIT>>
makeJit(orc::JITTargetMachineBuilder machine) {
  return orc::LLJITBuilder()
      .setJITTargetMachineBuilder(std::move(machine))
      // Nothing has static constructors, and nothing of the process is visible
      // but the simulator and the functions listed here.
      .setPlatformSetUp(orc::setUpInactivePlatform)
      .setLinkProcessSymbolsByDefault(false)
      .create();
}

static Error defineSymbols(orc::LLJIT &jit) {
  orc::SymbolMap symbols;
  auto add = [&](ArrayRef<TilerySimSymbol> list) {
    for (const TilerySimSymbol &symbol : list)
      symbols[jit.mangleAndIntern(symbol.name)] = {
          orc::ExecutorAddr::fromPtr(symbol.address),
          JITSymbolFlags::Exported | JITSymbolFlags::Callable};
  };
  size_t count = 0;
  const TilerySimSymbol *engine = tilery_sim_symbols(&count);
  add(ArrayRef<TilerySimSymbol>(engine, count));
  add(mathFunctions());
  add(narrowFloatFunctions());
  return jit.getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols)));
}

SimKernels::SimKernels() = default;
SimKernels::~SimKernels() = default;

Error SimKernels::compile(mlir::ModuleOp module) {
  auto *dialect =
      module.getContext()->getLoadedDialect<mlir::LLVM::LLVMDialect>();
  if (!dialect ||
      !dialect->getRegisteredInterface<mlir::LLVMTranslationDialectInterface>())
    return createStringError(
        "(X02) expected a context with the translation from the "
        "LLVM dialect to LLVM IR, got none");
  auto context = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> translated =
      mlir::translateModuleToLLVMIR(module, *context, "kernels");
  if (!translated)
    return createStringError(
        "(X02) the kernels could not be translated to LLVM IR");

  orc::JITTargetMachineBuilder builder = describeHost();
  Expected<std::unique_ptr<TargetMachine>> machine =
      builder.createTargetMachine();
  if (!machine)
    return machine.takeError();
  translated->setDataLayout((*machine)->createDataLayout());
  translated->setTargetTriple((*machine)->getTargetTriple());
  optimizeForSimulation(*translated, **machine);

  Expected<std::unique_ptr<orc::LLJIT>> made = makeJit(std::move(builder));
  if (!made)
    return made.takeError();
  jit = std::move(*made);
  if (Error error = defineSymbols(*jit))
    return error;
  uint64_t largestFrame = 0;
  jit->getObjTransformLayer().setTransform(
      [&](std::unique_ptr<MemoryBuffer> object)
          -> Expected<std::unique_ptr<MemoryBuffer>> {
        largestFrame = readLargestFrame(*object);
        return object;
      });
  if (Error error = jit->addIRModule(
          orc::ThreadSafeModule(std::move(translated), std::move(context))))
    return error;

  for (auto function : module.getOps<mlir::LLVM::LLVMFuncOp>()) {
    auto attr =
        function->getAttrOfType<mlir::DictionaryAttr>(simKernelAttrName);
    if (!attr)
      continue;
    Tables &entry = tables.emplace_back();
    if (!entry.read(attr))
      return createStringError("(X02) expected the tables of kernel '%s', got "
                               "an attribute of another form",
                               function.getSymName().str().c_str());
    Expected<orc::ExecutorAddr> address = jit->lookup(function.getSymName());
    if (!address)
      return address.takeError();
    entry.kernel.function = address->toPtr<TilerySimFunction>();
    tablesOf[entry.kernel.name] = &entry;
  }
  for (Tables &entry : tables)
    entry.frameBytes = largestFrame;
  return Error::success();
}

Expected<std::unique_ptr<SimKernels>>
SimKernels::create(mlir::ModuleOp module) {
  std::unique_ptr<SimKernels> result(new SimKernels());
  if (Error error = result->compile(module))
    return error;
  return result;
}

const TilerySimKernel *SimKernels::lookup(StringRef name) const {
  const Tables *entry = tablesOf.lookup(name);
  return entry ? &entry->kernel : nullptr;
}

std::string SimKernels::getImage(StringRef name) const {
  const Tables *entry = tablesOf.lookup(name);
  if (!entry)
    return "";
  sim::Image image = sim::makeImage(&entry->kernel, entry->frameBytes);
  return std::string(reinterpret_cast<const char *>(&image), sizeof(image));
}
