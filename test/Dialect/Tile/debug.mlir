// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s

// CHECK-LABEL: tile.kernel @debug
tile.kernel @debug(%n: i32, %i: index, %x: f16, %p: i32) block [32] {
  // CHECK: tile.printf "done 100%%\0A"{{$}}
  tile.printf "done 100%%\n"
  // CHECK-NEXT: tile.printf "%5d %-8lld %+.3e %02hhx\0A" (%n, %i, %x, %n : i32, index, f16, i32)
  tile.printf "%5d %-8lld %+.3e %02hhx\n" (%n, %i, %x, %n : i32, index, f16, i32)
  %c0 = arith.constant 0 : i32
  // CHECK: %[[OK:.*]] = arith.cmpi
  %ok = arith.cmpi sgt, %n, %c0 : i32
  // CHECK-NEXT: tile.assert %[[OK]], "n > 0"
  tile.assert %ok, "n > 0"
}
