// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/LaunchToLLVM/LaunchToLLVM.h"

#include "CEntries.h"
#include "LauncherLowering.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"

namespace tilery {
namespace launch {
#define GEN_PASS_DEF_CONVERTLAUNCHTOLLVM
#include "tilery/Conversion/LaunchToLLVM/Passes.h.inc"
} // namespace launch
} // namespace tilery

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

namespace {
class ConvertLaunchToLLVM final
    : public launch::impl::ConvertLaunchToLLVMBase<ConvertLaunchToLLVM> {
public:
  using ConvertLaunchToLLVMBase::ConvertLaunchToLLVMBase;
  void runOnOperation() override;

private:
  LogicalResult verifyModule(SymbolTable &symbols);
  LogicalResult lowerLaunchers();
  void makeReleaseFunction(RuntimeCalls &runtime,
                           ArrayRef<LLVM::GlobalOp> kernels);
  LogicalResult convertArithmetic();
};
} // namespace

LogicalResult ConvertLaunchToLLVM::verifyModule(SymbolTable &symbols) {
  for (auto function : getOperation().getOps<FuncOp>())
    if (failed(verifyLauncher(function, symbols)))
      return failure();
  for (Operation &op : *getOperation().getBody())
    if (!isa<FuncOp, BinaryOp, LLVM::LLVMFuncOp, LLVM::GlobalOp>(op))
      return op.emitOpError("(L08) is not supported in a module of launchers; "
                            "expected launch.func and launch.binary");
  if (!release.empty() && symbols.lookup(release))
    return getOperation().emitError("(L09) expected no symbol named '")
           << release << "', which unloads the kernels; rename it or choose "
           << "another name with the option 'release'";
  return success();
}

LogicalResult ConvertLaunchToLLVM::lowerLaunchers() {
  ModuleOp module = getOperation();
  AbiTypes abi(&getContext());
  Tables tables(module);
  RuntimeCalls runtime(module);
  llvm::StringMap<KernelTables> kernels;
  SmallVector<BinaryOp> binaries(module.getOps<BinaryOp>());
  for (BinaryOp binary : binaries) {
    FailureOr<KernelTables> kernel = KernelTables::create(binary, abi, tables);
    if (failed(kernel))
      return failure();
    kernels.try_emplace(binary.getSymName(), std::move(*kernel));
  }
  for (FuncOp function : llvm::make_early_inc_range(module.getOps<FuncOp>())) {
    CInterface interface;
    if (cEntries) {
      FailureOr<CInterface> described = describeCInterface(function);
      if (failed(described))
        return failure();
      interface = std::move(*described);
    }
    FailureOr<LLVM::LLVMFuncOp> launcher =
        lowerLauncher(function, abi, tables, runtime, kernels);
    if (failed(launcher))
      return failure();
    if (cEntries)
      addCEntries(*launcher, interface, abi, tables, runtime, tvmFfi);
    ++numLaunchers;
  }
  SmallVector<LLVM::GlobalOp> specs;
  for (BinaryOp binary : binaries) {
    if (auto spec = kernels.find(binary.getSymName())->second.getFirstSpec())
      specs.push_back(spec);
    binary.erase();
  }
  if (!release.empty())
    makeReleaseFunction(runtime, specs);
  return success();
}

void ConvertLaunchToLLVM::makeReleaseFunction(
    RuntimeCalls &runtime, ArrayRef<LLVM::GlobalOp> kernels) {
  OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBody());
  Location loc = getOperation().getLoc();
  auto function = LLVM::LLVMFuncOp::create(
      builder, loc, release,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(&getContext()), {}));
  builder.createBlock(&function.getBody());
  for (LLVM::GlobalOp kernel : kernels) {
    Value spec = LLVM::AddressOfOp::create(builder, loc, kernel);
    runtime.call(builder, loc, "release_kernel", Type(), spec);
  }
  LLVM::ReturnOp::create(builder, loc, ValueRange());
}

LogicalResult ConvertLaunchToLLVM::convertArithmetic() {
  LLVMTypeConverter converter(&getContext());
  RewritePatternSet patterns(&getContext());
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  populateSCFToControlFlowConversionPatterns(patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  index::populateIndexToLLVMConversionPatterns(converter, patterns);
  LLVMConversionTarget target(getContext());
  target.addLegalOp<ModuleOp>();
  return applyFullConversion(getOperation(), target, std::move(patterns));
}

void ConvertLaunchToLLVM::runOnOperation() {
  SymbolTable symbols(getOperation());
  if (failed(verifyModule(symbols)) ||
      (cEntries && failed(verifyCNames(getOperation()))) ||
      failed(lowerLaunchers()) || failed(convertArithmetic()))
    signalPassFailure();
}
