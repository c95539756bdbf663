// The ring copy that simulators are compared on: 132 blocks copy 64 tiles of 64x64 f16
// each through a ring of two stages. One warp loads, four pass the tile on from the stage
// to another one, which the copy engine stores: 16 bytes at a time, or 2.

!matrix = memref<540672x64xf16>
!ring = memref<2x64x64xf16, #tile.shared>
!stage = memref<64x64xf16, strided<[64, 1], offset: ?>, #tile.shared>
!barriers = memref<2x!tile.mbarrier, #tile.shared>

tile.kernel @vectors(%in: !matrix, %out: !matrix)
    block [160] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %units = arith.constant 512 : index
  %width = arith.constant 8 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32

  %ring = tile.alloc_shared : !ring
  %copies = tile.alloc_shared : !ring
  %full = tile.alloc_shared : !barriers
  %empty = tile.alloc_shared : !barriers

  %block = gpu.block_id x
  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index
  scf.if %leader {
    scf.for %s = %c0 to %c2 step %c1 {
      %f = tile.mbarrier.ref %full[%s] : !barriers
      tile.mbarrier.init %f, 1
      %e = tile.mbarrier.ref %empty[%s] : !barriers
      tile.mbarrier.init %e, 128
    }
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync

  %first_row = arith.muli %block, %c64 : index
  %warp = tile.warp_id
  %produces = arith.cmpi eq, %warp, %c0 : index
  scf.if %produces {
    %elected = tile.elect
    scf.if %elected {
      %last:2 = scf.for %t = %c0 to %c64 step %c1
          iter_args(%s = %c0, %phase = %i1) -> (index, i32) {
        %tile = arith.addi %first_row, %t : index
        %row = arith.muli %tile, %c64 : index
        %e = tile.mbarrier.ref %empty[%s] : !barriers
        tile.mbarrier.wait %e, %phase
        %f = tile.mbarrier.ref %full[%s] : !barriers
        %stage = memref.subview %ring[%s, 0, 0] [1, 64, 64] [1, 1, 1] : !ring to !stage
        tile.mbarrier.arrive_expect_tx %f, 8192
        tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
          (%stage, %in) box [64, 64] coords [%row, 0] mbar %f : !stage, !matrix
        %wraps = arith.cmpi eq, %s, %c1 : index
        %next = arith.subi %c1, %s : index
        %turned = arith.xori %phase, %i1 : i32
        %next_phase = arith.select %wraps, %turned, %phase : i32
        scf.yield %next, %next_phase : index, i32
      }
    }
  } else {
    %worker = arith.subi %thread, %c32 : index
    %first = arith.cmpi eq, %worker, %c0 : index
    %last:2 = scf.for %t = %c0 to %c64 step %c1
        iter_args(%s = %c0, %phase = %i0) -> (index, i32) {
      %tile = arith.addi %first_row, %t : index
      %row = arith.muli %tile, %c64 : index
      // The store of two tiles ago has read its stage before that is written again.
      scf.if %first {
        tile.bulk.wait_group 1 read
      }
      tile.named_barrier.sync 1, 128
      %f = tile.mbarrier.ref %full[%s] : !barriers
      tile.mbarrier.wait %f, %phase
      scf.for %v = %worker to %units step %c128 {
        %element = arith.muli %v, %width : index
        %r = arith.divui %element, %c64 : index
        %c = arith.remui %element, %c64 : index
        %x = vector.load %ring[%s, %r, %c] : !ring, vector<8xf16>
        vector.store %x, %copies[%s, %r, %c] : !ring, vector<8xf16>
      }
      %e = tile.mbarrier.ref %empty[%s] : !barriers
      tile.mbarrier.arrive %e
      tile.fence.proxy.async <shared_cta>
      tile.named_barrier.sync 1, 128
      scf.if %first {
        %stage = memref.subview %copies[%s, 0, 0] [1, 64, 64] [1, 1, 1] : !ring to !stage
        tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
          (%out, %stage) box [64, 64] coords [%row, 0] : !matrix, !stage
        tile.bulk.commit_group
      }
      %wraps = arith.cmpi eq, %s, %c1 : index
      %next = arith.subi %c1, %s : index
      %turned = arith.xori %phase, %i1 : i32
      %next_phase = arith.select %wraps, %turned, %phase : i32
      scf.yield %next, %next_phase : index, i32
    }
    scf.if %first {
      tile.bulk.wait_group 0
    }
  }
}

