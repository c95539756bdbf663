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

/// What one copy through a map moves: the parameters of !tile.tensor_map before
/// they are known to be legal.
struct MapShape {
  llvm::SmallVector<int64_t> box; ///< outer to inner
  mlir::Type elementType;
  Swizzle swizzle = Swizzle::None;
  Interleave interleave = Interleave::None;
  llvm::SmallVector<int64_t> elementStrides; ///< outer to inner; none: all 1
  tensormap::DataType format = tensormap::DataType::UInt8;

  static MapShape of(TensorMapType type);
  TensorMapType getType() const;

  unsigned getRank() const { return box.size(); }
  /// Rank of the tensor: with interleave it has the axis of a slice beside.
  unsigned getTensorRank() const {
    return getRank() + (interleave != Interleave::None);
  }
  /// Bytes from one element of dimension 0 to the next: a slice's with
  /// interleave.
  int64_t getInnerUnitBytes() const;
  /// The map as the rule table has it, the tensor unknown.
  tensormap::TensorMapParams getParams() const;
  /// Extents of the shared image, outer to inner: the box over the element
  /// strides, and with interleave the axis of a slice.
  llvm::SmallVector<int64_t> getImageShape() const;
  /// Strides of the shared image in elements; failure where they do not fit 64
  /// bits.
  llvm::FailureOr<llvm::SmallVector<int64_t>> getImageStrides() const;
};

/// What a kernel does through a map, and the options that do not change what
/// one copy moves.
struct MapUse {
  bool loaded = false;
  bool stored = false;
  bool reduced = false;
  bool allowEdgeSpill = false;
  L2Promotion l2Promotion = L2Promotion::None;
  OobFill oobFill = OobFill::Zero;
  /// What the address of the tensor's allocation is known to be a multiple of.
  uint64_t alignment = 1;
};

/// The parameters of the map of 'source', whatever is dynamic left unknown, the
/// dimensions reversed (the IR's run outer to inner, the table's from the
/// innermost). Strides of size-1 dimensions are canonicalised, as the launcher
/// does. The tensor's rank is shape.getTensorRank().
tensormap::TensorMapParams
getMapParams(mlir::MemRefType source, const MapShape &shape, const MapUse &use);

/// Reports what is legal and rarely meant. For passes: a verifier runs many
/// times, and an error or warning that prints its op verifies it once more.
void warnMapRules(mlir::Operation *op, llvm::StringRef name,
                  const tensormap::TensorMapParams &params);

/// Reports every rule that the parameters violate as one error of 'op'; 'name'
/// is the tensor's. Where the box is too large for one copy, 'shape' lets it
/// show how the user can split it.
llvm::LogicalResult checkMapRules(mlir::Operation *op, llvm::StringRef name,
                                  const tensormap::TensorMapParams &params,
                                  const MapShape &shape);

/// What the address of the allocation behind a global operand is known to be a
/// multiple of: the kernel argument's 'tile.align', or 1.
uint64_t getKnownAlignment(mlir::Value tensor);

/// The name of a global or shared buffer in diagnostics: that of the kernel
/// argument or of the alloc_shared behind it, or "".
std::string getBufferName(mlir::Value buffer);
} // namespace tile
} // namespace tilery

#endif // TILERY_DIALECT_TILE_IR_MAPFACTS_H
