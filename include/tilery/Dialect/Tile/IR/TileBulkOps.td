// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILEBULKOPS_TD
#define TILERY_DIALECT_TILE_IR_TILEBULKOPS_TD

include "tilery/Dialect/Tile/IR/TileOpBase.td"

// Copies of plain memory, without a map: the core forms.
class Tile_BulkTransferOp<string mnemonic, list<Trait> traits = []>
    : Tile_Op<"bulk." # mnemonic, !listconcat([
        Tile_TransferEffects,
        DeclareOpInterfaceMethods<Tile_AsyncOpInterface, ["getGlobalReads", "getGlobalWrites"]>,
        DeclareOpInterfaceMethods<Tile_TargetOpInterface>], traits)> {
  let hasVerifier = 1;
}

def Tile_BulkLoadOp : Tile_BulkTransferOp<"load", [AttrSizedOperandSegments]> {
  let summary = "copies adjacent bytes from global to shared memory";
  let description = [{
    The core form of a bulk load: `bytes` bytes go from where the source starts to
    where the destination starts, and are counted on the barrier. With `cta_mask`
    each block of the cluster whose bit is set gets them at the same offset of its
    shared memory, and counts them on the barrier at the same offset there.

    A run-time size that is no multiple of 16, and a run-time address that is none,
    are faults of the device.

    Constraints:
    - (C1) The operands have one element type, lie without gaps, and the shared one
      without swizzle.
    - (C2) `bytes` is one operand or literal: a multiple of 16, at least 16, at most
      1048575 (what an mbarrier counts) and at most the size of each operand.
    - (C3) Both operands start at a multiple of 16 bytes.
    - (C4) `cta_mask` goes with `shared_cluster`, in a kernel that has clusters; a
      constant one names blocks of a cluster.

    PTX: `cp.async.bulk.{shared::cta,shared::cluster}.global.mbarrier::complete_tx::bytes{.multicast::cluster}{.L2::cache_hint}`
    (PTX ISA, cp.async.bulk).

    Example:
    ```mlir
    tile.kernel @load(%in: memref<1024xf32>) block [32] {
      %c0 = arith.constant 0 : index
      %smem = tile.alloc_shared : memref<1024xf32, #tile.shared>
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      tile.bulk.load <shared_cta> %smem, %in bytes 4096 mbar %bar
        : memref<1024xf32, #tile.shared>, memref<1024xf32>
    }
    ```
  }];
  let arguments = (ins
    Tile_SharedSpaceAttr:$space,
    Tile_SharedDataMemRef:$destination,
    Tile_GlobalMemRef:$source,
    Optional<I32>:$bytes, OptionalAttr<I32Attr>:$static_bytes,
    Tile_LocalMBarrierRef:$mbar,
    Optional<I16>:$cta_mask,
    Optional<I64>:$cache_policy);
  let assemblyFormat = [{
    $space $destination `,` $source `bytes` custom<IntOrValue>($bytes, $static_bytes)
    `mbar` $mbar (`cta_mask` $cta_mask^)? (`cache_policy` $cache_policy^)?
    attr-dict `:` qualified(type($destination)) `,` qualified(type($source))
  }];
}

def Tile_BulkStoreOp : Tile_BulkTransferOp<"store", [AttrSizedOperandSegments]> {
  let summary = "copies adjacent bytes from shared to global memory";
  let description = [{
    The core form of a bulk store. It completes through `tile.bulk.commit_group` and
    `tile.bulk.wait_group`.

    A run-time size that is no multiple of 16, and a run-time address that is none,
    are faults of the device.

    Constraints:
    - (C1) The operands have one element type, lie without gaps, and the shared one
      without swizzle.
    - (C2) `bytes` is one operand or literal: a multiple of 16, at least 16, and at
      most the size of each operand.
    - (C3) Both operands start at a multiple of 16 bytes.

    PTX: `cp.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}` (PTX ISA,
    cp.async.bulk).

    Example:
    ```mlir
    tile.kernel @store(%out: memref<1024xf32>) block [32] {
      %smem = tile.alloc_shared : memref<1024xf32, #tile.shared>
      tile.bulk.store %out, %smem bytes 4096
        : memref<1024xf32>, memref<1024xf32, #tile.shared>
      tile.bulk.commit_group
      tile.bulk.wait_group 0
    }
    ```
  }];
  let arguments = (ins
    Tile_GlobalMemRef:$destination,
    Tile_SharedDataMemRef:$source,
    Optional<I32>:$bytes, OptionalAttr<I32Attr>:$static_bytes,
    Optional<I64>:$cache_policy);
  let assemblyFormat = [{
    $destination `,` $source `bytes` custom<IntOrValue>($bytes, $static_bytes)
    (`cache_policy` $cache_policy^)?
    attr-dict `:` qualified(type($destination)) `,` qualified(type($source))
  }];
}

