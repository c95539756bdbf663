// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass, and the check against the target table; KernelBody.cpp has the list
// of what a kernel may hold.

#include "tilery/Dialect/Tile/Transforms/VerifyKernel.h"
#include "tilery/Dialect/Tile/IR/KernelABI.h"
#include "tilery/Dialect/Tile/Transforms/Passes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tilery {
namespace tile {
#define GEN_PASS_DEF_TILEVERIFYKERNEL
#include "tilery/Dialect/Tile/Transforms/Passes.h.inc"

/// A form that does the same with less, where there is one.
static StringRef getAlternative(tensormap::Form form) {
  if (form == tensormap::Form::TensorLoadCta ||
      form == tensormap::Form::BulkLoadCta)
    return "a load to shared::cluster, which names the block's own shared "
           "memory too";
  return {};
}

/// The other ways out: targets that have the form.
static std::string listTargets(tensormap::Form form) {
  std::vector<std::string> names = tensormap::targetsWith(form);
  return llvm::join(names, ", ");
}

static LogicalResult verifyForm(TileTargetOp op,
                                const tensormap::Target &target, int32_t ptx) {
  tensormap::Form form = op.getTargetForm();
  int32_t minimum = tensormap::minimumPtx(form, target);
  std::string what =
      ("'" + op->getName().getStringRef() + "' (" + tensormap::name(form) + ")")
          .str();
  if (minimum == 0)
    return op->emitError() << "(V14) " << what << " exists on " << target.name
                           << " in no PTX version; compile for one of "
                           << listTargets(form);
  if (minimum > maxLLVMPtx)
    return op->emitError() << "(V17) not yet implemented: " << what << " on "
                           << target.name << " needs PTX "
                           << tensormap::ptxVersionText(minimum)
                           << ", and the highest that can be emitted is "
                           << tensormap::ptxVersionText(maxLLVMPtx);
  if (ptx == 0 || ptx >= minimum)
    return success();
  InFlightDiagnostic error =
      op->emitError() << "(V15) " << what << " on " << target.name
                      << " needs PTX " << tensormap::ptxVersionText(minimum)
                      << ", got PTX " << tensormap::ptxVersionText(ptx)
                      << "; compile for PTX "
                      << tensormap::ptxVersionText(minimum);
  if (StringRef alternative = getAlternative(form); !alternative.empty())
    error << ", or use " << alternative;
  return error;
}

/// A target of the same devices whose ptxas has no objection to the form, or
/// null.
static const tensormap::Target *getUnadvised(tensormap::Form form,
                                             const tensormap::Target &target) {
  for (const tensormap::Target &other : tensormap::targets())
    if (other.computeCapability == target.computeCapability &&
        tensormap::minimumPtx(form, other) != 0 &&
        !tensormap::isAdvisedAgainst(form, other))
      return &other;
  return nullptr;
}

/// ptxas 13.0 calls some forms advisory: "should be used on .target 'sm_90a'
/// instead of .target 'sm_90' as this feature is expected to have substantially
/// reduced performance on some architectures".
static void warnAdvised(TileTargetOp op, const tensormap::Target &target) {
  tensormap::Form form = op.getTargetForm();
  if (!tensormap::isAdvisedAgainst(form, target))
    return;
  InFlightDiagnostic warning =
      op->emitWarning() << "(V21) '" << op->getName().getStringRef() << "' ("
                        << tensormap::name(form) << ") may be much slower on "
                        << target.name << ", says ptxas; ";
  if (const tensormap::Target *better = getUnadvised(form, target))
    warning << "compile for " << better->name;
  else
    warning << "let each block load for itself";
}

FailureOr<const tensormap::Target *> lookupTarget(Location loc,
                                                  StringRef name) {
  if (const tensormap::Target *target =
          tensormap::findTarget(std::string_view(name.data(), name.size())))
    return target;
  return emitError(loc) << "(V18) "
                        << tensormap::unknownTargetMessage(
                               std::string_view(name.data(), name.size()));
}

/// Bytes of kernel parameters: 4,096 before PTX 8.1 (CUDA programming guide,
/// __global__ function parameters; ptxas 13.0 takes 4,352), 32,764 from it on
/// (PTX ISA, kernel function parameters).
static constexpr int64_t smallParameterBytes = 4096;
static constexpr int64_t maxParameterBytes = 32764;
static constexpr int32_t largeParameterPtx = 81;

static int64_t getParameterBytes(KernelOp kernel) {
  constexpr int64_t mapBytes = 128, mapAlignment = 64, pointerBytes = 8;
  int64_t bytes = 0;
  for (const KernelParameter &parameter :
       getKernelParameters(kernel.getArgumentTypes())) {
    bool isMap = parameter.kind == KernelParameter::Map;
    int64_t size = isMap ? mapBytes : pointerBytes;
    if (parameter.kind == KernelParameter::Scalar)
      if (auto scalar = getElementBytes(parameter.type); succeeded(scalar))
        size = *scalar;
    bytes = llvm::alignTo(bytes, isMap ? mapAlignment : size) + size;
  }
  return bytes;
}

static LogicalResult verifyParameters(KernelOp kernel, int32_t ptx) {
  int64_t bytes = getParameterBytes(kernel);
  if (bytes > maxParameterBytes)
    return kernel.emitError()
           << "(V19) expected at most " << maxParameterBytes
           << " bytes of parameters, got " << bytes
           << "; pass fewer arguments (a TensorMap takes 128 bytes)";
  if (ptx != 0 && ptx < largeParameterPtx && bytes > smallParameterBytes)
    return kernel.emitError()
           << "(V19) expected at most " << smallParameterBytes
           << " bytes of parameters in PTX " << tensormap::ptxVersionText(ptx)
           << ", got " << bytes << "; compile for PTX "
           << tensormap::ptxVersionText(largeParameterPtx);
  return success();
}

static LogicalResult verifyCluster(KernelOp kernel,
                                   const tensormap::Target &target) {
  int64_t blocks = kernel.getNumClusterBlocks();
  if (blocks <= target.clusterMax)
    return success();
  return kernel.emitError()
         << "(V22) expected at most " << target.clusterMax
         << " blocks in a cluster on " << target.name << ", got " << blocks;
}

int32_t getLowestPTX(KernelOp kernel, const tensormap::Target &target) {
  int32_t lowest = target.floorPtx;
  if (getParameterBytes(kernel) > smallParameterBytes)
    lowest = std::max(lowest, largeParameterPtx);
  kernel.walk([&](TileTargetOp op) {
    lowest =
        std::max(lowest, tensormap::minimumPtx(op.getTargetForm(), target));
  });
  return lowest;
}

LogicalResult verifyKernelTarget(KernelOp kernel,
                                 const tensormap::Target &target, int32_t ptx) {
  int32_t floor = target.floorPtx;
  if (floor > maxLLVMPtx || ptx > maxLLVMPtx)
    return kernel.emitError()
           << "(V17) expected a PTX version of at most "
           << tensormap::ptxVersionText(maxLLVMPtx) << ", got "
           << tensormap::ptxVersionText(std::max(floor, ptx)) << " for "
           << target.name;
  if (ptx != 0 && ptx < floor)
    return kernel.emitError()
           << "(V16) target " << target.name << " needs PTX "
           << tensormap::ptxVersionText(floor) << ", got PTX "
           << tensormap::ptxVersionText(ptx) << "; compile for PTX "
           << tensormap::ptxVersionText(floor);
  bool failed = llvm::failed(verifyParameters(kernel, ptx));
  failed |= llvm::failed(verifyCluster(kernel, target));
  llvm::SmallDenseSet<int32_t> warned;
  kernel.walk([&](TileTargetOp op) {
    failed |= llvm::failed(verifyForm(op, target, ptx));
    if (warned.insert(static_cast<int32_t>(op.getTargetForm())).second)
      warnAdvised(op, target);
  });
  return failure(failed);
}

namespace {
struct TileVerifyKernel : impl::TileVerifyKernelBase<TileVerifyKernel> {
  using TileVerifyKernelBase::TileVerifyKernelBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto found = lookupTarget(module.getLoc(), target);
    if (failed(found))
      return signalPassFailure();
    bool failed = false;
    for (auto kernel : module.getOps<KernelOp>()) {
      failed |= llvm::failed(verifyKernelBody(kernel, libdevice));
      failed |= llvm::failed(verifyKernelTarget(kernel, **found, ptx));
      failed |= llvm::failed(verifyBarrierBytes(kernel));
    }
    if (failed)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
} // namespace tile
} // namespace tilery
