// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILESYNCOPS_TD
#define TILERY_DIALECT_TILE_IR_TILESYNCOPS_TD

include "tilery/Dialect/Tile/IR/TileOpBase.td"

def Tile_CtaSyncOp : Tile_Op<"cta_sync", [Tile_OrderingEffects]> {
  let summary = "barrier of all threads of the block";
  let description = [{
    All threads of the block meet, and see each other's earlier accesses through
    the generic proxy.

    PTX: `bar.sync 0` (PTX ISA, barrier).

    Example:
    ```mlir
    tile.kernel @meet() block [128] {
      tile.cta_sync
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tile_FenceProxyAsyncOp : Tile_FormOp<"fence.proxy.async",
    "FenceProxyAsync", [Tile_OrderingEffects]> {
  let summary = "orders the thread's generic accesses and the async proxy's";
  let description = [{
    The copy engine accesses memory through the async proxy. After plain stores,
    each *writing* thread fences, then the block meets, then one thread issues the
    copy that reads. Without a space the fence covers all of them.

    PTX: `fence.proxy.async{.global,.shared::cta,.shared::cluster}` (PTX ISA,
    membar/fence).

    Example:
    ```mlir
    tile.kernel @publish() block [128] {
      tile.fence.proxy.async <shared_cta>
      tile.cta_sync
    }
    ```
  }];
  let arguments = (ins OptionalAttr<Tile_FenceSpaceAttr>:$space);
  let assemblyFormat = "`` custom<FenceSpaceOption>($space) attr-dict";
}

def Tile_BulkCommitGroupOp : Tile_FormOp<"bulk.commit_group",
    "BulkCommitGroup", [Tile_TransferEffects]> {
  let summary = "closes a bulk group over the thread's uncommitted copies";
  let description = [{
    The copies that this thread issued since its last commit become one group.

    PTX: `cp.async.bulk.commit_group` (PTX ISA, cp.async.bulk.commit_group).

    Example:
    ```mlir
    tile.kernel @commit() block [32] {
      tile.bulk.commit_group
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tile_BulkWaitGroupOp : Tile_FormOp<"bulk.wait_group",
    "BulkWaitGroup", [Tile_OrderingEffects]> {
  let summary = "waits until at most N of the thread's bulk groups are pending";
  let description = [{
    With `read`, a group counts as done once its shared sources have been read,
    so that they may be reused; without it, once its writes are complete.

    Constraints:
    - (C1) N is not negative.

    PTX: `cp.async.bulk.wait_group{.read} N` (PTX ISA, cp.async.bulk.wait_group).

    Example:
    ```mlir
    tile.kernel @drain() block [32] {
      tile.bulk.wait_group 1 read
      tile.bulk.wait_group 0
    }
    ```
  }];
  let arguments = (ins ConfinedAttr<I32Attr, [IntNonNegative]>:$pending, UnitAttr:$read);
  let assemblyFormat = "$pending (`read` $read^)? attr-dict";
}

#endif // TILERY_DIALECT_TILE_IR_TILESYNCOPS_TD
