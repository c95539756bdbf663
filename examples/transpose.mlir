// Transposes a matrix, a tile of 64x64 a block. Tiles lie in shared memory in columns of
// 32 floats, 128 bytes, under the 128B swizzle; each copy of two boxes brings one in or
// out. Threads turn blocks of 4x4 in their registers, 16 bytes an access.
//
// The swizzle moves the 16-byte unit u of row r to place u ^ (r mod 8). Eight threads
// access shared memory at once; thread t of eight has the block at row (t + s) mod 8 and
// column t, in blocks of a subtile of 32x32. The rows that the eight read, and those that
// they write, then lie in different banks. Extents are multiples of 4, as rows of both
// matrices are multiples of 16 bytes.

!matrix = memref<?x?xf32, strided<[?, 1]>>
!tile = memref<2x64x32xf32, #tile.shared<swizzle = 128B>>

tile.kernel @transpose(%in: !matrix {tile.dims = ["m", "n"]},
                       %out: !matrix {tile.dims = ["n", "m"]}) block [128] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index

  %into = tile.alloc_shared : !tile
  %outof = tile.alloc_shared : !tile
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>

  %x = gpu.block_id x
  %y = gpu.block_id y
  %row = arith.muli %y, %c64 : index
  %col = arith.muli %x, %c64 : index
  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index
  scf.if %leader {
    tile.mbarrier.init %bar, 1
    tile.fence.proxy.async <shared_cta>
    %bytes = tile.tx_bytes %into box [64, 32] : !tile
    tile.mbarrier.arrive_expect_tx %bar, %bytes
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%into, %in) box [64, 32] coords [%row, %col] coord_steps [[0, 32]] mbar %bar
      : !tile, !matrix
  }
  tile.cta_sync
  tile.mbarrier.wait %bar, 0

  %t = arith.andi %thread, %c7 : index
  %in_col = arith.muli %t, %c4 : index
  // 256 blocks of 4x4: subtile (p, q), of 8x8 blocks, then s, then t.
  scf.for %w = %thread to %c256 step %c128 {
    %subtile = arith.shrui %w, %c6 : index
    %p = arith.shrui %subtile, %c1 : index
    %q = arith.andi %subtile, %c1 : index
    %s = arith.shrui %w, %c3 : index
    %turned = arith.addi %t, %s : index
    %a = arith.andi %turned, %c7 : index
    %out_col = arith.muli %a, %c4 : index
    %p_rows = arith.muli %p, %c32 : index
    %q_rows = arith.muli %q, %c32 : index
    %r0 = arith.addi %p_rows, %out_col : index
    %r1 = arith.addi %r0, %c1 : index
    %r2 = arith.addi %r0, %c2 : index
    %r3 = arith.addi %r0, %c3 : index
    %v0 = vector.load %into[%q, %r0, %in_col] : !tile, vector<4xf32>
    %v1 = vector.load %into[%q, %r1, %in_col] : !tile, vector<4xf32>
    %v2 = vector.load %into[%q, %r2, %in_col] : !tile, vector<4xf32>
    %v3 = vector.load %into[%q, %r3, %in_col] : !tile, vector<4xf32>
    %e0:4 = vector.to_elements %v0 : vector<4xf32>
    %e1:4 = vector.to_elements %v1 : vector<4xf32>
    %e2:4 = vector.to_elements %v2 : vector<4xf32>
    %e3:4 = vector.to_elements %v3 : vector<4xf32>
    %w0 = vector.from_elements %e0#0, %e1#0, %e2#0, %e3#0 : vector<4xf32>
    %w1 = vector.from_elements %e0#1, %e1#1, %e2#1, %e3#1 : vector<4xf32>
    %w2 = vector.from_elements %e0#2, %e1#2, %e2#2, %e3#2 : vector<4xf32>
    %w3 = vector.from_elements %e0#3, %e1#3, %e2#3, %e3#3 : vector<4xf32>
    %s0 = arith.addi %q_rows, %in_col : index
    %s1 = arith.addi %s0, %c1 : index
    %s2 = arith.addi %s0, %c2 : index
    %s3 = arith.addi %s0, %c3 : index
    vector.store %w0, %outof[%p, %s0, %out_col] : !tile, vector<4xf32>
    vector.store %w1, %outof[%p, %s1, %out_col] : !tile, vector<4xf32>
    vector.store %w2, %outof[%p, %s2, %out_col] : !tile, vector<4xf32>
    vector.store %w3, %outof[%p, %s3, %out_col] : !tile, vector<4xf32>
  }

  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leader {
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%out, %outof) box [64, 32] coords [%col, %row] coord_steps [[0, 32]]
      : !matrix, !tile
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @transpose_launch(%in: !matrix {tile.dims = ["m", "n"]},
                              %out: !matrix {tile.dims = ["n", "m"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %rows = memref.dim %in, %c0 : !matrix
  %cols = memref.dim %in, %c1 : !matrix
  %tile_rows = arith.ceildivui %rows, %c64 : index
  %tile_cols = arith.ceildivui %cols, %c64 : index
  launch.kernel @transpose grid [%tile_cols, %tile_rows] (%in, %out) : !matrix, !matrix
}
