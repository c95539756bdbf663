// Two kernels, one launcher: arithmetic, scalars, a plain load and store.

tile.kernel @scale(%x: memref<?xf32> {tile.dims = ["n"]}, %a: f32, %shift: i32) block [128] {
  %i = gpu.thread_id x
  %b = gpu.block_id x
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %base = arith.muli %b, %c128 : index
  %at = arith.addi %base, %i : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %inside = arith.cmpi ult, %at, %n : index
  scf.if %inside {
    %v = memref.load %x[%at] : memref<?xf32>
    %w = arith.mulf %v, %a : f32
    %s = arith.sitofp %shift : i32 to f32
    %r = arith.addf %w, %s : f32
    memref.store %r, %x[%at] : memref<?xf32>
  }
}

tile.kernel @half(%x: memref<?xf16>, %h: f16, %b: bf16, %d: f64, %n: i8) block [32] {
  %c0 = arith.constant 0 : index
  memref.store %h, %x[%c0] : memref<?xf16>
}

launch.func @scale_launch(%x: memref<?xf32>, %a: f32, %shift: i32) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %blocks = arith.ceildivui %n, %c128 : index
  launch.kernel @scale grid [%blocks] (%x, %a, %shift) : memref<?xf32>, f32, i32
  launch.kernel @scale grid [%blocks] (%x, %a, %shift) : memref<?xf32>, f32, i32
}

launch.func @divide(%x: memref<?xf32>, %a: f32, %d: i32) {
  %c1000 = arith.constant 1000 : i32
  %q = arith.divsi %c1000, %d : i32
  %blocks = arith.index_cast %q : i32 to index
  launch.kernel @scale grid [%blocks] (%x, %a, %d) : memref<?xf32>, f32, i32
}

launch.func @half_launch(%x: memref<?xf16>, %h: f16, %b: bf16, %d: f64, %n: i8) {
  launch.kernel @half grid [1] (%x, %h, %b, %d, %n) : memref<?xf16>, f16, bf16, f64, i8
}
