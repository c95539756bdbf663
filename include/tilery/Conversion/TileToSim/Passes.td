// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_CONVERSION_TILETOSIM_PASSES_TD
#define TILERY_CONVERSION_TILETOSIM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileToSim : Pass<"convert-tile-to-sim", "::mlir::ModuleOp"> {
  let summary = "lower the kernels of a module to the LLVM dialect, for the simulator";
  let description = [{
    Turns each `tile.kernel` into a function of the CPU,

    ```mlir
    llvm.func @sim_KERNEL(%thread: !llvm.ptr, %params: !llvm.ptr)
    ```

    that every thread of the grid runs. What the hardware does becomes calls of the
    simulator (`Sim/Abi.h`), and a plain access is announced by a call before it. The
    function's attribute `tilery.sim_kernel` holds what the simulator has to know of
    the kernel: its sizes, parameters, shared buffers, and sites, the places in the
    source that the calls name.

    The host side (`launch.func`) tells which arguments are the same tensor, and is
    dropped.
  }];
  let options = [
    Option<"checks", "checks", "bool", /*default=*/"true",
           "announce plain accesses">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::cf::ControlFlowDialect"];
  let statistics = [
    Statistic<"numKernels", "num-kernels", "Number of kernels lowered">,
    Statistic<"numSites", "num-sites", "Number of places in the source">
  ];
}

#endif // TILERY_CONVERSION_TILETOSIM_PASSES_TD
