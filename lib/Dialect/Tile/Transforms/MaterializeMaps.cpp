// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaunchValues.h"

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
  /// The kernel's argument, or a view of it, casts left out: a cast forgets or
  /// learns extents, the tensor is the same.
  Value source;
  /// The source's number (LaunchValues).
  unsigned number = 0;
  /// The kernel's argument behind the source.
  unsigned argument = 0;
  TensorMapType type;
  L2Promotion l2Promotion;
  OobFill oobFill;
  bool loaded = false;
  bool stored = false;
  bool reduced = false;
  /// Whether all that the kernel does through the map is to prefetch boxes.
  bool prefetchOnly = true;
  /// Whether all writes through the map allow it: one that does not keeps the
  /// check for all.
  bool allowEdgeSpill = true;
  SmallVector<TensorMapOp> users = {};

  explicit Map(TensorMapOp op)
      : source(op.getSource()), type(op.getMap().getType()),
        l2Promotion(op.getL2Promotion() ? op.getL2Promotion()->getValue()
                                        : L2Promotion::None),
        oobFill(op.getOobFill() ? op.getOobFill()->getValue() : OobFill::Zero) {
    while (auto cast = source.getDefiningOp<memref::CastOp>())
      source = cast.getSource();
  }

  /// Whether the driver encodes the same bytes for both.
  bool encodesSame(const Map &other) const {
    return number == other.number && type == other.type &&
           l2Promotion == other.l2Promotion && oobFill == other.oobFill;
  }

  /// Whether a prefetch of a box brings the same lines into the L2 cache: it
  /// puts nothing into shared memory, and looks at neither swizzle nor fill.
  bool prefetchesSame(const Map &other) const {
    auto unswizzled = [](TensorMapType type) {
      return TensorMapType::get(type.getContext(), type.getBox(),
                                type.getElementType(), Swizzle::None,
                                type.getInterleave(), type.getElementStrides(),
                                type.getFormat());
    };
    return number == other.number && l2Promotion == other.l2Promotion &&
           unswizzled(type) == unswizzled(other.type);
  }

  void addUser(TensorMapOp op) {
    loaded |= op.getLoaded();
    stored |= op.getStored();
    reduced |= op.getReduced();
    bool writes = op.getStored() || op.getReduced();
    allowEdgeSpill &= op.getAllowEdgeSpill() || !writes;
    prefetchOnly &= !op.getLoaded() && !writes &&
                    llvm::all_of(op->getUsers(), llvm::IsaPred<TmaPrefetchOp>);
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

/// The kernel's argument that a map's source is, or is a view of.
static FailureOr<unsigned> findArgument(TensorMapOp op, KernelOp kernel,
                                        Value source) {
  while (Operation *view = source.getDefiningOp()) {
    if (!isa<memref::SubViewOp, memref::CastOp>(view))
      break;
    source = view->getOperand(0);
  }
  auto argument = dyn_cast<BlockArgument>(source);
  if (argument && argument.getOwner() == &kernel.getBody().front())
    return argument.getArgNumber();
  InFlightDiagnostic diag =
      op.emitOpError("(M01) expected a map of a kernel argument, or of a "
                     "memref.subview or memref.cast of one, got one of ");
  if (Operation *other = source.getDefiningOp())
    return diag << "a '" << other->getName()
                << "'; pass what it makes as an argument of its own";
  return diag << "a value that differs from pass to pass through its block; "
                 "make one map of each argument and choose between the copies";
}

/// The source is the launcher's to compute.
static LogicalResult checkKnown(TensorMapOp op, LaunchValues &values,
                                Value source) {
  Value unknown = values.add(source);
  if (!unknown)
    return success();
  InFlightDiagnostic diag =
      op.emitOpError("(M02) expected a view whose offsets, extents and steps "
                     "are known when the "
                     "kernel is launched, got one that depends on ");
  if (Operation *producer = unknown.getDefiningOp())
    diag << "'" << producer->getName() << "'";
  else
    diag << "a loop's value";
  diag << ": one map serves all blocks and threads; make the map of the whole "
          "tensor, and add what depends on them to the coordinates";
  diag.attachNote(unknown.getLoc()) << "only the device knows this";
  return diag;
}

/// The distinct maps of a kernel, in the order of their first use.
static FailureOr<SmallVector<Map>> collectMaps(KernelOp kernel,
                                               LaunchValues &values) {
  SmallVector<Map> maps;
  WalkResult walk = kernel.walk([&](TensorMapOp op) {
    Map map(op);
    FailureOr<unsigned> argument = findArgument(op, kernel, map.source);
    if (failed(argument) || failed(checkKnown(op, values, map.source)))
      return WalkResult::interrupt();
    map.argument = *argument;
    map.number = values.numberOf(map.source);
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

  // A map that is only prefetched does without one of its own where another
  // serves as well.
  for (size_t i = 0; i < maps.size();) {
    auto host = llvm::find_if(maps, [&](const Map &other) {
      return &other != &maps[i] && other.prefetchesSame(maps[i]);
    });
    if (!maps[i].prefetchOnly || host == maps.end()) {
      ++i;
      continue;
    }
    host->users.append(maps[i].users);
    maps.erase(maps.begin() + i);
  }
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
  LaunchValues values(kernel);
  auto maps = collectMaps(kernel, values);
  if (failed(maps))
    return failure();

  // Before the maps' sources go from the kernel.
  for (launch::KernelOp launch : launches) {
    OpBuilder host(launch);
    LaunchValues::HostValues hostValues;
    SmallVector<Value> encoded;
    for (Map &map : *maps) {
      Value source =
          values.clone(map.source, host, launch.getArgs(), hostValues);
      auto encode = launch::EncodeMapOp::create(
          host, launch.getLoc(), map.type, source, map.loaded, map.stored,
          map.reduced, (map.stored || map.reduced) && map.allowEdgeSpill,
          map.getL2PromotionAttr(), map.getOobFillAttr());
      encoded.push_back(encode.getMap());
    }
    launch.getArgsMutable().append(encoded);
  }

  Builder builder(kernel.getContext());
  for (Map &map : *maps) {
    auto attrs = builder.getDictionaryAttr(
        builder.getNamedAttr(TileDialect::getNameAttrName(),
                             builder.getStringAttr(getMapName(kernel, map))));
    unsigned index = kernel.getNumArguments();
    if (failed(kernel.insertArgument(index, map.type, attrs, kernel.getLoc())))
      return kernel.emitOpError("(X03) could not add a map parameter");
    for (TensorMapOp user : map.users) {
      user.getMap().replaceAllUsesWith(kernel.getArgument(index));
      Value source = user.getSource();
      user.erase();
      eraseDeadProducers(source);
    }
    ++numMaps;
  }

  // What only the copy engine touched needs no pointer any more.
  llvm::BitVector dropped(kernel.getNumArguments());
  for (const Map &map : *maps)
    if (kernel.getArgument(map.argument).use_empty())
      dropped.set(map.argument);
  if (failed(kernel.eraseArguments(dropped)))
    return kernel.emitOpError("(X03) could not drop an argument");
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
