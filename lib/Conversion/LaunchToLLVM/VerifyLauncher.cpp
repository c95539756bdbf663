// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the lowering of launchers takes. Whatever passes here becomes code that
// needs nothing but the runtime: no compiler support functions, no libm, no
// access to device memory from the host.

#include "tilery/Conversion/LaunchToLLVM/LauncherTables.h"

#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

static bool isComputeType(Type type) {
  return type.isIndex() || type.isF32() || type.isF64() ||
         (type.isSignlessInteger() && type.getIntOrFloatBitWidth() <= 64);
}

/// Arithmetic and control flow on scalars that the host computes in registers.
static LogicalResult verifyCompute(Operation *op) {
  auto refuse = [&](Type type) {
    return op->emitOpError(
               "(L01) expected integers of up to 64 bits, index, f32 or "
               "f64 in a launcher, got ")
           << type;
  };
  for (Type type : op->getOperandTypes())
    if (!isComputeType(type))
      return refuse(type);
  for (Type type : op->getResultTypes())
    if (!isComputeType(type))
      return refuse(type);
  return success();
}

/// A view of an argument, of which maps are made.
static LogicalResult verifyView(memref::SubViewOp op) {
  if (!getViewedArgument(op.getResult()))
    return op.emitOpError(
        "(L02) expected a view of an argument of the launcher");
  if (op.getType().getRank() > maxViewRank)
    return op.emitOpError("(L02) expected a view of at most ")
           << maxViewRank << " dimensions in a launcher, got " << op.getType();
  return success();
}

static LogicalResult verifyArgument(Operation *op, Value memref) {
  if (getLauncherArgument(memref) >= 0)
    return success();
  return op->emitOpError(
             "(L03) expected an argument of the launcher, got another "
             "value of type ")
         << memref.getType();
}

static LogicalResult verifyKernel(KernelOp op, SymbolTable &symbols) {
  Operation *callee = symbols.lookup(op.getCallee());
  if (!isa_and_nonnull<BinaryOp>(callee))
    return op.emitOpError("(L04) expected kernel '")
           << op.getCallee() << "' to be compiled (launch.binary), got "
           << (callee ? callee->getName().getStringRef() : "no such symbol");
  for (Value argument : op.getArgs()) {
    if (isa<MemRefType>(argument.getType())) {
      if (failed(verifyArgument(op, argument)))
        return failure();
    } else if (isa<tile::TensorMapType>(argument.getType())) {
      if (!argument.getDefiningOp<EncodeMapOp>() &&
          !isa<BlockArgument>(argument))
        return op.emitOpError(
            "(L03) expected a TensorMap from launch.encode_map, or "
            "an argument of the launcher");
    }
  }
  return success();
}

/// A cast may forget static sizes; one that invents them would go unchecked.
static LogicalResult verifyCast(memref::CastOp op) {
  auto from = dyn_cast<MemRefType>(op.getSource().getType());
  auto to = dyn_cast<MemRefType>(op.getType());
  if (!from || !to)
    return op.emitOpError("(L05) expected ranked memrefs in a launcher");
  SmallVector<int64_t> fromStrides, toStrides;
  int64_t fromOffset, toOffset;
  if (failed(from.getStridesAndOffset(fromStrides, fromOffset)) ||
      failed(to.getStridesAndOffset(toStrides, toOffset)))
    return op.emitOpError("(L05) expected strided layouts in a launcher");
  auto forgets = [](auto &&pair) {
    auto [from, to] = pair;
    return from == to || ShapedType::isDynamic(to);
  };
  if (!llvm::all_of(llvm::zip(from.getShape(), to.getShape()), forgets) ||
      !llvm::all_of(llvm::zip(fromStrides, toStrides), forgets))
    return op.emitOpError("(L05) expected a cast to less static sizes, got ")
           << from << " to " << to
           << "; give the launcher's argument the static type instead";
  return success();
}

/// The runtime is asked for dimensions that the argument has, only.
static LogicalResult verifyDim(memref::DimOp op) {
  auto type = dyn_cast<MemRefType>(op.getSource().getType());
  std::optional<int64_t> dim = op.getConstantIndex();
  if (!type || !dim)
    return op.emitOpError(
        "(L06) expected a constant dimension of a ranked memref in "
        "a launcher");
  if (*dim < 0 || *dim >= type.getRank())
    return op.emitOpError("(L06) expected a dimension of ")
           << type << ", which has " << type.getRank() << ", got dimension "
           << *dim;
  if (getViewedArgument(op.getSource()))
    return success();
  return verifyArgument(op, op.getSource());
}

/// A launcher ends: loops count, by a step that is known to lead to their end.
static LogicalResult verifyLoop(scf::ForOp op) {
  APInt step;
  if (matchPattern(op.getStep(), m_ConstantInt(&step)) &&
      step.isStrictlyPositive())
    return verifyCompute(op);
  return op.emitOpError(
      "(L07) expected a constant step of at least 1 in a launcher, "
      "so that the loop is known to end");
}

static LogicalResult verifyOp(Operation *op, SymbolTable &symbols) {
  if (auto kernel = dyn_cast<KernelOp>(op))
    return verifyKernel(kernel, symbols);
  if (isa<CheckTensorOp, CheckScalarOp, CheckMapOp, EncodeMapOp, ReturnOp>(op))
    return success();
  if (auto view = dyn_cast<memref::SubViewOp>(op))
    return verifyView(view);
  if (auto cast = dyn_cast<memref::CastOp>(op))
    return verifyCast(cast);
  if (auto dim = dyn_cast<memref::DimOp>(op))
    return verifyDim(dim);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return verifyLoop(loop);
  bool isScalar =
      isa<arith::ArithDialect, index::IndexDialect>(op->getDialect()) &&
      !isa<arith::RemFOp>(op);
  if (isScalar || isa<scf::IfOp, scf::YieldOp>(op))
    return verifyCompute(op);
  return op->emitOpError(
      "(L08) is not supported in a launcher; expected arith, "
      "index, scf.for, scf.if, memref.dim, memref.subview "
      "and launch operations");
}

LogicalResult tilery::launch::verifyLauncher(FuncOp function,
                                             SymbolTable &symbols) {
  if (function.getSymName().starts_with("tilery_rt_"))
    return function.emitOpError(
               "(L09) expected a name that does not begin with "
               "'tilery_rt_', which the runtime's have, got '")
           << function.getSymName() << "'";
  llvm::SmallBitVector checked(function.getNumArguments());
  WalkResult result =
      function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (isa<CheckTensorOp, CheckScalarOp, CheckMapOp>(op))
          if (auto argument = dyn_cast<BlockArgument>(op->getOperand(0)))
            checked.set(argument.getArgNumber());
        return failed(verifyOp(op, symbols)) ? WalkResult::interrupt()
                                             : WalkResult::advance();
      });
  if (result.wasInterrupted())
    return failure();
  int unchecked = checked.flip().find_first();
  if (unchecked >= 0)
    return function.emitOpError("(L10) expected a check of argument '")
           << function.getArgumentName(unchecked)
           << "', got none; run launch-insert-checks first";
  return success();
}
