// RUN: tilery-opt %s --tile-materialize-maps | FileCheck %s

// The launcher makes the same views of its own arguments; what only they needed
// is gone from the kernel, with the argument.
// CHECK-LABEL: tile.kernel @constant(%in_map: !tile.tensor_map<64x64xf32>) block [32] {
// CHECK-NOT: memref
// CHECK: tile.tma.prefetch %in_map[
tile.kernel @constant(%in: memref<256x256xf32>) block [32] {
  %zero = arith.constant 0 : i32
  %view = memref.subview %in[64, 0] [128, 256] [1, 1]
    : memref<256x256xf32> to memref<128x256xf32, strided<[256, 1], offset: 16384>>
  %map = tile.tensor_map %view loaded
    : memref<128x256xf32, strided<[256, 1], offset: 16384>> -> !tile.tensor_map<64x64xf32>
  tile.tma.prefetch %map[%zero, %zero] : !tile.tensor_map<64x64xf32>
}

// CHECK-LABEL: launch.func @constant_launch(%x: memref<256x256xf32>)
launch.func @constant_launch(%x: memref<256x256xf32>) {
  // CHECK-NEXT: %[[VIEW:.+]] = memref.subview %x[64, 0] [128, 256] [1, 1]
  // CHECK-NEXT: %[[MAP:.+]] = launch.encode_map %[[VIEW]] loaded
  // CHECK-NEXT: launch.kernel @constant grid [1] (%[[MAP]])
  launch.kernel @constant grid [1] (%x) : memref<256x256xf32>
}

// What is left of a dynamic dimension behind a scalar argument; the two maps are
// one, though each has computed its view anew.
// CHECK-LABEL: tile.kernel @rest(
// CHECK-SAME: %first: index, %in_map: !tile.tensor_map<64x64xf32>, %in_map_1: !tile.tensor_map<32x64xf32>) block [32] {
// CHECK-NOT: memref
// CHECK: tile.tma.prefetch %in_map[
// CHECK-NOT: memref
// CHECK: tile.tma.prefetch %in_map[
// CHECK: tile.tma.prefetch %in_map_1[
tile.kernel @rest(%in: memref<?x256xf32>, %first: index) block [32] {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %rows = memref.dim %in, %c0 : memref<?x256xf32>
  %rest = arith.subi %rows, %first : index
  %view = memref.subview %in[%first, 0] [%rest, 256] [1, 1]
    : memref<?x256xf32> to memref<?x256xf32, strided<[256, 1], offset: ?>>
  %map = tile.tensor_map %view loaded
    : memref<?x256xf32, strided<[256, 1], offset: ?>> -> !tile.tensor_map<64x64xf32>
  tile.tma.prefetch %map[%zero, %zero] : !tile.tensor_map<64x64xf32>
  %rows2 = memref.dim %in, %c0 : memref<?x256xf32>
  %rest2 = arith.subi %rows2, %first : index
  %view2 = memref.subview %in[%first, 0] [%rest2, 256] [1, 1]
    : memref<?x256xf32> to memref<?x256xf32, strided<[256, 1], offset: ?>>
  %map2 = tile.tensor_map %view2 loaded
    : memref<?x256xf32, strided<[256, 1], offset: ?>> -> !tile.tensor_map<64x64xf32>
  tile.tma.prefetch %map2[%zero, %zero] : !tile.tensor_map<64x64xf32>
  %map3 = tile.tensor_map %view2 loaded
    : memref<?x256xf32, strided<[256, 1], offset: ?>> -> !tile.tensor_map<32x64xf32>
  tile.tma.prefetch %map3[%zero, %zero] : !tile.tensor_map<32x64xf32>
}

// CHECK-LABEL: launch.func @rest_launch(%x: memref<?x256xf32>, %n: index)
launch.func @rest_launch(%x: memref<?x256xf32>, %n: index) {
  // CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-NEXT: %[[ROWS:.+]] = memref.dim %x, %[[C0]]
  // CHECK-NEXT: %[[REST:.+]] = arith.subi %[[ROWS]], %n
  // CHECK-NEXT: %[[VIEW:.+]] = memref.subview %x[%n, 0] [%[[REST]], 256] [1, 1]
  // CHECK-NEXT: %[[A:.+]] = launch.encode_map %[[VIEW]] loaded {{.*}} -> !tile.tensor_map<64x64xf32>
  // CHECK-NEXT: %[[B:.+]] = launch.encode_map %[[VIEW]] loaded {{.*}} -> !tile.tensor_map<32x64xf32>
  // CHECK-NEXT: launch.kernel @rest grid [1] (%n, %[[A]], %[[B]])
  launch.kernel @rest grid [1] (%x, %n) : memref<?x256xf32>, index
}

// A view of a view of a cast, a dimension dropped; another view is another map.
// CHECK-LABEL: tile.kernel @chain(%in_map: !tile.tensor_map<64xf32>, %in_map_1: !tile.tensor_map<64xf32>)
tile.kernel @chain(%in: memref<4x256x256xf32>) block [32] {
  %zero = arith.constant 0 : i32
  %any = memref.cast %in : memref<4x256x256xf32> to memref<?x256x256xf32>
  %plane = memref.subview %any[2, 0, 0] [1, 256, 256] [1, 1, 1]
    : memref<?x256x256xf32> to memref<256x256xf32, strided<[256, 1], offset: 131072>>
  %a = memref.subview %plane[8, 0] [1, 256] [1, 1]
    : memref<256x256xf32, strided<[256, 1], offset: 131072>> to memref<256xf32, strided<[1], offset: 133120>>
  %b = memref.subview %plane[9, 0] [1, 256] [1, 1]
    : memref<256x256xf32, strided<[256, 1], offset: 131072>> to memref<256xf32, strided<[1], offset: 133376>>
  %map = tile.tensor_map %a loaded : memref<256xf32, strided<[1], offset: 133120>> -> !tile.tensor_map<64xf32>
  tile.tma.prefetch %map[%zero] : !tile.tensor_map<64xf32>
  %map2 = tile.tensor_map %b loaded : memref<256xf32, strided<[1], offset: 133376>> -> !tile.tensor_map<64xf32>
  tile.tma.prefetch %map2[%zero] : !tile.tensor_map<64xf32>
}

// CHECK-LABEL: launch.func @chain_launch
launch.func @chain_launch(%x: memref<4x256x256xf32>) {
  // CHECK-NEXT: %[[CAST:.+]] = memref.cast %x
  // CHECK-NEXT: %[[PLANE:.+]] = memref.subview %[[CAST]][2, 0, 0] [1, 256, 256] [1, 1, 1]
  // CHECK-NEXT: %[[A:.+]] = memref.subview %[[PLANE]][8, 0]
  // CHECK-NEXT: launch.encode_map %[[A]] loaded
  // CHECK-NEXT: %[[B:.+]] = memref.subview %[[PLANE]][9, 0]
  // CHECK-NEXT: launch.encode_map %[[B]] loaded
  launch.kernel @chain grid [1] (%x) : memref<4x256x256xf32>
}
