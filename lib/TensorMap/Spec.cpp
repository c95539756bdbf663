// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Spec.h"

#include "Numbers.h"
#include "tilery/TensorMap/Names.h"
#include "tilery/TensorMap/Targets.h"

#include <algorithm>
#include <array>

namespace tilery::tensormap {

namespace {

enum Key {
  DType,
  Dims,
  Box,
  Strides,
  ElementStrides,
  InterleaveKey,
  SwizzleKey,
  FillKey,
  L2,
  Base,
  DirectionKey,
  AllowEdgeSpill,
  TargetKey,
  KeyCount
};

constexpr std::string_view kKeyNames[KeyCount] = {
    "dtype",   "dims", "box", "strides", "element_strides", "interleave",
    "swizzle", "fill", "l2",  "base",    "direction",       "allow_edge_spill",
    "target"};

struct Field {
  std::string_view value;
  size_t offset = 0; ///< of the value
  bool present = false;
};

class SpecParser {
public:
  SpecParser(std::string_view text, SpecError &error)
      : text(text), error(error) {}

  std::optional<TensorMapParams> parse() {
    if (!splitFields() || !requireFields() || !parseOptions() ||
        !parseShape() || !parseStrides() || !parseBase())
      return std::nullopt;
    return params;
  }

private:
  bool fail(size_t offset, size_t length, std::string message) {
    error = {offset, length, std::move(message)};
    return false;
  }
  bool fail(const Field &field, std::string message) {
    return fail(field.offset, field.value.size(), std::move(message));
  }

  bool splitFields();
  bool splitField(size_t start, size_t stop);
  bool requireFields();
  bool parseOptions();
  bool parseTarget();
  bool parseShape();
  bool parseSizes(Key key, int64_t *out);
  bool parseList(Key key, std::vector<int64_t> &values);
  bool parseStrides();
  bool parseBase();

  /// Reads an option by `parse` when it is given.
  template <typename Enum, typename Parse>
  bool parseOption(Key key, Enum &out, Parse parse, std::string names) {
    const Field &field = fields[key];
    if (!field.present)
      return true;
    auto value = parse(field.value);
    if (!value)
      return fail(field,
                  "expected one of " + names + ", got " + quoted(field.value));
    out = *value;
    return true;
  }

