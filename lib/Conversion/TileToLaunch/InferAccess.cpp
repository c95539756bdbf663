// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/TileToLaunch/TileToLaunch.h"

#include "mlir/Interfaces/ViewLikeInterface.h"

namespace tilery {
namespace launch {
#define GEN_PASS_DEF_LAUNCHINFERACCESS
#include "tilery/Conversion/TileToLaunch/Passes.h.inc"
} // namespace launch
} // namespace tilery

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

/// The access of an op through one of its operands, by its memory effects.
/// Everything, where it does not declare them.
static int32_t getDeclaredAccess(OpOperand &use) {
  constexpr int32_t everything = BinaryOp::Read | BinaryOp::Written;
  auto effects = dyn_cast<MemoryEffectOpInterface>(use.getOwner());
  if (!effects)
    return everything;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  int32_t access = BinaryOp::NoAccess;
  for (const MemoryEffects::EffectInstance &instance : instances) {
    // An effect on no value in particular may be one on this operand.
    Value value = instance.getValue();
    if (value && value != use.get())
      continue;
    if (isa<MemoryEffects::Read>(instance.getEffect()))
      access |= BinaryOp::Read;
    else if (isa<MemoryEffects::Write>(instance.getEffect()))
      access |= BinaryOp::Written;
    else
      access |= everything;
  }
  return access;
}

static int32_t getAccess(OpOperand &use, SmallVectorImpl<Value> &aliases) {
  Operation *op = use.getOwner();
  if (auto apply = dyn_cast<tile::ApplyOp>(op)) {
    // The tiles come first, in the instruction's order.
    unsigned index = use.getOperandNumber();
    tile::InstructionAttrInterface instruction = apply.getInstruction();
    return (instruction.readsOperand(index) ? BinaryOp::Read : 0) |
           (instruction.writesOperand(index) ? BinaryOp::Written : 0);
  }
  if (auto map = dyn_cast<tile::TensorMapOp>(op))
    return (map.getLoaded() || map.getReduced() ? BinaryOp::Read : 0) |
           (map.getStored() || map.getReduced() ? BinaryOp::Written : 0);
  if (auto async = dyn_cast<tile::TileAsyncOp>(op))
    return (llvm::is_contained(async.getGlobalReads(), use.get())
                ? BinaryOp::Read
                : 0) |
           (llvm::is_contained(async.getGlobalWrites(), use.get())
                ? BinaryOp::Written
                : 0);
  // What orders the accesses of others reads the map itself.
  if (isa<tile::FenceProxyTensorMapOp>(op))
    return BinaryOp::Read;
  // A branch hands the value on to a block argument or result.
  bool handsOn = op->hasTrait<OpTrait::IsTerminator>() || op->getNumRegions();
  if (handsOn)
    return BinaryOp::Read | BinaryOp::Written;
  for (Value result : op->getResults())
    if (isa<BaseMemRefType>(result.getType()))
      aliases.push_back(result);
  return getDeclaredAccess(use);
}

int32_t tilery::launch::inferAccess(tile::KernelOp kernel, unsigned index) {
  int32_t access = BinaryOp::NoAccess;
  SmallVector<Value> worklist = {kernel.getArgument(index)};
  llvm::SmallPtrSet<Value, 8> seen;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    for (OpOperand &use : value.getUses())
      access |= getAccess(use, worklist);
  }
  return access;
}

namespace {
class LaunchInferAccess final
    : public launch::impl::LaunchInferAccessBase<LaunchInferAccess> {
public:
  using LaunchInferAccessBase::LaunchInferAccessBase;
  void runOnOperation() override;
};
} // namespace

void LaunchInferAccess::runOnOperation() {
  Builder builder(&getContext());
  for (auto kernel : getOperation().getOps<tile::KernelOp>())
    for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes()))
      if (isa<MemRefType>(type))
        kernel.setArgAttr(i, LaunchDialect::getAccessAttrName(),
                          builder.getI32IntegerAttr(inferAccess(kernel, i)));
}
