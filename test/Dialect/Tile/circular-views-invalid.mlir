// RUN: tilery-opt %s --split-input-file --verify-diagnostics

// Ops are verified before MLIR asks whether operands stand before their uses:
// views that go round in a circle neither hang nor crash a verifier.

tile.kernel @tensor_copy(%map: !tile.tensor_map<64x64xf32>, %x: i32) block [32] {
  %a = memref.cast %b : memref<64x64xf32, #tile.shared> to memref<64x64xf32, #tile.shared>
  %b = memref.cast %a : memref<64x64xf32, #tile.shared> to memref<64x64xf32, #tile.shared>
  // expected-error@+1 {{'tile.tma.store' op (C2) expected a shared operand that is a tile.alloc_shared}}
  tile.tma.store %map[%x, %x], %a : !tile.tensor_map<64x64xf32>, memref<64x64xf32, #tile.shared>
}

// -----

tile.kernel @bulk_copy() block [32] {
  // expected-error@+1 {{operand #0 does not dominate this use}}
  %a = memref.cast %b : memref<1024xf32> to memref<1024xf32>
  // expected-note@+1 {{operand defined here}}
  %b = memref.cast %a : memref<1024xf32> to memref<1024xf32>
  tile.bulk.prefetch %a bytes 4096 : memref<1024xf32>
}

// -----

tile.kernel @to_other_block() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %mine = tile.alloc_shared : memref<1024xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  %a = memref.cast %b : memref<1024xf32, #tile.shared_cluster> to memref<1024xf32, #tile.shared_cluster>
  %b = memref.cast %a : memref<1024xf32, #tile.shared_cluster> to memref<1024xf32, #tile.shared_cluster>
  // expected-error@+1 {{'tile.bulk.copy' op (C3) expected a shared operand that is a tile.alloc_shared}}
  tile.bulk.copy %a, %mine bytes 4096 mbar %their_bar
    : memref<1024xf32, #tile.shared_cluster>, memref<1024xf32, #tile.shared>
}

// -----

tile.kernel @k(%p: memref<64xf32>) block [32] {
}
launch.func @access_window(%x: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %a = memref.cast %b : memref<64xf32> to memref<64xf32>
  %b = memref.cast %a : memref<64xf32> to memref<64xf32>
  // expected-error@+1 {{'launch.kernel' op (C6) expected the access window to lie over an argument of the launch.func}}
  launch.kernel @k grid [%c1] access_window(%a : memref<64xf32>) (%x) : memref<64xf32>
}
