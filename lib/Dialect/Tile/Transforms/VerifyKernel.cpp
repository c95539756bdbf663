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
  if (form == tensormap::Form::TensorLoadCta)
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
    return op->emitError() << what << " exists on " << target.name
                           << " in no PTX version; compile for one of "
                           << listTargets(form);
  if (minimum > maxLLVMPtx)
    return op->emitError() << "not yet implemented: " << what << " on "
                           << target.name << " needs PTX "
                           << tensormap::ptxVersionText(minimum)
                           << ", and the highest that can be emitted is "
                           << tensormap::ptxVersionText(maxLLVMPtx);
  if (ptx == 0 || ptx >= minimum)
    return success();
  InFlightDiagnostic error =
      op->emitError() << what << " on " << target.name << " needs PTX "
                      << tensormap::ptxVersionText(minimum) << ", got PTX "
                      << tensormap::ptxVersionText(ptx) << "; compile for PTX "
                      << tensormap::ptxVersionText(minimum);
  if (StringRef alternative = getAlternative(form); !alternative.empty())
    error << ", or use " << alternative;
  return error;
}

FailureOr<const tensormap::Target *> lookupTarget(Location loc,
                                                  StringRef name) {
  if (const tensormap::Target *target =
          tensormap::findTarget(std::string_view(name.data(), name.size())))
    return target;
  return emitError(loc) << tensormap::unknownTargetMessage(
             std::string_view(name.data(), name.size()));
}

/// Bytes of kernel parameters (PTX ISA, kernel function parameter attributes):
/// more than the first limit from PTX 8.1 on, never more than the second.
static constexpr int64_t smallParameterBytes = 4352;
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
           << "expected at most " << maxParameterBytes
           << " bytes of parameters, got " << bytes
           << "; pass fewer arguments (a TensorMap takes 128 bytes)";
  if (ptx != 0 && ptx < largeParameterPtx && bytes > smallParameterBytes)
    return kernel.emitError()
           << "expected at most " << smallParameterBytes
           << " bytes of parameters in PTX " << tensormap::ptxVersionText(ptx)
           << ", got " << bytes << "; compile for PTX "
           << tensormap::ptxVersionText(largeParameterPtx);
  return success();
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
           << "expected a PTX version of at most "
           << tensormap::ptxVersionText(maxLLVMPtx) << ", got "
           << tensormap::ptxVersionText(std::max(floor, ptx)) << " for "
           << target.name;
  if (ptx != 0 && ptx < floor)
    return kernel.emitError()
           << "target " << target.name << " needs PTX "
           << tensormap::ptxVersionText(floor) << ", got PTX "
           << tensormap::ptxVersionText(ptx) << "; compile for PTX "
           << tensormap::ptxVersionText(floor);
  bool failed = llvm::failed(verifyParameters(kernel, ptx));
  kernel.walk([&](TileTargetOp op) {
    failed |= llvm::failed(verifyForm(op, target, ptx));
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
