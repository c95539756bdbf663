// RUN: rm -rf %t && tileryc %s --emit=launcher-cpp --no-cuda-header -o %t
// RUN: FileCheck %s --input-file=%t/known.cpp
// RUN: FileCheck %s --check-prefix=LOGIC --input-file=%t/logic.cpp
// RUN: FileCheck %s --check-prefix=NAMES --input-file=%t/macros.h
// RUN: %python %S/Inputs/compile_launchers.py %t

// What compilers warn of in code that is right.

tile.kernel @bytes(%a: i8, %b: i8, %c: i8, %d: i16) block [32] {
}

// What is known already is not computed: a comparison of a number with itself, of
// one size with itself, with the least or greatest number.
// CHECK-LABEL: int32_t launch(
// CHECK-NOT: static_cast<uint8_t>(call->args
// CHECK-NOT: tilery_rt_dim
// CHECK: uint8_t bytes_argument0 = 0;
// CHECK-NEXT: uint8_t bytes_argument1 = 1;
// CHECK-NEXT: uint8_t bytes_argument2 = 0;
// CHECK-NEXT: uint16_t bytes_argument3 = 65535;
launch.func @known(%n: i8, %x: memref<?xf32> {tile.dims = ["m"]}, %y: memref<?xf32> {tile.dims = ["m"]}, %f: f32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i8
  %less = arith.cmpi slt, %n, %n : i8
  %all = arith.cmpi uge, %n, %zero : i8
  %none = arith.cmpi ugt, %zero, %n : i8
  %m = memref.dim %x, %c0 : memref<?xf32>
  %k = memref.dim %y, %c0 : memref<?xf32>
  %other = arith.cmpi ne, %m, %k : index
  %never = arith.cmpf false, %f, %f : f32
  %a = arith.extui %less : i1 to i8
  %b = arith.extui %all : i1 to i8
  %either = arith.ori %none, %other : i1
  %any = arith.ori %either, %never : i1
  %c = arith.extui %any : i1 to i8
  %d = arith.extsi %all : i1 to i16
  launch.kernel @bytes grid [1] (%a, %b, %c, %d) : i8, i8, i8, i16
}

// Parentheses that nobody needs, but compilers ask for.
// LOGIC: const bool condition = static_cast<int64_t>(n) < static_cast<int64_t>(m);
// LOGIC: uint8_t number = uint8_t{condition != (m == 7)};
// LOGIC: uint8_t number2 =
// LOGIC-NEXT: uint8_t{condition || (n != 3 && static_cast<int8_t>(q) > 0)};
// LOGIC: int16_t number3 = static_cast<int16_t>(-int32_t{n == 5});
launch.func @logic(%n: i64, %m: i64, %q: i8) {
  %c7 = arith.constant 7 : i64
  %c3 = arith.constant 3 : i64
  %c5 = arith.constant 5 : i64
  %none = arith.constant 0 : i8
  %p = arith.cmpi slt, %n, %m : i64
  %r = arith.cmpi eq, %m, %c7 : i64
  %s = arith.cmpi ne, %n, %c3 : i64
  %t = arith.cmpi sgt, %q, %none : i8
  %u = arith.cmpi eq, %n, %c5 : i64
  %differs = arith.xori %p, %r : i1
  %both = arith.andi %s, %t : i1
  %either = arith.ori %p, %both : i1
  %a = arith.extui %differs : i1 to i8
  %b = arith.extui %either : i1 to i8
  %d = arith.extsi %u : i1 to i16
  launch.kernel @bytes grid [1] (%a, %b, %q, %d) : i8, i8, i8, i16
}

tile.kernel @k$1(%a: i32, %b: i32, %c: i32, %d: i32) block [32] {
}
// Macros of C's headers, and names that PTX has and C++ does not.
// NAMES: int macros_launch(int32_t RAND_MAX_, int32_t EXIT_SUCCESS_, int32_t BUFSIZ_,
// NAMES-NEXT:                  int32_t cuMemAlloc_, struct CUstream_st *stream,
launch.func @macros(%a: i32 {tile.name = "RAND_MAX"}, %b: i32 {tile.name = "EXIT_SUCCESS"},
                    %c: i32 {tile.name = "BUFSIZ"}, %d: i32 {tile.name = "cuMemAlloc"}) {
  launch.kernel @k$1 grid [1] (%a, %b, %c, %d) : i32, i32, i32, i32
}
