// A cluster that not every device has.

tile.kernel @sixteen(%x: memref<?xf32>) block [32] cluster [16] nonportable {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<?xf32>
  memref.store %v, %x[%c0] : memref<?xf32>
}

launch.func @sixteen_launch(%x: memref<?xf32>) {
  launch.kernel @sixteen grid [32] (%x) : memref<?xf32>
  launch.kernel @sixteen grid [16] (%x) : memref<?xf32>
}
