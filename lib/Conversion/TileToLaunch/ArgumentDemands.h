// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CONVERSION_TILETOLAUNCH_ARGUMENTDEMANDS_H
#define TILERY_LIB_CONVERSION_TILETOLAUNCH_ARGUMENTDEMANDS_H

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"

namespace tilery {
namespace launch {

/// Makes what kernels demand of the launcher's arguments a demand of the
/// launcher: the largest alignment (also that of bulk copies), the least common
/// divisor, and the equal symbols of each kernel's tile.dims.
void inheritDemands(FuncOp function, mlir::SymbolTable &symbols);

} // namespace launch
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_TILETOLAUNCH_ARGUMENTDEMANDS_H
