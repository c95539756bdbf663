// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in shared memory.

#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/Operands.h"
#include "tilery/Sim/Abi.h"

using namespace mlir;
using namespace tilery;

namespace {
/// TILERY_SIM_ORDER of an op, whose default is that of PTX: scope cta and
/// `semantics`.
template <typename OpTy>
Value getOrder(OpBuilder &b, OpTy op, tile::Semantics semantics) {
  auto order = static_cast<int32_t>(op.getSemantics().value_or(semantics)) |
               static_cast<int32_t>(op.getScope().value_or(tile::Scope::Cta))
                   << 8;
  if constexpr (std::is_same_v<OpTy, tile::MBarrierArriveOp> ||
                std::is_same_v<OpTy, tile::MBarrierArriveDropOp>)
    if (op.getNoComplete())
      order |= TILERY_SIM_NO_COMPLETE;
  return createI32(b, op.getLoc(), order);
}

template <typename OpTy>
Value getCount(OpBuilder &b, OpTy op, typename OpTy::Adaptor adaptor) {
  return getI32(b, op.getLoc(), adaptor.getCount(),
                op.getStaticCount().value_or(1));
}

//===----------------------------------------------------------------------===//
// Arrivals and bytes
//===----------------------------------------------------------------------===//

StringRef getFunction(tile::MBarrierArriveOp) {
  return "tilery_sim_mbarrier_arrive";
}
StringRef getFunction(tile::MBarrierArriveDropOp) {
  return "tilery_sim_mbarrier_arrive_drop";
}
StringRef getFunction(tile::MBarrierArriveExpectTxOp) {
  return "tilery_sim_mbarrier_arrive_expect_tx";
}
StringRef getFunction(tile::MBarrierArriveDropExpectTxOp) {
  return "tilery_sim_mbarrier_arrive_drop_expect_tx";
}
StringRef getFunction(tile::MBarrierExpectTxOp) {
  return "tilery_sim_mbarrier_expect_tx";
}
StringRef getFunction(tile::MBarrierCompleteTxOp) {
  return "tilery_sim_mbarrier_complete_tx";
}

/// An arrival gives the state, whether or not somebody asked for it.
template <typename OpTy> struct ArrivalLowering : SimPattern<OpTy> {
  using SimPattern<OpTy>::SimPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    constexpr bool arrives = !std::is_same_v<OpTy, tile::MBarrierExpectTxOp> &&
                             !std::is_same_v<OpTy, tile::MBarrierCompleteTxOp>;
    Value amount;
    if constexpr (std::is_same_v<OpTy, tile::MBarrierArriveOp> ||
                  std::is_same_v<OpTy, tile::MBarrierArriveDropOp>)
      amount = getCount(rewriter, op, adaptor);
    else
      amount = getBytes(rewriter, op, adaptor);
    Value order =
        getOrder(rewriter, op,
                 arrives ? tile::Semantics::Release : tile::Semantics::Relaxed);
    Value state = callSim(rewriter, op, this->tables, getFunction(op),
                          arrives ? rewriter.getI64Type() : Type(),
                          {adaptor.getBarrier(), amount, order});
    if (op->getNumResults() != 0)
      rewriter.replaceOp(op, state);
    else
      rewriter.eraseOp(op);
    return success();
  }
};

/// The number is in the state: no barrier is asked.
struct PendingCountLowering
    : ConvertOpToLLVMPattern<tile::MBarrierPendingCountOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::MBarrierPendingCountOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type i32 = rewriter.getI32Type();
    LLVM::LLVMFuncOp function =
        declareFunction(rewriter, op, "tilery_sim_mbarrier_pending_count", i32,
                        adaptor.getState().getType());
    rewriter.replaceOpWithNewOp<LLVM::CallOp>(op, function, adaptor.getState());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

StringRef getFunction(tile::MBarrierWaitOp) {
  return "tilery_sim_mbarrier_wait";
}
StringRef getFunction(tile::MBarrierTryWaitOp) {
  return "tilery_sim_mbarrier_try_wait";
}
StringRef getFunction(tile::MBarrierTestWaitOp) {
  return "tilery_sim_mbarrier_test_wait";
}

/// The phase is a parity or a state. How long a thread sleeps changes nothing.
template <typename OpTy> struct WaitLowering : SimPattern<OpTy> {
  using SimPattern<OpTy>::SimPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value phase = adaptor.getState();
    std::string function = getFunction(op).str();
    if (phase)
      function += "_state";
    else
      phase = getI32(rewriter, op.getLoc(), adaptor.getParity(),
                     op.getStaticParity());
    Value order = getOrder(rewriter, op, tile::Semantics::Acquire);
    bool hasResult = op->getNumResults() != 0;
    Value done = callSim(rewriter, op, this->tables, function,
                         hasResult ? rewriter.getI32Type() : Type(),
                         {adaptor.getBarrier(), phase, order});
    if (hasResult)
      rewriter.replaceOp(op, isNotZero(rewriter, op.getLoc(), done));
    else
      rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void tilery::populateMBarrierPatterns(const KernelTypeConverter &converter,
                                      const KernelTables &tables,
                                      RewritePatternSet &patterns) {
  using Values = SmallVector<Value>;
  CallPatterns calls(converter, tables, patterns);
  calls.add<tile::MBarrierInitOp>(
      "tilery_sim_mbarrier_init", [](auto &b, auto op, auto adaptor, auto &) {
        return Values{adaptor.getBarrier(), getCount(b, op, adaptor)};
      });
  calls.add<tile::MBarrierInvalOp>("tilery_sim_mbarrier_inval",
                                   [](auto &, auto, auto adaptor, auto &) {
                                     return Values{adaptor.getBarrier()};
                                   });
  patterns.add<PendingCountLowering>(converter);
  patterns.add<ArrivalLowering<tile::MBarrierArriveOp>,
               ArrivalLowering<tile::MBarrierArriveDropOp>,
               ArrivalLowering<tile::MBarrierArriveExpectTxOp>,
               ArrivalLowering<tile::MBarrierArriveDropExpectTxOp>,
               ArrivalLowering<tile::MBarrierExpectTxOp>,
               ArrivalLowering<tile::MBarrierCompleteTxOp>,
               WaitLowering<tile::MBarrierWaitOp>,
               WaitLowering<tile::MBarrierTryWaitOp>,
               WaitLowering<tile::MBarrierTestWaitOp>>(converter, tables);
}
