// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a memref is in a lowered kernel.

#ifndef TILERY_CONVERSION_KERNELTOLLVM_MEMREFPARTS_H
#define TILERY_CONVERSION_KERNELTOLLVM_MEMREFPARTS_H

#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

namespace tilery {
/// The parts of a memref: the base pointer, and offset, extents and strides,
/// each of which is either static (in the type) or a value.
///
/// A memref is lowered to its base pointer, in the address space of its memory,
/// followed by the i64 values that its type leaves open, in a struct where
/// there are any. The base is that of the buffer and not of the view, because a
/// swizzle acts on the offset from the buffer's (period-aligned) base.
class MemRefParts {
public:
  /// The parts of an undefined memref of `type`, to be filled.
  explicit MemRefParts(mlir::MemRefType type);
  /// Takes the lowered memref `packed` apart.
  MemRefParts(mlir::OpBuilder &builder, mlir::Location loc,
              mlir::MemRefType type, mlir::Value packed);

  mlir::MemRefType getType() const { return type; }
  int64_t getRank() const { return type.getRank(); }

  mlir::Value getBase() const { return base; }
  mlir::Value getOffset(mlir::OpBuilder &b, mlir::Location loc) const;
  mlir::Value getSize(mlir::OpBuilder &b, mlir::Location loc,
                      int64_t dim) const;
  mlir::Value getStride(mlir::OpBuilder &b, mlir::Location loc,
                        int64_t dim) const;

  void setBase(mlir::Value value) { base = value; }
  /// The setters ignore what the type says already.
  void setOffset(mlir::Value value);
  void setSize(int64_t dim, mlir::Value value);
  void setStride(int64_t dim, mlir::Value value);
  /// Offset, extents and strides of a memref of the same rank.
  void copyLayout(mlir::OpBuilder &builder, mlir::Location loc,
                  const MemRefParts &other);

  /// The lowered memref.
  mlir::Value pack(mlir::OpBuilder &builder, mlir::Location loc) const;

  /// Address of where the view starts, without any swizzle: what a copy engine
  /// is given.
  mlir::Value getStart(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Type loweredElement) const;

  /// Address of an element; `indices` are i64, one a dimension. In a swizzled
  /// buffer: of the element's place after the swizzle.
  mlir::Value getAddress(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Type loweredElement,
                         mlir::ValueRange indices) const;

  /// The type that a memref of `type` is lowered to, or null where its layout
  /// is not strided.
  static mlir::Type getLoweredType(mlir::MemRefType type,
                                   const AddressSpaces &spaces);

private:
  /// Offset, extents, strides, in this order.
  struct Field {
    int64_t fixed;
    mlir::Value value;
  };
  /// The same for this memref, its base being of type `pointer`.
  mlir::Type getLoweredType(mlir::Type pointer) const;
  mlir::Value get(const Field &field, mlir::OpBuilder &b,
                  mlir::Location loc) const;
  /// Elements between the base and an element, or null where that is the base;
  /// without indices, the start of the view.
  mlir::Value getLinearIndex(mlir::OpBuilder &b, mlir::Location loc,
                             mlir::ValueRange indices) const;

  mlir::MemRefType type;
  mlir::Value base;
  llvm::SmallVector<Field> fields;
};
} // namespace tilery

#endif // TILERY_CONVERSION_KERNELTOLLVM_MEMREFPARTS_H
