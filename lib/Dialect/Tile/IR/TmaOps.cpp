// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/MapFacts.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

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

/// (C1), (C2) of the tensor copies.
static LogicalResult verifyCopy(Operation *op, TensorMapType map,
                                MemRefType shared, unsigned numCoords) {
  if (numCoords != map.getRank())
    return op->emitOpError() << "(C1) expected " << map.getRank()
                             << " coordinates, one a dimension of the map, got "
                             << numCoords;
  int64_t elements = 1;
  for (int64_t extent : map.getBox())
    elements *= extent;
  if (!shared.hasStaticShape() || shared.getNumElements() != elements ||
      shared.getElementType() != map.getElementType() ||
      getSwizzle(shared) != map.getSwizzle())
    return op->emitOpError()
           << "(C2) expected a shared buffer of " << elements << " "
           << map.getElementType() << " elements under swizzle "
           << stringifySwizzle(map.getSwizzle()) << ", got " << shared;
  return success();
}

LogicalResult TmaLoadOp::verify() {
  return verifyCopy(*this, getMap().getType(),
                    cast<MemRefType>(getDestination().getType()),
                    getCoords().size());
}
Completion TmaLoadOp::getCompletion() { return Completion::MBarrierBytes; }
Value TmaLoadOp::getCompletionBarrier() { return getMbar(); }
int64_t TmaLoadOp::getTransferBytes() { return getMap().getType().getBoxBytes(); }
SmallVector<Value> TmaLoadOp::getSharedReads() { return {}; }
SmallVector<Value> TmaLoadOp::getSharedWrites() { return {getDestination()}; }
tensormap::Form TmaLoadOp::getTargetForm() {
  return getSpace().getValue() == SharedSpace::Cta
             ? tensormap::Form::TensorLoadCta
             : tensormap::Form::TensorLoadCluster;
}

LogicalResult TmaStoreOp::verify() {
  return verifyCopy(*this, getMap().getType(),
                    cast<MemRefType>(getSource().getType()),
                    getCoords().size());
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
