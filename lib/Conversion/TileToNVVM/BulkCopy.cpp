// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of plain memory (PTX ISA, cp.async.bulk, cp.reduce.async.bulk and
// cp.async.bulk.prefetch).

#include "InlinePtx.h"
#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/Operands.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilery;

namespace {
/// The 32 bits of an address in shared memory or the cluster's window.
Value getSharedBits(OpBuilder &builder, Location loc, Value address) {
  return LLVM::PtrToIntOp::create(builder, loc, builder.getI32Type(), address);
}

struct BulkLoadLowering : ConvertOpToLLVMPattern<tile::BulkLoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::BulkLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto [destination, source, bytes] =
        getBulkOperands(rewriter, op, adaptor, *getTypeConverter());
    if (op.getSpace().getValue() == tile::SharedSpace::Cluster)
      destination = toClusterWindow(rewriter, loc, destination);
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkGlobalToSharedClusterOp>(
        op, destination, source, adaptor.getMbar(), bytes, adaptor.getCtaMask(),
        adaptor.getCachePolicy());
    return success();
  }
};

struct BulkStoreLowering : ConvertOpToLLVMPattern<tile::BulkStoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::BulkStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto [destination, source, bytes] =
        getBulkOperands(rewriter, op, adaptor, *getTypeConverter());
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkSharedCTAToGlobalOp>(
        op, destination, source, bytes, adaptor.getCachePolicy(),
        /*byteMask=*/Value());
    return success();
  }
};

struct BulkCopyLowering : ConvertOpToLLVMPattern<tile::BulkCopyOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::BulkCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto [destination, source, bytes] =
        getBulkOperands(rewriter, op, adaptor, *getTypeConverter());
    // The op types its barrier as one of the block's own, although PTX means
    // the destination's block. The bits are the same; an addrspacecast would go
    // through the generic address.
    Value barrier = LLVM::IntToPtrOp::create(
        rewriter, loc,
        LLVM::LLVMPointerType::get(op.getContext(), AddressSpace::Shared),
        getSharedBits(rewriter, loc, adaptor.getMbar()));
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkSharedCTAToSharedClusterOp>(
        op, destination, source, barrier, bytes);
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

struct BulkReduceLowering : ConvertOpToLLVMPattern<tile::BulkReduceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::BulkReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto [destination, source, bytes] =
        getBulkOperands(rewriter, op, adaptor, *getTypeConverter());
    createBulkReduce(
        rewriter, loc,
        getReductionName(op.getKind().getValue(), op.getType().getValue()),
        destination, getSharedBits(rewriter, loc, source), bytes,
        adaptor.getCachePolicy());
    rewriter.eraseOp(op);
    return success();
  }
};

struct BulkReduceSharedLowering
    : ConvertOpToLLVMPattern<tile::BulkReduceSharedOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::BulkReduceSharedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto [destination, source, bytes] =
        getBulkOperands(rewriter, op, adaptor, *getTypeConverter());
    createBulkReduceShared(
        rewriter, loc,
        getReductionName(op.getKind().getValue(), op.getType().getValue()),
        getSharedBits(rewriter, loc, destination),
        getSharedBits(rewriter, loc, source), bytes,
        getSharedBits(rewriter, loc, adaptor.getMbar()));
    rewriter.eraseOp(op);
    return success();
  }
};

struct BulkPrefetchLowering : ConvertOpToLLVMPattern<tile::BulkPrefetchOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::BulkPrefetchOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkPrefetchOp>(
        op, getSource(rewriter, op, adaptor, *getTypeConverter()),
        getBytes(rewriter, op, adaptor), adaptor.getCachePolicy());
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
