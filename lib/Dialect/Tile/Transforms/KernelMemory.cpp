// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses and views of buffers in a kernel. Indices that are not constants are
// the program's own concern, as in MLIR: an access out of bounds is undefined.

#include "KernelChecks.h"

#include "tilery/TensorMap/Types.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// `indices` are those of an access to `type`, of `length` elements in the
/// innermost dimension.
static LogicalResult verifyIndices(Operation *op, MemRefType type,
                                   ValueRange indices, int64_t length = 1) {
  for (auto [dim, index] : llvm::enumerate(indices)) {
    int64_t extent = type.getDimSize(dim);
    bool bounded = !ShapedType::isDynamic(extent);
    int64_t taken = dim + 1 == indices.size() ? length : 1;
    int64_t most = bounded ? extent - taken : INT64_MAX;
    if (bounded && most < 0)
      return op->emitError()
             << "(V08) expected at most " << extent
             << " elements, the extent of dimension " << int64_t(dim)
             << ", got " << length << "; split the access";
    std::optional<int64_t> known = getConstantIntValue(index);
    if (!known || (*known >= 0 && (!bounded || *known <= most)))
      continue;
    InFlightDiagnostic error = op->emitError()
                               << "(V08) expected index " << int64_t(dim);
    if (bounded)
      error << " of 0 to " << most << " (";
    else
      error << " of at least 0 (";
    if (length != 1 && dim + 1 == indices.size())
      error << length << " elements of ";
    error << "an extent of ";
    if (bounded)
      error << extent;
    else
      error << "?";
    return error << "), got " << *known;
  }
  return success();
}

/// Steps of a view along one dimension of its source.
static LogicalResult verifySubView(memref::SubViewOp op) {
  for (auto [dim, extent] : llvm::enumerate(op.getSourceType().getShape())) {
    std::optional<int64_t> offset =
        getConstantIntValue(op.getMixedOffsets()[dim]);
    std::optional<int64_t> size = getConstantIntValue(op.getMixedSizes()[dim]);
    std::optional<int64_t> stride =
        getConstantIntValue(op.getMixedStrides()[dim]);
    if (offset && *offset < 0)
      return op.emitError() << "(V09) expected offset " << int64_t(dim)
                            << " of at least 0, got " << *offset;
    if (ShapedType::isDynamic(extent) || !offset || !size || !stride ||
        *size <= 0)
      continue;
    int64_t last = tensormap::checkedAdd(
        *offset,
        tensormap::checkedMul(*size - 1, std::max<int64_t>(*stride, 0)));
    if (!tensormap::isKnown(last) || last >= extent)
      return op.emitError()
             << "(V09) expected a view within dimension " << int64_t(dim)
             << " of extent " << extent << ", got offset " << *offset
             << ", size " << *size << " and stride " << *stride;
  }
  return success();
}

/// The last element of the view, where all is static and the source is dense.
static LogicalResult verifyReinterpret(memref::ReinterpretCastOp op) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  if (!source || !source.hasStaticShape() || !source.getLayout().isIdentity())
    return success();
  std::optional<int64_t> last =
      getConstantIntValue(op.getMixedOffsets().front());
  for (auto [size, stride] :
       llvm::zip_equal(op.getMixedSizes(), op.getMixedStrides())) {
    std::optional<int64_t> extent = getConstantIntValue(size);
    std::optional<int64_t> step = getConstantIntValue(stride);
    if (!last || !extent || !step || *extent <= 0 || *step < 0)
      return success();
    last =
        tensormap::checkedAdd(*last, tensormap::checkedMul(*extent - 1, *step));
  }
  if (!last || (tensormap::isKnown(*last) && *last < source.getNumElements()))
    return success();
  return op.emitError() << "(V09) expected a view within the "
                        << source.getNumElements() << " elements of " << source
                        << ", got " << op.getType();
}

LogicalResult tile::verifyBounds(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return verifyIndices(op, load.getMemRefType(), load.getIndices());
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return verifyIndices(op, store.getMemRefType(), store.getIndices());
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return verifyIndices(op, load.getMemRefType(), load.getIndices(),
                         load.getVectorType().getNumElements());
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return verifyIndices(op, store.getMemRefType(), store.getIndices(),
                         store.getVectorType().getNumElements());
  if (auto view = dyn_cast<memref::SubViewOp>(op))
    return verifySubView(view);
  if (auto view = dyn_cast<memref::ReinterpretCastOp>(op))
    return verifyReinterpret(view);
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    std::optional<int64_t> index = dim.getConstantIndex();
    if (!index)
      return op->emitError(
          "(V10) not yet implemented: the extent of a dimension "
          "that is not constant");
    auto type = dyn_cast<MemRefType>(dim.getSource().getType());
    if (type && (*index < 0 || *index >= type.getRank()))
      return op->emitError()
             << "(V10) expected a dimension of " << type << ", which has "
             << type.getRank() << ", got dimension " << *index;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static bool isSwizzled(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && (isSharedMemRef(memref) || isClusterMemRef(memref)) &&
         getSwizzle(memref) != Swizzle::None;
}

/// Whether an op computes addresses with the swizzle, or hands a buffer on with
/// its memory space.
static bool keepsSwizzle(Operation *op) {
  return isa<AllocSharedOp, SharedViewOp, TmaLoadOp, TmaStoreOp, TmaReduceOp,
             MapaOp, memref::CastOp, memref::LoadOp, memref::StoreOp,
             memref::DimOp, memref::SubViewOp, vector::LoadOp, vector::StoreOp,
             arith::SelectOp>(op) ||
         op->getName().getDialectNamespace() == "scf";
}

LogicalResult tile::verifyViews(Operation *op) {
  if (llvm::any_of(op->getOperandTypes(), isSwizzled) && !keepsSwizzle(op))
    return op->emitError()
           << "(V11) '" << op->getName()
           << "' of a swizzled buffer would lose its swizzle; access it by "
              "memref.load, memref.store, vector.load, vector.store, "
              "memref.subview, memref.cast or a copy";
  if (isa<memref::ReinterpretCastOp>(op) &&
      isa<MBarrierType>(getElementTypeOrSelf(op->getOperand(0).getType())))
    return op->emitError() << "(V12) '" << op->getName()
                           << "' of a barrier buffer would make barriers of "
                              "what is none; use memref.subview";
  return success();
}
