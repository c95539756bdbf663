// RUN: tilery-opt %s -tile-verify-kernel -split-input-file -verify-diagnostics

// PTX writes names as they are.
// expected-error@+1 {{(V13) expected a kernel name that PTX takes (a letter, then letters, digits, '_' and '$'), got 'add-one'}}
tile.kernel @"add-one"() block [32] {
}

// -----

// expected-error@+1 {{(V13) expected a kernel name that PTX takes (a letter, then letters, digits, '_' and '$'), got '1st'}}
tile.kernel @"1st"() block [32] {
}

// -----

// expected-error@+1 {{(V13) expected a kernel name of its own, got 'WARP_SZ', a predefined identifier of PTX; rename it}}
tile.kernel @WARP_SZ() block [32] {
}

// -----

// expected-error@+1 {{(V13) expected a kernel name of its own, got 'A7', a predefined identifier of PTX; rename it}}
tile.kernel @A7() block [32] {
}

// -----

// expected-error@+1 {{(V13) expected a kernel name of its own, got '__nvvm_reflect', a name of LLVM's NVPTX backend; rename it}}
tile.kernel @__nvvm_reflect() block [32] {
}

// -----

// expected-error@+1 {{(V13) expected a kernel name of its own, got '__nv_sinf', a name of CUDA's device library; rename it}}
tile.kernel @__nv_sinf() block [32] {
}

// -----

// Keywords of PTX may be names, and so may LLVM's words without a dot.
tile.kernel @add() block [32] {
}
tile.kernel @entry() block [32] {
}
tile.kernel @llvm_scale() block [32] {
}
tile.kernel @_Z5scalev() block [32] {
}

// -----

// expected-error@+1 {{(V13) expected a kernel name that PTX takes (a letter, then letters, digits, '_' and '$'), got 'llvm.sqrt.f32'}}
tile.kernel @llvm.sqrt.f32() block [32] {
}

// -----

// expected-error@+1 {{(V13) expected a kernel name of its own, got 'vprintf', a function that the driver provides to kernels; rename it}}
tile.kernel @vprintf() block [32] {
}
