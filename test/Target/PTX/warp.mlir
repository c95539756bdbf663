// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}

// CHECK-LABEL: .entry leader(
// CHECK: shfl.sync.idx.b32
// CHECK: elect.sync
tile.kernel @leader(%x: memref<64xi32>) block [128] {
  %c0 = arith.constant 0 : index
  %warp = tile.warp_id
  %first = arith.cmpi eq, %warp, %c0 : index
  scf.if %first {
    %leader = tile.elect
    scf.if %leader {
      %one = arith.constant 1 : i32
      memref.store %one, %x[%c0] : memref<64xi32>
    }
  }
}
