// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Operands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

namespace {
class OperandBuilder {
public:
  OperandBuilder(const LauncherInfo &launcher, const Options &options)
      : launcher(launcher), options(options) {}

  Expected<std::vector<Operand>> build();

private:
  Error checkNames();
  /// Reads the file of an argument that has one.
  Error openFile(const ArgumentInfo &info, const FillSpec &spec);
  /// Symbols get the sizes that types, files and --arg give.
  void bindSymbols();
  void bind(const ArgumentInfo &info, ArrayRef<int64_t> shape);

  Expected<Operand> makeTensor(const ArgumentInfo &info);
  Expected<Operand> makeScalar(const ArgumentInfo &info);
  /// A map over the tensor of another argument.
  Expected<Operand> makeMap(const ArgumentInfo &info, const FillSpec &spec);
  Expected<Shape> findShape(const ArgumentInfo &info, const FillSpec &spec);
  Shape findStrides(const ArgumentInfo &info, const FillSpec &spec,
                    ArrayRef<int64_t> shape);
  const FillSpec *specOf(const ArgumentInfo &info) const {
    auto it = options.args.find(info.name);
    return it == options.args.end() ? nullptr : &it->second;
  }

  const LauncherInfo &launcher;
  const Options &options;
  std::map<std::string, NpyFile> files;
  std::map<std::string, int64_t> symbols;
};
} // namespace

Error OperandBuilder::checkNames() {
  auto check = [&](StringRef option, const std::string &name,
                   bool needsTensor) -> Error {
    auto info = find_if(launcher.arguments, [&](const ArgumentInfo &info) {
      return info.name == name;
    });
    if (info == launcher.arguments.end())
      return createStringError(
          "(T03) %s: launcher '%s' has no argument '%s'; it has %s",
          option.str().c_str(), launcher.name.c_str(), name.c_str(),
          launcher.arguments.empty()
              ? "none"
              : join(map_range(
                         launcher.arguments,
                         [](const ArgumentInfo &info) { return info.name; }),
                     ", ")
                    .c_str());
    const FillSpec *spec = specOf(*info);
    if (needsTensor && info->map && spec && spec->kind == FillSpec::MapOf)
      return createStringError(
          "(T03) %s: expected a tensor, got '%s', a map of '%s'",
          option.str().c_str(), name.c_str(), spec->text.c_str());
    if (needsTensor && !info->isTensor)
      return createStringError(
          "(T03) %s: expected a tensor, got '%s' of type %s",
          option.str().c_str(), name.c_str(), info->typeText.c_str());
    return Error::success();
  };
  for (const auto &entry : options.args)
    if (Error error = check("--arg", entry.first, false))
      return error;
  for (const auto &entry : options.outs)
    if (Error error = check("--out", entry.first, true))
      return error;
  for (const auto &entry : options.expects)
    if (Error error = check("--expect", entry.first, true))
      return error;
  return Error::success();
}

Error OperandBuilder::openFile(const ArgumentInfo &info, const FillSpec &spec) {
  Expected<NpyFile> file = readNpy(spec.text);
  if (!file)
    return file.takeError();
  TileryDataType type = spec.type.value_or(info.type);
  if (!npyHolds(file->header, type))
    return createStringError("(T03) --arg %s: expected %s in '%s', got '%s'",
                             info.name.c_str(), elementTypeName(type).c_str(),
                             spec.text.c_str(), file->header.descr.c_str());
  if (spec.shape && *spec.shape != file->header.shape)
    return createStringError(
        "(T03) --arg %s: expected shape %s in '%s', got %s", info.name.c_str(),
        shapeText(*spec.shape).c_str(), spec.text.c_str(),
        shapeText(file->header.shape).c_str());
  files.emplace(info.name, std::move(*file));
  return Error::success();
}

void OperandBuilder::bind(const ArgumentInfo &info, ArrayRef<int64_t> shape) {
  for (auto [symbol, extent] : zip(info.symbols, shape))
    if (!symbol.empty() && extent != dynamicSize)
      symbols.emplace(symbol, extent);
}

void OperandBuilder::bindSymbols() {
  for (const ArgumentInfo &info : launcher.arguments) {
    const FillSpec *spec = specOf(info);
    if (!info.isTensor) {
      if (spec && spec->kind == FillSpec::Number && isInteger(info.type))
        symbols.emplace(info.name, static_cast<int64_t>(spec->number));
      continue;
    }
    if (spec && spec->shape)
      bind(info, *spec->shape);
    else if (auto file = files.find(info.name); file != files.end())
      bind(info, file->second.header.shape);
  }
  for (const ArgumentInfo &info : launcher.arguments)
    if (info.isTensor)
      bind(info, info.shape);
}

Expected<Shape> OperandBuilder::findShape(const ArgumentInfo &info,
                                          const FillSpec &spec) {
  if (spec.shape)
    return *spec.shape;
  if (auto file = files.find(info.name); file != files.end())
    return file->second.header.shape;
  Shape shape = info.shape;
  for (auto [i, extent] : enumerate(shape)) {
    if (extent != dynamicSize)
      continue;
    auto symbol = symbols.find(info.symbols[i]);
    if (symbol == symbols.end())
      return createStringError(
          "(T03) expected a size for dimension %zu of '%s', whose type is %s; "
          "give "
          "one with --arg %s=%s:%s[%s]%s",
          i, info.name.c_str(), info.typeText.c_str(), info.name.c_str(),
          info.isRead || !info.isWritten ? "arange" : "zeros",
          elementTypeName(info.type).c_str(),
          join(map_range(info.shape,
                         [](int64_t n) {
                           return n == dynamicSize ? std::string("N")
                                                   : std::to_string(n);
                         }),
               "x")
              .c_str(),
          info.map ? ", or map a tensor argument A with map:A" : "");
    extent = symbol->second;
  }
  return shape;
}

