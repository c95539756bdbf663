// RUN: tileryc %s -o /dev/null --dump-after=tile-materialize-maps,llvm-opt 2>&1 | FileCheck %s
// RUN: not tileryc %s --dump-after=nothing 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK: // ----- after tile-materialize-maps -----
// CHECK: tile.kernel @empty
// CHECK-NOT: // ----- after
// CHECK: // ----- after llvm-opt -----
// CHECK: define {{.*}}ptx_kernel void @empty
// CHECK-NOT: // ----- after

// UNKNOWN: error: (T01) no stage 'nothing'; the stages are tile, tile-resolve-apply, {{.*}}, core, tile-verify-kernel, convert-tile-to-nvvm, {{.*}}, nvvm, llvm, llvm-opt, ptx

tile.kernel @empty() block [32] {
}
