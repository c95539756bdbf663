// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tile dialect: its attributes, types and interfaces.

#ifndef TILERY_DIALECT_TILE_IR_TILEDIALECT_H
#define TILERY_DIALECT_TILE_IR_TILEDIALECT_H

#include "tilery/TensorMap/Targets.h"
#include "tilery/TensorMap/Types.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "tilery/Dialect/Tile/IR/TileDialect.h.inc"
#include "tilery/Dialect/Tile/IR/TileEnums.h.inc"

namespace tilery {
namespace tile {
/// The state of mbarriers.
struct BarrierResource : mlir::SideEffects::Resource::Base<BarrierResource> {
  llvm::StringRef getName() final { return "tile.barrier"; }
};
/// The set of transfers in flight.
struct AsyncResource : mlir::SideEffects::Resource::Base<AsyncResource> {
  llvm::StringRef getName() final { return "tile.async"; }
};
/// Which threads run together: ops that touch it may not move or merge.
struct ConvergenceResource
    : mlir::SideEffects::Resource::Base<ConvergenceResource> {
  llvm::StringRef getName() final { return "tile.convergence"; }
};

/// Whether 'type' is a memref in #tile.shared.
bool isSharedMemRef(mlir::Type type);
/// Whether 'type' is a memref of !tile.mbarrier in #tile.shared.
bool isBarrierMemRef(mlir::Type type);
/// Whether 'type' is a memref in #tile.shared_cluster.
bool isClusterMemRef(mlir::Type type);
/// Whether 'type' is a memref of numbers in the default memory space.
bool isGlobalMemRef(mlir::Type type);
} // namespace tile
} // namespace tilery

#include "tilery/Dialect/Tile/IR/TileAttrInterfaces.h.inc"
#include "tilery/Dialect/Tile/IR/TileOpInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tilery/Dialect/Tile/IR/TileAttributes.h.inc"
#define GET_TYPEDEF_CLASSES
#include "tilery/Dialect/Tile/IR/TileTypes.h.inc"

namespace tilery {
namespace tile {
/// The data types that a map of elements of this type may have: the type's own
/// one first.
llvm::SmallVector<tensormap::DataType> getMapFormats(mlir::Type elementType);
/// The same for messages: "f32 or tf32".
std::string listMapFormats(mlir::Type elementType);

/// The swizzle of a shared memref's memory space.
Swizzle getSwizzle(mlir::MemRefType type);

/// Bytes of one element in memory, or failure for types that none of our
/// buffers holds. An mbarrier has 8.
llvm::FailureOr<int64_t> getElementBytes(mlir::Type elementType);

/// The strides, in elements, that the copy engine gives a tile of this shape in
/// shared memory: dense, except that a swizzled row always takes the span of
/// its swizzle (an H200 leaves the rest of a narrower row untouched). Failure
/// where the type has no size, or the strides no 64 bits.
llvm::FailureOr<llvm::SmallVector<int64_t>>
getImageStrides(llvm::ArrayRef<int64_t> shape, mlir::Type elementType,
                Swizzle swizzle);

/// Bytes from the first to past the last row of a static shared buffer, or
/// failure where they do not fit 64 bits.
llvm::FailureOr<int64_t> getSharedBytes(mlir::MemRefType type);

/// The TensorMap data type of a memref's element type, or failure where the
/// hardware has none. i8 and fp8 travel as u8, i16 as u16; signless i32 and i64
/// count as signed.
llvm::FailureOr<tensormap::DataType> getTensorMapDataType(mlir::Type type);
} // namespace tile
} // namespace tilery

#endif // TILERY_DIALECT_TILE_IR_TILEDIALECT_H
