// RUN: rm -rf %t && tileryc %s --emit=launcher-cpp --no-cuda-header -o %t
// RUN: FileCheck %s --input-file=%t/work.cpp
// RUN: %python %S/Inputs/compile_launchers.py %t

tile.kernel @work(%x: memref<?xf32>, %table: memref<4096xf32>) block [256] cluster [2] {
}

// CHECK: // The launch attributes of work.
// CHECK-NEXT: constexpr TileryLaunchOptions work_options = {
// CHECK-NEXT: /*flags=*/TILERY_LAUNCH_PROGRAMMATIC | TILERY_LAUNCH_PRIORITY | TILERY_LAUNCH_PREFERRED_CLUSTER | TILERY_LAUNCH_CARVEOUT | TILERY_LAUNCH_ACCESS_WINDOW,
// CHECK-NEXT: /*priority=*/-1,
// CHECK-NEXT: /*preferredCluster=*/{8, 1, 1},
// CHECK-NEXT: /*carveout=*/100,
// CHECK-NEXT: /*windowArg=*/arg_table,
// CHECK-NEXT: /*windowBytes=*/512,
// CHECK-NEXT: /*hitRatio=*/0.25f,
// CHECK-NEXT: /*hitProperty=*/TILERY_ACCESS_PERSISTING,
// CHECK-NEXT: /*missProperty=*/TILERY_ACCESS_STREAMING,
// CHECK: /*hitRatio=*/0.0f,
// Launches that differ have names of their own; the kernel is one.
// CHECK: const TileryLaunchConfig work_config = {
// CHECK: /*options=*/&work_options,
// CHECK: const TileryLaunchConfig work_config2 = {
// CHECK: /*options=*/&work_options2,
// CHECK: tilery_rt_prepare(call, &work_spec, &work_config2);
launch.func @work_launch(%x: memref<?xf32>, %table: memref<4096xf32>) {
  launch.kernel @work grid [64] programmatic priority -1 preferred_cluster [8] carveout max_shared
    access_window(%table : memref<4096xf32>, hit_ratio 0.25, hit persisting, miss streaming, bytes 512)
    (%x, %table) : memref<?xf32>, memref<4096xf32>
  launch.kernel @work grid [64] cooperative (%x, %table) : memref<?xf32>, memref<4096xf32>
}
