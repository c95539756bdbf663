// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass: one full conversion over all patterns.

#include "tilery/Conversion/TileToNVVM/TileToNVVM.h"
#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/ConvertKernels.h"
#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Dialect/Tile/Transforms/VerifyKernel.h"

using namespace mlir;

namespace tilery {
#define GEN_PASS_DEF_CONVERTTILETONVVM
#include "tilery/Conversion/TileToNVVM/Passes.h.inc"

namespace {
void populatePatterns(const KernelTypeConverter &converter,
                      const SharedArrays &arrays, RewritePatternSet &patterns) {
  populateKernelPatterns(converter, arrays, patterns);
  populateSharedMemoryPatterns(converter, arrays, patterns);
  populateIdPatterns(converter, patterns);
  populateMBarrierPatterns(converter, patterns);
  populateFencePatterns(converter, patterns);
  populateClusterPatterns(converter, patterns);
  populateDebugPatterns(converter, patterns);
  populateGridSyncPatterns(converter, patterns);
  populateTmaPatterns(converter, patterns);
  populateBulkPatterns(converter, patterns);
  populateBulkCopyPatterns(converter, patterns);
  populateMathApproxPatterns(converter, patterns);
  // Errors are in units of the last place and stated by the CUDA programming
  // guide (mathematical functions).
  populateMathFunctionPatterns(converter, "__nv_", tile::getLibdeviceFunction,
                               patterns);
  populateCommonPatterns(converter, patterns);
}

struct ConvertTileToNVVM : impl::ConvertTileToNVVMBase<ConvertTileToNVVM> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (auto launcher :
         llvm::make_early_inc_range(module.getOps<launch::FuncOp>()))
      launcher.erase();

    SharedArrays arrays;
    for (auto kernel : module.getOps<tile::KernelOp>()) {
      splitSwizzledVectors(kernel);
      declareSharedArray(kernel, arrays);
      ++numKernels;
    }

    KernelTypeConverter converter(&getContext(),
                                  {AddressSpace::Global, AddressSpace::Shared,
                                   AddressSpace::SharedCluster});
    RewritePatternSet patterns(&getContext());
    populatePatterns(converter, arrays, patterns);
    ConversionTarget target(getContext());
    target.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
    target.addLegalOp<ModuleOp>();
    if (failed(convertKernels(module, target, std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
} // namespace tilery
