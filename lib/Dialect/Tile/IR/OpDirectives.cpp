// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AsmParsers.h"

#include "tilery/Dialect/Tile/IR/Opcodes.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

ParseResult tile::parseFenceSpaceOption(OpAsmParser &parser,
                                        FenceSpaceAttr &attr) {
  if (failed(parser.parseOptionalLess()))
    return success();
  FenceSpace space;
  if (parseFenceSpace(parser, space) || parser.parseGreater())
    return failure();
  attr = FenceSpaceAttr::get(parser.getContext(), space);
  return success();
}
void tile::printFenceSpaceOption(OpAsmPrinter &printer, Operation *,
                                 FenceSpaceAttr attr) {
  if (attr)
    printer << " <" << stringifyFenceSpace(attr.getValue()) << '>';
}

/// The PTX opcode, a string.
ParseResult tile::parseOpcode(OpAsmParser &parser,
                              InstructionAttrInterface &attr) {
  SMLoc loc = parser.getCurrentLocation();
  std::string text;
  if (parser.parseString(&text))
    return failure();
  attr = dyn_cast_if_present<InstructionAttrInterface>(tile::parseOpcode(
      parser.getContext(), text, [&] { return parser.emitError(loc); }));
  return success(static_cast<bool>(attr));
}
void tile::printOpcode(OpAsmPrinter &printer, Operation *,
                       InstructionAttrInterface attr) {
  printer << '"' << attr.getOpcode() << '"';
}

/// '[64, 64]'.
ParseResult tile::parseBox(OpAsmParser &parser, DenseI64ArrayAttr &attr) {
  SmallVector<int64_t> box;
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(box.emplace_back());
      }))
    return failure();
  attr = parser.getBuilder().getDenseI64ArrayAttr(box);
  return success();
}
void tile::printBox(OpAsmPrinter &printer, Operation *,
                    DenseI64ArrayAttr attr) {
  printer << '[';
  llvm::interleaveComma(attr.asArrayRef(), printer);
  printer << ']';
}

/// '[%row, 0]' of indices, or '[%row, 0 : i32]'.
ParseResult
tile::parseCoords(OpAsmParser &parser,
                  SmallVectorImpl<OpAsmParser::UnresolvedOperand> &coords,
                  SmallVectorImpl<Type> &types,
                  DenseI64ArrayAttr &staticCoords) {
  SmallVector<int64_t> constants;
  Type type = parser.getBuilder().getIndexType();
  if (parser.parseLSquare())
    return failure();
  if (failed(parser.parseOptionalRSquare())) {
    do {
      OpAsmParser::UnresolvedOperand coord;
      OptionalParseResult value = parser.parseOptionalOperand(coord);
      if (value.has_value()) {
        if (failed(*value))
          return failure();
        coords.push_back(coord);
        constants.push_back(ShapedType::kDynamic);
        continue;
      }
      if (parser.parseInteger(constants.emplace_back()))
        return failure();
    } while (succeeded(parser.parseOptionalComma()));
    if ((succeeded(parser.parseOptionalColon()) && parser.parseType(type)) ||
        parser.parseRSquare())
      return failure();
  }
  types.assign(coords.size(), type);
  staticCoords = parser.getBuilder().getDenseI64ArrayAttr(constants);
  return success();
}
void tile::printCoords(OpAsmPrinter &printer, Operation *, OperandRange coords,
                       TypeRange types, DenseI64ArrayAttr staticCoords) {
  printer << '[';
  unsigned next = 0;
  llvm::interleaveComma(staticCoords.asArrayRef(), printer, [&](int64_t c) {
    if (ShapedType::isDynamic(c) && next < coords.size())
      printer << coords[next++];
    else
      printer << c;
  });
  if (!types.empty() && !types.front().isIndex())
    printer << " : " << types.front();
  printer << ']';
}

ParseResult tile::parseCoordSteps(OpAsmParser &parser, ArrayAttr &attr) {
  SmallVector<Attribute> steps;
  auto parseStep = [&] {
    DenseI64ArrayAttr step;
    if (parseBox(parser, step))
      return failure();
    steps.push_back(step);
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseStep))
    return failure();
  attr = parser.getBuilder().getArrayAttr(steps);
  return success();
}
void tile::printCoordSteps(OpAsmPrinter &printer, Operation *op,
                           ArrayAttr attr) {
  printer << '[';
  llvm::interleaveComma(
      attr.getAsRange<DenseI64ArrayAttr>(), printer,
      [&](DenseI64ArrayAttr step) { printBox(printer, op, step); });
  printer << ']';
}

