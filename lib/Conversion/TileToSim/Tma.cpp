// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor copies.

#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/Operands.h"

using namespace mlir;
using namespace tilery;

namespace {
/// Address of the coordinates, in memory that lives as long as the kernel: an
/// alloca in a loop would take new memory at each turn.
Value storeCoords(ConversionPatternRewriter &rewriter, Operation *op,
                  ValueRange coords) {
  Location loc = op->getLoc();
  Type i32 = rewriter.getI32Type();
  Type pointer = LLVM::LLVMPointerType::get(op->getContext());
  Value list;
  {
    OpBuilder::InsertionGuard guard(rewriter);
    auto function = op->getParentOfType<LLVM::LLVMFuncOp>();
    rewriter.setInsertionPointToStart(&function.getBody().front());
    list = LLVM::AllocaOp::create(rewriter, loc, pointer,
                                  LLVM::LLVMArrayType::get(i32, coords.size()),
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
Value createRank(OpBuilder &b, Location loc, ValueRange coords) {
  return createI32(b, loc, static_cast<int32_t>(coords.size()));
}

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

struct CoordLowering : SimPattern<tile::CoordOp> {
  using SimPattern::SimPattern;
  LogicalResult
  matchAndRewrite(tile::CoordOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    replaceCoord(rewriter, op, adaptor.getIndex(), [&] {
      callSim(rewriter, op, tables, "tilery_sim_coord_overflow", Type(),
              adaptor.getIndex());
    });
    return success();
  }
};
} // namespace

Value tilery::getMask(OpBuilder &builder, Location loc, Value mask) {
  if (!mask)
    return createI32(builder, loc, 0);
  return LLVM::ZExtOp::create(builder, loc, builder.getI32Type(), mask);
}

void tilery::populateTmaPatterns(const KernelTypeConverter &converter,
                                 const KernelTables &tables,
                                 RewritePatternSet &patterns) {
  using Values = SmallVector<Value>;
  CallPatterns calls(converter, tables, patterns);
  calls.add<tile::TmaLoadOp>(
      "tilery_sim_tma_load",
      [](auto &b, auto op, auto adaptor, auto &converter) {
        ValueRange coords = adaptor.getCoords();
        return Values{getDestination(b, op, adaptor, converter),
                      adaptor.getMap(),
                      storeCoords(b, op, coords),
                      createRank(b, op.getLoc(), coords),
                      adaptor.getMbar(),
                      getMask(b, op.getLoc(), adaptor.getCtaMask())};
      });
  calls.add<tile::TmaStoreOp>(
      "tilery_sim_tma_store",
      [](auto &b, auto op, auto adaptor, auto &converter) {
        ValueRange coords = adaptor.getCoords();
        Value source = getSource(b, op, adaptor, converter);
        return Values{adaptor.getMap(), storeCoords(b, op, coords),
                      createRank(b, op.getLoc(), coords), source};
      });
  calls.add<tile::TmaReduceOp>(
      "tilery_sim_tma_reduce",
      [](auto &b, auto op, auto adaptor, auto &converter) {
        ValueRange coords = adaptor.getCoords();
        Value source = getSource(b, op, adaptor, converter);
        // tensormap::ReduceOp has the values of tile::ReduceKind.
        return Values{createEnum(b, op.getLoc(), op.getKind().getValue()),
                      adaptor.getMap(), storeCoords(b, op, coords),
                      createRank(b, op.getLoc(), coords), source};
      });
  calls.add<tile::TmaPrefetchOp>(
      "tilery_sim_tma_prefetch", [](auto &b, auto op, auto adaptor, auto &) {
        ValueRange coords = adaptor.getCoords();
        return Values{adaptor.getMap(), storeCoords(b, op, coords),
                      createRank(b, op.getLoc(), coords)};
      });
  calls.add<tile::TmaPrefetchMapOp>("tilery_sim_tma_prefetch_map",
                                    [](auto &, auto, auto adaptor, auto &) {
                                      return Values{adaptor.getMap()};
                                    });
  patterns.add<CoordLowering>(converter, tables);
  patterns.add<CreatePolicyLowering>(converter);
}
