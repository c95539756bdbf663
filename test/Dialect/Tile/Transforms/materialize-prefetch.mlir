// RUN: tilery-opt %s --tile-materialize-maps | FileCheck %s

// A prefetch puts nothing into shared memory: it shares the map of the load,
// whose swizzle and fill it does not look at.
// CHECK-LABEL: tile.kernel @shares(
// CHECK-SAME: %in_map: !tile.tensor_map<32x64xf16, swizzle = 128B>) block [32] {
tile.kernel @shares(%in: memref<256x256xf16>) block [32] {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %tile = tile.alloc_shared : memref<32x64xf16, #tile.shared<swizzle = 128B>>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: tile.tma.prefetch %in_map[{{.*}}] : !tile.tensor_map<32x64xf16, swizzle = 128B>
  %plain = tile.tensor_map %in : memref<256x256xf16> -> !tile.tensor_map<32x64xf16>
  tile.tma.prefetch %plain[%zero, %zero] : !tile.tensor_map<32x64xf16>
  // CHECK: tile.tma.prefetch %in_map[
  %other = tile.tensor_map %in : memref<256x256xf16> -> !tile.tensor_map<32x64xf16, swizzle = 32B>
  tile.tma.prefetch %other[%zero, %zero] : !tile.tensor_map<32x64xf16, swizzle = 32B>
  // CHECK: tile.tma.load <shared_cta> %tile, %in_map[
  %map = tile.tensor_map %in loaded oob_fill(nan)
    : memref<256x256xf16> -> !tile.tensor_map<32x64xf16, swizzle = 128B>
  tile.tma.load <shared_cta> %tile, %map[%zero, %zero] mbar %bar
    : memref<32x64xf16, #tile.shared<swizzle = 128B>>, !tile.tensor_map<32x64xf16, swizzle = 128B>
}

// CHECK-LABEL: launch.func @shares_launch
launch.func @shares_launch(%x: memref<256x256xf16>) {
  // CHECK-NEXT: %[[MAP:.+]] = launch.encode_map %x loaded oob_fill(nan) : memref<256x256xf16> -> !tile.tensor_map<32x64xf16, swizzle = 128B>
  // CHECK-NEXT: launch.kernel @shares grid [1] (%[[MAP]])
  launch.kernel @shares grid [1] (%x) : memref<256x256xf16>
}

// Another box, other element strides or another promotion bring other lines.
// CHECK-LABEL: tile.kernel @differs(
// CHECK-SAME: %in_map: !tile.tensor_map<32x64xf16>, %in_map_1: !tile.tensor_map<16x64xf16>,
// CHECK-SAME: %in_map_2: !tile.tensor_map<32x64xf16, element_strides = [2, 1]>, %in_map_3: !tile.tensor_map<32x64xf16>) block [32] {
tile.kernel @differs(%in: memref<256x256xf16>) block [32] {
  %zero = arith.constant 0 : i32
  %a = tile.tensor_map %in : memref<256x256xf16> -> !tile.tensor_map<32x64xf16>
  tile.tma.prefetch %a[%zero, %zero] : !tile.tensor_map<32x64xf16>
  %b = tile.tensor_map %in : memref<256x256xf16> -> !tile.tensor_map<16x64xf16>
  tile.tma.prefetch %b[%zero, %zero] : !tile.tensor_map<16x64xf16>
  %c = tile.tensor_map %in : memref<256x256xf16> -> !tile.tensor_map<32x64xf16, element_strides = [2, 1]>
  tile.tma.prefetch %c[%zero, %zero] : !tile.tensor_map<32x64xf16, element_strides = [2, 1]>
  %d = tile.tensor_map %in l2_promotion(256B) : memref<256x256xf16> -> !tile.tensor_map<32x64xf16>
  tile.tma.prefetch %d[%zero, %zero] : !tile.tensor_map<32x64xf16>
}

// A reduction reads and writes; one that does not allow its edge to spill keeps
// the check for all.
// CHECK-LABEL: tile.kernel @reduces(%out_map: !tile.tensor_map<64xf32>) block [32] {
tile.kernel @reduces(%out: memref<?xf32>) block [32] {
  %zero = arith.constant 0 : i32
  %tile = tile.alloc_shared : memref<64xf32, #tile.shared>
  %a = tile.tensor_map %out reduced : memref<?xf32> -> !tile.tensor_map<64xf32>
  tile.tma.reduce <add> %a[%zero], %tile : !tile.tensor_map<64xf32>, memref<64xf32, #tile.shared>
  %b = tile.tensor_map %out stored allow_edge_spill : memref<?xf32> -> !tile.tensor_map<64xf32>
  tile.tma.store %b[%zero], %tile : !tile.tensor_map<64xf32>, memref<64xf32, #tile.shared>
}

// CHECK-LABEL: launch.func @reduces_launch
launch.func @reduces_launch(%x: memref<?xf32>) {
  // CHECK-NEXT: launch.encode_map %x stored reduced : memref<?xf32>
  launch.kernel @reduces grid [1] (%x) : memref<?xf32>
}
