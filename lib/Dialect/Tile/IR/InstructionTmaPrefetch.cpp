// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prefetches: of a box into L2 (PTX ISA, cp.async.bulk.prefetch.tensor), and of
// a TensorMap itself (PTX ISA, prefetch).

#include "Instructions.h"
#include "TensorApply.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

static std::string getPrefetchOpcode(unsigned rank, bool explicitTile,
                                     bool cacheHint) {
  return "cp.async.bulk.prefetch.tensor." + std::to_string(rank) +
         "d.L2.global" + (explicitTile ? ".tile" : "") +
         (cacheHint ? ".L2::cache_hint" : "");
}

static std::string getPrefetchMapOpcode(bool explicitParam) {
  return explicitParam ? "prefetch.param.tensormap" : "prefetch.tensormap";
}

Attribute tile::parseTmaPrefetchOpcode(MLIRContext *context, StringRef opcode) {
  OpcodeCursor cursor(opcode);
  if (!cursor.take("cp.async.bulk.prefetch.tensor"))
    return {};
  unsigned rank = cursor.takeRank();
  if (rank == 0 || !cursor.take("L2.global"))
    return {};
  bool explicitTile = cursor.take("tile");
  bool cacheHint = cursor.take("L2::cache_hint");
  if (!cursor.isAtEnd())
    return {};
  return TmaPrefetchAttr::get(context, rank, explicitTile, cacheHint);
}

Attribute tile::parsePrefetchMapOpcode(MLIRContext *context, StringRef opcode) {
  for (bool explicitParam : {false, true})
    if (opcode == getPrefetchMapOpcode(explicitParam))
      return PrefetchMapAttr::get(context, explicitParam);
  return {};
}

void tile::enumerateTmaPrefetchOpcodes(std::vector<std::string> &opcodes) {
  for (unsigned rank = 1; rank <= 5; ++rank)
    for (bool explicitTile : {true, false})
      for (bool cacheHint : {false, true})
        opcodes.push_back(getPrefetchOpcode(rank, explicitTile, cacheHint));
}

void tile::enumeratePrefetchMapOpcodes(std::vector<std::string> &opcodes) {
  for (bool explicitParam : {false, true})
    opcodes.push_back(getPrefetchMapOpcode(explicitParam));
}

std::string TmaPrefetchAttr::getOpcode() const {
  return getPrefetchOpcode(getRank(), getExplicitTile(), getCacheHint());
}
std::string PrefetchMapAttr::getOpcode() const {
  return getPrefetchMapOpcode(getExplicitParam());
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Clauses that both prefetches leave out.
static Clauses getPrefetchClauses() {
  Clauses clauses;
  StringRef nothing = "a prefetch reports nothing, and nothing waits for it";
  clauses.mbar = Clause::refused(nothing);
  clauses.coordSteps = Clause::refused(
      "there is no shared operand whose axes could repeat the box");
  clauses.mapOptions = clauses.swizzle = clauses.oobFill = Clause::allowed();
  clauses.allowEdgeSpill = Clause::refused("nothing is stored");
  return clauses;
}

/// The map that an instruction without a shared operand goes through. An opcode
/// that does not name the rank takes the tensor's.
static TensorInstruction getInstruction(unsigned rank) {
  return {rank, {}, /*sharedIndex=*/std::nullopt};
}
static unsigned getMapRank(ApplyOp op) {
  auto map = op.getTiles().empty()
                 ? TensorMapType()
                 : dyn_cast<TensorMapType>(op.getTiles()[0].getType());
  return map ? map.getRank() : op.getBox().size();
}

LogicalResult TmaPrefetchAttr::verifyApply(Operation *apply) const {
  Clauses clauses = getPrefetchClauses();
  clauses.box = clauses.coords = Clause::required(".global");
  clauses.cachePolicy =
      Clause::requiredIf(getCacheHint(), ".L2::cache_hint",
                         "the opcode takes one with '.L2::cache_hint' alone");
  return verifyTensorApply(cast<ApplyOp>(apply), getInstruction(getRank()),
                           clauses);
}

LogicalResult PrefetchMapAttr::verifyApply(Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  Clauses clauses = getPrefetchClauses();
  clauses.box = Clause::required(".tensormap");
  clauses.coords = Clause::refused("the map is prefetched, not a box");
  return verifyTensorApply(op, getInstruction(getMapRank(op)), clauses);
}

bool TmaPrefetchAttr::readsOperand(unsigned) const { return true; }
bool TmaPrefetchAttr::writesOperand(unsigned) const { return false; }
Completion TmaPrefetchAttr::getCompletion() const { return Completion::None; }
bool PrefetchMapAttr::readsOperand(unsigned) const { return false; }
bool PrefetchMapAttr::writesOperand(unsigned) const { return false; }
Completion PrefetchMapAttr::getCompletion() const { return Completion::None; }

//===----------------------------------------------------------------------===//
// Core ops
//===----------------------------------------------------------------------===//

LogicalResult TmaPrefetchAttr::resolve(OpBuilder &builder,
                                       Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  TensorInstruction instruction = getInstruction(getRank());
  Value map = buildMap(builder, op, instruction);
  Value policy = buildCachePolicy(builder, op);
  buildCopies(builder, op, instruction,
              [&](OpBuilder &b, Value, ValueRange coords) {
                TmaPrefetchOp::create(b, op.getLoc(), map, coords, policy);
              });
  return success();
}

LogicalResult PrefetchMapAttr::resolve(OpBuilder &builder,
                                       Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  Value map = buildMap(builder, op, getInstruction(getMapRank(op)));
  OpBuilder inside = buildPredicate(builder, op);
  TmaPrefetchMapOp::create(inside, op.getLoc(), map);
  return success();
}
