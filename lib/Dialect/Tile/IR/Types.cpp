// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AsmParsers.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

#define GET_TYPEDEF_CLASSES
#include "tilery/Dialect/Tile/IR/TileTypes.cpp.inc"

void TileDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tilery/Dialect/Tile/IR/TileTypes.cpp.inc"
      >();
}

Type TensorMapType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> box;
  Type elementType;
  Swizzle swizzle = Swizzle::None;
  if (parser.parseLess() ||
      parser.parseDimensionList(box, /*allowDynamic=*/false) ||
      parser.parseType(elementType))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("swizzle") || parser.parseEqual() ||
       parseSwizzle(parser, swizzle)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TensorMapType>(loc, parser.getContext(), box,
                                          elementType, swizzle);
}

void TensorMapType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getBox());
  if (getRank() > 0)
    printer << 'x';
  printer << getElementType();
  if (getSwizzle() != Swizzle::None)
    printer << ", swizzle = " << stringifySwizzle(getSwizzle());
  printer << '>';
}

LogicalResult
TensorMapType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<int64_t> box, Type elementType, Swizzle) {
  if (box.empty() || box.size() > tensormap::kMaxRank)
    return emitError() << "expected a box of 1 to 5 dimensions, got "
                       << box.size();
  for (int64_t extent : box)
    if (extent < 1 || extent > 256)
      return emitError() << "expected box extents of 1 to 256, got " << extent
                         << "; split a larger box into several copies";
  if (failed(getTensorMapDataType(elementType)))
    return emitError() << "expected an element type that a TensorMap has "
                          "(8- to 64-bit integers, f16, bf16, f32, f64, fp8), "
                          "got "
                       << elementType;
  return success();
}

int64_t TensorMapType::getBoxBytes() const {
  int64_t bytes = *getElementBytes(getElementType());
  for (int64_t extent : getBox())
    bytes *= extent;
  return bytes;
}
