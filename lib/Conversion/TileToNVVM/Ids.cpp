// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who the thread is: special registers, the warp's index, election.

#include "Patterns.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilery;

namespace {
constexpr int32_t allLanes = -1;

/// Largest extents of a grid (CUDA programming guide, technical
/// specifications).
constexpr int64_t maxGrid[] = {2147483647, 65535, 65535};

/// Extents of the kernel around 'op', which its lowering keeps as attributes.
SmallVector<int32_t> getExtents(Operation *op, StringRef name) {
  auto func = op->getParentOfType<LLVM::LLVMFuncOp>();
  auto extents =
      func ? func->getAttrOfType<DenseI32ArrayAttr>(name) : DenseI32ArrayAttr();
  return getThreeExtents(extents ? extents.asArrayRef() : ArrayRef<int32_t>());
}
SmallVector<int32_t> getBlock(Operation *op) {
  return getExtents(op, NVVM::NVVMDialect::getReqntidAttrName());
}
SmallVector<int32_t> getCluster(Operation *op) {
  return getExtents(op, NVVM::NVVMDialect::getClusterDimAttrName());
}
int64_t getProduct(ArrayRef<int32_t> extents) {
  return int64_t(extents[0]) * extents[1] * extents[2];
}

/// A special register of 'dim', as i32, whose value is in [lower, upper).
template <typename X, typename Y, typename Z>
Value readRegister(OpBuilder &b, Location loc, unsigned dim, int64_t lower,
                   int64_t upper) {
  Type i32 = b.getI32Type();
  auto range = LLVM::ConstantRangeAttr::get(b.getContext(), 32, lower, upper);
  switch (dim) {
  case 0:
    return X::create(b, loc, i32, range);
  case 1:
    return Y::create(b, loc, i32, range);
  default:
    return Z::create(b, loc, i32, range);
  }
}

Value createThreadId(OpBuilder &b, Location loc, unsigned dim, int32_t extent) {
  return readRegister<NVVM::ThreadIdXOp, NVVM::ThreadIdYOp, NVVM::ThreadIdZOp>(
      b, loc, dim, 0, extent);
}

Value readId(OpBuilder &b, Operation *op, ThreadId id, unsigned dim) {
  Location loc = op->getLoc();
  switch (id) {
  case ThreadId::Thread:
    return createThreadId(b, loc, dim, getBlock(op)[dim]);
  case ThreadId::Block:
    return readRegister<NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp>(
        b, loc, dim, 0, maxGrid[dim]);
  case ThreadId::Grid:
    return readRegister<NVVM::GridDimXOp, NVVM::GridDimYOp, NVVM::GridDimZOp>(
        b, loc, dim, 1, maxGrid[dim] + 1);
  case ThreadId::Cluster:
    return readRegister<NVVM::ClusterIdXOp, NVVM::ClusterIdYOp,
                        NVVM::ClusterIdZOp>(b, loc, dim, 0, maxGrid[dim]);
  case ThreadId::ClusterGrid:
    return readRegister<NVVM::ClusterDimXOp, NVVM::ClusterDimYOp,
                        NVVM::ClusterDimZOp>(b, loc, dim, 1, maxGrid[dim] + 1);
  case ThreadId::BlockInCluster:
    return readRegister<NVVM::BlockInClusterIdXOp, NVVM::BlockInClusterIdYOp,
                        NVVM::BlockInClusterIdZOp>(b, loc, dim, 0,
                                                   getCluster(op)[dim]);
  }
  llvm_unreachable("unknown id");
}

Value readClusterRank(OpBuilder &b, Operation *op) {
  SmallVector<int32_t> cluster = getCluster(op);
  auto range =
      LLVM::ConstantRangeAttr::get(b.getContext(), 32, 0, getProduct(cluster));
  return NVVM::ClusterId::create(b, op->getLoc(), b.getI32Type(), range);
}
} // namespace

Value tilery::createLinearThreadId(OpBuilder &b, Operation *op) {
  Location loc = op->getLoc();
  SmallVector<int32_t> block = getBlock(op);
  Value linear = block[0] == 1 ? createI32(b, loc, 0)
                               : createThreadId(b, loc, 0, block[0]);
  int64_t pitch = 1;
  for (unsigned dim = 1; dim < 3; ++dim) {
    pitch *= block[dim - 1];
    if (block[dim] == 1)
      continue;
    Value id = createThreadId(b, loc, dim, block[dim]);
    Value scaled = LLVM::MulOp::create(b, loc, id, createI32(b, loc, pitch),
                                       LLVM::IntegerOverflowFlags::nuw);
    linear = LLVM::AddOp::create(b, loc, linear, scaled,
                                 LLVM::IntegerOverflowFlags::nuw);
  }
  return linear;
}

namespace {
Value createWarpId(OpBuilder &b, Operation *op) {
  return LLVM::LShrOp::create(
      b, op->getLoc(), createLinearThreadId(b, op),
      createI32(b, op->getLoc(), llvm::Log2_64(warpSize)));
}

struct LaneIdLowering : ConvertOpToLLVMPattern<gpu::LaneIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(gpu::LaneIdOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto range =
        LLVM::ConstantRangeAttr::get(rewriter.getContext(), 32, 0, warpSize);
    Value lane = NVVM::LaneIdOp::create(rewriter, op.getLoc(),
                                        rewriter.getI32Type(), range);
    rewriter.replaceOp(op, extendIndex(rewriter, op.getLoc(), lane));
    return success();
  }
};

struct SubgroupIdLowering : ConvertOpToLLVMPattern<gpu::SubgroupIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(gpu::SubgroupIdOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value warp = createWarpId(rewriter, op);
    rewriter.replaceOp(op, extendIndex(rewriter, loc, warp));
    return success();
  }
};

struct WarpIdLowering : ConvertOpToLLVMPattern<tile::WarpIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::WarpIdOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    if (getProduct(getBlock(op)) <= warpSize) {
      rewriter.replaceOp(op, createI64(rewriter, loc, 0));
      return success();
    }
    Value warp = createWarpId(rewriter, op);
    // From lane 0, so that ptxas sees that the value is uniform.
    Value uniform = NVVM::ShflOp::create(
        rewriter, loc, i32, createI32(rewriter, loc, allLanes), warp,
        createI32(rewriter, loc, 0), createI32(rewriter, loc, warpSize - 1),
        NVVM::ShflKind::idx, UnitAttr());
    rewriter.replaceOp(op, extendIndex(rewriter, loc, uniform));
    return success();
  }
};

struct ElectLowering : ConvertOpToLLVMPattern<tile::ElectOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::ElectOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::ElectSyncOp>(op, rewriter.getI1Type(),
                                                   Value());
    return success();
  }
};
} // namespace

void tilery::populateIdPatterns(const KernelTypeConverter &converter,
                                RewritePatternSet &patterns) {
  KernelIds ids;
  ids.getBlock = getBlock;
  ids.getCluster = getCluster;
  ids.read = [](OpBuilder &b, Operation *op, ThreadId id, unsigned dim) {
    return extendIndex(b, op->getLoc(), readId(b, op, id, dim));
  };
  ids.readClusterRank = [](OpBuilder &b, Operation *op) {
    return extendIndex(b, op->getLoc(), readClusterRank(b, op));
  };
  populateIdPatterns(converter, ids, patterns);
  patterns
      .add<LaneIdLowering, SubgroupIdLowering, WarpIdLowering, ElectLowering>(
          converter);
}
