// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Patterns that branch split their block, and the conversion's rewriter logs
// each operation behind the split: thousands of copies in one block would cost
// the square of their number.

#include "Patterns.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilery;

static void splitLongBlock(RewriterBase &rewriter, Block *block) {
  constexpr size_t piece = 64;
  SmallVector<Operation *> starts;
  for (auto [index, op] : llvm::enumerate(*block))
    if (index != 0 && index % piece == 0)
      starts.push_back(&op);
  if (starts.size() < 2)
    return;
  OpBuilder::InsertionGuard guard(rewriter);
  // From the end: each split moves one piece.
  for (Operation *start : llvm::reverse(starts)) {
    Block *rest = rewriter.splitBlock(block, start->getIterator());
    rewriter.setInsertionPointToEnd(block);
    LLVM::BrOp::create(rewriter, start->getLoc(), rest);
  }
}

void tilery::splitLongBlocks(RewriterBase &rewriter, LLVM::LLVMFuncOp func) {
  // MLIR's lowering of scf.while takes regions of one block alone.
  SmallVector<Block *> blocks;
  func.walk([&](Block *block) {
    if (!isa<scf::WhileOp>(block->getParentOp()))
      blocks.push_back(block);
  });
  for (Block *block : blocks)
    splitLongBlock(rewriter, block);
}
