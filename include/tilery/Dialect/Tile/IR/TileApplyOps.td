// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILEAPPLYOPS_TD
#define TILERY_DIALECT_TILE_IR_TILEAPPLYOPS_TD

include "tilery/Dialect/Tile/IR/TileOpBase.td"

def Tile_Coordinate : AnyTypeOf<[Index, I32], "index or i32">;
def Tile_ApplyOperand : AnyTypeOf<[AnyMemRef, Tile_TensorMapType], "memref or !tile.tensor_map">;

def Tile_ApplyOp : Tile_Op<"apply", [AttrSizedOperandSegments, Tile_TransferEffects]> {
  let summary = "issues one PTX tile instruction on tile operands";
  let description = [{
    The surface form of every instruction of the copy engine. The opcode is PTX's,
    token for token; operands stand in PTX's order (destination first); `box` and
    `coords` run outer to inner, as the memref is written, and count elements. The
    descriptor follows from the operands: base, extents and strides from the
    global memref, element type from both, swizzle from the shared one. A
    `!tile.tensor_map` in place of the global memref is a descriptor that the
    caller has encoded; its type has the box and the options.

    One thread issues it. Nothing is added: no election, no fence, no expected
    bytes, no commit.

    Clauses, each there exactly when the opcode asks for it or allows it:

    | clause | meaning |
    | --- | --- |
    | `box [64, 64]` | extents of one copy, of the opcode's rank |
    | `coords [%row, 0]` | its place in the tensor: `index`, or `i32` where the list ends in `: i32`; an index that does not fit 32 bits traps |
    | `coord_steps [[0, 64]]` | how far the coordinates move along each leading axis of the shared operand |
    | `mbar %bar` | the barrier that counts the bytes |
    | `cta_mask 3` | bit i: the block of rank i in the cluster gets the copy (a literal, or an `i16`) |
    | `cache_policy(evict_first)` | L2 eviction priority: a name, or a run-time policy (`cache_policy %p`, an i64) |
    | `bytes %n` | size of a bulk copy, where it is not that of its operands |
    | `if %pred` | issue it only where the i1 is true |
    | `element_strides [2, 1]` | take each n-th element only, outer to inner; the shared image shrinks to the box over the stride, rounded up |
    | `interleave(16B)` | dimension 0 counts slices of 16 or 32 bytes; the global operand has one more axis, that of a slice |
    | `format(tf32)` | data type of the map, where it does not follow from the element type |
    | `swizzle(128B)` | of the map, for opcodes without a shared operand |
    | `l2_promotion(128B)`, `oob_fill(nan)` | options of the map |
    | `allow_edge_spill` | the store may write up to the next 16 bytes past a ragged inner edge |

    The shared operand is `[leading axes..., box image...]`. Leading axes of extent
    1 need nothing; others repeat the box, one instruction each, row-major: copy
    number i of an axis goes to coordinates + i * step. A tile that is wider than
    the span of its swizzle, or a box of more than 256 elements, is moved so.

    Hardware faults that the compiler cannot exclude for run-time coordinates: an
    innermost coordinate off the 16-byte grid, and a negative coordinate of a store
    or reduction, are illegal instructions.

    Constraints:
    - (C1) The opcode is one that PTX has, its tokens in PTX's order.
    - (C2) The operands are the opcode's: (shared, global) for a load, (global,
      shared) for a store or reduction, (global) for a prefetch; of one element
      type that a TensorMap can hold.
    - (C3) The global operand's rank, `box` and `coords` have the opcode's rank.
    - (C4) The shared operand's trailing axes are the copy engine's image of the box:
      its shape over the element strides, dense, but for swizzled rows, which take
      the swizzle's span. It is a `tile.alloc_shared` or a view of one, and each copy
      starts at a multiple of 128 bytes, or of its swizzle's period.
    - (C5) Each clause is one that the opcode allows, and those that a token of it
      asks for are there: `mbar` for `.mbarrier::complete_tx::bytes`, `cta_mask` for
      `.multicast::cluster`, `cache_policy` for `.L2::cache_hint`.
    - (C6) No rule of the TensorMap table is violated by what is known.
    - (C7) A constant coordinate fits 32 bits; the innermost one, times the element
      size, is a multiple of 16; a store's or reduction's is not negative. This holds
      for each repetition.
    - (C8) `format` is a data type of the elements' width and kind.
    - (C9) `coord_steps` has one vector of the opcode's rank for each leading axis,
      or for each that is not of extent 1.
    - (C10) `cta_mask` names blocks of the kernel's cluster.
    - (C11) The hardware has the reduction for the data type of the map, or for the
      type that the opcode names, which is one of the elements.
    - (C12) The operands of a bulk copy lie without gaps and without swizzle.
    - (C13) Its size is a multiple of 16 bytes, at least 16, and at most what an
      mbarrier counts (1048575); without `bytes`, it is that of both operands.
    - (C14) Its operands start at multiples of 16 bytes.
    - (C15) Its barrier is in the block that gets the bytes.

    A bulk copy, `cp.async.bulk...` without `.tensor`, moves adjacent bytes and goes
    through no map: it has neither box nor coordinates. Its operands are memrefs of
    one shape's worth of elements, such as a `memref.subview` of whole rows at
    run-time offsets, or `bytes` says how many bytes from their starts. Whether a
    run-time address is a multiple of 16 bytes, the launcher checks as far as it
    follows from the argument's address.

    PTX: the opcode, on a descriptor that is a kernel parameter, or on addresses.

    Example:
    ```mlir
    tile.kernel @load(%in: memref<256x256xf32>) block [32] {
      %c0 = arith.constant 0 : index
      %smem = tile.alloc_shared : memref<64x64xf32, #tile.shared>
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
        (%smem, %in) box [64, 64] coords [64, %c0] mbar %bar oob_fill(nan)
        : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
    }
    ```
  }];
  let arguments = (ins
    Tile_InstructionAttrInterface:$instruction,
    Variadic<Tile_ApplyOperand>:$tiles,
    DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$box,
    Variadic<Tile_Coordinate>:$coords,
    DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$static_coords,
    OptionalAttr<TypedArrayAttrBase<DenseI64ArrayAttr, "coordinate steps">>:$coord_steps,
    Optional<Tile_MBarrierRefType>:$mbar,
    Optional<I16>:$cta_mask, OptionalAttr<I32Attr>:$static_cta_mask,
    Optional<I64>:$cache_policy, OptionalAttr<Tile_CachePolicyAttr>:$named_cache_policy,
    Optional<I32>:$bytes, OptionalAttr<I32Attr>:$static_bytes,
    Optional<I1>:$pred,
    OptionalAttr<DenseI64ArrayAttr>:$element_strides,
    OptionalAttr<Tile_InterleaveAttr>:$interleave,
    OptionalAttr<Tile_FormatAttr>:$format,
    OptionalAttr<Tile_SwizzleAttr>:$swizzle,
    OptionalAttr<Tile_L2PromotionAttr>:$l2_promotion,
    OptionalAttr<Tile_OobFillAttr>:$oob_fill,
    UnitAttr:$allow_edge_spill);
  let assemblyFormat = [{
    custom<Opcode>($instruction) `(` $tiles `)`
    (`box` custom<Box>($box)^)?
    (`coords` custom<Coords>($coords, type($coords), $static_coords)^)?
    (`coord_steps` custom<CoordSteps>($coord_steps)^)?
    (`mbar` custom<TypedBarrier>($mbar, type($mbar))^)?
    (`cta_mask` custom<IntOrValue>($cta_mask, $static_cta_mask)^)?
    (`cache_policy` `` custom<CachePolicyOrValue>($cache_policy, $named_cache_policy)^)?
    (`bytes` custom<IntOrValue>($bytes, $static_bytes)^)?
    (`if` $pred^)?
    (`element_strides` custom<Box>($element_strides)^)?
    (`interleave` `` custom<InterleaveOption>($interleave)^)?
    (`format` `` custom<FormatOption>($format)^)?
    (`swizzle` `` custom<SwizzleOption>($swizzle)^)?
    (`l2_promotion` `` custom<L2PromotionOption>($l2_promotion)^)?
    (`oob_fill` `` custom<OobFillOption>($oob_fill)^)?
    (`allow_edge_spill` $allow_edge_spill^)?
    attr-dict `:` qualified(type($tiles))
  }];
  // The clauses that most copies have; a text that is no opcode is reported at the
  // location.
  let builders = [OpBuilder<(ins "::llvm::StringRef":$opcode, "::mlir::ValueRange":$tiles,
                                 "::llvm::ArrayRef<int64_t>":$box,
                                 "::llvm::ArrayRef<::mlir::OpFoldResult>":$coords,
                                 CArg<"::mlir::Value", "{}">:$mbar)>];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The coordinate of dimension 'dim' (outer to inner), as value or constant.
    ::mlir::OpFoldResult getCoord(unsigned dim);
  }];
}