  std::string_view text;
  SpecError &error;
  std::array<Field, KeyCount> fields;
  TensorMapParams params;
};

} // namespace

static bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool SpecParser::splitFields() {
  size_t i = 0;
  while (i < text.size()) {
    if (isBlank(text[i])) {
      ++i;
      continue;
    }
    size_t start = i;
    while (i < text.size() && !isBlank(text[i]))
      ++i;
    if (!splitField(start, i))
      return false;
  }
  return true;
}

bool SpecParser::splitField(size_t start, size_t stop) {
  std::string_view word = text.substr(start, stop - start);
  size_t equals = word.find('=');
  std::string_view keyName = word.substr(0, equals);
  auto *found = std::find(std::begin(kKeyNames), std::end(kKeyNames), keyName);
  if (found == std::end(kKeyNames)) {
    std::string message = "unknown key " + quoted(keyName);
    auto near =
        nearestNames(keyName, {std::begin(kKeyNames), std::end(kKeyNames)});
    message += near.empty() ? "; keys are dtype, dims, box, strides, "
                              "element_strides, interleave, swizzle, fill, l2, "
                              "base, direction, allow_edge_spill, target"
                            : "; did you mean '" + near.front() + "'?";
    return fail(start, keyName.size(), message);
  }
  if (equals == std::string_view::npos)
    return fail(start, word.size(), "expected '=' after key " + quoted(word));
  Field &field = fields[found - std::begin(kKeyNames)];
  if (field.present)
    return fail(start, word.size(), "key " + quoted(keyName) + " given twice");
  field = {word.substr(equals + 1), start + equals + 1, true};
  if (field.value.empty())
    return fail(start, word.size(), "expected a value after " + quoted(word));
  return true;
}

bool SpecParser::requireFields() {
  for (Key key : {DType, Dims, Box})
    if (!fields[key].present)
      return fail(text.size(), 0,
                  "missing key " + quoted(kKeyNames[key]) +
                      "; expected at least dtype=, dims= and box=");
  return true;
}

bool SpecParser::parseOptions() {
  if (!parseOption(DType, params.dataType, parseDataType, dataTypeNames()) ||
      !parseOption(InterleaveKey, params.interleave, parseInterleave,
                   interleaveNames()) ||
      !parseOption(SwizzleKey, params.swizzle, parseSwizzle, swizzleNames()) ||
      !parseOption(FillKey, params.fill, parseFill, fillNames()) ||
      !parseOption(L2, params.l2Promotion, parseL2Promotion,
                   l2PromotionNames()) ||
      !parseOption(DirectionKey, params.direction, parseDirection,
                   directionNames()))
    return false;
  const Field &spill = fields[AllowEdgeSpill];
  if (spill.present && spill.value != "yes" && spill.value != "no")
    return fail(spill, "expected yes or no, got " + quoted(spill.value));
  params.allowEdgeSpill = spill.value == "yes";
  return parseTarget();
}

bool SpecParser::parseTarget() {
  const Field &field = fields[TargetKey];
  params.computeCapability = 90;
  if (!field.present)
    return true;
  if (field.value == "?") {
    params.computeCapability = 0;
    return true;
  }
  const Target *target = findTarget(field.value);
  if (!target)
    return fail(field, unknownTargetMessage(field.value));
  params.computeCapability = target->computeCapability;
  return true;
}

bool SpecParser::parseList(Key key, std::vector<int64_t> &values) {
  const Field &field = fields[key];
  NumberList list = parseNumberList(field.value, /*allowUnknown=*/true);
  if (!list.ok)
    return fail(
        field.offset + list.errorOffset, list.errorLength,
        "expected a 64-bit number or ?, got " +
            quoted(field.value.substr(list.errorOffset, list.errorLength)));
  values = std::move(list.values);
  return true;
}

bool SpecParser::parseShape() {
  std::vector<int64_t> dims;
  if (!parseList(Dims, dims))
    return false;
  // A longer list is a fault of the map, which check() names.
  params.rank = static_cast<int32_t>(std::min<size_t>(dims.size(), INT32_MAX));
  for (int i = 0; i < dimensionCount(params); ++i)
    params.dims[i] = dims[dims.size() - 1 - i];
  return parseSizes(Box, params.box) &&
         (!fields[ElementStrides].present ||
          parseSizes(ElementStrides, params.elementStrides));
}

bool SpecParser::parseSizes(Key key, int64_t *out) {
  std::vector<int64_t> values;
  if (!parseList(key, values))
    return false;
  if (values.size() != static_cast<size_t>(params.rank))
    return fail(fields[key], "expected " + std::to_string(params.rank) +
                                 " sizes as in dims, got " +
                                 std::to_string(values.size()));
  for (int i = 0; i < dimensionCount(params); ++i)
    out[i] = values[values.size() - 1 - i];
  return true;
}

bool SpecParser::parseStrides() {
  setDenseStrides(params);
  const Field &field = fields[Strides];
  if (!field.present)
    return true;
  std::vector<int64_t> values;
  if (!parseList(Strides, values))
    return false;
  size_t rank = static_cast<size_t>(params.rank);
  if (values.size() == rank) {
    int64_t inner = values.back(), size = elementBytes(params.dataType);
    if (isKnown(inner) && (size == 0 || inner % size != 0))
      return fail(field,
                  "expected an innermost stride of whole elements, got " +
                      std::to_string(inner) + " bytes");
    params.innerStride = isKnown(inner) ? inner / size : kUnknown;
    values.pop_back();
  }
  if (values.size() + 1 != rank)
    return fail(field, "expected " + std::to_string(rank) +
                           " strides in bytes (or one less, without the "
                           "innermost), got " +
                           std::to_string(values.size()));
  for (int i = 1; i < dimensionCount(params); ++i)
    params.byteStrides[i - 1] = values[values.size() - i];
  return true;
}

bool SpecParser::parseBase() {
  const Field &field = fields[Base];
  if (!field.present || field.value == "?")
    return true;
  bool relative = field.value.front() == '+';
  auto address = parseAddress(field.value.substr(relative));
  if (!address)
    return fail(field,
                "expected an address, +BYTES or ?, got " + quoted(field.value));
  // Allocations are aligned to 256 bytes (cuMemAlloc, driver API reference).
  params.base = relative ? BaseAddress::moduloOf(*address, 256)
                         : BaseAddress::exactly(*address);
  return true;
}

std::optional<TensorMapParams> parseSpec(std::string_view text,
                                         SpecError &error) {
  return SpecParser(text, error).parse();
}

std::string render(const SpecError &error, std::string_view text) {
  constexpr size_t longest = 200;
  std::string result = "error: (T07) " + error.message + "\n";
  // A caret under a long or binary text would point nowhere.
  bool printable = std::all_of(text.begin(), text.end(),
                               [](char c) { return c >= 0x20 && c < 0x7f; });
  if (!printable || text.size() > longest)
    return result + "  at byte " + std::to_string(error.offset) + "\n";
  result += "  " + std::string(text) + "\n  " + std::string(error.offset, ' ');
  result += '^';
  if (error.length > 1)
    result += std::string(error.length - 1, '~');
  return result + "\n";
}

} // namespace tilery::tensormap
