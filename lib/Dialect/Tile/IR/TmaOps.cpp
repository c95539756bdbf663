// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SharedTile.h"

#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

LogicalResult TensorMapOp::verify() {
  MemRefType source = cast<MemRefType>(getSource().getType());
  TensorMapType map = getMap().getType();
  if (source.getRank() != map.getRank() ||
      source.getElementType() != map.getElementType())
    return emitOpError() << "(C1) expected a map of rank " << source.getRank()
                         << " and element type " << source.getElementType()
                         << ", got " << map;
  return success();
}

OpFoldResult CoordOp::fold(FoldAdaptor adaptor) {
  auto constant = dyn_cast_if_present<IntegerAttr>(adaptor.getIndex());
  if (!constant || !constant.getValue().isSignedIntN(32))
    return {};
  return IntegerAttr::get(IntegerType::get(getContext(), 32),
                          constant.getInt());
}

/// (C1) to (C3) of the tensor copies.
static LogicalResult verifyCopy(Operation *op, TensorMapType map, Value tile,
                                ValueRange coords, bool isStore) {
  if (coords.size() != map.getRank())
    return op->emitOpError() << "(C1) expected " << map.getRank()
                             << " coordinates, one a dimension of the map, got "
                             << int64_t(coords.size());
  auto shared = cast<MemRefType>(tile.getType());
  if (shared.getElementType() != map.getElementType() ||
      getSwizzle(shared) != map.getSwizzle())
    return op->emitOpError()
           << "(C2) expected a shared buffer of " << map.getElementType()
           << " elements under swizzle " << stringifySwizzle(map.getSwizzle())
           << ", got " << shared;
  if (failed(verifySharedTile(op, "(C2)", tile, map.getBox())))
    return failure();
  for (auto [dim, coord] : llvm::enumerate(coords)) {
    APInt value;
    if (matchPattern(coord, m_ConstantInt(&value)) &&
        failed(verifyCoord(op, "(C3)", map.getRank() - 1 - dim, dim == 0, value,
                           *getElementBytes(map.getElementType()), isStore)))
      return failure();
  }
  return success();
}

LogicalResult TmaLoadOp::verify() {
  return verifyCopy(*this, getMap().getType(), getDestination(), getCoords(),
                    /*isStore=*/false);
}
Completion TmaLoadOp::getCompletion() { return Completion::MBarrierBytes; }
Value TmaLoadOp::getCompletionBarrier() { return getMbar(); }
int64_t TmaLoadOp::getTransferBytes() {
  return getMap().getType().getBoxBytes();
}
SmallVector<Value> TmaLoadOp::getSharedReads() { return {}; }
SmallVector<Value> TmaLoadOp::getSharedWrites() { return {getDestination()}; }
tensormap::Form TmaLoadOp::getTargetForm() {
  return getSpace().getValue() == SharedSpace::Cta
             ? tensormap::Form::TensorLoadCta
             : tensormap::Form::TensorLoadCluster;
}

LogicalResult TmaStoreOp::verify() {
  return verifyCopy(*this, getMap().getType(), getSource(), getCoords(),
                    /*isStore=*/true);
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
