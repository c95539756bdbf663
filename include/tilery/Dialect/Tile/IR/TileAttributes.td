// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILEATTRIBUTES_TD
#define TILERY_DIALECT_TILE_IR_TILEATTRIBUTES_TD

include "tilery/Dialect/Tile/IR/TileDialect.td"
include "tilery/Dialect/Tile/IR/TileEnums.td"
include "tilery/Dialect/Tile/IR/TileInterfaces.td"
include "mlir/IR/AttrTypeBase.td"

class Tile_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Tile_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Tile_SharedAttr : Tile_Attr<"Shared", "shared"> {
  let summary = "memory space of a block's shared memory";
  let description = [{
    The memory space of shared buffers. The optional swizzle is part of the
    space, so that a TMA copy, a matrix operand and a plain load of one buffer
    agree about its layout.

    ```mlir
    memref<64x64xf32, #tile.shared>
    memref<64x64xf16, #tile.shared<swizzle = 128B>>
    ```
  }];
  let parameters = (ins "::tilery::tile::Swizzle":$swizzle);
  let hasCustomAssemblyFormat = 1;
  let builders = [AttrBuilder<(ins CArg<"::tilery::tile::Swizzle", "::tilery::tile::Swizzle::None">:$swizzle), [{
    return $_get($_ctxt, swizzle);
  }]>];
  let skipDefaultBuilders = 1;
}

def Tile_L2PromotionAttr : Tile_Attr<"L2Promotion", "l2_promotion"> {
  let summary = "L2 promotion granularity of a tensor map";
  let parameters = (ins "::tilery::tile::L2Promotion":$value);
  let assemblyFormat = "`<` custom<L2Promotion>($value) `>`";
}

def Tile_OobFillAttr : Tile_Attr<"OobFill", "oob_fill"> {
  let summary = "what a load delivers outside the tensor";
  let parameters = (ins "::tilery::tile::OobFill":$value);
  let assemblyFormat = "`<` custom<OobFill>($value) `>`";
}

def Tile_SharedSpaceAttr : Tile_Attr<"SharedSpace", "shared_space"> {
  let summary = "shared-memory window of a copy";
  let parameters = (ins "::tilery::tile::SharedSpace":$value);
  let assemblyFormat = "`<` custom<SharedSpace>($value) `>`";
}

def Tile_FenceSpaceAttr : Tile_Attr<"FenceSpace", "fence_space"> {
  let summary = "memory that a proxy fence orders";
  let parameters = (ins "::tilery::tile::FenceSpace":$value);
  let assemblyFormat = "`<` custom<FenceSpace>($value) `>`";
}

class Tile_InstructionAttr<string name, string attrMnemonic>
    : Tile_Attr<name, attrMnemonic,
        [DeclareAttrInterfaceMethods<Tile_InstructionAttrInterface>]> {
  let hasCustomAssemblyFormat = 1;
}

def Tile_TmaLoadAttr : Tile_InstructionAttr<"TmaLoad", "tma_load"> {
  let summary = "tensor copy from global to shared memory, tile mode";
  let description = [{
    `cp.async.bulk.tensor.{1..5}d.{shared::cta,shared::cluster}.global{.tile}.mbarrier::complete_tx::bytes`
    (PTX ISA, cp.async.bulk.tensor). `.tile` is optional in PTX and is kept as
    written.
  }];
  let parameters = (ins "unsigned":$rank, "::tilery::tile::SharedSpace":$space,
                        "bool":$explicitTile);
}

def Tile_TmaStoreAttr : Tile_InstructionAttr<"TmaStore", "tma_store"> {
  let summary = "tensor copy from shared to global memory, tile mode";
  let description = [{
    `cp.async.bulk.tensor.{1..5}d.global.shared::cta{.tile}.bulk_group`
    (PTX ISA, cp.async.bulk.tensor).
  }];
  let parameters = (ins "unsigned":$rank, "bool":$explicitTile);
}

#endif // TILERY_DIALECT_TILE_IR_TILEATTRIBUTES_TD
