// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_CONVERSION_LAUNCHTOLLVM_PASSES_TD
#define TILERY_CONVERSION_LAUNCHTOLLVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLaunchToLLVM : Pass<"convert-launch-to-llvm", "::mlir::ModuleOp"> {
  let summary = "turn launchers into LLVM functions over the runtime";
  let description = [{
    Each `launch.func @NAME` becomes `llvm.func @NAME(ptr) -> i32`, a TileryLauncher
    (`tilery/Launcher/Abi.h`): straight-line calls of the runtime over constant
    tables, with the launcher's own arithmetic between them. Each `launch.binary`
    becomes those tables and the image. All kernels have to be compiled, and each
    argument checked (`launch-insert-checks`).

    A TensorMap is encoded right before the launch that takes it, after the kernel
    was prepared: an empty launch is skipped and has no map. Integer division by 0
    gives 0 in a launcher, so that no argument can raise SIGFPE.

    The module also gets `void NAME(void)`, of the name that the option `release`
    has, which unloads the kernels from all contexts. An empty name leaves it out.

    With `c-entries` the module is made for an object file. The launchers
    themselves are internal then, and each gets the functions of its C interface:
    `NAME_launch` over pointers, sizes and scalars, and `NAME_launch_dlpack` over
    DLTensors, where NAME is the launcher's without a trailing `_launch`. With
    `tvm-ffi` it also gets `__tvm_ffi_NAME`, a function in tvm-ffi's stable C ABI.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect"];
  let options = [
    Option<"release", "release", "std::string", /*default=*/"\"tilery_release_kernels\"",
           "name of the function that unloads the kernels">,
    Option<"cEntries", "c-entries", "bool", /*default=*/"false",
           "export the C interface instead of the launchers">,
    Option<"tvmFfi", "tvm-ffi", "bool", /*default=*/"false",
           "with c-entries: export functions for tvm-ffi too">];
  let statistics = [
    Statistic<"numLaunchers", "num-launchers", "Number of launchers converted">];
}

#endif // TILERY_CONVERSION_LAUNCHTOLLVM_PASSES_TD
