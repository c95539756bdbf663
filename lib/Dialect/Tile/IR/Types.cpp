// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AsmParsers.h"

#include "tilery/Dialect/Tile/IR/MapFacts.h"

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

//===----------------------------------------------------------------------===//
// MBarrierRefType
//===----------------------------------------------------------------------===//

Type MBarrierRefType::parse(AsmParser &parser) {
  SharedSpace space = SharedSpace::Cta;
  if (succeeded(parser.parseOptionalLess()) &&
      (parseSharedSpace(parser, space) || parser.parseGreater()))
    return {};
  return MBarrierRefType::get(parser.getContext(), space);
}

void MBarrierRefType::print(AsmPrinter &printer) const {
  if (isRemote())
    printer << '<' << stringifySharedSpace(getSpace()) << '>';
}

//===----------------------------------------------------------------------===//
// TensorMapType
//===----------------------------------------------------------------------===//

namespace {
/// The options of a map type while they are read.
struct MapTypeOptions {
  Swizzle swizzle = Swizzle::None;
  Interleave interleave = Interleave::None;
  SmallVector<int64_t> elementStrides;
  std::optional<tensormap::DataType> format;
  SmallVector<StringRef> seen;

  ParseResult parseOne(AsmParser &parser) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseOptionalKeyword(&key))
      return parser.emitError(loc, "(S02) expected one of swizzle, interleave, "
                                   "element_strides and format");
    if (llvm::is_contained(seen, key))
      return parser.emitError(loc) << "(S02) expected '" << key << "' once";
    seen.push_back(key);
    if (parser.parseEqual())
      return failure();
    if (key == "swizzle")
      return parseSwizzle(parser, swizzle);
    if (key == "interleave")
      return parseInterleave(parser, interleave);
    if (key == "format")
      return parseFormat(parser, format.emplace());
    if (key == "element_strides")
      return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(elementStrides.emplace_back());
      });
    return parser.emitError(loc)
           << "(S02) expected one of swizzle, interleave, "
              "element_strides and format, got '"
           << key << "'";
  }
};
} // namespace

Type TensorMapType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> box;
  Type elementType;
  MapTypeOptions options;
  if (parser.parseLess() ||
      parser.parseDimensionList(box, /*allowDynamic=*/false) ||
      parser.parseType(elementType))
    return {};
  while (succeeded(parser.parseOptionalComma()))
    if (options.parseOne(parser))
      return {};
  if (parser.parseGreater())
    return {};
  // Checked here as well: strides that are all 1 are not kept.
  if (llvm::is_contained(options.seen, "element_strides") &&
      options.elementStrides.size() != box.size()) {
    parser.emitError(loc) << "(S04) expected " << box.size()
                          << " element strides, one a dimension of the box, "
                             "got "
                          << options.elementStrides.size();
    return {};
  }
  return parser.getChecked<TensorMapType>(
      loc, parser.getContext(), ArrayRef<int64_t>(box), elementType,
      options.swizzle, options.interleave,
      ArrayRef<int64_t>(options.elementStrides), options.format);
}

void TensorMapType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getBox());
  if (getRank() > 0)
    printer << 'x';
  printer << getElementType();
  if (getSwizzle() != Swizzle::None)
    printer << ", swizzle = " << stringifySwizzle(getSwizzle());
  if (getInterleave() != Interleave::None)
    printer << ", interleave = " << stringifyInterleave(getInterleave());
  if (!getElementStrides().empty()) {
    printer << ", element_strides = [";
    llvm::interleaveComma(getElementStrides(), printer);
    printer << ']';
  }
  if (getFormat() != *getTensorMapDataType(getElementType()))
    printer << ", format = " << tensormap::name(getFormat());
  printer << '>';
}

LogicalResult
TensorMapType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<int64_t> box, Type elementType, Swizzle swizzle,
                      Interleave interleave, ArrayRef<int64_t> elementStrides,
                      tensormap::DataType format) {
  if (box.empty() || box.size() > tensormap::kMaxRank)
    return emitError() << "(S04) expected a box of 1 to 5 dimensions, got "
                       << box.size();
  for (int64_t extent : box)
    if (extent < 1 || extent > 256)
      return emitError() << "(S04) expected box extents of 1 to 256, got "
                         << extent
                         << "; split a larger box into several copies";
  if (failed(getTensorMapDataType(elementType)))
    return emitError() << "(S04) expected an element type that a TensorMap has "
                          "(8- to 64-bit integers, f16, bf16, f32, f64, fp8), "
                          "got "
                       << elementType;
  if (!llvm::is_contained(getMapFormats(elementType), format))
    return emitError() << "(S04) expected format "
                       << listMapFormats(elementType) << " for elements of "
                       << elementType << ", got " << tensormap::name(format);
  if (!elementStrides.empty() && elementStrides.size() != box.size())
    return emitError() << "(S04) expected " << box.size()
                       << " element strides, one a dimension of the box, got "
                       << elementStrides.size();
  for (int64_t stride : elementStrides)
    if (stride < 1 || stride > 8)
      return emitError() << "(S04) expected element strides of 1 to 8, got "
                         << stride;
  // What the box and the options alone decide. Types of earlier releases may
  // name boxes that no map can have; those are reported where a map is made.
  if (interleave != Interleave::None && box.size() < 3)
    return emitError()
           << "(S04) expected a box of 3 to 5 dimensions with interleave, "
              "got "
           << box.size();
  if (interleave == Interleave::B32 && swizzle != Swizzle::B32)
    return emitError() << "(S04) expected swizzle 32B with interleave 32B, got "
                       << stringifySwizzle(swizzle);
  return success();
}

tensormap::TensorMapParams TensorMapType::getParams() const {
  return MapShape::of(*this).getParams();
}

int64_t TensorMapType::getBoxBytes() const {
  return tensormap::boxBytes(getParams());
}

SmallVector<int64_t> TensorMapType::getImageShape() const {
  return MapShape::of(*this).getImageShape();
}

FailureOr<SmallVector<int64_t>> TensorMapType::getImageStrides() const {
  return MapShape::of(*this).getImageStrides();
}
