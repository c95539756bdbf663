// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/Transforms/Passes.h"

#include "tilery/TensorMap/Types.h"

namespace tilery {
namespace tile {
#define GEN_PASS_DEF_TILEPLANSHAREDMEMORY
#include "tilery/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace tile
} // namespace tilery

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

static int64_t getAlignment(AllocSharedOp alloc) {
  auto type = cast<MemRefType>(alloc.getBuffer().getType());
  if (isBarrierMemRef(type))
    return 8;
  auto getTileAlignment = [](MemRefType tile) {
    return tensormap::sharedAlignment(
        static_cast<tensormap::Swizzle>(getSwizzle(tile)));
  };
  int64_t alignment = getTileAlignment(type);
  for (Operation *user : alloc.getBuffer().getUsers())
    if (auto view = dyn_cast<SharedViewOp>(user))
      alignment = std::max(alignment, getTileAlignment(cast<MemRefType>(
                                          view.getView().getType())));
  return alignment;
}

namespace {
class PlanSharedMemory
    : public tile::impl::TilePlanSharedMemoryBase<PlanSharedMemory> {
public:
  using TilePlanSharedMemoryBase::TilePlanSharedMemoryBase;

private:
  void runOnOperation() override;
};
} // namespace

/// Most buffers that the error lists.
static constexpr size_t maxListed = 64;

void PlanSharedMemory::runOnOperation() {
  KernelOp kernel = getOperation();
  SmallVector<AllocSharedOp> allocs;
  kernel.walk([&](AllocSharedOp alloc) { allocs.push_back(alloc); });

  // The widest alignment first leaves no gaps between power-of-two sizes;
  // barriers, which need the least, come last.
  SmallVector<AllocSharedOp> order;
  for (int64_t align : {1024, 512, 256, 128, 8})
    llvm::copy_if(allocs, std::back_inserter(order), [&](AllocSharedOp alloc) {
      return getAlignment(alloc) == align;
    });
  int64_t end = 0;
  for (AllocSharedOp alloc : order) {
    int64_t offset = tensormap::roundUp(end, getAlignment(alloc));
    end = tensormap::checkedAdd(offset, *getSharedBytes(alloc.getType()));
    if (tensormap::isKnown(end))
      alloc.setOffset(offset);
  }

  if (!tensormap::isKnown(end) || end > limit) {
    InFlightDiagnostic diag = kernel.emitOpError()
                              << "(P01) expected at most " << int64_t(limit)
                              << " bytes of shared memory, got ";
    if (tensormap::isKnown(end))
      diag << end;
    else
      diag << "more than 2^63 - 1";
    diag << "; shrink a buffer or use fewer stages";
    for (auto [index, alloc] : llvm::enumerate(allocs)) {
      if (index == maxListed) {
        diag.attachNote() << "and " << allocs.size() - index << " more buffers";
        break;
      }
      diag.attachNote(alloc.getLoc())
          << "buffer '" << alloc.getName().value_or("#" + std::to_string(index))
          << "' has " << *getSharedBytes(alloc.getType())
          << " bytes, aligned to " << getAlignment(alloc);
    }
    return signalPassFailure();
  }
  Builder builder(kernel.getContext());
  int64_t align = order.empty() ? 1 : getAlignment(order.front());
  kernel->setAttr(TileDialect::getSharedBytesAttrName(),
                  builder.getI64IntegerAttr(end));
  kernel->setAttr(TileDialect::getSharedAlignAttrName(),
                  builder.getI64IntegerAttr(align));
}
