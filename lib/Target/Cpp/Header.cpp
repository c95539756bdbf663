// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LauncherFile.h"

#include "tilery/Conversion/LaunchToLLVM/Signature.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::cpp;
using namespace tilery::launch;

std::string tilery::cpp::getParameterType(const LauncherFile &file,
                                          const CParameter &parameter) {
  bool isMap = parameter.kind == CParameter::Kind::Map;
  return isMap && !file.options.cudaHeader ? "const void *" : parameter.type;
}

static std::string declare(StringRef type, StringRef name) {
  return (type + (type.ends_with("*") ? "" : " ") + name).str();
}

static void addLast(LauncherFile &file, std::vector<std::string> &list) {
  list.push_back(
      declare(file.options.cudaHeader ? "CUstream" : "struct CUstream_st *",
              cStreamName));
  list.push_back(declare("char *", cMessageName));
  list.push_back(declare("size_t", cCapacityName));
}

std::vector<std::string> tilery::cpp::listParameters(
    LauncherFile &file,
    llvm::function_ref<std::string(const CArgument &)> printTensor) {
  std::vector<std::string> list;
  for (const CArgument &argument : file.interface.arguments) {
    const CParameter &own = file.interface.parameters[argument.parameter];
    list.push_back(isa<MemRefType>(argument.type)
                       ? printTensor(argument)
                       : declare(getParameterType(file, own), own.name));
  }
  addLast(file, list);
  return list;
}

std::vector<std::string> tilery::cpp::listPlainParameters(LauncherFile &file) {
  std::vector<std::string> list;
  for (const CParameter &parameter : file.interface.parameters)
    list.push_back(declare(getParameterType(file, parameter), parameter.name));
  addLast(file, list);
  return list;
}

/// What a parameter is, for the comment of NAME_launch.
static std::string describe(LauncherFile &file, const CParameter &parameter) {
  unsigned index = parameter.argument;
  switch (parameter.kind) {
  case CParameter::Kind::Tensor:
    return file.describeTensor(index) + "; " + file.describeAccess(index);
  case CParameter::Kind::Size:
    return "an extent, 0 or more";
  case CParameter::Kind::Stride:
    return "elements between neighbours";
  case CParameter::Kind::Map:
    return "a CUtensorMap in host memory, 64-byte aligned, encoded by the "
           "caller";
  case CParameter::Kind::Scalar:
    break;
  }
  Type scalar = file.interface.arguments[index].type;
  FailureOr<std::string> type = getDataTypeName(scalar);
  std::string text = succeeded(type) ? *type : "a number";
  // C has no type for those of 16 bits.
  if (scalar.isF16() || scalar.isBF16())
    text += ", to which the number is rounded";
  return text;
}

static void printDescription(LauncherFile &file, CppWriter &writer) {
  std::string kernels;
  llvm::ListSeparator comma;
  for (const KernelTable &kernel : file.kernels)
    if (kernel.isFirst)
      kernels += std::string(StringRef(comma)) +
                 BinaryOp(kernel.binary).getSymName().str();
  bool hasTensors = llvm::any_of(llvm::seq<size_t>(0, file.arguments.size()),
                                 [&](size_t i) { return file.isTensor(i); });
  writer.comment("Launches " + (kernels.empty() ? "nothing" : kernels) +
                     " on `stream`." +
                     (hasTensors ? " Tensors lie in device memory." : ""),
                 "/// ");
  size_t width = 0;
  for (const CParameter &parameter : file.interface.parameters)
    width = std::max(width, parameter.name.size());
  writer.comment("", "/// ");
  for (const CParameter &parameter : file.interface.parameters)
    writer.line("///   " + parameter.name +
                std::string(width - parameter.name.size() + 2, ' ') +
                describe(file, parameter));
  if (!file.interface.parameters.empty())
    writer.comment("", "/// ");
  writer.comment("Returns 0, or a TileryStatus (tilery/Launcher/Abi.h). "
                 "`message`, which may be null, gets the text of a failure: at "
                 "most `capacity` bytes, with the NUL at its end. "
                 "tilery_rt_status_text(status) of that header names a "
                 "status.",
                 "/// ");
}

