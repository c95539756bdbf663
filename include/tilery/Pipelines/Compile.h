// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilation in process, from a module to code for the GPU.
//
// Contexts are not shared between threads: each thread compiles with a context
// of its own (createContext), and any number may do so at once. Errors go to
// the context's diagnostic handler.

#ifndef TILERY_PIPELINES_COMPILE_H
#define TILERY_PIPELINES_COMPILE_H

#include "tilery/Pipelines/StageTimes.h"
#include "tilery/Target/Sim/SimKernels.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include <array>
#include <functional>
#include <string>
#include <vector>

namespace tilery {
/// Sees a module after a stage; `print` writes it as text.
using StageObserver =
    std::function<void(llvm::StringRef stage,
                       llvm::function_ref<void(llvm::raw_ostream &)> print)>;

struct CompileOptions {
  /// GPU target: "sm_90", "sm_90a", ...
  std::string target = "sm_90a";
  /// PTX version as major * 10 + minor; 0: the lowest that the used forms need.
  int32_t ptx = 0;
  /// Write the lines of the source into PTX (.loc), with relative paths.
  bool lineInfo = false;
  /// Assemble cubins too.
  bool cubin = false;
  /// More targets, each with code and a cubin of its own.
  std::vector<std::string> moreTargets = {};
  /// Path of ptxas; empty: see findCudaTool.
  std::string ptxas;
  /// Path of CUDA's libdevice.10.bc; empty: see findLibdevice. It is looked for
  /// only for kernels that need it.
  std::string libdevice;
  /// Compile for the simulator instead of a GPU.
  bool simulate = false;
  /// Whether simulated kernels announce their plain accesses, so that those are
  /// checked.
  bool simChecks = true;
  /// Called after each stage and pass, with a name of getStageNames().
  StageObserver observer;
  /// Where the milliseconds of each stage are added up; may be null.
  StageTimes *times = nullptr;
};

/// The stages in their order: "tile", the passes of the core pipeline, "core",
/// the passes of the NVVM pipeline, "nvvm", "llvm", "llvm-opt", "ptx".
std::vector<std::string> getStageNames();

/// What one kernel becomes for one target.
struct TargetCode {
  std::string target;
  int32_t ptxVersion = 0; ///< major * 10 + minor
  std::string ptx;
  std::string cubin;    ///< empty unless asked for
  std::string ptxasLog; ///< registers, spills, warnings

  /// Registers of a thread, by the log; -1 where it says nothing.
  int32_t getRegisters() const;
};

/// A kernel, ready to be loaded. Its own code is that for the options' target.
struct CompiledKernel : TargetCode {
  std::string name; ///< the tile.kernel's, and the device entry's
  std::vector<TargetCode> moreTargets;
  std::array<int32_t, 3> block = {1, 1, 1};
  std::array<int32_t, 3> cluster = {1, 1, 1};
  int64_t staticShared = 0;  ///< bytes that the entry declares
  int64_t dynamicShared = 0; ///< bytes that each launch gives
  /// Of a simulated kernel, which has neither PTX nor a cubin (Sim/Image.h).
  std::string simImage;
};

struct CompiledModule {
  /// The module in core form: the kernels, and launchers to be lowered further.
  mlir::OwningOpRef<mlir::ModuleOp> core;
  std::vector<CompiledKernel> kernels; ///< in the order of the module
  /// The code of simulated kernels; has to outlive their launchers.
  std::shared_ptr<SimKernels> simKernels;
};

/// A context with all dialects registered, without threads of its own: for
/// modules of this size they cost more than they save. Those that kernels and
/// launchers are built of (tile, launch, arith, func, gpu, math, memref, scf)
/// are loaded; of others, such as vector or index, load what you build.
std::unique_ptr<mlir::MLIRContext> createContext();

/// A copy of `module` in core form; `module` may be in either form.
mlir::OwningOpRef<mlir::ModuleOp> lowerToCore(mlir::ModuleOp module,
                                              const CompileOptions &options);

/// The kernels of a module in core form, or the one of that name, in the LLVM
/// dialect. Null after an error, as when there is no kernel.
mlir::OwningOpRef<mlir::ModuleOp> lowerToNVVM(mlir::ModuleOp core,
                                              const CompileOptions &options,
                                              llvm::StringRef kernel = {});

/// What one device module becomes.
struct DeviceText {
  int32_t ptxVersion = 0;
  std::string llvm; ///< before optimisation
  std::string ptx;
  std::string cubin;
  std::string ptxasLog;
};

/// How far to go.
enum class DeviceStage { LLVM, PTX, Cubin };

/// Compiles all kernels of a module in core form, or the one of that name, to
/// one piece of device code.
llvm::FailureOr<DeviceText> compileDevice(mlir::ModuleOp core,
                                          const CompileOptions &options,
                                          DeviceStage last,
                                          llvm::StringRef kernel = {});

/// A copy of the kernels of a module in core form, in the LLVM dialect for the
/// simulator. Returns null after an error.
mlir::OwningOpRef<mlir::ModuleOp> lowerToSim(mlir::ModuleOp core,
                                             const CompileOptions &options);

/// Compiles each kernel of `module`, in surface or core form, on its own.
llvm::FailureOr<CompiledModule> compileKernels(mlir::ModuleOp module,
                                               const CompileOptions &options);
} // namespace tilery

#endif // TILERY_PIPELINES_COMPILE_H
