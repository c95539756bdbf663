// RUN: tilery-run %s --device=record --arg x=ones:f32[] | FileCheck %s
// RUN: not tilery-run %s --device=record --arg x=ones:f32[1] 2>&1 | FileCheck %s --check-prefix=RANK

// A tensor without dimensions is its pointer; a TensorMap of it there is none.
// CHECK: cuLaunchKernelEx(kernel=@double, {{.*}}params=[dev#0])
// CHECK: x {{.*}}f32 {{.*}}inout
// RANK: Mismatched x.ndim on argument #0 {{.*}}
// RANK: expected 0, got 1
tile.kernel @double(%x: memref<f32>) block [1] {
  %v = memref.load %x[] : memref<f32>
  %w = arith.addf %v, %v : f32
  memref.store %w, %x[] : memref<f32>
}
launch.func @double_launch(%x: memref<f32>) {
  launch.kernel @double grid [1] (%x) : memref<f32>
}
