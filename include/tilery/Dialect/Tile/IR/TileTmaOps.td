// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILETMAOPS_TD
#define TILERY_DIALECT_TILE_IR_TILETMAOPS_TD

include "tilery/Dialect/Tile/IR/TileOpBase.td"

def Tile_TensorMapOp : Tile_Op<"tensor_map", [Pure]> {
  let summary = "the TensorMap of a global operand";
  let description = [{
    Stands in a kernel for the descriptor that its launcher encodes from the
    operand. `tile-materialize-maps` turns it into a kernel parameter. `loaded`,
    `stored` and `reduced` say what the kernel does through the map: the rules for
    stores and reductions are stricter. A map that is only prefetched has none.

    Constraints:
    - (C1) The map's element type is the operand's, and so is its rank; an interleaved
      map's is one less.

    PTX: `.param .align 64 .b8 map[128]`.

    Example:
    ```mlir
    tile.kernel @map(%in: memref<256x256xf32>) block [32] {
      %map = tile.tensor_map %in loaded : memref<256x256xf32> -> !tile.tensor_map<64x64xf32>
    }
    ```
  }];
  let arguments = (ins
    Tile_GlobalMemRef:$source,
    UnitAttr:$loaded, UnitAttr:$stored, UnitAttr:$reduced, UnitAttr:$allow_edge_spill,
    OptionalAttr<Tile_L2PromotionAttr>:$l2_promotion,
    OptionalAttr<Tile_OobFillAttr>:$oob_fill);
  let results = (outs Tile_TensorMapType:$map);
  let assemblyFormat = [{
    $source (`loaded` $loaded^)? (`stored` $stored^)? (`reduced` $reduced^)?
    (`allow_edge_spill` $allow_edge_spill^)?
    (`l2_promotion` `` custom<L2PromotionOption>($l2_promotion)^)?
    (`oob_fill` `` custom<OobFillOption>($oob_fill)^)?
    attr-dict `:` qualified(type($source)) `->` qualified(type($map))
  }];
  let hasVerifier = 1;
}

def Tile_CoordOp : Tile_Op<"coord", [Tile_ConvergentEffects]> {
  let summary = "an index as a 32-bit coordinate; traps when it does not fit";
  let description = [{
    Coordinates are signed 32-bit numbers in PTX. An index that does not fit ends
    the kernel with an illegal instruction instead of addressing another tile.

    PTX: `cvt.u32.u64`, and a `trap` where the range is not known.

    Example:
    ```mlir
    tile.kernel @coord() block [32] {
      %b = gpu.block_id x
      %c = tile.coord %b
    }
    ```
  }];
  let arguments = (ins Index:$index);
  let results = (outs I32:$result);
  let assemblyFormat = "$index attr-dict";
  let hasFolder = 1;
}

class Tile_TmaOp<string mnemonic, list<Trait> traits = []>
    : Tile_Op<"tma." # mnemonic, !listconcat([Tile_TransferEffects,
        DeclareOpInterfaceMethods<Tile_AsyncOpInterface>,
        DeclareOpInterfaceMethods<Tile_TargetOpInterface>], traits)>;

def Tile_TmaLoadOp : Tile_TmaOp<"load", [AttrSizedOperandSegments]> {
  let summary = "copies a box from a tensor to shared memory";
  let description = [{
    The core form of a tile-mode tensor load. Coordinates are 32-bit and run
    *innermost first*, as PTX has them. With `cta_mask` each block of the cluster
    whose bit is set gets the box at the same offset of its shared memory, and its
    bytes count on the barrier at the same offset there.

    Constraints:
    - (C1) There is one coordinate a dimension of the map.
    - (C2) The destination has the map's image, element type and swizzle, lies as the
      copy engine writes it, and starts at a multiple of 128 bytes, or of its
      swizzle's period.
    - (C3) A constant innermost coordinate, times the element size, is a multiple of
      16.
    - (C4) `cta_mask` goes with `shared_cluster`, in a kernel that has clusters; a
      constant one names blocks of a cluster.

    PTX: `cp.async.bulk.tensor.{1..5}d.{shared::cta,shared::cluster}.global.tile.mbarrier::complete_tx::bytes{.multicast::cluster}{.L2::cache_hint}`

    Example:
    ```mlir
    tile.kernel @load(%map: !tile.tensor_map<64x64xf32>, %x: i32) block [32] {
      %c0 = arith.constant 0 : index
      %smem = tile.alloc_shared : memref<64x64xf32, #tile.shared>
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      tile.tma.load <shared_cta> %smem, %map[%x, %x] mbar %bar
        : memref<64x64xf32, #tile.shared>, !tile.tensor_map<64x64xf32>
    }
    ```
  }];
  let arguments = (ins
    Tile_SharedSpaceAttr:$space,
    Tile_SharedDataMemRef:$destination,
    Tile_TensorMapType:$map,
    Variadic<I32>:$coords,
    Tile_LocalMBarrierRef:$mbar,
    Optional<I16>:$cta_mask,
    Optional<I64>:$cache_policy);
  let assemblyFormat = [{
    $space $destination `,` $map `[` $coords `]` `mbar` $mbar
    (`cta_mask` $cta_mask^)? (`cache_policy` $cache_policy^)?
    attr-dict `:` qualified(type($destination)) `,` qualified(type($map))
  }];
  let hasVerifier = 1;
}

// What stores and reductions share.
class Tile_TmaWriteOp<string mnemonic> : Tile_TmaOp<mnemonic, [AttrSizedOperandSegments]> {
  let hasVerifier = 1;
}

