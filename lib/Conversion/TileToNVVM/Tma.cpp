// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor copies of the copy engine (PTX ISA, cp.async.bulk.tensor).

#include "InlinePtx.h"
#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/Operands.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilery;

Value tilery::toClusterWindow(OpBuilder &builder, Location loc, Value address) {
  Value bits =
      LLVM::PtrToIntOp::create(builder, loc, builder.getI32Type(), address);
  return LLVM::IntToPtrOp::create(
      builder, loc,
      LLVM::LLVMPointerType::get(builder.getContext(),
                                 AddressSpace::SharedCluster),
      bits);
}

namespace {
struct LoadLowering : ConvertOpToLLVMPattern<tile::TmaLoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::TmaLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value destination =
        getDestination(rewriter, op, adaptor, *getTypeConverter());
    bool ownBlock = op.getSpace().getValue() == tile::SharedSpace::Cta;
    if (!ownBlock)
      destination = toClusterWindow(rewriter, loc, destination);
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp>(
        op, destination, adaptor.getMap(), adaptor.getCoords(),
        adaptor.getMbar(), /*im2colOffsets=*/ValueRange(), adaptor.getCtaMask(),
        adaptor.getCachePolicy(), NVVM::TMALoadMode::TILE,
        /*isCTAOnly=*/ownBlock,
        /*group=*/NVVM::CTAGroupKindAttr(), /*predicate=*/Value());
    return success();
  }
};

struct StoreLowering : ConvertOpToLLVMPattern<tile::TmaStoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::TmaStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = getSource(rewriter, op, adaptor, *getTypeConverter());
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp>(
        op, adaptor.getMap(), source, adaptor.getCoords(),
        adaptor.getCachePolicy(), NVVM::TMAStoreMode::TILE,
        /*predicate=*/Value());
    return success();
  }
};

NVVM::TMAReduxKind getReduxKind(tile::ReduceKind kind) {
  switch (kind) {
  case tile::ReduceKind::Add:
    return NVVM::TMAReduxKind::ADD;
  case tile::ReduceKind::Min:
    return NVVM::TMAReduxKind::MIN;
  case tile::ReduceKind::Max:
    return NVVM::TMAReduxKind::MAX;
  case tile::ReduceKind::Inc:
    return NVVM::TMAReduxKind::INC;
  case tile::ReduceKind::Dec:
    return NVVM::TMAReduxKind::DEC;
  case tile::ReduceKind::And:
    return NVVM::TMAReduxKind::AND;
  case tile::ReduceKind::Or:
    return NVVM::TMAReduxKind::OR;
  case tile::ReduceKind::Xor:
    return NVVM::TMAReduxKind::XOR;
  }
  llvm_unreachable("all kinds are listed");
}

struct ReduceLowering : ConvertOpToLLVMPattern<tile::TmaReduceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::TmaReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = getSource(rewriter, op, adaptor, *getTypeConverter());
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkTensorReduceOp>(
        op, adaptor.getMap(), source,
        NVVM::TMAReduxKindAttr::get(rewriter.getContext(),
                                    getReduxKind(op.getKind().getValue())),
        NVVM::TMAStoreModeAttr::get(rewriter.getContext(),
                                    NVVM::TMAStoreMode::TILE),
        adaptor.getCoords(), adaptor.getCachePolicy());
    return success();
  }
};

struct PrefetchLowering : ConvertOpToLLVMPattern<tile::TmaPrefetchOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::TmaPrefetchOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkTensorPrefetchOp>(
        op, adaptor.getMap(), adaptor.getCoords(),
        /*im2colOffsets=*/ValueRange(), NVVM::TMALoadMode::TILE,
        adaptor.getCachePolicy());
    return success();
  }
};

struct PrefetchMapLowering : ConvertOpToLLVMPattern<tile::TmaPrefetchMapOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::TmaPrefetchMapOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::PrefetchOp>(
        op, /*cacheLevel=*/nullptr, /*evictPriority=*/nullptr, adaptor.getMap(),
        /*predicate=*/Value(), /*tensormap=*/true, /*uniform=*/false,
        /*in_param_space=*/true);
    return success();
  }
};

struct CreatePolicyLowering : ConvertOpToLLVMPattern<tile::CreatePolicyOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::CreatePolicyOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<APFloat> fraction = op.getFraction();
    rewriter.replaceOp(
        op, createCachePolicy(
                rewriter, op.getLoc(),
                tile::stringifyCachePolicy(op.getPriority().getValue()),
                fraction ? fraction->convertToFloat() : 1.0f));
    return success();
  }
};

struct CoordLowering : ConvertOpToLLVMPattern<tile::CoordOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::CoordOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    replaceCoord(rewriter, op, adaptor.getIndex(),
                 [&] { LLVM::Trap::create(rewriter, op.getLoc()); });
    return success();
  }
};
} // namespace

void tilery::populateTmaPatterns(const KernelTypeConverter &converter,
                                 RewritePatternSet &patterns) {
  patterns.add<LoadLowering, StoreLowering, ReduceLowering, PrefetchLowering,
               PrefetchMapLowering, CreatePolicyLowering, CoordLowering>(
      converter);
}
