// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CEntries.h"

#include "tilery/Conversion/LaunchToLLVM/Signature.h"
#include "tilery/Launcher/Abi.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

namespace {
class CEntries {
public:
  CEntries(LLVM::LLVMFuncOp launcher, const CInterface &interface,
           const AbiTypes &abi, Tables &tables, RuntimeCalls &runtime)
      : launcher(launcher), interface(interface), abi(abi), tables(tables),
        runtime(runtime), builder(launcher.getContext()),
        loc(launcher.getLoc()) {}

  void addPlain();
  void addDLPack();
  void addTvmFfi(LLVM::GlobalOp functionSpec);

private:
  /// Begins a function before the launcher; its parameters are then
  /// `parameters`.
  void beginFunction(const std::string &name, ArrayRef<Type> types);
  /// The values of the arguments, and the call, to which the last three
  /// parameters go.
  void finishCall(ArrayRef<Value> values);

  Type getScalarType(Type type);
  /// A scalar as TileryValue has it: an integer in 64 bits, or the bits of a
  /// double.
  Value widenScalar(Value value, Type type);
  Value makeTensor(const CArgument &argument);
  Value makeSizes(ArrayRef<CSize> sizes);
  int64_t getKind(const CArgument &argument);

  Value constant(Type type, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, type,
                                    builder.getIntegerAttr(type, value));
  }
  Value makeSlot(Type type, unsigned count = 1) {
    return LLVM::AllocaOp::create(builder, loc, abi.pointer, type,
                                  constant(abi.i32, count));
  }
  void store(Type type, Value base, ArrayRef<LLVM::GEPArg> path, Value value) {
    Value address =
        LLVM::GEPOp::create(builder, loc, abi.pointer, type, base, path);
    LLVM::StoreOp::create(builder, loc, value, address);
  }
  Value address(Operation *symbol) {
    if (auto global = dyn_cast<LLVM::GlobalOp>(symbol))
      return LLVM::AddressOfOp::create(builder, loc, global);
    return LLVM::AddressOfOp::create(builder, loc,
                                     cast<LLVM::LLVMFuncOp>(symbol));
  }

  LLVM::LLVMFuncOp launcher;
  const CInterface &interface;
  const AbiTypes &abi;
  Tables &tables;
  RuntimeCalls &runtime;
  OpBuilder builder;
  Location loc;
  LLVM::LLVMFuncOp function;
  Block *entry = nullptr;
};
} // namespace

void CEntries::beginFunction(const std::string &name, ArrayRef<Type> types) {
  builder.setInsertionPoint(launcher);
  function = LLVM::LLVMFuncOp::create(
      builder, loc, name, LLVM::LLVMFunctionType::get(abi.i32, types));
  SmallVector<Location> locs(types.size(), loc);
  entry = builder.createBlock(&function.getBody(), {}, types, locs);
}

void CEntries::finishCall(ArrayRef<Value> values) {
  Value list = makeSlot(abi.value, std::max<size_t>(1, values.size()));
  for (auto [i, value] : llvm::enumerate(values))
    store(abi.value, list, {static_cast<int32_t>(i)}, value);
  unsigned last = entry->getNumArguments();
  // The types of the parameters vouch for the kinds.
  Value kinds = LLVM::ZeroOp::create(builder, loc, abi.pointer);
  Value status = runtime.call(
      builder, loc, "call", abi.i32,
      {address(launcher), list, kinds, constant(abi.i32, values.size()),
       entry->getArgument(last - 3), entry->getArgument(last - 2),
       entry->getArgument(last - 1)});
  LLVM::ReturnOp::create(builder, loc, status);
}

/// C has no 16-bit floats: those are handed over as float.
Type CEntries::getScalarType(Type type) {
  if (type.isIndex())
    return abi.i64;
  if (isa<FloatType>(type) && !type.isF64())
    return builder.getF32Type();
  return type;
}

Value CEntries::widenScalar(Value value, Type type) {
  if (isa<FloatType>(type)) {
    if (!type.isF64())
      value = LLVM::FPExtOp::create(builder, loc, abi.f64, value);
    return LLVM::BitcastOp::create(builder, loc, abi.i64, value);
  }
  if (value.getType() == abi.i64)
    return value;
  if (type.isUnsignedInteger())
    return LLVM::ZExtOp::create(builder, loc, abi.i64, value);
  return LLVM::SExtOp::create(builder, loc, abi.i64, value);
}

Value CEntries::makeSizes(ArrayRef<CSize> sizes) {
  if (sizes.empty())
    return LLVM::ZeroOp::create(builder, loc, abi.pointer);
  Value list = makeSlot(abi.i64, sizes.size());
  for (auto [i, size] : llvm::enumerate(sizes)) {
    Value value;
    if (size.isKnown) {
      value = constant(abi.i64, size.value);
    } else {
      const CParameter &given = interface.parameters[size.value];
      value = entry->getArgument(size.value);
      if (given.kind == CParameter::Kind::Scalar)
        value = widenScalar(value, interface.arguments[given.argument].type);
    }
    store(abi.i64, list, {static_cast<int32_t>(i)}, value);
  }
  return list;
}

