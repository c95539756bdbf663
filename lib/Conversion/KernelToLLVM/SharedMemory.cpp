// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views of shared memory, the block's own and that of the cluster's others.

#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/MemRefParts.h"
#include "tilery/Conversion/KernelToLLVM/Operands.h"

using namespace mlir;
using namespace tilery;

namespace {
/// A tile at a fixed byte of a buffer, which becomes the tile's own base: the
/// swizzle counts from there, and the offset is a multiple of its period.
struct SharedViewLowering : ConvertOpToLLVMPattern<tile::SharedViewOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::SharedViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, advance(rewriter, op.getLoc(), adaptor.getSource(),
                                   op.getOffset()));
    return success();
  }
};

struct MBarrierRefLowering : ConvertOpToLLVMPattern<tile::MBarrierRefOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::MBarrierRefOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefParts parts(rewriter, op.getLoc(),
                      cast<MemRefType>(op.getBarriers().getType()),
                      adaptor.getBarriers());
    rewriter.replaceOp(op, parts.getAddress(rewriter, op.getLoc(),
                                            rewriter.getI64Type(),
                                            adaptor.getIndices()));
    return success();
  }
};
} // namespace

void tilery::replaceMapa(ConversionPatternRewriter &rewriter, tile::MapaOp op,
                         tile::MapaOp::Adaptor adaptor,
                         function_ref<Value(Value address, Value rank)> map) {
  Location loc = op.getLoc();
  Value rank = getI32(rewriter, loc, adaptor.getRank(), op.getStaticRank());
  if (!rank.getType().isInteger(32))
    rank = LLVM::TruncOp::create(rewriter, loc, rewriter.getI32Type(), rank);
  auto type = dyn_cast<MemRefType>(op.getSource().getType());
  if (!type) {
    rewriter.replaceOp(op, map(adaptor.getSource(), rank));
    return;
  }
  // The base is that of the buffer, as the swizzle needs it: blocks of a
  // cluster lay their shared memory out alike.
  MemRefParts source(rewriter, loc, type, adaptor.getSource());
  MemRefParts result(cast<MemRefType>(op.getType()));
  result.setBase(map(source.getBase(), rank));
  result.copyLayout(rewriter, loc, source);
  rewriter.replaceOp(op, result.pack(rewriter, loc));
}

void tilery::populateSharedMemoryPatterns(const KernelTypeConverter &converter,
                                          RewritePatternSet &patterns) {
  patterns.add<SharedViewLowering, MBarrierRefLowering>(converter);
}
