// RUN: tilery-opt %s -convert-tile-to-sim -canonicalize | FileCheck %s

// A kernel is a function of the thread and of pointers to its parameters: a memref is its
// pointer, then its dynamic extents, then its dynamic strides. A TensorMap stays where it is.
// CHECK-LABEL: llvm.func @sim_parameters(
// CHECK-SAME: %[[THREAD:.*]]: !llvm.ptr, %[[PARAMS:.*]]: !llvm.ptr)
// CHECK-SAME: block = array<i32: 128, 2, 1>
// CHECK-SAME: cluster = array<i32: 1, 1, 1>
// CHECK-SAME: name = "parameters"
// CHECK-SAME: params = {{\[}}[0, 128, "map"], [1, 8, "x"], [2, 8, "x"], [2, 8, "x"], [2, 8, "x"], [2, 8, "n"], [3, 2, "a"], [2, 4, "i"], [1, 8, "y"]]
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[PARAMS]][8] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK: %[[Y_AT:.*]] = llvm.load %[[PLACE]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[Y:.*]] = llvm.load %[[Y_AT]] : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.getelementptr inbounds %[[Y]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
tile.kernel @parameters(%map: !tile.tensor_map<64x64xf32>,
                        %x: memref<?x?xf32, strided<[?, 1]>>,
                        %n: index, %a: f16, %i: i32,
                        %y: memref<8xf32>) block [128, 2] {
  %one = arith.constant 1.0 : f32
  memref.store %one, %y[%n] : memref<8xf32>
}

// CHECK-LABEL: llvm.func @sim_in_cluster(
// CHECK-SAME: cluster = array<i32: 2, 1, 1>, flags = 0 : i64
// CHECK: llvm.return
tile.kernel @in_cluster() block [256] cluster [2] {
}

// A barrier of the grid wants a cooperative launch.
// CHECK-LABEL: llvm.func @sim_meets(
// CHECK-SAME: flags = 2 : i64
// CHECK: llvm.call @tilery_sim_grid_sync(%{{.*}}, %{{.*}}) : (!llvm.ptr, i32) -> ()
tile.kernel @meets() block [256] {
  tile.grid_sync
}
