// RUN: rm -rf %t && tileryc %s --emit=launcher-cpp --no-cuda-header -o %t
// RUN: FileCheck %s --input-file=%t/types.h
// RUN: FileCheck %s --check-prefix=TABLES --input-file=%t/types.cpp
// RUN: %python %S/Inputs/compile_launchers.py %t

tile.kernel @kernel(%a: memref<4xf16>, %b: memref<?xbf16>, %c: memref<4xf8E4M3FN>, %d: memref<i32>,
                   %e: memref<4xui8>, %f: memref<4xi64>, %g: memref<2x?xf64, strided<[?, 1]>>,
                   %h: i8, %i: i16, %j: i64, %k: f64, %l: f32) block [32] {
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%c0] : memref<4xf16>
  memref.store %x, %a[%c0] : memref<4xf16>
}

// What C has no type for is void; a tensor without dimensions is an address.
// CHECK: ///   a          float16[4]; read and written
// CHECK: ///   d          int32[]; not touched
// CHECK: int types_launch(void *a, const void *b, int64_t b_size0, const void *c,
// CHECK-NEXT:             const int32_t *d, const uint8_t *e, const int64_t *f,
// CHECK-NEXT:             const double *g, int64_t g_size1, int64_t g_stride0, int8_t h,
// CHECK-NEXT:             int16_t i, int64_t j, double k, float l,
// CHECK: inline int types_launch(tilery::Tensor<void, 1> a,
// CHECK-NEXT:                    tilery::Tensor<const void, 1> b,
// CHECK: tilery::Tensor<const int32_t, 0> d,
// CHECK: tilery::describe(c, {TILERY_TYPE_FLOAT8_E4M3FN, 8, 1});

// TABLES: /*accept=*/TILERY_ACCEPT_SAME_WIDTH,
// TABLES: // d: int32[]; not touched.
// TABLES-NEXT: constexpr TileryTensorSpec d_spec = {
// TABLES-NEXT: /*rank=*/0,
// TABLES: /*accept=*/TILERY_ACCEPT_SIGNLESS,
// TABLES: /*shape=*/nullptr,
// TABLES: const TileryTensor d_tensor = make_tensor(d, d_spec, nullptr, nullptr);
// TABLES: int64_t g_sizes[] = {2, g_size1};
// TABLES: int64_t g_steps[] = {g_stride0, 1};
launch.func @types(%a: memref<4xf16>, %b: memref<?xbf16>, %c: memref<4xf8E4M3FN>, %d: memref<i32>,
                   %e: memref<4xui8>, %f: memref<4xi64>, %g: memref<2x?xf64, strided<[?, 1]>>,
                   %h: i8, %i: i16, %j: i64, %k: f64, %l: f32) {
  launch.kernel @kernel grid [1] (%a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l)
    : memref<4xf16>, memref<?xbf16>, memref<4xf8E4M3FN>, memref<i32>, memref<4xui8>, memref<4xi64>,
      memref<2x?xf64, strided<[?, 1]>>, i8, i16, i64, f64, f32
}
