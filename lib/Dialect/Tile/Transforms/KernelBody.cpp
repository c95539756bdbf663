// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ops and types that a kernel may hold: what lib/Conversion/TileToNVVM
// lowers and the NVPTX backend selects.

#include "KernelChecks.h"

#include "tilery/Dialect/Tile/Transforms/VerifyKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

/// Elements of the longest vector: 64 bytes' worth of bytes, and what still
/// compiles in a moment.
static constexpr int64_t maxVectorLength = 64;

static const llvm::StringSet<> &getKnownOps() {
  static const llvm::StringSet<> names = {
      // Core ops of the project.
      "tile.kernel", "tile.return", "tile.alloc_shared", "tile.warp_id",
      "tile.elect", "tile.coord", "tile.cta_sync", "tile.fence.proxy.async",
      "tile.bulk.commit_group", "tile.bulk.wait_group", "tile.mbarrier.ref",
      "tile.mbarrier.init", "tile.mbarrier.inval", "tile.mbarrier.arrive",
      "tile.mbarrier.arrive_expect_tx", "tile.mbarrier.expect_tx",
      "tile.mbarrier.wait", "tile.mbarrier.try_wait", "tile.mbarrier.test_wait",
      "tile.tma.load", "tile.tma.store", "tile.tma.reduce", "tile.tma.prefetch",
      "tile.tma.prefetch_map", "tile.create_policy", "tile.shared_view",
      // Barriers, order, clusters, and what tells of them.
      "tile.mbarrier.arrive_drop", "tile.mbarrier.arrive_drop_expect_tx",
      "tile.mbarrier.complete_tx", "tile.mbarrier.pending_count", "tile.mapa",
      "tile.cluster_rank", "tile.cluster_size", "tile.cluster.arrive",
      "tile.cluster.wait", "tile.cluster_sync", "tile.fence",
      "tile.fence.mbarrier_init", "tile.fence.proxy.alias",
      "tile.fence.proxy.async_generic", "tile.fence.proxy.tensormap",
      "tile.named_barrier.sync", "tile.named_barrier.arrive", "tile.grid_sync",
      "tile.grid_dependency.wait", "tile.grid_dependency.launch_dependents",
      "tile.nanosleep", "tile.printf", "tile.assert", "tile.bulk.load",
      "tile.bulk.store", "tile.bulk.copy", "tile.bulk.reduce",
      "tile.bulk.reduce_shared", "tile.bulk.prefetch",
      // Who the thread is.
      "gpu.thread_id", "gpu.block_id", "gpu.block_dim", "gpu.grid_dim",
      "gpu.global_id", "gpu.lane_id", "gpu.subgroup_id", "gpu.subgroup_size",
      "gpu.num_subgroups", "gpu.cluster_id", "gpu.cluster_dim",
      "gpu.cluster_block_id", "gpu.cluster_dim_blocks",
      // Control flow.
      "scf.if", "scf.for", "scf.while", "scf.condition", "scf.yield",
      "scf.index_switch",
      // Numbers.
      "arith.addf", "arith.addi", "arith.addui_extended", "arith.andi",
      "arith.bitcast", "arith.ceildivsi", "arith.ceildivui", "arith.cmpf",
      "arith.cmpi", "arith.constant", "arith.divf", "arith.divsi",
      "arith.divui", "arith.extf", "arith.extsi", "arith.extui",
      "arith.floordivsi", "arith.fptosi", "arith.fptoui", "arith.index_cast",
      "arith.index_castui", "arith.maximumf", "arith.maxnumf", "arith.maxsi",
      "arith.maxui", "arith.minimumf", "arith.minnumf", "arith.minsi",
      "arith.minui", "arith.mulf", "arith.muli", "arith.mulsi_extended",
      "arith.mului_extended", "arith.negf", "arith.ori", "arith.remf",
      "arith.remsi", "arith.remui", "arith.select", "arith.shli", "arith.shrsi",
      "arith.shrui", "arith.sitofp", "arith.subf", "arith.subi", "arith.truncf",
      "arith.trunci", "arith.uitofp", "arith.xori", "math.absf", "math.absi",
      "math.acos", "math.acosh", "math.asin", "math.asinh", "math.atan",
      "math.atan2", "math.atanh", "math.cbrt", "math.ceil", "math.copysign",
      "math.cos", "math.cosh", "math.ctlz", "math.ctpop", "math.cttz",
      "math.erf", "math.erfc", "math.exp", "math.exp2", "math.expm1",
      "math.floor", "math.fma", "math.isfinite", "math.isinf", "math.isnan",
      "math.isnormal", "math.log", "math.log10", "math.log1p", "math.log2",
      "math.powf", "math.round", "math.roundeven", "math.rsqrt", "math.sin",
      "math.sinh", "math.sqrt", "math.tan", "math.tanh", "math.trunc",
      // Memory and vectors.
      "memref.cast", "memref.dim", "memref.extract_strided_metadata",
      "memref.load", "memref.reinterpret_cast", "memref.store",
      "memref.subview", "vector.broadcast", "vector.extract",
      "vector.from_elements", "vector.insert", "vector.load", "vector.store",
      "vector.to_elements"};
  return names;
}

