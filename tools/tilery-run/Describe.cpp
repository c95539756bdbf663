// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Describe.h"

#include "tilery/Conversion/LaunchToLLVM/Signature.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::run;

static Shape toSizes(ArrayRef<int64_t> sizes) {
  Shape result;
  for (int64_t size : sizes)
    result.push_back(ShapedType::isDynamic(size) ? dynamicSize : size);
  return result;
}

static std::string textOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

static void describeTensor(launch::FuncOp function, unsigned index,
                           MemRefType type, ArgumentInfo &info) {
  info.isTensor = true;
  info.shape = toSizes(type.getShape());
  for (StringRef symbol :
       launch::getDimSymbols(function, index, type.getRank()))
    info.symbols.push_back(symbol.str());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type.getLayout().isIdentity() &&
      succeeded(type.getStridesAndOffset(strides, offset)))
    info.strides = toSizes(strides);
}

LauncherInfo tilery::run::describeLauncher(launch::FuncOp function) {
  LauncherInfo launcher;
  launcher.name = function.getSymName().str();
  launcher.signature = launch::getSignature(function);
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    ArgumentInfo &info = launcher.arguments.emplace_back();
    info.name = function.getArgumentName(i);
    info.typeText = textOf(type);
    auto memref = dyn_cast<MemRefType>(type);
    // A type without a DLPack counterpart is an error of the launcher's
    // lowering.
    if (auto dataType =
            launch::getDataType(memref ? memref.getElementType() : type);
        succeeded(dataType))
      info.type = *dataType;
    if (memref)
      describeTensor(function, i, memref, info);
  }
  return launcher;
}

/// The argument behind a memref or a map of it; null for anything else.
static ArgumentInfo *findArgument(LauncherInfo &launcher, Value value) {
  while (auto cast = value.getDefiningOp<memref::CastOp>())
    value = cast.getSource();
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getArgNumber() >= launcher.arguments.size())
    return nullptr;
  return &launcher.arguments[argument.getArgNumber()];
}

static void addMap(LauncherInfo &launcher, launch::EncodeMapOp map) {
  ArgumentInfo *info = findArgument(launcher, map.getSource());
  if (!info)
    return;
  info->isRead |= map.getLoaded();
  info->isWritten |= map.getStored();
  info->allowsSpill |= map.getAllowEdgeSpill();
  if (info->box.empty() || map.getStored())
    info->box = toSizes(map.getMap().getType().getBox());
}

void tilery::run::describeAccess(ModuleOp module, LauncherInfo &launcher) {
  auto function = module.lookupSymbol<launch::FuncOp>(launcher.name);
  if (!function)
    return;
  // Demands of kernels have become the launcher's: its symbols may be more.
  launcher.signature = launch::getSignature(function);
  for (auto [i, info] : llvm::enumerate(launcher.arguments))
    if (info.isTensor)
      for (auto [symbol, name] :
           llvm::zip(info.symbols,
                     launch::getDimSymbols(function, i, info.symbols.size())))
        symbol = name.str();
  function.walk([&](launch::KernelOp launch) {
    auto binary = module.lookupSymbol<launch::BinaryOp>(launch.getCallee());
    for (auto [i, value] : llvm::enumerate(launch.getArgs())) {
      if (auto map = value.getDefiningOp<launch::EncodeMapOp>()) {
        addMap(launcher, map);
      } else if (isa<MemRefType>(value.getType()) && binary) {
        int32_t access = binary.getAccess()[i];
        if (ArgumentInfo *info = findArgument(launcher, value)) {
          info->isRead |= (access & launch::BinaryOp::Read) != 0;
          info->isWritten |= (access & launch::BinaryOp::Written) != 0;
        }
      }
    }
  });
}
