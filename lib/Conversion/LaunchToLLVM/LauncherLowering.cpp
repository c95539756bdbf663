// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LauncherLowering.h"

#include "ArgumentSpecs.h"
#include "Scalars.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

namespace {
class LauncherLowering {
public:
  LauncherLowering(FuncOp function, const AbiTypes &abi, Tables &tables,
                   RuntimeCalls &runtime,
                   llvm::StringMap<KernelTables> &kernels)
      : function(function), abi(abi), tables(tables), runtime(runtime),
        kernels(kernels), builder(function.getContext()),
        slots(function.getContext()), loc(function.getLoc()) {}

  LogicalResult run();

private:
  /// begin, the checks, and the one branch of a launcher.
  LogicalResult buildPrologue(Block *body, Block *failed);
  LogicalResult buildChecks(ArgumentSpecs &specs);
  /// The launcher's scalar arguments, read from the call.
  void readScalars();
  Value readScalar(unsigned index, Type type);

  void lowerBody(Block *body);
  void lowerDim(memref::DimOp op);
  void lowerKernel(KernelOp op);
  void lowerReturn(ReturnOp op);

  Value makeConfig(KernelOp op, BinaryOp binary);
  Value encodeMap(EncodeMapOp op);
  Value makeParameter(const tile::KernelParameter &parameter, Value argument);

  /// Stack memory, allocated once however often its user runs.
  Value makeSlot(Type type, unsigned count = 1, unsigned alignment = 0) {
    Value size = LLVM::ConstantOp::create(slots, loc, abi.i32, count);
    return LLVM::AllocaOp::create(slots, loc, abi.pointer, type, size,
                                  alignment);
  }
  Value constant(Type type, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, type,
                                    builder.getIntegerAttr(type, value));
  }
  Value address(LLVM::GlobalOp global) {
    return LLVM::AddressOfOp::create(builder, loc, global);
  }
  Value fieldAddress(Type record, Value base, ArrayRef<LLVM::GEPArg> indices) {
    SmallVector<LLVM::GEPArg> path = {0};
    path.append(indices.begin(), indices.end());
    return LLVM::GEPOp::create(builder, loc, abi.pointer, record, base, path);
  }
  void storeField(Type record, Value base, ArrayRef<LLVM::GEPArg> indices,
                  Value value) {
    LLVM::StoreOp::create(builder, loc, value,
                          fieldAddress(record, base, indices));
  }
  Value loadField(Type record, Value base, ArrayRef<LLVM::GEPArg> indices,
                  Type type) {
    return LLVM::LoadOp::create(builder, loc, type,
                                fieldAddress(record, base, indices));
  }
  Value toI64(Value value) {
    if (!value.getType().isIndex())
      return value;
    return arith::IndexCastOp::create(builder, loc, abi.i64, value);
  }
  Value callRuntime(StringRef name, Type result, ArrayRef<Value> operands) {
    SmallVector<Value> all = {call};
    all.append(operands.begin(), operands.end());
    return runtime.call(builder, loc, name, result, all);
  }

  FuncOp function;
  const AbiTypes &abi;
  Tables &tables;
  RuntimeCalls &runtime;
  llvm::StringMap<KernelTables> &kernels;

  OpBuilder builder;
  /// Stands in the prologue, before the first call.
  OpBuilder slots;
  Location loc;
  Value call;
  /// The arguments of launch.func, whose uses are replaced one after the other.
  SmallVector<BlockArgument> arguments;
  llvm::DenseMap<Operation *, std::pair<LLVM::GlobalOp, Value>> maps;
};
} // namespace

LogicalResult LauncherLowering::buildChecks(ArgumentSpecs &specs) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    bool isTensor = isa<MemRefType>(type);
    FailureOr<LLVM::GlobalOp> spec =
        isTensor ? specs.makeTensorSpec(i) : specs.makeScalarSpec(i);
    if (failed(spec))
      return failure();
    callRuntime(isTensor ? "check_tensor" : "check_scalar", abi.i32,
                {constant(abi.i32, i), address(*spec)});
  }
  return success();
}

