// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Rows.h"

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include "RowsDialect.h.inc"
#define GET_OP_CLASSES
#include "Rows.h.inc"
#include "RowsDialect.cpp.inc"
#define GET_OP_CLASSES
#include "Rows.cpp.inc"

using namespace mlir;
using namespace tilery;
void rows::RowsDialect::initialize() { addOperations<SoftmaxOp>(); }

/// Rows of a tile, and threads of a block: one a row.
static constexpr int32_t tileRows = 32;

/// The body of a kernel (in, out) whose blocks take one tile of rows each.
static void buildSoftmax(ImplicitLocOpBuilder b, ValueRange args) {
  int64_t columns = cast<MemRefType>(args[0].getType()).getDimSize(1);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value width = arith::ConstantIndexOp::create(b, columns);
  Value tile = tile::AllocSharedOp::create(b, "tile", {tileRows, columns},
                                           b.getF32Type());
  Value full = tile::AllocSharedOp::create(
      b, "full", {1}, tile::MBarrierType::get(b.getContext()));
  Value bar = tile::MBarrierRefOp::create(b, full, zero);
  Value lane = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value leader = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane, zero);
  Value row =
      arith::MulIOp::create(b, gpu::BlockIdOp::create(b, gpu::Dimension::x),
                            arith::ConstantIndexOp::create(b, tileRows));
  auto inLeader = [&](auto issue) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(scf::IfOp::create(b, leader).thenBlock());
    issue();
  };
  auto publish = [&] {
    tile::FenceProxyAsyncOp::create(
        b,
        tile::FenceSpaceAttr::get(b.getContext(), tile::FenceSpace::SharedCta));
    tile::CtaSyncOp::create(b);
  };
  // Replaces each x of the thread's row by one value, and carries another one.
  // Each thread begins at another column, so that the 32 of a warp never meet
  // in a bank of shared memory.
  using Pair = std::pair<Value, Value>;
  auto forColumns = [&](Value start, auto step) -> Value {
    auto loop = scf::ForOp::create(b, zero, width, one, start);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value column = arith::RemUIOp::create(
        b, arith::AddIOp::create(b, loop.getInductionVar(), lane), width);
    Value x = memref::LoadOp::create(b, tile, ValueRange{lane, column});
    Pair next = step(x, loop.getRegionIterArg(0));
    memref::StoreOp::create(b, next.first, tile, ValueRange{lane, column});
    scf::YieldOp::create(b, next.second);
    return loop.getResult(0);
  };
  Value lowest = arith::ConstantOp::create(b, b.getF32FloatAttr(-INFINITY));
  Value nothing = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  inLeader([&] { tile::MBarrierInitOp::create(b, bar, 1); });
  publish();
  // Behind the last row the tile gets zeros, and all of its bytes count.
  inLeader([&] {
    tile::MBarrierArriveExpectTxOp::create(b, bar, tileRows * columns * 4);
    tile::ApplyOp::create(b,
                          "cp.async.bulk.tensor.2d.shared::cta.global.tile."
                          "mbarrier::complete_tx::bytes",
                          {tile, args[0]}, {tileRows, columns},
                          {row, b.getIndexAttr(0)}, bar);
  });
  tile::MBarrierWaitOp::create(b, bar, 0);
  Value most = forColumns(lowest, [&](Value x, Value most) {
    return Pair(x, arith::MaximumFOp::create(b, x, most));
  });
  Value sum = forColumns(nothing, [&](Value x, Value sum) {
    Value e = math::ExpOp::create(b, arith::SubFOp::create(b, x, most));
    return Pair(e, arith::AddFOp::create(b, sum, e));
  });
  forColumns(sum, [&](Value e, Value sum) {
    return Pair(arith::DivFOp::create(b, e, sum), sum);
  });
  publish();
  inLeader([&] {
    tile::ApplyOp::create(
        b, "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group",
        {args[1], tile}, {tileRows, columns}, {row, b.getIndexAttr(0)});
    tile::BulkCommitGroupOp::create(b);
    tile::BulkWaitGroupOp::create(b, 0);
  });
}

namespace {
struct RowsToTile : PassWrapper<RowsToTile, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RowsToTile)
  void getDependentDialects(DialectRegistry &registry) const override {
    registry
        .insert<arith::ArithDialect, gpu::GPUDialect, launch::LaunchDialect,
                math::MathDialect, memref::MemRefDialect, scf::SCFDialect>();
  }
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    getOperation().walk([&](rows::SoftmaxOp op) { lower(op, symbols); });
    getOperation().walk([&](func::FuncOp function) {
      if (function.isExternal())
        return;
      ImplicitLocOpBuilder b(function.getLoc(), function);
      auto launcher = launch::FuncOp::create(
          b, function.getName(), function.getFunctionType(), nullptr,
          function.getArgAttrsAttr(), nullptr);
      launcher.getBody().takeBody(function.getBody());
      launcher.getBody().back().getTerminator()->erase();
      launch::FuncOp::ensureTerminator(launcher.getBody(), b, b.getLoc());
      function.erase();
    });
  }
  /// A kernel, and a launch of it over all tiles.
  void lower(rows::SoftmaxOp op, SymbolTable &symbols) {
    Type type = op.getIn().getType();
    OpBuilder detached(&getContext());
    auto kernel = tile::KernelOp::create(
        detached, op.getLoc(), "softmax_tile", {{"in", type}, {"out", type}},
        {tileRows}, [](OpBuilder &b, Location loc, ValueRange args) {
          buildSoftmax(ImplicitLocOpBuilder(loc, b), args);
        });
    for (unsigned i : {0, 1}) // the launcher compares the extents
      kernel.setArgAttr(i, tile::TileDialect::getDimsAttrName(),
                        detached.getStrArrayAttr({"rows", ""}));
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Value rows = memref::DimOp::create(b, op.getIn(), 0);
    OpFoldResult blocks = Value(arith::CeilDivUIOp::create(
        b, rows, arith::ConstantIndexOp::create(b, tileRows)));
    launch::KernelOp::create(b, symbols.insert(kernel).getValue(), blocks,
                             op->getOperands());
    op.erase();
  }
};
} // namespace

std::unique_ptr<Pass> rows::createRowsToTile() {
  return std::make_unique<RowsToTile>();
}
void rows::loadDialect(MLIRContext &context) {
  context.getOrLoadDialect<RowsDialect>();
}
