// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_CONVERSION_KERNELTOLLVM_CONVERTKERNELS_H
#define TILERY_CONVERSION_KERNELTOLLVM_CONVERTKERNELS_H

#include "mlir/Transforms/DialectConversion.h"

namespace tilery {
/// Converts all of the module; fails where an op has no pattern.
mlir::LogicalResult convertKernels(mlir::Operation *module,
                                   const mlir::ConversionTarget &target,
                                   mlir::RewritePatternSet patterns);
} // namespace tilery

#endif // TILERY_CONVERSION_KERNELTOLLVM_CONVERTKERNELS_H
