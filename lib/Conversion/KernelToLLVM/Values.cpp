// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, operands, and vectors by their elements.

#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"
#include "tilery/Conversion/KernelToLLVM/MemRefParts.h"
#include "tilery/Conversion/KernelToLLVM/Operands.h"

using namespace mlir;
using namespace tilery;

SmallVector<int32_t> tilery::getThreeExtents(ArrayRef<int32_t> extents) {
  SmallVector<int32_t> three(extents);
  three.resize(3, 1);
  return three;
}

Value tilery::getI32(OpBuilder &builder, Location loc, Value value,
                     std::optional<uint32_t> constant) {
  return value ? value
               : createI32(builder, loc,
                           static_cast<int32_t>(constant.value_or(0)));
}

Value tilery::getStart(OpBuilder &builder, Location loc,
                       const TypeConverter &converter, Value buffer,
                       Value lowered) {
  auto type = cast<MemRefType>(buffer.getType());
  return MemRefParts(builder, loc, type, lowered)
      .getStart(builder, loc, converter.convertType(type.getElementType()));
}

Value tilery::advance(OpBuilder &builder, Location loc, Value address,
                      int64_t bytes) {
  if (bytes == 0)
    return address;
  return LLVM::GEPOp::create(
      builder, loc, address.getType(), builder.getI8Type(), address,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(bytes)},
      LLVM::GEPNoWrapFlags::inbounds);
}

Value tilery::extendIndex(OpBuilder &builder, Location loc, Value value) {
  return LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), value);
}

Value tilery::createI32(OpBuilder &builder, Location loc, int32_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                  builder.getI32IntegerAttr(value));
}

Value tilery::createI64(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                  builder.getI64IntegerAttr(value));
}

Value tilery::buildElementwise(OpBuilder &builder, Location loc,
                               ValueRange operands,
                               function_ref<Value(ValueRange)> build) {
  auto vector = dyn_cast<VectorType>(operands.front().getType());
  if (!vector)
    return build(operands);
  Value result;
  for (int64_t i = 0; i < vector.getDimSize(0); ++i) {
    Value position = createI64(builder, loc, i);
    SmallVector<Value> elements;
    for (Value operand : operands)
      elements.push_back(
          LLVM::ExtractElementOp::create(builder, loc, operand, position));
    Value element = build(elements);
    if (!result)
      result = LLVM::PoisonOp::create(
          builder, loc, VectorType::get(vector.getShape(), element.getType()));
    result =
        LLVM::InsertElementOp::create(builder, loc, result, element, position);
  }
  return result;
}
