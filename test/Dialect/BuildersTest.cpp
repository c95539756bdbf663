// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels and launchers made by the builders are those that the parser makes of
// the same text.

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"
#include "tilery/Pipelines/Compile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace tilery;

namespace {
class BuildersTest : public ::testing::Test {
protected:
  std::unique_ptr<MLIRContext> context = createContext();
  OpBuilder b{context.get()};
  Location loc = b.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(b, loc);

  void SetUp() override { b.setInsertionPointToEnd(module->getBody()); }

  static std::string print(ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream os(text);
    module.print(os);
    return text;
  }
};

const char *const load = "cp.async.bulk.tensor.2d.shared::cta.global.tile."
                         "mbarrier::complete_tx::bytes";

TEST_F(BuildersTest, WriteWhatTheParserReads) {
  auto type = MemRefType::get({64, 32}, b.getF32Type());
  auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value number = arith::ConstantIntOp::create(b, loc, 1, 32);
    Value tile =
        tile::AllocSharedOp::create(b, loc, "tile", {8, 32}, b.getF32Type());
    Value full = tile::AllocSharedOp::create(
        b, loc, "full", {1}, tile::MBarrierType::get(context.get()));
    Value bar = tile::MBarrierRefOp::create(b, loc, full, zero);
    tile::MBarrierInitOp::create(b, loc, bar, 2);
    tile::MBarrierArriveExpectTxOp::create(b, loc, bar, 1024);
    tile::MBarrierArriveExpectTxOp::create(b, loc, bar, number);
    tile::ApplyOp::create(b, loc, load, {tile, args[0]}, {8, 32},
                          {zero, b.getIndexAttr(0)}, bar);
    tile::MBarrierWaitOp::create(b, loc, bar, 0);
    tile::MBarrierWaitOp::create(b, loc, bar, number);
    tile::ApplyOp::create(
        b, loc, "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group",
        {args[1], tile}, {8, 32}, {b.getIndexAttr(8), b.getIndexAttr(0)});
  };
  tile::KernelOp::create(b, loc, "move", {{"in", type}, {"out", type}}, {32, 2},
                         body);
  tile::KernelOp::create(b, loc, "nothing", {}, {32});
  launch::FuncOp::create(
      b, loc, "start", {{"in", type}, {"out", type}, {"n", b.getIndexType()}},
      [](OpBuilder &b, Location loc, ValueRange args) {
        launch::KernelOp::create(b, loc, "move", {args[2], b.getIndexAttr(2)},
                                 args.take_front(2));
      });
  launch::FuncOp::create(b, loc, "idle", {});
  ASSERT_TRUE(succeeded(verify(*module)));

  OwningOpRef<ModuleOp> expected = parseSourceString<ModuleOp>(
      R"mlir(
tile.kernel @move(%in: memref<64x32xf32>, %out: memref<64x32xf32>) block [32, 2] {
  %c0 = arith.constant 0 : index
  %c1_i32 = arith.constant 1 : i32
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.init %bar, 2
  tile.mbarrier.arrive_expect_tx %bar, 1024
  tile.mbarrier.arrive_expect_tx %bar, %c1_i32
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 32] coords [%c0, 0] mbar %bar
    : memref<8x32xf32, #tile.shared>, memref<64x32xf32>
  tile.mbarrier.wait %bar, 0
  tile.mbarrier.wait %bar, %c1_i32
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%out, %tile) box [8, 32] coords [8, 0]
    : memref<64x32xf32>, memref<8x32xf32, #tile.shared>
}
tile.kernel @nothing() block [32] {
}
launch.func @start(%in: memref<64x32xf32>, %out: memref<64x32xf32>, %n: index) {
  launch.kernel @move grid [%n, 2] (%in, %out) : memref<64x32xf32>, memref<64x32xf32>
}
launch.func @idle() {
}
)mlir",
      context.get());
  ASSERT_TRUE(expected);
  EXPECT_EQ(print(*module), print(*expected));
}

TEST_F(BuildersTest, ATextThatIsNoOpcodeIsReported) {
  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    errors.push_back(diagnostic.str());
  });
  auto type = MemRefType::get({64, 32}, b.getF32Type());
  tile::KernelOp::create(b, loc, "load", {{"in", type}}, {32},
                         [&](OpBuilder &b, Location loc, ValueRange args) {
                           tile::ApplyOp::create(
                               b, loc, "cp.async.bulk.tensor.9d", args, {8, 32},
                               {b.getIndexAttr(0), b.getIndexAttr(0)});
                         });
  EXPECT_TRUE(failed(verify(*module)));
  ASSERT_FALSE(errors.empty());
  EXPECT_NE(errors.front().find("cp.async.bulk.tensor.9d"), std::string::npos)
      << errors.front();
}
} // namespace
