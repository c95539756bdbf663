// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Clauses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

namespace {
/// One clause of one apply.
struct ClauseCheck {
  StringRef name;
  bool isThere;
  Clause clause;
  StringRef meaning; ///< what it gives, for the error where it is missing
};
} // namespace

/// Where the text has one of two spellings, the generic form can have both.
static LogicalResult verifySpelling(ApplyOp op) {
  auto expectOne = [&](StringRef name, bool isBoth) {
    if (!isBoth)
      return success();
    return LogicalResult(op.emitOpError()
                         << "(C5) expected '" << name
                         << "' as an operand or as a constant, got both");
  };
  return success(
      succeeded(
          expectOne("cta_mask", op.getCtaMask() && op.getStaticCtaMask())) &&
      succeeded(expectOne("cache_policy",
                          op.getCachePolicy() && op.getNamedCachePolicy())) &&
      succeeded(expectOne("bytes", op.getBytes() && op.getStaticBytes())));
}

LogicalResult tile::verifyClauses(ApplyOp op, const Clauses &clauses) {
  if (failed(verifySpelling(op)))
    return failure();
  const Clause &options = clauses.mapOptions;
  const ClauseCheck checks[] = {
      {"box", !op.getBox().empty(), clauses.box,
       "the extents of one copy, outer to inner"},
      {"coords", !op.getStaticCoords().empty(), clauses.coords,
       "where the box starts, outer to inner"},
      {"coord_steps", op.getCoordSteps().has_value(), clauses.coordSteps, ""},
      {"mbar", static_cast<bool>(op.getMbar()), clauses.mbar,
       "the barrier that counts the bytes"},
      {"cta_mask", op.getCtaMask() || op.getStaticCtaMask(), clauses.ctaMask,
       "a bit for each block of the cluster that gets the copy"},
      {"cache_policy", op.getCachePolicy() || op.getNamedCachePolicy(),
       clauses.cachePolicy,
       "a name such as (evict_first), or the i64 of tile.create_policy"},
      {"bytes", op.getBytes() || op.getStaticBytes(), clauses.bytes, ""},
      {"element_strides", op.getElementStrides().has_value(), options, ""},
      {"interleave", op.getInterleave().has_value(), options, ""},
      {"format", op.getFormat().has_value(), options, ""},
      {"l2_promotion", op.getL2Promotion().has_value(), options, ""},
      {"swizzle", op.getSwizzle().has_value(), clauses.swizzle, ""},
      {"oob_fill", op.getOobFill().has_value(), clauses.oobFill, ""},
      {"allow_edge_spill", op.getAllowEdgeSpill(), clauses.allowEdgeSpill, ""},
  };
  for (const ClauseCheck &check : checks) {
    const Clause &clause = check.clause;
    if (check.isThere && clause.need == Clause::Refused) {
      InFlightDiagnostic diag = op.emitOpError()
                                << "(C5) expected no '" << check.name << "'";
      return clause.why.empty() ? diag << ": '"
                                       << op.getInstruction().getOpcode()
                                       << "' has no use for it"
                                : diag << ": " << clause.why;
    }
    if (!check.isThere && clause.need == Clause::Required)
      return op.emitOpError() << "(C5) expected '" << check.name << "', which '"
                              << clause.why << "' asks for: " << check.meaning;
  }
  return success();
}

LogicalResult tile::verifyCtaMask(Operation *op, StringRef constraint,
                                  Value mask,
                                  std::optional<uint32_t> constant) {
  auto kernel = op->getParentOfType<KernelOp>();
  if (!kernel || (!mask && !constant))
    return success();
  if (!kernel.getCluster())
    return op->emitOpError()
           << constraint
           << " expected a kernel with clusters: '.multicast::cluster' "
              "copies to blocks of one; write 'cluster [2]' after the block "
              "of tile.kernel";
  std::optional<int64_t> known = constant;
  APInt value;
  if (mask && matchPattern(mask, m_ConstantInt(&value)))
    known = static_cast<int64_t>(value.getZExtValue());
  // The cluster's own verifier reports a size beyond 16.
  int64_t blocks = kernel.getNumClusterBlocks();
  if (!known || blocks < 1 || blocks > 16)
    return success();
  int64_t all = (int64_t(1) << blocks) - 1;
  if (*known >= 1 && *known <= all)
    return success();
  return op->emitOpError() << constraint << " expected a cta_mask of 1 to "
                           << all << ", a bit for each of the cluster's "
                           << blocks << " blocks, got " << *known;
}

Value tile::buildCtaMask(OpBuilder &builder, ApplyOp op) {
  if (auto mask = op.getStaticCtaMask())
    return arith::ConstantIntOp::create(
        builder, op.getLoc(),
        static_cast<int16_t>(static_cast<uint16_t>(*mask)), 16);
  return op.getCtaMask();
}

Value tile::buildCachePolicy(OpBuilder &builder, ApplyOp op) {
  if (CachePolicyAttr name = op.getNamedCachePolicyAttr())
    return CreatePolicyOp::create(builder, op.getLoc(), name, FloatAttr());
  return op.getCachePolicy();
}

OpBuilder tile::buildPredicate(OpBuilder &builder, ApplyOp op) {
  if (!op.getPred())
    return builder;
  auto branch = scf::IfOp::create(builder, op.getLoc(), op.getPred());
  return branch.getThenBodyBuilder();
}
