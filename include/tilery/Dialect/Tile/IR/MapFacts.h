// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the IR knows of a TensorMap, as parameters of the rule table.

#ifndef TILERY_DIALECT_TILE_IR_MAPFACTS_H
#define TILERY_DIALECT_TILE_IR_MAPFACTS_H

#include "tilery/Dialect/Tile/IR/TileDialect.h"
#include "tilery/TensorMap/Types.h"

namespace tilery {
namespace tile {

/// The options of a map beside its type.
struct MapOptions {
  bool loaded = false;
  bool stored = false;
  bool allowEdgeSpill = false;
  L2Promotion l2Promotion = L2Promotion::None;
  OobFill oobFill = OobFill::Zero;
};

/// The parameters of the map of 'source', whatever is dynamic left unknown, the
/// dimensions reversed (the IR's run outer to inner, the table's from the
/// innermost). Strides of size-1 dimensions are canonicalised, as the launcher
/// does.
tensormap::TensorMapParams getMapParams(mlir::MemRefType source,
                                        llvm::ArrayRef<int64_t> box,
                                        Swizzle swizzle,
                                        const MapOptions &options);

/// Reports what is legal and rarely meant. For passes: a verifier runs many
/// times, and an error or warning that prints its op verifies it once more.
void warnMapRules(mlir::Operation *op, llvm::StringRef name,
                  const tensormap::TensorMapParams &params);

/// Reports every rule that the parameters violate as one error of 'op'; 'name'
/// is the tensor's.
llvm::LogicalResult checkMapRules(mlir::Operation *op, llvm::StringRef name,
                                  const tensormap::TensorMapParams &params);

/// The name of a global or shared buffer in diagnostics: that of the kernel
/// argument or of the alloc_shared behind it, or "".
std::string getBufferName(mlir::Value buffer);
} // namespace tile
} // namespace tilery

#endif // TILERY_DIALECT_TILE_IR_MAPFACTS_H
