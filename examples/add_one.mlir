// Adds one to 8x32 floats: the copy engine brings the tile into shared memory,
// each of 32 threads adds one to its column, the copy engine takes it back.

// The code of one thread, in blocks of 32. Operands are memrefs; the launcher
// checks them and encodes what the copy engine needs to know of them.
tile.kernel @add_one(%in: memref<8x32xf32>, %out: memref<8x32xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32

  // Shared memory: the tile, and one mbarrier that counts the bytes that arrive.
  // The planner places both.
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %lane = gpu.thread_id x
  %leader = arith.cmpi eq, %lane, %c0 : index

  // One arrival completes a phase of the barrier, when all expected bytes are in.
  scf.if %leader {
    tile.mbarrier.init %bar, 1
  }
  // The copy engine works through the async proxy: the fence shows it the barrier.
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync

  // The instruction by its PTX name, issued by one thread. Box and coordinates run
  // outer to inner and count elements; the descriptor is made of the operands, and
  // is a kernel parameter in the end. 8 * 32 * 4 bytes arrive.
  scf.if %leader {
    tile.mbarrier.arrive_expect_tx %bar, 1024
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %in) box [8, 32] coords [0, 0] mbar %bar
      : memref<8x32xf32, #tile.shared>, memref<8x32xf32>
  }
  // Phase 0 is complete: every thread sees the bytes.
  tile.mbarrier.wait %bar, 0

  // Compute is upstream MLIR: arith, math, scf, memref, vector, and the gpu ids.
  scf.for %row = %c0 to %c8 step %c1 {
    %x = memref.load %tile[%row, %lane] : memref<8x32xf32, #tile.shared>
    %y = arith.addf %x, %one : f32
    memref.store %y, %tile[%row, %lane] : memref<8x32xf32, #tile.shared>
  }

  // Every writer fences, then the block meets, then one thread stores and waits
  // for its group of copies.
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leader {
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%out, %tile) box [8, 32] coords [0, 0]
      : memref<8x32xf32>, memref<8x32xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

// The host side: one block over these operands.
launch.func @add_one_launch(%in: memref<8x32xf32>, %out: memref<8x32xf32>) {
  launch.kernel @add_one grid [1] (%in, %out) : memref<8x32xf32>, memref<8x32xf32>
}
