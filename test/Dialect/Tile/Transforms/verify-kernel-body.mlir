// RUN: tilery-opt %s -tile-verify-kernel -split-input-file -verify-diagnostics

// Each op that the lowering does not know is refused, and all at once.
tile.kernel @ops(%x: memref<128xf32>) block [32] {
  // expected-error@+1 {{(V01) not yet implemented: 'memref.alloca' in a kernel; use tile.alloc_shared}}
  %a = memref.alloca() : memref<4xf32>
  // expected-error@+1 {{(V01) not yet implemented: 'gpu.barrier' in a kernel; use tile.cta_sync}}
  gpu.barrier
  // expected-error@+1 {{(V01) not yet implemented: 'func.call' in a kernel}}
  func.call @f() : () -> ()
}
func.func private @f()

// -----

// The surface form has to be resolved before.
tile.kernel @surface(%x: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{(V01) not yet implemented: 'tile.apply' in a kernel; run tile-resolve-apply before}}
  tile.apply "cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group"
    (%x, %smem) box [64] coords [0] : memref<64xf32>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @types(%x: memref<128xf32>, %i: i64, %n: index) block [32] {
  // expected-error@+1 {{(V02) not yet implemented: values of type 'i7' in a kernel}}
  %a = arith.trunci %i : i64 to i7
  // expected-error@+1 {{(V02) not yet implemented: values of type 'i128' in a kernel}}
  %b = arith.extsi %i : i64 to i128
  // expected-error@+1 {{(V02) not yet implemented: values of type 'vector<65xf32>' in a kernel}}
  %c = vector.load %x[%n] : memref<128xf32>, vector<65xf32>
  // expected-error@+1 {{(V02) not yet implemented: values of type 'vector<2x2xf32>' in a kernel}}
  %d = arith.constant dense<0.0> : vector<2x2xf32>
  // expected-error@+1 {{(V02) not yet implemented: values of type 'vector<[4]xf32>' in a kernel}}
  %e = arith.constant dense<0.0> : vector<[4]xf32>
  // expected-error@+1 {{(V02) not yet implemented: values of type 'f128' in a kernel}}
  %f = arith.constant 0.0 : f128
}

// -----

tile.kernel @storage_only(%x: memref<128xf8E4M3FN>, %n: index) block [32] {
  %a = memref.load %x[%n] : memref<128xf8E4M3FN>
  // expected-error@+1 {{(V03) not yet implemented: 'arith.addf' on 'f8E4M3FN', which can only be moved (loaded, stored, selected); bit-cast it to i8}}
  %b = arith.addf %a, %a : f8E4M3FN
}

// -----

tile.kernel @math(%x: f32, %y: f64) block [32] {
  // expected-error@+1 {{(V04) 'math.sin' on 'f32' needs CUDA's libdevice.10.bc, and there is none in CUDA_HOME, next to ptxas or in .venv; fastmath<afn> takes the hardware's approximation}}
  %a = math.sin %x : f32
  // expected-error@+1 {{(V04) 'math.exp' on 'f64' needs CUDA's libdevice.10.bc, and there is none in CUDA_HOME, next to ptxas or in .venv; install a CUDA toolkit or `pip install nvidia-cuda-nvcc`}}
  %b = math.exp %y : f64
  // expected-error@+1 {{(V04) 'math.erf' on 'f32' needs CUDA's libdevice.10.bc}}
  %c = math.erf %x : f32
  // expected-error@+1 {{(V04) 'arith.remf' on 'f32' needs CUDA's libdevice.10.bc}}
  %d = arith.remf %x, %x : f32
  // expected-error@+1 {{(V05) not yet implemented: a rounding mode; without one, the result is the nearest, ties to even}}
  %e = arith.truncf %y downward : f64 to f32
}

// -----

tile.kernel @details(%x: memref<8x8xf32>, %n: index, %v: f32) block [32] {
  %b = vector.broadcast %v : f32 to vector<1xf32>
  // expected-error@+1 {{(V07) not yet implemented: broadcasting a vector; broadcast a scalar}}
  %c = vector.broadcast %b : vector<1xf32> to vector<4xf32>
}

// -----

#swizzled = #tile.shared<swizzle = 128B>

// Only what computes an address with the swizzle may touch a swizzled buffer.
tile.kernel @swizzled(%n: index) block [32] {
  %smem = tile.alloc_shared : memref<64x64xf16, #swizzled>
  %a = memref.load %smem[%n, %n] : memref<64x64xf16, #swizzled>
  %b = vector.load %smem[%n, %n] : memref<64x64xf16, #swizzled>, vector<8xf16>
  %c = vector.load %smem[%n, %n] : memref<64x64xf16, #swizzled>, vector<16xf16>
  %d = memref.cast %smem : memref<64x64xf16, #swizzled> to memref<?x64xf16, #swizzled>
  // expected-error@+1 {{(V11) 'memref.extract_strided_metadata' of a swizzled buffer would lose its swizzle}}
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %smem
    : memref<64x64xf16, #swizzled> -> memref<f16, #swizzled>, index, index, index, index, index
}

// -----

tile.kernel @constants() block [32] {
  // expected-error@+1 {{(V06) expected the elements of a constant vector in the text}}
  %sparse = arith.constant sparse<[[0]], [1.0]> : vector<4xf32>
}
