// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables that describe a launcher and its arguments.

#include "LauncherFile.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::cpp;
using namespace tilery::launch;

std::string tilery::cpp::printDataType(TileryDataType type) {
  auto getName = [](int code) -> StringRef {
    switch (code) {
    case TILERY_TYPE_INT:
      return "INT";
    case TILERY_TYPE_UINT:
      return "UINT";
    case TILERY_TYPE_FLOAT:
      return "FLOAT";
    case TILERY_TYPE_BFLOAT:
      return "BFLOAT";
    case TILERY_TYPE_COMPLEX:
      return "COMPLEX";
    case TILERY_TYPE_BOOL:
      return "BOOL";
    case TILERY_TYPE_FLOAT8_E3M4:
      return "FLOAT8_E3M4";
    case TILERY_TYPE_FLOAT8_E4M3:
      return "FLOAT8_E4M3";
    case TILERY_TYPE_FLOAT8_E4M3B11FNUZ:
      return "FLOAT8_E4M3B11FNUZ";
    case TILERY_TYPE_FLOAT8_E4M3FN:
      return "FLOAT8_E4M3FN";
    case TILERY_TYPE_FLOAT8_E4M3FNUZ:
      return "FLOAT8_E4M3FNUZ";
    case TILERY_TYPE_FLOAT8_E5M2:
      return "FLOAT8_E5M2";
    case TILERY_TYPE_FLOAT8_E5M2FNUZ:
      return "FLOAT8_E5M2FNUZ";
    case TILERY_TYPE_FLOAT8_E8M0FNU:
      return "FLOAT8_E8M0FNU";
    default:
      return "";
    }
  };
  StringRef name = getName(type.code);
  std::string code =
      name.empty() ? std::to_string(type.code) : ("TILERY_TYPE_" + name).str();
  return "{" + code + ", " + std::to_string(type.bits) + ", " +
         std::to_string(type.lanes) + "}";
}

template <typename Number>
static std::vector<std::string> printNumbers(ArrayRef<Number> numbers) {
  std::vector<std::string> texts;
  for (Number number : numbers)
    texts.push_back(std::to_string(number));
  return texts;
}

/// An array of numbers; "nullptr" where there is none.
template <typename Number>
static std::string printArray(LauncherFile &file, CppWriter &writer,
                              StringRef type, const std::string &wanted,
                              ArrayRef<Number> numbers) {
  if (numbers.empty())
    return "nullptr";
  std::string name = file.names.make(wanted);
  writer.list("constexpr " + type + " " + name + "[] = {",
              printNumbers(numbers), "};");
  return name;
}

static std::string printNames(CppWriter &writer, const std::string &name,
                              ArrayRef<std::string> texts) {
  if (texts.empty())
    return "nullptr";
  std::vector<std::string> quoted;
  for (const std::string &text : texts)
    quoted.push_back(llvm::join(quote(text, 1000), " "));
  writer.list("constexpr const char *" + name + "[] = {", quoted, "};");
  return name;
}

static void printFunctionSpec(LauncherFile &file, CppWriter &writer) {
  const FunctionTable &table = file.table;
  std::string arguments =
      printNames(writer, file.argumentNames, table.argumentNames);
  std::string symbols = printNames(writer, file.symbolNames, table.symbolNames);
  writer.line("constexpr TileryFunctionSpec " + file.functionSpec + " = {");
  writer.line("    /*abi=*/TILERY_ABI_VERSION,");
  writer.line("    /*numArgs=*/" + Twine(table.argumentNames.size()) + ",");
  writer.line("    /*numSymbols=*/" + Twine(table.symbolNames.size()) + ",");
  writer.line("    /*reserved=*/0,");
  writer.line("    /*name=*/" + quote(table.name, 1000).front() + ",");
  writer.line("    /*signature=*/");
  std::vector<std::string> signature = quote(table.signature);
  for (auto [i, piece] : llvm::enumerate(signature))
    writer.line("    " + piece + (i + 1 == signature.size() ? "," : ""));
  writer.line("    /*argNames=*/" + arguments + ",");
  writer.line("    /*symbolNames=*/" + symbols + ",");
  writer.line("};");
}