def Tile_BulkCopyOp : Tile_BulkTransferOp<"copy"> {
  let summary = "copies adjacent bytes to the shared memory of another block";
  let description = [{
    The core form of a bulk copy within a cluster. The bytes are counted on a
    barrier of the block that gets them; that block has to live until they have
    arrived.

    A run-time size that is no multiple of 16 is a fault of the device.

    Constraints:
    - (C1) The operands have one element type, lie without gaps and without swizzle.
    - (C2) `bytes` is one operand or literal: a multiple of 16, at least 16, at most
      1048575 (what an mbarrier counts) and at most the size of each operand.
    - (C3) Both operands start at a multiple of 16 bytes.
    - (C4) Destination and barrier are in one block, as far as their ranks are known.

    PTX: `cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes`
    (PTX ISA, cp.async.bulk).

    Example:
    ```mlir
    tile.kernel @give() block [32] cluster [2] {
      %c0 = arith.constant 0 : index
      %mine = tile.alloc_shared : memref<1024xf32, #tile.shared>
      %got = tile.alloc_shared : memref<1024xf32, #tile.shared>
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      %theirs = tile.mapa %got, 1 : memref<1024xf32, #tile.shared>
      %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
      tile.bulk.copy %theirs, %mine bytes 4096 mbar %their_bar
        : memref<1024xf32, #tile.shared_cluster>, memref<1024xf32, #tile.shared>
    }
    ```
  }];
  let arguments = (ins
    Tile_ClusterMemRef:$destination,
    Tile_SharedDataMemRef:$source,
    Optional<I32>:$bytes, OptionalAttr<I32Attr>:$static_bytes,
    Tile_RemoteMBarrierRef:$mbar);
  let assemblyFormat = [{
    $destination `,` $source `bytes` custom<IntOrValue>($bytes, $static_bytes)
    `mbar` $mbar
    attr-dict `:` qualified(type($destination)) `,` qualified(type($source))
  }];
}

def Tile_BulkReduceOp : Tile_BulkTransferOp<"reduce", [AttrSizedOperandSegments]> {
  let summary = "reduces adjacent elements of shared into global memory";
  let description = [{
    The core form of a bulk reduction: each element of the destination becomes
    `element KIND source`, atomically for each element, in the arithmetic of the type
    that is named. It completes through `tile.bulk.commit_group` and
    `tile.bulk.wait_group`. Additions of f16 and bf16 keep denormals (`.noftz`).

    A run-time size that is no multiple of 16, and a run-time address that is none,
    are faults of the device.

    Constraints:
    - (C1) The operands have one element type, lie without gaps, and the shared one
      without swizzle.
    - (C2) `bytes` is one operand or literal: a multiple of 16, at least 16, and at
      most the size of each operand.
    - (C3) Both operands start at a multiple of 16 bytes.
    - (C4) PTX has the operator for the type: add of u32, s32, u64, f16, bf16, f32, f64;
      min and max of u32, s32, u64, s64, f16, bf16; inc and dec of u32; and, or and
      xor of b32, b64.
    - (C5) The type is one of the elements: `u32`, `s32` or `b32` for i32, `u32` or
      `b32` for ui32, `s32` or `b32` for si32, alike for 64 bits, and a float's own
      type.

    PTX: `cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}.KIND{.noftz}.TYPE`
    (PTX ISA, cp.reduce.async.bulk).

    Example:
    ```mlir
    tile.kernel @sum(%out: memref<1024xf32>) block [32] {
      %smem = tile.alloc_shared : memref<1024xf32, #tile.shared>
      tile.bulk.reduce <add> <f32> %out, %smem bytes 4096
        : memref<1024xf32>, memref<1024xf32, #tile.shared>
      tile.bulk.commit_group
    }
    ```
  }];
  let arguments = (ins
    Tile_ReduceKindAttr:$kind,
    Tile_ReduceTypeAttr:$type,
    Tile_GlobalMemRef:$destination,
    Tile_SharedDataMemRef:$source,
    Optional<I32>:$bytes, OptionalAttr<I32Attr>:$static_bytes,
    Optional<I64>:$cache_policy);
  let assemblyFormat = [{
    $kind $type $destination `,` $source
    `bytes` custom<IntOrValue>($bytes, $static_bytes)
    (`cache_policy` $cache_policy^)?
    attr-dict `:` qualified(type($destination)) `,` qualified(type($source))
  }];
}

