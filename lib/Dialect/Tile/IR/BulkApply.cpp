// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BulkApply.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

static Clauses getClauses(const BulkInstruction &instruction) {
  Clauses clauses;
  clauses.box = clauses.coords = clauses.coordSteps =
      Clause::refused("a bulk copy moves adjacent bytes; memref.subview takes "
                      "a part of an operand");
  clauses.mbar = Clause::requiredIf(
      instruction.isCounted, ".mbarrier::complete_tx::bytes",
      instruction.spaces.size() == 1
          ? "a prefetch reports nothing, and nothing waits for it"
          : "'.bulk_group' completes through tile.bulk.commit_group and "
            "wait_group");
  clauses.ctaMask = Clause::requiredIf(
      instruction.isMulticast, ".multicast::cluster",
      "the copy goes to one block without '.multicast::cluster'");
  clauses.cachePolicy =
      Clause::requiredIf(instruction.hasCacheHint, ".L2::cache_hint",
                         "the opcode takes one with '.L2::cache_hint' alone");
  clauses.bytes = Clause::allowed();
  clauses.mapOptions = clauses.swizzle = clauses.oobFill =
      clauses.allowEdgeSpill =
          Clause::refused("a bulk copy goes through no map");
  return clauses;
}

static StringRef getName(BulkSpace space) {
  switch (space) {
  case BulkSpace::Global:
    return "global";
  case BulkSpace::Shared:
    return "shared";
  case BulkSpace::Cluster:
    return "shared_cluster";
  }
  llvm_unreachable("all spaces are listed");
}

static bool isIn(Type type, BulkSpace space) {
  switch (space) {
  case BulkSpace::Global:
    return isGlobalMemRef(type);
  case BulkSpace::Shared:
    return isSharedMemRef(type) && !isBarrierMemRef(type);
  case BulkSpace::Cluster:
    return isClusterMemRef(type) &&
           !isa<MBarrierType>(cast<MemRefType>(type).getElementType());
  }
  llvm_unreachable("all spaces are listed");
}

/// (C2): the operands are there, in the opcode's order.
static LogicalResult verifyOperands(ApplyOp op,
                                    const BulkInstruction &instruction) {
  ArrayRef<BulkSpace> spaces = instruction.spaces;
  bool isLegal = op.getTiles().size() == spaces.size();
  if (isLegal)
    for (auto [type, space] : llvm::zip_equal(op.getTiles().getTypes(), spaces))
      isLegal &= isIn(type, space);
  if (isLegal)
    return success();
  InFlightDiagnostic diag = op.emitOpError();
  diag << "(C2) expected the operand" << (spaces.size() == 1 ? " (" : "s (");
  llvm::interleaveComma(spaces, diag,
                        [&](BulkSpace space) { diag << getName(space); });
  diag << "), memrefs of numbers in the memory that the opcode names, got (";
  llvm::interleaveComma(op.getTiles().getTypes(), diag);
  diag << ")";
  // The common slip: the own buffer in place of another block's.
  if (spaces.front() == BulkSpace::Cluster && !op.getTiles().empty() &&
      isSharedMemRef(op.getTiles().front().getType()))
    diag << "; tile.mapa gives the buffer of another block";
  return diag;
}

/// (C15): the barrier is one of the block that gets the bytes.
static LogicalResult verifyBarrier(ApplyOp op,
                                   const BulkInstruction &instruction) {
  if (!instruction.isCounted)
    return success();
  bool isRemote = instruction.spaces.front() == BulkSpace::Cluster;
  auto barrier = cast<MBarrierRefType>(op.getMbar().getType());
  if (barrier.isRemote() != isRemote) {
    auto expected = MBarrierRefType::get(
        op.getContext(), isRemote ? SharedSpace::Cluster : SharedSpace::Cta);
    return op.emitOpError()
           << "(C15) expected a barrier of the block that gets the bytes, "
           << expected << ", got " << barrier
           << (isRemote ? "; tile.mapa gives that of another block" : "");
  }
  return verifySameBlock(op, "(C15)", op.getTiles().front(), op.getMbar());
}

static BulkTransfer getTransfer(ApplyOp op, bool isCounted) {
  bool isCopy = op.getTiles().size() == 2;
  return {isCopy ? op.getTiles().front() : Value(), op.getTiles().back(),
          op.getBytes(), op.getStaticBytesAttr(), isCounted};
}

IntegerAttr tile::getBulkBytesAttr(ApplyOp op) {
  if (op.getBytes())
    return {};
  std::optional<int64_t> bytes =
      getKnownBytes(getTransfer(op, /*isCounted=*/false));
  return IntegerAttr::get(IntegerType::get(op.getContext(), 32),
                          bytes.value_or(0));
}

LogicalResult tile::verifyBulkApply(ApplyOp op,
                                    const BulkInstruction &instruction) {
  if (failed(verifyOperands(op, instruction)) ||
      failed(verifyClauses(op, getClauses(instruction))))
    return failure();
  if (failed(verifyBulkTransfer(op, getTransfer(op, instruction.isCounted),
                                {"(C12)", "(C13)", "(C14)"})) ||
      failed(verifyBarrier(op, instruction)))
    return failure();
  return verifyCtaMask(op, "(C10)", op.getCtaMask(), op.getStaticCtaMask());
}
