tile.kernel @wide(%in: memref<512x512xf32>) block [32] {
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global" (%in) box [512, 4] coords [0, 0]
    : memref<512x512xf32>
}
