// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain accesses of global and shared buffers, by scalars and vectors.

#include "MemRefParts.h"
#include "Patterns.h"

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
  return std::max<unsigned>(natural, stated.value_or(1));
}

template <typename OpTy>
Value getAccessAddress(OpBuilder &builder, OpTy op,
                       const TypeConverter &converter, MemRefType type,
                       Value lowered, ValueRange indices) {
  MemRefParts parts(builder, op.getLoc(), type, lowered);
  return parts.getAddress(builder, op.getLoc(),
                          converter.convertType(type.getElementType()),
                          indices);
}

struct LoadLowering : ConvertOpToLLVMPattern<memref::LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getMemRefType();
    Value address = getAccessAddress(rewriter, op, *getTypeConverter(), type,
                                     adaptor.getMemref(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(
        op, getTypeConverter()->convertType(type.getElementType()), address,
        getAlignment(type, op.getAlignment()), /*isVolatile=*/false,
        op.getNontemporal());
    return success();
  }
};

struct StoreLowering : ConvertOpToLLVMPattern<memref::StoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getMemRefType();
    Value address = getAccessAddress(rewriter, op, *getTypeConverter(), type,
                                     adaptor.getMemref(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(
        op, adaptor.getValue(), address, getAlignment(type, op.getAlignment()),
        /*isVolatile=*/false, op.getNontemporal());
    return success();
  }
};

struct VectorLoadLowering : ConvertOpToLLVMPattern<vector::LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(vector::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getMemRefType();
    Value address = getAccessAddress(rewriter, op, *getTypeConverter(), type,
                                     adaptor.getBase(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(
        op, getTypeConverter()->convertType(op.getVectorType()), address,
        getAlignment(type, op.getAlignment()), /*isVolatile=*/false,
        op.getNontemporal());
    return success();
  }
};

struct VectorStoreLowering : ConvertOpToLLVMPattern<vector::StoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(vector::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getMemRefType();
    Value address = getAccessAddress(rewriter, op, *getTypeConverter(), type,
                                     adaptor.getBase(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(
        op, adaptor.getValueToStore(), address,
        getAlignment(type, op.getAlignment()), /*isVolatile=*/false,
        op.getNontemporal());
    return success();
  }
};
} // namespace

void tilery::populateMemRefPatterns(const KernelTypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<LoadLowering, StoreLowering, VectorLoadLowering,
               VectorStoreLowering>(converter);
}
