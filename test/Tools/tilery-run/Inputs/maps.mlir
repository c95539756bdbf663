// Kernels whose maps the caller encodes.

tile.kernel @copy_maps(%from: !tile.tensor_map<8x32xf32>, %to: !tile.tensor_map<8x32xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %lane = gpu.thread_id x
  %leader = arith.cmpi eq, %lane, %c0 : index
  scf.if %leader {
    tile.mbarrier.init %bar, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leader {
    tile.mbarrier.arrive_expect_tx %bar, 1024
    tile.tma.load <shared_cta> %tile, %from[%zero, %zero] mbar %bar
      : memref<8x32xf32, #tile.shared>, !tile.tensor_map<8x32xf32>
  }
  tile.mbarrier.wait %bar, 0
  scf.if %leader {
    tile.tma.store %to[%zero, %zero], %tile
      : !tile.tensor_map<8x32xf32>, memref<8x32xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @copy_maps_launch(%from: !tile.tensor_map<8x32xf32>, %to: !tile.tensor_map<8x32xf32>) {
  launch.kernel @copy_maps grid [1] (%from, %to) : !tile.tensor_map<8x32xf32>, !tile.tensor_map<8x32xf32>
}

// One map over a tensor that is an argument too.
launch.func @mixed_launch(%x: memref<?x32xf32>, %from: !tile.tensor_map<8x32xf32>) {
  %to = launch.encode_map %x stored : memref<?x32xf32> -> !tile.tensor_map<8x32xf32>
  launch.kernel @copy_maps grid [1] (%from, %to) : !tile.tensor_map<8x32xf32>, !tile.tensor_map<8x32xf32>
}