Value CEntries::makeTensor(const CArgument &argument) {
  // describeCInterface has found a type.
  TileryDataType dtype =
      *getDataType(cast<MemRefType>(argument.type).getElementType());
  Value tensor = makeSlot(abi.tensor);
  auto set = [&](ArrayRef<LLVM::GEPArg> field, Value value) {
    SmallVector<LLVM::GEPArg> path = {0};
    path.append(field.begin(), field.end());
    store(abi.tensor, tensor, path, value);
  };
  set({0}, entry->getArgument(argument.parameter));
  set({1, 0}, constant(abi.i32, TILERY_DEVICE_UNKNOWN));
  set({1, 1}, constant(abi.i32, 0));
  set({2}, constant(abi.i32, argument.shape.size()));
  set({3, 0}, constant(abi.i8, dtype.code));
  set({3, 1}, constant(abi.i8, dtype.bits));
  set({3, 2}, constant(abi.i16, dtype.lanes));
  set({4}, makeSizes(argument.shape));
  set({5}, makeSizes(argument.strides));
  set({6}, constant(abi.i64, 0));
  return LLVM::PtrToIntOp::create(builder, loc, abi.i64, tensor);
}

void CEntries::addPlain() {
  SmallVector<Type> types;
  for (const CParameter &parameter : interface.parameters) {
    using Kind = CParameter::Kind;
    if (parameter.kind == Kind::Tensor || parameter.kind == Kind::Map)
      types.push_back(abi.pointer);
    else if (parameter.kind == Kind::Scalar)
      types.push_back(
          getScalarType(interface.arguments[parameter.argument].type));
    else
      types.push_back(abi.i64);
  }
  types.append({abi.pointer, abi.pointer, abi.i64});
  beginFunction(interface.name + "_launch", types);
  SmallVector<Value> values;
  for (const CArgument &argument : interface.arguments) {
    Value own = entry->getArgument(argument.parameter);
    if (isa<MemRefType>(argument.type))
      values.push_back(makeTensor(argument));
    else if (isa<tile::TensorMapType>(argument.type))
      values.push_back(LLVM::PtrToIntOp::create(builder, loc, abi.i64, own));
    else
      values.push_back(widenScalar(own, argument.type));
  }
  finishCall(values);
}

void CEntries::addDLPack() {
  auto isAddress = [](Type type) {
    return isa<MemRefType, tile::TensorMapType>(type);
  };
  SmallVector<Type> types;
  for (const CArgument &argument : interface.arguments)
    types.push_back(isAddress(argument.type) ? Type(abi.pointer)
                                             : getScalarType(argument.type));
  types.append({abi.pointer, abi.pointer, abi.i64});
  beginFunction(interface.name + "_launch_dlpack", types);
  SmallVector<Value> values;
  for (auto [i, argument] : llvm::enumerate(interface.arguments)) {
    Value own = entry->getArgument(i);
    values.push_back(
        isAddress(argument.type)
            ? LLVM::PtrToIntOp::create(builder, loc, abi.i64, own).getResult()
            : widenScalar(own, argument.type));
  }
  finishCall(values);
}

int64_t CEntries::getKind(const CArgument &argument) {
  if (isa<MemRefType>(argument.type))
    return TILERY_KIND_TENSOR;
  if (isa<tile::TensorMapType>(argument.type))
    return TILERY_KIND_MAP;
  return isa<FloatType>(argument.type) ? TILERY_KIND_FLOAT : TILERY_KIND_INT;
}

void CEntries::addTvmFfi(LLVM::GlobalOp functionSpec) {
  SmallVector<Constant> kinds;
  for (const CArgument &argument : interface.arguments)
    kinds.push_back(getKind(argument));
  LLVM::GlobalOp table = tables.array(abi.i8, kinds, interface.name + ".kinds");
  // TVMFFISafeCallType (tvm-ffi's c_api.h): self, arguments, their number, and
  // where the result goes.
  beginFunction("__tvm_ffi_" + interface.name,
                {abi.pointer, abi.pointer, abi.i32, abi.pointer});
  Value kindsAddress =
      table ? address(table)
            : LLVM::ZeroOp::create(builder, loc, abi.pointer).getResult();
  Value status = runtime.call(builder, loc, "call_tvm_ffi", abi.i32,
                              {address(launcher), address(functionSpec),
                               kindsAddress, entry->getArgument(1),
                               entry->getArgument(2), entry->getArgument(3)});
  LLVM::ReturnOp::create(builder, loc, status);
}

void tilery::launch::addCEntries(LLVM::LLVMFuncOp launcher,
                                 const CInterface &interface,
                                 const AbiTypes &abi, Tables &tables,
                                 RuntimeCalls &runtime, bool tvmFfi) {
  auto module = launcher->getParentOfType<ModuleOp>();
  std::string name = launcher.getSymName().str();
  // The entry may have the launcher's own name. No C name has a dot.
  launcher.setSymName(name + ".launcher");
  launcher.setLinkage(LLVM::Linkage::Internal);
  CEntries entries(launcher, interface, abi, tables, runtime);
  entries.addPlain();
  entries.addDLPack();
  if (tvmFfi)
    entries.addTvmFfi(module.lookupSymbol<LLVM::GlobalOp>(name + ".function"));
}
