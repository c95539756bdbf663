// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tile-mode tensor loads and stores: opcodes, checks, and the core ops that
// they become (PTX ISA, cp.async.bulk.tensor).

#include "Instructions.h"
#include "SharedTile.h"

#include "tilery/Dialect/Tile/IR/MapFacts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

static std::string getLoadOpcode(unsigned rank, SharedSpace space,
                                 bool explicitTile) {
  return "cp.async.bulk.tensor." + std::to_string(rank) + "d." +
         (space == SharedSpace::Cta ? "shared::cta" : "shared::cluster") +
         ".global" + (explicitTile ? ".tile" : "") +
         ".mbarrier::complete_tx::bytes";
}

static std::string getStoreOpcode(unsigned rank, bool explicitTile) {
  return "cp.async.bulk.tensor." + std::to_string(rank) +
         "d.global.shared::cta" + (explicitTile ? ".tile" : "") + ".bulk_group";
}

Attribute tile::parseTmaLoadOpcode(MLIRContext *context, StringRef opcode) {
  OpcodeCursor cursor(opcode);
  if (!cursor.take("cp.async.bulk.tensor"))
    return {};
  unsigned rank = cursor.takeRank();
  SharedSpace space = SharedSpace::Cta;
  if (!cursor.take("shared::cta")) {
    if (!cursor.take("shared::cluster"))
      return {};
    space = SharedSpace::Cluster;
  }
  if (rank == 0 || !cursor.take("global"))
    return {};
  bool explicitTile = cursor.take("tile");
  if (!cursor.take("mbarrier::complete_tx::bytes") || !cursor.isAtEnd())
    return {};
  return TmaLoadAttr::get(context, rank, space, explicitTile);
}

Attribute tile::parseTmaStoreOpcode(MLIRContext *context, StringRef opcode) {
  OpcodeCursor cursor(opcode);
  if (!cursor.take("cp.async.bulk.tensor"))
    return {};
  unsigned rank = cursor.takeRank();
  if (rank == 0 || !cursor.take("global.shared::cta"))
    return {};
  bool explicitTile = cursor.take("tile");
  if (!cursor.take("bulk_group") || !cursor.isAtEnd())
    return {};
  return TmaStoreAttr::get(context, rank, explicitTile);
}

void tile::enumerateTmaLoadOpcodes(std::vector<std::string> &opcodes) {
  for (unsigned rank = 1; rank <= 5; ++rank)
    for (SharedSpace space : {SharedSpace::Cta, SharedSpace::Cluster})
      for (bool explicitTile : {true, false})
        opcodes.push_back(getLoadOpcode(rank, space, explicitTile));
}

void tile::enumerateTmaStoreOpcodes(std::vector<std::string> &opcodes) {
  for (unsigned rank = 1; rank <= 5; ++rank)
    for (bool explicitTile : {true, false})
      opcodes.push_back(getStoreOpcode(rank, explicitTile));
}