/// What to write instead of an op that is not on the list.
static StringRef getCure(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("tile.apply", "run tile-resolve-apply before")
      .Case("tile.tensor_map", "run tile-materialize-maps before")
      .Case("gpu.barrier", "use tile.cta_sync")
      .Case("gpu.printf", "use tile.printf")
      .Case("cf.assert", "use tile.assert")
      .Cases({"memref.alloc", "memref.alloca"}, "use tile.alloc_shared")
      .Case("memref.copy", "copy by loads and stores, or by tile.apply")
      .Default("");
}

/// Numbers that registers hold.
static bool isNumber(Type type) {
  if (type.isIndex() || type.isF16() || type.isBF16() || type.isF32() ||
      type.isF64())
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.isSignless() &&
         llvm::is_contained({1, 8, 16, 32, 64}, integer.getWidth());
}

/// Types that are moved and not computed with: the 8-bit floats, and the
/// integers that say their signedness, which TensorMaps tell apart and arith
/// does not take.
static bool isStoredOnly(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return !integer.isSignless() &&
           llvm::is_contained({8, 16, 32, 64}, integer.getWidth());
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8;
}

static bool isKnownElement(Type type) {
  return isNumber(type) || isStoredOnly(type) || isa<MBarrierType>(type);
}

static bool isKnownType(Type type) {
  if (isNumber(type) || isStoredOnly(type) ||
      isa<MBarrierRefType, TensorMapType>(type))
    return true;
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getRank() == 1 && !vector.isScalable() &&
           vector.getDimSize(0) <= maxVectorLength &&
           (isNumber(vector.getElementType()) ||
            isStoredOnly(vector.getElementType()));
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !isKnownElement(memref.getElementType()) ||
      (memref.getMemorySpace() && !isSharedMemRef(memref) &&
       !isClusterMemRef(memref)))
    return false;
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(memref.getStridesAndOffset(strides, offset));
}

//===----------------------------------------------------------------------===//
// Single ops
//===----------------------------------------------------------------------===//

/// A function of CUDA's device library, which is there or not.
static LogicalResult verifyLibdevice(Operation *op, bool libdevice) {
  if (libdevice || getLibdeviceFunction(op).empty())
    return success();
  InFlightDiagnostic error =
      op->emitError() << "(V04) '" << op->getName() << "' on "
                      << op->getResult(0).getType()
                      << " needs CUDA's libdevice.10.bc, and there is none in "
                         "CUDA_HOME, next to ptxas or in .venv";
  if (isa<math::SinOp, math::CosOp>(op) &&
      !getElementTypeOrSelf(op->getResult(0).getType()).isF64())
    error << "; fastmath<afn> takes the hardware's approximation";
  else
    error << "; install a CUDA toolkit or `pip install nvidia-cuda-nvcc`";
  return error;
}

static LogicalResult verifyOp(Operation *op, bool libdevice) {
  StringRef name = op->getName().getStringRef();
  if (!getKnownOps().contains(name)) {
    InFlightDiagnostic error = op->emitError() << "(V01) not yet implemented: '"
                                               << name << "' in a kernel";
    StringRef cure = getCure(name);
    return error << "; "
                 << (cure.empty()
                         ? "docs/kernels.md lists what a kernel may hold"
                         : cure);
  }
  if (failed(verifyViews(op)) || failed(verifyBounds(op)) ||
      failed(verifyLibdevice(op, libdevice)))
    return failure();
  if (auto truncate = dyn_cast<arith::TruncFOp>(op);
      truncate && truncate.getRoundingmodeAttr())
    return op->emitError(
        "(V05) not yet implemented: a rounding mode; without one, "
        "the result is the nearest, ties to even");
  if (auto constant = dyn_cast<arith::ConstantOp>(op);
      constant && isa<VectorType>(constant.getType()) &&
      !isa<DenseElementsAttr>(constant.getValue()))
    return op->emitError(
        "(V06) expected the elements of a constant vector in the "
        "text");
  if (auto broadcast = dyn_cast<vector::BroadcastOp>(op);
      broadcast && isa<VectorType>(broadcast.getSourceType()))
    return op->emitError(
        "(V07) not yet implemented: broadcasting a vector; broadcast a scalar");
  return success();
}

/// Computing with a type that is only moved.
static bool computesWith(Operation *op, Type type) {
  return isStoredOnly(getElementTypeOrSelf(type)) && !isa<MemRefType>(type) &&
         !isa<memref::LoadOp, memref::StoreOp, arith::BitcastOp,
              arith::SelectOp>(op) &&
         !llvm::is_contained({"scf", "vector"},
                             op->getName().getDialectNamespace());
}

static LogicalResult verifyTypes(Operation *op) {
  auto check = [&](Type type) -> LogicalResult {
    if (!isKnownType(type))
      return op->emitError() << "(V02) not yet implemented: values of type "
                             << type << " in a kernel";
    if (computesWith(op, type))
      return op->emitError()
             << "(V03) not yet implemented: '" << op->getName() << "' on "
             << type
             << ", which can only be moved (loaded, stored, selected); "
                "bit-cast it to i8";
    return success();
  };
  for (Type type : op->getOperandTypes())
    if (failed(check(type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(check(type)))
      return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        if (failed(check(type)))
          return failure();
  return success();
}

LogicalResult tile::verifyKernelBody(KernelOp kernel, bool libdevice) {
  bool failed = llvm::failed(verifyKernelName(kernel));
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // One error an op: a wrong type follows from an unknown op.
    failed |=
        llvm::failed(verifyOp(op, libdevice)) || llvm::failed(verifyTypes(op));
  });
  return failure(failed);
}
