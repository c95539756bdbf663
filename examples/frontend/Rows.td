// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Rows_Dialect : Dialect {
  let name = "rows";
  let summary = "operations on each row of a matrix";
  let cppNamespace = "::rows";
}

def Rows_SoftmaxOp
    : Op<Rows_Dialect, "softmax", [SameTypeOperands, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "out[i, :] = exp(in[i, :]) / sum(exp(in[i, :]))";
  let description = [{
    A row is one box of the copy engine: 4 to 256 elements, a multiple of 4.
  }];
  let arguments = (ins MemRefRankOf<[F32], [2]>:$in, MemRefRankOf<[F32], [2]>:$out);
  let assemblyFormat = "$in `,` $out attr-dict `:` type($in)";
}