def Tile_TmaStoreOp : Tile_TmaWriteOp<"store"> {
  let summary = "copies a box from shared memory to a tensor";
  let description = [{
    The core form of a tile-mode tensor store. Coordinates are 32-bit and run
    *innermost first*, as PTX has them.

    Constraints:
    - (C1) There is one coordinate a dimension of the map.
    - (C2) The source has the map's image, element type and swizzle, lies as the copy
      engine writes it, and starts at a multiple of 128 bytes, or of its swizzle's
      period.
    - (C3) A constant innermost coordinate, times the element size, is a multiple of
      16; constant coordinates are not negative.

    PTX: `cp.async.bulk.tensor.{1..5}d.global.shared::cta.tile.bulk_group{.L2::cache_hint}`

    Example:
    ```mlir
    tile.kernel @store(%map: !tile.tensor_map<64x64xf32>, %x: i32) block [32] {
      %smem = tile.alloc_shared : memref<64x64xf32, #tile.shared>
      tile.tma.store %map[%x, %x], %smem
        : !tile.tensor_map<64x64xf32>, memref<64x64xf32, #tile.shared>
    }
    ```
  }];
  let arguments = (ins
    Tile_TensorMapType:$map,
    Variadic<I32>:$coords,
    Tile_SharedDataMemRef:$source,
    Optional<I64>:$cache_policy);
  let assemblyFormat = [{
    $map `[` $coords `]` `,` $source (`cache_policy` $cache_policy^)?
    attr-dict `:` qualified(type($map)) `,` qualified(type($source))
  }];
}

def Tile_TmaReduceOp : Tile_TmaWriteOp<"reduce"> {
  let summary = "reduces a box in shared memory into a tensor";
  let description = [{
    The core form of a tile-mode tensor reduction: each element of the tensor
    becomes `element KIND source`, atomically for each element. Coordinates are
    32-bit and run *innermost first*, as PTX has them.

    Constraints:
    - (C1) There is one coordinate a dimension of the map.
    - (C2) The source has the map's image, element type and swizzle, lies as the copy
      engine writes it, and starts at a multiple of 128 bytes, or of its swizzle's
      period.
    - (C3) A constant innermost coordinate, times the element size, is a multiple of
      16; constant coordinates are not negative.
    - (C4) The hardware has the reduction for the map's data type; others are illegal
      instructions: u32 add min max inc dec and or xor; i32 add min max and or xor;
      u64 add min max and or xor; i64 min max; f16, bf16 add min max; f32, f32_ftz,
      tf32, tf32_ftz, f64 add.

    PTX: `cp.reduce.async.bulk.tensor.{1..5}d.global.shared::cta.KIND.tile.bulk_group{.L2::cache_hint}`

    Example:
    ```mlir
    tile.kernel @reduce(%map: !tile.tensor_map<64x64xf32>, %x: i32) block [32] {
      %smem = tile.alloc_shared : memref<64x64xf32, #tile.shared>
      tile.tma.reduce <add> %map[%x, %x], %smem
        : !tile.tensor_map<64x64xf32>, memref<64x64xf32, #tile.shared>
    }
    ```
  }];
  let arguments = (ins
    Tile_ReduceKindAttr:$kind,
    Tile_TensorMapType:$map,
    Variadic<I32>:$coords,
    Tile_SharedDataMemRef:$source,
    Optional<I64>:$cache_policy);
  let assemblyFormat = [{
    $kind $map `[` $coords `]` `,` $source (`cache_policy` $cache_policy^)?
    attr-dict `:` qualified(type($map)) `,` qualified(type($source))
  }];
}

def Tile_TmaPrefetchOp : Tile_TmaOp<"prefetch", [AttrSizedOperandSegments]> {
  let summary = "brings a box of a tensor into the L2 cache";
  let description = [{
    Coordinates are 32-bit and run *innermost first*, as PTX has them. Nothing
    reports completion, and nothing has to wait.

    Constraints:
    - (C1) There is one coordinate a dimension of the map.
    - (C2) A constant innermost coordinate, times the element size, is a multiple of
      16.

    PTX: `cp.async.bulk.prefetch.tensor.{1..5}d.L2.global.tile{.L2::cache_hint}`

    Example:
    ```mlir
    tile.kernel @prefetch(%map: !tile.tensor_map<64x64xf32>, %x: i32) block [32] {
      tile.tma.prefetch %map[%x, %x] : !tile.tensor_map<64x64xf32>
    }
    ```
  }];
  let arguments = (ins
    Tile_TensorMapType:$map,
    Variadic<I32>:$coords,
    Optional<I64>:$cache_policy);
  let assemblyFormat = [{
    $map `[` $coords `]` (`cache_policy` $cache_policy^)?
    attr-dict `:` qualified(type($map))
  }];
  let hasVerifier = 1;
}

def Tile_TmaPrefetchMapOp : Tile_FormOp<"tma.prefetch_map", "PrefetchTensorMap",
    [Tile_TransferEffects]> {
  let summary = "brings a TensorMap into the descriptor cache";
  let description = [{
    The first copy through the map then finds its 128 bytes on the chip.

    PTX: `prefetch.tensormap [map]` (PTX ISA, prefetch).

    Example:
    ```mlir
    tile.kernel @prefetch(%map: !tile.tensor_map<64x64xf32>) block [32] {
      tile.tma.prefetch_map %map : !tile.tensor_map<64x64xf32>
    }
    ```
  }];
  let arguments = (ins Tile_TensorMapType:$map);
  let assemblyFormat = "$map attr-dict `:` qualified(type($map))";
}

#endif // TILERY_DIALECT_TILE_IR_TILETMAOPS_TD
