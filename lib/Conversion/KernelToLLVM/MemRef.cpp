// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain accesses of global and shared buffers, by scalars and vectors.

#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/MemRefParts.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace tilery;

namespace {
/// Bytes that an access may count on: what the op says, else one element's. A
/// vector in LLVM would otherwise claim the alignment of all its bytes.
unsigned getAlignment(MemRefType type, std::optional<uint64_t> stated) {
  FailureOr<int64_t> bytes = tile::getElementBytes(type.getElementType());
  unsigned natural = succeeded(bytes) ? *bytes : 1;
  uint64_t alignment = stated.value_or(1);
  // What the indices are aligned to, the swizzled place is up to a unit.
  if (tile::getSwizzle(type) != tile::Swizzle::None)
    alignment = std::min<uint64_t>(alignment, swizzleUnitBytes);
  return std::max<unsigned>(natural, alignment);
}

// The dialects name the buffer and the value of an access differently.
template <typename AdaptorTy> Value getBuffer(AdaptorTy adaptor) {
  if constexpr (std::is_same_v<AdaptorTy, memref::LoadOp::Adaptor> ||
                std::is_same_v<AdaptorTy, memref::StoreOp::Adaptor>)
    return adaptor.getMemref();
  else
    return adaptor.getBase();
}
Value getStored(memref::StoreOp::Adaptor adaptor) { return adaptor.getValue(); }
Value getStored(vector::StoreOp::Adaptor adaptor) {
  return adaptor.getValueToStore();
}

/// memref.load and vector.load, memref.store and vector.store.
template <typename OpTy> struct AccessLowering : ConvertOpToLLVMPattern<OpTy> {
  AccessLowering(const KernelTypeConverter &converter, const AccessHook &hook)
      : ConvertOpToLLVMPattern<OpTy>(converter), hook(hook) {}

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &converter = *this->getTypeConverter();
    MemRefType type = op.getMemRefType();
    MemRefParts parts(rewriter, op.getLoc(), type, getBuffer(adaptor));
    Value address = parts.getAddress(
        rewriter, op.getLoc(), converter.convertType(type.getElementType()),
        adaptor.getIndices());
    unsigned alignment = getAlignment(type, op.getAlignment());
    constexpr bool isLoad = OpTy::template hasTrait<OpTrait::OneResult>();
    if (hook)
      hook(rewriter, op, type, address, getBytes(op), alignment, !isLoad);
    if constexpr (isLoad)
      rewriter.replaceOpWithNewOp<LLVM::LoadOp>(
          op, converter.convertType(op.getType()), address, alignment,
          /*isVolatile=*/false, op.getNontemporal());
    else
      rewriter.replaceOpWithNewOp<LLVM::StoreOp>(
          op, getStored(adaptor), address, alignment,
          /*isVolatile=*/false, op.getNontemporal());
    return success();
  }

private:
  static int64_t getBytes(OpTy op) {
    int64_t elements = 1;
    if constexpr (std::is_same_v<OpTy, vector::LoadOp> ||
                  std::is_same_v<OpTy, vector::StoreOp>)
      elements = op.getVectorType().getNumElements();
    return elements *
           *tile::getElementBytes(op.getMemRefType().getElementType());
  }

  AccessHook hook;
};
} // namespace

void tilery::populateMemRefPatterns(const KernelTypeConverter &converter,
                                    RewritePatternSet &patterns,
                                    AccessHook hook) {
  patterns.add<AccessLowering<memref::LoadOp>, AccessLowering<memref::StoreOp>,
               AccessLowering<vector::LoadOp>, AccessLowering<vector::StoreOp>>(
      converter, hook);
}
