// RUN: rm -rf %t
// RUN: tileryc %s --emit=metadata -o %t
// RUN: FileCheck %s --input-file=%t/views.json --check-prefix=VIEWS
// RUN: FileCheck %s --input-file=%t/long.json --check-prefix=LONG
// RUN: FileCheck %s --input-file=%t/loops.json --check-prefix=LOOPS

// Numbers of a launcher as formulas over its arguments. One that hangs on a loop, or
// doubles at each step, is null.

tile.kernel @touch(%x: memref<?x?xf32, strided<[?, ?]>>) block [32] {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0, %c0] : memref<?x?xf32, strided<[?, ?]>>
}

tile.kernel @store(%m: !tile.tensor_map<8x32xf32>) block [32] {
  %s = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%m, %s) coords [0, 0] : !tile.tensor_map<8x32xf32>, memref<8x32xf32, #tile.shared>
  tile.bulk.commit_group
  tile.bulk.wait_group 0
}

// VIEWS:      "dims": [
// VIEWS-NEXT:   "n",
// VIEWS-NEXT:   32
// VIEWS:      "of_view": true,
// VIEWS:      "operand": "x",
// VIEWS:      "strides": [
// VIEWS-NEXT:   "64 * 2",
// VIEWS-NEXT:   1
// VIEWS:      "grid": [
// VIEWS-NEXT:   "(n > 4) ? min(n, x.shape[0] / 2) : (n - 1)",
// VIEWS-NEXT:   "floordiv(n, 3) % 7",
// VIEWS-NEXT:   "(n << 2) | 1"
launch.func @views(%x: memref<?x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %rows = memref.dim %x, %c0 : memref<?x64xf32>
  %isMany = arith.cmpi sgt, %n, %c4 : index
  %half = arith.divui %rows, %c2 : index
  %least = arith.minsi %n, %half : index
  %less = arith.subi %n, %c1 : index
  %gx = arith.select %isMany, %least, %less : index
  %third = arith.floordivsi %n, %c3 : index
  %gy = arith.remsi %third, %c7 : index
  %four = arith.shli %n, %c2 : index
  %gz = arith.ori %four, %c1 : index
  %view = memref.subview %x[0, 32] [%n, 32] [2, 1]
    : memref<?x64xf32> to memref<?x32xf32, strided<[128, 1], offset: 32>>
  %m = launch.encode_map %view stored : memref<?x32xf32, strided<[128, 1], offset: 32>> -> !tile.tensor_map<8x32xf32>
  launch.kernel @store grid [%gx, %gy, %gz] (%m) : !tile.tensor_map<8x32xf32>
}

// LONG:      "grid": [
// LONG-NEXT:   null,
// LONG-NEXT:   1,
// LONG-NEXT:   1
launch.func @long(%x: memref<?x?xf32, strided<[?, ?]>>, %n: index) {
  %a = arith.addi %n, %n : index
  %b = arith.addi %a, %a : index
  %c = arith.addi %b, %b : index
  %d = arith.addi %c, %c : index
  %e = arith.addi %d, %d : index
  %f = arith.addi %e, %e : index
  %g = arith.addi %f, %f : index
  %h = arith.addi %g, %g : index
  launch.kernel @touch grid [%h] (%x) : memref<?x?xf32, strided<[?, ?]>>
}

// LOOPS:      "grid": [
// LOOPS-NEXT:   null,
launch.func @loops(%x: memref<?x?xf32, strided<[?, ?]>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c1) -> index {
    %next = arith.addi %s, %i : index
    scf.yield %next : index
  }
  launch.kernel @touch grid [%sum] (%x) : memref<?x?xf32, strided<[?, ?]>>
}
