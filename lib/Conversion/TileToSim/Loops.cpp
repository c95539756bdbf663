// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops: each back edge takes one from TilerySimThread::fuel, so that a thread
// which polls memory lets the others run, and an endless loop is found.

#include "Patterns.h"
#include "tilery/Sim/Abi.h"

#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace tilery;

static LLVM::LLVMFuncOp declareRefuel(LLVM::LLVMFuncOp function) {
  constexpr StringLiteral name = "tilery_sim_refuel";
  auto module = function->getParentOfType<ModuleOp>();
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  return LLVM::LLVMFuncOp::create(
      b, module.getLoc(), name,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(b.getContext()),
                                  {pointer, b.getI32Type()}));
}

/// The terminators of blocks that branch back to a block which dominates them.
static SmallVector<Operation *> findBackEdges(LLVM::LLVMFuncOp function) {
  SmallVector<Operation *> edges;
  if (function.getBody().hasOneBlock())
    return edges;
  DominanceInfo dominance(function);
  for (Block &block : function.getBody())
    if (llvm::any_of(block.getSuccessors(), [&](Block *successor) {
          return dominance.dominates(successor, &block);
        }))
      edges.push_back(block.getTerminator());
  return edges;
}

void tilery::countLoops(LLVM::LLVMFuncOp function, KernelTable &table) {
  for (Operation *edge : findBackEdges(function)) {
    Location loc = edge->getLoc();
    Block *block = edge->getBlock();
    Block *rest = block->splitBlock(edge);
    OpBuilder b = OpBuilder::atBlockEnd(block);
    Value thread = getThread(function.getBody().front().getTerminator());
    Value place = LLVM::GEPOp::create(
        b, loc, thread.getType(), b.getI8Type(), thread,
        ArrayRef<LLVM::GEPArg>{offsetof(TilerySimThread, fuel)});
    Value fuel = LLVM::LoadOp::create(b, loc, b.getI64Type(), place);
    Value left = LLVM::SubOp::create(b, loc, fuel, createI64(b, loc, 1));
    LLVM::StoreOp::create(b, loc, left, place);
    Value isEmpty = LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::slt, left,
                                         createI64(b, loc, 0));
    Block *refuel = b.createBlock(rest);
    b.setInsertionPointToEnd(block);
    LLVM::CondBrOp::create(b, loc, isEmpty, refuel, rest);

    b.setInsertionPointToEnd(refuel);
    Value site =
        createI32(b, loc, static_cast<int32_t>(table.addSite(loc, "loop")));
    LLVM::CallOp::create(b, loc, declareRefuel(function),
                         ValueRange{thread, site});
    LLVM::BrOp::create(b, loc, rest);
  }
}
