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

def Tile_SharedClusterAttr : Tile_Attr<"SharedCluster", "shared_cluster"> {
  let summary = "memory space of the shared memory of a cluster's blocks";
  let description = [{
    The window in which a block of a cluster reaches the shared memory of the
    others (PTX ISA, state spaces, `.shared::cluster`). Buffers get there by
    `tile.mapa`; the swizzle stays that of the buffer.

    ```mlir
    memref<64x64xf16, #tile.shared_cluster<swizzle = 128B>>
    ```
  }];
  let parameters = (ins "::tilery::tile::Swizzle":$swizzle);
  let hasCustomAssemblyFormat = 1;
  let builders = [AttrBuilder<(ins CArg<"::tilery::tile::Swizzle", "::tilery::tile::Swizzle::None">:$swizzle), [{
    return $_get($_ctxt, swizzle);
  }]>];
  let skipDefaultBuilders = 1;
}

def Tile_SwizzleAttr : Tile_Attr<"Swizzle", "swizzle"> {
  let summary = "swizzle of a tensor map without a shared operand";
  let parameters = (ins "::tilery::tile::Swizzle":$value);
  let assemblyFormat = "`<` custom<Swizzle>($value) `>`";
}

def Tile_InterleaveAttr : Tile_Attr<"Interleave", "interleave"> {
  let summary = "interleave of a tensor map";
  let parameters = (ins "::tilery::tile::Interleave":$value);
  let assemblyFormat = "`<` custom<Interleave>($value) `>`";
}

def Tile_FormatAttr : Tile_Attr<"Format", "format"> {
  let summary = "data type of a tensor map";
  let description = [{
    One of CUtensorMapDataType, where it is not the one that follows from the
    element type: `tf32`, `tf32_ftz` and `f32_ftz` over f32, `u32` and `u64` over
    signless integers.
  }];
  let parameters = (ins "::tilery::tensormap::DataType":$value);
  let assemblyFormat = "`<` custom<Format>($value) `>`";
}

def Tile_CachePolicyAttr : Tile_Attr<"CachePolicy", "cache_policy"> {
  let summary = "L2 eviction priority of a copy";
  let parameters = (ins "::tilery::tile::CachePolicy":$value);
  let assemblyFormat = "`<` custom<CachePolicy>($value) `>`";
}

def Tile_ReduceKindAttr : Tile_Attr<"ReduceKind", "reduce_kind"> {
  let summary = "operator of a reduction";
  let parameters = (ins "::tilery::tile::ReduceKind":$value);
  let assemblyFormat = "`<` custom<ReduceKind>($value) `>`";
}

def Tile_ReduceTypeAttr : Tile_Attr<"ReduceType", "reduce_type"> {
  let summary = "type of a bulk reduction";
  let parameters = (ins "::tilery::tile::ReduceType":$value);
  let assemblyFormat = "`<` custom<ReduceType>($value) `>`";
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
    `cp.async.bulk.tensor.{1..5}d.{shared::cta,shared::cluster}.global{.tile}.mbarrier::complete_tx::bytes{.multicast::cluster}{.L2::cache_hint}`
    (PTX ISA, cp.async.bulk.tensor). `.tile` is optional in PTX and is kept as
    written; `.multicast::cluster` goes with `.shared::cluster` alone.
  }];
  let parameters = (ins "unsigned":$rank, "::tilery::tile::SharedSpace":$space,
                        "bool":$explicitTile, "bool":$multicast, "bool":$cacheHint);
}

def Tile_TmaStoreAttr : Tile_InstructionAttr<"TmaStore", "tma_store"> {
  let summary = "tensor copy from shared to global memory, tile mode";
  let description = [{
    `cp.async.bulk.tensor.{1..5}d.global.shared::cta{.tile}.bulk_group{.L2::cache_hint}`
    (PTX ISA, cp.async.bulk.tensor).
  }];
  let parameters = (ins "unsigned":$rank, "bool":$explicitTile, "bool":$cacheHint);
}

