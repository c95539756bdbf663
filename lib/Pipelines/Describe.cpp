// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/Describe.h"

#include "tilery/Conversion/LaunchToLLVM/CInterface.h"
#include "tilery/Conversion/LaunchToLLVM/LauncherTables.h"
#include "tilery/Conversion/LaunchToLLVM/Signature.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tilery;

using Shape = SmallVector<int64_t, 4>;

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

static void describeMap(tile::TensorMapType type, ArgumentInfo &info) {
  info.isTensor = true;
  info.shape.assign(type.getTensorRank(), dynamicSize);
  info.symbols.resize(type.getTensorRank());
  info.box = toSizes(type.getBox());
  info.map = launch::makeMapSpec(type);
}

/// What an op of a kernel does through a map.
static void addMapUse(OpOperand &use, ArgumentInfo &info) {
  Operation *user = use.getOwner();
  if (auto apply = dyn_cast<tile::ApplyOp>(user)) {
    unsigned index = use.getOperandNumber();
    info.isRead |= apply.getInstruction().readsOperand(index);
    info.isWritten |= apply.getInstruction().writesOperand(index);
    return;
  }
  info.isRead |= !isa<tile::TmaStoreOp>(user);
  info.isWritten |= !isa<tile::TmaLoadOp, tile::TmaPrefetchOp>(user);
}

/// What kernels do through the maps of a launcher's caller.
static void describeMapUses(launch::FuncOp function, LauncherInfo &launcher) {
  function.walk([&](launch::KernelOp launch) {
    auto kernel =
        function->getParentOfType<ModuleOp>().lookupSymbol<tile::KernelOp>(
            launch.getCallee());
    for (auto [i, value] : llvm::enumerate(launch.getArgs())) {
      auto argument = dyn_cast<BlockArgument>(value);
      if (!argument || !isa<tile::TensorMapType>(value.getType()))
        continue;
      ArgumentInfo &info = launcher.arguments[argument.getArgNumber()];
      // Nobody notes what compiled code does through its maps.
      info.isRead |= !kernel;
      info.isWritten |= !kernel;
      if (!kernel)
        continue;
      for (OpOperand &use : kernel.getArgument(i).getUses())
        addMapUse(use, info);
    }
  });
  for (ArgumentInfo &info : launcher.arguments)
    if (info.map)
      info.map->flags = (info.isRead ? TILERY_MAP_LOADED : 0) |
                        (info.isWritten ? TILERY_MAP_STORED : 0);
}

LauncherInfo tilery::describeLauncher(launch::FuncOp function) {
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
    auto map = dyn_cast<tile::TensorMapType>(type);
    Type element = memref ? memref.getElementType()
                   : map  ? map.getElementType()
                          : type;
    if (auto dataType = launch::getDataType(element); succeeded(dataType))
      info.type = *dataType;
    if (memref)
      describeTensor(function, i, memref, info);
    else if (map)
      describeMap(map, info);
  }
  describeMapUses(function, launcher);
  return launcher;
}

/// The argument that a memref is, or is a view of; null for anything else.
static ArgumentInfo *findArgument(LauncherInfo &launcher, Value value) {
  BlockArgument argument = launch::getViewedArgument(value);
  if (!argument || argument.getArgNumber() >= launcher.arguments.size())
    return nullptr;
  return &launcher.arguments[argument.getArgNumber()];
}

static void addMap(LauncherInfo &launcher, launch::EncodeMapOp map) {
  ArgumentInfo *info = findArgument(launcher, map.getSource());
  if (!info)
    return;
  info->allowsSpill |= map.getAllowEdgeSpill();
  if (info->box.empty() || map.getStored() || map.getReduced())
    info->box = toSizes(map.getMap().getType().getBox());
}

void tilery::describeAccess(ModuleOp module, LauncherInfo &launcher) {
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
  for (auto [info, access] :
       llvm::zip(launcher.arguments, launch::getArgumentAccess(function))) {
    // What is done through a caller's map is known from before.
    if (info.map)
      continue;
    info.isRead |= (access & launch::BinaryOp::Read) != 0;
    info.isWritten |= (access & launch::BinaryOp::Written) != 0;
  }
  function.walk([&](launch::EncodeMapOp map) { addMap(launcher, map); });
}
