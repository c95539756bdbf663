// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/LaunchToLLVM/LauncherTables.h"

#include "tilery/Conversion/LaunchToLLVM/Signature.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

int32_t FunctionTable::findSymbol(StringRef symbol) const {
  auto it = llvm::find(symbolNames, symbol);
  return it == symbolNames.end()
             ? -1
             : static_cast<int32_t>(std::distance(symbolNames.begin(), it));
}

FunctionTable tilery::launch::makeFunctionTable(FuncOp function) {
  FunctionTable table{
      function.getSymName().str(), getSignature(function), {}, {}};
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    table.argumentNames.push_back(function.getArgumentName(i));
    if (auto memref = dyn_cast<MemRefType>(type))
      for (StringRef symbol : getDimSymbols(function, i, memref.getRank()))
        if (!symbol.empty() && table.findSymbol(symbol) < 0)
          table.symbolNames.push_back(symbol.str());
  }
  return table;
}

/// A dynamic extent or stride is -1 in the tables, any value.
static std::vector<int64_t> encodeSizes(ArrayRef<int64_t> sizes) {
  std::vector<int64_t> result;
  for (int64_t size : sizes)
    result.push_back(ShapedType::isDynamic(size) ? -1 : size);
  return result;
}

/// Which other types an operand may have (TILERY_ACCEPT_*).
static uint32_t getAcceptFlags(Type element, TileryDataType type) {
  if (type.code >= TILERY_TYPE_FLOAT8_E3M4)
    return TILERY_ACCEPT_SAME_WIDTH;
  return element.isSignlessInteger() ? TILERY_ACCEPT_SIGNLESS : 0;
}

/// The divisor in a 'tile.divisible'; what no extent can be a multiple of is
/// the greatest number.
static int64_t getDivisor(IntegerAttr attr) {
  return static_cast<int64_t>(attr.getValue().getLimitedValue(INT64_MAX));
}

FailureOr<TensorTable>
tilery::launch::makeTensorTable(FuncOp function, unsigned index,
                                const FunctionTable &functionTable) {
  auto memref = cast<MemRefType>(function.getArgumentTypes()[index]);
  auto refuse = [&]() -> InFlightDiagnostic {
    return function.emitOpError("(L11) expected argument '")
           << function.getArgumentName(index) << "' to ";
  };
  FailureOr<TileryDataType> type = getDataType(memref.getElementType());
  if (failed(type))
    return refuse() << "hold 8 to 64-bit integers or floats, got "
                    << memref.getElementType();
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(memref.getStridesAndOffset(strides, offset)))
    return refuse() << "have a strided layout, got " << memref.getLayout();
  for (int64_t stride : strides)
    if (!ShapedType::isDynamic(stride) && stride < 0)
      return refuse() << "have strides of 0 or more, got " << stride;

  TensorTable table{*type,
                    getAcceptFlags(memref.getElementType(), *type),
                    /*align=*/0,
                    encodeSizes(memref.getShape()),
                    std::nullopt,
                    {},
                    {}};
  if (!memref.getLayout().isIdentity())
    table.strides = encodeSizes(strides);
  if (auto align = function.getArgAttrOfType<IntegerAttr>(
          index, tile::TileDialect::getAlignAttrName()))
    table.align = static_cast<uint32_t>(align.getInt());
  if (auto list = function.getArgAttrOfType<ArrayAttr>(
          index, tile::TileDialect::getDivisibleAttrName()))
    for (auto divisor : list.getAsRange<IntegerAttr>())
      table.divisors.push_back(getDivisor(divisor));
  for (StringRef symbol : getDimSymbols(function, index, memref.getRank()))
    table.symbols.push_back(symbol.empty() ? -1
                                           : functionTable.findSymbol(symbol));
  if (llvm::all_of(table.symbols, [](int32_t symbol) { return symbol < 0; }))
    table.symbols.clear();
  return table;
}

FailureOr<TileryScalarSpec>
tilery::launch::makeScalarTable(FuncOp function, unsigned index,
                                const FunctionTable &functionTable) {
  Type scalar = function.getArgumentTypes()[index];
  std::string name = function.getArgumentName(index);
  FailureOr<TileryDataType> type = getDataType(scalar);
  if (failed(type))
    return function.emitOpError("(L11) expected argument '")
           << name << "' to be an 8 to 64-bit integer or a float, got "
           << scalar;
  TileryScalarSpec spec{*type, /*symbol=*/-1, /*divisor=*/0};
  if (auto attr = function.getArgAttrOfType<IntegerAttr>(
          index, tile::TileDialect::getDivisibleAttrName()))
    spec.divisor = getDivisor(attr);
  // An integer that goes by the name of a symbolic size is that size.
  if (scalar.isIntOrIndex())
    spec.symbol = functionTable.findSymbol(name);
  return spec;
}
