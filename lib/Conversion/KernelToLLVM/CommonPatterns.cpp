// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Patterns.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"

using namespace mlir;

void tilery::populateCommonPatterns(const KernelTypeConverter &converter,
                                    RewritePatternSet &patterns,
                                    AccessHook hook) {
  populateKernelPatterns(converter, patterns);
  populateSharedMemoryPatterns(converter, patterns);
  populateMemRefPatterns(converter, patterns, std::move(hook));
  populateMemRefViewPatterns(converter, patterns);
  populateVectorPatterns(converter, patterns);
  populateMathPatterns(converter, patterns);

  populateIndexSwitchPatterns(patterns);
  populateSCFToControlFlowConversionPatterns(patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
}
