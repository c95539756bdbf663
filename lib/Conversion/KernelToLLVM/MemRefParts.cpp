// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/KernelToLLVM/MemRefParts.h"

using namespace mlir;
using namespace tilery;

static Value constant(OpBuilder &b, Location loc, Type type, int64_t value) {
  return LLVM::ConstantOp::create(b, loc, type, b.getIntegerAttr(type, value));
}

static unsigned getAddressSpace(MemRefType type, const AddressSpaces &spaces) {
  if (tile::isClusterMemRef(type))
    return spaces.sharedCluster;
  return tile::isSharedMemRef(type) ? spaces.shared : spaces.global;
}

MemRefParts::MemRefParts(MemRefType type) : type(type) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  // Other layouts have no lowered type.
  (void)type.getStridesAndOffset(strides, offset);
  fields.push_back({offset, {}});
  for (int64_t size : type.getShape())
    fields.push_back({size, {}});
  for (int64_t stride : strides)
    fields.push_back({stride, {}});
}

MemRefParts::MemRefParts(OpBuilder &builder, Location loc, MemRefType type,
                         Value packed)
    : MemRefParts(type) {
  if (!isa<LLVM::LLVMStructType>(packed.getType())) {
    base = packed;
    return;
  }
  int64_t position = 0;
  base = LLVM::ExtractValueOp::create(builder, loc, packed, position++);
  for (Field &field : fields)
    if (ShapedType::isDynamic(field.fixed))
      field.value =
          LLVM::ExtractValueOp::create(builder, loc, packed, position++);
}

Value MemRefParts::get(const Field &field, OpBuilder &b, Location loc) const {
  return field.value ? field.value
                     : constant(b, loc, b.getI64Type(), field.fixed);
}
Value MemRefParts::getOffset(OpBuilder &b, Location loc) const {
  return get(fields[0], b, loc);
}
Value MemRefParts::getSize(OpBuilder &b, Location loc, int64_t dim) const {
  return get(fields[1 + dim], b, loc);
}
Value MemRefParts::getStride(OpBuilder &b, Location loc, int64_t dim) const {
  return get(fields[1 + getRank() + dim], b, loc);
}

static void set(int64_t fixed, Value &place, Value value) {
  if (ShapedType::isDynamic(fixed))
    place = value;
}
void MemRefParts::setOffset(Value value) {
  set(fields[0].fixed, fields[0].value, value);
}
void MemRefParts::setSize(int64_t dim, Value value) {
  Field &field = fields[1 + dim];
  set(field.fixed, field.value, value);
}
void MemRefParts::setStride(int64_t dim, Value value) {
  Field &field = fields[1 + getRank() + dim];
  set(field.fixed, field.value, value);
}

void MemRefParts::copyLayout(OpBuilder &b, Location loc,
                             const MemRefParts &other) {
  setOffset(other.getOffset(b, loc));
  for (int64_t dim = 0; dim < getRank(); ++dim) {
    setSize(dim, other.getSize(b, loc, dim));
    setStride(dim, other.getStride(b, loc, dim));
  }
}

Value MemRefParts::pack(OpBuilder &builder, Location loc) const {
  auto structType =
      dyn_cast<LLVM::LLVMStructType>(getLoweredType(base.getType()));
  if (!structType)
    return base;
  Value packed = LLVM::PoisonOp::create(builder, loc, structType);
  int64_t position = 0;
  packed = LLVM::InsertValueOp::create(builder, loc, packed, base, position++);
  for (const Field &field : fields)
    if (ShapedType::isDynamic(field.fixed))
      packed = LLVM::InsertValueOp::create(builder, loc, packed, field.value,
                                           position++);
  return packed;
}

Type MemRefParts::getLoweredType(MemRefType type, const AddressSpaces &spaces) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return {};
  return MemRefParts(type).getLoweredType(LLVM::LLVMPointerType::get(
      type.getContext(), getAddressSpace(type, spaces)));
}

Type MemRefParts::getLoweredType(Type pointer) const {
  MLIRContext *context = type.getContext();
  SmallVector<Type> members = {pointer};
  for (const Field &field : fields)
    if (ShapedType::isDynamic(field.fixed))
      members.push_back(IntegerType::get(context, 64));
  if (members.size() == 1)
    return pointer;
  return LLVM::LLVMStructType::getLiteral(context, members);
}

Value MemRefParts::getLinearIndex(OpBuilder &b, Location loc,
                                  ValueRange indices) const {
  // The lowering of a memref access may assume that it is in bounds, hence that
  // its address arithmetic does not overflow.
  auto nsw = LLVM::IntegerOverflowFlags::nsw;
  Value linear;
  auto add = [&](Value term) {
    linear = linear ? LLVM::AddOp::create(b, loc, linear, term, nsw) : term;
  };
  if (fields[0].value || fields[0].fixed != 0)
    add(getOffset(b, loc));
  for (auto [dim, index] : llvm::enumerate(indices)) {
    if (fields[1 + getRank() + dim].fixed == 1)
      add(index);
    else
      add(LLVM::MulOp::create(b, loc, index, getStride(b, loc, dim), nsw));
  }
  return linear;
}

/// The address `index` steps of `element` behind `base`. Accesses are in
/// bounds: MLIR leaves those that are not undefined (memref.load).
static Value step(OpBuilder &b, Location loc, Type element, Value base,
                  Value index) {
  return LLVM::GEPOp::create(b, loc, base.getType(), element, base, index,
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value MemRefParts::getStart(OpBuilder &b, Location loc,
                            Type loweredElement) const {
  Value linear = getLinearIndex(b, loc, {});
  return linear ? step(b, loc, loweredElement, base, linear) : base;
}

Value MemRefParts::getAddress(OpBuilder &b, Location loc, Type loweredElement,
                              ValueRange indices) const {
  tile::Swizzle swizzle = tile::getSwizzle(type);
  Value linear = getLinearIndex(b, loc, indices);
  if (!linear)
    return base;
  if (swizzle == tile::Swizzle::None)
    return step(b, loc, loweredElement, base, linear);

  // The byte offset from the base, in 32 bits as shared addresses are.
  Type i32 = b.getI32Type();
  int64_t size = *tile::getElementBytes(type.getElementType());
  Value narrow = LLVM::TruncOp::create(b, loc, i32, linear);
  Value bytes =
      LLVM::MulOp::create(b, loc, narrow, constant(b, loc, i32, size));
  // The 16-byte chunk within the span is XORed with the number of the 128-byte
  // line: address bits 4.. with bits 7.. (PTX ISA, swizzling modes). The base
  // is aligned to the pattern's period, so that the offset's bits will do.
  int64_t mask = ((int64_t(1) << unsigned(swizzle)) - 1) << 4;
  Value line = LLVM::LShrOp::create(b, loc, bytes, constant(b, loc, i32, 3));
  Value chunk = LLVM::AndOp::create(b, loc, line, constant(b, loc, i32, mask));
  bytes = LLVM::XOrOp::create(b, loc, bytes, chunk);
  return step(b, loc, b.getI8Type(), base, bytes);
}
