// Launch attributes, as they reach the driver.

tile.kernel @touch(%x: memref<?xf32>) block [256] cluster [2] {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<?xf32>
  memref.store %v, %x[%c0] : memref<?xf32>
}

launch.func @all(%w: memref<?x64xf32>, %x: memref<?xf32>, %blocks: index) {
  launch.kernel @touch grid [%blocks] programmatic priority -2 preferred_cluster [4] carveout 30
    access_window(%w : memref<?x64xf32>, hit_ratio 0.5, hit persisting, miss normal) (%x) : memref<?xf32>
  launch.kernel @touch grid [%blocks] cooperative access_window(%w : memref<?x64xf32>, bytes 4096) (%x) : memref<?xf32>
  launch.kernel @touch grid [%blocks] (%x) : memref<?xf32>
}
