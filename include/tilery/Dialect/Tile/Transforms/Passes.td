// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_TRANSFORMS_PASSES_TD
#define TILERY_DIALECT_TILE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TileResolveApply : Pass<"tile-resolve-apply", "::tilery::tile::KernelOp"> {
  let summary = "turn tile.apply into typed core ops";
  let description = [{
    Replaces each `tile.apply` by the core op of its instruction, on a
    `tile.tensor_map` of the global operand. Coordinates are reversed here, once:
    they run outer to inner before and innermost first after. A repeated box
    becomes one op each, a predicate an `scf.if`, `tile.tx_bytes` a constant.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [Statistic<"numResolved", "num-resolved", "Number of applies resolved">];
}

def TileMaterializeMaps : Pass<"tile-materialize-maps", "::mlir::ModuleOp"> {
  let summary = "pass TensorMaps as kernel parameters, encoded by the launcher";
  let description = [{
    Every `tile.tensor_map` of a kernel argument becomes a parameter of the kernel,
    one for each distinct descriptor, and each `launch.kernel` of that kernel passes
    a `launch.encode_map` of the operand. So does one of a view of an argument
    (`memref.subview`, `memref.cast`), whose numbers the launcher computes: constants,
    `memref.dim`, scalar arguments and arithmetic on them. A map that is only
    prefetched is no descriptor of its own where another differs from it in swizzle or
    fill alone. A memref argument with no use left is
    dropped from the kernel and from its launches.
  }];
  let dependentDialects = ["::tilery::launch::LaunchDialect"];
  let statistics = [Statistic<"numMaps", "num-maps", "Number of map parameters">];
}

def TilePlanSharedMemory : Pass<"tile-plan-shared-memory", "::tilery::tile::KernelOp"> {
  let summary = "place the shared buffers of a kernel";
  let description = [{
    Gives every `tile.alloc_shared` an offset, aligned to 128 bytes, to its
    swizzle's period, or to 8 bytes for barriers, and the kernel the attributes
    `tile.shared_bytes` and `tile.shared_align`. More than the target allows is an
    error that lists each buffer.
  }];
  let options = [Option<"limit", "limit", "int64_t", /*default=*/"232448",
                        "most bytes that a block may use (227 KiB on sm_90)">];
}

def TileVerifyKernel : Pass<"tile-verify-kernel", "::mlir::ModuleOp"> {
  let summary = "refuse what the backend cannot take";
  let description = [{
    Checks before any conversion that every op and type of a kernel is one that the
    lowering knows, and that the target and the PTX version have every form that the
    kernel uses. The NVPTX backend would otherwise abort the process.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"sm_90a\"", "GPU target, such as sm_90a">,
    Option<"ptx", "ptx", "unsigned", /*default=*/"0",
           "PTX version as major * 10 + minor; 0 takes the lowest that works">,
    Option<"libdevice", "libdevice", "bool", /*default=*/"false",
           "CUDA's device library is at hand">];
}

#endif // TILERY_DIALECT_TILE_TRANSFORMS_PASSES_TD
