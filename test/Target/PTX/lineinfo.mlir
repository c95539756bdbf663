// RUN: tileryc %s | FileCheck %s --check-prefix=PLAIN --implicit-check-not=.loc --implicit-check-not=.file
// RUN: tileryc %s --lineinfo -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx --implicit-check-not=%S
// RUN: %if ptxas %{ tileryc %s --lineinfo --emit=cubin -o %t.cubin %}

// The input's absolute path is left out; `.target sm_90a, debug` would turn ptxas'
// optimisations off.

// PLAIN: .entry lines(

// CHECK: .target sm_90a{{$}}
// CHECK: .loc 1 [[@LINE+5]]
// CHECK: mul.rn.f32
// CHECK: .file 1 "lineinfo.mlir"
tile.kernel @lines(%x: memref<32xf32>, %a: f32) block [32] {
  %t = gpu.thread_id x
  %v = arith.mulf %a, %a : f32
  memref.store %v, %x[%t] : memref<32xf32>
}
