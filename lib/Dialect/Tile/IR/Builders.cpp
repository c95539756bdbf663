// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builders for front ends that make kernels in C++.

#include "tilery/Dialect/Tile/IR/OpSyntax.h"
#include "tilery/Dialect/Tile/IR/Opcodes.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

void tile::buildFunction(
    OpBuilder &builder, OperationState &result, StringRef name,
    ArrayRef<std::pair<StringRef, Type>> arguments,
    function_ref<void(OpBuilder &, Location, ValueRange)> body) {
  SmallVector<Type> types;
  SmallVector<Attribute> attrs;
  for (auto [argument, type] : arguments) {
    types.push_back(type);
    attrs.push_back(builder.getDictionaryAttr(builder.getNamedAttr(
        TileDialect::getNameAttrName(), builder.getStringAttr(argument))));
  }
  result.addAttribute(SymbolTable::getSymbolAttrName(),
                      builder.getStringAttr(name));
  result.addAttribute("function_type",
                      TypeAttr::get(builder.getFunctionType(types, {})));
  if (!attrs.empty())
    result.addAttribute("arg_attrs", builder.getArrayAttr(attrs));
  OpBuilder::InsertionGuard guard(builder);
  Block *block =
      builder.createBlock(result.addRegion(), {}, types,
                          SmallVector<Location>(types.size(), result.location));
  if (body)
    body(builder, result.location, block->getArguments());
}

void KernelOp::build(
    OpBuilder &builder, OperationState &result, StringRef name,
    ArrayRef<std::pair<StringRef, Type>> arguments, ArrayRef<int32_t> block,
    function_ref<void(OpBuilder &, Location, ValueRange)> body) {
  buildFunction(builder, result, name, arguments, body);
  result.addAttribute("block", builder.getDenseI32ArrayAttr(block));
  ensureTerminator(*result.regions.front(), builder, result.location);
}

void ApplyOp::build(OpBuilder &builder, OperationState &result,
                    StringRef opcode, ValueRange tiles, ArrayRef<int64_t> box,
                    ArrayRef<OpFoldResult> coords, Value mbar) {
  auto instruction = dyn_cast_if_present<InstructionAttrInterface>(
      tile::parseOpcode(builder.getContext(), opcode,
                        [&] { return mlir::emitError(result.location); }));
  SmallVector<Value> dynamicCoords;
  SmallVector<int64_t> staticCoords;
  dispatchIndexOpFoldResults(coords, dynamicCoords, staticCoords);
  result.addOperands(tiles);
  result.addOperands(dynamicCoords);
  if (mbar)
    result.addOperands(mbar);
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.setInstruction(instruction);
  properties.setBox(builder.getDenseI64ArrayAttr(box));
  properties.setStaticCoords(builder.getDenseI64ArrayAttr(staticCoords));
  llvm::copy(ArrayRef<int32_t>({static_cast<int32_t>(tiles.size()),
                                static_cast<int32_t>(dynamicCoords.size()),
                                mbar ? 1 : 0, 0, 0, 0, 0}),
             properties.operandSegmentSizes.begin());
}
