// One map of each element type that has no entry of its own in
// CUtensorMapDataType, and of two that have.
!bars = memref<1x!tile.mbarrier, #tile.shared>

tile.kernel @types(%e4m3: memref<64xf8E4M3FN>, %e5m2: memref<64xf8E5M2>, %bytes: memref<64xi8>,
                   %signed: memref<64xsi8>, %words: memref<64xi16>, %halves: memref<64xbf16>) block [32] {
  %first = tile.elect
  scf.if %first {
    tile.apply "cp.async.bulk.prefetch.tensor.1d.L2.global.tile" (%e4m3) box [64] coords [0] : memref<64xf8E4M3FN>
    tile.apply "cp.async.bulk.prefetch.tensor.1d.L2.global.tile" (%e5m2) box [64] coords [0] : memref<64xf8E5M2>
    tile.apply "cp.async.bulk.prefetch.tensor.1d.L2.global.tile" (%bytes) box [64] coords [0] : memref<64xi8>
    tile.apply "cp.async.bulk.prefetch.tensor.1d.L2.global.tile" (%signed) box [64] coords [0] : memref<64xsi8>
    tile.apply "cp.async.bulk.prefetch.tensor.1d.L2.global.tile" (%words) box [64] coords [0] : memref<64xi16>
    tile.apply "cp.async.bulk.prefetch.tensor.1d.L2.global.tile" (%halves) box [64] coords [0] : memref<64xbf16>
  }
}

launch.func @types_launch(%e4m3: memref<64xf8E4M3FN>, %e5m2: memref<64xf8E5M2>, %bytes: memref<64xi8>,
                          %signed: memref<64xsi8>, %words: memref<64xi16>, %halves: memref<64xbf16>) {
  launch.kernel @types grid [1] (%e4m3, %e5m2, %bytes, %signed, %words, %halves)
    : memref<64xf8E4M3FN>, memref<64xf8E5M2>, memref<64xi8>, memref<64xsi8>, memref<64xi16>, memref<64xbf16>
}
