// The last thread reads one element past the end.
tile.kernel @out(%x: memref<64xf32>, %y: memref<64xf32>) block [64] {
  %t = gpu.thread_id x
  %c1 = arith.constant 1 : index
  %i = arith.addi %t, %c1 : index
  %v = memref.load %x[%i] : memref<64xf32>
  memref.store %v, %y[%t] : memref<64xf32>
}
launch.func @out_launch(%x: memref<64xf32>, %y: memref<64xf32>) {
  launch.kernel @out grid [1] (%x, %y) : memref<64xf32>, memref<64xf32>
}
