// RUN: rm -rf %t
// RUN: tileryc %s --emit=package --no-cuda-header -o %t
// RUN: FileCheck %s --input-file=%t/tiles.json
// RUN: %python -c "import json, sys; m = json.load(open(sys.argv[1])); print(sorted(m), len(m['source_sha256']))" %t/tiles.json | FileCheck %s --check-prefix=KEYS

// KEYS: ['abi_version', 'kernels', 'launcher', 'launches', 'name', 'operands', 'signature', 'source_sha256', 'tilery_version'] 64

tile.kernel @copy_tiles(%in: memref<?x?xf32, strided<[?, 1]>>, %out: memref<?x?xf32>, %rows: index) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<16x32xf32, #tile.shared<swizzle = 128B>>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.init %bar, 1
  tile.mbarrier.arrive_expect_tx %bar, 2048
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [16, 32] coords [0, 0] mbar %bar
    : memref<16x32xf32, #tile.shared<swizzle = 128B>>, memref<?x?xf32, strided<[?, 1]>>
  tile.mbarrier.wait %bar, 0
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%out, %tile) box [16, 32] coords [0, 0]
    : memref<?x?xf32>, memref<16x32xf32, #tile.shared<swizzle = 128B>>
  tile.bulk.commit_group
  tile.bulk.wait_group 0
}

// CHECK:      "kernels": [
// CHECK:      "block": [
// CHECK-NEXT:   32,
// CHECK-NEXT:   1,
// CHECK-NEXT:   1
// CHECK:      "cluster": [
// CHECK-NEXT:   2,
// CHECK:      "dynamic_shared_bytes": 0,
// CHECK:      "kind": "ptx",
// CHECK:      "name": "copy_tiles",
// CHECK-NEXT: "static_shared_bytes": 2056
// CHECK:      "launcher": "tiles_launch",
// CHECK:      "launches": [
// CHECK:      "operand": "rows"
// CHECK:      "tensor_map": {
// CHECK:        "allow_edge_spill": false,
// CHECK-NEXT:   "box": [
// CHECK-NEXT:     16,
// CHECK-NEXT:     32
// CHECK:        "dims": [
// CHECK-NEXT:     "m",
// CHECK-NEXT:     "n"
// CHECK:        "dtype": "f32",
// CHECK-NEXT:   "element_strides": [
// CHECK-NEXT:     1,
// CHECK-NEXT:     1
// CHECK:        "interleave": "none",
// CHECK-NEXT:   "l2_promotion": "none",
// CHECK-NEXT:   "loaded": true,
// CHECK-NEXT:   "of_view": false,
// CHECK-NEXT:   "oob_fill": "zero",
// CHECK-NEXT:   "operand": "in",
// CHECK-NEXT:   "rank": 2,
// CHECK-NEXT:   "reduced": false,
// CHECK-NEXT:   "stored": false,
// CHECK-NEXT:   "strides": [
// CHECK-NEXT:     "in.strides[0]",
// CHECK-NEXT:     1
// CHECK:        "swizzle": "128B"
// CHECK:      "operand": "out",
// CHECK:      "stored": true,
// CHECK-NEXT: "strides": [
// CHECK-NEXT:   "out.shape[1]",
// CHECK-NEXT:   1
// CHECK:      "grid": [
// CHECK-NEXT:   "ceildiv(m, 16) * 2",
// CHECK-NEXT:   "max(rows, n + 1)",
// CHECK-NEXT:   1
// CHECK:      "name": "tiles",
// CHECK:      "operands": [
// CHECK:        "dtype": "float32",
// CHECK-NEXT:   "kind": "tensor",
// CHECK-NEXT:   "name": "in",
// CHECK-NEXT:   "read": true,
// CHECK-NEXT:   "shape": [
// CHECK-NEXT:     "m",
// CHECK-NEXT:     "n"
// CHECK:        "strides": [
// CHECK-NEXT:     null,
// CHECK-NEXT:     1
// CHECK:        "type": "memref<?x?xf32, strided<[?, 1]>>",
// CHECK-NEXT:   "written": false
// CHECK:        "name": "out",
// CHECK-NEXT:   "read": false,
// CHECK:        "strides": "compact",
// CHECK:        "written": true
// CHECK:        "kind": "scalar",
// CHECK-NEXT:   "name": "rows",
// CHECK:      "signature": "tiles_launch(in: Tensor([m, n], float32, strides=[?, 1]), out: Tensor([m, ?], float32), rows: int64)"
launch.func @tiles_launch(%in: memref<?x?xf32, strided<[?, 1]>> {tile.dims = ["m", "n"]},
                          %out: memref<?x?xf32> {tile.dims = ["m", ""]}, %rows: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %m = memref.dim %in, %c0 : memref<?x?xf32, strided<[?, 1]>>
  %n = memref.dim %in, %c1 : memref<?x?xf32, strided<[?, 1]>>
  %tiles = arith.ceildivui %m, %c16 : index
  %x = arith.muli %tiles, %c2 : index
  %n1 = arith.addi %n, %c1 : index
  %y = arith.maxsi %rows, %n1 : index
  launch.kernel @copy_tiles grid [%x, %y] (%in, %out, %rows)
    : memref<?x?xf32, strided<[?, 1]>>, memref<?x?xf32>, index
}
