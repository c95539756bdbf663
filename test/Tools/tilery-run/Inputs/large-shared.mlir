// 80 KiB of shared memory: more than a launch has without opting in.
tile.kernel @large(%out: memref<64x64xf32>) block [32] {
  %zero = arith.constant 0 : i32
  %tiles = tile.alloc_shared : memref<5x64x64xf32, #tile.shared>
  %tile = memref.subview %tiles[0, 0, 0] [1, 64, 64] [1, 1, 1]
    : memref<5x64x64xf32, #tile.shared> to memref<64x64xf32, strided<[64, 1]>, #tile.shared>
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%out, %tile) box [64, 64] coords [0, 0]
    : memref<64x64xf32>, memref<64x64xf32, strided<[64, 1]>, #tile.shared>
}

launch.func @large_launch(%out: memref<64x64xf32>) {
  launch.kernel @large grid [1] (%out) : memref<64x64xf32>
}
