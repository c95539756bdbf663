// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builders for front ends that make launchers in C++.

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Dialect/Tile/IR/OpSyntax.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tilery::launch;

void FuncOp::build(OpBuilder &builder, OperationState &result, StringRef name,
                   ArrayRef<std::pair<StringRef, Type>> arguments,
                   function_ref<void(OpBuilder &, Location, ValueRange)> body) {
  tilery::tile::buildFunction(builder, result, name, arguments, body);
  ensureTerminator(*result.regions.front(), builder, result.location);
}

void KernelOp::build(OpBuilder &builder, OperationState &result,
                     StringRef kernel, ArrayRef<OpFoldResult> grid,
                     ValueRange args) {
  SmallVector<Value> dynamicGrid;
  SmallVector<int64_t> staticGrid;
  dispatchIndexOpFoldResults(grid, dynamicGrid, staticGrid);
  result.addOperands(dynamicGrid);
  result.addOperands(args);
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.setCallee(FlatSymbolRefAttr::get(builder.getContext(), kernel));
  properties.setStaticGrid(builder.getDenseI64ArrayAttr(staticGrid));
  llvm::copy(ArrayRef<int32_t>({static_cast<int32_t>(dynamicGrid.size()), 0,
                                static_cast<int32_t>(args.size())}),
             properties.operandSegmentSizes.begin());
}
