// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bulk copies and prefetches without a map (PTX ISA, cp.async.bulk and
// cp.async.bulk.prefetch).

#include "BulkApply.h"
#include "Instructions.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

static constexpr StringLiteral counted = ".mbarrier::complete_tx::bytes";

static std::string getLoadOpcode(SharedSpace space, bool multicast,
                                 bool cacheHint) {
  return std::string("cp.async.bulk.") +
         (space == SharedSpace::Cta ? "shared::cta" : "shared::cluster") +
         ".global" + counted.str() + (multicast ? ".multicast::cluster" : "") +
         (cacheHint ? ".L2::cache_hint" : "");
}
static std::string getStoreOpcode(bool cacheHint) {
  return std::string("cp.async.bulk.global.shared::cta.bulk_group") +
         (cacheHint ? ".L2::cache_hint" : "");
}
static std::string getCopyOpcode() {
  return "cp.async.bulk.shared::cluster.shared::cta" + counted.str();
}
static std::string getPrefetchOpcode(bool cacheHint) {
  return std::string("cp.async.bulk.prefetch.L2.global") +
         (cacheHint ? ".L2::cache_hint" : "");
}

// Each family is a handful of opcodes: they are compared one by one.

template <typename Visit> static void forEachLoad(Visit visit) {
  for (SharedSpace space : {SharedSpace::Cta, SharedSpace::Cluster})
    for (bool multicast : {false, true})
      for (bool cacheHint : {false, true})
        if (!multicast || space == SharedSpace::Cluster)
          visit(space, multicast, cacheHint);
}

Attribute tile::parseBulkLoadOpcode(MLIRContext *context, StringRef opcode) {
  Attribute attr;
  forEachLoad([&](SharedSpace space, bool multicast, bool cacheHint) {
    if (opcode == getLoadOpcode(space, multicast, cacheHint))
      attr = BulkLoadAttr::get(context, space, multicast, cacheHint);
  });
  return attr;
}
void tile::enumerateBulkLoadOpcodes(std::vector<std::string> &opcodes) {
  forEachLoad([&](SharedSpace space, bool multicast, bool cacheHint) {
    opcodes.push_back(getLoadOpcode(space, multicast, cacheHint));
  });
}
std::string BulkLoadAttr::getOpcode() const {
  return getLoadOpcode(getSpace(), getMulticast(), getCacheHint());
}

Attribute tile::parseBulkStoreOpcode(MLIRContext *context, StringRef opcode) {
  for (bool cacheHint : {false, true})
    if (opcode == getStoreOpcode(cacheHint))
      return BulkStoreAttr::get(context, cacheHint);
  return {};
}
void tile::enumerateBulkStoreOpcodes(std::vector<std::string> &opcodes) {
  for (bool cacheHint : {false, true})
    opcodes.push_back(getStoreOpcode(cacheHint));
}
std::string BulkStoreAttr::getOpcode() const {
  return getStoreOpcode(getCacheHint());
}

Attribute tile::parseBulkCopyOpcode(MLIRContext *context, StringRef opcode) {
  return opcode == getCopyOpcode() ? BulkCopyAttr::get(context) : Attribute();
}
void tile::enumerateBulkCopyOpcodes(std::vector<std::string> &opcodes) {
  opcodes.push_back(getCopyOpcode());
}
std::string BulkCopyAttr::getOpcode() const { return getCopyOpcode(); }

