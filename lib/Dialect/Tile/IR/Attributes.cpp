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

/// '<swizzle = 128B>', or nothing.
template <typename SpaceAttr> static Attribute parseSpace(AsmParser &parser) {
  Swizzle swizzle = Swizzle::None;
  if (succeeded(parser.parseOptionalLess()) &&
      (parser.parseKeyword("swizzle", ", as in <swizzle = 128B>") ||
       parser.parseEqual() || parseSwizzle(parser, swizzle) ||
       parser.parseGreater()))
    return {};
  return SpaceAttr::get(parser.getContext(), swizzle);
}
static void printSpace(AsmPrinter &printer, Swizzle swizzle) {
  if (swizzle != Swizzle::None)
    printer << "<swizzle = " << stringifySwizzle(swizzle) << '>';
}

Attribute SharedAttr::parse(AsmParser &parser, Type) {
  return parseSpace<SharedAttr>(parser);
}
void SharedAttr::print(AsmPrinter &printer) const {
  printSpace(printer, getSwizzle());
}

Attribute SharedClusterAttr::parse(AsmParser &parser, Type) {
  return parseSpace<SharedClusterAttr>(parser);
}
void SharedClusterAttr::print(AsmPrinter &printer) const {
  printSpace(printer, getSwizzle());
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
    parser.emitError(loc) << "(S08) '" << opcode
                          << "' is not an opcode of #tile."
                          << InstructionAttr::getMnemonic();
    return {};
  }
  return parsed;
}

static void printInstruction(AsmPrinter &printer, StringRef opcode) {
  printer << "<\"" << opcode << "\">";
}

// Parser and printer of each family.
#define TILERY_INSTRUCTION(CLASS)                                              \
  Attribute CLASS::parse(AsmParser &parser, Type) {                            \
    return parseInstruction<CLASS>(parser);                                    \
  }                                                                            \
  void CLASS::print(AsmPrinter &printer) const {                               \
    printInstruction(printer, getOpcode());                                    \
  }
TILERY_INSTRUCTION(TmaLoadAttr)
TILERY_INSTRUCTION(TmaStoreAttr)
TILERY_INSTRUCTION(TmaReduceAttr)
TILERY_INSTRUCTION(TmaPrefetchAttr)
TILERY_INSTRUCTION(PrefetchMapAttr)
TILERY_INSTRUCTION(BulkLoadAttr)
TILERY_INSTRUCTION(BulkStoreAttr)
TILERY_INSTRUCTION(BulkCopyAttr)
TILERY_INSTRUCTION(BulkReduceAttr)
TILERY_INSTRUCTION(BulkReduceSharedAttr)
TILERY_INSTRUCTION(BulkPrefetchAttr)
#undef TILERY_INSTRUCTION