launch.func @vectors_launch(%in: !matrix,
                       %out: !matrix) {
  launch.kernel @vectors grid [132] (%in, %out) : !matrix, !matrix
}

tile.kernel @elements(%in: !matrix, %out: !matrix)
    block [160] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %units = arith.constant 4096 : index
  %width = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32

  %ring = tile.alloc_shared : !ring
  %copies = tile.alloc_shared : !ring
  %full = tile.alloc_shared : !barriers
  %empty = tile.alloc_shared : !barriers

  %block = gpu.block_id x
  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index
  scf.if %leader {
    scf.for %s = %c0 to %c2 step %c1 {
      %f = tile.mbarrier.ref %full[%s] : !barriers
      tile.mbarrier.init %f, 1
      %e = tile.mbarrier.ref %empty[%s] : !barriers
      tile.mbarrier.init %e, 128
    }
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync

  %first_row = arith.muli %block, %c64 : index
  %warp = tile.warp_id
  %produces = arith.cmpi eq, %warp, %c0 : index
  scf.if %produces {
    %elected = tile.elect
    scf.if %elected {
      %last:2 = scf.for %t = %c0 to %c64 step %c1
          iter_args(%s = %c0, %phase = %i1) -> (index, i32) {
        %tile = arith.addi %first_row, %t : index
        %row = arith.muli %tile, %c64 : index
        %e = tile.mbarrier.ref %empty[%s] : !barriers
        tile.mbarrier.wait %e, %phase
        %f = tile.mbarrier.ref %full[%s] : !barriers
        %stage = memref.subview %ring[%s, 0, 0] [1, 64, 64] [1, 1, 1] : !ring to !stage
        tile.mbarrier.arrive_expect_tx %f, 8192
        tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
          (%stage, %in) box [64, 64] coords [%row, 0] mbar %f : !stage, !matrix
        %wraps = arith.cmpi eq, %s, %c1 : index
        %next = arith.subi %c1, %s : index
        %turned = arith.xori %phase, %i1 : i32
        %next_phase = arith.select %wraps, %turned, %phase : i32
        scf.yield %next, %next_phase : index, i32
      }
    }
  } else {
    %worker = arith.subi %thread, %c32 : index
    %first = arith.cmpi eq, %worker, %c0 : index
    %last:2 = scf.for %t = %c0 to %c64 step %c1
        iter_args(%s = %c0, %phase = %i0) -> (index, i32) {
      %tile = arith.addi %first_row, %t : index
      %row = arith.muli %tile, %c64 : index
      // The store of two tiles ago has read its stage before that is written again.
      scf.if %first {
        tile.bulk.wait_group 1 read
      }
      tile.named_barrier.sync 1, 128
      %f = tile.mbarrier.ref %full[%s] : !barriers
      tile.mbarrier.wait %f, %phase
      scf.for %v = %worker to %units step %c128 {
        %element = arith.muli %v, %width : index
        %r = arith.divui %element, %c64 : index
        %c = arith.remui %element, %c64 : index
        %x = memref.load %ring[%s, %r, %c] : !ring
        memref.store %x, %copies[%s, %r, %c] : !ring
      }
      %e = tile.mbarrier.ref %empty[%s] : !barriers
      tile.mbarrier.arrive %e
      tile.fence.proxy.async <shared_cta>
      tile.named_barrier.sync 1, 128
      scf.if %first {
        %stage = memref.subview %copies[%s, 0, 0] [1, 64, 64] [1, 1, 1] : !ring to !stage
        tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
          (%out, %stage) box [64, 64] coords [%row, 0] : !matrix, !stage
        tile.bulk.commit_group
      }
      %wraps = arith.cmpi eq, %s, %c1 : index
      %next = arith.subi %c1, %s : index
      %turned = arith.xori %phase, %i1 : i32
      %next_phase = arith.select %wraps, %turned, %phase : i32
      scf.yield %next, %next_phase : index, i32
    }
    scf.if %first {
      tile.bulk.wait_group 0
    }
  }
}

launch.func @elements_launch(%in: !matrix,
                       %out: !matrix) {
  launch.kernel @elements grid [132] (%in, %out) : !matrix, !matrix
}
