// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BarrierChecks.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

//===----------------------------------------------------------------------===//
// MapaOp
//===----------------------------------------------------------------------===//

/// The type in the cluster's window, or null for what no block has.
static Type getMappedType(Type source) {
  if (auto barrier = dyn_cast<MBarrierRefType>(source))
    return barrier.isRemote() ? Type()
                              : MBarrierRefType::get(source.getContext(),
                                                     SharedSpace::Cluster);
  if (!isSharedMemRef(source))
    return {};
  auto memref = cast<MemRefType>(source);
  auto space = SharedClusterAttr::get(source.getContext(), getSwizzle(memref));
  return MemRefType::get(memref.getShape(), memref.getElementType(),
                         memref.getLayout(), space);
}

LogicalResult MapaOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  Type source = operands.front().getType();
  // The verifier refuses a source that has no mapped type.
  Type mapped = getMappedType(source);
  types.push_back(mapped ? mapped : source);
  return success();
}

LogicalResult MapaOp::verify() {
  if (!getMappedType(getSource().getType()))
    return emitOpError() << "(C1) expected a memref in #tile.shared or a "
                            "!tile.mbarrier_ref, of the block's own, got "
                         << getSource().getType();
  auto kernel = (*this)->getParentOfType<KernelOp>();
  int64_t blocks = kernel ? kernel.getNumClusterBlocks() : 16;
  std::optional<int64_t> known =
      getKnownParameter(getRank(), getStaticRankAttr());
  if (known && blocks == 1 && *known != 0)
    return emitOpError() << "(C2) expected rank 0 in a kernel without a "
                            "cluster, got "
                         << *known << "; give the kernel a cluster";
  return verifyBarrierParameter(*this, getRank(), getStaticRankAttr(), "a rank",
                                0, blocks - 1, "(C2)");
}

OpFoldResult MapaOp::fold(FoldAdaptor adaptor) {
  if (failed(
          foldBarrierParameter(adaptor.getRank(), getRankMutable(),
                               [&](int32_t value) { setStaticRank(value); })))
    return {};
  return getResult();
}

//===----------------------------------------------------------------------===//
// Sizes and the barrier
//===----------------------------------------------------------------------===//

OpFoldResult ClusterSizeOp::fold(FoldAdaptor) {
  auto kernel = (*this)->getParentOfType<KernelOp>();
  if (!kernel)
    return {};
  return IntegerAttr::get(IndexType::get(getContext()),
                          kernel.getNumClusterBlocks());
}

tensormap::Form ClusterArriveOp::getTargetForm() {
  return getRelaxed() ? tensormap::Form::ClusterBarrierRelaxed
                      : tensormap::Form::ClusterBarrier;
}
