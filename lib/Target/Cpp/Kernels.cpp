// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of a launcher: device code, parameters, operands, options.

#include "LauncherFile.h"

#include "tilery/Dialect/Tile/IR/KernelABI.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::cpp;
using namespace tilery::launch;

/// Whether the image is written as text: a longer literal is more than a C++
/// compiler has to take (C++17, [implimits] of 65,536 characters).
static bool isText(ImageAttr image) {
  StringRef data = image.getContent();
  return !image.isCubin() && data.size() < 65000 && !data.contains(")PTX\"") &&
         !data.contains('\0') && !data.contains('\r');
}

void tilery::cpp::declareDeviceCode(LauncherFile &file, CppWriter &writer) {
  if (file.kernels.empty())
    return;
  // What an unnamed namespace declares is of this file, `extern` or not.
  writer.section("Device code, which stands at the end");
  for (const KernelTable &kernel : file.kernels) {
    if (!kernel.isFirst)
      continue;
    for (auto [image, name] :
         llvm::zip(BinaryOp(kernel.binary).getImages().getAsRange<ImageAttr>(),
                   kernel.imageNames)) {
      size_t size = isText(image) ? image.getContent().size() + 1
                                  : StringRef(image.getData()).size();
      writer.line((isText(image) ? "extern const char "
                                 : "extern const unsigned char ") +
                  name + "[" + std::to_string(size) + "];");
    }
  }
}

void tilery::cpp::printDeviceCode(LauncherFile &file, CppWriter &writer) {
  if (file.kernels.empty())
    return;
  writer.section("Device code");
  llvm::ListSeparator blankLine("\n");
  for (const KernelTable &kernel : file.kernels) {
    if (!kernel.isFirst)
      continue;
    for (auto [image, name] :
         llvm::zip(BinaryOp(kernel.binary).getImages().getAsRange<ImageAttr>(),
                   kernel.imageNames)) {
      if (!StringRef(blankLine).empty())
        writer.line();
      writer.comment(BinaryOp(kernel.binary).getSymName() +
                     (image.isCubin() ? ": cubin for " : ": PTX for ") +
                     image.getTarget() + ".");
      if (isText(image))
        writer.line("constexpr char " + name + "[] = R\"PTX(" +
                    image.getContent() + ")PTX\";");
      else
        writer.bytes("alignas(16) constexpr unsigned char " + name + "[]",
                     image.getData());
    }
  }
}

static std::string printTargetFlags(uint32_t flags) {
  switch (flags) {
  case TILERY_TARGET_ARCH_SPECIFIC:
    return "TILERY_TARGET_ARCH_SPECIFIC";
  case TILERY_TARGET_FAMILY:
    return "TILERY_TARGET_FAMILY";
  default:
    return std::to_string(flags);
  }
}

static std::string printParamKind(int32_t kind) {
  switch (kind) {
  case TILERY_PARAM_MAP:
    return "TILERY_PARAM_MAP";
  case TILERY_PARAM_POINTER:
    return "TILERY_PARAM_POINTER";
  case TILERY_PARAM_INT:
    return "TILERY_PARAM_INT";
  default:
    return "TILERY_PARAM_FLOAT";
  }
}

static LogicalResult printImages(const KernelTable &kernel, CppWriter &writer) {
  FailureOr<std::vector<ImageTable>> images = makeImageTables(kernel.binary);
  if (failed(images))
    return failure();
  writer.line("constexpr TileryImage " + kernel.images + "[] = {");
  for (auto [table, name] : llvm::zip(*images, kernel.imageNames)) {
    writer.indent();
    writer.list("  {",
                {name, "sizeof(" + name + ")",
                 "\"" + table.image.getTarget().str() + "\"",
                 "/*major=*/" + std::to_string(table.major),
                 "/*minor=*/" + std::to_string(table.minor),
                 printTargetFlags(table.targetFlags)},
                "},");
    writer.dedent();
  }
  writer.line("};");
  return success();
}

