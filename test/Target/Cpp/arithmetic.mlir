// RUN: rm -rf %t && tileryc %s --emit=launcher-cpp --no-cuda-header -o %t
// RUN: FileCheck %s --input-file=%t/integers.cpp
// RUN: FileCheck %s --check-prefix=NARROW --input-file=%t/narrow.cpp
// RUN: FileCheck %s --check-prefix=FLOATS --input-file=%t/floats.cpp
// RUN: FileCheck %s --check-prefix=FLOW --input-file=%t/flow.cpp
// RUN: %python %S/Inputs/compile_launchers.py %t

tile.kernel @eight(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index) block [32] {
}
tile.kernel @bytes(%a: i8, %b: i8, %c: i16, %d: i16, %e: i32, %f: i32, %g: i64, %h: i32) block [32] {
}
tile.kernel @numbers(%a: f32, %b: f64, %c: f16, %d: bf16, %e: f32, %f: i32, %g: i64, %h: f64) block [32] {
}
tile.kernel @none() block [32] {
}

// Sums wrap around, divisions by 0 are 0, and what is used once stands where it is used.
// CHECK-LABEL: int32_t launch(
// CHECK:      auto n = static_cast<uint64_t>(call->args[arg_n].i);
// CHECK-NEXT: auto d = static_cast<uint64_t>(call->args[arg_d].i);
// CHECK-NEXT: uint64_t difference = n - 1;
// CHECK-NEXT: uint64_t quotient = divide<uint64_t>(n, d);
// CHECK-NEXT: int64_t quotient2 =
// CHECK-NEXT:     divide<int64_t>(static_cast<int64_t>(n), static_cast<int64_t>(d));
// CHECK-NEXT: uint64_t n_tiles = ceil_divide<uint64_t>(n, 64);
// CHECK-NEXT: int64_t rest = static_cast<int64_t>(n) % 7;
// CHECK-NEXT: int64_t most = std::max<int64_t>(static_cast<int64_t>(n), -5);
// CHECK-NEXT: uint64_t number = (n * d) << (d & 63);
// CHECK-NEXT: uint64_t choice = n < d ? n + d : 3;
launch.func @integers(%n: index, %d: index) {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c64 = arith.constant 64 : index
  %m5 = arith.constant -5 : index
  %c3 = arith.constant 3 : index
  %a = arith.subi %n, %c1 : index
  %b = arith.divui %n, %d : index
  %c = arith.divsi %n, %d : index
  %t = arith.ceildivui %n, %c64 : index
  %e = arith.remsi %n, %c7 : index
  %f = arith.maxsi %n, %m5 : index
  %p = arith.muli %n, %d : index
  %g = arith.shli %p, %d : index
  %less = arith.cmpi ult, %n, %d : index
  %s = arith.addi %n, %d : index
  %h = arith.select %less, %s, %c3 : index
  launch.kernel @eight grid [1] (%a, %b, %c, %t, %e, %f, %g, %h)
    : index, index, index, index, index, index, index, index
}

// Narrow integers are computed in 32 bits, unsigned.
// NARROW:      uint8_t sum = static_cast<uint8_t>(uint32_t{x} + uint32_t{y});
// NARROW-NEXT: int8_t quotient =
// NARROW-NEXT:     static_cast<int8_t>(divide<int32_t>(int32_t{static_cast<int8_t>(x)}, int32_t{static_cast<int8_t>(y)}));
// NARROW-NEXT: const int16_t x_int16 = int16_t{static_cast<int8_t>(x)};
// NARROW-NEXT: const uint16_t y_uint16 = uint16_t{y};
// NARROW-NEXT: uint16_t product =
// NARROW-NEXT:     static_cast<uint16_t>(uint32_t{static_cast<uint16_t>(x_int16)} * uint32_t{y_uint16});
// NARROW-NEXT: int16_t number =
// NARROW-NEXT:     static_cast<int16_t>(int32_t{x_int16} >> (uint32_t{y_uint16} & 15));
// NARROW-NEXT: uint32_t z_uint32 = static_cast<uint32_t>(z);
// NARROW-NEXT: const bool z_bool = (z & 1) != 0;
// NARROW-NEXT: const bool condition = static_cast<int8_t>(x) < static_cast<int8_t>(y);
// NARROW-NEXT: uint32_t number2 = uint32_t{(z_bool && condition) != condition};
// NARROW-NEXT: int64_t z_bool_int64 = -int64_t{z_bool};
// NARROW-NEXT: int32_t number3 = -int32_t{!z_bool && condition};
launch.func @narrow(%x: i8, %y: i8, %z: i64) {
  %a = arith.addi %x, %y : i8
  %b = arith.divsi %x, %y : i8
  %x16 = arith.extsi %x : i8 to i16
  %y16 = arith.extui %y : i8 to i16
  %c = arith.muli %x16, %y16 : i16
  %d = arith.shrsi %x16, %y16 : i16
  %e = arith.trunci %z : i64 to i32
  %bit = arith.trunci %z : i64 to i1
  %other = arith.cmpi slt, %x, %y : i8
  %both = arith.andi %bit, %other : i1
  %flipped = arith.xori %both, %other : i1
  %f = arith.extui %flipped : i1 to i32
  %g = arith.extsi %bit : i1 to i64
  %signed = arith.cmpi sgt, %bit, %other : i1
  %h = arith.extsi %signed : i1 to i32
  launch.kernel @bytes grid [1] (%a, %b, %c, %d, %e, %f, %g, %h) : i8, i8, i16, i16, i32, i32, i64, i32
}