std::string TmaLoadAttr::getOpcode() const {
  return getLoadOpcode(getRank(), getSpace(), getExplicitTile());
}
std::string TmaStoreAttr::getOpcode() const {
  return getStoreOpcode(getRank(), getExplicitTile());
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// (C2): two operands, shared and global in the opcode's order.
static LogicalResult verifyOperands(ApplyOp op, unsigned sharedIndex) {
  StringRef order = sharedIndex == 0 ? "(shared, global)" : "(global, shared)";
  if (op.getTiles().size() != 2)
    return op.emitOpError() << "(C2) expected two operands " << order
                            << ", got " << int64_t(op.getTiles().size());
  Type shared = op.getTiles()[sharedIndex].getType();
  Type global = op.getTiles()[1 - sharedIndex].getType();
  if (!isSharedMemRef(shared) || isBarrierMemRef(shared) ||
      !isGlobalMemRef(global))
    return op.emitOpError()
           << "(C2) expected the operands " << order
           << " (a memref of numbers in #tile.shared, and one in the default "
              "memory space), got ("
           << op.getTiles()[0].getType() << ", " << op.getTiles()[1].getType()
           << ")";
  Type element = cast<MemRefType>(global).getElementType();
  if (element != cast<MemRefType>(shared).getElementType())
    return op.emitOpError()
           << "(C2) expected operands of one element type, got "
           << op.getTiles()[0].getType() << " and "
           << op.getTiles()[1].getType();
  if (failed(getTensorMapDataType(element)))
    return op.emitOpError() << "(C2) expected an element type that a TensorMap "
                               "has (8- to 64-bit integers, f16, bf16, f32, "
                               "f64, fp8), got "
                            << element;
  return success();
}

/// (C3): ranks agree.
static LogicalResult verifyRank(ApplyOp op, MemRefType global, unsigned rank) {
  auto expect = [&](StringRef what, int64_t got) -> LogicalResult {
    if (got == rank)
      return success();
    return op.emitOpError() << "(C3) expected " << what << " of rank "
                            << int64_t(rank) << ", which the opcode's '."
                            << int64_t(rank) << "d' says, got " << got;
  };
  return success(succeeded(expect("a global operand", global.getRank())) &&
                 succeeded(expect("a box", op.getBox().size())) &&
                 succeeded(expect("coords", op.getStaticCoords().size())));
}

/// (C7): what is known of the coordinates.
static LogicalResult verifyCoords(ApplyOp op, int64_t elementBytes,
                                  bool isStore) {
  unsigned rank = op.getStaticCoords().size();
  for (unsigned dim = 0; dim < rank; ++dim) {
    OpFoldResult coord = op.getCoord(dim);
    APInt value;
    if (auto attr = dyn_cast<Attribute>(coord))
      value = cast<IntegerAttr>(attr).getValue();
    else if (!matchPattern(cast<Value>(coord), m_ConstantInt(&value)))
      continue;
    if (failed(verifyCoord(op, "(C7)", dim, dim == rank - 1, value,
                           elementBytes, isStore)))
      return failure();
  }
  return success();
}

static MapOptions getOptions(ApplyOp op, bool isStore) {
  MapOptions options;
  options.loaded = !isStore;
  options.stored = isStore;
  options.allowEdgeSpill = op.getAllowEdgeSpill();
  if (auto promotion = op.getL2Promotion())
    options.l2Promotion = promotion->getValue();
  if (auto fill = op.getOobFill())
    options.oobFill = fill->getValue();
  return options;
}

static LogicalResult verifyCopy(ApplyOp op, unsigned rank, bool isStore) {
  unsigned sharedIndex = isStore ? 1 : 0;
  if (failed(verifyOperands(op, sharedIndex)))
    return failure();
  auto shared = cast<MemRefType>(op.getTiles()[sharedIndex].getType());
  auto global = cast<MemRefType>(op.getTiles()[1 - sharedIndex].getType());
  if (failed(verifyRank(op, global, rank)))
    return failure();
  if (isStore == static_cast<bool>(op.getMbar()))
    return op.emitOpError()
           << (isStore ? "(C5) expected no 'mbar': '.bulk_group' completes "
                         "through tile.bulk.commit_group and wait_group"
                       : "(C5) expected 'mbar', the barrier that "
                         "'.mbarrier::complete_tx::bytes' counts on");
  if (isStore && op.getOobFill())
    return op.emitOpError("(C8) expected no 'oob_fill' on a store: what lies "
                          "outside the tensor is not written");
  if (!isStore && op.getAllowEdgeSpill())
    return op.emitOpError("(C8) expected no 'allow_edge_spill' on a load: only "
                          "stores write past a ragged inner edge");
  std::string name = getBufferName(op.getTiles()[1 - sharedIndex]);
  if (failed(checkMapRules(op, name,
                           getMapParams(global, op.getBox(), getSwizzle(shared),
                                        getOptions(op, isStore)))))
    return failure();
  if (failed(verifySharedTile(op, "(C4)", op.getTiles()[sharedIndex],
                              op.getBox())))
    return failure();
  return verifyCoords(op, *getElementBytes(global.getElementType()), isStore);
}

LogicalResult TmaLoadAttr::verifyApply(Operation *apply) const {
  return verifyCopy(cast<ApplyOp>(apply), getRank(), /*isStore=*/false);
}
LogicalResult TmaStoreAttr::verifyApply(Operation *apply) const {
  return verifyCopy(cast<ApplyOp>(apply), getRank(), /*isStore=*/true);
}

bool TmaLoadAttr::readsOperand(unsigned index) const { return index == 1; }
bool TmaLoadAttr::writesOperand(unsigned index) const { return index == 0; }
Completion TmaLoadAttr::getCompletion() const {
  return Completion::MBarrierBytes;
}
bool TmaStoreAttr::readsOperand(unsigned index) const { return index == 1; }
bool TmaStoreAttr::writesOperand(unsigned index) const { return index == 0; }
Completion TmaStoreAttr::getCompletion() const { return Completion::BulkGroup; }

//===----------------------------------------------------------------------===//
// Core ops
//===----------------------------------------------------------------------===//

/// The coordinates as 32-bit values, innermost first: the one place that
/// reverses them.
static SmallVector<Value> buildCoords(OpBuilder &builder, ApplyOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> coords;
  for (unsigned dim = op.getStaticCoords().size(); dim-- > 0;) {
    OpFoldResult coord = op.getCoord(dim);
    if (auto attr = dyn_cast<Attribute>(coord)) {
      coords.push_back(arith::ConstantIntOp::create(
          builder, loc, cast<IntegerAttr>(attr).getInt(), 32));
      continue;
    }
    Value value = cast<Value>(coord);
    if (value.getType().isIndex())
      value = CoordOp::create(builder, loc, builder.getI32Type(), value);
    coords.push_back(value);
  }
  return coords;
}

static Value buildMap(OpBuilder &builder, ApplyOp op, Value global,
                      MemRefType shared, bool isStore) {
  auto source = cast<MemRefType>(global.getType());
  warnMapRules(op, getBufferName(global),
               getMapParams(source, op.getBox(), getSwizzle(shared),
                            getOptions(op, isStore)));
  auto type = TensorMapType::get(op.getContext(), op.getBox(),
                                 source.getElementType(), getSwizzle(shared));
  return TensorMapOp::create(builder, op.getLoc(), type, global,
                             /*loaded=*/!isStore, /*stored=*/isStore,
                             op.getAllowEdgeSpill(), op.getL2PromotionAttr(),
                             op.getOobFillAttr());
}

LogicalResult TmaLoadAttr::resolve(OpBuilder &builder, Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  Value shared = op.getTiles()[0];
  Value map = buildMap(builder, op, op.getTiles()[1],
                       cast<MemRefType>(shared.getType()), false);
  TmaLoadOp::create(builder, op.getLoc(),
                    SharedSpaceAttr::get(op.getContext(), getSpace()), shared,
                    map, buildCoords(builder, op), op.getMbar());
  return success();
}

LogicalResult TmaStoreAttr::resolve(OpBuilder &builder,
                                    Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  Value shared = op.getTiles()[1];
  Value map = buildMap(builder, op, op.getTiles()[0],
                       cast<MemRefType>(shared.getType()), true);
  TmaStoreOp::create(builder, op.getLoc(), map, buildCoords(builder, op),
                     shared);
  return success();
}
