// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bulk reductions without a map (PTX ISA, cp.reduce.async.bulk).

#include "BulkApply.h"
#include "Instructions.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

using tensormap::BulkDestination;

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

static constexpr StringLiteral intoGlobal =
    "cp.reduce.async.bulk.global.shared::cta.bulk_group";
static constexpr StringLiteral intoCluster =
    "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::"
    "bytes";

/// Additions of f16 and bf16 are spelt with '.noftz', and no others.
static bool needsNoftz(ReduceKind kind, ReduceType type) {
  return kind == ReduceKind::Add &&
         (type == ReduceType::F16 || type == ReduceType::BF16);
}

/// What ends both: '.add.noftz.f16'.
static std::string getTail(ReduceKind kind, ReduceType type) {
  return "." + stringifyReduceKind(kind).str() +
         (needsNoftz(kind, type) ? ".noftz" : "") + "." +
         stringifyReduceType(type).str();
}

/// Takes the tail, of any operator and type: whether PTX has the pair is a
/// check of the apply, which says what there is.
static bool takeTail(OpcodeCursor &cursor, ReduceKind &kind, ReduceType &type) {
  std::optional<ReduceKind> operation = takeReduceKind(cursor);
  if (!operation)
    return false;
  kind = *operation;
  bool noftz = cursor.take("noftz");
  for (uint32_t i = 0; i <= getMaxEnumValForReduceType(); ++i) {
    type = static_cast<ReduceType>(i);
    if (cursor.take(stringifyReduceType(type)))
      return cursor.isAtEnd() && noftz == needsNoftz(kind, type);
  }
  return false;
}

static std::string getReduceOpcode(ReduceKind kind, ReduceType type,
                                   bool cacheHint) {
  return intoGlobal.str() + (cacheHint ? ".L2::cache_hint" : "") +
         getTail(kind, type);
}

Attribute tile::parseBulkReduceOpcode(MLIRContext *context, StringRef opcode) {
  OpcodeCursor cursor(opcode);
  ReduceKind kind;
  ReduceType type;
  if (cursor.take(intoGlobal)) {
    bool cacheHint = cursor.take("L2::cache_hint");
    return takeTail(cursor, kind, type)
               ? BulkReduceAttr::get(context, kind, type, cacheHint)
               : Attribute();
  }
  if (cursor.take(intoCluster) && takeTail(cursor, kind, type))
    return BulkReduceSharedAttr::get(context, kind, type);
  return {};
}

void tile::enumerateBulkReduceOpcodes(std::vector<std::string> &opcodes) {
  for (BulkDestination destination :
       {BulkDestination::Global, BulkDestination::SharedCluster})
    for (uint32_t i = 0; i <= getMaxEnumValForReduceKind(); ++i)
      for (uint32_t j = 0; j <= getMaxEnumValForReduceType(); ++j) {
        BulkReduction reduction = {ReduceKind(i), ReduceType(j), destination};
        if (!reduction.isLegal())
          continue;
        if (destination == BulkDestination::SharedCluster) {
          opcodes.push_back(intoCluster.str() +
                            getTail(reduction.kind, reduction.type));
          continue;
        }
        for (bool cacheHint : {false, true})
          opcodes.push_back(
              getReduceOpcode(reduction.kind, reduction.type, cacheHint));
      }
}

std::string BulkReduceAttr::getOpcode() const {
  return getReduceOpcode(getKind(), getType(), getCacheHint());
}
std::string BulkReduceSharedAttr::getOpcode() const {
  return intoCluster.str() + getTail(getKind(), getType());
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// (C11): PTX has the reduction, and the type is one of the elements.
static LogicalResult verifyOperator(ApplyOp op,
                                    const BulkReduction &reduction) {
  if (failed(verifyBulkReduction(op, "(C11)", reduction)))
    return failure();
  auto destination = cast<MemRefType>(op.getTiles()[0].getType());
  return verifyReduceType(op, "(C11)", reduction.type,
                          destination.getElementType());
}

LogicalResult BulkReduceAttr::verifyApply(Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  BulkInstruction instruction = {{BulkSpace::Global, BulkSpace::Shared}};
  instruction.hasCacheHint = getCacheHint();
  if (failed(verifyBulkApply(op, instruction)))
    return failure();
  return verifyOperator(op, {getKind(), getType(), BulkDestination::Global});
}

LogicalResult BulkReduceSharedAttr::verifyApply(Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  BulkInstruction instruction = {{BulkSpace::Cluster, BulkSpace::Shared}};
  instruction.isCounted = true;
  if (failed(verifyBulkApply(op, instruction)))
    return failure();
  return verifyOperator(op,
                        {getKind(), getType(), BulkDestination::SharedCluster});
}

bool BulkReduceAttr::readsOperand(unsigned) const { return true; }
bool BulkReduceAttr::writesOperand(unsigned index) const { return index == 0; }
Completion BulkReduceAttr::getCompletion() const {
  return Completion::BulkGroup;
}

bool BulkReduceSharedAttr::readsOperand(unsigned) const { return true; }
bool BulkReduceSharedAttr::writesOperand(unsigned index) const {
  return index == 0;
}
Completion BulkReduceSharedAttr::getCompletion() const {
  return Completion::MBarrierBytes;
}

//===----------------------------------------------------------------------===//
// Core ops
//===----------------------------------------------------------------------===//

LogicalResult BulkReduceAttr::resolve(OpBuilder &builder,
                                      Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  Value policy = buildCachePolicy(builder, op);
  OpBuilder inside = buildPredicate(builder, op);
  BulkReduceOp::create(
      inside, op.getLoc(), ReduceKindAttr::get(op.getContext(), getKind()),
      ReduceTypeAttr::get(op.getContext(), getType()), op.getTiles()[0],
      op.getTiles()[1], op.getBytes(), getBulkBytesAttr(op), policy);
  return success();
}

LogicalResult BulkReduceSharedAttr::resolve(OpBuilder &builder,
                                            Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  OpBuilder inside = buildPredicate(builder, op);
  BulkReduceSharedOp::create(
      inside, op.getLoc(), ReduceKindAttr::get(op.getContext(), getKind()),
      ReduceTypeAttr::get(op.getContext(), getType()), op.getTiles()[0],
      op.getTiles()[1], op.getBytes(), getBulkBytesAttr(op), op.getMbar());
  return success();
}
