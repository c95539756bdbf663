// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tile-mode tensor stores and reductions (PTX ISA, cp.async.bulk.tensor and
// cp.reduce.async.bulk.tensor).

#include "Instructions.h"
#include "TensorApply.h"

#include "tilery/TensorMap/Reduce.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

/// What follows the direction in both: '{.tile}.bulk_group{.L2::cache_hint}'.
static std::string getTail(bool explicitTile, bool cacheHint) {
  return std::string(explicitTile ? ".tile" : "") + ".bulk_group" +
         (cacheHint ? ".L2::cache_hint" : "");
}
static bool takeTail(OpcodeCursor &cursor, bool &explicitTile,
                     bool &cacheHint) {
  explicitTile = cursor.take("tile");
  if (!cursor.take("bulk_group"))
    return false;
  cacheHint = cursor.take("L2::cache_hint");
  return cursor.isAtEnd();
}

static std::string getStoreOpcode(unsigned rank, bool explicitTile,
                                  bool cacheHint) {
  return "cp.async.bulk.tensor." + std::to_string(rank) +
         "d.global.shared::cta" + getTail(explicitTile, cacheHint);
}

static std::string getReduceOpcode(unsigned rank, ReduceKind kind,
                                   bool explicitTile, bool cacheHint) {
  return "cp.reduce.async.bulk.tensor." + std::to_string(rank) +
         "d.global.shared::cta." + stringifyReduceKind(kind).str() +
         getTail(explicitTile, cacheHint);
}

Attribute tile::parseTmaStoreOpcode(MLIRContext *context, StringRef opcode) {
  OpcodeCursor cursor(opcode);
  if (!cursor.take("cp.async.bulk.tensor"))
    return {};
  unsigned rank = cursor.takeRank();
  bool explicitTile, cacheHint;
  if (rank == 0 || !cursor.take("global.shared::cta") ||
      !takeTail(cursor, explicitTile, cacheHint))
    return {};
  return TmaStoreAttr::get(context, rank, explicitTile, cacheHint);
}

Attribute tile::parseTmaReduceOpcode(MLIRContext *context, StringRef opcode) {
  OpcodeCursor cursor(opcode);
  if (!cursor.take("cp.reduce.async.bulk.tensor"))
    return {};
  unsigned rank = cursor.takeRank();
  if (rank == 0 || !cursor.take("global.shared::cta"))
    return {};
  std::optional<ReduceKind> kind = takeReduceKind(cursor);
  bool explicitTile, cacheHint;
  if (!kind || !takeTail(cursor, explicitTile, cacheHint))
    return {};
  return TmaReduceAttr::get(context, rank, *kind, explicitTile, cacheHint);
}

void tile::enumerateTmaStoreOpcodes(std::vector<std::string> &opcodes) {
  for (unsigned rank = 1; rank <= 5; ++rank)
    for (bool explicitTile : {true, false})
      for (bool cacheHint : {false, true})
        opcodes.push_back(getStoreOpcode(rank, explicitTile, cacheHint));
}

void tile::enumerateTmaReduceOpcodes(std::vector<std::string> &opcodes) {
  for (unsigned rank = 1; rank <= 5; ++rank)
    for (uint32_t kind = 0; kind <= getMaxEnumValForReduceKind(); ++kind)
      for (bool explicitTile : {true, false})
        for (bool cacheHint : {false, true})
          opcodes.push_back(
              getReduceOpcode(rank, ReduceKind(kind), explicitTile, cacheHint));
}

std::string TmaStoreAttr::getOpcode() const {
  return getStoreOpcode(getRank(), getExplicitTile(), getCacheHint());
}
std::string TmaReduceAttr::getOpcode() const {
  return getReduceOpcode(getRank(), getKind(), getExplicitTile(),
                         getCacheHint());
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static TensorInstruction getInstruction(TmaStoreAttr attr) {
  TensorInstruction instruction = {attr.getRank(), {}, /*sharedIndex=*/1};
  instruction.use.stored = true;
  return instruction;
}
static TensorInstruction getInstruction(TmaReduceAttr attr) {
  TensorInstruction instruction = {attr.getRank(), {}, /*sharedIndex=*/1};
  instruction.use.reduced = true;
  return instruction;
}

static Clauses getWriteClauses(bool cacheHint) {
  Clauses clauses;
  clauses.box = clauses.coords = Clause::required(".global");
  clauses.coordSteps = Clause::allowed();
  clauses.mbar = Clause::refused("'.bulk_group' completes through "
                                 "tile.bulk.commit_group and wait_group");
  clauses.ctaMask = Clause::refused("only loads go to several blocks");
  clauses.cachePolicy =
      Clause::requiredIf(cacheHint, ".L2::cache_hint",
                         "the opcode takes one with '.L2::cache_hint' alone");
  clauses.bytes = Clause::refused("the box says how much is copied");
  clauses.mapOptions = clauses.allowEdgeSpill = Clause::allowed();
  clauses.swizzle = Clause::refused("the shared operand's type has it");
  clauses.oobFill =
      Clause::refused("what lies outside the tensor is not written");
  return clauses;
}

LogicalResult TmaStoreAttr::verifyApply(Operation *apply) const {
  return verifyTensorApply(cast<ApplyOp>(apply), getInstruction(*this),
                           getWriteClauses(getCacheHint()));
}

LogicalResult TmaReduceAttr::verifyApply(Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  TensorInstruction instruction = getInstruction(*this);
  if (failed(
          verifyTensorApply(op, instruction, getWriteClauses(getCacheHint()))))
    return failure();
  return verifyReduction(op, "(C11)", getKind(),
                         getMapShape(op, instruction).format);
}

bool TmaStoreAttr::readsOperand(unsigned index) const { return index == 1; }
bool TmaStoreAttr::writesOperand(unsigned index) const { return index == 0; }
Completion TmaStoreAttr::getCompletion() const { return Completion::BulkGroup; }

bool TmaReduceAttr::readsOperand(unsigned) const { return true; }
bool TmaReduceAttr::writesOperand(unsigned index) const { return index == 0; }
Completion TmaReduceAttr::getCompletion() const {
  return Completion::BulkGroup;
}

//===----------------------------------------------------------------------===//
// Core ops
//===----------------------------------------------------------------------===//

LogicalResult TmaStoreAttr::resolve(OpBuilder &builder,
                                    Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  TensorInstruction instruction = getInstruction(*this);
  Value map = buildMap(builder, op, instruction);
  Value policy = buildCachePolicy(builder, op);
  buildCopies(builder, op, instruction,
              [&](OpBuilder &b, Value shared, ValueRange coords) {
                TmaStoreOp::create(b, op.getLoc(), map, coords, shared, policy);
              });
  return success();
}

LogicalResult TmaReduceAttr::resolve(OpBuilder &builder,
                                     Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  TensorInstruction instruction = getInstruction(*this);
  Value map = buildMap(builder, op, instruction);
  Value policy = buildCachePolicy(builder, op);
  auto kind = ReduceKindAttr::get(op.getContext(), getKind());
  buildCopies(builder, op, instruction,
              [&](OpBuilder &b, Value shared, ValueRange coords) {
                TmaReduceOp::create(b, op.getLoc(), kind, map, coords, shared,
                                    policy);
              });
  return success();
}
