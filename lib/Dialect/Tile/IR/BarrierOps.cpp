// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BarrierChecks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

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

LogicalResult tile::verifyBarrierParameter(Operation *op, Value value,
                                           IntegerAttr constant, StringRef what,
                                           int64_t low, int64_t high) {
  if (static_cast<bool>(value) == static_cast<bool>(constant))
    return op->emitOpError()
           << "expected " << what << " as an operand or as a constant, got "
           << (value ? "both" : "none");
  APInt number;
  if (constant)
    number = constant.getValue();
  else if (!matchPattern(value, m_ConstantInt(&number)))
    return success();
  int64_t known = number.getSExtValue();
  if (known < low || known > high)
    return op->emitOpError() << "(C1) expected " << what << " of " << low
                             << " to " << high << ", got " << known;
  return success();
}

LogicalResult tile::foldBarrierParameter(Attribute operand,
                                         MutableOperandRange range,
                                         function_ref<void(int32_t)> set) {
  auto constant = dyn_cast_if_present<IntegerAttr>(operand);
  if (!constant)
    return failure();
  range.clear();
  set(static_cast<int32_t>(constant.getInt()));
  return success();
}
