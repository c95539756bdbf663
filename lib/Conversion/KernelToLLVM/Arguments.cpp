// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"
#include "tilery/Conversion/KernelToLLVM/MemRefParts.h"

using namespace mlir;
using namespace tilery;

SmallVector<Value> tilery::buildKernelArguments(
    OpBuilder &builder, Location loc, ArrayRef<Type> arguments,
    ArrayRef<tile::KernelParameter> parameters, ValueRange parameterValues) {
  SmallVector<Value> values(arguments.size());
  SmallVector<std::optional<MemRefParts>> memrefs(arguments.size());
  for (auto [parameter, value] : llvm::zip_equal(parameters, parameterValues)) {
    std::optional<MemRefParts> &parts = memrefs[parameter.argument];
    switch (parameter.kind) {
    case tile::KernelParameter::Map:
    case tile::KernelParameter::Scalar:
      values[parameter.argument] = value;
      break;
    case tile::KernelParameter::Pointer:
      parts.emplace(cast<MemRefType>(arguments[parameter.argument]));
      // Arguments have offset 0: the launcher passes the first element.
      parts->setBase(value);
      break;
    case tile::KernelParameter::Extent:
      parts->setSize(parameter.dim, value);
      break;
    case tile::KernelParameter::Stride:
      parts->setStride(parameter.dim, value);
      break;
    }
  }
  for (auto [value, parts] : llvm::zip_equal(values, memrefs))
    if (parts)
      value = parts->pack(builder, loc);
  return values;
}

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
