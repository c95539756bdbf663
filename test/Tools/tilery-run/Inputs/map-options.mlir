// Kernels whose maps have each option; nothing is done with what they name.

!rows = memref<64x32xf32>
!slices = memref<6x4x10x8xf16>
!wide = memref<?x4x10x16xf16, strided<[?, 160, 16, 1]>>

tile.kernel @strides(%in: !rows) block [32] {
  tile.apply "prefetch.tensormap" (%in) box [8, 16] element_strides [3, 1] format(tf32_ftz)
    l2_promotion(256B) : !rows
}
launch.func @strides_launch(%in: !rows) {
  launch.kernel @strides grid [1] (%in) : !rows
}

// Dimension 0 counts slices of 8 halves; their stride is implied.
tile.kernel @slices(%in: !slices) block [32] {
  tile.apply "prefetch.tensormap" (%in) box [2, 1, 8] interleave(16B) swizzle(64B) : !slices
}
launch.func @slices_launch(%in: !slices) {
  launch.kernel @slices grid [1] (%in) : !slices
}

// Slices of 16 halves; the outermost pitch is known at the launch.
tile.kernel @wide(%in: !wide) block [32] {
  tile.apply "prefetch.tensormap" (%in) box [2, 1, 8] interleave(32B) swizzle(32B) : !wide
}
launch.func @wide_launch(%in: !wide) {
  launch.kernel @wide grid [1] (%in) : !wide
}

// Equal maps of several applies are one; another box or fill is another.
tile.kernel @shared(%in: !rows) block [32] {
  tile.apply "prefetch.tensormap" (%in) box [8, 16] : !rows
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global" (%in) box [8, 16] coords [8, 0] : !rows
  tile.apply "prefetch.tensormap" (%in) box [16, 16] : !rows
  tile.apply "prefetch.tensormap" (%in) box [8, 16] oob_fill(nan) : !rows
}
launch.func @shared_launch(%in: !rows) {
  launch.kernel @shared grid [1] (%in) : !rows
}

// Signed, unsigned and as the format says.
tile.kernel @integers(%s: memref<64xsi32>, %u: memref<64xui32>, %i: memref<64xi32>, %l: memref<64xi64>) block [32] {
  tile.apply "prefetch.tensormap" (%s) box [16] : memref<64xsi32>
  tile.apply "prefetch.tensormap" (%u) box [16] : memref<64xui32>
  tile.apply "prefetch.tensormap" (%i) box [16] : memref<64xi32>
  tile.apply "prefetch.tensormap" (%i) box [16] format(u32) : memref<64xi32>
  tile.apply "prefetch.tensormap" (%l) box [16] format(u64) : memref<64xi64>
}
launch.func @integers_launch(%s: memref<64xsi32>, %u: memref<64xui32>, %i: memref<64xi32>, %l: memref<64xi64>) {
  launch.kernel @integers grid [1] (%s, %u, %i, %l) : memref<64xsi32>, memref<64xui32>, memref<64xi32>, memref<64xi64>
}
