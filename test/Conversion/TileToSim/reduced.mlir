// RUN: tilery-opt %s -convert-tile-to-sim | FileCheck %s

// A kernel that may read or write what it reduces into (flag 1) runs its blocks in order. Launches
// tell which arguments are of one tensor, and how tensors are called.

// CHECK-LABEL: llvm.func @sim_apart(
// CHECK-SAME: flags = 0 : i64
// CHECK-SAME: params = {{\[}}[0, 128, "from"], [0, 128, "into"], [2, 4, "x"]]
// CHECK-SAME: "tile.tma.reduce", "into", 0, 1, 1]
tile.kernel @apart(%a: !tile.tensor_map<32xi32>, %b: !tile.tensor_map<32xi32>, %x: i32)
    block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared at 0 : memref<32xi32, #tile.shared>
  %full = tile.alloc_shared at 128 : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.tma.load <shared_cta> %tile, %a[%x] mbar %bar
    : memref<32xi32, #tile.shared>, !tile.tensor_map<32xi32>
  tile.tma.reduce <add> %b[%x], %tile
    : !tile.tensor_map<32xi32>, memref<32xi32, #tile.shared>
}
launch.func @apart_launch(%from: memref<64xi32>, %into: memref<64xi32>, %x: i32) {
  %a = launch.encode_map %from loaded : memref<64xi32> -> !tile.tensor_map<32xi32>
  %b = launch.encode_map %into reduced allow_edge_spill : memref<64xi32> -> !tile.tensor_map<32xi32>
  launch.kernel @apart grid [1] (%a, %b, %x) : !tile.tensor_map<32xi32>, !tile.tensor_map<32xi32>, i32
}

// CHECK-LABEL: llvm.func @sim_same(
// CHECK-SAME: flags = 1 : i64
tile.kernel @same(%a: !tile.tensor_map<32xi32>, %b: !tile.tensor_map<32xi32>, %x: i32)
    block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared at 0 : memref<32xi32, #tile.shared>
  %full = tile.alloc_shared at 128 : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.tma.load <shared_cta> %tile, %a[%x] mbar %bar
    : memref<32xi32, #tile.shared>, !tile.tensor_map<32xi32>
  tile.tma.reduce <add> %b[%x], %tile
    : !tile.tensor_map<32xi32>, memref<32xi32, #tile.shared>
}
launch.func @same_launch(%x: memref<64xi32>, %i: i32) {
  %a = launch.encode_map %x loaded : memref<64xi32> -> !tile.tensor_map<32xi32>
  %b = launch.encode_map %x reduced : memref<64xi32> -> !tile.tensor_map<32xi32>
  launch.kernel @same grid [1] (%a, %b, %i) : !tile.tensor_map<32xi32>, !tile.tensor_map<32xi32>, i32
}

// CHECK-LABEL: llvm.func @sim_writes(
// CHECK-SAME: flags = 1 : i64
tile.kernel @writes(%a: memref<64xi32>, %x: index) block [32] {
  %tile = tile.alloc_shared at 0 : memref<64xi32, #tile.shared>
  %one = arith.constant 1 : i32
  memref.store %one, %a[%x] : memref<64xi32>
  tile.bulk.reduce <add> <s32> %a, %tile bytes 256 : memref<64xi32>, memref<64xi32, #tile.shared>
}
