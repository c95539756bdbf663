// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LauncherLowering.h"
#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"

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

  FailureOr<LLVM::LLVMFuncOp> run();

private:
  /// begin, the checks, and the one branch of a launcher.
  LogicalResult buildPrologue(Block *body, Block *failed);
  LogicalResult buildChecks(ArgumentSpecs &specs);
  /// The launcher's scalar arguments, read from the call.
  void readScalars();
  Value readScalar(unsigned index, Type type);

  void lowerBody(Block *body);
  void lowerDim(memref::DimOp op);
  /// The extent of a dimension of an argument or of a view of it, an index.
  Value readExtent(Value memref, int64_t dim);
  /// The number as an index.
  Value toValue(OpFoldResult number);
  void lowerView(memref::SubViewOp op);
  void lowerKernel(KernelOp op);
  void lowerReturn(ReturnOp op);

  Value makeConfig(KernelOp op, BinaryOp binary, ArrayRef<Value> views);
  /// The addresses of the views' slots, on the stack; null for no views.
  Value makeViewList(ArrayRef<Value> views);
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
  /// The TileryView of each memref.subview.
  llvm::DenseMap<Value, Value> views;
};
} // namespace

LogicalResult LauncherLowering::buildChecks(ArgumentSpecs &specs) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    if (isa<tile::TensorMapType>(type)) {
      callRuntime("check_map", abi.i32, {constant(abi.i32, i)});
      continue;
    }
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
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::LoadOp::create(builder, loc, type, slot);
  Value value = LLVM::LoadOp::create(builder, loc, abi.i64, slot);
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, type, value);
  if (type.getIntOrFloatBitWidth() < 64)
    return arith::TruncIOp::create(builder, loc, type, value);
  return value;
}

void LauncherLowering::readScalars() {
  for (BlockArgument argument : arguments)
    if (!isa<MemRefType, tile::TensorMapType>(argument.getType()) &&
        !argument.use_empty())
      argument.replaceAllUsesWith(
          readScalar(argument.getArgNumber(), argument.getType()));
}

Value LauncherLowering::toValue(OpFoldResult number) {
  if (auto value = dyn_cast<Value>(number))
    return value;
  return arith::ConstantIndexOp::create(
      builder, loc, cast<IntegerAttr>(cast<Attribute>(number)).getInt());
}

Value LauncherLowering::readExtent(Value memref, int64_t dim) {
  Extent extent = getExtent(memref, dim);
  if (extent.size)
    return toValue(extent.size);
  Value value = callRuntime(
      "dim", abi.i64,
      {constant(abi.i32, extent.argument), constant(abi.i32, extent.dim)});
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    value);
}

void LauncherLowering::lowerDim(memref::DimOp op) {
  builder.setInsertionPoint(op);
  loc = op.getLoc();
  op.replaceAllUsesWith(readExtent(op.getSource(), *op.getConstantIndex()));
  op.erase();
}

void LauncherLowering::lowerView(memref::SubViewOp op) {
  builder.setInsertionPoint(op);
  loc = op.getLoc();
  auto rank = static_cast<unsigned>(op.getSourceType().getRank());
  Value slices = LLVM::ZeroOp::create(slots, loc, abi.pointer);
  if (rank > 0)
    slices = makeSlot(abi.i64, 3 * rank);
  int32_t next = 0;
  for (OpFoldResult number : getSlices(op))
    LLVM::StoreOp::create(builder, loc, toI64(toValue(number)),
                          LLVM::GEPOp::create(builder, loc, abi.pointer,
                                              abi.i64, slices,
                                              LLVM::GEPArg(next++)));
  Value source = views.lookup(getView(op.getSource()));
  if (!source)
    source = LLVM::ZeroOp::create(builder, loc, abi.pointer);
  Value slot = makeSlot(abi.view);
  BlockArgument argument = getViewedArgument(op.getResult());
  callRuntime("take_view", abi.i32,
              {constant(abi.i32, argument.getArgNumber()), source,
               constant(abi.i32, rank), slices,
               constant(abi.i32, static_cast<int32_t>(getDroppedBits(op))),
               slot});
  views[op.getResult()] = slot;
}

