// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tile-mode tensor loads (PTX ISA, cp.async.bulk.tensor).

#include "Instructions.h"
#include "TensorApply.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

static std::string getLoadOpcode(unsigned rank, SharedSpace space,
                                 bool explicitTile, bool multicast,
                                 bool cacheHint) {
  return "cp.async.bulk.tensor." + std::to_string(rank) + "d." +
         (space == SharedSpace::Cta ? "shared::cta" : "shared::cluster") +
         ".global" + (explicitTile ? ".tile" : "") +
         ".mbarrier::complete_tx::bytes" +
         (multicast ? ".multicast::cluster" : "") +
         (cacheHint ? ".L2::cache_hint" : "");
}

Attribute tile::parseTmaLoadOpcode(MLIRContext *context, StringRef opcode) {
  OpcodeCursor cursor(opcode);
  if (!cursor.take("cp.async.bulk.tensor"))
    return {};
  unsigned rank = cursor.takeRank();
  SharedSpace space = SharedSpace::Cta;
  if (!cursor.take("shared::cta")) {
    if (!cursor.take("shared::cluster"))
      return {};
    space = SharedSpace::Cluster;
  }
  if (rank == 0 || !cursor.take("global"))
    return {};
  bool explicitTile = cursor.take("tile");
  if (!cursor.take("mbarrier::complete_tx::bytes"))
    return {};
  bool multicast =
      space == SharedSpace::Cluster && cursor.take("multicast::cluster");
  bool cacheHint = cursor.take("L2::cache_hint");
  if (!cursor.isAtEnd())
    return {};
  return TmaLoadAttr::get(context, rank, space, explicitTile, multicast,
                          cacheHint);
}

void tile::enumerateTmaLoadOpcodes(std::vector<std::string> &opcodes) {
  for (unsigned rank = 1; rank <= 5; ++rank)
    for (SharedSpace space : {SharedSpace::Cta, SharedSpace::Cluster})
      for (bool explicitTile : {true, false})
        for (bool multicast : {false, true})
          for (bool cacheHint : {false, true})
            if (!multicast || space == SharedSpace::Cluster)
              opcodes.push_back(getLoadOpcode(rank, space, explicitTile,
                                              multicast, cacheHint));
}

std::string TmaLoadAttr::getOpcode() const {
  return getLoadOpcode(getRank(), getSpace(), getExplicitTile(), getMulticast(),
                       getCacheHint());
}

static TensorInstruction getInstruction(TmaLoadAttr attr) {
  TensorInstruction instruction = {attr.getRank(), {}, /*sharedIndex=*/0};
  instruction.use.loaded = true;
  return instruction;
}

LogicalResult TmaLoadAttr::verifyApply(Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  Clauses clauses;
  clauses.box = clauses.coords = Clause::required(".global");
  clauses.coordSteps = Clause::allowed();
  clauses.mbar = Clause::required(".mbarrier::complete_tx::bytes");
  clauses.ctaMask = Clause::requiredIf(
      getMulticast(), ".multicast::cluster",
      "the copy goes to one block without '.multicast::cluster'");
  clauses.cachePolicy =
      Clause::requiredIf(getCacheHint(), ".L2::cache_hint",
                         "the opcode takes one with '.L2::cache_hint' alone");
  clauses.bytes = Clause::refused("the box says how much is copied");
  clauses.mapOptions = clauses.oobFill = Clause::allowed();
  clauses.swizzle = Clause::refused("the shared operand's type has it");
  clauses.allowEdgeSpill = Clause::refused(
      "only stores and reductions write past a ragged inner edge");
  if (failed(verifyTensorApply(op, getInstruction(*this), clauses)))
    return failure();
  return verifyCtaMask(op, "(C10)", op.getCtaMask(), op.getStaticCtaMask());
}

bool TmaLoadAttr::readsOperand(unsigned index) const { return index == 1; }
bool TmaLoadAttr::writesOperand(unsigned index) const { return index == 0; }
Completion TmaLoadAttr::getCompletion() const {
  return Completion::MBarrierBytes;
}

LogicalResult TmaLoadAttr::resolve(OpBuilder &builder, Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  TensorInstruction instruction = getInstruction(*this);
  Value map = buildMap(builder, op, instruction);
  Value mask = buildCtaMask(builder, op);
  Value policy = buildCachePolicy(builder, op);
  buildCopies(builder, op, instruction,
              [&](OpBuilder &b, Value shared, ValueRange coords) {
                TmaLoadOp::create(
                    b, op.getLoc(),
                    SharedSpaceAttr::get(op.getContext(), getSpace()), shared,
                    map, coords, op.getMbar(), mask, policy);
              });
  return success();
}
