// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of plain memory (PTX ISA, cp.async.bulk, cp.reduce.async.bulk and
// cp.async.bulk.prefetch).

#include "InlinePtx.h"
#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/MemRefParts.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilery;

namespace {
/// What the patterns share: addresses and sizes.
template <typename Op> struct BulkPattern : ConvertOpToLLVMPattern<Op> {
  using ConvertOpToLLVMPattern<Op>::ConvertOpToLLVMPattern;

  Value getStart(OpBuilder &builder, Location loc, Value buffer,
                 Value lowered) const {
    auto type = cast<MemRefType>(buffer.getType());
    return MemRefParts(builder, loc, type, lowered)
        .getStart(builder, loc,
                  this->getTypeConverter()->convertType(type.getElementType()));
  }
  Value getBytes(OpBuilder &builder, Op op,
                 typename Op::Adaptor adaptor) const {
    return getI32(builder, op.getLoc(), adaptor.getBytes(),
                  op.getStaticBytes());
  }
};

/// The 32 bits of an address in shared memory or the cluster's window.
Value getSharedBits(OpBuilder &builder, Location loc, Value address) {
  return LLVM::PtrToIntOp::create(builder, loc, builder.getI32Type(), address);
}

struct BulkLoadLowering : BulkPattern<tile::BulkLoadOp> {
  using BulkPattern::BulkPattern;
  LogicalResult
  matchAndRewrite(tile::BulkLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value destination =
        getStart(rewriter, loc, op.getDestination(), adaptor.getDestination());
    if (op.getSpace().getValue() == tile::SharedSpace::Cluster)
      destination = toClusterWindow(rewriter, loc, destination);
    Value source = getStart(rewriter, loc, op.getSource(), adaptor.getSource());
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkGlobalToSharedClusterOp>(
        op, destination, source, adaptor.getMbar(),
        getBytes(rewriter, op, adaptor), adaptor.getCtaMask(),
        adaptor.getCachePolicy());
    return success();
  }
};

struct BulkStoreLowering : BulkPattern<tile::BulkStoreOp> {
  using BulkPattern::BulkPattern;
  LogicalResult
  matchAndRewrite(tile::BulkStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value destination =
        getStart(rewriter, loc, op.getDestination(), adaptor.getDestination());
    Value source = getStart(rewriter, loc, op.getSource(), adaptor.getSource());
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkSharedCTAToGlobalOp>(
        op, destination, source, getBytes(rewriter, op, adaptor),
        adaptor.getCachePolicy(), /*byteMask=*/Value());
    return success();
  }
};

struct BulkCopyLowering : BulkPattern<tile::BulkCopyOp> {
  using BulkPattern::BulkPattern;
  LogicalResult
  matchAndRewrite(tile::BulkCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value destination =
        getStart(rewriter, loc, op.getDestination(), adaptor.getDestination());
    Value source = getStart(rewriter, loc, op.getSource(), adaptor.getSource());
    // The op types its barrier as one of the block's own, although PTX means
    // the destination's block. The bits are the same; an addrspacecast would go
    // through the generic address.
    Value barrier = LLVM::IntToPtrOp::create(
        rewriter, loc,
        LLVM::LLVMPointerType::get(op.getContext(), AddressSpace::Shared),
        getSharedBits(rewriter, loc, adaptor.getMbar()));
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkSharedCTAToSharedClusterOp>(
        op, destination, source, barrier, getBytes(rewriter, op, adaptor));
    return success();
  }
};

/// 'add.noftz.f16': what PTX calls a reduction.
std::string getReductionName(tile::ReduceKind kind, tile::ReduceType type) {
  bool keepsDenormals =
      kind == tile::ReduceKind::Add &&
      (type == tile::ReduceType::F16 || type == tile::ReduceType::BF16);
  return stringifyReduceKind(kind).str() + (keepsDenormals ? ".noftz." : ".") +
         stringifyReduceType(type).str();
}

struct BulkReduceLowering : BulkPattern<tile::BulkReduceOp> {
  using BulkPattern::BulkPattern;
  LogicalResult
  matchAndRewrite(tile::BulkReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value destination =
        getStart(rewriter, loc, op.getDestination(), adaptor.getDestination());
    Value source = getStart(rewriter, loc, op.getSource(), adaptor.getSource());
    createBulkReduce(
        rewriter, loc,
        getReductionName(op.getKind().getValue(), op.getType().getValue()),
        destination, getSharedBits(rewriter, loc, source),
        getBytes(rewriter, op, adaptor), adaptor.getCachePolicy());
    rewriter.eraseOp(op);
    return success();
  }
};

struct BulkReduceSharedLowering : BulkPattern<tile::BulkReduceSharedOp> {
  using BulkPattern::BulkPattern;
  LogicalResult
  matchAndRewrite(tile::BulkReduceSharedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value destination =
        getStart(rewriter, loc, op.getDestination(), adaptor.getDestination());
    Value source = getStart(rewriter, loc, op.getSource(), adaptor.getSource());
    createBulkReduceShared(
        rewriter, loc,
        getReductionName(op.getKind().getValue(), op.getType().getValue()),
        getSharedBits(rewriter, loc, destination),
        getSharedBits(rewriter, loc, source), getBytes(rewriter, op, adaptor),
        getSharedBits(rewriter, loc, adaptor.getMbar()));
    rewriter.eraseOp(op);
    return success();
  }
};

struct BulkPrefetchLowering : BulkPattern<tile::BulkPrefetchOp> {
  using BulkPattern::BulkPattern;
  LogicalResult
  matchAndRewrite(tile::BulkPrefetchOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source =
        getStart(rewriter, op.getLoc(), op.getSource(), adaptor.getSource());
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkPrefetchOp>(
        op, source, getBytes(rewriter, op, adaptor), adaptor.getCachePolicy());
    return success();
  }
};
} // namespace

void tilery::populateBulkCopyPatterns(const KernelTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns
      .add<BulkLoadLowering, BulkStoreLowering, BulkCopyLowering,
           BulkReduceLowering, BulkReduceSharedLowering, BulkPrefetchLowering>(
          converter);
}