def Tile_TxBytesOp : Tile_Op<"tx_bytes", [Pure]> {
  let summary = "bytes that the copies into a shared tile deliver";
  let description = [{
    The number that a barrier has to expect of a `tile.apply` with the same shared
    operand, box and options: all repetitions together, or the whole buffer where
    there is no box. It folds to a constant.

    Constraints:
    - (C1) The operand is what (C4) of `tile.apply` asks for.
    - (C2) The sum is 1..1048575 (2^20 - 1), the most that an mbarrier counts.

    Becomes a constant.

    Example:
    ```mlir
    tile.kernel @expect() block [32] {
      %c0 = arith.constant 0 : index
      %smem = tile.alloc_shared : memref<2x64x64xf16, #tile.shared<swizzle = 128B>>
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      %bytes = tile.tx_bytes %smem box [64, 64] : memref<2x64x64xf16, #tile.shared<swizzle = 128B>>
      tile.mbarrier.arrive_expect_tx %bar, %bytes
    }
    ```
  }];
  let arguments = (ins
    Tile_SharedDataMemRef:$buffer,
    DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$box,
    OptionalAttr<DenseI64ArrayAttr>:$element_strides,
    OptionalAttr<Tile_InterleaveAttr>:$interleave,
    OptionalAttr<Tile_FormatAttr>:$format);
  let results = (outs I32:$result);
  let assemblyFormat = [{
    $buffer (`box` custom<Box>($box)^)?
    (`element_strides` custom<Box>($element_strides)^)?
    (`interleave` `` custom<InterleaveOption>($interleave)^)?
    (`format` `` custom<FormatOption>($format)^)?
    attr-dict `:` qualified(type($buffer))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// The sum, or nothing where the operands are not a legal tile.
    std::optional<int64_t> getByteCount();
  }];
}

