// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s

// CHECK-LABEL: tile.kernel @plain() block [32] {
// CHECK-NEXT:  }
tile.kernel @plain() block [32] {
}

// Argument names are kept, in text and in bytecode; an explicit name wins.
// CHECK-LABEL: tile.kernel @names(
// CHECK-SAME:    %a: memref<8xf32>, %n: i32, %alpha_beta: f32 {tile.name = "alpha beta"})
tile.kernel @names(%a: memref<8xf32>, %n: i32, %x: f32 {tile.name = "alpha beta"}) block [32] {
}

// CHECK-LABEL: tile.kernel @sizes() block [32, 4, 2] cluster [2, 1, 1] min_blocks_per_sm 2 max_registers 128
// CHECK-SAME:    attributes {note = "kept"}
tile.kernel @sizes() block [32, 4, 2] cluster [2, 1, 1] min_blocks_per_sm 2 max_registers 128
    attributes {note = "kept"} {
  tile.return
}

// CHECK-LABEL: tile.kernel @attributes(
// CHECK-SAME:    %a: memref<?x?xf16> {tile.align = 16 : i64, tile.dims = ["m", "n"], tile.divisible = [1, 8]}
// CHECK-SAME:    %n: index {tile.divisible = 4 : i64}
tile.kernel @attributes(%a: memref<?x?xf16> {tile.align = 16 : i64, tile.dims = ["m", "n"], tile.divisible = [1, 8]},
                        %n: index {tile.divisible = 4 : i64}) block [32] {
}

// CHECK-LABEL: tile.kernel @map(%m: !tile.tensor_map<64x32xf16, swizzle = 64B>)
tile.kernel @map(%m: !tile.tensor_map<64x32xf16, swizzle = 64B>) block [32] {
}

// CHECK-LABEL: tile.kernel @ids
tile.kernel @ids() block [128] {
  // CHECK: %{{.*}} = tile.warp_id
  %warp = tile.warp_id
  // CHECK: %{{.*}} = tile.elect
  %leader = tile.elect
}

// CHECK-LABEL: tile.kernel @large() block [32] cluster [4, 4] nonportable max_registers 32
tile.kernel @large() block [32] cluster [4, 4] nonportable max_registers 32 {
}
