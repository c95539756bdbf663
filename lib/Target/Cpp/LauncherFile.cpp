// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LauncherFile.h"
#include "Expressions.h"

#include "tilery/Conversion/LaunchToLLVM/Signature.h"

#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::cpp;
using namespace tilery::launch;

/// Headers of C and of the C library's own headers, which `-I FOLDER` would
/// look for in the launcher's folder.
static bool isStandardHeader(StringRef name) {
  return llvm::is_contained(
      {"alloca", "assert",   "complex", "ctype",     "cuda",
       "dlfcn",  "endian",   "errno",   "features",  "fenv",
       "float",  "inttypes", "iso646",  "libintl",   "limits",
       "locale", "math",     "pthread", "sched",     "setjmp",
       "signal", "stdalign", "stdarg",  "stdatomic", "stdbool",
       "stddef", "stdint",   "stdio",   "stdlib",    "stdnoreturn",
       "string", "strings",  "tgmath",  "threads",   "tilery_runtime",
       "time",   "uchar",    "unistd",  "wchar",     "wctype"},
      name);
}

LogicalResult tilery::cpp::verifyPrintable(FuncOp function) {
  WalkResult result = function.getBody().walk([](Operation *op) {
    if (!isa<arith::ArithDialect, index::IndexDialect>(op->getDialect()))
      return WalkResult::advance();
    std::string reason = describeUnprintable(op);
    if (reason.empty())
      return WalkResult::advance();
    op->emitOpError("(E07) not yet implemented: ")
        << reason << " in a launcher that is printed as C++; emit an object";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

FailureOr<LauncherFile>
LauncherFile::create(FuncOp function, const LauncherCppOptions &options) {
  FailureOr<CInterface> interface = describeCInterface(function);
  if (failed(interface))
    return failure();
  if (isStandardHeader(interface->name))
    return function.emitOpError("(L09) expected a launcher whose files hide "
                                "none of C, CUDA and the runtime, got '")
           << interface->name << ".h'; rename it";
  LauncherFile file;
  file.function = function;
  file.options = options;
  file.interface = std::move(*interface);
  file.table = makeFunctionTable(function);
  file.nameTables();
  return file;
}

void LauncherFile::nameTables() {
  // The names that others see, first.
  for (const CParameter &parameter : interface.parameters)
    names.reserve(parameter.name);
  for (StringRef suffix : {"_launch", "_launch_dlpack"})
    names.reserve(interface.name + suffix.str());
  for (StringRef name : {cStreamName, cMessageName, cCapacityName})
    names.reserve(name);
  launch = names.make("launch");
  call = names.make("call");
  functionSpec = names.make("function_spec");
  argumentNames = names.make("argument_names");
  symbolNames = names.make("symbol_names");
  symbols = names.make("symbols");
  kinds = names.make("parameter_kinds");
  makeTensor = names.make("make_tensor");
  args = names.make("args");
  for (const CArgument &argument : interface.arguments)
    arguments.push_back({names.make("arg_" + argument.name),
                         names.make(argument.name + "_spec")});

  SmallVector<KernelOp> kernelOps;
  function.walk([&](Operation *op) {
    if (auto view = dyn_cast<memref::SubViewOp>(op)) {
      BlockArgument argument = getViewedArgument(view.getResult());
      views[view.getResult()] = names.make(
          interface.arguments[argument.getArgNumber()].name + "_view");
    } else if (auto map = dyn_cast<EncodeMapOp>(op)) {
      BlockArgument argument = getViewedArgument(map.getSource());
      std::string name = names.make(
          interface.arguments[argument.getArgNumber()].name + "_map");
      maps[op] = {names.make(name + "_spec"), name};
    } else if (auto kernel = dyn_cast<KernelOp>(op)) {
      kernelOps.push_back(kernel);
    }
  });
  for (KernelOp op : kernelOps) {
    SmallVector<Value> used = collectViews(op);
    LaunchNames entry{findKernel(op, used), used, "", "", ""};
    // One launch needs no name of its kernel.
    std::string prefix =
        kernelOps.size() == 1 ? "" : op.getCallee().str() + "_";
    entry.config = names.make(prefix + "config");
    entry.params = names.make(prefix + "params");
    if (op.hasLaunchOptions())
      entry.options = names.make(op.getCallee().str() + "_options");
    launches[op] = entry;
  }
}

unsigned LauncherFile::findKernel(KernelOp op, ArrayRef<Value> used) {
  auto binary = function->getParentOfType<ModuleOp>().lookupSymbol<BinaryOp>(
      op.getCallee());
  std::vector<TileryOperand> operands = makeOperandTable(binary, op, used);
  auto isEqual = [](const TileryOperand &a, const TileryOperand &b) {
    return a.arg == b.arg && a.flags == b.flags && a.view == b.view;
  };
  const KernelTable *first = nullptr;
  for (auto [i, kernel] : llvm::enumerate(kernels)) {
    if (kernel.binary != binary)
      continue;
    if (kernel.operands.size() == operands.size() &&
        std::equal(operands.begin(), operands.end(), kernel.operands.begin(),
                   isEqual))
      return i;
    if (!first)
      first = &kernel;
  }
  std::string name = binary.getSymName().str();
  KernelTable kernel{binary, operands, names.make(name + "_spec"), "", "", "",
                     {},     !first};
  kernel.cache = first ? first->cache : names.make(name + "_cache");
  kernel.images = first ? first->images : names.make(name + "_images");
  kernel.params = first ? first->params : names.make(name + "_parameters");
  if (!first)
    for (auto image : binary.getImages().getAsRange<ImageAttr>())
      kernel.imageNames.push_back(names.make(name + "_" +
                                             image.getTarget().str() +
                                             (image.isCubin() ? "" : "_ptx")));
  kernels.push_back(std::move(kernel));
  return kernels.size() - 1;
}

bool LauncherFile::hasMaps() const {
  return !maps.empty() || llvm::any_of(llvm::seq<size_t>(0, arguments.size()),
                                       [&](size_t i) { return isMap(i); });
}

std::string LauncherFile::describeTensor(unsigned index) const {
  const CArgument &argument = interface.arguments[index];
  auto memref = cast<MemRefType>(argument.type);
  std::string text;
  llvm::raw_string_ostream os(text);
  FailureOr<std::string> type = getDataTypeName(memref.getElementType());
  os << (succeeded(type) ? *type : "?") << '[';
  auto printSize = [&](const CSize &size) {
    if (size.isKnown)
      os << size.value;
    else
      os << interface.parameters[size.value].name;
  };
  llvm::interleave(argument.shape, os, printSize, ", ");
  os << ']';
  if (argument.strides.empty()) {
    os << (memref.getRank() > 1 ? ", row-major" : "");
  } else {
    os << ", strides [";
    llvm::interleave(argument.strides, os, printSize, ", ");
    os << ']';
  }
  FuncOp op = function;
  if (auto align = op.getArgAttrOfType<IntegerAttr>(
          index, tile::TileDialect::getAlignAttrName()))
    if (align.getInt() > 1)
      os << ", " << align.getInt() << "-byte aligned";
  return text;
}

std::string LauncherFile::describeAccess(unsigned index) const {
  const CArgument &argument = interface.arguments[index];
  if (argument.isRead && argument.isWritten)
    return "read and written";
  if (argument.isRead || argument.isWritten)
    return argument.isRead ? "read" : "written";
  return "not touched";
}