LogicalResult LauncherLowering::buildPrologue(Block *body, Block *failedBlock) {
  ArgumentSpecs specs(function, abi, tables);
  Value symbols = specs.getNumSymbols()
                      ? makeSlot(abi.symbol, specs.getNumSymbols())
                      : LLVM::ZeroOp::create(slots, loc, abi.pointer);
  callRuntime("begin", abi.i32, {address(specs.makeFunctionSpec()), symbols});
  slots.setInsertionPointAfter(symbols.getDefiningOp());
  if (failed(buildChecks(specs)))
    return failure();
  Value status = callRuntime("checked", abi.i32, {});
  Value isOk = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                    status, constant(abi.i32, 0));
  LLVM::CondBrOp::create(builder, loc, isOk, body, ValueRange(), failedBlock,
                         ValueRange());
  builder.setInsertionPointToStart(failedBlock);
  LLVM::ReturnOp::create(builder, loc, status);
  return success();
}

Value LauncherLowering::readScalar(unsigned index, Type type) {
  Value args = loadField(abi.call, call, {field::CallArgs}, abi.pointer);
  Value slot = LLVM::GEPOp::create(builder, loc, abi.pointer, abi.value, args,
                                   LLVM::GEPArg(index));
  if (auto floatType = dyn_cast<FloatType>(type)) {
    Value value = LLVM::LoadOp::create(builder, loc, abi.f64, slot);
    if (floatType.getWidth() == 16)
      return convertToHalf(builder, loc, value, floatType);
    if (floatType.getWidth() < 64)
      return arith::TruncFOp::create(builder, loc, type, value);
    return value;
  }
  Value value = LLVM::LoadOp::create(builder, loc, abi.i64, slot);
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, type, value);
  if (type.getIntOrFloatBitWidth() < 64)
    return arith::TruncIOp::create(builder, loc, type, value);
  return value;
}

void LauncherLowering::readScalars() {
  for (BlockArgument argument : arguments)
    if (!isa<MemRefType>(argument.getType()) && !argument.use_empty())
      argument.replaceAllUsesWith(
          readScalar(argument.getArgNumber(), argument.getType()));
}

void LauncherLowering::lowerDim(memref::DimOp op) {
  builder.setInsertionPoint(op);
  loc = op.getLoc();
  Value dim = arith::IndexCastOp::create(builder, loc, abi.i32, op.getIndex());
  Value extent = callRuntime(
      "dim", abi.i64,
      {constant(abi.i32, getLauncherArgument(op.getSource())), dim});
  op.replaceAllUsesWith(
      arith::IndexCastOp::create(builder, loc, op.getType(), extent)
          .getResult());
  op.erase();
}

Value LauncherLowering::makeConfig(KernelOp op, BinaryOp binary) {
  Value config = makeSlot(abi.launchConfig);
  auto store = [&](ArrayRef<LLVM::GEPArg> indices, Value value) {
    storeField(abi.launchConfig, config, indices, value);
  };
  ArrayRef<int64_t> grid = op.getStaticGrid();
  unsigned nextDynamic = 0;
  for (int32_t axis = 0; axis < 3; ++axis) {
    bool given = axis < static_cast<int32_t>(grid.size());
    Value extent = given && ShapedType::isDynamic(grid[axis])
                       ? toI64(op.getGrid()[nextDynamic++])
                       : constant(abi.i64, given ? grid[axis] : 1);
    store({field::ConfigGrid, axis}, extent);
  }
  ArrayRef<int32_t> cluster = binary.getCluster().value_or(ArrayRef<int32_t>());
  for (int32_t axis = 0; axis < 3; ++axis) {
    bool given = axis < static_cast<int32_t>(cluster.size());
    store({field::ConfigCluster, axis},
          constant(abi.i64, given ? cluster[axis] : 1));
  }
  store({field::ConfigDynamicShared},
        constant(abi.i64, binary.getDynamicBytes()));
  store({field::ConfigStream},
        loadField(abi.call, call, {field::CallStream}, abi.pointer));
  store({field::ConfigFlags}, constant(abi.i32, 0));
  store({field::ConfigReserved}, constant(abi.i32, 0));
  return config;
}

/// A map that several launches use is encoded before each: any of them may be
/// skipped.
Value LauncherLowering::encodeMap(EncodeMapOp op) {
  auto &[spec, slot] = maps[op];
  if (!spec) {
    spec = makeMapSpec(op, abi, tables);
    // cuTensorMapEncodeTiled wants 64-byte aligned storage.
    slot = makeSlot(abi.tensorMap, 1, /*alignment=*/64);
  }
  callRuntime("encode_map", abi.i32,
              {constant(abi.i32, getLauncherArgument(op.getSource())),
               address(spec), slot});
  return slot;
}

