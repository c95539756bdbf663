// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_CONVERSION_TILETOLAUNCH_PASSES_TD
#define TILERY_CONVERSION_TILETOLAUNCH_PASSES_TD

include "mlir/Pass/PassBase.td"

def LaunchInsertChecks : Pass<"launch-insert-checks", "::mlir::ModuleOp"> {
  let summary = "make launchers check all of their arguments";
  let description = [{
    Puts a `launch.check_tensor`, `launch.check_scalar` or `launch.check_map` of each
    argument to the start of each launcher. What a kernel demands of an argument that the launcher
    passes on (`tile.align`, `tile.divisible`, equal symbols of `tile.dims`) becomes
    a demand of the launcher. Run it before `tile-materialize-maps`, which drops
    memref arguments of kernels and their attributes.
  }];
  let dependentDialects = ["::tilery::launch::LaunchDialect"];
  let statistics = [
    Statistic<"numChecks", "num-checks", "Number of checks inserted">];
}

def LaunchInferAccess : Pass<"launch-infer-access", "::mlir::ModuleOp"> {
  let summary = "note which memref arguments a kernel reads and writes";
  let description = [{
    Gives each memref argument of each `tile.kernel` the attribute `launch.access`:
    the bits of `launch.binary` (1 read, 2 written), through memref loads and stores,
    their aliases, and the copy engine. A use that the analysis cannot follow counts
    as both. The runtime derives from it which empty tensors make a launch pointless
    and which make it wrong.
  }];
  let dependentDialects = ["::tilery::launch::LaunchDialect"];
}

#endif // TILERY_CONVERSION_TILETOLAUNCH_PASSES_TD
