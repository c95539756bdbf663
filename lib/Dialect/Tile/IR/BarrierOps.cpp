// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

/// The largest arrival count and number of pending bytes (PTX ISA, mbarrier).
static constexpr int64_t kMaxCount = (1 << 20) - 1;

LogicalResult MBarrierRefOp::verify() {
  MemRefType type = cast<MemRefType>(getBarriers().getType());
  if (int64_t(getIndices().size()) != type.getRank())
    return emitOpError() << "(C1) expected " << type.getRank()
                         << " indices, one a dimension of the barrier buffer, "
                            "got "
                         << int64_t(getIndices().size());
  for (auto [dim, index] : llvm::enumerate(getIndices())) {
    APInt value;
    if (!matchPattern(index, m_ConstantInt(&value)))
      continue;
    int64_t extent = type.getDimSize(dim);
    if (value.isNegative() ||
        (!ShapedType::isDynamic(extent) && value.sge(extent)))
      return emitOpError() << "(C1) expected index " << dim << " within 0.."
                           << extent - 1 << ", got " << value.getSExtValue();
  }
  return success();
}

/// One of the two spellings of an i32 parameter is there, and a constant lies
/// in its range.
static LogicalResult verifyIntOrValue(Operation *op, Value value,
                                      std::optional<int32_t> constant,
                                      StringRef what, int64_t low,
                                      int64_t high) {
  if (static_cast<bool>(value) == constant.has_value())
    return op->emitOpError() << "expected " << what
                             << " as an operand or as a constant, got "
                             << (value ? "both" : "none");
  if (constant && (*constant < low || *constant > high))
    return op->emitOpError() << "(C1) expected " << what << " of " << low
                             << " to " << high << ", got " << *constant;
  return success();
}

/// Turns a constant operand into the attribute, unless it is out of range: the
/// error is better than a fold.
static LogicalResult foldConstant(Attribute operand, MutableOperandRange range,
                                  function_ref<void(int32_t)> set, int64_t low,
                                  int64_t high) {
  auto constant = dyn_cast_if_present<IntegerAttr>(operand);
  if (!constant || constant.getInt() < low || constant.getInt() > high)
    return failure();
  range.clear();
  set(static_cast<int32_t>(constant.getInt()));
  return success();
}

LogicalResult MBarrierInitOp::verify() {
  return verifyIntOrValue(*this, getCount(), getStaticCount(),
                          "an arrival count", 1, kMaxCount);
}
LogicalResult MBarrierInitOp::fold(FoldAdaptor adaptor,
                                   SmallVectorImpl<OpFoldResult> &) {
  return foldConstant(adaptor.getCount(), getCountMutable(),
                       [&](int32_t value) { setStaticCount(value); }, 1, kMaxCount);
}

#define TILERY_TX_OP(OP)                                                       \
  LogicalResult OP::verify() {                                                 \
    return verifyIntOrValue(*this, getBytes(), getStaticBytes(), "bytes", 0,   \
                            kMaxCount);                                        \
  }                                                                            \
  LogicalResult OP::fold(FoldAdaptor adaptor,                                  \
                         SmallVectorImpl<OpFoldResult> &) {                    \
    return foldConstant(adaptor.getBytes(), getBytesMutable(),          \
 [&](int32_t value) { setStaticBytes(value); }, 0, kMaxCount);                    \
  }
TILERY_TX_OP(MBarrierArriveExpectTxOp)
TILERY_TX_OP(MBarrierExpectTxOp)
#undef TILERY_TX_OP

LogicalResult MBarrierWaitOp::verify() {
  return verifyIntOrValue(*this, getParity(), getStaticParity(), "a parity", 0,
                          1);
}
LogicalResult MBarrierWaitOp::fold(FoldAdaptor adaptor,
                                   SmallVectorImpl<OpFoldResult> &) {
  return foldConstant(adaptor.getParity(), getParityMutable(),
                       [&](int32_t value) { setStaticParity(value); }, 0, 1);
}

#define TILERY_POLL_OP(OP)                                                     \
  LogicalResult OP::verify() {                                                 \
    return verifyIntOrValue(*this, getParity(), getStaticParity(), "a parity", \
                            0, 1);                                             \
  }                                                                            \
  OpFoldResult OP::fold(FoldAdaptor adaptor) {                                 \
    LogicalResult folded =                                                     \
        foldConstant(adaptor.getParity(), getParityMutable(),           \
 [&](int32_t value) { setStaticParity(value); }, 0, 1);                              \
    return succeeded(folded) ? OpFoldResult(getResult()) : OpFoldResult();     \
  }
TILERY_POLL_OP(MBarrierTryWaitOp)
TILERY_POLL_OP(MBarrierTestWaitOp)
#undef TILERY_POLL_OP

#define TILERY_FORM(OP, FORM)                                                  \
  tensormap::Form OP::getTargetForm() { return tensormap::Form::FORM; }
TILERY_FORM(MBarrierInitOp, MBarrierInit)
TILERY_FORM(MBarrierInvalOp, MBarrierInval)
TILERY_FORM(MBarrierArriveOp, MBarrierArrive)
TILERY_FORM(MBarrierArriveExpectTxOp, MBarrierArriveExpectTx)
TILERY_FORM(MBarrierExpectTxOp, MBarrierExpectTx)
TILERY_FORM(MBarrierWaitOp, MBarrierTryWait)
TILERY_FORM(MBarrierTryWaitOp, MBarrierTryWait)
TILERY_FORM(MBarrierTestWaitOp, MBarrierTestWait)
#undef TILERY_FORM
