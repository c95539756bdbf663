// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaunchValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

bool LaunchValues::isArgument(Value value) const {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner()->getParentOp() == kernel &&
         argument.getOwner()->isEntryBlock();
}

bool LaunchValues::isComputable(Operation *op) const {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    return false;
  if (isa<memref::SubViewOp, memref::CastOp, memref::DimOp>(op))
    return true;
  return isa<arith::ArithDialect, index::IndexDialect>(op->getDialect()) &&
         isMemoryEffectFree(op);
}

template <typename Done, typename Visit>
void LaunchValues::postOrder(Value root, Done isDone, Visit visit) const {
  SmallVector<std::pair<Value, bool>> stack = {{root, false}};
  while (!stack.empty()) {
    auto [value, operandsDone] = stack.pop_back_val();
    if (isDone(value))
      continue;
    Operation *op = value.getDefiningOp();
    if (operandsDone || !op || !isComputable(op)) {
      if (!visit(value))
        return;
      continue;
    }
    stack.push_back({value, true});
    for (Value operand : llvm::reverse(op->getOperands()))
      stack.push_back({operand, false});
  }
}

Value LaunchValues::add(Value root) {
  Value unknown;
  auto isDone = [&](Value value) { return numbers.contains(value); };
  postOrder(root, isDone, [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (!(op ? isComputable(op) : isArgument(value))) {
      unknown = value;
      return false;
    }
    std::vector<uintptr_t> key;
    auto add = [&](const void *pointer) {
      key.push_back(reinterpret_cast<uintptr_t>(pointer));
    };
    if (!op) {
      // No two arguments are equal, and no op's key is as short.
      key.push_back(cast<BlockArgument>(value).getArgNumber());
    } else {
      add(op->getName().getAsOpaquePointer());
      add(op->getAttrDictionary().getAsOpaquePointer());
      add(value.getType().getAsOpaquePointer());
      for (Value operand : op->getOperands())
        key.push_back(numbers.lookup(operand));
    }
    auto number = static_cast<unsigned>(known.size());
    numbers[value] = known.try_emplace(std::move(key), number).first->second;
    return true;
  });
  return unknown;
}

Value LaunchValues::clone(Value root, OpBuilder &builder,
                          OperandRange arguments, HostValues &host) const {
  auto isDone = [&](Value value) { return host.contains(numberOf(value)); };
  postOrder(root, isDone, [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (!op) {
      host[numberOf(value)] =
          arguments[cast<BlockArgument>(value).getArgNumber()];
      return true;
    }
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, host.lookup(numberOf(operand)));
    host[numberOf(value)] = builder.clone(*op, mapping)->getResult(0);
    return true;
  });
  return host.lookup(numberOf(root));
}

void tile::eraseDeadProducers(Value value) {
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op || !op->use_empty() || op->getNumRegions() != 0 ||
        !isMemoryEffectFree(op))
      continue;
    llvm::SmallSetVector<Value, 4> operands(op->operand_begin(),
                                            op->operand_end());
    op->erase();
    // Each loses its last use once, and so is met once.
    for (Value operand : operands)
      if (operand.use_empty())
        worklist.push_back(operand);
  }
}
