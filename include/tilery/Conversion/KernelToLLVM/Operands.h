// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands that many ops have, lowered.

#ifndef TILERY_CONVERSION_KERNELTOLLVM_OPERANDS_H
#define TILERY_CONVERSION_KERNELTOLLVM_OPERANDS_H

#include "mlir/IR/Builders.h"
#include "mlir/Transforms/DialectConversion.h"

#include <optional>

namespace tilery {
/// An operand, or the literal that stands in its place, as i32.
mlir::Value getI32(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value value, std::optional<uint32_t> constant);

/// Address of where a memref starts, for an engine that applies the swizzle
/// itself; `lowered` is what `buffer` became.
mlir::Value getStart(mlir::OpBuilder &builder, mlir::Location loc,
                     const mlir::TypeConverter &converter, mlir::Value buffer,
                     mlir::Value lowered);

template <typename OpTy>
mlir::Value getBytes(mlir::OpBuilder &builder, OpTy op,
                     typename OpTy::Adaptor adaptor) {
  return getI32(builder, op.getLoc(), adaptor.getBytes(), op.getStaticBytes());
}

template <typename OpTy>
mlir::Value getSource(mlir::OpBuilder &builder, OpTy op,
                      typename OpTy::Adaptor adaptor,
                      const mlir::TypeConverter &converter) {
  return getStart(builder, op.getLoc(), converter, op.getSource(),
                  adaptor.getSource());
}
template <typename OpTy>
mlir::Value getDestination(mlir::OpBuilder &builder, OpTy op,
                           typename OpTy::Adaptor adaptor,
                           const mlir::TypeConverter &converter) {
  return getStart(builder, op.getLoc(), converter, op.getDestination(),
                  adaptor.getDestination());
}

/// What each copy of plain memory has.
struct BulkOperands {
  mlir::Value destination, source, bytes;
};
template <typename OpTy>
BulkOperands getBulkOperands(mlir::OpBuilder &builder, OpTy op,
                             typename OpTy::Adaptor adaptor,
                             const mlir::TypeConverter &converter) {
  return {getDestination(builder, op, adaptor, converter),
          getSource(builder, op, adaptor, converter),
          getBytes(builder, op, adaptor)};
}
} // namespace tilery

#endif // TILERY_CONVERSION_KERNELTOLLVM_OPERANDS_H
