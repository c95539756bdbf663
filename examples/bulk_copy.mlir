// Copies a vector without a map: bulk copies move adjacent bytes between addresses,
// so that neither a descriptor nor a box is needed. Each block takes 4096 elements,
// the last one what is left, whose number of bytes is known at run time only. Any
// length that is a multiple of 16 bytes.

!vector = memref<?xf32>
!part = memref<?xf32, strided<[1], offset: ?>>
!chunk = memref<4096xf32, #tile.shared>
!barriers = memref<1x!tile.mbarrier, #tile.shared>

tile.kernel @bulk_copy(%src: !vector {tile.dims = ["n"], tile.divisible = [4]},
                       %dst: !vector {tile.dims = ["n"], tile.divisible = [4]}) block [32] {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c4096 = arith.constant 4096 : index
  %chunk = tile.alloc_shared : !chunk
  %full = tile.alloc_shared : !barriers
  %bar = tile.mbarrier.ref %full[%c0] : !barriers

  %block = gpu.block_id x
  %start = arith.muli %block, %c4096 : index
  %n = memref.dim %src, %c0 : !vector
  %left = arith.subi %n, %start : index
  %length = arith.minui %left, %c4096 : index
  %wide = arith.muli %length, %c4 : index
  %bytes = arith.index_cast %wide : index to i32
  %from = memref.subview %src[%start] [%length] [1] : !vector to !part
  %to = memref.subview %dst[%start] [%length] [1] : !vector to !part

  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index
  scf.if %leader {
    tile.mbarrier.init %bar, 1
    tile.fence.proxy.async <shared_cta>
    tile.mbarrier.arrive_expect_tx %bar, %bytes
    tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes"
      (%chunk, %from) mbar %bar bytes %bytes : !chunk, !part
    tile.mbarrier.wait %bar, 0
    tile.apply "cp.async.bulk.global.shared::cta.bulk_group"
      (%to, %chunk) bytes %bytes : !part, !chunk
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @bulk_copy_launch(%src: !vector {tile.dims = ["n"]},
                              %dst: !vector {tile.dims = ["n"]}) {
  %c0 = arith.constant 0 : index
  %c4096 = arith.constant 4096 : index
  %n = memref.dim %src, %c0 : !vector
  %chunks = arith.ceildivui %n, %c4096 : index
  launch.kernel @bulk_copy grid [%chunks] (%src, %dst) : !vector, !vector
}
