// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_CONVERSION_TILETONVVM_PASSES_TD
#define TILERY_CONVERSION_TILETONVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileToNVVM : Pass<"convert-tile-to-nvvm", "::mlir::ModuleOp"> {
  let summary = "lower the kernels of a module to the NVVM and LLVM dialects";
  let description = [{
    Turns each `tile.kernel` into an `llvm.func` with `nvvm.kernel`, with its
    parameters as `KernelABI.h` lists them, and all that its body may hold (see
    `tile-verify-kernel`) into NVVM and LLVM ops. The buffers of
    `tile.alloc_shared` become one array `@KERNEL_shared`: static where it has at
    most 48 KiB, otherwise external, its size being the launch's.

    The host side (`launch.func`) is dropped: a device module has kernels alone.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
                           "::mlir::cf::ControlFlowDialect"];
  let statistics = [Statistic<"numKernels", "num-kernels", "Number of kernels lowered">];
}

#endif // TILERY_CONVERSION_TILETONVVM_PASSES_TD
