// Doubles a matrix with warps of two roles: warp 0 loads tiles into a ring of three
// stages, four warps work on them. `full` says that a stage has its bytes, `empty` that
// it may be loaded again: the consumers hand it back once their store has read it.
//
// A fresh barrier passes a wait on parity 1, so that the producer finds all stages empty
// at first. Any number of rows; a row has a multiple of 16 bytes.

!matrix = memref<?x?xf32, strided<[?, 1]>>
!ring = memref<3x32x64xf32, #tile.shared>
!stage = memref<32x64xf32, strided<[64, 1], offset: ?>, #tile.shared>
!barriers = memref<3x!tile.mbarrier, #tile.shared>

tile.kernel @double(%in: !matrix {tile.dims = ["m", "n"]},
                    %out: !matrix {tile.dims = ["m", "n"]}) block [160] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c512 = arith.constant 512 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32

  %ring = tile.alloc_shared : !ring
  %full = tile.alloc_shared : !barriers
  %empty = tile.alloc_shared : !barriers

  %rows = memref.dim %in, %c0 : !matrix
  %cols = memref.dim %in, %c1 : !matrix
  %tile_rows = arith.ceildivui %rows, %c32 : index
  %tile_cols = arith.ceildivui %cols, %c64 : index
  %tiles = arith.muli %tile_rows, %tile_cols : index
  %block = gpu.block_id x
  %blocks = gpu.grid_dim x

  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index
  scf.if %leader {
    scf.for %s = %c0 to %c3 step %c1 {
      %f = tile.mbarrier.ref %full[%s] : !barriers
      tile.mbarrier.init %f, 1
      %e = tile.mbarrier.ref %empty[%s] : !barriers
      tile.mbarrier.init %e, 1
    }
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync

  %warp = tile.warp_id
  %produces = arith.cmpi eq, %warp, %c0 : index
  scf.if %produces {
    %elected = tile.elect
    scf.if %elected {
      %last:2 = scf.for %t = %block to %tiles step %blocks
          iter_args(%s = %c0, %phase = %i1) -> (index, i32) {
        %tr = arith.divui %t, %tile_cols : index
        %tc = arith.remui %t, %tile_cols : index
        %row = arith.muli %tr, %c32 : index
        %col = arith.muli %tc, %c64 : index
        %e = tile.mbarrier.ref %empty[%s] : !barriers
        tile.mbarrier.wait %e, %phase
        %f = tile.mbarrier.ref %full[%s] : !barriers
        %stage = memref.subview %ring[%s, 0, 0] [1, 32, 64] [1, 1, 1] : !ring to !stage
        tile.mbarrier.arrive_expect_tx %f, 8192
        tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
          (%stage, %in) box [32, 64] coords [%row, %col] mbar %f
          : !stage, !matrix
        %wraps = arith.cmpi eq, %s, %c2 : index
        %s1 = arith.addi %s, %c1 : index
        %next = arith.select %wraps, %c0, %s1 : index
        %turned = arith.xori %phase, %i1 : i32
        %next_phase = arith.select %wraps, %turned, %phase : i32
        scf.yield %next, %next_phase : index, i32
      }
    }
  } else {
    %worker = arith.subi %thread, %c32 : index
    %first = arith.cmpi eq, %worker, %c0 : index
    %last:2 = scf.for %t = %block to %tiles step %blocks
        iter_args(%s = %c0, %phase = %i0) -> (index, i32) {
      %tr = arith.divui %t, %tile_cols : index
      %tc = arith.remui %t, %tile_cols : index
      %row = arith.muli %tr, %c32 : index
      %col = arith.muli %tc, %c64 : index
      %f = tile.mbarrier.ref %full[%s] : !barriers
      tile.mbarrier.wait %f, %phase
      // Four floats a thread and turn: 16 vectors make a row.
      scf.for %v = %worker to %c512 step %c128 {
        %r = arith.shrui %v, %c4 : index
        %skipped = arith.shli %r, %c4 : index
        %in_row = arith.subi %v, %skipped : index
        %c = arith.muli %in_row, %c4 : index
        %x = vector.load %ring[%s, %r, %c] : !ring, vector<4xf32>
        %y = arith.addf %x, %x : vector<4xf32>
        vector.store %y, %ring[%s, %r, %c] : !ring, vector<4xf32>
      }
      // What these warps wrote is read by the copy engine; the producer is not asked.
      tile.fence.proxy.async <shared_cta>
      tile.named_barrier.sync 1, 128
      scf.if %first {
        %stage = memref.subview %ring[%s, 0, 0] [1, 32, 64] [1, 1, 1] : !ring to !stage
        tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
          (%out, %stage) box [32, 64] coords [%row, %col] : !matrix, !stage
        tile.bulk.commit_group
        tile.bulk.wait_group 0 read
        %e = tile.mbarrier.ref %empty[%s] : !barriers
        tile.mbarrier.arrive %e
      }
      %wraps = arith.cmpi eq, %s, %c2 : index
      %s1 = arith.addi %s, %c1 : index
      %next = arith.select %wraps, %c0, %s1 : index
      %turned = arith.xori %phase, %i1 : i32
      %next_phase = arith.select %wraps, %turned, %phase : i32
      scf.yield %next, %next_phase : index, i32
    }
    scf.if %first {
      tile.bulk.wait_group 0
    }
  }
}

launch.func @double_launch(%in: !matrix {tile.dims = ["m", "n"]},
                           %out: !matrix {tile.dims = ["m", "n"]}) {
  // As many blocks as an H200 has multiprocessors; any number will do.
  launch.kernel @double grid [132] (%in, %out) : !matrix, !matrix
}
