// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/KernelToLLVM/ConvertKernels.h"

using namespace mlir;

LogicalResult tilery::convertKernels(Operation *module,
                                     const ConversionTarget &target,
                                     RewritePatternSet patterns) {
  ConversionConfig config;
  // By default, ops are folded before patterns are tried. Where the block of a
  // region was split (LongBlocks.cpp), a fold in it, such as that of a select
  // of equal values, makes the conversion of MLIR 22 fail to legalize the op
  // around the region.
  config.foldingMode = DialectConversionFoldingMode::AfterPatterns;
  return applyFullConversion(module, target, std::move(patterns), config);
}
