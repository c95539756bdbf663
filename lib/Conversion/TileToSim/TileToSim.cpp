// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass: one full conversion over all patterns, then the loops.

#include "tilery/Conversion/TileToSim/TileToSim.h"
#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/ConvertKernels.h"
#include "tilery/Dialect/Launch/IR/LaunchDialect.h"

using namespace mlir;

namespace tilery {
#define GEN_PASS_DEF_CONVERTTILETOSIM
#include "tilery/Conversion/TileToSim/Passes.h.inc"

namespace {
void populatePatterns(const KernelTypeConverter &converter,
                      const KernelTables &tables, bool checks,
                      RewritePatternSet &patterns) {
  populateKernelPatterns(converter, tables, patterns);
  populateMemoryPatterns(converter, patterns);
  populateIdPatterns(converter, tables, patterns);
  populateMBarrierPatterns(converter, tables, patterns);
  populateFencePatterns(converter, tables, patterns);
  populateDebugPatterns(converter, tables, patterns);
  populateTmaPatterns(converter, tables, patterns);
  populateBulkCopyPatterns(converter, tables, patterns);
  populateLibraryMathPatterns(converter, patterns);
  populateNanPatterns(converter, patterns);
  populateCommonPatterns(converter, patterns,
                         checks ? makeAccessHook(tables) : AccessHook());
}

struct ConvertTileToSim : impl::ConvertTileToSimBase<ConvertTileToSim> {
  using ConvertTileToSimBase::ConvertTileToSimBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    KernelTables tables;
    for (auto kernel : module.getOps<tile::KernelOp>()) {
      splitSwizzledVectors(kernel);
      guardDivisions(kernel);
      tables[getLoweredName(kernel)] =
          std::make_unique<KernelTable>(kernel, checks);
      ++numKernels;
    }
    for (auto launcher :
         llvm::make_early_inc_range(module.getOps<launch::FuncOp>()))
      launcher.erase();

    KernelTypeConverter converter(&getContext(), AddressSpaces());
    RewritePatternSet patterns(&getContext());
    populatePatterns(converter, tables, checks, patterns);
    ConversionTarget target(getContext());
    target.addLegalDialect<LLVM::LLVMDialect>();
    target.addLegalOp<ModuleOp>();
    if (failed(convertKernels(module, target, std::move(patterns))))
      return signalPassFailure();

    for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
      auto table = tables.find(function.getSymNameAttr());
      if (table == tables.end())
        continue;
      countLoops(function, *table->second);
      function->setAttr(simKernelAttrName, table->second->getAttr());
      numSites += table->second->getNumSites();
    }
  }

  static StringAttr getLoweredName(tile::KernelOp kernel) {
    return StringAttr::get(kernel.getContext(),
                           simKernelPrefix + kernel.getSymName());
  }
};
} // namespace
} // namespace tilery
