// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ArgumentDemands.h"

#include "tilery/Conversion/TileToLaunch/TileToLaunch.h"

namespace tilery {
namespace launch {
#define GEN_PASS_DEF_LAUNCHINSERTCHECKS
#include "tilery/Conversion/TileToLaunch/Passes.h.inc"
} // namespace launch
} // namespace tilery

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

namespace {
class LaunchInsertChecks final
    : public launch::impl::LaunchInsertChecksBase<LaunchInsertChecks> {
public:
  using LaunchInsertChecksBase::LaunchInsertChecksBase;
  void runOnOperation() override;

private:
  void insertChecks(FuncOp function);
};
} // namespace

void LaunchInsertChecks::insertChecks(FuncOp function) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  for (BlockArgument argument : function.getArguments()) {
    if (llvm::any_of(argument.getUsers(),
                     llvm::IsaPred<CheckTensorOp, CheckScalarOp, CheckMapOp>))
      continue;
    if (isa<MemRefType>(argument.getType()))
      CheckTensorOp::create(builder, function.getLoc(), argument);
    else if (isa<tile::TensorMapType>(argument.getType()))
      CheckMapOp::create(builder, function.getLoc(), argument);
    else
      CheckScalarOp::create(builder, function.getLoc(), argument);
    ++numChecks;
  }
}

void LaunchInsertChecks::runOnOperation() {
  SymbolTable symbols(getOperation());
  for (auto function : getOperation().getOps<FuncOp>()) {
    inheritDemands(function, symbols);
    insertChecks(function);
  }
}
