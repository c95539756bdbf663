// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Byte counts, views and policies: what a copy needs beside its operands.

#include "BarrierChecks.h"
#include "SharedTile.h"

#include "tilery/Dialect/Tile/IR/Divisors.h"
#include "tilery/TensorMap/Check.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

//===----------------------------------------------------------------------===//
// TxBytesOp
//===----------------------------------------------------------------------===//

/// What one copy moves; nothing where there is no box.
static std::optional<MapShape> getMapShape(TxBytesOp op) {
  if (op.getBox().empty())
    return std::nullopt;
  auto type = cast<MemRefType>(op.getBuffer().getType());
  MapShape shape;
  shape.box.assign(op.getBox().begin(), op.getBox().end());
  shape.elementType = type.getElementType();
  shape.swizzle = getSwizzle(type);
  if (auto interleave = op.getInterleave())
    shape.interleave = interleave->getValue();
  if (auto strides = op.getElementStrides())
    shape.elementStrides.assign(strides->begin(), strides->end());
  auto format = op.getFormat();
  shape.format = format ? format->getValue()
                        : getTensorMapDataType(shape.elementType)
                              .value_or(tensormap::DataType::UInt8);
  return shape;
}

std::optional<int64_t> TxBytesOp::getByteCount() {
  auto type = cast<MemRefType>(getBuffer().getType());
  std::optional<MapShape> shape = getMapShape(*this);
  if (!shape) {
    auto element = getElementBytes(type.getElementType());
    if (failed(element) || !type.hasStaticShape())
      return std::nullopt;
    int64_t bytes = *element;
    for (int64_t extent : type.getShape())
      bytes = tensormap::checkedMul(bytes, extent);
    return tensormap::isKnown(bytes) ? std::optional(bytes) : std::nullopt;
  }
  int64_t bytes = tensormap::boxBytes(shape->getParams());
  for (int64_t extent : getLeadingExtents(type, *shape))
    bytes = tensormap::checkedMul(bytes, extent);
  return tensormap::isKnown(bytes) ? std::optional(bytes) : std::nullopt;
}

LogicalResult TxBytesOp::verify() {
  auto type = cast<MemRefType>(getBuffer().getType());
  if (failed(getTensorMapDataType(type.getElementType())))
    return emitOpError() << "(C1) expected an element type that a TensorMap "
                            "has, got "
                         << type.getElementType();
  if (std::optional<MapShape> shape = getMapShape(*this)) {
    if (!llvm::is_contained(getMapFormats(shape->elementType), shape->format))
      return emitOpError() << "(C1) expected format "
                           << listMapFormats(shape->elementType)
                           << " for elements of " << shape->elementType
                           << ", got " << tensormap::name(shape->format);
    if (!shape->elementStrides.empty() &&
        shape->elementStrides.size() != shape->box.size())
      return emitOpError() << "(C1) expected " << int64_t(shape->box.size())
                           << " element strides, one a dimension of the box, "
                              "got "
                           << int64_t(shape->elementStrides.size());
    for (int64_t extent : shape->box)
      if (extent < 1 || extent > 256 || shape->box.size() > tensormap::kMaxRank)
        return emitOpError() << "(C1) expected a box of 1 to 5 dimensions of 1 "
                                "to 256 elements, got "
                             << extent << " of " << int64_t(shape->box.size());
    for (int64_t stride : shape->elementStrides)
      if (stride < 1 || stride > 8)
        return emitOpError()
               << "(C1) expected element strides of 1 to 8, got " << stride;
    // What no map could have, no copy delivers.
    tensormap::TensorMapParams params = shape->getParams();
    if (std::vector<tensormap::Violation> violations = tensormap::check(params);
        !violations.empty())
      return emitOpError() << "(C1) "
                           << tensormap::message(params, violations.front(),
                                                 getBufferName(getBuffer()));
    if (failed(verifySharedTile(*this, "(C1)", getBuffer(), *shape,
                                /*mayRepeat=*/true)))
      return failure();
  } else if (getElementStrides() || getInterleave() || getFormat()) {
    return emitOpError("(C1) expected 'box' where there are options of a map");
  }
  std::optional<int64_t> bytes = getByteCount();
  if (bytes && *bytes >= 1 && *bytes <= maxBarrierCount)
    return success();
  InFlightDiagnostic diag = emitOpError()
                            << "(C2) expected 1 to " << maxBarrierCount
                            << " bytes, the most that an mbarrier counts in "
                               "one phase, got ";
  return bytes ? diag << *bytes : diag << type;
}

OpFoldResult TxBytesOp::fold(FoldAdaptor) {
  std::optional<int64_t> bytes = getByteCount();
  if (!bytes || *bytes > maxBarrierCount)
    return {};
  return IntegerAttr::get(IntegerType::get(getContext(), 32), *bytes);
}

//===----------------------------------------------------------------------===//
// SharedViewOp
//===----------------------------------------------------------------------===//

Value SharedViewOp::getViewSource() { return getSource(); }

LogicalResult SharedViewOp::verify() {
  auto source = cast<MemRefType>(getSource().getType());
  auto view = cast<MemRefType>(getView().getType());
  auto alloc = getSource().getDefiningOp<AllocSharedOp>();
  if (!alloc || source.getRank() != 1 ||
      !source.getElementType().isSignlessInteger(8) ||
      getSwizzle(source) != Swizzle::None)
    return emitOpError() << "(C1) expected the source to be a "
                            "tile.alloc_shared of memref<Nxi8, #tile.shared>, "
                            "got "
                         << source;
  int64_t offset = static_cast<int64_t>(getOffset());
  int64_t alignment = tensormap::sharedAlignment(
      static_cast<tensormap::Swizzle>(getSwizzle(view)));
  if (offset < 0 || offset % alignment != 0) {
    InFlightDiagnostic diag =
        emitOpError() << "(C2) expected an offset that is a multiple of "
                      << alignment << " bytes"
                      << (getSwizzle(view) == Swizzle::None
                              ? ""
                              : ", the period of the tile's swizzle,")
                      << " and not negative, got " << offset;
    int64_t next = tensormap::roundUp(std::max<int64_t>(offset, 0), alignment);
    return tensormap::isKnown(next) ? diag << "; the next is " << next : diag;
  }
  if (failed(verifySharedLayout(*this, "(C3)", view)))
    return failure();
  int64_t end = tensormap::checkedAdd(offset, *getSharedBytes(view));
  if (tensormap::isKnown(end) && end <= source.getDimSize(0))
    return success();
  return emitOpError() << "(C3) expected a tile that ends within the source's "
                       << source.getDimSize(0) << " bytes, got "
                       << *getSharedBytes(view) << " bytes from " << offset;
}

//===----------------------------------------------------------------------===//
// CreatePolicyOp
//===----------------------------------------------------------------------===//

LogicalResult CreatePolicyOp::verify() {
  if (!getFraction())
    return success();
  double fraction = getFraction()->convertToDouble();
  if (fraction > 0 && fraction <= 1)
    return success();
  return emitOpError() << "(C1) expected a fraction above 0 and at most 1, got "
                       << getFractionAttr();
}
