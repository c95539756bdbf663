// RUN: tilery-opt %s -convert-tile-to-nvvm | FileCheck %s

// A memref is its pointer, then its dynamic extents, then its dynamic strides.
// CHECK-LABEL: llvm.func @parameters(
// CHECK-SAME: %arg0: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}
// CHECK-SAME: %arg1: !llvm.ptr<1> {llvm.align = 16 : i64}
// CHECK-SAME: %arg2: i64, %arg3: i64, %arg4: i64
// CHECK-SAME: %arg5: i64, %arg6: f16, %arg7: i32, %arg8: !llvm.ptr<1> {llvm.align = 4 : i64})
// CHECK-SAME: nvvm.kernel, nvvm.reqntid = array<i32: 128, 2, 1>
tile.kernel @parameters(%map: !tile.tensor_map<64x64xf32>,
                        %x: memref<?x?xf32, strided<[?, 1]>> {tile.align = 16 : i64},
                        %n: index, %a: f16, %i: i32,
                        %y: memref<8xf32>) block [128, 2] {
}

// CHECK-LABEL: llvm.func @bounds()
// CHECK-SAME: nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.maxnreg = 128 : i32, nvvm.minctasm = 1 : i32, nvvm.reqntid = array<i32: 256, 1, 1>
tile.kernel @bounds() block [256] cluster [2] min_blocks_per_sm 1 max_registers 128 {
}

// The host side goes.
// CHECK-NOT: launch
launch.func @start() {
  launch.kernel @bounds grid [2] ()
}
