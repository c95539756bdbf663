// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the arguments of a kernel become parameters of its device entry. The
// device lowering and the launcher's both ask here.

#ifndef TILERY_DIALECT_TILE_IR_KERNELABI_H
#define TILERY_DIALECT_TILE_IR_KERNELABI_H

#include "mlir/IR/BuiltinTypes.h"

#include <string>

namespace tilery {
namespace tile {

/// One parameter of a device entry.
struct KernelParameter {
  enum Kind {
    Map,     ///< a TensorMap by value: 128 bytes, 64-byte aligned
    Pointer, ///< address of a memref's first element, its offset applied
    Extent,  ///< a dynamic extent of a memref, i64
    Stride,  ///< a dynamic stride of a memref in elements, i64
    Scalar,  ///< an integer or float; an index is an i64
  };
  Kind kind;
  /// The kernel argument that it belongs to.
  unsigned argument;
  /// The dimension of an Extent or Stride, outer to inner.
  unsigned dim;
  /// The type of a Scalar (index as i64); i64 for Extent and Stride; null
  /// otherwise.
  mlir::Type type;
};

/// What a kernel argument would have to be instead of `type`, as the end of
/// "expected ... to be"; empty when the type is legal.
std::string describeLegalArgument(mlir::Type type);

/// The parameters of a kernel with these argument types, in order: a memref is
/// its pointer, then its dynamic extents, then its dynamic strides.
llvm::SmallVector<KernelParameter> getKernelParameters(mlir::TypeRange types);
} // namespace tile
} // namespace tilery

#endif // TILERY_DIALECT_TILE_IR_KERNELABI_H
