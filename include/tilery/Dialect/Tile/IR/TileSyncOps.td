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

def Tile_FenceProxyAliasOp : Tile_FormOp<"fence.proxy.alias",
    "FenceProxyAlias", [Tile_OrderingEffects]> {
  let summary = "orders accesses to one place through several addresses";
  let description = [{
    Orders the thread's accesses of memory that several virtual addresses map to.

    PTX: `fence.proxy.alias` (PTX ISA, membar/fence).

    Example:
    ```mlir
    tile.kernel @aliased() block [32] {
      tile.fence.proxy.alias
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tile_FenceProxyAsyncGenericOp : Tile_FormOp<"fence.proxy.async_generic",
    "FenceProxyAsyncGeneric", [Tile_OrderingEffects]> {
  let summary = "orders the async proxy's accesses of shared memory before generic ones";
  let description = [{
    One direction of `tile.fence.proxy.async`, at cluster scope and for what mbarriers
    order: `acquire` for accesses of `.shared::cluster` after a wait, `release` for
    those of `.shared::cta` before an arrival.

    Constraints:
    - (C1) The semantics are `acquire` or `release`.

    PTX: `fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster`,
    `fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster` (PTX ISA,
    membar/fence).

    Example:
    ```mlir
    tile.kernel @one_way() block [32] {
      tile.fence.proxy.async_generic release
      tile.fence.proxy.async_generic acquire
    }
    ```
  }];
  let arguments = (ins Tile_Semantics:$semantics);
  let assemblyFormat = "$semantics attr-dict";
  let hasVerifier = 1;
}

def Tile_FenceProxyTensorMapOp : Tile_Op<"fence.proxy.tensormap", [
    Tile_OrderingEffects, DeclareOpInterfaceMethods<Tile_TargetOpInterface>]> {
  let summary = "orders writes of a TensorMap in memory before copies through it";
  let description = [{
    A TensorMap that the device wrote to global memory is used through another proxy
    than the one that wrote it. The writer releases; whoever uses the map acquires its
    128 bytes, and every launch that may see a new value does so.

    Constraints:
    - (C1) The semantics are `release` or `acquire`.
    - (C2) An acquire has the map's address, a global memref of at least 128 bytes
      where that is known; a release has none.

    PTX: `fence.proxy.tensormap::generic.release.SCOPE`,
    `fence.proxy.tensormap::generic.acquire.SCOPE [map], 128` (PTX ISA, membar/fence).

    Example:
    ```mlir
    tile.kernel @republish(%map: memref<128xi8>) block [32] {
      tile.fence.proxy.tensormap release.gpu
      tile.fence.proxy.tensormap acquire.gpu [%map] : memref<128xi8>
    }
    ```
  }];
  let arguments = (ins Tile_Semantics:$semantics, Tile_Scope:$scope,
                       Optional<Tile_GlobalMemRef>:$map);
  let assemblyFormat = [{
    custom<RequiredOrdering>($semantics, $scope)
    (` ` `[` $map^ `]` `:` qualified(type($map)))? attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_FenceMBarrierInitOp : Tile_FormOp<"fence.mbarrier_init",
    "FenceMBarrierInit", [Tile_OrderingEffects]> {
  let summary = "lets the cluster see the barriers that the thread initialised";
  let description = [{
    After `tile.mbarrier.init`, by the thread that did it, before a cluster barrier;
    the copy engine sees the barriers, too. It is legal without a cluster.

    PTX: `fence.mbarrier_init.release.cluster` (PTX ISA, membar/fence).

    Example:
    ```mlir
    tile.kernel @publish() block [32] cluster [2] {
      tile.fence.mbarrier_init
      tile.cluster_sync
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tile_FenceOp : Tile_Op<"fence", [Tile_OrderingEffects]> {
  let summary = "orders the thread's accesses as other threads see them";
  let description = [{
    A fence of the generic proxy at a scope: `acq_rel`, or `sc`, which is also totally
    ordered with the other `sc` fences and dearer.

    Constraints:
    - (C1) The semantics are `acq_rel` or `sc`.

    PTX: `fence{.acq_rel,.sc}{.cta,.cluster,.gpu,.sys}` (PTX ISA, membar/fence).

    Example:
    ```mlir
    tile.kernel @flag() block [32] {
      tile.fence acq_rel.gpu
    }
    ```
  }];
  let arguments = (ins Tile_Semantics:$semantics, Tile_Scope:$scope);
  let assemblyFormat = "custom<RequiredOrdering>($semantics, $scope) attr-dict";
  let hasVerifier = 1;
}

class Tile_NamedBarrierOp<string mnemonic>
    : Tile_Op<"named_barrier." # mnemonic, [AttrSizedOperandSegments, Tile_OrderingEffects]> {
  let arguments = (ins Optional<I32>:$id, OptionalAttr<I32Attr>:$static_id,
                       Optional<I32>:$threads, OptionalAttr<I32Attr>:$static_threads);
  let assemblyFormat = [{
    custom<IntOrValue>($id, $static_id) `,`
    custom<IntOrValue>($threads, $static_threads) attr-dict
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_NamedBarrierSyncOp : Tile_NamedBarrierOp<"sync"> {
  let summary = "barrier of some of the block's warps";
  let description = [{
    Waits until `threads` threads have come to barrier `id`, this warp's among them.
    All threads of a warp execute it together. Barrier 0 is the one of
    `tile.cta_sync`.

    Constraints:
    - (C1) A constant id is 0..15.
    - (C2) A constant number of threads is a multiple of 32, and at most those of the
      block's warps.

    PTX: `bar.sync id, threads` (PTX ISA, barrier).

    Example:
    ```mlir
    tile.kernel @half() block [128] {
      tile.named_barrier.sync 1, 64
    }
    ```
  }];
}

def Tile_NamedBarrierArriveOp : Tile_NamedBarrierOp<"arrive"> {
  let summary = "arrival at a barrier of some of the block's warps, without waiting";
  let description = [{
    Counts this warp's threads at barrier `id` and goes on: for producers of what
    those in `tile.named_barrier.sync` wait for. All threads of a warp execute it
    together.

    Constraints:
    - (C1) A constant id is 0..15.
    - (C2) A constant number of threads is a multiple of 32, and at most those of the
      block's warps.

    PTX: `bar.arrive id, threads` (PTX ISA, barrier).

    Example:
    ```mlir
    tile.kernel @hand_over() block [128] {
      tile.named_barrier.arrive 1, 64
    }
    ```
  }];
}

def Tile_GridSyncOp : Tile_Op<"grid_sync", [Tile_OrderingEffects]> {
  let summary = "barrier of all threads of the grid";
  let description = [{
    All threads of all blocks meet, and see each other's earlier accesses. Only a
    cooperative launch, whose blocks are all resident, can wait so: a launch of the
    kernel that is not `cooperative` is an error. All threads of the block execute it
    together, any number of times. Blocks count themselves in the launch's own
    workspace, so that launches of one kernel do not disturb each other.

    PTX: `bar.sync`, then in one thread `fence.acq_rel.gpu`, `atom.global.add.u32` on
    the word that the driver places at `%envreg1`, `%envreg2` for the launch, and a loop
    around `ld.acquire.gpu`, then `bar.sync` (PTX ISA, %envreg).

    Example:
    ```mlir
    tile.kernel @phases(%x: memref<1024xf32>) block [256] {
      tile.grid_sync
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

class Tile_GridDependencyOp<string mnemonic>
    : Tile_FormOp<"grid_dependency." # mnemonic, "GridDependencyControl", [Tile_OrderingEffects]>;

def Tile_GridDependencyWaitOp : Tile_GridDependencyOp<"wait"> {
  let summary = "waits for the grids that this one depends on";
  let description = [{
    Under programmatic dependent launch, waits until the earlier grids have finished
    and their writes are visible. Without it, the wait is over at once.

    PTX: `griddepcontrol.wait` (PTX ISA, griddepcontrol).

    Example:
    ```mlir
    tile.kernel @dependent() block [32] {
      tile.grid_dependency.wait
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tile_GridDependencyLaunchDependentsOp : Tile_GridDependencyOp<"launch_dependents"> {
  let summary = "lets the grids that depend on this one start";
  let description = [{
    The dependent grids may start once every block has executed it or ended. It says
    nothing about memory: they still wait before they read.

    PTX: `griddepcontrol.launch_dependents` (PTX ISA, griddepcontrol).

    Example:
    ```mlir
    tile.kernel @first() block [32] {
      tile.grid_dependency.launch_dependents
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tile_NanosleepOp : Tile_Op<"nanosleep", [Tile_OrderingEffects]> {
  let summary = "suspends the thread for about some nanoseconds";
  let description = [{
    Sleeps for a time between 0 and twice `ns`: for loops that poll.

    Constraints:
    - (C1) A constant time is 0..1000000 ns, one millisecond.

    PTX: `nanosleep.u32 ns` (PTX ISA, nanosleep).

    Example:
    ```mlir
    tile.kernel @rest() block [32] {
      tile.nanosleep 200
    }
    ```
  }];
  let arguments = (ins Optional<I32>:$ns, OptionalAttr<I32Attr>:$static_ns);
  let assemblyFormat = "custom<IntOrValue>($ns, $static_ns) attr-dict";
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // TILERY_DIALECT_TILE_IR_TILESYNCOPS_TD