Shape OperandBuilder::findStrides(const ArgumentInfo &info,
                                  const FillSpec &spec,
                                  ArrayRef<int64_t> shape) {
  if (spec.strides && spec.strides->size() == shape.size())
    return *spec.strides;
  if (!info.strides || info.strides->size() != shape.size())
    return compactStrides(shape);
  // An open stride is that of a compact array around the inner dimensions.
  Shape strides = *info.strides;
  int64_t next = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (strides[i] == dynamicSize)
      strides[i] = next;
    if (MulOverflow(std::max<int64_t>(shape[i], 1), strides[i], next))
      next = INT64_MAX;
  }
  return strides;
}

Expected<Operand> OperandBuilder::makeTensor(const ArgumentInfo &info) {
  Operand operand;
  operand.info = &info;
  if (const FillSpec *spec = specOf(info))
    operand.fill = *spec;
  else
    operand.fill.kind =
        info.isWritten && !info.isRead ? FillSpec::Poison : FillSpec::Arange;
  const FillSpec &fill = operand.fill;
  Expected<Shape> shape = findShape(info, fill);
  if (!shape)
    return shape.takeError();
  Expected<Array> array =
      Array::create(fill.type.value_or(info.type), *shape,
                    findStrides(info, fill, *shape), fill.offset);
  if (!array)
    return createStringError("(T03) argument '%s': %s", info.name.c_str(),
                             toString(array.takeError()).c_str());
  operand.array = std::move(*array);
  auto file = files.find(info.name);
  fillArray(operand.array, fill,
            file == files.end() ? nullptr : file->second.data());
  return operand;
}

Expected<Operand> OperandBuilder::makeScalar(const ArgumentInfo &info) {
  Operand operand;
  operand.info = &info;
  operand.fill.kind = FillSpec::Number;
  bool integer = isInteger(info.type);
  if (const FillSpec *spec = specOf(info)) {
    if (spec->kind != FillSpec::Number)
      return createStringError(
          "(T03) --arg %s: expected a number for type %s, got "
          "'%s'",
          info.name.c_str(), info.typeText.c_str(), spec->name().c_str());
    operand.fill = *spec;
    if (!integer)
      operand.value.f = spec->number;
    else if (StringRef(spec->text).getAsInteger(0, operand.value.i))
      return createStringError(
          "(T03) --arg %s: expected a 64-bit integer, got '%s'",
          info.name.c_str(), spec->text.c_str());
    return operand;
  }
  auto symbol = symbols.find(info.name);
  if (!integer || symbol == symbols.end())
    return createStringError("(T03) expected a value for '%s', whose type is "
                             "%s; give one with --arg "
                             "%s=NUMBER",
                             info.name.c_str(), info.typeText.c_str(),
                             info.name.c_str());
  operand.value.i = symbol->second;
  operand.fill.text = std::to_string(symbol->second);
  return operand;
}

Expected<Operand> OperandBuilder::makeMap(const ArgumentInfo &info,
                                          const FillSpec &spec) {
  auto target = find_if(launcher.arguments, [&](const ArgumentInfo &other) {
    return other.name == spec.text;
  });
  if (target == launcher.arguments.end() || !target->isTensor || target->map)
    return createStringError(
        "(T03) --arg %s: expected the map of a tensor argument, "
        "got '%s'",
        info.name.c_str(), spec.text.c_str());
  if (elementBytes(target->type) != elementBytes(info.type))
    return createStringError(
        "(T03) --arg %s: expected a tensor of %s, got '%s' of %s",
        info.name.c_str(), elementTypeName(info.type).c_str(),
        spec.text.c_str(), target->typeText.c_str());
  Operand operand;
  operand.info = &info;
  operand.fill = spec;
  operand.mapOf =
      static_cast<size_t>(std::distance(launcher.arguments.begin(), target));
  return operand;
}

Expected<std::vector<Operand>> OperandBuilder::build() {
  if (Error error = checkNames())
    return error;
  for (const ArgumentInfo &info : launcher.arguments)
    if (const FillSpec *spec = specOf(info))
      if (info.isTensor && spec->kind == FillSpec::File)
        if (Error error = openFile(info, *spec))
          return error;
  bindSymbols();
  std::vector<Operand> operands;
  for (const ArgumentInfo &info : launcher.arguments) {
    const FillSpec *spec = specOf(info);
    bool isMapOf = spec && spec->kind == FillSpec::MapOf;
    if (isMapOf && !info.map)
      return createStringError("(T03) --arg %s: expected no map for type %s",
                               info.name.c_str(), info.typeText.c_str());
    Expected<Operand> operand = isMapOf         ? makeMap(info, *spec)
                                : info.isTensor ? makeTensor(info)
                                                : makeScalar(info);
    if (!operand)
      return operand.takeError();
    operands.push_back(std::move(*operand));
  }
  return operands;
}

void tilery::run::linkMaps(LauncherInfo &launcher, const Options &options) {
  for (const ArgumentInfo &map : launcher.arguments) {
    auto spec = options.args.find(map.name);
    if (!map.map || spec == options.args.end() ||
        spec->second.kind != FillSpec::MapOf)
      continue;
    for (ArgumentInfo &info : launcher.arguments)
      if (info.name == spec->second.text) {
        info.isRead |= map.isRead;
        info.isWritten |= map.isWritten;
        if (info.box.empty() || map.isWritten)
          info.box = map.box;
      }
  }
}

Expected<std::vector<Operand>>
tilery::run::makeOperands(const LauncherInfo &launcher,
                          const Options &options) {
  return OperandBuilder(launcher, options).build();
}