static std::string printRank(const CArgument &argument) {
  return std::to_string(cast<MemRefType>(argument.type).getRank());
}

/// The type that `tilery::Tensor` has of an argument's elements.
static std::string getElementName(const LauncherFile &file,
                                  const CArgument &argument) {
  StringRef type = file.interface.parameters[argument.parameter].type;
  return type.drop_back().trim().str();
}

/// The same function over tilery::Tensor, with strides that may be any.
static void printOverload(LauncherFile &file, CppWriter &writer) {
  const std::string &name = file.interface.name;
  writer.comment("The same over tensors with all their strides, which are "
                 "checked.",
                 "/// ");
  writer.list("inline int " + name + "_launch(",
              listParameters(file,
                             [&](const CArgument &argument) {
                               return "tilery::Tensor<" +
                                      getElementName(file, argument) + ", " +
                                      printRank(argument) + "> " +
                                      argument.name;
                             }),
              ") {");
  writer.indent();
  std::vector<std::string> passed;
  for (const CArgument &argument : file.interface.arguments) {
    auto memref = dyn_cast<MemRefType>(argument.type);
    if (!memref) {
      passed.push_back(argument.name);
      continue;
    }
    FailureOr<TileryDataType> type = getDataType(memref.getElementType());
    std::string tensor = file.names.make(argument.name + "_dltensor");
    writer.assign("const TileryTensor " + tensor, "tilery::describe(",
                  {argument.name, printDataType(*type)}, ");");
    passed.push_back("&" + tensor);
  }
  for (StringRef last : {cStreamName, cMessageName, cCapacityName})
    passed.push_back(last.str());
  writer.list("return " + name + "_launch_dlpack(", passed, ");");
  writer.dedent();
  writer.line("}");
}

std::string tilery::cpp::printHeader(LauncherFile &file) {
  const std::string &name = file.interface.name;
  bool hasTensors = llvm::any_of(llvm::seq<size_t>(0, file.arguments.size()),
                                 [&](size_t i) { return file.isTensor(i); });
  CppWriter writer;
  writer.comment(name + ": a launcher of GPU kernels, written by Tilery.");
  writer.line();
  std::string guard = "TILERY_LAUNCHER_" + name + "_H";
  writer.line("#ifndef " + guard);
  writer.line("#define " + guard);
  writer.line();
  if (file.options.cudaHeader) {
    writer.line("#include <cuda.h>");
  }
  writer.line("#include <stddef.h>");
  writer.line("#include <stdint.h>");
  writer.line();
  writer.line("// The names are those of the kernels.");
  writer.line("// NOLINTBEGIN(readability-identifier-naming)");
  writer.line();
  writer.line("#ifdef __cplusplus");
  if (hasTensors) {
    writer.line("#include \"tilery/Launcher/Tensor.h\"");
    writer.line();
  }
  writer.line("extern \"C\" {");
  writer.line("#endif");
  writer.line();
  if (!file.options.cudaHeader) {
    // In C, a struct that a parameter list names first is known there alone.
    writer.line("struct CUstream_st;");
    writer.line();
  }
  printDescription(file, writer);
  writer.list("int " + name + "_launch(", listPlainParameters(file), ");");
  writer.line();
  writer.comment("The same over tensors of DLPack (`const DLTensor *`), of "
                 "which type, extents, strides and device are checked too. The "
                 "type is void as dlpack.h's has no tag to declare it by.",
                 "/// ");
  writer.list("int " + name + "_launch_dlpack(",
              listParameters(file,
                             [](const CArgument &argument) {
                               return "const void *" + argument.name;
                             }),
              ");");
  writer.line();
  writer.line("#ifdef __cplusplus");
  writer.line("} // extern \"C\"");
  if (hasTensors) {
    writer.line();
    printOverload(file, writer);
  }
  writer.line("#endif");
  writer.line();
  writer.line("// NOLINTEND(readability-identifier-naming)");
  writer.line();
  writer.line("#endif // " + guard);
  return writer.getText();
}
