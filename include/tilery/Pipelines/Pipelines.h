// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass pipelines, one function each. Every tool and binding calls these.

#ifndef TILERY_PIPELINES_PIPELINES_H
#define TILERY_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace tilery {
struct CorePipelineOptions : mlir::PassPipelineOptions<CorePipelineOptions> {
  Option<int64_t> sharedLimit{
      *this, "shared-limit",
      llvm::cl::desc("most bytes of shared memory that a block may use"),
      llvm::cl::init(232448)};
};

/// From the surface form of kernels and launchers to the core form, in which
/// kernels take TensorMaps and launchers check their arguments and encode the
/// maps.
void buildCorePipeline(mlir::OpPassManager &manager,
                       const CorePipelineOptions &options);

struct NVVMPipelineOptions : mlir::PassPipelineOptions<NVVMPipelineOptions> {
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("GPU target, such as sm_90a"),
                             llvm::cl::init("sm_90a")};
  Option<unsigned> ptx{
      *this, "ptx",
      llvm::cl::desc("PTX version as major * 10 + minor; 0: the lowest"),
      llvm::cl::init(0)};
  Option<bool> libdevice{*this, "libdevice",
                         llvm::cl::desc("CUDA's device library is at hand"),
                         llvm::cl::init(false)};
  Option<bool> lineInfo{*this, "line-info",
                        llvm::cl::desc("keep the lines of the source"),
                        llvm::cl::init(false)};
};

/// From kernels in core form to the NVVM and LLVM dialects, after a check of
/// all that the backend would die of. The host side goes.
void buildNVVMPipeline(mlir::OpPassManager &manager,
                       const NVVMPipelineOptions &options);

struct SimPipelineOptions : mlir::PassPipelineOptions<SimPipelineOptions> {
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("GPU target, such as sm_90a"),
                             llvm::cl::init("sm_90a")};
  Option<bool> checks{*this, "checks",
                      llvm::cl::desc("announce plain accesses"),
                      llvm::cl::init(true)};
};

/// From kernels in core form to the LLVM dialect for the simulator, after the
/// same check. The host side goes.
void buildSimPipeline(mlir::OpPassManager &manager,
                      const SimPipelineOptions &options);

/// Registers all for textual pipelines: tile-to-core, core-to-nvvm,
/// core-to-sim.
void registerTileryPipelines();
} // namespace tilery

#endif // TILERY_PIPELINES_PIPELINES_H
