// RUN: rm -rf %t && tileryc %s --emit=launcher-cpp --abi=tvm-ffi -o %t/a
// RUN: tileryc %s --emit=launcher-cpp --no-cuda-header --abi=tvm-ffi -o %t/b
// RUN: FileCheck %s --input-file=%t/a/both.cpp
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/a/both.h
// RUN: FileCheck %s --check-prefix=VOID --input-file=%t/b/both.h
// RUN: FileCheck %s --check-prefix=EMPTY --input-file=%t/b/nothing.cpp
// RUN: %python %S/Inputs/compile_launchers.py %t/b

tile.kernel @other(%x: memref<?x256xf32>, %m: !tile.tensor_map<64x64xf32>) block [32] {
}

// A map that the caller has encoded, and two kernels of one argument.
// CHECK: static_assert(sizeof(CUtensorMap) == sizeof(TileryTensorMap));
// CHECK: // out, for other operands.
// CHECK: tilery_rt_check_map(call, arg_m);
tile.kernel @out(%x: memref<?x256xf32>, %y: memref<?x256xf32>) block [32] {
}

// HEADER: int both_launch(const float *x, int64_t x_size0, const float *y,
// HEADER-NEXT: int64_t y_size0, const CUtensorMap *m, CUstream stream,
// VOID: const void *m, struct CUstream_st *stream,
// CHECK: void *other_params[] = {&x, &x_size0,
// CHECK-NEXT: const_cast<TileryTensorMap *>(call->args[arg_m].map)};
// CHECK: int both_launch(const float *x,
// CHECK: args[arg_m].map = reinterpret_cast<const TileryTensorMap *>(m);
// CHECK: parameter_kinds[] = {TILERY_KIND_TENSOR,
// CHECK-NEXT: TILERY_KIND_TENSOR,
// CHECK-NEXT: TILERY_KIND_MAP};
launch.func @both(%x: memref<?x256xf32>, %y: memref<?x256xf32>, %m: !tile.tensor_map<64x64xf32>) {
  launch.kernel @other grid [1] (%x, %m) : memref<?x256xf32>, !tile.tensor_map<64x64xf32>
  launch.kernel @out grid [2] (%x, %y) : memref<?x256xf32>, memref<?x256xf32>
  launch.kernel @out grid [2] (%x, %x) : memref<?x256xf32>, memref<?x256xf32>
}

// A launcher of nothing checks nothing and succeeds.
// EMPTY: int32_t launch(TileryCall *call) {
// EMPTY-NEXT: tilery_rt_begin(call, &function_spec, nullptr);
// EMPTY-NEXT: if (tilery_rt_checked(call) != TILERY_OK)
// EMPTY-NEXT:   return call->status;
// EMPTY-NEXT: return tilery_rt_end(call);
// EMPTY: return tilery_rt_call(launch, nullptr, /*kinds=*/nullptr, 0, stream, message,
launch.func @nothing() {
}
