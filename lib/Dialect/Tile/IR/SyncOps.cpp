// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/TileOps.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

tensormap::Form FenceProxyAsyncOp::getTargetForm() {
  return tensormap::Form::FenceProxyAsync;
}
tensormap::Form BulkCommitGroupOp::getTargetForm() {
  return tensormap::Form::BulkCommitGroup;
}
tensormap::Form BulkWaitGroupOp::getTargetForm() {
  return tensormap::Form::BulkWaitGroup;
}
tensormap::Form ElectOp::getTargetForm() { return tensormap::Form::Elect; }
