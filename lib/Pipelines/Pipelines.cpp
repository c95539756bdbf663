// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/Pipelines.h"
#include "tilery/Conversion/TileToLaunch/TileToLaunch.h"
#include "tilery/Conversion/TileToNVVM/TileToNVVM.h"
#include "tilery/Conversion/TileToSim/TileToSim.h"
#include "tilery/Dialect/Tile/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void tilery::buildCorePipeline(OpPassManager &manager,
                               const CorePipelineOptions &options) {
  manager.addNestedPass<tile::KernelOp>(tile::createTileResolveApply());
  // Before the memref arguments that maps replace are dropped, with what they
  // demand.
  manager.addPass(launch::createLaunchInsertChecks());
  manager.addPass(tile::createTileMaterializeMaps());
  manager.addPass(launch::createLaunchInferAccess());
  tile::TilePlanSharedMemoryOptions shared;
  shared.limit = options.sharedLimit;
  manager.addNestedPass<tile::KernelOp>(
      tile::createTilePlanSharedMemory(shared));
}

void tilery::buildNVVMPipeline(OpPassManager &manager,
                               const NVVMPipelineOptions &options) {
  tile::TileVerifyKernelOptions verify;
  verify.target = options.target;
  verify.ptx = options.ptx;
  verify.libdevice = options.libdevice;
  manager.addPass(tile::createTileVerifyKernel(verify));
  manager.addPass(createConvertTileToNVVM());
  if (!options.lineInfo)
    return;
  // The default kind marks the module as debug code, which ptxas does not
  // optimise.
  LLVM::DIScopeForLLVMFuncOpPassOptions scope;
  scope.emissionKind = LLVM::DIEmissionKind::DebugDirectivesOnly;
  manager.addPass(LLVM::createDIScopeForLLVMFuncOpPass(scope));
}

void tilery::buildSimPipeline(OpPassManager &manager,
                              const SimPipelineOptions &options) {
  tile::TileVerifyKernelOptions verify;
  verify.target = options.target;
  // The C library stands in for CUDA's.
  verify.libdevice = true;
  manager.addPass(tile::createTileVerifyKernel(verify));
  ConvertTileToSimOptions convert;
  convert.checks = options.checks;
  manager.addPass(createConvertTileToSim(convert));
}

void tilery::registerTileryPipelines() {
  PassPipelineRegistration<CorePipelineOptions>(
      "tile-to-core", "from the surface form to the core form",
      buildCorePipeline);
  PassPipelineRegistration<NVVMPipelineOptions>(
      "core-to-nvvm", "from kernels in core form to the NVVM dialect",
      buildNVVMPipeline);
  PassPipelineRegistration<SimPipelineOptions>(
      "core-to-sim", "from kernels in core form to the simulator's LLVM code",
      buildSimPipeline);
}
