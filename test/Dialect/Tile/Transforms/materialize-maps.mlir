// RUN: tilery-opt %s --tile-materialize-maps | FileCheck %s

// Equal descriptors are one parameter; a different box is another. What only the
// copy engine touched is no argument any more.
// CHECK-LABEL: tile.kernel @copy(
// CHECK-SAME:    %x: i32, %in_map: !tile.tensor_map<64x64xf32>, %in_map_1: !tile.tensor_map<32x64xf32>,
// CHECK-SAME:    %out_map: !tile.tensor_map<64x64xf32>) block [32] {
tile.kernel @copy(%in: memref<256x256xf32>, %out: memref<256x256xf32>, %x: i32) block [32] {
  // CHECK-NOT: tile.tensor_map %
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %small = tile.alloc_shared : memref<32x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: tile.tma.load <shared_cta> %tile, %in_map[
  %a = tile.tensor_map %in loaded : memref<256x256xf32> -> !tile.tensor_map<64x64xf32>
  tile.tma.load <shared_cta> %tile, %a[%x, %x] mbar %bar
    : memref<64x64xf32, #tile.shared>, !tile.tensor_map<64x64xf32>
  // CHECK: tile.tma.load <shared_cta> %tile, %in_map[
  %b = tile.tensor_map %in loaded : memref<256x256xf32> -> !tile.tensor_map<64x64xf32>
  tile.tma.load <shared_cta> %tile, %b[%x, %x] mbar %bar
    : memref<64x64xf32, #tile.shared>, !tile.tensor_map<64x64xf32>
  // CHECK: tile.tma.load <shared_cta> %small, %in_map_1[
  %c = tile.tensor_map %in loaded : memref<256x256xf32> -> !tile.tensor_map<32x64xf32>
  tile.tma.load <shared_cta> %small, %c[%x, %x] mbar %bar
    : memref<32x64xf32, #tile.shared>, !tile.tensor_map<32x64xf32>
  // CHECK: tile.tma.store %out_map[
  %d = tile.tensor_map %out stored : memref<256x256xf32> -> !tile.tensor_map<64x64xf32>
  tile.tma.store %d[%x, %x], %tile
    : !tile.tensor_map<64x64xf32>, memref<64x64xf32, #tile.shared>
}

// CHECK-LABEL: launch.func @twice(%p: memref<256x256xf32>, %q: memref<256x256xf32>, %n: i32)
launch.func @twice(%p: memref<256x256xf32>, %q: memref<256x256xf32>, %n: i32) {
  // CHECK: %[[A:.*]] = launch.encode_map %p loaded : memref<256x256xf32> -> !tile.tensor_map<64x64xf32>
  // CHECK: %[[B:.*]] = launch.encode_map %p loaded : memref<256x256xf32> -> !tile.tensor_map<32x64xf32>
  // CHECK: %[[C:.*]] = launch.encode_map %q stored : memref<256x256xf32> -> !tile.tensor_map<64x64xf32>
  // CHECK: launch.kernel @copy grid [1] (%n, %[[A]], %[[B]], %[[C]]) :
  launch.kernel @copy grid [1] (%p, %q, %n) : memref<256x256xf32>, memref<256x256xf32>, i32
  // CHECK: launch.encode_map %q loaded
  // CHECK: launch.encode_map %p stored
  launch.kernel @copy grid [2] (%q, %p, %n) : memref<256x256xf32>, memref<256x256xf32>, i32
}

// A tensor that is loaded and stored through one map, and that plain code touches
// too, keeps its argument.
// CHECK-LABEL: tile.kernel @in_place(%t: memref<64x64xf32>, %t_map: !tile.tensor_map<64x64xf32>)
tile.kernel @in_place(%t: memref<64x64xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %a = tile.tensor_map %t loaded : memref<64x64xf32> -> !tile.tensor_map<64x64xf32>
  tile.tma.load <shared_cta> %tile, %a[%zero, %zero] mbar %bar
    : memref<64x64xf32, #tile.shared>, !tile.tensor_map<64x64xf32>
  %b = tile.tensor_map %t stored : memref<64x64xf32> -> !tile.tensor_map<64x64xf32>
  tile.tma.store %b[%zero, %zero], %tile
    : !tile.tensor_map<64x64xf32>, memref<64x64xf32, #tile.shared>
  %v = memref.load %t[%c0, %c0] : memref<64x64xf32>
  memref.store %v, %t[%c0, %c0] : memref<64x64xf32>
}

// CHECK-LABEL: launch.func @once
launch.func @once(%t: memref<64x64xf32>) {
  // CHECK: %[[M:.*]] = launch.encode_map %t loaded stored
  // CHECK: launch.kernel @in_place grid [1] (%t, %[[M]])
  launch.kernel @in_place grid [1] (%t) : memref<64x64xf32>
}

// A caller-encoded map passes through.
// CHECK-LABEL: tile.kernel @given(%map: !tile.tensor_map<64xf32>) block [32] {
tile.kernel @given(%map: !tile.tensor_map<64xf32>) block [32] {
  %zero = arith.constant 0 : i32
  %tile = tile.alloc_shared : memref<64xf32, #tile.shared>
  tile.tma.store %map[%zero], %tile : !tile.tensor_map<64xf32>, memref<64xf32, #tile.shared>
}

// Options that are the default are no other descriptor, and one store that does
// not allow its edge to spill keeps the check for all.
// CHECK-LABEL: tile.kernel @options(%out_map: !tile.tensor_map<64xf32>) block [32] {
tile.kernel @options(%out: memref<256xf32>) block [32] {
  %zero = arith.constant 0 : i32
  %tile = tile.alloc_shared : memref<64xf32, #tile.shared>
  %a = tile.tensor_map %out stored allow_edge_spill l2_promotion(none)
    : memref<256xf32> -> !tile.tensor_map<64xf32>
  tile.tma.store %a[%zero], %tile : !tile.tensor_map<64xf32>, memref<64xf32, #tile.shared>
  %cast = memref.cast %out : memref<256xf32> to memref<?xf32>
  %b = tile.tensor_map %cast stored oob_fill(zero)
    : memref<?xf32> -> !tile.tensor_map<64xf32>
  tile.tma.store %b[%zero], %tile : !tile.tensor_map<64xf32>, memref<64xf32, #tile.shared>
}

// CHECK-LABEL: launch.func @options_launch
launch.func @options_launch(%t: memref<256xf32>) {
  // CHECK: launch.encode_map %t stored : memref<256xf32>
  launch.kernel @options grid [1] (%t) : memref<256xf32>
}
