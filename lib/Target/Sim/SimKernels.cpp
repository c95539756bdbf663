// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Target/Sim/SimKernels.h"

#include "Jit.h"
#include "Tables.h"
#include "tilery/Conversion/TileToSim/TileToSim.h"
#include "tilery/Sim/Image.h"
#include "tilery/Target/Jit/Session.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ExecutionEngine/Orc/ObjectTransformLayer.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using namespace tilery;

/// This machine's processor, but for what would change results: its conversions
/// to bf16 flush denormals.
static orc::JITTargetMachineBuilder describeProcessor() {
  orc::JITTargetMachineBuilder machine = jit::describeHost();
  machine.setCPU(sys::getHostCPUName().str());
  StringMap<bool> features = sys::getHostCPUFeatures();
  for (StringRef feature : {"avx512bf16", "avxneconvert"})
    if (features.contains(feature))
      features[feature] = false;
  for (const auto &feature : features)
    machine.getFeatures().AddFeature(feature.first(), feature.second);
  machine.getOptions().EmitStackSizeSection = true;
  return machine;
}

static Error defineSymbols(orc::LLJIT &session) {
  size_t count = 0;
  const TilerySimSymbol *engine = tilery_sim_symbols(&count);
  orc::SymbolMap symbols;
  jit::addFunctions(session, ArrayRef<TilerySimSymbol>(engine, count), symbols);
  jit::addFunctions(session, mathFunctions(), symbols);
  jit::addFunctions(session, narrowFloatFunctions(), symbols);
  return session.getMainJITDylib().define(
      orc::absoluteSymbols(std::move(symbols)));
}

SimKernels::SimKernels() = default;
SimKernels::~SimKernels() = default;

Error SimKernels::compile(mlir::ModuleOp module) {
  orc::JITTargetMachineBuilder processor = describeProcessor();
  Expected<std::unique_ptr<TargetMachine>> machine =
      processor.createTargetMachine();
  if (!machine)
    return machine.takeError();
  Expected<orc::ThreadSafeModule> translated =
      jit::translate(module, **machine, "kernels");
  if (!translated)
    return translated.takeError();
  translated->withModuleDo(
      [&](Module &kernels) { optimizeForSimulation(kernels, **machine); });

  Expected<std::unique_ptr<orc::LLJIT>> made =
      jit::createSession(std::move(processor), **machine);
  if (!made)
    return made.takeError();
  session = std::move(*made);
  if (Error error = defineSymbols(*session))
    return error;
  uint64_t largestFrame = 0;
  session->getObjTransformLayer().setTransform(
      [&](std::unique_ptr<MemoryBuffer> object)
          -> Expected<std::unique_ptr<MemoryBuffer>> {
        largestFrame = readLargestFrame(*object);
        return object;
      });
  if (Error error = session->addIRModule(std::move(*translated)))
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
    Expected<orc::ExecutorAddr> address =
        session->lookup(function.getSymName());
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
