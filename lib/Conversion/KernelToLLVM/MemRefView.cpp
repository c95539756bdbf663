// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views of memrefs: nothing moves, only offset, extents and strides change.

#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/MemRefParts.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tilery;

namespace {
/// A mixed static and dynamic size as an i64 value.
Value toValue(OpBuilder &builder, Location loc, OpFoldResult mixed,
              ValueRange dynamic, unsigned &nextDynamic) {
  if (isa<Value>(mixed))
    return dynamic[nextDynamic++];
  return createI64(builder, loc,
                   cast<IntegerAttr>(cast<Attribute>(mixed)).getInt());
}

/// All of a list of mixed sizes.
SmallVector<Value> toValues(OpBuilder &builder, Location loc,
                            ArrayRef<OpFoldResult> mixed, ValueRange dynamic) {
  unsigned nextDynamic = 0;
  SmallVector<Value> values;
  for (OpFoldResult size : mixed)
    values.push_back(toValue(builder, loc, size, dynamic, nextDynamic));
  return values;
}

struct DimLowering : ConvertOpToLLVMPattern<memref::DimOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::DimOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<MemRefType>(op.getSource().getType());
    std::optional<int64_t> dim = op.getConstantIndex();
    if (!type || !dim || *dim < 0 || *dim >= type.getRank())
      return rewriter.notifyMatchFailure(op, "expected a constant dimension");
    MemRefParts parts(rewriter, op.getLoc(), type, adaptor.getSource());
    rewriter.replaceOp(op, parts.getSize(rewriter, op.getLoc(), *dim));
    return success();
  }
};

struct SubViewLowering : ConvertOpToLLVMPattern<memref::SubViewOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::SubViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MemRefParts source(rewriter, loc, op.getSourceType(), adaptor.getSource());
    MemRefParts view(op.getType());
    SmallVector<Value> offsets =
        toValues(rewriter, loc, op.getMixedOffsets(), adaptor.getOffsets());
    SmallVector<Value> sizes =
        toValues(rewriter, loc, op.getMixedSizes(), adaptor.getSizes());
    SmallVector<Value> steps =
        toValues(rewriter, loc, op.getMixedStrides(), adaptor.getStrides());

    auto nsw = LLVM::IntegerOverflowFlags::nsw;
    llvm::SmallBitVector dropped = op.getDroppedDims();
    Value offset = source.getOffset(rewriter, loc);
    int64_t viewDim = 0;
    for (int64_t dim = 0; dim < source.getRank(); ++dim) {
      Value stride = source.getStride(rewriter, loc, dim);
      Value skipped =
          LLVM::MulOp::create(rewriter, loc, offsets[dim], stride, nsw);
      offset = LLVM::AddOp::create(rewriter, loc, offset, skipped, nsw);
      if (dropped.test(dim))
        continue;
      view.setSize(viewDim, sizes[dim]);
      view.setStride(
          viewDim, LLVM::MulOp::create(rewriter, loc, steps[dim], stride, nsw));
      ++viewDim;
    }
    view.setBase(source.getBase());
    view.setOffset(offset);
    rewriter.replaceOp(op, view.pack(rewriter, loc));
    return success();
  }
};

/// Only static facts change.
struct CastLowering : ConvertOpToLLVMPattern<memref::CastOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::CastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto sourceType = dyn_cast<MemRefType>(op.getSource().getType());
    auto resultType = dyn_cast<MemRefType>(op.getType());
    if (!sourceType || !resultType)
      return rewriter.notifyMatchFailure(op, "expected ranked memrefs");
    MemRefParts source(rewriter, loc, sourceType, adaptor.getSource());
    MemRefParts result(resultType);
    result.setBase(source.getBase());
    result.copyLayout(rewriter, loc, source);
    rewriter.replaceOp(op, result.pack(rewriter, loc));
    return success();
  }
};

struct MetadataLowering
    : ConvertOpToLLVMPattern<memref::ExtractStridedMetadataOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::ExtractStridedMetadataOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<MemRefType>(op.getSource().getType());
    MemRefParts source(rewriter, loc, type, adaptor.getSource());
    SmallVector<Value> results = {source.getBase(),
                                  source.getOffset(rewriter, loc)};
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      results.push_back(source.getSize(rewriter, loc, dim));
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      results.push_back(source.getStride(rewriter, loc, dim));
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct ReinterpretCastLowering
    : ConvertOpToLLVMPattern<memref::ReinterpretCastOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::ReinterpretCastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto sourceType = dyn_cast<MemRefType>(op.getSource().getType());
    if (!sourceType)
      return rewriter.notifyMatchFailure(op, "expected a ranked memref");
    MemRefParts source(rewriter, loc, sourceType, adaptor.getSource());
    MemRefParts result(op.getType());
    result.setBase(source.getBase());
    result.setOffset(
        toValues(rewriter, loc, op.getMixedOffsets(), adaptor.getOffsets())
            .front());
    for (auto [dim, size] : llvm::enumerate(
             toValues(rewriter, loc, op.getMixedSizes(), adaptor.getSizes())))
      result.setSize(dim, size);
    for (auto [dim, stride] : llvm::enumerate(toValues(
             rewriter, loc, op.getMixedStrides(), adaptor.getStrides())))
      result.setStride(dim, stride);
    rewriter.replaceOp(op, result.pack(rewriter, loc));
    return success();
  }
};
} // namespace

void tilery::populateMemRefViewPatterns(const KernelTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<DimLowering, SubViewLowering, CastLowering, MetadataLowering,
               ReinterpretCastLowering>(converter);
}
