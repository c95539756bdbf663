// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The life of a barrier.

#include "BarrierChecks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

//===----------------------------------------------------------------------===//
// MBarrierRefOp
//===----------------------------------------------------------------------===//

LogicalResult MBarrierRefOp::inferReturnTypes(MLIRContext *context,
                                              std::optional<Location>,
                                              ValueRange operands,
                                              DictionaryAttr, OpaqueProperties,
                                              RegionRange,
                                              SmallVectorImpl<Type> &types) {
  bool isRemote = isClusterMemRef(operands.front().getType());
  types.push_back(MBarrierRefType::get(context, isRemote ? SharedSpace::Cluster
                                                         : SharedSpace::Cta));
  return success();
}

LogicalResult MBarrierRefOp::verify() {
  auto type = cast<MemRefType>(getBarriers().getType());
  if (!isa<MBarrierType>(type.getElementType()) ||
      (!isSharedMemRef(type) && !isClusterMemRef(type)))
    return emitOpError() << "(C2) expected a buffer of !tile.mbarrier in "
                            "#tile.shared or #tile.shared_cluster, got "
                         << type
                         << "; allocate it by tile.alloc_shared : "
                            "memref<...x!tile.mbarrier, #tile.shared>";
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

//===----------------------------------------------------------------------===//
// MBarrierInitOp, MBarrierInvalOp
//===----------------------------------------------------------------------===//

LogicalResult MBarrierInitOp::verify() {
  if (failed(verifyOwnBarrier(*this, getBarrier().getType(), "(C2)")))
    return failure();
  return verifyBarrierParameter(*this, getCount(), getStaticCountAttr(),
                                "an arrival count", 1, maxBarrierCount);
}
LogicalResult MBarrierInitOp::fold(FoldAdaptor adaptor,
                                   SmallVectorImpl<OpFoldResult> &) {
  return foldBarrierParameter(adaptor.getCount(), getCountMutable(),
                              [&](int32_t value) { setStaticCount(value); });
}
tensormap::Form MBarrierInitOp::getTargetForm() {
  return tensormap::Form::MBarrierInit;
}

LogicalResult MBarrierInvalOp::verify() {
  return verifyOwnBarrier(*this, getBarrier().getType(), "(C1)");
}
tensormap::Form MBarrierInvalOp::getTargetForm() {
  return tensormap::Form::MBarrierInval;
}