Value LauncherLowering::makeParameter(const tile::KernelParameter &parameter,
                                      Value argument) {
  using Kind = tile::KernelParameter::Kind;
  auto index = [&] { return constant(abi.i32, getLauncherArgument(argument)); };
  Value value;
  switch (parameter.kind) {
  case Kind::Map:
    return maps.find(argument.getDefiningOp())->second.second;
  case Kind::Pointer:
    value = callRuntime("pointer", abi.pointer, {index()});
    break;
  case Kind::Extent:
  case Kind::Stride:
    value = callRuntime(parameter.kind == Kind::Extent ? "dim" : "stride",
                        abi.i64, {index(), constant(abi.i32, parameter.dim)});
    break;
  case Kind::Scalar:
    value = toI64(argument);
    break;
  }
  Value slot = makeSlot(value.getType());
  LLVM::StoreOp::create(builder, loc, value, slot);
  return slot;
}

void LauncherLowering::lowerKernel(KernelOp op) {
  builder.setInsertionPoint(op);
  loc = op.getLoc();
  KernelTables &kernel = kernels.find(op.getCallee())->second;
  LLVM::GlobalOp spec = kernel.makeSpec(op);

  Value config = makeConfig(op, kernel.getBinary());
  callRuntime("prepare", abi.i32, {address(spec), config});
  llvm::SmallPtrSet<Operation *, 4> encoded;
  for (Value argument : op.getArgs())
    if (auto map = argument.getDefiningOp<EncodeMapOp>())
      if (encoded.insert(map).second)
        encodeMap(map);

  ArrayRef<tile::KernelParameter> parameters = kernel.getParameters();
  Value params = LLVM::ZeroOp::create(slots, loc, abi.pointer);
  if (!parameters.empty())
    params = makeSlot(abi.pointer, parameters.size());
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    Value value = makeParameter(parameter, op.getArgs()[parameter.argument]);
    Value entry =
        LLVM::GEPOp::create(builder, loc, abi.pointer, abi.pointer, params,
                            LLVM::GEPArg(static_cast<int32_t>(i)));
    LLVM::StoreOp::create(builder, loc, value, entry);
  }
  callRuntime("launch", abi.i32, {address(spec), config, params});
  op.erase();
}

void LauncherLowering::lowerReturn(ReturnOp op) {
  builder.setInsertionPoint(op);
  loc = op.getLoc();
  LLVM::ReturnOp::create(builder, loc, callRuntime("end", abi.i32, {}));
  op.erase();
}

/// Replaces the launch ops of `body`, in order. Maps and casts go last:
/// launches look through them.
void LauncherLowering::lowerBody(Block *body) {
  SmallVector<Operation *> ops, dead;
  body->walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    if (auto kernel = dyn_cast<KernelOp>(op))
      lowerKernel(kernel);
    else if (auto dim = dyn_cast<memref::DimOp>(op))
      lowerDim(dim);
    else if (auto terminator = dyn_cast<ReturnOp>(op))
      lowerReturn(terminator);
    else if (isa<CheckTensorOp, CheckScalarOp>(op))
      op->erase();
    else if (isa<EncodeMapOp, memref::CastOp>(op))
      dead.push_back(op);
  }
  for (Operation *op : llvm::reverse(dead))
    op->erase();
}

LogicalResult LauncherLowering::run() {
  guardDivisions(function);
  Block *body = &function.getBody().front();
  arguments.assign(body->args_begin(), body->args_end());

  builder.setInsertionPoint(function);
  auto lowered = LLVM::LLVMFuncOp::create(
      builder, loc, function.getSymName(),
      LLVM::LLVMFunctionType::get(abi.i32, {abi.pointer}));
  Block *prologue =
      builder.createBlock(&lowered.getBody(), {}, {abi.pointer}, {loc});
  Block *failedBlock = builder.createBlock(&lowered.getBody());
  call = prologue->getArgument(0);
  slots.setInsertionPointToStart(prologue);
  builder.setInsertionPointToEnd(prologue);
  if (failed(buildPrologue(body, failedBlock))) {
    // Nothing may branch to a block of another region.
    lowered.erase();
    return failure();
  }

  builder.setInsertionPointToStart(body);
  readScalars();
  lowerBody(body);
  body->eraseArguments(0, body->getNumArguments());
  lowered.getBody().getBlocks().splice(failedBlock->getIterator(),
                                       function.getBody().getBlocks());
  function.erase();
  return success();
}

LogicalResult
tilery::launch::lowerLauncher(FuncOp function, const AbiTypes &abi,
                              Tables &tables, RuntimeCalls &runtime,
                              llvm::StringMap<KernelTables> &kernels) {
  return LauncherLowering(function, abi, tables, runtime, kernels).run();
}
