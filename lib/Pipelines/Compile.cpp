// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/Compile.h"
#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"
#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Dialect/Tile/Transforms/VerifyKernel.h"
#include "tilery/InitAll.h"
#include "tilery/Pipelines/Pipelines.h"
#include "tilery/Target/Cubin/CudaTools.h"
#include "tilery/Target/PTX/EmitPTX.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tilery;

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

namespace {
/// Shows the observer what each pass has made.
struct ObserverInstrumentation : PassInstrumentation {
  explicit ObserverInstrumentation(const StageObserver &observer)
      : observer(observer) {}
  void runAfterPass(Pass *pass, Operation *op) override {
    if (!pass->getArgument().empty())
      observer(pass->getArgument(),
               [&](llvm::raw_ostream &stream) { stream << *op << "\n"; });
  }
  const StageObserver &observer;
};

void observe(const CompileOptions &options, StringRef stage, ModuleOp module) {
  if (options.observer)
    options.observer(
        stage, [&](llvm::raw_ostream &stream) { stream << *module << "\n"; });
}
void observe(const CompileOptions &options, StringRef stage,
             llvm::function_ref<std::string()> text) {
  if (options.observer)
    options.observer(stage,
                     [&](llvm::raw_ostream &stream) { stream << text(); });
}

LogicalResult run(PassManager &manager, ModuleOp module,
                  const CompileOptions &options) {
  if (options.observer)
    manager.addInstrumentation(
        std::make_unique<ObserverInstrumentation>(options.observer));
  return manager.run(module);
}

/// The names of the passes of a pipeline, nested ones too.
void appendPassNames(OpPassManager &manager, std::vector<std::string> &names) {
  for (Pass &pass : manager.getPasses()) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    pass.printAsTextualPipeline(stream);
    // "builtin.module(a,tile.kernel(b{limit=1}))": the words before '{', that
    // name passes and not the ops around them.
    StringRef rest = text;
    while (!rest.empty()) {
      size_t end = rest.find_first_of("(){},");
      StringRef word = rest.take_front(end);
      char after = end < rest.size() ? rest[end] : '\0';
      if (!word.empty() && after != '(')
        names.push_back(word.str());
      if (after == '{')
        end = rest.find('}', end);
      rest = end < rest.size() ? rest.drop_front(end + 1) : StringRef();
    }
  }
}
} // namespace

std::vector<std::string> tilery::getStageNames() {
  std::vector<std::string> names = {"tile"};
  OpPassManager core(ModuleOp::getOperationName());
  buildCorePipeline(core, CorePipelineOptions());
  appendPassNames(core, names);
  names.push_back("core");
  OpPassManager nvvm(ModuleOp::getOperationName());
  NVVMPipelineOptions withLines;
  withLines.lineInfo = true;
  buildNVVMPipeline(nvvm, withLines);
  appendPassNames(nvvm, names);
  for (StringRef name : {"nvvm", "llvm", "llvm-opt", "ptx"})
    names.push_back(name.str());
  return names;
}

//===----------------------------------------------------------------------===//
// From the surface to NVVM
//===----------------------------------------------------------------------===//

