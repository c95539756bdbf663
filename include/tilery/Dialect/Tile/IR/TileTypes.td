// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILETYPES_TD
#define TILERY_DIALECT_TILE_IR_TILETYPES_TD

include "tilery/Dialect/Tile/IR/TileDialect.td"
include "tilery/Dialect/Tile/IR/TileEnums.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

class Tile_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Tile_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def Tile_MBarrierType : Tile_Type<"MBarrier", "mbarrier", [MemRefElementTypeInterface]> {
  let summary = "an mbarrier object: 8 bytes of shared memory";
  let description = [{
    The element type of barrier buffers, `memref<4x!tile.mbarrier, #tile.shared>`
    (PTX ISA, mbarrier). It is opaque: only the `tile.mbarrier` ops touch it.
  }];
}

def Tile_MBarrierRefType : Tile_Type<"MBarrierRef", "mbarrier_ref"> {
  let summary = "one mbarrier of a shared buffer";
  let builderCall = "::tilery::tile::MBarrierRefType::get($_builder.getContext())";
}

def Tile_TensorMapType : Tile_Type<"TensorMap", "tensor_map"> {
  let summary = "a TensorMap: the 128-byte descriptor of a tiled tensor";
  let description = [{
    The handle of a descriptor that the host launcher encodes
    (`cuTensorMapEncodeTiled`, CUDA driver API). It is typed by what one copy
    moves: the box, written outer to inner as a memref's shape, the element type
    and the swizzle of the shared image.

    ```mlir
    !tile.tensor_map<64x64xf32>
    !tile.tensor_map<128x64xf16, swizzle = 128B>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$box, "::mlir::Type":$elementType,
                        "::tilery::tile::Swizzle":$swizzle);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    unsigned getRank() const { return getBox().size(); }
    /// Bytes of the shared image, which are also the bytes that a load counts.
    int64_t getBoxBytes() const;
  }];
}

#endif // TILERY_DIALECT_TILE_IR_TILETYPES_TD
