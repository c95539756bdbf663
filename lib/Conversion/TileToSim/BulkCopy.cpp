// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of plain memory.

#include "Patterns.h"

#include <array>

using namespace mlir;
using namespace tilery;

namespace {
template <typename OpTy> struct BulkPattern : SimPattern<OpTy> {
  using SimPattern<OpTy>::SimPattern;
  Value getAddress(OpBuilder &builder, Location loc, Value buffer,
                   Value lowered) const {
    return getStart(builder, loc, *this->getTypeConverter(), buffer, lowered);
  }
  static Value getBytes(OpBuilder &builder, OpTy op,
                        typename OpTy::Adaptor adaptor) {
    return getI32(builder, op.getLoc(), adaptor.getBytes(),
                  op.getStaticBytes());
  }
  /// What each copy has: where it goes, where it comes from, how many bytes.
  std::array<Value, 3> getCopy(OpBuilder &builder, OpTy op,
                               typename OpTy::Adaptor adaptor) const {
    Location loc = op.getLoc();
    return {
        getAddress(builder, loc, op.getDestination(), adaptor.getDestination()),
        getAddress(builder, loc, op.getSource(), adaptor.getSource()),
        getBytes(builder, op, adaptor)};
  }
};

struct BulkLoadLowering : BulkPattern<tile::BulkLoadOp> {
  using BulkPattern::BulkPattern;
  LogicalResult
  matchAndRewrite(tile::BulkLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto [destination, source, bytes] = getCopy(rewriter, op, adaptor);
    callSim(rewriter, op, tables, "tilery_sim_bulk_load", Type(),
            {destination, source, bytes, adaptor.getMbar(),
             getMask(rewriter, op.getLoc(), adaptor.getCtaMask())});
    rewriter.eraseOp(op);
    return success();
  }
};

struct BulkStoreLowering : BulkPattern<tile::BulkStoreOp> {
  using BulkPattern::BulkPattern;
  LogicalResult
  matchAndRewrite(tile::BulkStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto [destination, source, bytes] = getCopy(rewriter, op, adaptor);
    callSim(rewriter, op, tables, "tilery_sim_bulk_store", Type(),
            {destination, source, bytes});
    rewriter.eraseOp(op);
    return success();
  }
};

struct BulkCopyLowering : BulkPattern<tile::BulkCopyOp> {
  using BulkPattern::BulkPattern;
  LogicalResult
  matchAndRewrite(tile::BulkCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto [destination, source, bytes] = getCopy(rewriter, op, adaptor);
    callSim(rewriter, op, tables, "tilery_sim_bulk_copy", Type(),
            {destination, source, bytes, adaptor.getMbar()});
    rewriter.eraseOp(op);
    return success();
  }
};

Value createReduceType(OpBuilder &builder, Location loc,
                       tile::ReduceType type) {
  return createI32(builder, loc, static_cast<int32_t>(type));
}

struct BulkReduceLowering : BulkPattern<tile::BulkReduceOp> {
  using BulkPattern::BulkPattern;
  LogicalResult
  matchAndRewrite(tile::BulkReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto [destination, source, bytes] = getCopy(rewriter, op, adaptor);
    callSim(rewriter, op, tables, "tilery_sim_bulk_reduce", Type(),
            {createReduceKind(rewriter, op.getLoc(), op.getKind().getValue()),
             createReduceType(rewriter, op.getLoc(), op.getType().getValue()),
             destination, source, bytes});
    rewriter.eraseOp(op);
    return success();
  }
};

struct BulkReduceSharedLowering : BulkPattern<tile::BulkReduceSharedOp> {
  using BulkPattern::BulkPattern;
  LogicalResult
  matchAndRewrite(tile::BulkReduceSharedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto [destination, source, bytes] = getCopy(rewriter, op, adaptor);
    callSim(rewriter, op, tables, "tilery_sim_bulk_reduce_shared", Type(),
            {createReduceKind(rewriter, op.getLoc(), op.getKind().getValue()),
             createReduceType(rewriter, op.getLoc(), op.getType().getValue()),
             destination, source, bytes, adaptor.getMbar()});
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
        getAddress(rewriter, op.getLoc(), op.getSource(), adaptor.getSource());
    callSim(rewriter, op, tables, "tilery_sim_bulk_prefetch", Type(),
            {source, getBytes(rewriter, op, adaptor)});
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void tilery::populateBulkCopyPatterns(const KernelTypeConverter &converter,
                                      const KernelTables &tables,
                                      RewritePatternSet &patterns) {
  patterns
      .add<BulkLoadLowering, BulkStoreLowering, BulkCopyLowering,
           BulkReduceLowering, BulkReduceSharedLowering, BulkPrefetchLowering>(
          converter, tables);
}
