// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor copies.

#include "Patterns.h"
#include "tilery/TensorMap/Types.h"

using namespace mlir;
using namespace tilery;

namespace {
template <typename OpTy> struct TmaPattern : SimPattern<OpTy> {
  using SimPattern<OpTy>::SimPattern;

  Value getAddress(OpBuilder &builder, Location loc, Value buffer,
                   Value lowered) const {
    return getStart(builder, loc, *this->getTypeConverter(), buffer, lowered);
  }

  /// Address of the coordinates, in memory that lives as long as the kernel: an
  /// alloca in a loop would take new memory at each turn.
  static Value storeCoords(ConversionPatternRewriter &rewriter, OpTy op,
                           ValueRange coords) {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    Type pointer = LLVM::LLVMPointerType::get(op.getContext());
    Value list;
    {
      OpBuilder::InsertionGuard guard(rewriter);
      auto function = op->template getParentOfType<LLVM::LLVMFuncOp>();
      rewriter.setInsertionPointToStart(&function.getBody().front());
      list = LLVM::AllocaOp::create(
          rewriter, loc, pointer, LLVM::LLVMArrayType::get(i32, coords.size()),
          createI32(rewriter, loc, 1));
    }
    for (auto [index, coord] : llvm::enumerate(coords)) {
      Value place = LLVM::GEPOp::create(
          rewriter, loc, pointer, i32, list,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
      LLVM::StoreOp::create(rewriter, loc, coord, place);
    }
    return list;
  }
  static Value getRank(OpBuilder &builder, OpTy op) {
    return createI32(builder, op.getLoc(),
                     static_cast<int32_t>(op.getCoords().size()));
  }
};

struct LoadLowering : TmaPattern<tile::TmaLoadOp> {
  using TmaPattern::TmaPattern;
  LogicalResult
  matchAndRewrite(tile::TmaLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value destination = getAddress(rewriter, loc, op.getDestination(),
                                   adaptor.getDestination());
    callSim(rewriter, op, tables, "tilery_sim_tma_load", Type(),
            {destination, adaptor.getMap(),
             storeCoords(rewriter, op, adaptor.getCoords()),
             getRank(rewriter, op), adaptor.getMbar(),
             getMask(rewriter, loc, adaptor.getCtaMask())});
    rewriter.eraseOp(op);
    return success();
  }
};

struct StoreLowering : TmaPattern<tile::TmaStoreOp> {
  using TmaPattern::TmaPattern;
  LogicalResult
  matchAndRewrite(tile::TmaStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source =
        getAddress(rewriter, op.getLoc(), op.getSource(), adaptor.getSource());
    callSim(rewriter, op, tables, "tilery_sim_tma_store", Type(),
            {adaptor.getMap(), storeCoords(rewriter, op, adaptor.getCoords()),
             getRank(rewriter, op), source});
    rewriter.eraseOp(op);
    return success();
  }
};

struct ReduceLowering : TmaPattern<tile::TmaReduceOp> {
  using TmaPattern::TmaPattern;
  LogicalResult
  matchAndRewrite(tile::TmaReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source =
        getAddress(rewriter, op.getLoc(), op.getSource(), adaptor.getSource());
    callSim(rewriter, op, tables, "tilery_sim_tma_reduce", Type(),
            {createReduceKind(rewriter, op.getLoc(), op.getKind().getValue()),
             adaptor.getMap(), storeCoords(rewriter, op, adaptor.getCoords()),
             getRank(rewriter, op), source});
    rewriter.eraseOp(op);
    return success();
  }
};

struct PrefetchLowering : TmaPattern<tile::TmaPrefetchOp> {
  using TmaPattern::TmaPattern;
  LogicalResult
  matchAndRewrite(tile::TmaPrefetchOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    callSim(rewriter, op, tables, "tilery_sim_tma_prefetch", Type(),
            {adaptor.getMap(), storeCoords(rewriter, op, adaptor.getCoords()),
             getRank(rewriter, op)});
    rewriter.eraseOp(op);
    return success();
  }
};

struct PrefetchMapLowering : SimPattern<tile::TmaPrefetchMapOp> {
  using SimPattern::SimPattern;
  LogicalResult
  matchAndRewrite(tile::TmaPrefetchMapOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    callSim(rewriter, op, tables, "tilery_sim_tma_prefetch_map", Type(),
            adaptor.getMap());
    rewriter.eraseOp(op);
    return success();
  }
};

/// Caches change no byte: any value will do.
struct CreatePolicyLowering : ConvertOpToLLVMPattern<tile::CreatePolicyOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::CreatePolicyOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, createI64(rewriter, op.getLoc(), 0));
    return success();
  }
};

/// An index that does not fit 32 bits ends the kernel.
struct CoordLowering : SimPattern<tile::CoordOp> {
  using SimPattern::SimPattern;
  LogicalResult
  matchAndRewrite(tile::CoordOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value index = adaptor.getIndex();
    Value narrow;
    branchUnless(
        rewriter, op,
        [&]() -> Value {
          narrow = LLVM::TruncOp::create(rewriter, loc, rewriter.getI32Type(),
                                         index);
          Value wide = LLVM::SExtOp::create(rewriter, loc,
                                            rewriter.getI64Type(), narrow);
          return LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::eq,
                                      wide, index);
        },
        [&] {
          callSim(rewriter, op, tables, "tilery_sim_coord_overflow", Type(),
                  index);
        });
    rewriter.replaceOp(op, narrow);
    return success();
  }
};
} // namespace

Value tilery::getMask(OpBuilder &builder, Location loc, Value mask) {
  if (!mask)
    return createI32(builder, loc, 0);
  return LLVM::ZExtOp::create(builder, loc, builder.getI32Type(), mask);
}

/// tensormap::ReduceOp has the values of tile::ReduceKind.
Value tilery::createReduceKind(OpBuilder &builder, Location loc,
                               tile::ReduceKind kind) {
  return createI32(builder, loc, static_cast<int32_t>(kind));
}

void tilery::populateTmaPatterns(const KernelTypeConverter &converter,
                                 const KernelTables &tables,
                                 RewritePatternSet &patterns) {
  patterns.add<LoadLowering, StoreLowering, ReduceLowering, PrefetchLowering,
               PrefetchMapLowering, CoordLowering>(converter, tables);
  patterns.add<CreatePolicyLowering>(converter);
}
