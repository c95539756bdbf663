// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AsmParsers.h"

#include "tilery/Dialect/Tile/IR/Opcodes.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

#define GET_ATTRDEF_CLASSES
#include "tilery/Dialect/Tile/IR/TileAttributes.cpp.inc"

void TileDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tilery/Dialect/Tile/IR/TileAttributes.cpp.inc"
      >();
}

Attribute SharedAttr::parse(AsmParser &parser, Type) {
  Swizzle swizzle = Swizzle::None;
  if (succeeded(parser.parseOptionalLess()) &&
      (parser.parseKeyword("swizzle", ", as in <swizzle = 128B>") ||
       parser.parseEqual() || parseSwizzle(parser, swizzle) ||
       parser.parseGreater()))
    return {};
  return SharedAttr::get(parser.getContext(), swizzle);
}

void SharedAttr::print(AsmPrinter &printer) const {
  if (getSwizzle() != Swizzle::None)
    printer << "<swizzle = " << stringifySwizzle(getSwizzle()) << '>';
}

/// The body of an instruction attribute, '<"opcode">'.
template <typename InstructionAttr>
static Attribute parseInstruction(AsmParser &parser) {
  std::string opcode;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseString(&opcode) ||
      parser.parseGreater())
    return {};
  Attribute parsed = parseOpcode(parser.getContext(), opcode,
                                 [&] { return parser.emitError(loc); });
  if (parsed && !isa<InstructionAttr>(parsed)) {
    parser.emitError(loc) << "'" << opcode << "' is not an opcode of #tile."
                          << InstructionAttr::getMnemonic();
    return {};
  }
  return parsed;
}

Attribute TmaLoadAttr::parse(AsmParser &parser, Type) {
  return parseInstruction<TmaLoadAttr>(parser);
}
void TmaLoadAttr::print(AsmPrinter &printer) const {
  printer << "<\"" << getOpcode() << "\">";
}

Attribute TmaStoreAttr::parse(AsmParser &parser, Type) {
  return parseInstruction<TmaStoreAttr>(parser);
}
void TmaStoreAttr::print(AsmPrinter &printer) const {
  printer << "<\"" << getOpcode() << "\">";
}