/// What a parameter of the device entry is, in a launch of the kernel.
static std::string describeParameter(LauncherFile &file,
                                     const tile::KernelParameter &parameter,
                                     KernelOp launch) {
  Value value = launch.getArgs()[parameter.argument];
  if (auto map = value.getDefiningOp<EncodeMapOp>())
    return file.maps[map].map;
  int argument = -1;
  if (auto own = dyn_cast<BlockArgument>(value))
    argument = own.getArgNumber();
  else if (isa<MemRefType>(value.getType()))
    argument = getLauncherArgument(value);
  if (argument < 0)
    return "";
  const std::string &name = file.interface.arguments[argument].name;
  if (parameter.kind == tile::KernelParameter::Extent)
    return name + ", size " + std::to_string(parameter.dim);
  if (parameter.kind == tile::KernelParameter::Stride)
    return name + ", stride " + std::to_string(parameter.dim);
  return name;
}

static void printParams(LauncherFile &file, const KernelTable &kernel,
                        CppWriter &writer) {
  BinaryOp binary = kernel.binary;
  std::vector<TileryParam> params = makeParamTable(binary);
  if (params.empty())
    return;
  // The launch whose operands the first spec has.
  KernelOp launch;
  for (auto &[op, names] : file.launches)
    if (!launch && file.kernels[names.kernel].spec == kernel.spec)
      launch = cast<KernelOp>(op);
  std::vector<std::pair<std::string, std::string>> lines;
  for (auto [param, parameter] : llvm::zip(
           params,
           tile::getKernelParameters(binary.getFunctionType().getInputs()))) {
    std::string size = param.kind == TILERY_PARAM_MAP
                           ? "sizeof(TileryTensorMap)"
                           : std::to_string(param.size);
    lines.push_back({"    {" + printParamKind(param.kind) + ", " + size + "},",
                     describeParameter(file, parameter, launch)});
  }
  writer.line("constexpr TileryParam " + kernel.params + "[] = {");
  writer.remarked(lines);
  writer.line("};");
}

static std::string printOperandFlags(uint32_t flags) {
  switch (flags) {
  case TILERY_OPERAND_READ:
    return "TILERY_OPERAND_READ";
  case TILERY_OPERAND_WRITTEN:
    return "TILERY_OPERAND_WRITTEN";
  case TILERY_OPERAND_READ | TILERY_OPERAND_WRITTEN:
    return "TILERY_OPERAND_READ | TILERY_OPERAND_WRITTEN";
  default:
    return "0";
  }
}

static std::string printOperands(LauncherFile &file, const KernelTable &kernel,
                                 CppWriter &writer) {
  if (kernel.operands.empty())
    return "nullptr";
  std::string name =
      file.names.make(BinaryOp(kernel.binary).getSymName().str() + "_operands");
  writer.line("constexpr TileryOperand " + name + "[] = {");
  for (const TileryOperand &operand : kernel.operands)
    writer.line("    {" + file.arguments[operand.arg].index + ", " +
                printOperandFlags(operand.flags) + ", /*view=*/" +
                Twine(operand.view) + "},");
  writer.line("};");
  return name;
}

template <typename Range> static std::string printBraces(const Range &numbers) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '{';
  llvm::interleaveComma(numbers, os);
  os << '}';
  return text;
}

static LogicalResult printKernel(LauncherFile &file, const KernelTable &kernel,
                                 CppWriter &writer) {
  BinaryOp binary = kernel.binary;
  std::string name = binary.getSymName().str();
  SmallVector<int32_t> block(3, 1);
  llvm::copy(binary.getBlock(), block.begin());
  size_t numParams =
      tile::getKernelParameters(binary.getFunctionType().getInputs()).size();
  if (kernel.isFirst) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << name << ": blocks of ";
    llvm::interleave(binary.getBlock(), os, "x");
    os << " threads, " << binary.getStaticBytes() + binary.getDynamicBytes()
       << " bytes of shared memory.";
    writer.comment(text);
    if (failed(printImages(kernel, writer)))
      return failure();
    printParams(file, kernel, writer);
    writer.line("TileryKernelCache " + kernel.cache + " = {nullptr};");
  } else {
    writer.comment(name + ", for other operands.");
  }
  std::string operands = printOperands(file, kernel, writer);
  writer.table("constexpr TileryKernelSpec " + kernel.spec,
               {{"name", llvm::join(quote(name, 1000), " ")},
                {"block", printBraces(block)},
                {"staticShared", std::to_string(binary.getStaticBytes())},
                {"numImages", std::to_string(binary.getImages().size())},
                {"numOperands", std::to_string(kernel.operands.size())},
                {"numParams", std::to_string(numParams)},
                {"images", kernel.images},
                {"operands", operands},
                {"params", numParams ? kernel.params : "nullptr"},
                {"cache", "&" + kernel.cache}});
  return success();
}

