// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Tables.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

Value Constant::build(OpBuilder &builder, Location loc, Type type) const {
  if (isAddress) {
    if (!global)
      return LLVM::ZeroOp::create(builder, loc, type);
    LLVM::GlobalOp target = global;
    return LLVM::AddressOfOp::create(builder, loc, target);
  }
  if (!isList)
    return LLVM::ConstantOp::create(builder, loc, type,
                                    builder.getIntegerAttr(type, integer));
  Value result = LLVM::UndefOp::create(builder, loc, type);
  auto record = dyn_cast<LLVM::LLVMStructType>(type);
  for (auto [i, element] : llvm::enumerate(elements)) {
    Type elementType = record
                           ? record.getBody()[i]
                           : cast<LLVM::LLVMArrayType>(type).getElementType();
    result = LLVM::InsertValueOp::create(
        builder, loc, result, element.build(builder, loc, elementType),
        static_cast<int64_t>(i));
  }
  return result;
}

Tables::Tables(ModuleOp module)
    : module(module), symbols(module),
      builder(OpBuilder::atBlockBegin(module.getBody())), loc(module.getLoc()) {
}

LLVM::GlobalOp Tables::create(Type type, bool isConstant, StringRef name,
                              Attribute value, unsigned alignment) {
  auto global =
      LLVM::GlobalOp::create(builder, loc, type, isConstant,
                             LLVM::Linkage::Internal, name, value, alignment);
  global.setUnnamedAddr(isConstant ? LLVM::UnnamedAddr::Global
                                   : LLVM::UnnamedAddr::None);
  // Renames the global where a symbol has the name already.
  symbols.insert(global);
  return global;
}

LLVM::GlobalOp Tables::text(StringRef value) {
  LLVM::GlobalOp &global = texts[value];
  if (!global) {
    std::string terminated = value.str();
    terminated.push_back('\0');
    global =
        create(LLVM::LLVMArrayType::get(builder.getI8Type(), terminated.size()),
               true, "text", builder.getStringAttr(terminated));
  }
  return global;
}

LLVM::GlobalOp Tables::bytes(StringRef value, StringRef name) {
  return create(LLVM::LLVMArrayType::get(builder.getI8Type(), value.size()),
                true, name, builder.getStringAttr(value), /*alignment=*/16);
}

LLVM::GlobalOp Tables::constant(Type type, const Constant &value,
                                StringRef name) {
  LLVM::GlobalOp global = create(type, true, name, Attribute());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&global.getInitializerRegion());
  Value built = value.build(builder, loc, type);
  LLVM::ReturnOp::create(builder, loc, built);
  return global;
}

LLVM::GlobalOp Tables::array(Type element, ArrayRef<Constant> values,
                             StringRef name) {
  if (values.empty())
    return {};
  return constant(LLVM::LLVMArrayType::get(element, values.size()),
                  Constant(values), name);
}

LLVM::GlobalOp Tables::variable(Type type, StringRef name) {
  LLVM::GlobalOp global = create(type, false, name, Attribute());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&global.getInitializerRegion());
  Value zero = LLVM::ZeroOp::create(builder, loc, type);
  LLVM::ReturnOp::create(builder, loc, zero);
  return global;
}
