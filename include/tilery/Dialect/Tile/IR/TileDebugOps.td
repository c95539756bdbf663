// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILEDEBUGOPS_TD
#define TILERY_DIALECT_TILE_IR_TILEDEBUGOPS_TD

include "tilery/Dialect/Tile/IR/TileOpBase.td"

def Tile_DebugEffects
    : MemoryEffects<[MemRead<DefaultResource>, MemWrite<DefaultResource>]>;

def Tile_PrintfOp : Tile_Op<"printf", [Tile_DebugEffects]> {
  let summary = "prints text from a kernel";
  let description = [{
    Formats and prints as CUDA's device `printf` does (CUDA C++ programming guide,
    formatted output): the text goes to a buffer of the device, and to the host's
    standard output when the host next synchronises. Floats are printed as f64,
    integers below 32 bits as 32-bit ones: sign-extended for `%d` and `%i`,
    zero-extended otherwise; an i1 is 0 or 1.

    Constraints:
    - (C1) The directives of the format are `%%` and those of C with an optional
      flag, width and precision, whose conversion is one of d i u x X o c f F e E g G a A;
      a `%s` has no argument to print, and the text stands in the format instead.
    - (C2) There is one argument a directive other than `%%`, at most 32.
    - (C3) Each argument has its directive's type: an integer of up to 32 bits; i64
      and index with `l` or `ll`, as in `%lld`; a float for f F e E g G a A.

    PTX: a call of `vprintf` with the format and the arguments in local memory.

    Example:
    ```mlir
    tile.kernel @trace(%x: memref<32xf32>) block [32] {
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<32xf32>
      tile.printf "x[%lld] = %g\n" (%i, %v : index, f32)
    }
    ```
  }];
  let arguments = (ins StrAttr:$format, Variadic<AnyType>:$args);
  let assemblyFormat = "$format (` ` `(` $args^ `:` type($args) `)`)? attr-dict";
  let hasVerifier = 1;
}

def Tile_AssertOp : Tile_Op<"assert", [Tile_DebugEffects]> {
  let summary = "ends the kernel with an error where a condition does not hold";
  let description = [{
    Where the condition is false, the driver prints file, line, function, block, thread and
    the message to the standard error stream, and the launch fails with
    `CUDA_ERROR_ASSERT`, which the context cannot recover from. File and line are those
    of the op.

    PTX: a branch to a call of `__assertfail`.

    Example:
    ```mlir
    tile.kernel @checked(%n: i32) block [32] {
      %c0 = arith.constant 0 : i32
      %positive = arith.cmpi sgt, %n, %c0 : i32
      tile.assert %positive, "n is positive"
    }
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict";
  let hasCanonicalizeMethod = 1;
}

#endif // TILERY_DIALECT_TILE_IR_TILEDEBUGOPS_TD