def Tile_TmaReduceAttr : Tile_InstructionAttr<"TmaReduce", "tma_reduce"> {
  let summary = "tensor reduction from shared into global memory, tile mode";
  let description = [{
    `cp.reduce.async.bulk.tensor.{1..5}d.global.shared::cta.{add,min,max,inc,dec,and,or,xor}{.tile}.bulk_group{.L2::cache_hint}`
    (PTX ISA, cp.reduce.async.bulk.tensor).
  }];
  let parameters = (ins "unsigned":$rank, "::tilery::tile::ReduceKind":$kind,
                        "bool":$explicitTile, "bool":$cacheHint);
}

def Tile_TmaPrefetchAttr : Tile_InstructionAttr<"TmaPrefetch", "tma_prefetch"> {
  let summary = "tensor prefetch to L2, tile mode";
  let description = [{
    `cp.async.bulk.prefetch.tensor.{1..5}d.L2.global{.tile}{.L2::cache_hint}`
    (PTX ISA, cp.async.bulk.prefetch.tensor).
  }];
  let parameters = (ins "unsigned":$rank, "bool":$explicitTile, "bool":$cacheHint);
}

def Tile_PrefetchMapAttr : Tile_InstructionAttr<"PrefetchMap", "prefetch_map"> {
  let summary = "prefetch of a TensorMap itself";
  let description = [{
    `prefetch{.param}.tensormap` (PTX ISA, prefetch). The map is a kernel
    parameter, so both spellings mean the same.
  }];
  let parameters = (ins "bool":$explicitParam);
}

def Tile_BulkLoadAttr : Tile_InstructionAttr<"BulkLoad", "bulk_load"> {
  let summary = "bulk copy from global to shared memory";
  let description = [{
    `cp.async.bulk.{shared::cta,shared::cluster}.global.mbarrier::complete_tx::bytes{.multicast::cluster}{.L2::cache_hint}`
    (PTX ISA, cp.async.bulk). `.multicast::cluster` goes with `.shared::cluster`
    alone.
  }];
  let parameters = (ins "::tilery::tile::SharedSpace":$space, "bool":$multicast,
                        "bool":$cacheHint);
}

def Tile_BulkStoreAttr : Tile_InstructionAttr<"BulkStore", "bulk_store"> {
  let summary = "bulk copy from shared to global memory";
  let description = [{
    `cp.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}` (PTX ISA,
    cp.async.bulk).
  }];
  let parameters = (ins "bool":$cacheHint);
}

def Tile_BulkCopyAttr : Tile_InstructionAttr<"BulkCopy", "bulk_copy"> {
  let summary = "bulk copy to the shared memory of another block";
  let description = [{
    `cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes` (PTX
    ISA, cp.async.bulk).
  }];
}

def Tile_BulkReduceAttr : Tile_InstructionAttr<"BulkReduce", "bulk_reduce"> {
  let summary = "bulk reduction from shared into global memory";
  let description = [{
    `cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}.{add,min,max,inc,dec,and,or,xor}.TYPE`,
    and `.add.noftz.{f16,bf16}` (PTX ISA, cp.reduce.async.bulk).
  }];
  let parameters = (ins "::tilery::tile::ReduceKind":$kind,
                        "::tilery::tile::ReduceType":$type, "bool":$cacheHint);
}

def Tile_BulkReduceSharedAttr : Tile_InstructionAttr<"BulkReduceShared", "bulk_reduce_shared"> {
  let summary = "bulk reduction into the shared memory of another block";
  let description = [{
    `cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.{add,min,max,inc,dec,and,or,xor}.TYPE`
    (PTX ISA, cp.reduce.async.bulk).
  }];
  let parameters = (ins "::tilery::tile::ReduceKind":$kind,
                        "::tilery::tile::ReduceType":$type);
}

def Tile_BulkPrefetchAttr : Tile_InstructionAttr<"BulkPrefetch", "bulk_prefetch"> {
  let summary = "bulk prefetch to L2";
  let description = [{
    `cp.async.bulk.prefetch.L2.global{.L2::cache_hint}` (PTX ISA,
    cp.async.bulk.prefetch).
  }];
  let parameters = (ins "bool":$cacheHint);
}

#endif // TILERY_DIALECT_TILE_IR_TILEATTRIBUTES_TD
