// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The orderings of the PTX memory model. An op writes the two as one word,
// 'release.cluster'.

#ifndef TILERY_DIALECT_TILE_IR_TILEORDERING_TD
#define TILERY_DIALECT_TILE_IR_TILEORDERING_TD

include "mlir/IR/EnumAttr.td"

def Tile_Semantics : I32EnumAttr<"Semantics", "memory semantics", [
  I32EnumAttrCase<"Relaxed", 0, "relaxed">,
  I32EnumAttrCase<"Release", 1, "release">,
  I32EnumAttrCase<"Acquire", 2, "acquire">,
  I32EnumAttrCase<"AcqRel", 3, "acq_rel">,
  I32EnumAttrCase<"Sc", 4, "sc">]> {
  let cppNamespace = "::tilery::tile";
}

def Tile_Scope : I32EnumAttr<"Scope", "threads that an ordering holds for", [
  I32EnumAttrCase<"Cta", 0, "cta">,
  I32EnumAttrCase<"Cluster", 1, "cluster">,
  I32EnumAttrCase<"Gpu", 2, "gpu">,
  I32EnumAttrCase<"Sys", 3, "sys">]> {
  let cppNamespace = "::tilery::tile";
}

#endif // TILERY_DIALECT_TILE_IR_TILEORDERING_TD
