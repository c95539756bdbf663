// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/Transforms/Passes.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"

namespace tilery {
namespace tile {
#define GEN_PASS_DEF_TILEMATERIALIZEMAPS
#include "tilery/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace tile
} // namespace tilery

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

namespace {
/// One descriptor that a kernel needs: what it is made of, and how it is used.
struct Map {
  unsigned argument;
  TensorMapType type;
  L2PromotionAttr l2Promotion;
  OobFillAttr oobFill;
  bool loaded = false;
  bool stored = false;
  bool allowEdgeSpill = false;
  SmallVector<TensorMapOp> users = {};

  /// Whether the driver encodes the same bytes for 'op'.
  bool encodes(TensorMapOp op, unsigned arg) const {
    return argument == arg && type == op.getMap().getType() &&
           l2Promotion == op.getL2PromotionAttr() &&
           oobFill == op.getOobFillAttr();
  }
};

class MaterializeMaps
    : public tile::impl::TileMaterializeMapsBase<MaterializeMaps> {
  void runOnOperation() override;
  LogicalResult materialize(KernelOp kernel,
                            ArrayRef<launch::KernelOp> launches);
};
} // namespace

/// The distinct maps of a kernel, in the order of their first use.
static FailureOr<SmallVector<Map>> collectMaps(KernelOp kernel) {
  SmallVector<Map> maps;
  WalkResult walk = kernel.walk([&](TensorMapOp op) {
    auto argument = dyn_cast<BlockArgument>(op.getSource());
    if (!argument || argument.getOwner() != &kernel.getBody().front()) {
      op.emitOpError("not yet implemented: a map of anything but a kernel "
                     "argument; pass the view as an argument of its own");
      return WalkResult::interrupt();
    }
    unsigned index = argument.getArgNumber();
    auto same = llvm::find_if(
        maps, [&](const Map &map) { return map.encodes(op, index); });
    if (same == maps.end()) {
      maps.push_back({index, op.getMap().getType(), op.getL2PromotionAttr(),
                      op.getOobFillAttr()});
      same = std::prev(maps.end());
    }
    same->loaded |= op.getLoaded();
    same->stored |= op.getStored();
    same->allowEdgeSpill |= op.getAllowEdgeSpill();
    same->users.push_back(op);
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  return maps;
}

/// A name for the map's parameter that no argument has yet.
static std::string getMapName(KernelOp kernel, const Map &map) {
  std::string base = kernel.getArgumentName(map.argument) + "_map";
  std::string name = base;
  auto taken = [&] {
    for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
      if (kernel.getArgumentName(i) == name)
        return true;
    return false;
  };
  for (unsigned suffix = 1; taken(); ++suffix)
    name = base + "_" + std::to_string(suffix);
  return name;
}

LogicalResult
MaterializeMaps::materialize(KernelOp kernel,
                             ArrayRef<launch::KernelOp> launches) {
  auto maps = collectMaps(kernel);
  if (failed(maps))
    return failure();

  Builder builder(kernel.getContext());
  for (Map &map : *maps) {
    auto attrs = builder.getDictionaryAttr(builder.getNamedAttr(
        TileDialect::getNameAttrName(),
        builder.getStringAttr(getMapName(kernel, map))));
    unsigned index = kernel.getNumArguments();
    if (failed(kernel.insertArgument(index, map.type, attrs, kernel.getLoc())))
      return kernel.emitOpError("could not add a map parameter");
    for (TensorMapOp user : map.users) {
      user.getMap().replaceAllUsesWith(kernel.getArgument(index));
      user.erase();
    }
    for (launch::KernelOp launch : launches) {
      OpBuilder host(launch);
      auto encode = launch::EncodeMapOp::create(
          host, launch.getLoc(), map.type, launch.getArgs()[map.argument],
          map.loaded, map.stored, map.allowEdgeSpill, map.l2Promotion,
          map.oobFill);
      launch.getArgsMutable().append(encode.getMap());
    }
    ++numMaps;
  }

  // What only the copy engine touched needs no pointer any more.
  llvm::BitVector dropped(kernel.getNumArguments());
  for (const Map &map : *maps)
    if (kernel.getArgument(map.argument).use_empty())
      dropped.set(map.argument);
  if (failed(kernel.eraseArguments(dropped)))
    return kernel.emitOpError("could not drop an argument");
  for (launch::KernelOp launch : launches)
    for (unsigned i = dropped.size(); i-- > 0;)
      if (dropped.test(i))
        launch.getArgsMutable().erase(i);
  return success();
}

void MaterializeMaps::runOnOperation() {
  SymbolTableCollection symbols;
  llvm::MapVector<Operation *, SmallVector<launch::KernelOp>> launches;
  getOperation().walk([&](KernelOp kernel) { launches[kernel]; });
  getOperation().walk([&](launch::KernelOp op) {
    Operation *callee =
        symbols.lookupNearestSymbolFrom(op, op.getCalleeAttr());
    if (callee)
      launches[callee].push_back(op);
  });
  for (auto &[op, users] : launches)
    if (auto kernel = dyn_cast<KernelOp>(op))
      if (failed(materialize(kernel, users)))
        return signalPassFailure();
}