std::unique_ptr<MLIRContext> tilery::createContext() {
  DialectRegistry registry;
  registerAllTilery(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  // What front ends build kernels and launchers of. Kernels have most of them
  // anyway: parsing one takes 0.08 ms longer with the rest loaded, too.
  context->loadDialect<tile::TileDialect, launch::LaunchDialect,
                       arith::ArithDialect, func::FuncDialect, gpu::GPUDialect,
                       math::MathDialect, memref::MemRefDialect,
                       scf::SCFDialect>();
  // The source line that a diagnostic shows says more than the generic form.
  context->printOpOnDiagnostic(false);
  return context;
}

OwningOpRef<ModuleOp> tilery::lowerToCore(ModuleOp module,
                                          const CompileOptions &options) {
  StageTimer timer(options.times, "core");
  auto target = tile::lookupTarget(module.getLoc(), options.target);
  if (failed(target))
    return nullptr;
  observe(options, "tile", module);
  OwningOpRef<ModuleOp> core = module.clone();
  PassManager manager = PassManager::on<ModuleOp>(module.getContext());
  CorePipelineOptions pipeline;
  pipeline.sharedLimit = (*target)->sharedBytesOptIn;
  buildCorePipeline(manager, pipeline);
  if (failed(run(manager, *core, options)))
    return nullptr;
  observe(options, "core", *core);
  return core;
}

/// A module with the kernels alone, or with the one of that name.
static OwningOpRef<ModuleOp> copyKernels(ModuleOp core, StringRef kernel) {
  OwningOpRef<ModuleOp> device = ModuleOp::create(core.getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(device->getBody());
  std::string names;
  for (auto op : core.getOps<tile::KernelOp>()) {
    names += (names.empty() ? "'" : ", '") + op.getSymName().str() + "'";
    if (kernel.empty() || op.getSymName() == kernel)
      builder.clone(*op);
  }
  if (!device->getBody()->empty())
    return device;
  if (names.empty())
    core.emitError("(E06) expected a tile.kernel, got none in the module");
  else
    core.emitError() << "(E06) no kernel '" << kernel << "'; the module has "
                     << names;
  return nullptr;
}

/// Outputs name no folder of this machine: absolute paths lose theirs.
static void makePathsRelative(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](FileLineColRange loc) -> std::optional<Attribute> {
    StringRef file = loc.getFilename().getValue();
    if (!llvm::sys::path::is_absolute(file))
      return std::nullopt;
    return FileLineColLoc::get(loc.getContext(),
                               llvm::sys::path::filename(file),
                               loc.getStartLine(), loc.getStartColumn());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/false,
                                        /*replaceLocs=*/true);
}

/// The path of libdevice where a kernel needs it and it is there, else empty.
static std::string getLibdevice(ModuleOp device,
                                const CompileOptions &options) {
  if (llvm::none_of(device.getOps<tile::KernelOp>(), tile::needsLibdevice))
    return "";
  return options.libdevice.empty() ? findLibdevice().value_or("")
                                   : options.libdevice;
}

static LogicalResult
convertToNVVM(ModuleOp device, const CompileOptions &options, bool libdevice) {
  StageTimer timer(options.times, "nvvm");
  if (options.lineInfo)
    makePathsRelative(device);
  PassManager manager = PassManager::on<ModuleOp>(device.getContext());
  NVVMPipelineOptions pipeline;
  pipeline.target = options.target;
  pipeline.ptx = static_cast<unsigned>(options.ptx);
  pipeline.libdevice = libdevice;
  pipeline.lineInfo = options.lineInfo;
  buildNVVMPipeline(manager, pipeline);
  if (failed(run(manager, device, options)))
    return failure();
  observe(options, "nvvm", device);
  return success();
}

OwningOpRef<ModuleOp> tilery::lowerToNVVM(ModuleOp core,
                                          const CompileOptions &options,
                                          StringRef kernel) {
  OwningOpRef<ModuleOp> device = copyKernels(core, kernel);
  if (!device)
    return nullptr;
  bool libdevice = !getLibdevice(*device, options).empty();
  if (failed(convertToNVVM(*device, options, libdevice)))
    return nullptr;
  return device;
}

//===----------------------------------------------------------------------===//
// Device code
//===----------------------------------------------------------------------===//

/// The lowest PTX version for all kernels of a device module.
static FailureOr<int32_t> selectPTX(ModuleOp device,
                                    const CompileOptions &options) {
  auto target = tile::lookupTarget(device.getLoc(), options.target);
  if (failed(target))
    return failure();
  int32_t lowest = 0;
  for (auto kernel : device.getOps<tile::KernelOp>())
    lowest = std::max(lowest, tile::getLowestPTX(kernel, **target));
  return options.ptx != 0 ? options.ptx : lowest;
}

static LogicalResult assemble(Location loc, const CompileOptions &options,
                              DeviceText &text) {
  StageTimer timer(options.times, "ptxas");
  PtxasOptions ptxas;
  ptxas.target = options.target;
  ptxas.lineInfo = options.lineInfo;
  ptxas.path = options.ptxas;
  llvm::Expected<Cubin> cubin = assemblePTX(text.ptx, ptxas);
  if (!cubin)
    return emitError(loc) << llvm::toString(cubin.takeError());
  text.cubin = std::move(cubin->image);
  text.ptxasLog = std::move(cubin->log);
  return success();
}

FailureOr<DeviceText> tilery::compileDevice(ModuleOp core,
                                            const CompileOptions &options,
                                            DeviceStage last,
                                            StringRef kernel) {
  OwningOpRef<ModuleOp> device = copyKernels(core, kernel);
  if (!device)
    return failure();
  FailureOr<int32_t> version = selectPTX(*device, options);
  if (failed(version))
    return failure();
  PTXOptions ptx{options.target, *version, getLibdevice(*device, options)};
  if (failed(convertToNVVM(*device, options, !ptx.libdevice.empty())))
    return failure();

  DeviceText text;
  text.ptxVersion = *version;
  std::optional<StageTimer> timer(std::in_place, options.times, "translate");
  FailureOr<DeviceModule> module = DeviceModule::create(*device, ptx);
  if (failed(module))
    return failure();
  timer.reset();
  if (last == DeviceStage::LLVM)
    text.llvm = module->print();
  observe(options, "llvm", [&] { return module->print(); });
  if (last == DeviceStage::LLVM)
    return text;

  timer.emplace(options.times, "optimize");
  if (failed(module->optimize()))
    return failure();
  timer.reset();
  observe(options, "llvm-opt", [&] { return module->print(); });

  timer.emplace(options.times, "codegen");
  FailureOr<std::string> emitted = module->emitPTX();
  if (failed(emitted))
    return failure();
  text.ptx = std::move(*emitted);
  timer.reset();
  observe(options, "ptx", [&] { return text.ptx; });
  if (last == DeviceStage::Cubin &&
      failed(assemble(core.getLoc(), options, text)))
    return failure();
  return text;
}

//===----------------------------------------------------------------------===//
// Simulator
//===----------------------------------------------------------------------===//

OwningOpRef<ModuleOp> tilery::lowerToSim(ModuleOp core,
                                         const CompileOptions &options) {
  StageTimer timer(options.times, "sim");
  // With the launchers, which tell what the arguments are.
  OwningOpRef<ModuleOp> lowered = core.clone();
  PassManager manager = PassManager::on<ModuleOp>(core.getContext());
  SimPipelineOptions pipeline;
  pipeline.target = options.target;
  pipeline.checks = options.simChecks;
  buildSimPipeline(manager, pipeline);
  if (failed(run(manager, *lowered, options)))
    return nullptr;
  observe(options, "sim", *lowered);
  return lowered;
}

static LogicalResult compileForSimulator(CompiledModule &compiled,
                                         const CompileOptions &options) {
  OwningOpRef<ModuleOp> lowered = lowerToSim(*compiled.core, options);
  if (!lowered)
    return failure();
  StageTimer timer(options.times, "sim-jit");
  llvm::Expected<std::unique_ptr<SimKernels>> kernels =
      SimKernels::create(*lowered);
  if (!kernels)
    return compiled.core->emitError(llvm::toString(kernels.takeError()));
  compiled.simKernels = std::move(*kernels);
  return success();
}

//===----------------------------------------------------------------------===//
// All kernels of a module
//===----------------------------------------------------------------------===//

static std::array<int32_t, 3> getThree(ArrayRef<int32_t> extents) {
  std::array<int32_t, 3> three = {1, 1, 1};
  llvm::copy(extents.take_front(3), three.begin());
  return three;
}

int32_t TargetCode::getRegisters() const {
  // "ptxas info : Used 26 registers, ..."
  auto [before, after] = StringRef(ptxasLog).split("Used ");
  int32_t registers;
  return after.consumeInteger(10, registers) ? -1 : registers;
}

/// A launch gives every device the same shared memory, as it gives it the same
/// block: (P01) for targets that have less.
static LogicalResult checkSharedMemory(tile::KernelOp kernel, int64_t bytes,
                                       StringRef target) {
  auto found = tile::lookupTarget(kernel.getLoc(), target);
  if (failed(found))
    return failure();
  if (bytes <= (*found)->sharedBytesOptIn)
    return success();
  return kernel.emitOpError("(P01) expected at most ")
         << (*found)->sharedBytesOptIn << " bytes of shared memory for "
         << target << ", got " << bytes
         << "; shrink a buffer, use fewer stages or leave the target out";
}

static LogicalResult compileForTarget(ModuleOp core, StringRef kernel,
                                      const CompileOptions &options,
                                      TargetCode &code) {
  FailureOr<DeviceText> text = compileDevice(
      core, options, options.cubin ? DeviceStage::Cubin : DeviceStage::PTX,
      kernel);
  if (failed(text))
    return failure();
  code.target = options.target;
  code.ptxVersion = text->ptxVersion;
  code.ptx = std::move(text->ptx);
  code.cubin = std::move(text->cubin);
  code.ptxasLog = std::move(text->ptxasLog);
  return success();
}

static LogicalResult compileForMore(ModuleOp core, tile::KernelOp op,
                                    const CompileOptions &options,
                                    CompiledKernel &kernel) {
  for (StringRef target : options.moreTargets) {
    if (failed(checkSharedMemory(op, kernel.staticShared + kernel.dynamicShared,
                                 target)))
      return failure();
    CompileOptions own = options;
    own.target = target.str();
    own.cubin = true;
    if (failed(compileForTarget(core, op.getSymName(), own,
                                kernel.moreTargets.emplace_back())))
      return failure();
  }
  return success();
}

FailureOr<CompiledModule>
tilery::compileKernels(ModuleOp module, const CompileOptions &options) {
  CompiledModule compiled;
  compiled.core = lowerToCore(module, options);
  if (!compiled.core)
    return failure();
  if (options.simulate && failed(compileForSimulator(compiled, options)))
    return failure();
  for (auto op : compiled.core->getOps<tile::KernelOp>()) {
    CompiledKernel kernel;
    kernel.name = op.getSymName().str();
    kernel.target = options.target;
    kernel.block = getThree(op.getBlock());
    if (auto cluster = op.getCluster())
      kernel.cluster = getThree(*cluster);
    if (auto bytes = op->getAttrOfType<IntegerAttr>(
            tile::TileDialect::getSharedBytesAttrName())) {
      bool fits = bytes.getInt() <= maxStaticSharedBytes;
      (fits ? kernel.staticShared : kernel.dynamicShared) = bytes.getInt();
    }
    if (options.simulate)
      kernel.simImage = compiled.simKernels->getImage(kernel.name);
    else if (failed(compileForTarget(*compiled.core, op.getSymName(), options,
                                     kernel)) ||
             failed(compileForMore(*compiled.core, op, options, kernel)))
      return failure();
    compiled.kernels.push_back(std::move(kernel));
  }
  return compiled;
}