// FLOATS: uint16_t c = round_to_half<10, 15>(call->args[arg_c].f);
// FLOATS: uint16_t d = round_to_half<7, 127>(call->args[arg_d].f);
// FLOATS: float sum = a * 0.5f + 1.0f;
// FLOATS: maximum<double>(b, -0.0)
// FLOATS: to_integer<int32_t>(
launch.func @floats(%a: f32, %b: f64, %c: f16, %d: bf16) {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %zero = arith.constant -0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %p = arith.mulf %a, %half : f32
  %q = arith.addf %p, %one : f32
  %r = arith.maximumf %b, %zero : f64
  %s = arith.fptosi %a : f32 to i32
  %t = arith.bitcast %b : f64 to i64
  %u = arith.divf %inf, %b : f64
  %greater = arith.cmpf ugt, %b, %u : f64
  %v = arith.select %greater, %b, %u : f64
  %narrow = arith.truncf %v : f64 to f32
  %neg = arith.negf %narrow : f32
  launch.kernel @numbers grid [1] (%q, %r, %c, %d, %neg, %s, %t, %v) : f32, f64, f16, bf16, f32, i32, i64, f64
}

// FLOW:      for (uint64_t i = 0; i < std::min<uint64_t>(n, 5); ++i) {
// FLOW-NEXT:   const uint64_t sum = carried + carried2;
// FLOW-NEXT:   uint64_t chosen;
// FLOW-NEXT:   if (i == carried) {
// FLOW-NEXT:     const TileryLaunchConfig none_config = {
// FLOW-NEXT:       /*grid=*/{static_cast<int64_t>(sum), 1, 1},
// FLOW:          chosen = sum;
// FLOW-NEXT:   } else {
// FLOW-NEXT:     chosen = 3;
// FLOW-NEXT:   }
// FLOW-NEXT:   const uint64_t next_carried = carried2;
// FLOW-NEXT:   const uint64_t next_carried2 = chosen;
// FLOW-NEXT:   carried = next_carried;
// FLOW-NEXT:   carried2 = next_carried2;
// FLOW-NEXT: }
// FLOW-NEXT: const int64_t least =
// FLOW-NEXT:     std::min<int64_t>(static_cast<int64_t>(carried), static_cast<int64_t>(static_cast<uint64_t>(k_int64) + 5));
// FLOW-NEXT: for (uint64_t i2 = static_cast<uint64_t>(k_int64);
// FLOW-NEXT:      static_cast<int64_t>(i2) < least;
// FLOW-NEXT:      i2 += 3) {
launch.func @flow(%x: memref<?xf32> {tile.dims = ["n"]}, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %wide = arith.index_cast %k : i32 to index
  %few = arith.minui %n, %c5 : index
  // What nobody uses is not in the text.
  %unused = arith.muli %wide, %wide : index
  %last:3 = scf.for %i = %c0 to %few step %c1 iter_args(%a = %c0, %b = %wide, %z = %c1) -> (index, index, index) {
    %sum = arith.addi %a, %b : index
    %odd = arith.cmpi eq, %i, %a : index
    %grid:2 = scf.if %odd -> (index, index) {
      launch.kernel @none grid [%sum] ()
      scf.yield %sum, %c1 : index, index
    } else {
      scf.yield %c3, %c1 : index, index
    }
    scf.yield %b, %grid#0, %c1 : index, index, index
  }
  %far = arith.addi %wide, %c5 : index
  %end = arith.minsi %last#0, %far : index
  scf.for %i = %wide to %end step %c3 {
    launch.kernel @eight grid [2] (%i, %i, %i, %i, %i, %i, %last#1, %n)
      : index, index, index, index, index, index, index, index
  }
}
