// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/Transforms/Passes.h"

namespace tilery {
namespace tile {
#define GEN_PASS_DEF_TILERESOLVEAPPLY
#include "tilery/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace tile
} // namespace tilery

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

namespace {
class ResolveApply : public tile::impl::TileResolveApplyBase<ResolveApply> {
  void runOnOperation() override {
    SmallVector<ApplyOp> applies;
    getOperation().walk([&](ApplyOp apply) { applies.push_back(apply); });
    for (ApplyOp apply : applies) {
      OpBuilder builder(apply);
      if (failed(apply.getInstruction().resolve(builder, apply)))
        return signalPassFailure();
      apply.erase();
      ++numResolved;
    }
    getOperation().walk([](TxBytesOp op) {
      OpBuilder builder(op);
      // The verifier has seen to it that there is a number.
      op.replaceAllUsesWith(
          arith::ConstantIntOp::create(builder, op.getLoc(),
                                       op.getByteCount().value_or(0), 32)
              .getResult());
      op.erase();
    });
  }
};
} // namespace