static std::string printOptionFlags(uint32_t flags) {
  SmallVector<StringRef> names;
  for (auto [bit, name] : std::initializer_list<std::pair<uint32_t, StringRef>>{
           {TILERY_LAUNCH_COOPERATIVE, "TILERY_LAUNCH_COOPERATIVE"},
           {TILERY_LAUNCH_PROGRAMMATIC, "TILERY_LAUNCH_PROGRAMMATIC"},
           {TILERY_LAUNCH_PRIORITY, "TILERY_LAUNCH_PRIORITY"},
           {TILERY_LAUNCH_PREFERRED_CLUSTER, "TILERY_LAUNCH_PREFERRED_CLUSTER"},
           {TILERY_LAUNCH_CARVEOUT, "TILERY_LAUNCH_CARVEOUT"},
           {TILERY_LAUNCH_ACCESS_WINDOW, "TILERY_LAUNCH_ACCESS_WINDOW"}})
    if (flags & bit)
      names.push_back(name);
  return names.empty() ? "0" : llvm::join(names, " | ");
}

static std::string printProperty(int32_t property) {
  switch (property) {
  case TILERY_ACCESS_NORMAL:
    return "TILERY_ACCESS_NORMAL";
  case TILERY_ACCESS_STREAMING:
    return "TILERY_ACCESS_STREAMING";
  default:
    return "TILERY_ACCESS_PERSISTING";
  }
}

static std::string printRatio(float ratio) {
  SmallString<32> digits;
  // Nine digits tell a float from its neighbours.
  llvm::APFloat(ratio).toString(digits, 9);
  bool isWhole = StringRef(digits).find_first_of(".E") == StringRef::npos;
  return (digits + (isWhole ? ".0f" : "f")).str();
}

static void printOptions(LauncherFile &file, KernelOp op,
                         const std::string &name, CppWriter &writer) {
  TileryLaunchOptions options = *makeLaunchOptions(op);
  writer.comment("The launch attributes of " + op.getCallee() + ".");
  writer.table(
      "constexpr TileryLaunchOptions " + name,
      {{"flags", printOptionFlags(options.flags)},
       {"priority", std::to_string(options.priority)},
       {"preferredCluster", printBraces(options.preferredCluster)},
       {"carveout", std::to_string(options.carveout)},
       {"windowArg",
        options.windowArg < 0 ? "-1" : file.arguments[options.windowArg].index},
       {"windowBytes", std::to_string(options.windowBytes)},
       {"hitRatio", printRatio(options.hitRatio)},
       {"hitProperty", printProperty(options.hitProperty)},
       {"missProperty", printProperty(options.missProperty)},
       {"reserved", "0"}});
}

LogicalResult tilery::cpp::printKernelTables(LauncherFile &file,
                                             CppWriter &writer) {
  if (file.kernels.empty())
    return success();
  writer.section("Kernels");
  bool isFirst = true;
  auto separate = [&] {
    if (!isFirst)
      writer.line();
    isFirst = false;
  };
  for (const KernelTable &kernel : file.kernels) {
    separate();
    if (failed(printKernel(file, kernel, writer)))
      return failure();
  }
  for (auto &[op, names] : file.launches) {
    if (names.options.empty())
      continue;
    separate();
    printOptions(file, cast<KernelOp>(op), names.options, writer);
  }
  return success();
}