static std::string printAccept(uint32_t accept) {
  switch (accept) {
  case TILERY_ACCEPT_SIGNLESS:
    return "TILERY_ACCEPT_SIGNLESS";
  case TILERY_ACCEPT_SAME_WIDTH:
    return "TILERY_ACCEPT_SAME_WIDTH";
  default:
    return std::to_string(accept);
  }
}

static LogicalResult printTensor(LauncherFile &file, unsigned index,
                                 CppWriter &writer) {
  FailureOr<TensorTable> table =
      makeTensorTable(file.function, index, file.table);
  if (failed(table))
    return failure();
  const std::string &name = file.interface.arguments[index].name;
  writer.comment(name + ": " + file.describeTensor(index) + "; " +
                 file.describeAccess(index) + ".");
  ArrayRef<int64_t> strides;
  if (table->strides)
    strides = *table->strides;
  std::string shape = printArray<int64_t>(file, writer, "int64_t",
                                          name + "_shape", table->shape);
  std::string stridesName =
      printArray<int64_t>(file, writer, "int64_t", name + "_strides", strides);
  std::string symbols = printArray<int32_t>(file, writer, "int32_t",
                                            name + "_symbols", table->symbols);
  std::string divisors = printArray<int64_t>(
      file, writer, "int64_t", name + "_divisors", table->divisors);
  std::string remark = table->strides ? "" : "compact, row-major";
  writer.table("constexpr TileryTensorSpec " + file.arguments[index].spec,
               {{"rank", std::to_string(table->shape.size())},
                {"dtype", printDataType(table->dtype)},
                {"accept", printAccept(table->accept)},
                {"align", std::to_string(table->align)},
                {"shape", shape},
                {"strides", stridesName, remark},
                {"symbols", symbols},
                {"divisors", divisors}});
  return success();
}

static LogicalResult printScalar(LauncherFile &file, unsigned index,
                                 CppWriter &writer) {
  FailureOr<TileryScalarSpec> spec =
      makeScalarTable(file.function, index, file.table);
  if (failed(spec))
    return failure();
  std::string symbol =
      spec->symbol < 0 ? "" : file.table.symbolNames[spec->symbol];
  writer.comment(file.interface.arguments[index].name + ": a number.");
  writer.table("constexpr TileryScalarSpec " + file.arguments[index].spec,
               {{"dtype", printDataType(spec->dtype)},
                {"symbol", std::to_string(spec->symbol), symbol},
                {"divisor", std::to_string(spec->divisor)}});
  return success();
}

LogicalResult tilery::cpp::printArgumentTables(LauncherFile &file,
                                               CppWriter &writer) {
  writer.section("Arguments");
  if (!file.arguments.empty()) {
    std::vector<std::string> numbers;
    for (const ArgumentNames &argument : file.arguments)
      numbers.push_back(argument.index);
    writer.list("enum : int32_t { ", numbers, " };");
    writer.line();
  }
  printFunctionSpec(file, writer);
  auto isOpen = [](const CParameter &parameter) {
    return parameter.kind == CParameter::Kind::Size ||
           parameter.kind == CParameter::Kind::Stride;
  };
  if (llvm::any_of(file.interface.parameters, isOpen)) {
    writer.line();
    writer.comment("Sizes and strides of -1 may be any.");
  }
  for (unsigned i = 0, e = file.arguments.size(); i < e; ++i) {
    if (file.isMap(i))
      continue;
    writer.line();
    if (failed(file.isTensor(i) ? printTensor(file, i, writer)
                                : printScalar(file, i, writer)))
      return failure();
  }
  return success();
}
