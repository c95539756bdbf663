// RUN: tileryc %s --emit=tile | FileCheck %s --check-prefix=TILE
// RUN: tileryc %s --emit=core | FileCheck %s --check-prefix=CORE
// RUN: tileryc %s --emit=launch | FileCheck %s --check-prefix=LAUNCH
// RUN: tileryc %s --emit=nvvm | FileCheck %s --check-prefix=NVVM
// RUN: tileryc %s --emit=llvm | FileCheck %s --check-prefix=LLVM
// RUN: tileryc %s --emit=ptx | FileCheck %s --check-prefix=PTX
// RUN: tileryc %s | FileCheck %s --check-prefix=PTX
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}
// RUN: %if ptxas %{ %python -c "import sys; sys.exit(open(sys.argv[1], 'rb').read(4) != b'\x7fELF')" %t.cubin %}
// RUN: %if ptxas && nvdisasm %{ tileryc %s --emit=sass | FileCheck %s --check-prefix=SASS %}

// The core form is an input too, and gives the same PTX.
// RUN: tileryc %s -o %t.1.ptx
// RUN: tileryc %s --emit=core -o %t.core.mlir
// RUN: tileryc %t.core.mlir -o %t.2.ptx
// RUN: cmp %t.1.ptx %t.2.ptx

// TILE: tile.kernel @store(%x: memref<256xf32>)
// TILE: tile.apply "cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group"
// TILE: launch.func @start

// CORE: tile.kernel @store(%x_map: !tile.tensor_map<64xf32>)
// CORE: tile.tma.store
// CORE: launch.func @start
// CORE: launch.encode_map

// LAUNCH: tile.kernel @store(%x_map: !tile.tensor_map<64xf32>)
// LAUNCH-NOT: tile.tma.store
// LAUNCH: launch.func @start
// LAUNCH: launch.encode_map

// NVVM: llvm.func @store
// NVVM: nvvm.cp.async.bulk.tensor
// NVVM-NOT: launch

// LLVM: target triple = "nvptx64-nvidia-cuda"
// LLVM: define ptx_kernel void @store(ptr byval([128 x i8]) align 64 "nvvm.grid_constant"

// PTX: .visible .entry store(

// SASS: UTMASTG
tile.kernel @store(%x: memref<256xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  tile.apply "cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group"
    (%x, %smem) box [64] coords [0] : memref<256xf32>, memref<64xf32, #tile.shared>
}

launch.func @start(%x: memref<256xf32>) {
  launch.kernel @store grid [1] (%x) : memref<256xf32>
}
