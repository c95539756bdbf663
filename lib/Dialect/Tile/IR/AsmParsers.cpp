// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AsmParsers.h"

#include "tilery/Dialect/Tile/IR/OpSyntax.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

/// Parses 'none' or '<bytes>B'; reports the whole list of legal spellings.
template <typename Enum>
static ParseResult parseByteSize(AsmParser &parser, Enum &value,
                                 std::optional<Enum> (*symbolize)(StringRef),
                                 StringRef what, StringRef choices) {
  SMLoc loc = parser.getCurrentLocation();
  std::string word;
  int64_t bytes = 0;
  OptionalParseResult number = parser.parseOptionalInteger(bytes);
  if (number.has_value()) {
    StringRef unit;
    if (failed(*number))
      return failure();
    (void)parser.parseOptionalKeyword(&unit);
    word = std::to_string(bytes) + unit.str();
  } else {
    StringRef keyword;
    if (failed(parser.parseOptionalKeyword(&keyword)))
      return parser.emitError(loc) << "expected a " << what << ": " << choices;
    word = keyword.str();
  }
  std::optional<Enum> parsed = symbolize(word);
  if (!parsed)
    return parser.emitError(loc) << "expected a " << what << ": " << choices
                                 << ", got '" << word << "'";
  value = *parsed;
  return success();
}

ParseResult tile::parseSwizzle(AsmParser &parser, Swizzle &value) {
  return parseByteSize<Swizzle>(parser, value, symbolizeSwizzle, "swizzle",
                                "none, 32B, 64B or 128B");
}
void tile::printSwizzle(AsmPrinter &printer, Swizzle value) {
  printer << stringifySwizzle(value);
}

ParseResult tile::parseL2Promotion(AsmParser &parser, L2Promotion &value) {
  return parseByteSize<L2Promotion>(parser, value, symbolizeL2Promotion,
                                    "L2 promotion", "none, 64B, 128B or 256B");
}
void tile::printL2Promotion(AsmPrinter &printer, L2Promotion value) {
  printer << stringifyL2Promotion(value);
}

template <typename Enum>
static ParseResult parseWord(AsmParser &parser, Enum &value,
                             std::optional<Enum> (*symbolize)(StringRef),
                             StringRef what, StringRef choices) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (failed(parser.parseOptionalKeyword(&keyword)))
    return parser.emitError(loc) << "expected " << what << ": " << choices;
  std::optional<Enum> parsed = symbolize(keyword);
  if (!parsed)
    return parser.emitError(loc) << "expected " << what << ": " << choices
                                 << ", got '" << keyword << "'";
  value = *parsed;
  return success();
}

ParseResult tile::parseOobFill(AsmParser &parser, OobFill &value) {
  return parseWord<OobFill>(parser, value, symbolizeOobFill, "a fill",
                            "zero or nan");
}
void tile::printOobFill(AsmPrinter &printer, OobFill value) {
  printer << stringifyOobFill(value);
}

// PTX spells the space 'shared::cta', which is no keyword: the IR has
// 'shared_cta'.
ParseResult tile::parseSharedSpace(AsmParser &parser, SharedSpace &value) {
  return parseWord<SharedSpace>(parser, value, symbolizeSharedSpace,
                                "a shared-memory window",
                                "shared_cta or shared_cluster");
}
void tile::printSharedSpace(AsmPrinter &printer, SharedSpace value) {
  printer << stringifySharedSpace(value);
}

ParseResult tile::parseFenceSpace(AsmParser &parser, FenceSpace &value) {
  return parseWord<FenceSpace>(parser, value, symbolizeFenceSpace,
                               "a fenced space",
                               "all, global, shared_cta or shared_cluster");
}
void tile::printFenceSpace(AsmPrinter &printer, FenceSpace value) {
  printer << stringifyFenceSpace(value);
}

ParseResult tile::parseL2PromotionOption(OpAsmParser &parser,
                                         L2PromotionAttr &attr) {
  L2Promotion value;
  if (parser.parseLParen() || parseL2Promotion(parser, value) ||
      parser.parseRParen())
    return failure();
  attr = L2PromotionAttr::get(parser.getContext(), value);
  return success();
}
void tile::printL2PromotionOption(OpAsmPrinter &printer, Operation *,
                                  L2PromotionAttr attr) {
  printer << '(' << stringifyL2Promotion(attr.getValue()) << ')';
}

ParseResult tile::parseOobFillOption(OpAsmParser &parser, OobFillAttr &attr) {
  OobFill value;
  if (parser.parseLParen() || parseOobFill(parser, value) ||
      parser.parseRParen())
    return failure();
  attr = OobFillAttr::get(parser.getContext(), value);
  return success();
}
void tile::printOobFillOption(OpAsmPrinter &printer, Operation *,
                              OobFillAttr attr) {
  printer << '(' << stringifyOobFill(attr.getValue()) << ')';
}
