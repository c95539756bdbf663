// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text and assertions.

#include "Patterns.h"

using namespace mlir;
using namespace tilery;

namespace {
struct PrintfLowering : SimPattern<tile::PrintfOp> {
  using SimPattern::SimPattern;
  LogicalResult
  matchAndRewrite(tile::PrintfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FailureOr<PrintfArguments> arguments =
        createPrintfArguments(rewriter, op, adaptor.getArgs());
    if (failed(arguments))
      return failure();
    callSim(rewriter, op, tables, "tilery_sim_printf", Type(),
            {createText(rewriter, op, op.getFormat(), /*space=*/0),
             arguments->address,
             createI32(rewriter, op.getLoc(),
                       static_cast<int32_t>(arguments->bytes))});
    rewriter.eraseOp(op);
    return success();
  }
};

struct AssertLowering : SimPattern<tile::AssertOp> {
  using SimPattern::SimPattern;
  LogicalResult
  matchAndRewrite(tile::AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    branchUnless(
        rewriter, op, [&] { return adaptor.getCondition(); },
        [&] {
          callSim(rewriter, op, tables, "tilery_sim_assert_fail", Type(),
                  createText(rewriter, op, op.getMessage(), /*space=*/0));
        });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void tilery::populateDebugPatterns(const KernelTypeConverter &converter,
                                   const KernelTables &tables,
                                   RewritePatternSet &patterns) {
  patterns.add<PrintfLowering, AssertLowering>(converter, tables);
}
