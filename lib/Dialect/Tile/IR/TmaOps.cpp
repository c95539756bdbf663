// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Clauses.h"
#include "Instructions.h"
#include "SharedTile.h"

#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

LogicalResult TensorMapOp::verify() {
  MemRefType source = cast<MemRefType>(getSource().getType());
  TensorMapType map = getMap().getType();
  if (source.getRank() != map.getTensorRank() ||
      source.getElementType() != map.getElementType())
    return emitOpError() << "(C1) expected a map of a tensor of rank "
                         << source.getRank() << " and element type "
                         << source.getElementType() << ", got " << map;
  return success();
}

OpFoldResult CoordOp::fold(FoldAdaptor adaptor) {
  auto constant = dyn_cast_if_present<IntegerAttr>(adaptor.getIndex());
  if (!constant || !constant.getValue().isSignedIntN(32))
    return {};
  return IntegerAttr::get(IntegerType::get(getContext(), 32),
                          constant.getInt());
}

/// The coordinates: one a dimension of the map, and what is known of each.
static LogicalResult verifyMapCoords(Operation *op,
                                     TypedValue<TensorMapType> operand,
                                     ValueRange coords, StringRef constraint,
                                     bool isWrite) {
  TensorMapType map = operand.getType();
  if (coords.size() != map.getRank())
    return op->emitOpError() << "(C1) expected " << map.getRank()
                             << " coordinates, one a dimension of the map, got "
                             << int64_t(coords.size());
  int64_t unit = MapShape::of(map).getInnerUnitBytes();
  for (auto [dim, coord] : llvm::enumerate(coords)) {
    APInt value;
    if (!matchPattern(coord, m_ConstantInt(&value)))
      continue;
    CoordRange range = {unsigned(map.getRank() - 1 - dim), dim == 0,
                        value.getSExtValue(), value.getSExtValue()};
    if (failed(verifyCoord(op, constraint, operand, range, unit, isWrite)))
      return failure();
  }
  return success();
}

/// (C1) to (C3) of the tensor copies.
static LogicalResult verifyCopy(Operation *op,
                                TypedValue<TensorMapType> operand, Value tile,
                                ValueRange coords, bool isWrite) {
  TensorMapType map = operand.getType();
  auto shared = cast<MemRefType>(tile.getType());
  if (shared.getElementType() != map.getElementType() ||
      getSwizzle(shared) != map.getSwizzle())
    return op->emitOpError()
           << "(C2) expected a shared buffer of " << map.getElementType()
           << " elements under swizzle " << stringifySwizzle(map.getSwizzle())
           << ", got " << shared;
  if (failed(verifySharedTile(op, "(C2)", tile, MapShape::of(map),
                              /*mayRepeat=*/false)))
    return failure();
  return verifyMapCoords(op, operand, coords, "(C3)", isWrite);
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

LogicalResult TmaLoadOp::verify() {
  if (failed(verifyCopy(*this, getMap(), getDestination(), getCoords(),
                        /*isWrite=*/false)))
    return failure();
  if (getCtaMask() && getSpace().getValue() == SharedSpace::Cta)
    return emitOpError() << "(C4) expected no 'cta_mask' with <shared_cta>, "
                            "the block's own window; use <shared_cluster>";
  return verifyCtaMask(*this, "(C4)", getCtaMask());
}
Completion TmaLoadOp::getCompletion() { return Completion::MBarrierBytes; }
Value TmaLoadOp::getCompletionBarrier() { return getMbar(); }
int64_t TmaLoadOp::getTransferBytes() {
  return getMap().getType().getBoxBytes();
}
SmallVector<Value> TmaLoadOp::getSharedReads() { return {}; }
SmallVector<Value> TmaLoadOp::getSharedWrites() { return {getDestination()}; }
tensormap::Form TmaLoadOp::getTargetForm() {
  if (getCtaMask())
    return tensormap::Form::TensorLoadMulticast;
  return getSpace().getValue() == SharedSpace::Cta
             ? tensormap::Form::TensorLoadCta
             : tensormap::Form::TensorLoadCluster;
}

//===----------------------------------------------------------------------===//
// Stores and reductions
//===----------------------------------------------------------------------===//

LogicalResult TmaStoreOp::verify() {
  return verifyCopy(*this, getMap(), getSource(), getCoords(),
                    /*isWrite=*/true);
}
Completion TmaStoreOp::getCompletion() { return Completion::BulkGroup; }
Value TmaStoreOp::getCompletionBarrier() { return {}; }
int64_t TmaStoreOp::getTransferBytes() {
  return getMap().getType().getBoxBytes();
}
SmallVector<Value> TmaStoreOp::getSharedReads() { return {getSource()}; }
SmallVector<Value> TmaStoreOp::getSharedWrites() { return {}; }
tensormap::Form TmaStoreOp::getTargetForm() {
  return tensormap::Form::TensorStore;
}

LogicalResult TmaReduceOp::verify() {
  TensorMapType map = getMap().getType();
  if (failed(verifyCopy(*this, getMap(), getSource(), getCoords(),
                        /*isWrite=*/true)))
    return failure();
  return verifyReduction(*this, "(C4)", getKind().getValue(), map.getFormat());
}
Completion TmaReduceOp::getCompletion() { return Completion::BulkGroup; }
Value TmaReduceOp::getCompletionBarrier() { return {}; }
int64_t TmaReduceOp::getTransferBytes() {
  return getMap().getType().getBoxBytes();
}
SmallVector<Value> TmaReduceOp::getSharedReads() { return {getSource()}; }
SmallVector<Value> TmaReduceOp::getSharedWrites() { return {}; }
tensormap::Form TmaReduceOp::getTargetForm() {
  return tensormap::Form::TensorReduce;
}

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

LogicalResult TmaPrefetchOp::verify() {
  return verifyMapCoords(*this, getMap(), getCoords(), "(C2)",
                         /*isWrite=*/false);
}
Completion TmaPrefetchOp::getCompletion() { return Completion::None; }
Value TmaPrefetchOp::getCompletionBarrier() { return {}; }
int64_t TmaPrefetchOp::getTransferBytes() {
  return getMap().getType().getBoxBytes();
}
SmallVector<Value> TmaPrefetchOp::getSharedReads() { return {}; }
SmallVector<Value> TmaPrefetchOp::getSharedWrites() { return {}; }
tensormap::Form TmaPrefetchOp::getTargetForm() {
  return tensormap::Form::TensorPrefetch;
}
