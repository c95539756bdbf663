// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILEAPPLYOPS_TD
#define TILERY_DIALECT_TILE_IR_TILEAPPLYOPS_TD

include "tilery/Dialect/Tile/IR/TileOpBase.td"

def Tile_Coordinate : AnyTypeOf<[Index, I32], "index or i32">;

def Tile_ApplyOp : Tile_Op<"apply", [AttrSizedOperandSegments, Tile_TransferEffects]> {
  let summary = "issues one PTX tile instruction on tile operands";
  let description = [{
    The surface form of every instruction of the copy engine. The opcode is PTX's,
    token for token; operands stand in PTX's order (destination first); `box` and
    `coords` run outer to inner, as the memref is written, and count elements. The
    descriptor follows from the operands: base, extents and strides from the
    global memref, element type from both, swizzle from the shared one.

    One thread issues it. Nothing is added: no election, no fence, no expected
    bytes, no commit.

    Coordinates are `index`, or `i32` where the list ends in `: i32`. An index that
    does not fit 32 bits traps.

    Constraints:
    - (C1) The opcode is one that PTX has, its tokens in PTX's order.
    - (C2) The operands are the opcode's: (shared, global) for a load, (global,
      shared) for a store, of one element type that a TensorMap can hold.
    - (C3) The global operand's rank, `box` and `coords` have the opcode's rank.
    - (C4) The shared operand's shape is the box, after leading axes of extent 1,
      and its strides are those of the copy engine's image: dense, but for swizzled
      rows, which take the swizzle's span. It is a `tile.alloc_shared` or a view of
      one, and starts at a multiple of 128 bytes, or of its swizzle's period.
    - (C5) `mbar` is there exactly for opcodes that complete on an mbarrier.
    - (C6) No rule of the TensorMap table is violated by what is known.
    - (C7) A constant coordinate fits 32 bits; the innermost one, times the element
      size, is a multiple of 16; a store's is not negative.
    - (C8) `oob_fill` and `allow_edge_spill` are for loads and stores respectively.

    PTX: the opcode, on a descriptor that is a kernel parameter.

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
    Variadic<AnyMemRef>:$tiles,
    DenseI64ArrayAttr:$box,
    Variadic<Tile_Coordinate>:$coords,
    DenseI64ArrayAttr:$static_coords,
    Optional<Tile_MBarrierRefType>:$mbar,
    OptionalAttr<Tile_L2PromotionAttr>:$l2_promotion,
    OptionalAttr<Tile_OobFillAttr>:$oob_fill,
    UnitAttr:$allow_edge_spill);
  let assemblyFormat = [{
    custom<Opcode>($instruction) `(` $tiles `)`
    `box` custom<Box>($box)
    `coords` custom<Coords>($coords, type($coords), $static_coords)
    (`mbar` $mbar^)?
    (`l2_promotion` `` custom<L2PromotionOption>($l2_promotion)^)?
    (`oob_fill` `` custom<OobFillOption>($oob_fill)^)?
    (`allow_edge_spill` $allow_edge_spill^)?
    attr-dict `:` qualified(type($tiles))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The coordinate of dimension 'dim' (outer to inner), as value or constant.
    ::mlir::OpFoldResult getCoord(unsigned dim);
  }];
}

#endif // TILERY_DIALECT_TILE_IR_TILEAPPLYOPS_TD