def Tile_BulkReduceSharedOp : Tile_BulkTransferOp<"reduce_shared"> {
  let summary = "reduces adjacent elements into the shared memory of another block";
  let description = [{
    The core form of a bulk reduction within a cluster: each element of the
    destination becomes `element KIND source`, atomically for each element. The bytes
    are counted on a barrier of the block that holds the destination.

    A run-time size that is no multiple of 16 is a fault of the device.

    Constraints:
    - (C1) The operands have one element type, lie without gaps and without swizzle.
    - (C2) `bytes` is one operand or literal: a multiple of 16, at least 16, at most
      1048575 (what an mbarrier counts) and at most the size of each operand.
    - (C3) Both operands start at a multiple of 16 bytes.
    - (C4) PTX has the operator for the type: add of u32, s32, u64; min and max of u32,
      s32; inc and dec of u32; and, or and xor of b32.
    - (C5) The type is one of the elements, as for `tile.bulk.reduce`.
    - (C6) Destination and barrier are in one block, as far as their ranks are known.

    PTX: `cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.KIND.TYPE`
    (PTX ISA, cp.reduce.async.bulk).

    Example:
    ```mlir
    tile.kernel @sum() block [32] cluster [2] {
      %c0 = arith.constant 0 : index
      %mine = tile.alloc_shared : memref<1024xi32, #tile.shared>
      %total = tile.alloc_shared : memref<1024xi32, #tile.shared>
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      %first = tile.mapa %total, 0 : memref<1024xi32, #tile.shared>
      %first_bar = tile.mapa %bar, 0 : !tile.mbarrier_ref
      tile.bulk.reduce_shared <add> <s32> %first, %mine bytes 4096 mbar %first_bar
        : memref<1024xi32, #tile.shared_cluster>, memref<1024xi32, #tile.shared>
    }
    ```
  }];
  let arguments = (ins
    Tile_ReduceKindAttr:$kind,
    Tile_ReduceTypeAttr:$type,
    Tile_ClusterMemRef:$destination,
    Tile_SharedDataMemRef:$source,
    Optional<I32>:$bytes, OptionalAttr<I32Attr>:$static_bytes,
    Tile_RemoteMBarrierRef:$mbar);
  let assemblyFormat = [{
    $kind $type $destination `,` $source
    `bytes` custom<IntOrValue>($bytes, $static_bytes) `mbar` $mbar
    attr-dict `:` qualified(type($destination)) `,` qualified(type($source))
  }];
}

def Tile_BulkPrefetchOp : Tile_BulkTransferOp<"prefetch", [AttrSizedOperandSegments]> {
  let summary = "brings adjacent bytes of global memory into the L2 cache";
  let description = [{
    Nothing reports completion, and nothing has to wait.

    A run-time size that is no multiple of 16, and a run-time address that is none,
    are faults of the device.

    Constraints:
    - (C1) The source lies without gaps.
    - (C2) `bytes` is one operand or literal: a multiple of 16, at least 16, and at
      most the size of the source.
    - (C3) The source starts at a multiple of 16 bytes.

    PTX: `cp.async.bulk.prefetch.L2.global{.L2::cache_hint}` (PTX ISA,
    cp.async.bulk.prefetch).

    Example:
    ```mlir
    tile.kernel @prefetch(%in: memref<1024xf32>) block [32] {
      tile.bulk.prefetch %in bytes 4096 : memref<1024xf32>
    }
    ```
  }];
  let arguments = (ins
    Tile_GlobalMemRef:$source,
    Optional<I32>:$bytes, OptionalAttr<I32Attr>:$static_bytes,
    Optional<I64>:$cache_policy);
  let assemblyFormat = [{
    $source `bytes` custom<IntOrValue>($bytes, $static_bytes)
    (`cache_policy` $cache_policy^)? attr-dict `:` qualified(type($source))
  }];
}

#endif // TILERY_DIALECT_TILE_IR_TILEBULKOPS_TD
