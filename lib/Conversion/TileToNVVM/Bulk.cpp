// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bulk groups (PTX ISA, cp.async.bulk.commit_group and wait_group).

#include "Patterns.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilery;

namespace {
struct CommitGroupLowering : ConvertOpToLLVMPattern<tile::BulkCommitGroupOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::BulkCommitGroupOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkCommitGroupOp>(op);
    return success();
  }
};

struct WaitGroupLowering : ConvertOpToLLVMPattern<tile::BulkWaitGroupOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::BulkWaitGroupOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkWaitGroupOp>(
        op, op.getPendingAttr(), op.getReadAttr());
    return success();
  }
};
} // namespace

void tilery::populateBulkPatterns(const KernelTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<CommitGroupLowering, WaitGroupLowering>(converter);
}
