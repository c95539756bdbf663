// RUN: rm -rf %t && tileryc %s --emit=launcher-cpp --no-cuda-header -o %t
// RUN: FileCheck %s --input-file=%t/names.cpp
// RUN: FileCheck %s --check-prefix=SAME --input-file=%t/same.cpp
// RUN: FileCheck %s --check-prefix=ODD --input-file=%t/odd.cpp
// RUN: %python %S/Inputs/compile_launchers.py %t

// Names that C or C++ needs itself, and those of this file's own variables.
tile.kernel @names(%a: memref<?xf32>, %b: memref<?x?xi32, strided<[?, 1]>>, %c: i32, %d: i32, %e: memref<4xf64>, %f: i8)
    block [32] {
}

// CHECK: enum : int32_t { arg_class_, arg_call, arg_stream_, arg_TILERY_OK_, arg_launch,
// CHECK-NEXT:             arg_int64_t_ };
// CHECK: constexpr const char *argument_names[] = {"class", "call", "stream",
// CHECK: int32_t launch2(TileryCall *call2) {
// CHECK: void *call = tilery_rt_pointer(call2, arg_call);
// CHECK: int64_t call_size0 = tilery_rt_dim(call2, arg_call, 0);
// CHECK: auto stream_ = static_cast<int32_t>(call2->args[arg_stream_].i);
// CHECK: int names_launch(const float *class_, int64_t default_, const int32_t *call,
// CHECK: return tilery_rt_call(launch2, args,
launch.func @names_launch(%a: memref<?xf32> {tile.name = "class", tile.dims = ["default"]},
                          %b: memref<?x?xi32, strided<[?, 1]>> {tile.name = "call"},
                          %c: i32 {tile.name = "stream"}, %d: i32 {tile.name = "TILERY_OK"},
                          %e: memref<4xf64> {tile.name = "launch"}, %f: i8 {tile.name = "int64_t"}) {
  launch.kernel @names grid [1] (%a, %b, %c, %d, %e, %f)
    : memref<?xf32>, memref<?x?xi32, strided<[?, 1]>>, i32, i32, memref<4xf64>, i8
}

// Any text is a name in the IR. No letter is lost in messages.
tile.kernel @k(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) block [32] {
}
// SAME: enum : int32_t { arg_a_b, arg_a_b_, arg_arg7_____ };
// SAME: constexpr const char *argument_names[] = {"a.b", "a b", "7\"\\?\303\244"};
launch.func @same(%a: memref<4xf32> {tile.name = "a.b"}, %b: memref<4xf32> {tile.name = "a b"},
                  %c: memref<4xf32> {tile.name = "7\"\\?ä"}) {
  launch.kernel @k grid [1] (%a, %b, %c) : memref<4xf32>, memref<4xf32>, memref<4xf32>
}

// So is that of a kernel that was compiled elsewhere.
launch.binary @"9 \"odd\""() block [32] images [#launch.image<"sm_90a", ".version 8.0\00">]
// ODD: extern const char _9__odd__sm_90a
// ODD: constexpr TileryKernelSpec _9__odd__spec = {
// ODD-NEXT: /*name=*/"9 \"odd\"",
// ODD: // 9 "odd": PTX for sm_90a.
// ODD: constexpr char _9__odd__sm_90a
launch.func @odd() {
  launch.kernel @"9 \"odd\"" grid [1] ()
}
