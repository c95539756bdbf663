// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fill.h"

#include "Random.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

std::string FillSpec::name() const {
  switch (kind) {
  case Poison:
    return "poison";
  case Arange:
    return "arange";
  case Zeros:
    return "zeros";
  case Ones:
    return "ones";
  case Random:
    return "random:" + std::to_string(seed);
  case Number:
  case File:
    return text;
  case MapOf:
    return "map:" + text;
  }
  return "";
}

/// "256x252"; extents or strides.
static Expected<Shape> parseShape(StringRef text) {
  Shape shape;
  if (text.trim().empty())
    return shape;
  SmallVector<StringRef> parts;
  text.split(parts, 'x');
  for (StringRef part : parts) {
    int64_t extent;
    if (part.getAsInteger(10, extent) || extent < 0)
      return createStringError("expected extents such as 256x252, got '%s'",
                               text.str().c_str());
    shape.push_back(extent);
  }
  return shape;
}

/// "f32[256x252]", "[256x252]" or "f32".
static Error parseTypeAndShape(StringRef text, FillSpec &spec) {
  auto [name, rest] = text.split('[');
  if (!name.empty()) {
    spec.type = parseElementType(name);
    if (!spec.type)
      return createStringError(
          "expected a type with a shape, such as f32[256x252], strides=256x1 "
          "or offset=4, got '%s'",
          text.str().c_str());
  }
  if (name.size() == text.size())
    return Error::success();
  if (!rest.consume_back("]"))
    return createStringError("expected ']' at the end of '%s'",
                             text.str().c_str());
  Expected<Shape> shape = parseShape(rest);
  if (!shape)
    return shape.takeError();
  spec.shape = std::move(*shape);
  return Error::success();
}

static Error parseSuffix(StringRef text, FillSpec &spec) {
  if (text.consume_front("strides=")) {
    Expected<Shape> strides = parseShape(text);
    if (!strides)
      return strides.takeError();
    spec.strides = std::move(*strides);
    return Error::success();
  }
  if (text.consume_front("offset=")) {
    if (text.getAsInteger(10, spec.offset) || spec.offset < 0)
      return createStringError("expected an offset in elements, got '%s'",
                               text.str().c_str());
    return Error::success();
  }
  return parseTypeAndShape(text, spec);
}

static bool isSuffix(StringRef text) {
  FillSpec ignored;
  if (Error error = parseSuffix(text, ignored)) {
    consumeError(std::move(error));
    return text.starts_with("strides=") || text.starts_with("offset=") ||
           text.contains('[');
  }
  return true;
}

/// The fill itself, with the parts that follow it.
static Error parseFill(StringRef fill, SmallVectorImpl<StringRef> &suffixes,
                       FillSpec &spec) {
  if (fill == "poison" || fill == "arange" || fill == "zeros" ||
      fill == "ones") {
    spec.kind = fill == "poison"   ? FillSpec::Poison
                : fill == "arange" ? FillSpec::Arange
                : fill == "zeros"  ? FillSpec::Zeros
                                   : FillSpec::Ones;
    return Error::success();
  }
  if (fill == "random") {
    spec.kind = FillSpec::Random;
    if (!suffixes.empty() && !suffixes.front().getAsInteger(0, spec.seed)) {
      suffixes.erase(suffixes.begin());
      return Error::success();
    }
    return createStringError("expected a seed, as in random:1");
  }
  if (fill == "map") {
    spec.kind = FillSpec::MapOf;
    if (suffixes.empty() || suffixes.front().empty())
      return createStringError("expected an argument, as in map:A");
    spec.text = suffixes.front().str();
    suffixes.erase(suffixes.begin());
    return Error::success();
  }
  spec.text = fill.str();
  if (!fill.getAsDouble(spec.number)) {
    spec.kind = FillSpec::Number;
    return Error::success();
  }
  if (fill.ends_with(".npy")) {
    spec.kind = FillSpec::File;
    return Error::success();
  }
  return createStringError("expected arange, zeros, ones, poison, random:SEED, "
                           "map:ARGUMENT, a number "
                           "or a .npy file, got '%s'",
                           fill.str().c_str());
}

Expected<FillSpec> tilery::run::parseFillSpec(StringRef text) {
  FillSpec spec;
  SmallVector<StringRef> suffixes;
  StringRef fill = text;
  // A path may have colons: only what looks like a suffix is one.
  if (text.contains(".npy")) {
    while (fill.contains(':') && isSuffix(fill.rsplit(':').second)) {
      suffixes.insert(suffixes.begin(), fill.rsplit(':').second);
      fill = fill.rsplit(':').first;
    }
  } else {
    text.split(suffixes, ':');
    fill = suffixes.front();
    suffixes.erase(suffixes.begin());
  }
  if (Error error = parseFill(fill, suffixes, spec))
    return error;
  for (StringRef suffix : suffixes)
    if (Error error = parseSuffix(suffix, spec))
      return error;
  if (spec.strides && spec.shape && spec.strides->size() != spec.shape->size())
    return createStringError("expected as many strides as extents, got %zu for "
                             "shape %s",
                             spec.strides->size(),
                             shapeText(*spec.shape).c_str());
  return spec;
}

static void fillRandom(Array &array, uint64_t seed) {
  TileryDataType type = array.type();
  array.forEach([&](int64_t linear, char *element) {
    if (isInteger(type)) {
      uint64_t bits = mixBits(mixBits(seed) ^ static_cast<uint64_t>(linear));
      std::memcpy(element, &bits, elementBytes(type));
    } else {
      writeElement(type, element,
                   randomNormal(seed, static_cast<uint64_t>(linear)));
    }
    return true;
  });
}

void tilery::run::fillArray(Array &array, const FillSpec &spec,
                            const char *fileData) {
  TileryDataType type = array.type();
  size_t width = elementBytes(type);
  switch (spec.kind) {
  case FillSpec::Poison:
  case FillSpec::MapOf:
    return;
  case FillSpec::Arange: {
    uint64_t mask = exactRange(type) - 1;
    array.forEach([&](int64_t linear, char *element) {
      writeElement(type, element, static_cast<double>(linear & mask));
      return true;
    });
    return;
  }
  case FillSpec::Random:
    return fillRandom(array, spec.seed);
  case FillSpec::Zeros:
  case FillSpec::Ones:
  case FillSpec::Number: {
    double value = spec.kind == FillSpec::Zeros  ? 0
                   : spec.kind == FillSpec::Ones ? 1
                                                 : spec.number;
    uint64_t bits = 0;
    writeElement(type, &bits, value);
    array.forEach([&](int64_t, char *element) {
      std::memcpy(element, &bits, width);
      return true;
    });
    return;
  }
  case FillSpec::File:
    array.forEach([&](int64_t linear, char *element) {
      std::memcpy(element, fileData + static_cast<size_t>(linear) * width,
                  width);
      return true;
    });
    return;
  }
}
