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
  L2Promotion l2Promotion;
  OobFill oobFill;
  bool loaded = false;
  bool stored = false;
  /// Whether all stores through the map allow it: one that does not keeps the
  /// check for all.
  bool allowEdgeSpill = true;
  SmallVector<TensorMapOp> users = {};

  Map(TensorMapOp op, unsigned argument)
      : argument(argument), type(op.getMap().getType()),
        l2Promotion(op.getL2Promotion() ? op.getL2Promotion()->getValue()
                                        : L2Promotion::None),
        oobFill(op.getOobFill() ? op.getOobFill()->getValue() : OobFill::Zero) {
  }

  /// Whether the driver encodes the same bytes for both.
  bool encodesSame(const Map &other) const {
    return argument == other.argument && type == other.type &&
           l2Promotion == other.l2Promotion && oobFill == other.oobFill;
  }

  void addUser(TensorMapOp op) {
    loaded |= op.getLoaded();
    stored |= op.getStored();
    allowEdgeSpill &= op.getAllowEdgeSpill() || !op.getStored();
    users.push_back(op);
  }

  L2PromotionAttr getL2PromotionAttr() const {
    return l2Promotion == L2Promotion::None
               ? L2PromotionAttr()
               : L2PromotionAttr::get(type.getContext(), l2Promotion);
  }
  OobFillAttr getOobFillAttr() const {
    return oobFill == OobFill::Zero
               ? OobFillAttr()
               : OobFillAttr::get(type.getContext(), oobFill);
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
    Value source = op.getSource();
    // A cast forgets or learns extents; the tensor is the same.
    while (auto cast = source.getDefiningOp<memref::CastOp>())
      source = cast.getSource();
    auto argument = dyn_cast<BlockArgument>(source);
    if (!argument || argument.getOwner() != &kernel.getBody().front()) {
      op.emitOpError("not yet implemented: a map of anything but a kernel "
                     "argument; pass the view as an argument of its own");
      return WalkResult::interrupt();
    }
    Map map(op, argument.getArgNumber());
    auto same = llvm::find_if(
        maps, [&](const Map &known) { return known.encodesSame(map); });
    if (same == maps.end()) {
      maps.push_back(map);
      same = std::prev(maps.end());
    }
    same->addUser(op);
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
    auto attrs = builder.getDictionaryAttr(
        builder.getNamedAttr(TileDialect::getNameAttrName(),
                             builder.getStringAttr(getMapName(kernel, map))));
    unsigned index = kernel.getNumArguments();
    if (failed(kernel.insertArgument(index, map.type, attrs, kernel.getLoc())))
      return kernel.emitOpError("could not add a map parameter");
    for (TensorMapOp user : map.users) {
      user.getMap().replaceAllUsesWith(kernel.getArgument(index));
      Value source = user.getSource();
      user.erase();
      while (auto cast = source.getDefiningOp<memref::CastOp>()) {
        source = cast.getSource();
        if (cast->use_empty())
          cast.erase();
      }
    }
    for (launch::KernelOp launch : launches) {
      OpBuilder host(launch);
      auto encode = launch::EncodeMapOp::create(
          host, launch.getLoc(), map.type, launch.getArgs()[map.argument],
          map.loaded, map.stored, map.stored && map.allowEdgeSpill,
          map.getL2PromotionAttr(), map.getOobFillAttr());
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
    Operation *callee = symbols.lookupNearestSymbolFrom(op, op.getCalleeAttr());
    if (callee)
      launches[callee].push_back(op);
  });
  for (auto &[op, users] : launches)
    if (auto kernel = dyn_cast<KernelOp>(op))
      if (failed(materialize(kernel, users)))
        return signalPassFailure();
}
