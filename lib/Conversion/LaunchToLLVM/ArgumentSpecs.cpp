// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ArgumentSpecs.h"

#include "tilery/Conversion/LaunchToLLVM/Signature.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

ArgumentSpecs::ArgumentSpecs(FuncOp function, const AbiTypes &abi,
                             Tables &tables)
    : function(function), abi(abi), tables(tables) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref)
      continue;
    for (StringRef name : getDimSymbols(function, i, memref.getRank()))
      if (!name.empty())
        symbols.try_emplace(StringAttr::get(function.getContext(), name),
                            symbols.size());
  }
}

LLVM::GlobalOp ArgumentSpecs::makeFunctionSpec() {
  StringRef name = function.getSymName();
  SmallVector<Constant> argNames, symbolNames;
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    argNames.push_back(tables.text(function.getArgumentName(i)));
  for (auto &[symbol, index] : symbols)
    symbolNames.push_back(tables.text(symbol.getValue()));
  Constant spec{
      TILERY_ABI_VERSION,
      static_cast<int64_t>(argNames.size()),
      static_cast<int64_t>(symbolNames.size()),
      0,
      tables.text(name),
      tables.text(getSignature(function)),
      tables.array(abi.pointer, argNames, (name + ".arguments").str()),
      tables.array(abi.pointer, symbolNames, (name + ".symbols").str())};
  return tables.constant(abi.functionSpec, spec, (name + ".function").str());
}

SmallVector<int64_t> ArgumentSpecs::getSymbols(unsigned index, unsigned rank) {
  SmallVector<int64_t> result;
  for (StringRef name : getDimSymbols(function, index, rank))
    result.push_back(name.empty() ? -1
                                  : symbols.lookup(StringAttr::get(
                                        function.getContext(), name)));
  return result;
}

/// The type as a constant of TileryDataType.
static Constant makeDataType(TileryDataType type) {
  return {type.code, type.bits, type.lanes};
}

/// A dynamic extent or stride is -1 in the tables, any value.
static int64_t encodeSize(int64_t size) {
  return ShapedType::isDynamic(size) ? -1 : size;
}

static SmallVector<Constant> encodeSizes(ArrayRef<int64_t> sizes) {
  return llvm::map_to_vector(
      sizes, [](int64_t size) { return Constant(encodeSize(size)); });
}

/// Which other types an operand may have (TILERY_ACCEPT_*).
static int64_t getAcceptFlags(Type element, TileryDataType type) {
  if (type.code >= TILERY_TYPE_FLOAT8_E3M4)
    return TILERY_ACCEPT_SAME_WIDTH;
  return element.isSignlessInteger() ? TILERY_ACCEPT_SIGNLESS : 0;
}

FailureOr<LLVM::GlobalOp> ArgumentSpecs::makeTensorSpec(unsigned index) {
  auto memref = cast<MemRefType>(function.getArgumentTypes()[index]);
  std::string argument = function.getArgumentName(index);
  FailureOr<TileryDataType> type = getDataType(memref.getElementType());
  if (failed(type))
    return function.emitOpError("(L11) expected argument '")
           << argument << "' to hold 8 to 64-bit integers or floats, got "
           << memref.getElementType();
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(memref.getStridesAndOffset(strides, offset)))
    return function.emitOpError("(L11) expected argument '")
           << argument << "' to have a strided layout, got "
           << memref.getLayout();
  for (int64_t stride : strides)
    if (!ShapedType::isDynamic(stride) && stride < 0)
      return function.emitOpError("(L11) expected argument '")
             << argument << "' to have strides of 0 or more, got " << stride;

  auto attr = [&](StringRef name) { return function.getArgAttr(index, name); };
  auto align = dyn_cast_or_null<IntegerAttr>(
      attr(tile::TileDialect::getAlignAttrName()));
  SmallVector<Constant> divisors;
  if (auto list = dyn_cast_or_null<ArrayAttr>(
          attr(tile::TileDialect::getDivisibleAttrName())))
    for (auto divisor : list.getAsRange<IntegerAttr>())
      divisors.push_back(
          static_cast<int64_t>(divisor.getValue().getLimitedValue(INT64_MAX)));

  SmallVector<int64_t> dimSymbols = getSymbols(index, memref.getRank());
  SmallVector<Constant> symbolEntries;
  if (llvm::any_of(dimSymbols, [](int64_t symbol) { return symbol >= 0; }))
    symbolEntries.append(dimSymbols.begin(), dimSymbols.end());

  std::string name = (function.getSymName() + "." + argument).str();
  Constant stridesTable = Constant::null();
  if (!memref.getLayout().isIdentity())
    stridesTable =
        tables.array(abi.i64, encodeSizes(strides), name + ".strides");
  Constant spec{
      memref.getRank(),
      makeDataType(*type),
      getAcceptFlags(memref.getElementType(), *type),
      align ? align.getInt() : 0,
      tables.array(abi.i64, encodeSizes(memref.getShape()), name + ".shape"),
      stridesTable,
      tables.array(abi.i32, symbolEntries, name + ".symbols"),
      tables.array(abi.i64, divisors, name + ".divisors")};
  return tables.constant(abi.tensorSpec, spec, name);
}

FailureOr<LLVM::GlobalOp> ArgumentSpecs::makeScalarSpec(unsigned index) {
  Type scalar = function.getArgumentTypes()[index];
  std::string argument = function.getArgumentName(index);
  FailureOr<TileryDataType> type = getDataType(scalar);
  if (failed(type))
    return function.emitOpError("(L11) expected argument '")
           << argument << "' to be an 8 to 64-bit integer or a float, got "
           << scalar;
  int64_t divisor = 0;
  if (auto attr = function.getArgAttrOfType<IntegerAttr>(
          index, tile::TileDialect::getDivisibleAttrName()))
    divisor = static_cast<int64_t>(attr.getValue().getLimitedValue(INT64_MAX));
  // An integer that goes by the name of a symbolic size is that size.
  int64_t symbol = -1;
  if (scalar.isIntOrIndex())
    if (auto it =
            symbols.find(StringAttr::get(function.getContext(), argument));
        it != symbols.end())
      symbol = it->second;
  std::string name = (function.getSymName() + "." + argument).str();
  return tables.constant(abi.scalarSpec, {makeDataType(*type), symbol, divisor},
                         name);
}
