// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AsmParsers.h"

#include "tilery/Dialect/Tile/IR/OpSyntax.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

/// Parses one of the words of an enumeration; '32B' is a number and a word to
/// the lexer. Reports the whole list of legal spellings.
template <typename Enum>
static ParseResult parseWord(AsmParser &parser, Enum &value,
                             std::optional<Enum> (*symbolize)(StringRef),
                             StringRef what, StringRef choices) {
  SMLoc loc = parser.getCurrentLocation();
  std::string word;
  int64_t number = 0;
  OptionalParseResult hasNumber = parser.parseOptionalInteger(number);
  if (hasNumber.has_value()) {
    if (failed(*hasNumber))
      return failure();
    word = std::to_string(number);
  }
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(&keyword)))
    word += keyword;
  if (std::optional<Enum> parsed = symbolize(word)) {
    value = *parsed;
    return success();
  }
  InFlightDiagnostic diag = parser.emitError(loc)
                            << "(S02) expected " << what << ": " << choices;
  if (!word.empty())
    diag << ", got '" << word << "'";
  return diag;
}

ParseResult tile::parseSwizzle(AsmParser &parser, Swizzle &value) {
  return parseWord<Swizzle>(parser, value, symbolizeSwizzle, "a swizzle",
                            "none, 32B, 64B or 128B");
}
void tile::printSwizzle(AsmPrinter &printer, Swizzle value) {
  printer << stringifySwizzle(value);
}

ParseResult tile::parseL2Promotion(AsmParser &parser, L2Promotion &value) {
  return parseWord<L2Promotion>(parser, value, symbolizeL2Promotion,
                                "an L2 promotion", "none, 64B, 128B or 256B");
}
void tile::printL2Promotion(AsmPrinter &printer, L2Promotion value) {
  printer << stringifyL2Promotion(value);
}

ParseResult tile::parseOobFill(AsmParser &parser, OobFill &value) {
  return parseWord<OobFill>(parser, value, symbolizeOobFill, "a fill",
                            "zero or nan");
}
void tile::printOobFill(AsmPrinter &printer, OobFill value) {
  printer << stringifyOobFill(value);
}

ParseResult tile::parseInterleave(AsmParser &parser, Interleave &value) {
  return parseWord<Interleave>(parser, value, symbolizeInterleave,
                               "an interleave", "none, 16B or 32B");
}
void tile::printInterleave(AsmPrinter &printer, Interleave value) {
  printer << stringifyInterleave(value);
}

static std::optional<tensormap::DataType> symbolizeFormat(StringRef word) {
  for (int32_t i = 0; i < tensormap::kDataTypeCount; ++i) {
    auto format = static_cast<tensormap::DataType>(i);
    if (!tensormap::isPacked(format) && word == tensormap::name(format))
      return format;
  }
  return std::nullopt;
}
ParseResult tile::parseFormat(AsmParser &parser, tensormap::DataType &value) {
  return parseWord<tensormap::DataType>(
      parser, value, symbolizeFormat, "a data type",
      "u8, u16, u32, i32, u64, i64, f16, f32, f64, bf16, f32_ftz, tf32 or "
      "tf32_ftz");
}
void tile::printFormat(AsmPrinter &printer, tensormap::DataType value) {
  printer << tensormap::name(value);
}

ParseResult tile::parseCachePolicy(AsmParser &parser, CachePolicy &value) {
  return parseWord<CachePolicy>(
      parser, value, symbolizeCachePolicy, "an eviction priority",
      "evict_normal, evict_first, evict_last or evict_unchanged");
}
void tile::printCachePolicy(AsmPrinter &printer, CachePolicy value) {
  printer << stringifyCachePolicy(value);
}

ParseResult tile::parseReduceKind(AsmParser &parser, ReduceKind &value) {
  return parseWord<ReduceKind>(parser, value, symbolizeReduceKind,
                               "an operator",
                               "add, min, max, inc, dec, and, or or xor");
}
void tile::printReduceKind(AsmPrinter &printer, ReduceKind value) {
  printer << stringifyReduceKind(value);
}

ParseResult tile::parseReduceType(AsmParser &parser, ReduceType &value) {
  return parseWord<ReduceType>(
      parser, value, symbolizeReduceType, "a type",
      "f16, bf16, b32, u32, s32, b64, u64, s64, f32 or f64");
}
void tile::printReduceType(AsmPrinter &printer, ReduceType value) {
  printer << stringifyReduceType(value);
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

/// '(VALUE)' of an option attribute.
template <typename Attr, typename Value>
static ParseResult parseOption(OpAsmParser &parser, Attr &attr,
                               ParseResult (*parse)(AsmParser &, Value &)) {
  Value value{};
  if (parser.parseLParen() || parse(parser, value) || parser.parseRParen())
    return failure();
  attr = Attr::get(parser.getContext(), value);
  return success();
}
template <typename Attr, typename Value>
static void printOption(OpAsmPrinter &printer, Attr attr,
                        void (*print)(AsmPrinter &, Value)) {
  printer << '(';
  print(printer, attr.getValue());
  printer << ')';
}

ParseResult tile::parseL2PromotionOption(OpAsmParser &parser,
                                         L2PromotionAttr &attr) {
  return parseOption(parser, attr, parseL2Promotion);
}
void tile::printL2PromotionOption(OpAsmPrinter &printer, Operation *,
                                  L2PromotionAttr attr) {
  printOption(printer, attr, printL2Promotion);
}

ParseResult tile::parseOobFillOption(OpAsmParser &parser, OobFillAttr &attr) {
  return parseOption(parser, attr, parseOobFill);
}
void tile::printOobFillOption(OpAsmPrinter &printer, Operation *,
                              OobFillAttr attr) {
  printOption(printer, attr, printOobFill);
}

ParseResult tile::parseInterleaveOption(OpAsmParser &parser,
                                        InterleaveAttr &attr) {
  return parseOption(parser, attr, parseInterleave);
}
void tile::printInterleaveOption(OpAsmPrinter &printer, Operation *,
                                 InterleaveAttr attr) {
  printOption(printer, attr, printInterleave);
}

ParseResult tile::parseFormatOption(OpAsmParser &parser, FormatAttr &attr) {
  return parseOption(parser, attr, parseFormat);
}
void tile::printFormatOption(OpAsmPrinter &printer, Operation *,
                             FormatAttr attr) {
  printOption(printer, attr, printFormat);
}

ParseResult tile::parseSwizzleOption(OpAsmParser &parser, SwizzleAttr &attr) {
  return parseOption(parser, attr, parseSwizzle);
}
void tile::printSwizzleOption(OpAsmPrinter &printer, Operation *,
                              SwizzleAttr attr) {
  printOption(printer, attr, printSwizzle);
}
