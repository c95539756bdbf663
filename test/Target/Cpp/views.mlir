// RUN: rm -rf %t && tileryc %s --emit=launcher-cpp --no-cuda-header -o %t
// RUN: FileCheck %s --input-file=%t/tail.cpp
// RUN: %python %S/Inputs/compile_launchers.py %t

tile.kernel @tail(%x: memref<?x4x64xf32>, %first: index) block [32] {
  %c0 = arith.constant 0 : index
  %rows = memref.dim %x, %c0 : memref<?x4x64xf32>
  %rest = arith.subi %rows, %first : index
  %tail = memref.subview %x[%first, 2, 0] [%rest, 1, 64] [1, 1, 1]
    : memref<?x4x64xf32> to memref<?x64xf32, strided<[256, 1], offset: ?>>
  %b = gpu.block_id x
  %c8 = arith.constant 8 : index
  %row = arith.muli %b, %c8 : index
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile" (%tail) box [8, 64] coords [%row, 0]
    : memref<?x64xf32, strided<[256, 1], offset: ?>>
}

// CHECK: // x_map: boxes of 8x64 f32 of x_view, a view of x; prefetched.
// CHECK: /*flags=*/0,
// CHECK: constexpr TileryOperand tail_operands[] = {
// CHECK-NEXT: {arg_x, 0, /*view=*/1},
// CHECK: auto x_size0 = static_cast<uint64_t>(tilery_rt_dim(call, arg_x, 0));
// CHECK-NEXT: auto first = static_cast<uint64_t>(call->args[arg_first].i);
// CHECK: TileryView x_view;
// CHECK-NEXT: const int64_t x_view_slices[] = {
// CHECK-NEXT: /*offsets=*/static_cast<int64_t>(first), 2, 0,
// CHECK-NEXT: /*sizes=*/static_cast<int64_t>(x_size0 - first), 1, 64,
// CHECK-NEXT: /*steps=*/1, 1, 1,
// CHECK: tilery_rt_take_view(call, arg_x, /*source=*/nullptr, /*rank=*/3,
// CHECK-NEXT:                     x_view_slices, /*dropped=*/2, &x_view);
// CHECK: const TileryView *const tail_views[] = {&x_view};
// CHECK: /*views=*/tail_views,
// CHECK: tilery_rt_encode_view(call, arg_x, &x_view, &x_map_spec, &x_map);
launch.func @tail_launch(%x: memref<?x4x64xf32>, %first: index) {
  launch.kernel @tail grid [4] (%x, %first) : memref<?x4x64xf32>, index
}