Value LauncherLowering::makeViewList(ArrayRef<Value> used) {
  if (used.empty())
    return LLVM::ZeroOp::create(builder, loc, abi.pointer);
  Value list = makeSlot(abi.pointer, used.size());
  for (auto [i, view] : llvm::enumerate(used))
    LLVM::StoreOp::create(
        builder, loc, views.lookup(view),
        LLVM::GEPOp::create(builder, loc, abi.pointer, abi.pointer, list,
                            LLVM::GEPArg(static_cast<int32_t>(i))));
  return list;
}

Value LauncherLowering::makeConfig(KernelOp op, BinaryOp binary,
                                   ArrayRef<Value> used) {
  Value config = makeSlot(abi.launchConfig);
  auto store = [&](ArrayRef<LLVM::GEPArg> indices, Value value) {
    storeField(abi.launchConfig, config, indices, value);
  };
  for (auto [axis, extent] : llvm::enumerate(getGrid(op)))
    store({field::ConfigGrid, static_cast<int32_t>(axis)},
          toI64(toValue(extent)));
  ArrayRef<int32_t> cluster = binary.getCluster().value_or(ArrayRef<int32_t>());
  for (auto [axis, extent] : llvm::enumerate(getThreeExtents(cluster)))
    store({field::ConfigCluster, static_cast<int32_t>(axis)},
          constant(abi.i64, extent));
  store({field::ConfigDynamicShared},
        constant(abi.i64, binary.getDynamicBytes()));
  store({field::ConfigStream},
        loadField(abi.call, call, {field::CallStream}, abi.pointer));
  LLVM::GlobalOp options = writeLaunchOptions(op, abi, tables);
  store({field::ConfigOptions},
        options ? address(options)
                : LLVM::ZeroOp::create(builder, loc, abi.pointer).getResult());
  store({field::ConfigViews}, makeViewList(used));
  return config;
}

/// A map that several launches use is encoded before each: any of them may be
/// skipped.
Value LauncherLowering::encodeMap(EncodeMapOp op) {
  auto &[spec, slot] = maps[op];
  if (!spec) {
    spec = writeMapSpec(op, abi, tables);
    // cuTensorMapEncodeTiled wants 64-byte aligned storage.
    slot = makeSlot(abi.tensorMap, 1, /*alignment=*/64);
  }
  BlockArgument argument = getViewedArgument(op.getSource());
  SmallVector<Value> operands = {constant(abi.i32, argument.getArgNumber())};
  Value view = getView(op.getSource());
  if (view)
    operands.push_back(views.lookup(view));
  operands.append({address(spec), slot});
  callRuntime(view ? "encode_view" : "encode_map", abi.i32, operands);
  return slot;
}

Value LauncherLowering::makeParameter(const tile::KernelParameter &parameter,
                                      Value argument) {
  using Kind = tile::KernelParameter::Kind;
  auto index = [&] { return constant(abi.i32, getLauncherArgument(argument)); };
  Value value;
  switch (parameter.kind) {
  case Kind::Map:
    if (Operation *encode = argument.getDefiningOp())
      return maps.find(encode)->second.second;
    // The driver copies the caller's map from where it lies.
    return readScalar(cast<BlockArgument>(argument).getArgNumber(),
                      abi.pointer);
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
  SmallVector<Value> used = collectViews(op);
  LLVM::GlobalOp spec = kernel.makeSpec(op, used);

  Value config = makeConfig(op, kernel.getBinary(), used);
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
    else if (auto view = dyn_cast<memref::SubViewOp>(op)) {
      lowerView(view);
      dead.push_back(op);
    } else if (auto terminator = dyn_cast<ReturnOp>(op))
      lowerReturn(terminator);
    else if (isa<CheckTensorOp, CheckScalarOp, CheckMapOp>(op))
      op->erase();
    else if (isa<EncodeMapOp, memref::CastOp>(op))
      dead.push_back(op);
  }
  for (Operation *op : llvm::reverse(dead))
    op->erase();
}

FailureOr<LLVM::LLVMFuncOp> LauncherLowering::run() {
  // A grid of 0 blocks is refused by the runtime.
  defineArithmetic(function);
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
  return lowered;
}

FailureOr<LLVM::LLVMFuncOp>
tilery::launch::lowerLauncher(FuncOp function, const AbiTypes &abi,
                              Tables &tables, RuntimeCalls &runtime,
                              llvm::StringMap<KernelTables> &kernels) {
  return LauncherLowering(function, abi, tables, runtime, kernels).run();
}
