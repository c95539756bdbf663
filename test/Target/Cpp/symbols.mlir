// RUN: rm -rf %t && tileryc %s --emit=launcher-cpp --no-cuda-header -o %t
// RUN: FileCheck %s --input-file=%t/symbols.cpp
// RUN: %python %S/Inputs/compile_launchers.py %t

tile.kernel @kernel(%n: i32, %a: memref<?x?xf32>, %b: memref<?x?xf32>, %m: index, %size: index) block [32] {
}

// A number that stands before and has the name of a size is that size; one that
// stands behind has a parameter of its own, and is compared.
// CHECK: constexpr const char *symbol_names[] = {"n", "m"};
// CHECK: // n: a number.
// CHECK: /*symbol=*/0, // n
// CHECK: // a: float32[n, m], row-major; not touched.
// CHECK: constexpr int32_t a_symbols[] = {0, 1};
// CHECK: // m_: a number.
// CHECK: /*symbol=*/1, // m
// CHECK:      int32_t launch(TileryCall *call) {
// CHECK-NEXT: TilerySymbol symbols[2]; // n, m
// CHECK:      auto n = static_cast<int32_t>(call->args[arg_n].i);
// CHECK-NEXT: void *a = tilery_rt_pointer(call, arg_a);
// CHECK-NEXT: int64_t a_size0 = tilery_rt_dim(call, arg_a, 0);
// CHECK-NEXT: int64_t a_stride0 = tilery_rt_stride(call, arg_a, 0);
// CHECK-NEXT: void *b = tilery_rt_pointer(call, arg_b);
// CHECK-NEXT: int64_t b_size0 = tilery_rt_dim(call, arg_b, 0);
// CHECK-NEXT: auto m = static_cast<uint64_t>(tilery_rt_dim(call, arg_b, 1));
// CHECK-NEXT: int64_t b_stride0 = tilery_rt_stride(call, arg_b, 0);
// CHECK-NEXT: int64_t m_ = call->args[arg_m_].i;
// CHECK:      /*grid=*/{static_cast<int64_t>((m + 63) / 64), 1, 1},
// CHECK:      void *params[] = {&n, &a, &a_size0, &m, &a_stride0, &b, &b_size0, &m,
// CHECK-NEXT:                   &b_stride0, &m_, &m};
// CHECK:      int symbols_launch(int32_t n, const float *a, int64_t m, const float *b,
// CHECK-NEXT:                    int64_t m_, struct CUstream_st *stream, char *message,
// CHECK:      int64_t a_sizes[] = {int64_t{n}, m};
launch.func @symbols(%n: i32, %a: memref<?x?xf32> {tile.dims = ["n", "m"]}, %b: memref<?x?xf32> {tile.dims = ["n", "m"]},
                     %m: index) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %size = memref.dim %b, %c1 : memref<?x?xf32>
  %tiles = arith.ceildivui %size, %c64 : index
  launch.kernel @kernel grid [%tiles] (%n, %a, %b, %m, %size) : i32, memref<?x?xf32>, memref<?x?xf32>, index, index
}
