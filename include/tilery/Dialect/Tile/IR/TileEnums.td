// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILEENUMS_TD
#define TILERY_DIALECT_TILE_IR_TILEENUMS_TD

include "tilery/Dialect/Tile/IR/TileDialect.td"
include "tilery/Dialect/Tile/IR/TileOrdering.td"
include "mlir/IR/EnumAttr.td"

class Tile_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tilery::tile";
  let genSpecializedAttr = 0;
}

// The values are those of CUtensorMapSwizzle. They print as '32B' (see
// TileAttributes.td), which is no keyword.
def Tile_Swizzle : Tile_Enum<"Swizzle", "shared-memory swizzle", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"B32", 1, "32B">,
  I32EnumAttrCase<"B64", 2, "64B">,
  I32EnumAttrCase<"B128", 3, "128B">]>;

// The values are those of CUtensorMapInterleave.
def Tile_Interleave : Tile_Enum<"Interleave", "interleave of a tensor's channel slices", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"B16", 1, "16B">,
  I32EnumAttrCase<"B32", 2, "32B">]>;

// The values are those of CUtensorMapL2promotion.
def Tile_L2Promotion : Tile_Enum<"L2Promotion", "L2 promotion granularity", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"B64", 1, "64B">,
  I32EnumAttrCase<"B128", 2, "128B">,
  I32EnumAttrCase<"B256", 3, "256B">]>;

// The values are those of CUtensorMapFloatOOBfill.
def Tile_OobFill : Tile_Enum<"OobFill", "what a load delivers outside the tensor", [
  I32EnumAttrCase<"Zero", 0, "zero">,
  I32EnumAttrCase<"Nan", 1, "nan">]>;

def Tile_SharedSpace : Tile_Enum<"SharedSpace", "shared-memory window of a copy", [
  I32EnumAttrCase<"Cta", 0, "shared_cta">,
  I32EnumAttrCase<"Cluster", 1, "shared_cluster">]>;

// The spaces of fence.proxy.async (PTX ISA, membar/fence).
def Tile_FenceSpace : Tile_Enum<"FenceSpace", "memory that a proxy fence orders", [
  I32EnumAttrCase<"All", 0, "all">,
  I32EnumAttrCase<"Global", 1, "global">,
  I32EnumAttrCase<"SharedCta", 2, "shared_cta">,
  I32EnumAttrCase<"SharedCluster", 3, "shared_cluster">]>;

// The operators of cp.reduce.async.bulk (PTX ISA); the values are those of
// tensormap::ReduceOp.
def Tile_ReduceKind : Tile_Enum<"ReduceKind", "operator of a reduction", [
  I32EnumAttrCase<"Add", 0, "add">,
  I32EnumAttrCase<"Min", 1, "min">,
  I32EnumAttrCase<"Max", 2, "max">,
  I32EnumAttrCase<"Inc", 3, "inc">,
  I32EnumAttrCase<"Dec", 4, "dec">,
  I32EnumAttrCase<"And", 5, "and">,
  I32EnumAttrCase<"Or", 6, "or">,
  I32EnumAttrCase<"Xor", 7, "xor">]>;

// The types of cp.reduce.async.bulk (PTX ISA).
def Tile_ReduceType : Tile_Enum<"ReduceType", "type of a bulk reduction", [
  I32EnumAttrCase<"F16", 0, "f16">,
  I32EnumAttrCase<"BF16", 1, "bf16">,
  I32EnumAttrCase<"B32", 2, "b32">,
  I32EnumAttrCase<"U32", 3, "u32">,
  I32EnumAttrCase<"S32", 4, "s32">,
  I32EnumAttrCase<"B64", 5, "b64">,
  I32EnumAttrCase<"U64", 6, "u64">,
  I32EnumAttrCase<"S64", 7, "s64">,
  I32EnumAttrCase<"F32", 8, "f32">,
  I32EnumAttrCase<"F64", 9, "f64">]>;

// The eviction priorities of createpolicy (PTX ISA).
def Tile_CachePolicy : Tile_Enum<"CachePolicy", "L2 eviction priority", [
  I32EnumAttrCase<"EvictNormal", 0, "evict_normal">,
  I32EnumAttrCase<"EvictFirst", 1, "evict_first">,
  I32EnumAttrCase<"EvictLast", 2, "evict_last">,
  I32EnumAttrCase<"EvictUnchanged", 3, "evict_unchanged">]>;

// How an asynchronous op reports that it is done. Open: later instruction
// families add to it.
def Tile_Completion : Tile_Enum<"Completion", "completion mechanism of an async op", [
  I32EnumAttrCase<"MBarrierBytes", 0, "mbarrier_bytes">,
  I32EnumAttrCase<"BulkGroup", 1, "bulk_group">,
  I32EnumAttrCase<"None", 2, "none">]>;

// The memory proxies of the PTX memory model.
def Tile_Proxy : Tile_Enum<"Proxy", "memory proxy", [
  I32EnumAttrCase<"Generic", 0, "generic">,
  I32EnumAttrCase<"Async", 1, "async">]>;

#endif // TILERY_DIALECT_TILE_IR_TILEENUMS_TD
