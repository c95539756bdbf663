// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The barrier of a cooperative grid.

#include "Patterns.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilery;

namespace {
/// The bit of the counter that tells one use of the barrier from the next.
constexpr int64_t phaseBit = int64_t(1) << 31;

/// Orders the thread's accesses with those of other blocks.
void createFence(OpBuilder &b, Location loc) {
  LLVM::FenceOp::create(b, loc, LLVM::AtomicOrdering::acq_rel, "device");
}

Value readEnvironment(OpBuilder &b, Location loc, StringRef name) {
  Value low = LLVM::CallIntrinsicOp::create(
                  b, loc, b.getI32Type(),
                  b.getStringAttr("llvm.nvvm.read.ptx.sreg." + name.str()),
                  ValueRange())
                  .getResults();
  return extendIndex(b, loc, low);
}

/// The word on which the blocks of this launch count themselves. Each
/// cooperative launch has a workspace of its own; %envreg1 and %envreg2 hold
/// the halves of its address (PTX ISA leaves their meaning to the driver; the
/// cooperative groups of CUDA use the same). Its first word is its size, the
/// second the counter, which is zero when the launch begins.
Value createCounter(OpBuilder &b, Location loc) {
  Value high = readEnvironment(b, loc, "envreg1");
  Value low = readEnvironment(b, loc, "envreg2");
  Value shifted = LLVM::ShlOp::create(b, loc, high, createI64(b, loc, 32));
  Value address = LLVM::OrOp::create(b, loc, shifted, low);
  auto global =
      LLVM::LLVMPointerType::get(b.getContext(), AddressSpace::Global);
  Value workspace = LLVM::IntToPtrOp::create(b, loc, global, address);
  return LLVM::GEPOp::create(b, loc, global, b.getI32Type(), workspace,
                             ArrayRef<LLVM::GEPArg>{1});
}

/// Number of blocks of the grid, as i32: all of a cooperative grid are
/// resident, so that the product fits.
Value createNumBlocks(OpBuilder &b, Location loc) {
  Type i32 = b.getI32Type();
  Value x = NVVM::GridDimXOp::create(b, loc, i32, LLVM::ConstantRangeAttr());
  Value y = NVVM::GridDimYOp::create(b, loc, i32, LLVM::ConstantRangeAttr());
  Value z = NVVM::GridDimZOp::create(b, loc, i32, LLVM::ConstantRangeAttr());
  return LLVM::MulOp::create(b, loc, LLVM::MulOp::create(b, loc, x, y), z);
}

/// Whether this is block (0, 0, 0).
Value createIsFirstBlock(OpBuilder &b, Location loc) {
  Type i32 = b.getI32Type();
  Value x = NVVM::BlockIdXOp::create(b, loc, i32, LLVM::ConstantRangeAttr());
  Value y = NVVM::BlockIdYOp::create(b, loc, i32, LLVM::ConstantRangeAttr());
  Value z = NVVM::BlockIdZOp::create(b, loc, i32, LLVM::ConstantRangeAttr());
  Value any = LLVM::OrOp::create(b, loc, LLVM::OrOp::create(b, loc, x, y), z);
  return LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::eq, any,
                              createI32(b, loc, 0));
}

/// What the block adds: together the blocks add the phase bit, which flips it
/// once all have come, and leaves the bits below at zero for the next use.
Value createShare(OpBuilder &b, Location loc) {
  Value others = LLVM::SubOp::create(b, loc, createNumBlocks(b, loc),
                                     createI32(b, loc, 1));
  Value rest = LLVM::SubOp::create(
      b, loc, createI32(b, loc, static_cast<int32_t>(phaseBit)), others);
  return LLVM::SelectOp::create(b, loc, createIsFirstBlock(b, loc), rest,
                                createI32(b, loc, 1));
}

struct GridSyncLowering : ConvertOpToLLVMPattern<tile::GridSyncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::GridSyncOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Block *before = op->getBlock();
    Block *after = rewriter.splitBlock(before, op->getIterator());
    Block *arrive = rewriter.createBlock(after);
    Block *loop = rewriter.createBlock(after);
    Block *leave = rewriter.createBlock(after);

    // The block meets; its first thread stands for it.
    rewriter.setInsertionPointToEnd(before);
    NVVM::BarrierOp::create(rewriter, loc);
    Value isFirst = LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::eq,
                                         createLinearThreadId(rewriter, op),
                                         createI32(rewriter, loc, 0));
    LLVM::CondBrOp::create(rewriter, loc, isFirst, arrive, after);

    rewriter.setInsertionPointToStart(arrive);
    Value counter = createCounter(rewriter, loc);
    Value share = createShare(rewriter, loc);
    createFence(rewriter, loc);
    // LLVM 22 writes an atom without its ordering: the fences have it.
    Value old = LLVM::AtomicRMWOp::create(
        rewriter, loc, LLVM::AtomicBinOp::add, counter, share,
        LLVM::AtomicOrdering::monotonic, "device");
    LLVM::BrOp::create(rewriter, loc, loop);

    rewriter.setInsertionPointToStart(loop);
    Value now = LLVM::LoadOp::create(
        rewriter, loc, rewriter.getI32Type(), counter, /*alignment=*/4,
        /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariant=*/false,
        /*isInvariantGroup=*/false, LLVM::AtomicOrdering::acquire, "device");
    Value changed = LLVM::XOrOp::create(rewriter, loc, now, old);
    // The phase bit is the sign.
    Value flipped =
        LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::slt, changed,
                             createI32(rewriter, loc, 0));
    LLVM::CondBrOp::create(rewriter, loc, flipped, leave, loop);

    rewriter.setInsertionPointToStart(leave);
    createFence(rewriter, loc);
    LLVM::BrOp::create(rewriter, loc, after);

    rewriter.setInsertionPointToStart(after);
    NVVM::BarrierOp::create(rewriter, loc);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void tilery::populateGridSyncPatterns(const KernelTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<GridSyncLowering>(converter);
}
