// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILECLUSTEROPS_TD
#define TILERY_DIALECT_TILE_IR_TILECLUSTEROPS_TD

include "tilery/Dialect/Tile/IR/TileOpBase.td"

def Tile_MapaOp : Tile_FormOp<"mapa", "MapShared", [
    Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "a shared buffer or barrier, of another block of the cluster";
  let description = [{
    The same buffer or barrier in the shared memory of the block of rank `rank`: a
    memref in `#tile.shared_cluster` of the same swizzle, or a
    `!tile.mbarrier_ref<shared_cluster>`. Loads and stores reach it as they do the
    own one. Before the first access all blocks have to have started, and none may
    end before the last: `tile.cluster_sync`.

    Constraints:
    - (C1) The source is a memref in `#tile.shared`, or a barrier of the block's own.
    - (C2) A constant rank is 0 to the blocks of the kernel's cluster less 1; a kernel
      without a cluster has rank 0 alone.

    PTX: `mapa.shared::cluster.u64` (PTX ISA, mapa).

    Example:
    ```mlir
    tile.kernel @neighbour(%out: memref<2xf32>) block [32] cluster [2] {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %mine = tile.alloc_shared : memref<64xf32, #tile.shared>
      %rank = tile.cluster_rank
      %other = arith.subi %c1, %rank : index
      %theirs = tile.mapa %mine, %other : memref<64xf32, #tile.shared>, index
      %v = memref.load %theirs[%c0] : memref<64xf32, #tile.shared_cluster>
      memref.store %v, %out[%rank] : memref<2xf32>
      tile.cluster_sync
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[AnyMemRef, Tile_MBarrierRefType]>:$source,
                       Optional<AnyTypeOf<[I32, Index]>>:$rank,
                       OptionalAttr<I32Attr>:$static_rank);
  let results = (outs AnyTypeOf<[AnyMemRef, Tile_MBarrierRefType]>:$result);
  let assemblyFormat = [{
    $source `,` custom<IntOrValue>($rank, $static_rank) attr-dict
    `:` qualified(type($source)) (`,` type($rank)^)?
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_ClusterRankOp : Tile_Op<"cluster_rank", [Pure]> {
  let summary = "rank of the block in its cluster";
  let description = [{
    The block's linear index in its cluster, x fastest: what `tile.mapa`, masks of
    multicasts and remote arrivals count by. It is 0 without a cluster.

    PTX: `%cluster_ctarank` (PTX ISA, special registers).

    Example:
    ```mlir
    tile.kernel @rank() block [32] cluster [2, 2] {
      %rank = tile.cluster_rank
    }
    ```
  }];
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
}

def Tile_ClusterSizeOp : Tile_Op<"cluster_size", [Pure]> {
  let summary = "blocks of a cluster";
  let description = [{
    The number of blocks of the kernel's cluster, 1 without one.

    PTX: a constant, the value of `%cluster_nctarank` (PTX ISA, special registers).

    Example:
    ```mlir
    tile.kernel @size() block [32] cluster [2, 2] {
      %four = tile.cluster_size
    }
    ```
  }];
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
  let hasFolder = 1;
}

def Tile_ClusterArriveOp : Tile_Op<"cluster.arrive", [
    Tile_OrderingEffects, DeclareOpInterfaceMethods<Tile_TargetOpInterface>]> {
  let summary = "arrival at the cluster's barrier, without waiting";
  let description = [{
    Counts the thread at the cluster's barrier and goes on; `tile.cluster.wait` ends
    the phase. It releases the thread's earlier accesses to the cluster, unless it is
    `relaxed`. With `aligned`, all threads of the warp execute it together.

    PTX: `barrier.cluster.arrive{.relaxed}{.aligned}` (PTX ISA, barrier.cluster).

    Example:
    ```mlir
    tile.kernel @split_phase() block [32] cluster [2] {
      tile.cluster.arrive relaxed aligned
      tile.cluster.wait aligned
    }
    ```
  }];
  let arguments = (ins UnitAttr:$relaxed, UnitAttr:$aligned);
  let assemblyFormat = "(`relaxed` $relaxed^)? (`aligned` $aligned^)? attr-dict";
}

def Tile_ClusterWaitOp : Tile_FormOp<"cluster.wait", "ClusterBarrier", [Tile_OrderingEffects]> {
  let summary = "waits until all threads of the cluster have arrived";
  let description = [{
    Waits for the arrivals of all threads of the cluster that have not ended, and
    acquires what they released. With `aligned`, all threads of the warp execute it
    together.

    PTX: `barrier.cluster.wait{.aligned}` (PTX ISA, barrier.cluster).

    Example:
    ```mlir
    tile.kernel @split_phase() block [32] cluster [2] {
      tile.cluster.arrive
      tile.cluster.wait
    }
    ```
  }];
  let arguments = (ins UnitAttr:$aligned);
  let assemblyFormat = "(`aligned` $aligned^)? attr-dict";
}

def Tile_ClusterSyncOp : Tile_FormOp<"cluster_sync", "ClusterBarrier", [Tile_OrderingEffects]> {
  let summary = "barrier of all threads of the cluster";
  let description = [{
    All threads of all blocks of the cluster meet, and see each other's earlier
    accesses. All threads of a warp execute it together. Without a cluster it is a
    barrier of the block.

    PTX: `barrier.cluster.arrive.aligned`, `barrier.cluster.wait.aligned` (PTX ISA,
    barrier.cluster).

    Example:
    ```mlir
    tile.kernel @meet() block [128] cluster [4] {
      tile.cluster_sync
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // TILERY_DIALECT_TILE_IR_TILECLUSTEROPS_TD
