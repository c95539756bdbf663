// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Simplify.h"

#include "tilery/Conversion/LaunchToLLVM/CInterface.h"
#include "tilery/Conversion/LaunchToLLVM/LauncherTables.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/FoldUtils.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

/// Puts the sizes of views, and what the types say, in the place of memref.dim.
static void resolveKnownSizes(FuncOp function) {
  SmallVector<memref::DimOp> dims;
  function.walk([&](memref::DimOp dim) { dims.push_back(dim); });
  for (memref::DimOp dim : dims) {
    Extent extent = getExtent(dim.getSource(), *dim.getConstantIndex());
    OpBuilder builder(dim);
    Value size;
    auto makeConstant = [&](int64_t number) -> Value {
      return arith::ConstantIndexOp::create(builder, dim.getLoc(), number);
    };
    if (extent.size) {
      size = dyn_cast<Value>(extent.size);
      if (!size)
        size = makeConstant(*getConstantIntValue(extent.size));
    } else {
      auto type =
          cast<MemRefType>(function.getArgumentTypes()[extent.argument]);
      if (type.isDynamicDim(extent.dim))
        continue;
      size = makeConstant(type.getDimSize(extent.dim));
    }
    dim.replaceAllUsesWith(size);
    dim.erase();
  }
}

/// Removes what is computed for nobody: a variable of it would be unused. Views
/// stay, as taking one may fail.
static void eraseUnused(FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isa<arith::ArithDialect, index::IndexDialect>(op->getDialect()) ||
        isa<memref::DimOp, memref::CastOp, EncodeMapOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty())
      op->erase();
}

/// Sizes that one parameter gives are one: a comparison of them, too, is known.
static void uniteSizes(FuncOp function) {
  FailureOr<CInterface> interface = describeCInterface(function);
  if (failed(interface))
    return;
  SmallVector<memref::DimOp> dims;
  function.walk([&](memref::DimOp dim) { dims.push_back(dim); });
  llvm::DenseMap<int64_t, memref::DimOp> firstOf;
  for (memref::DimOp dim : dims) {
    int argument = getLauncherArgument(dim.getSource());
    const CSize &size =
        interface->arguments[argument].shape[*dim.getConstantIndex()];
    if (size.isKnown)
      continue;
    auto [first, isNew] = firstOf.try_emplace(size.value, dim);
    if (!isNew) {
      dim.replaceAllUsesWith(first->second.getResult());
      dim.erase();
      continue;
    }
    // Where it stands before all uses of the others.
    OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
    auto index = arith::ConstantIndexOp::create(builder, dim.getLoc(),
                                                *dim.getConstantIndex());
    first->second = memref::DimOp::create(
        builder, dim.getLoc(), function.getBody().getArgument(argument), index);
    dim.replaceAllUsesWith(first->second.getResult());
    dim.erase();
  }
}

/// For the operands in the other order.
static arith::CmpIPredicate swapSides(arith::CmpIPredicate predicate) {
  using Predicate = arith::CmpIPredicate;
  switch (predicate) {
  case Predicate::eq:
  case Predicate::ne:
    return predicate;
  case Predicate::slt:
    return Predicate::sgt;
  case Predicate::sle:
    return Predicate::sge;
  case Predicate::sgt:
    return Predicate::slt;
  case Predicate::sge:
    return Predicate::sle;
  case Predicate::ult:
    return Predicate::ugt;
  case Predicate::ule:
    return Predicate::uge;
  case Predicate::ugt:
    return Predicate::ult;
  case Predicate::uge:
    return Predicate::ule;
  }
  return predicate;
}

/// The result of a comparison that has but one: with the least or the greatest
/// number, or of floats by a predicate that looks at neither.
static std::optional<bool> getOnlyResult(Operation *op) {
  using Predicate = arith::CmpIPredicate;
  Predicate predicate;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    predicate = compare.getPredicate();
  else if (auto compare = dyn_cast<index::CmpOp>(op))
    predicate = *arith::symbolizeCmpIPredicate(
        index::stringifyIndexCmpPredicate(compare.getPred()));
  else if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
    if (compare.getPredicate() == arith::CmpFPredicate::AlwaysFalse)
      return false;
    if (compare.getPredicate() == arith::CmpFPredicate::AlwaysTrue)
      return true;
    return std::nullopt;
  } else {
    return std::nullopt;
  }
  APInt number;
  if (matchPattern(op->getOperand(0), m_ConstantInt(&number)))
    predicate = swapSides(predicate);
  else if (!matchPattern(op->getOperand(1), m_ConstantInt(&number)))
    return std::nullopt;
  switch (predicate) {
  case Predicate::ult:
  case Predicate::uge:
    if (number.isZero())
      return predicate == Predicate::uge;
    return std::nullopt;
  case Predicate::ugt:
  case Predicate::ule:
    if (number.isMaxValue())
      return predicate == Predicate::ule;
    return std::nullopt;
  case Predicate::slt:
  case Predicate::sge:
    if (number.isMinSignedValue())
      return predicate == Predicate::sge;
    return std::nullopt;
  case Predicate::sgt:
  case Predicate::sle:
    if (number.isMaxSignedValue())
      return predicate == Predicate::sle;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

static void foldArithmetic(FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isa<arith::ArithDialect, index::IndexDialect>(op->getDialect()))
      ops.push_back(op);
  });
  OperationFolder folder(function.getContext());
  for (Operation *op : ops) {
    if (std::optional<bool> result = getOnlyResult(op)) {
      OpBuilder builder(op);
      auto known = arith::ConstantOp::create(builder, op->getLoc(),
                                             builder.getBoolAttr(*result));
      op->getResult(0).replaceAllUsesWith(known);
      op->erase();
      continue;
    }
    (void)folder.tryToFold(op);
  }
}

void cpp::simplifyLauncher(FuncOp function) {
  resolveKnownSizes(function);
  uniteSizes(function);
  foldArithmetic(function);
  eraseUnused(function);
}
