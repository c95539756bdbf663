// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}

// CHECK: .visible .entry bounds()
// CHECK-NEXT: .reqntid 128, 2, 1
// CHECK-NEXT: .minnctapersm 1
// CHECK-NEXT: .explicitcluster
// CHECK-NEXT: .reqnctapercluster 2, 1, 1
tile.kernel @bounds() block [128, 2] cluster [2] min_blocks_per_sm 1 {
}

// CHECK: .visible .entry registers()
// CHECK-NEXT: .reqntid 32, 1, 1
// CHECK-NEXT: .maxnreg 64
tile.kernel @registers() block [32] max_registers 64 {
}