Attribute tile::parseBulkPrefetchOpcode(MLIRContext *context,
                                        StringRef opcode) {
  for (bool cacheHint : {false, true})
    if (opcode == getPrefetchOpcode(cacheHint))
      return BulkPrefetchAttr::get(context, cacheHint);
  return {};
}
void tile::enumerateBulkPrefetchOpcodes(std::vector<std::string> &opcodes) {
  for (bool cacheHint : {false, true})
    opcodes.push_back(getPrefetchOpcode(cacheHint));
}
std::string BulkPrefetchAttr::getOpcode() const {
  return getPrefetchOpcode(getCacheHint());
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

LogicalResult BulkLoadAttr::verifyApply(Operation *apply) const {
  return verifyBulkApply(cast<ApplyOp>(apply),
                         {{BulkSpace::Shared, BulkSpace::Global},
                          /*isCounted=*/true,
                          getMulticast(),
                          getCacheHint()});
}
bool BulkLoadAttr::readsOperand(unsigned index) const { return index == 1; }
bool BulkLoadAttr::writesOperand(unsigned index) const { return index == 0; }
Completion BulkLoadAttr::getCompletion() const {
  return Completion::MBarrierBytes;
}
LogicalResult BulkLoadAttr::resolve(OpBuilder &builder,
                                    Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  Value mask = buildCtaMask(builder, op);
  Value policy = buildCachePolicy(builder, op);
  OpBuilder inside = buildPredicate(builder, op);
  BulkLoadOp::create(inside, op.getLoc(),
                     SharedSpaceAttr::get(op.getContext(), getSpace()),
                     op.getTiles()[0], op.getTiles()[1], op.getBytes(),
                     getBulkBytesAttr(op), op.getMbar(), mask, policy);
  return success();
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

LogicalResult BulkStoreAttr::verifyApply(Operation *apply) const {
  BulkInstruction instruction = {{BulkSpace::Global, BulkSpace::Shared}};
  instruction.hasCacheHint = getCacheHint();
  return verifyBulkApply(cast<ApplyOp>(apply), instruction);
}
bool BulkStoreAttr::readsOperand(unsigned index) const { return index == 1; }
bool BulkStoreAttr::writesOperand(unsigned index) const { return index == 0; }
Completion BulkStoreAttr::getCompletion() const {
  return Completion::BulkGroup;
}
LogicalResult BulkStoreAttr::resolve(OpBuilder &builder,
                                     Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  Value policy = buildCachePolicy(builder, op);
  OpBuilder inside = buildPredicate(builder, op);
  BulkStoreOp::create(inside, op.getLoc(), op.getTiles()[0], op.getTiles()[1],
                      op.getBytes(), getBulkBytesAttr(op), policy);
  return success();
}

//===----------------------------------------------------------------------===//
// Copies to another block
//===----------------------------------------------------------------------===//

LogicalResult BulkCopyAttr::verifyApply(Operation *apply) const {
  BulkInstruction instruction = {{BulkSpace::Cluster, BulkSpace::Shared}};
  instruction.isCounted = true;
  return verifyBulkApply(cast<ApplyOp>(apply), instruction);
}
bool BulkCopyAttr::readsOperand(unsigned index) const { return index == 1; }
bool BulkCopyAttr::writesOperand(unsigned index) const { return index == 0; }
Completion BulkCopyAttr::getCompletion() const {
  return Completion::MBarrierBytes;
}
LogicalResult BulkCopyAttr::resolve(OpBuilder &builder,
                                    Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  OpBuilder inside = buildPredicate(builder, op);
  BulkCopyOp::create(inside, op.getLoc(), op.getTiles()[0], op.getTiles()[1],
                     op.getBytes(), getBulkBytesAttr(op), op.getMbar());
  return success();
}

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

LogicalResult BulkPrefetchAttr::verifyApply(Operation *apply) const {
  BulkInstruction instruction = {{BulkSpace::Global}};
  instruction.hasCacheHint = getCacheHint();
  return verifyBulkApply(cast<ApplyOp>(apply), instruction);
}
bool BulkPrefetchAttr::readsOperand(unsigned) const { return true; }
bool BulkPrefetchAttr::writesOperand(unsigned) const { return false; }
Completion BulkPrefetchAttr::getCompletion() const { return Completion::None; }
LogicalResult BulkPrefetchAttr::resolve(OpBuilder &builder,
                                        Operation *apply) const {
  auto op = cast<ApplyOp>(apply);
  Value policy = buildCachePolicy(builder, op);
  OpBuilder inside = buildPredicate(builder, op);
  BulkPrefetchOp::create(inside, op.getLoc(), op.getTiles()[0], op.getBytes(),
                         getBulkBytesAttr(op), policy);
  return success();
}
