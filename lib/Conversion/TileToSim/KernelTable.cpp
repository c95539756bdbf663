// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelTable.h"
#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"
#include "tilery/Sim/Abi.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace tilery;

/// Whether the op's lowering calls the simulator.
static bool callsSimulator(Operation *op) {
  return isa<tile::TileDialect>(op->getDialect()) &&
         !isa<tile::KernelOp, tile::ReturnOp, tile::AllocSharedOp,
              tile::SharedViewOp, tile::MBarrierRefOp,
              tile::MBarrierPendingCountOp, tile::CreatePolicyOp,
              tile::ClusterRankOp, tile::ClusterSizeOp>(op);
}

static bool isPlainAccess(Operation *op) {
  return isa<memref::LoadOp, memref::StoreOp, vector::LoadOp, vector::StoreOp>(
      op);
}

namespace {
/// What an op works on.
struct Accessed {
  Value shared; ///< a shared buffer, or a barrier
  Value global; ///< a global memref, or a TensorMap
};
} // namespace

static Accessed getAccessed(Operation *op) {
  if (auto load = dyn_cast<tile::TmaLoadOp>(op))
    return {load.getDestination(), load.getMap()};
  if (auto load = dyn_cast<tile::BulkLoadOp>(op))
    return {load.getDestination(), load.getSource()};
  if (auto copy = dyn_cast<tile::BulkCopyOp>(op))
    return {copy.getDestination(), {}};
  if (auto reduce = dyn_cast<tile::BulkReduceSharedOp>(op))
    return {reduce.getDestination(), {}};
  Accessed accessed;
  for (Value operand : op->getOperands()) {
    Type type = operand.getType();
    if (tile::isSharedMemRef(type) || tile::isClusterMemRef(type) ||
        isa<tile::MBarrierRefType>(type))
      accessed.shared = operand;
    else if (isa<MemRefType, tile::TensorMapType>(type))
      accessed.global = operand;
  }
  return accessed;
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

uint32_t KernelTable::addSite(Location loc, StringRef what, StringRef operand,
                              int32_t buffer, int32_t param, uint32_t flags) {
  Builder b(context);
  FileLineColLoc line = findLine(loc);
  Attribute site = b.getArrayAttr(
      {line ? line.getFilename() : b.getStringAttr(""),
       b.getI64IntegerAttr(line ? line.getLine() : 0),
       b.getI64IntegerAttr(line ? line.getColumn() : 0), b.getStringAttr(what),
       b.getStringAttr(operand), b.getI64IntegerAttr(buffer),
       b.getI64IntegerAttr(param), b.getI64IntegerAttr(flags)});
  return sites.insert({site, static_cast<uint32_t>(sites.size())})
      .first->second;
}

uint32_t KernelTable::addSite(Location loc, StringRef what) {
  return addSite(loc, what, "", -1, -1, 0);
}

void KernelTable::addOp(Operation *op, const LaunchFacts &launches) {
  Accessed accessed = getAccessed(op);
  tile::AllocSharedOp buffer = findProvenance(accessed.shared).buffer;
  BlockArgument argument = findProvenance(accessed.global).argument;
  std::string operand;
  if (argument)
    operand = launches.getName(argument.getArgNumber());
  else if (buffer && buffer.getName())
    operand = buffer.getName()->str();
  bool spills = argument && isa<tile::TmaStoreOp, tile::TmaReduceOp>(op) &&
                launches.allowsEdgeSpill(argument.getArgNumber());
  siteOf[op] =
      addSite(op->getLoc(), op->getName().getStringRef(), operand,
              buffer ? bufferOf.lookup(buffer) : -1,
              argument ? paramOf[argument.getArgNumber()] : -1,
              spills ? static_cast<uint32_t>(TILERY_SIM_ALLOW_EDGE_SPILL) : 0);
}

//===----------------------------------------------------------------------===//
// Buffers, parameters, flags
//===----------------------------------------------------------------------===//

void KernelTable::addBuffers(tile::KernelOp kernel) {
  Builder b(context);
  kernel.walk([&](tile::AllocSharedOp op) {
    auto type = op.getBuffer().getType();
    FailureOr<int64_t> bytes = tile::getSharedBytes(cast<MemRefType>(type));
    bufferOf[op] = static_cast<int32_t>(buffers.size());
    buffers.push_back(b.getArrayAttr(
        {b.getStringAttr(op.getName().value_or("")),
         b.getI64IntegerAttr(op.getOffset().value_or(0)),
         b.getI64IntegerAttr(succeeded(bytes) ? *bytes : 0),
         b.getI64IntegerAttr(tile::isBarrierMemRef(type) ? TILERY_SIM_BARRIERS
                                                         : 0)}));
  });
}

static int64_t getParameterKind(const tile::KernelParameter &parameter) {
  switch (parameter.kind) {
  case tile::KernelParameter::Map:
    return TILERY_SIM_PARAM_MAP;
  case tile::KernelParameter::Pointer:
    return TILERY_SIM_PARAM_POINTER;
  default:
    return isa<FloatType>(parameter.type) ? TILERY_SIM_PARAM_FLOAT
                                          : TILERY_SIM_PARAM_INT;
  }
}

static int64_t getParameterBytes(const tile::KernelParameter &parameter) {
  switch (parameter.kind) {
  case tile::KernelParameter::Map:
    return 128;
  case tile::KernelParameter::Pointer:
    return 8;
  default:
    return (parameter.type.getIntOrFloatBitWidth() + 7) / 8;
  }
}

void KernelTable::addParameters(tile::KernelOp kernel,
                                const LaunchFacts &launches) {
  Builder b(context);
  paramOf.assign(kernel.getNumArguments(), -1);
  for (const tile::KernelParameter &parameter :
       tile::getKernelParameters(kernel.getArgumentTypes())) {
    int32_t &index = paramOf[parameter.argument];
    if (index < 0)
      index = static_cast<int32_t>(params.size());
    params.push_back(b.getArrayAttr(
        {b.getI64IntegerAttr(getParameterKind(parameter)),
         b.getI64IntegerAttr(getParameterBytes(parameter)),
         b.getStringAttr(launches.getName(parameter.argument))}));
  }
}

/// Whether the kernel may read or write, in another way, what it reduces into.
static bool accessesReduced(tile::KernelOp kernel,
                            const LaunchFacts &launches) {
  SmallVector<BlockArgument> reduced, accessed;
  kernel.walk([&](Operation *op) {
    Value global = getAccessed(op).global;
    BlockArgument argument = findProvenance(global).argument;
    if (isa<tile::TmaReduceOp, tile::BulkReduceOp>(op))
      reduced.push_back(argument);
    else if (isa<tile::TmaLoadOp, tile::BulkLoadOp, tile::TmaStoreOp,
                 tile::BulkStoreOp>(op) ||
             (global && isPlainAccess(op)))
      accessed.push_back(argument);
  });
  return llvm::any_of(reduced, [&](BlockArgument one) {
    return llvm::any_of(accessed, [&](BlockArgument other) {
      return !one || !other ||
             launches.mayBeSame(one.getArgNumber(), other.getArgNumber());
    });
  });
}

void KernelTable::addFlags(tile::KernelOp kernel, const LaunchFacts &launches) {
  if (accessesReduced(kernel, launches))
    flags |= TILERY_SIM_READS_REDUCED;
  if (kernel.usesGridSync())
    flags |= TILERY_SIM_GRID_SYNC;
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

KernelTable::KernelTable(tile::KernelOp kernel, bool checks)
    : context(kernel.getContext()), name(kernel.getSymName()), kernel(kernel),
      block(getThreeExtents(kernel.getBlock())),
      cluster(
          getThreeExtents(kernel.getCluster().value_or(ArrayRef<int32_t>()))) {
  if (auto bytes = kernel->getAttrOfType<IntegerAttr>(
          tile::TileDialect::getSharedBytesAttrName()))
    shared = bytes.getInt() <= maxStaticSharedBytes ? bytes.getInt() : 0;
  LaunchFacts launches(kernel);
  addBuffers(kernel);
  addParameters(kernel, launches);
  addFlags(kernel, launches);
  kernel.walk([&](Operation *op) {
    if (callsSimulator(op) || (checks && isPlainAccess(op)))
      addOp(op, launches);
  });
}

DictionaryAttr KernelTable::getAttr() const {
  Builder b(context);
  SmallVector<Attribute> list;
  for (const auto &[site, index] : sites)
    list.push_back(site);
  return b.getDictionaryAttr({
      b.getNamedAttr("name", b.getStringAttr(name)),
      b.getNamedAttr("flags", b.getI64IntegerAttr(flags)),
      b.getNamedAttr("block", b.getDenseI32ArrayAttr(block)),
      b.getNamedAttr("cluster", b.getDenseI32ArrayAttr(cluster)),
      b.getNamedAttr("shared", b.getI64IntegerAttr(shared)),
      b.getNamedAttr("buffers", b.getArrayAttr(buffers)),
      b.getNamedAttr("params", b.getArrayAttr(params)),
      b.getNamedAttr("sites", b.getArrayAttr(list)),
  });
}
