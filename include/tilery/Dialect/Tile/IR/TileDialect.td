// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILEDIALECT_TD
#define TILERY_DIALECT_TILE_IR_TILEDIALECT_TD

include "mlir/IR/OpBase.td"

def Tile_Dialect : Dialect {
  let name = "tile";
  let summary = "Kernels that move tiles with the Tensor Memory Accelerator";
  let description = [{
    The dialect adds to upstream MLIR (arith, math, scf, memref, vector and the
    gpu ids) only what a tile kernel on an SM90 GPU needs: kernels, shared
    buffers, mbarriers, proxy fences and the copy engine's instructions.

    It has two layers. The *surface* is what people and front ends write:
    `tile.apply` with a PTX opcode on memrefs. The *core* is what conversions
    and analyses read: typed ops on explicit `!tile.tensor_map` values. The
    passes `tile-resolve-apply` and `tile-materialize-maps` lead from one to
    the other.

    Arguments of kernels carry these discardable attributes; a launcher takes over
    those of the kernels that it launches:

    | attribute | on | meaning |
    | --- | --- | --- |
    | `tile.name` | any argument | the name in diagnostics and launchers; the parser takes it from the SSA name |
    | `tile.align` | memref | base alignment in bytes, a power of two |
    | `tile.dims` | memref | one symbol a dimension; equal symbols are equal sizes across operands, `""` names none; an integer or index argument of that name is the size, too |
    | `tile.divisible` | memref, integer | known divisor: one a dimension, or one of the scalar |

    and the passes note on ops:

    | attribute | on | meaning |
    | --- | --- | --- |
    | `tile.shared_bytes` | `tile.kernel` | i64: bytes of shared memory that `tile-plan-shared-memory` has placed |
    | `tile.shared_align` | `tile.kernel` | i64: their alignment in bytes, a power of two |
    | `tile.dynamic_shared` | `llvm.func` | i64: bytes of dynamic shared memory that each launch has to give |
  }];
  let cppNamespace = "::tilery::tile";
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();

    /// The names of the discardable argument attributes.
    static constexpr ::llvm::StringLiteral getNameAttrName() { return "tile.name"; }
    static constexpr ::llvm::StringLiteral getAlignAttrName() { return "tile.align"; }
    static constexpr ::llvm::StringLiteral getDimsAttrName() { return "tile.dims"; }
    static constexpr ::llvm::StringLiteral getDivisibleAttrName() {
      return "tile.divisible";
    }

    /// Those that passes put on ops.
    static constexpr ::llvm::StringLiteral getSharedBytesAttrName() {
      return "tile.shared_bytes";
    }
    static constexpr ::llvm::StringLiteral getSharedAlignAttrName() {
      return "tile.shared_align";
    }
    static constexpr ::llvm::StringLiteral getDynamicSharedAttrName() {
      return "tile.dynamic_shared";
    }
  }];
}

#endif // TILERY_DIALECT_TILE_IR_TILEDIALECT_TD
