// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef ROWS_H
#define ROWS_H

#include "mlir/Pass/Pass.h"

namespace rows {
/// Functions over rows.* become launchers, each op in them a tile kernel.
std::unique_ptr<mlir::Pass> createRowsToTile();
/// Lets modules of the context hold rows.*.
void loadDialect(mlir::MLIRContext &context);
} // namespace rows

#endif // ROWS_H
