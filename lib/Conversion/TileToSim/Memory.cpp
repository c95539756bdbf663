// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared memory, and the announcement of plain accesses.

#include "Patterns.h"

using namespace mlir;
using namespace tilery;

AccessHook tilery::makeAccessHook(const KernelTables &tables) {
  return [&tables](ConversionPatternRewriter &rewriter, Operation *op,
                   MemRefType type, Value address, int64_t bytes,
                   unsigned alignment, bool isWrite) {
    StringRef function;
    if (tile::isClusterMemRef(type))
      function =
          isWrite ? "tilery_sim_write_cluster" : "tilery_sim_read_cluster";
    else if (tile::isSharedMemRef(type))
      function = isWrite ? "tilery_sim_write_shared" : "tilery_sim_read_shared";
    else
      function = isWrite ? "tilery_sim_write_global" : "tilery_sim_read_global";
    Location loc = op->getLoc();
    callSim(rewriter, op, tables, function, Type(),
            {address, createI32(rewriter, loc, static_cast<int32_t>(bytes)),
             createI32(rewriter, loc, static_cast<int32_t>(alignment))});
  };
}

namespace {
struct AllocSharedLowering : ConvertOpToLLVMPattern<tile::AllocSharedOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::AllocSharedOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<int64_t> offset = op.getOffset();
    if (!offset)
      return op.emitOpError("(P02) has no place in shared memory; run "
                            "tile-plan-shared-memory before");
    // TilerySimThread::shared, its first field.
    Location loc = op.getLoc();
    Value thread = getThread(op);
    Value base = LLVM::LoadOp::create(
        rewriter, loc, thread.getType(), thread, /*alignment=*/8,
        /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariant=*/true);
    rewriter.replaceOp(op, advance(rewriter, loc, base, *offset));
    return success();
  }
};
} // namespace

void tilery::populateMemoryPatterns(const KernelTypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<AllocSharedLowering>(converter);
}
