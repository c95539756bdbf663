// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scf.index_switch over all 64 bits of its index: MLIR's own lowering compares
// the low 32.

#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilery;

namespace {
/// Moves a region before `after`, where its yield branches to; gives its entry.
Block *inlineRegion(PatternRewriter &rewriter, Region &region, Block *after) {
  Block *entry = &region.front();
  Operation *yield = region.back().getTerminator();
  rewriter.setInsertionPoint(yield);
  rewriter.replaceOpWithNewOp<cf::BranchOp>(yield, after, yield->getOperands());
  rewriter.inlineRegionBefore(region, after);
  return entry;
}

struct IndexSwitchLowering : OpRewritePattern<scf::IndexSwitchOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(scf::IndexSwitchOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Block *before = op->getBlock();
    Block *after = rewriter.splitBlock(before, op->getIterator());
    SmallVector<Location> locations(op.getNumResults(), loc);
    after->addArguments(op.getResultTypes(), locations);

    SmallVector<Block *> cases;
    SmallVector<APInt> values;
    for (auto [region, value] :
         llvm::zip_equal(op.getCaseRegions(), op.getCases())) {
      cases.push_back(inlineRegion(rewriter, region, after));
      values.push_back(APInt(64, value, /*isSigned=*/true));
    }
    Block *otherwise = inlineRegion(rewriter, op.getDefaultRegion(), after);

    rewriter.setInsertionPointToEnd(before);
    Value flag = arith::IndexCastOp::create(rewriter, loc,
                                            rewriter.getI64Type(), op.getArg());
    SmallVector<ValueRange> operands(cases.size());
    cf::SwitchOp::create(rewriter, loc, flag, otherwise, ValueRange(), values,
                         cases, operands);
    rewriter.replaceOp(op, after->getArguments());
    return success();
  }
};
} // namespace

void tilery::populateIndexSwitchPatterns(RewritePatternSet &patterns) {
  // Before MLIR's own.
  patterns.add<IndexSwitchLowering>(patterns.getContext(), /*benefit=*/2);
}