def Tile_SharedViewOp : Tile_Op<"shared_view", [Pure,
    DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "a tile at a fixed place of a byte buffer";
  let description = [{
    Lays a typed, possibly swizzled tile over a byte buffer in shared memory, for
    explicit placement and for reuse of one place by several tiles. Several views
    may overlap: what one writes the others read. The byte buffer is aligned as the
    most demanding of its views asks.

    Constraints:
    - (C1) The source is a `tile.alloc_shared` of i8, one-dimensional and without
      swizzle.
    - (C2) The offset is a multiple of the tile's alignment: 128 bytes, or the period
      of its swizzle (256, 512 or 1024 bytes for 32B, 64B, 128B).
    - (C3) The tile ends within the source; its shape is static and its layout the
      one that `tile.alloc_shared` asks for.

    PTX: the address of the tile.

    Example:
    ```mlir
    tile.kernel @reuse() block [32] {
      %bytes = tile.alloc_shared : memref<16384xi8, #tile.shared>
      %in = tile.shared_view %bytes[0]
        : memref<16384xi8, #tile.shared> to memref<64x64xf16, #tile.shared<swizzle = 128B>>
      %out = tile.shared_view %bytes[8192]
        : memref<16384xi8, #tile.shared> to memref<64x64xf16, #tile.shared>
    }
    ```
  }];
  let arguments = (ins Tile_SharedDataMemRef:$source, I64Attr:$offset);
  let results = (outs Tile_SharedDataMemRef:$view);
  let assemblyFormat = [{
    $source `[` $offset `]` attr-dict `:` qualified(type($source)) `to` qualified(type($view))
  }];
  let hasVerifier = 1;
}

def Tile_CreatePolicyOp : Tile_Op<"create_policy", [Pure]> {
  let summary = "an L2 cache policy";
  let description = [{
    Makes the 64-bit policy that `cache_policy` takes. With `fraction`, that part of
    the accesses has the priority, the rest is unchanged.

    Constraints:
    - (C1) The fraction is above 0 and at most 1.

    PTX: `createpolicy.fractional.L2::PRIORITY.b64 policy, fraction` (PTX ISA,
    createpolicy).

    Example:
    ```mlir
    tile.kernel @policy() block [32] {
      %first = tile.create_policy <evict_first>
      %half = tile.create_policy <evict_last> fraction 0.5
    }
    ```
  }];
  let arguments = (ins Tile_CachePolicyAttr:$priority, OptionalAttr<F32Attr>:$fraction);
  let results = (outs I64:$policy);
  let assemblyFormat = [{
    $priority (`fraction` custom<Fraction>($fraction)^)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // TILERY_DIALECT_TILE_IR_TILEAPPLYOPS_TD