ParseResult
tile::parseTypedBarrier(OpAsmParser &parser,
                        std::optional<OpAsmParser::UnresolvedOperand> &barrier,
                        Type &type) {
  SharedSpace space = SharedSpace::Cta;
  if (parser.parseOperand(barrier.emplace()))
    return failure();
  if (succeeded(parser.parseOptionalLess()) &&
      (parseSharedSpace(parser, space) || parser.parseGreater()))
    return failure();
  type = MBarrierRefType::get(parser.getContext(), space);
  return success();
}
void tile::printTypedBarrier(OpAsmPrinter &printer, Operation *, Value barrier,
                             Type type) {
  printer << barrier;
  if (cast<MBarrierRefType>(type).isRemote())
    printer << " <" << stringifySharedSpace(SharedSpace::Cluster) << '>';
}

ParseResult tile::parseCachePolicyOrValue(
    OpAsmParser &parser, std::optional<OpAsmParser::UnresolvedOperand> &value,
    CachePolicyAttr &name) {
  if (failed(parser.parseOptionalLParen()))
    return parser.parseOperand(value.emplace());
  CachePolicy priority;
  if (parseCachePolicy(parser, priority) || parser.parseRParen())
    return failure();
  name = CachePolicyAttr::get(parser.getContext(), priority);
  return success();
}
void tile::printCachePolicyOrValue(OpAsmPrinter &printer, Operation *,
                                   Value value, CachePolicyAttr name) {
  if (value)
    printer << ' ' << value;
  else
    printer << '(' << stringifyCachePolicy(name.getValue()) << ')';
}

ParseResult tile::parseFraction(OpAsmParser &parser, FloatAttr &attr) {
  double value;
  if (parser.parseFloat(value))
    return failure();
  attr = parser.getBuilder().getF32FloatAttr(static_cast<float>(value));
  return success();
}
void tile::printFraction(OpAsmPrinter &printer, Operation *, FloatAttr attr) {
  // Without its type, which is always f32.
  printer.printAttributeWithoutType(attr);
}

/// An i32 operand or an integer literal.
ParseResult
tile::parseIntOrValue(OpAsmParser &parser,
                      std::optional<OpAsmParser::UnresolvedOperand> &value,
                      IntegerAttr &constant) {
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult parsed = parser.parseOptionalOperand(operand);
  if (parsed.has_value()) {
    value = operand;
    return *parsed;
  }
  SMLoc loc = parser.getCurrentLocation();
  APInt number;
  OptionalParseResult literal = parser.parseOptionalInteger(number);
  if (!literal.has_value())
    return parser.emitError(loc, "(S03) expected an i32 operand or an integer");
  if (failed(*literal))
    return failure();
  if (!number.isSignedIntN(32))
    return parser.emitError(loc, "(S03) expected a 32-bit integer");
  constant = parser.getBuilder().getI32IntegerAttr(
      static_cast<int32_t>(number.getSExtValue()));
  return success();
}
void tile::printIntOrValue(OpAsmPrinter &printer, Operation *, Value value,
                           IntegerAttr constant) {
  if (value)
    printer << value;
  else
    printer << constant.getInt();
}

/// The name of a buffer: that of its SSA value, or 'name "text"' where the two
/// differ.
ParseResult tile::parseResultName(OpAsmParser &parser, StringAttr &name) {
  if (succeeded(parser.parseOptionalKeyword("name"))) {
    std::string text;
    if (parser.parseString(&text))
      return failure();
    name = parser.getBuilder().getStringAttr(text);
    return success();
  }
  StringRef ssaName = parser.getResultName(0).first;
  if (!ssaName.empty() && !llvm::all_of(ssaName, llvm::isDigit))
    name = parser.getBuilder().getStringAttr(ssaName);
  return success();
}
void tile::printResultName(OpAsmPrinter &printer, Operation *op,
                           StringAttr name) {
  if (!name)
    return;
  std::string printed;
  llvm::raw_string_ostream os(printed);
  printer.printOperand(op->getResult(0), os);
  if (StringRef(printed).drop_front() != name.getValue())
    printer << " name " << name;
}
