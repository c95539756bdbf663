// Scalars of all types, a view, and two launches.

tile.kernel @scalars(%x: memref<?xf32>, %a: i8, %b: i16, %c: i32, %d: i64, %e: index,
                     %f: f16, %g: bf16, %h: f32, %i: f64) block [32] {
  %lane = gpu.thread_id x
  memref.store %h, %x[%lane] : memref<?xf32>
}

tile.kernel @store(%m: !tile.tensor_map<8x32xf32>) block [32] {
  %s = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%m, %s) coords [0, 0] : !tile.tensor_map<8x32xf32>, memref<8x32xf32, #tile.shared>
  tile.bulk.commit_group
  tile.bulk.wait_group 0
}

launch.func @mixed(%rows: i32, %x: memref<?xf32>, %y: memref<?x64xf32, strided<[?, 1]>> {tile.dims = ["rows", ""]},
                   %a: i8, %b: i16, %d: i64, %e: index, %f: f16, %g: bf16, %h: f32, %i: f64) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %m = memref.dim %y, %c0 : memref<?x64xf32, strided<[?, 1]>>
  %blocks = arith.ceildivui %n, %c4 : index
  launch.kernel @scalars grid [%blocks] (%x, %a, %b, %rows, %d, %e, %f, %g, %h, %i)
    : memref<?xf32>, i8, i16, i32, i64, index, f16, bf16, f32, f64
  %view = memref.subview %y[0, %e] [%m, 32] [1, 1]
    : memref<?x64xf32, strided<[?, 1]>> to memref<?x32xf32, strided<[?, 1], offset: ?>>
  %map = launch.encode_map %view stored : memref<?x32xf32, strided<[?, 1], offset: ?>> -> !tile.tensor_map<8x32xf32>
  launch.kernel @store grid [%m] (%map) : !tile.tensor_map<8x32xf32>
}
