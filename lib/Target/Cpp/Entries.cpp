// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that callers see.

#include "LauncherFile.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::cpp;
using namespace tilery::launch;

static std::string printSizes(LauncherFile &file, CppWriter &writer,
                              const std::string &wanted,
                              ArrayRef<CSize> sizes) {
  if (sizes.empty())
    return "nullptr";
  std::string name = file.names.make(wanted);
  std::vector<std::string> texts;
  for (const CSize &size : sizes) {
    bool isInteger =
        size.isKnown || file.interface.parameters[size.value].type == "int64_t";
    texts.push_back(size.isKnown ? std::to_string(size.value)
                    : isInteger
                        ? file.getParameterName(size.value)
                        : "int64_t{" + file.getParameterName(size.value) + "}");
  }
  writer.list("int64_t " + name + "[] = {", texts, "};");
  return name;
}

/// The member of TileryValue that holds an argument.
static std::string getMember(LauncherFile &file, unsigned index) {
  Type type = file.interface.arguments[index].type;
  StringRef member = isa<MemRefType>(type)            ? "tensor"
                     : isa<tile::TensorMapType>(type) ? "map"
                     : isa<FloatType>(type)           ? "f"
                                                      : "i";
  return (file.args + "[" + file.arguments[index].index + "]." + member).str();
}

static void printValue(LauncherFile &file, unsigned index, CppWriter &writer) {
  const std::string &name = file.interface.arguments[index].name;
  if (!file.isMap(index)) {
    writer.line(getMember(file, index) + " = " + name + ";");
    return;
  }
  StringRef cast = file.options.cudaHeader ? "reinterpret_cast" : "static_cast";
  writer.assign(getMember(file, index), cast + "<const TileryTensorMap *>(",
                {name}, ");");
}

static void printCall(LauncherFile &file, CppWriter &writer) {
  size_t count = file.arguments.size();
  writer.list("return tilery_rt_call(",
              {file.launch, count ? file.args : "nullptr", "/*kinds=*/nullptr",
               std::to_string(count), cStreamName.str(), cMessageName.str(),
               cCapacityName.str()},
              ");");
}

static void declareValues(LauncherFile &file, CppWriter &writer) {
  if (!file.arguments.empty())
    writer.line("TileryValue " + file.args + "[" +
                Twine(file.arguments.size()) + "];");
}

static void printPlainEntry(LauncherFile &file, CppWriter &writer) {
  writer.list("int " + file.interface.name + "_launch(",
              listPlainParameters(file), ") {");
  writer.indent();
  std::vector<std::string> tensors(file.arguments.size());
  for (unsigned i = 0, e = file.arguments.size(); i < e; ++i) {
    if (!file.isTensor(i))
      continue;
    const CArgument &argument = file.interface.arguments[i];
    std::string sizes =
        printSizes(file, writer, argument.name + "_sizes", argument.shape);
    std::string strides =
        printSizes(file, writer, argument.name + "_steps", argument.strides);
    tensors[i] = file.names.make(argument.name + "_tensor");
    writer.assign("const TileryTensor " + tensors[i], file.makeTensor + "(",
                  {argument.name, file.arguments[i].spec, sizes, strides},
                  ");");
  }
  declareValues(file, writer);
  for (unsigned i = 0, e = file.arguments.size(); i < e; ++i) {
    if (file.isTensor(i))
      writer.line(getMember(file, i) + " = &" + tensors[i] + ";");
    else
      printValue(file, i, writer);
  }
  printCall(file, writer);
  writer.dedent();
  writer.line("}");
}

static void printDLPackEntry(LauncherFile &file, CppWriter &writer) {
  writer.list("int " + file.interface.name + "_launch_dlpack(",
              listParameters(file,
                             [](const CArgument &argument) {
                               return "const void *" + argument.name;
                             }),
              ") {");
  writer.indent();
  declareValues(file, writer);
  for (unsigned i = 0, e = file.arguments.size(); i < e; ++i) {
    if (file.isTensor(i))
      writer.assign(getMember(file, i), "static_cast<const TileryTensor *>(",
                    {file.interface.arguments[i].name}, ");");
    else
      printValue(file, i, writer);
  }
  printCall(file, writer);
  writer.dedent();
  writer.line("}");
}

static void printTvmFfiEntry(LauncherFile &file, CppWriter &writer) {
  std::vector<std::string> kinds;
  for (unsigned i = 0, e = file.arguments.size(); i < e; ++i)
    kinds.push_back(file.isTensor(i) ? "TILERY_KIND_TENSOR"
                    : file.isMap(i)  ? "TILERY_KIND_MAP"
                    : isa<FloatType>(file.interface.arguments[i].type)
                        ? "TILERY_KIND_FLOAT"
                        : "TILERY_KIND_INT");
  writer.line();
  writer.comment("For tvm_ffi.load_module(...)." + file.interface.name +
                     "(...): its TVMFFISafeCallType, where args and result are "
                     "TVMFFIAny.",
                 "/// ");
  // Also where the rest of the shared library is hidden.
  writer.line("extern \"C\" __attribute__((visibility(\"default\"))) int");
  writer.list("__tvm_ffi_" + file.interface.name + "(",
              {"void * /*self*/", "const void *args", "int32_t numArgs",
               "void *result"},
              ") {");
  writer.indent();
  if (!kinds.empty())
    writer.list("static constexpr uint8_t " + file.kinds + "[] = {", kinds,
                "};");
  writer.list("return tilery_rt_call_tvm_ffi(",
              {file.launch, "&" + file.functionSpec,
               kinds.empty() ? "nullptr" : file.kinds, "args", "numArgs",
               "result"},
              ");");
  writer.dedent();
  writer.line("}");
}

void tilery::cpp::printEntries(LauncherFile &file, CppWriter &writer) {
  printPlainEntry(file, writer);
  writer.line();
  printDLPackEntry(file, writer);
  if (file.options.tvmFfi)
    printTvmFfiEntry(file, writer);
}
