// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The binary interface between a kernel compiled for the CPU and the simulator:
// plain C. A kernel is one function, which every CUDA thread of the grid runs
// on a stack of its own:
//
//   void copy(TilerySimThread *thread, const void *const *params);
//
// All pointers in kernel code are pointers of the host:
//   global memory   memory of the host, registered with the engine;
//   shared memory   thread->shared plus an offset; a block's starts at a
//                   multiple of 1024 bytes;
//   another block's what tilery_sim_mapa gives;
//   an mbarrier     its 8 bytes in shared memory;
//   a TensorMap     128 bytes that the simulator's encoder wrote.
//
// The code accesses memory itself, after it has said so by a hook; without
// checks it calls no hook. Every call carries a site, an index into the
// kernel's table of source places.
//
// A call that finds a fault of the device (an illegal address, a trap) does not
// return: the launch ends, and all stacks are given up without unwinding. So
// kernel code must own nothing that has to be released.
//
// Loops: at each back edge the code decrements thread->fuel and calls
// tilery_sim_refuel when that has become negative. Other threads run meanwhile,
// so that a loop which polls plain memory ends, and an endless one is found.
//
// Enumerations have the values of the tile dialect.

#ifndef TILERY_SIM_ABI_H
#define TILERY_SIM_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The names are C's.
// NOLINTBEGIN(readability-identifier-naming)

/// Raised with every change of a struct or of a meaning below.
#define TILERY_SIM_ABI_VERSION 1

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// A CUDA thread. Generated code reads these fields and writes `fuel`; more,
/// which belongs to the engine, lies behind. Offsets are part of the interface.
/// Triples are x, y, z.
typedef struct TilerySimThread {
  uint8_t *shared;             ///< 0: shared memory of the block
  int64_t fuel;                ///< 8: back edges before the next refuel
  uint32_t threadIdx[3];       ///< 16: %tid
  uint32_t blockDim[3];        ///< 28: %ntid
  uint32_t blockIdx[3];        ///< 40: %ctaid
  uint32_t gridDim[3];         ///< 52: %nctaid
  uint32_t clusterIdx[3];      ///< 64: %clusterid
  uint32_t clusterGridDim[3];  ///< 76: %nclusterid, clusters of the grid
  uint32_t clusterBlockIdx[3]; ///< 88: %cluster_ctaid
  uint32_t clusterDim[3];      ///< 100: %cluster_nctaid, blocks of a cluster
  uint32_t clusterRank;        ///< 112: %cluster_ctarank
  uint32_t clusterSize;        ///< 116: %cluster_nctarank
  uint32_t linearThread;       ///< 120: x fastest
  uint32_t warp;               ///< 124: linearThread / 32
  uint32_t lane;               ///< 128: linearThread % 32
  uint32_t numWarps;           ///< 132: of the block, rounded up
} TilerySimThread;

/// A kernel. `params[i]` points to the value of parameter i, as for
/// cuLaunchKernel: 128 bytes of a TensorMap (64-byte aligned), a pointer, or a
/// number.
typedef void (*TilerySimFunction)(TilerySimThread *thread,
                                  const void *const *params);

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// TilerySimSite::flags
enum {
  /// The user accepts that this store writes up to the next 16 bytes past the
  /// inner edge (allow_edge_spill).
  TILERY_SIM_ALLOW_EDGE_SPILL = 1,
};

/// A place in the source: one operation. Texts may be empty, never null.
typedef struct TilerySimSite {
  const char *file;
  uint32_t line, column; ///< 1-based; 0: not known
  const char *op;        ///< "tile.tma.load", "memref.store"
  const char *operand;   ///< name of what it accesses: "%tile", "A"
  int32_t buffer;        ///< index of the shared buffer that it accesses, or -1
  int32_t param;         ///< index of the pointer or TensorMap parameter, or -1
  uint32_t flags;        ///< TILERY_SIM_ALLOW_EDGE_SPILL
} TilerySimSite;

/// TilerySimBuffer::flags
enum {
  /// An array of mbarriers, 8 bytes each.
  TILERY_SIM_BARRIERS = 1,
  /// The launch's dynamic shared memory: it reaches to the end of the block's.
  TILERY_SIM_DYNAMIC = 2,
};

/// A shared buffer. Buffers may overlap (views of raw bytes).
typedef struct TilerySimBuffer {
  const char *name; ///< "tile", "full"
  uint32_t offset;  ///< bytes from the start of the block's shared memory
  uint32_t bytes;
  uint32_t flags; ///< TILERY_SIM_BARRIERS, TILERY_SIM_DYNAMIC
} TilerySimBuffer;

/// TilerySimParam::kind: the values of TILERY_PARAM_* in Launcher/Abi.h.
enum {
  TILERY_SIM_PARAM_MAP = 0,
  TILERY_SIM_PARAM_POINTER = 1,
  TILERY_SIM_PARAM_INT = 2,
  TILERY_SIM_PARAM_FLOAT = 3,
};

typedef struct TilerySimParam {
  int32_t kind;     ///< TILERY_SIM_PARAM_*
  uint32_t size;    ///< bytes
  const char *name; ///< of the kernel's argument: "A"; may be empty
} TilerySimParam;

/// TilerySimKernel::flags
enum {
  /// The kernel reads or writes memory that it also reduces into (or updates it
  /// atomically): its blocks run in order on one worker, and reductions take
  /// effect at once.
  TILERY_SIM_READS_REDUCED = 1,
  /// It calls tilery_sim_grid_sync: only cooperative launches may start it.
  TILERY_SIM_GRID_SYNC = 2,
};

typedef struct TilerySimKernel {
  uint32_t abi; ///< TILERY_SIM_ABI_VERSION
  uint32_t flags;
  const char *name;
  TilerySimFunction function;
  uint32_t block[3];
  uint32_t cluster[3];   ///< 1, 1, 1: none
  uint32_t staticShared; ///< bytes
  uint32_t numBuffers;
  uint32_t numSites;
  uint32_t numParams;
  const TilerySimBuffer *buffers;
  const TilerySimSite *sites;
  const TilerySimParam *params;
} TilerySimKernel;

//===----------------------------------------------------------------------===//
// Memory accesses
//===----------------------------------------------------------------------===//

/// Said before the code accesses `bytes` adjacent bytes (1..65535) at once.
/// `alignment` is what the device wants of the address, a power of two. The
/// cluster forms take what tilery_sim_mapa gave. A vector is one call.
void tilery_sim_read_shared(TilerySimThread *thread, const void *address,
                            uint32_t bytes, uint32_t alignment, uint32_t site);
void tilery_sim_write_shared(TilerySimThread *thread, void *address,
                             uint32_t bytes, uint32_t alignment, uint32_t site);
void tilery_sim_read_global(TilerySimThread *thread, const void *address,
                            uint32_t bytes, uint32_t alignment, uint32_t site);
void tilery_sim_write_global(TilerySimThread *thread, void *address,
                             uint32_t bytes, uint32_t alignment, uint32_t site);
void tilery_sim_read_cluster(TilerySimThread *thread, const void *address,
                             uint32_t bytes, uint32_t alignment, uint32_t site);
void tilery_sim_write_cluster(TilerySimThread *thread, void *address,
                              uint32_t bytes, uint32_t alignment,
                              uint32_t site);

//===----------------------------------------------------------------------===//
// Threads of a warp. All lanes execute these together: a lane waits for the
// others of the warp that have not ended.
//===----------------------------------------------------------------------===//

/// 1 in one lane, else 0 (elect.sync).
int32_t tilery_sim_elect(TilerySimThread *thread, uint32_t site);

/// tile.warp_id: thread->warp, with the rendezvous of the shuffle behind it.
uint32_t tilery_sim_warp_id(TilerySimThread *thread, uint32_t site);

/// bar.warp.sync of the lanes in `mask`.
void tilery_sim_warp_sync(TilerySimThread *thread, uint32_t mask,
                          uint32_t site);

/// The modes of shfl.sync.
enum {
  TILERY_SIM_SHUFFLE_UP = 0,
  TILERY_SIM_SHUFFLE_DOWN = 1,
  TILERY_SIM_SHUFFLE_XOR = 2,
  TILERY_SIM_SHUFFLE_IDX = 3,
};

/// `value` (up to 64 bits) of the lane that `mode` selects by `lane` within
/// segments of `width` lanes (a power of two up to 32). The own value where
/// that lane is outside of the segment or not in `mask`; `*valid` (may be null)
/// says which it is, 1 or 0.
uint64_t tilery_sim_shuffle(TilerySimThread *thread, uint32_t mode,
                            uint64_t value, uint32_t lane, uint32_t width,
                            uint32_t mask, int32_t *valid, uint32_t site);

/// The modes of vote.sync.
enum {
  TILERY_SIM_VOTE_ALL = 0,
  TILERY_SIM_VOTE_ANY = 1,
  TILERY_SIM_VOTE_UNI = 2,
  TILERY_SIM_VOTE_BALLOT = 3,
};
uint32_t tilery_sim_vote(TilerySimThread *thread, uint32_t mode,
                         int32_t predicate, uint32_t mask, uint32_t site);

//===----------------------------------------------------------------------===//
// Barriers of blocks, clusters and grids
//===----------------------------------------------------------------------===//

/// bar.sync 0.
void tilery_sim_cta_sync(TilerySimThread *thread, uint32_t site);

/// bar.sync and bar.arrive of `threads` threads, a multiple of 32.
void tilery_sim_named_barrier_sync(TilerySimThread *thread, uint32_t id,
                                   uint32_t threads, uint32_t site);
void tilery_sim_named_barrier_arrive(TilerySimThread *thread, uint32_t id,
                                     uint32_t threads, uint32_t site);

/// Semantics (tile::Semantics) and scopes (tile::Scope).
enum {
  TILERY_SIM_RELAXED = 0,
  TILERY_SIM_RELEASE = 1,
  TILERY_SIM_ACQUIRE = 2,
  TILERY_SIM_ACQ_REL = 3,
  TILERY_SIM_SC = 4,
};
enum {
  TILERY_SIM_CTA = 0,
  TILERY_SIM_CLUSTER = 1,
  TILERY_SIM_GPU = 2,
  TILERY_SIM_SYS = 3,
};

/// barrier.cluster.arrive and .wait; `semantics` is release or relaxed.
/// `aligned` says that all lanes of the warp execute it together.
void tilery_sim_cluster_arrive(TilerySimThread *thread, uint32_t semantics,
                               int32_t aligned, uint32_t site);
void tilery_sim_cluster_wait(TilerySimThread *thread, int32_t aligned,
                             uint32_t site);
/// Both, of all lanes together; of a kernel without a cluster cta_sync's sense.
void tilery_sim_cluster_sync(TilerySimThread *thread, uint32_t site);

void tilery_sim_grid_sync(TilerySimThread *thread, uint32_t site);

/// griddepcontrol: launches are in order, so nothing is waited for.
void tilery_sim_grid_dependency_wait(TilerySimThread *thread, uint32_t site);
void tilery_sim_grid_dependency_launch(TilerySimThread *thread, uint32_t site);

/// Lets the others run.
void tilery_sim_nanosleep(TilerySimThread *thread, uint32_t nanoseconds,
                          uint32_t site);

/// Where a shared address of the block lies in the block of rank `rank`.
void *tilery_sim_mapa(TilerySimThread *thread, const void *address,
                      uint32_t rank, uint32_t site);

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

/// `space` is tile::FenceSpace.
enum {
  TILERY_SIM_SPACE_ALL = 0,
  TILERY_SIM_SPACE_GLOBAL = 1,
  TILERY_SIM_SPACE_SHARED_CTA = 2,
  TILERY_SIM_SPACE_SHARED_CLUSTER = 3,
};
void tilery_sim_fence_proxy_async(TilerySimThread *thread, uint32_t space,
                                  uint32_t site);
/// fence.proxy.async::generic, acquire or release.
void tilery_sim_fence_proxy_async_generic(TilerySimThread *thread,
                                          uint32_t semantics, uint32_t site);
void tilery_sim_fence_proxy_alias(TilerySimThread *thread, uint32_t site);
/// `map` is null for the release.
void tilery_sim_fence_proxy_tensormap(TilerySimThread *thread,
                                      uint32_t semantics, uint32_t scope,
                                      const void *map, uint32_t site);
void tilery_sim_fence_mbarrier_init(TilerySimThread *thread, uint32_t site);
/// fence.acq_rel, fence.sc.
void tilery_sim_fence(TilerySimThread *thread, uint32_t semantics,
                      uint32_t scope, uint32_t site);

//===----------------------------------------------------------------------===//
// mbarriers. `barrier` may lie in another block where PTX has a
// .shared::cluster form (arrive..., expect_tx, complete_tx).
//===----------------------------------------------------------------------===//

void tilery_sim_mbarrier_init(TilerySimThread *thread, void *barrier,
                              uint32_t count, uint32_t site);
void tilery_sim_mbarrier_inval(TilerySimThread *thread, void *barrier,
                               uint32_t site);

/// `order` of what follows: TILERY_SIM_ORDER(semantics, scope).
#define TILERY_SIM_ORDER(semantics, scope) ((semantics) | (scope) << 8)
/// Added to `order` for mbarrier.arrive.noComplete.
#define TILERY_SIM_NO_COMPLETE (1 << 16)

/// They return the state before the arrival, for the waits and pending_count;
/// of no meaning for a barrier of another block.
uint64_t tilery_sim_mbarrier_arrive(TilerySimThread *thread, void *barrier,
                                    uint32_t count, uint32_t order,
                                    uint32_t site);
uint64_t tilery_sim_mbarrier_arrive_drop(TilerySimThread *thread, void *barrier,
                                         uint32_t count, uint32_t order,
                                         uint32_t site);
uint64_t tilery_sim_mbarrier_arrive_expect_tx(TilerySimThread *thread,
                                              void *barrier, uint32_t bytes,
                                              uint32_t order, uint32_t site);
uint64_t tilery_sim_mbarrier_arrive_drop_expect_tx(TilerySimThread *thread,
                                                   void *barrier,
                                                   uint32_t bytes,
                                                   uint32_t order,
                                                   uint32_t site);
void tilery_sim_mbarrier_expect_tx(TilerySimThread *thread, void *barrier,
                                   uint32_t bytes, uint32_t order,
                                   uint32_t site);
void tilery_sim_mbarrier_complete_tx(TilerySimThread *thread, void *barrier,
                                     uint32_t bytes, uint32_t order,
                                     uint32_t site);
uint32_t tilery_sim_mbarrier_pending_count(uint64_t state);

/// Blocks until the phase of that parity, or of that state, is complete.
void tilery_sim_mbarrier_wait(TilerySimThread *thread, void *barrier,
                              uint32_t parity, uint32_t order, uint32_t site);
void tilery_sim_mbarrier_wait_state(TilerySimThread *thread, void *barrier,
                                    uint64_t state, uint32_t order,
                                    uint32_t site);
/// 1 when the phase is complete, else 0, and the others have run meanwhile.
int32_t tilery_sim_mbarrier_try_wait(TilerySimThread *thread, void *barrier,
                                     uint32_t parity, uint32_t order,
                                     uint32_t site);
int32_t tilery_sim_mbarrier_try_wait_state(TilerySimThread *thread,
                                           void *barrier, uint64_t state,
                                           uint32_t order, uint32_t site);
int32_t tilery_sim_mbarrier_test_wait(TilerySimThread *thread, void *barrier,
                                      uint32_t parity, uint32_t order,
                                      uint32_t site);
int32_t tilery_sim_mbarrier_test_wait_state(TilerySimThread *thread,
                                            void *barrier, uint64_t state,
                                            uint32_t order, uint32_t site);

//===----------------------------------------------------------------------===//
// Copies. Coordinates are innermost first, as many as the map has dimensions.
// Cache policies are not passed: they change no byte.
//===----------------------------------------------------------------------===//

/// cp.async.bulk.tensor, global to shared. `mask` 0: into `shared` of the own
/// block; else bit r: to the same offset, and the same offset of the barrier,
/// in the block of rank r.
void tilery_sim_tma_load(TilerySimThread *thread, void *shared, const void *map,
                         const int32_t *coords, uint32_t rank, void *barrier,
                         uint32_t mask, uint32_t site);
void tilery_sim_tma_store(TilerySimThread *thread, const void *map,
                          const int32_t *coords, uint32_t rank,
                          const void *shared, uint32_t site);
/// `kind` is tensormap::ReduceOp.
void tilery_sim_tma_reduce(TilerySimThread *thread, uint32_t kind,
                           const void *map, const int32_t *coords,
                           uint32_t rank, const void *shared, uint32_t site);
void tilery_sim_tma_prefetch(TilerySimThread *thread, const void *map,
                             const int32_t *coords, uint32_t rank,
                             uint32_t site);
void tilery_sim_tma_prefetch_map(TilerySimThread *thread, const void *map,
                                 uint32_t site);

/// cp.async.bulk, global to shared; `mask` as above.
void tilery_sim_bulk_load(TilerySimThread *thread, void *shared,
                          const void *global, uint32_t bytes, void *barrier,
                          uint32_t mask, uint32_t site);
void tilery_sim_bulk_store(TilerySimThread *thread, void *global,
                           const void *shared, uint32_t bytes, uint32_t site);
/// Shared to the shared memory of a block of the cluster; the barrier is one of
/// that block.
void tilery_sim_bulk_copy(TilerySimThread *thread, void *destination,
                          const void *source, uint32_t bytes, void *barrier,
                          uint32_t site);
/// `kind` is tensormap::ReduceOp, `type` tile::ReduceType.
enum {
  TILERY_SIM_F16 = 0,
  TILERY_SIM_BF16 = 1,
  TILERY_SIM_B32 = 2,
  TILERY_SIM_U32 = 3,
  TILERY_SIM_S32 = 4,
  TILERY_SIM_B64 = 5,
  TILERY_SIM_U64 = 6,
  TILERY_SIM_S64 = 7,
  TILERY_SIM_F32 = 8,
  TILERY_SIM_F64 = 9,
};
void tilery_sim_bulk_reduce(TilerySimThread *thread, uint32_t kind,
                            uint32_t type, void *global, const void *shared,
                            uint32_t bytes, uint32_t site);
void tilery_sim_bulk_reduce_shared(TilerySimThread *thread, uint32_t kind,
                                   uint32_t type, void *destination,
                                   const void *source, uint32_t bytes,
                                   void *barrier, uint32_t site);
void tilery_sim_bulk_prefetch(TilerySimThread *thread, const void *global,
                              uint32_t bytes, uint32_t site);

void tilery_sim_bulk_commit_group(TilerySimThread *thread, uint32_t site);
/// `read` 1: until the sources have been read; 0: until all is written.
void tilery_sim_bulk_wait_group(TilerySimThread *thread, uint32_t pending,
                                int32_t read, uint32_t site);

//===----------------------------------------------------------------------===//
// Register fragments: registers that asynchronous instructions read and write
// (wgmma). Each lies in a slot of its thread, in memory of the kernel's own.
//===----------------------------------------------------------------------===//

/// Says that slot `slot` (0..255) is `bytes` bytes at `data`, which stays
/// there.
void tilery_sim_fragment_bind(TilerySimThread *thread, uint32_t slot,
                              void *data, uint32_t bytes, uint32_t site);
/// Said before plain code reads or writes the fragment.
void tilery_sim_fragment_read(TilerySimThread *thread, uint32_t slot,
                              uint32_t site);
void tilery_sim_fragment_write(TilerySimThread *thread, uint32_t slot,
                               uint32_t site);
/// Orders plain accesses of fragments before the asynchronous ones that follow
/// (wgmma.fence).
void tilery_sim_fragment_fence(TilerySimThread *thread, uint32_t site);
/// Closes a group over the thread's asynchronous instructions since the last,
/// and waits until at most `pending` groups are not complete.
void tilery_sim_fragment_commit_group(TilerySimThread *thread, uint32_t site);
void tilery_sim_fragment_wait_group(TilerySimThread *thread, uint32_t pending,
                                    uint32_t site);

//===----------------------------------------------------------------------===//
// Text, traps, loops
//===----------------------------------------------------------------------===//

/// vprintf: `arguments` holds the values in order, each at a multiple of its
/// size: 4 bytes, or 8 for i64 and f64. May be null without arguments.
void tilery_sim_printf(TilerySimThread *thread, const char *format,
                       const void *arguments, uint32_t bytes, uint32_t site);
/// These do not return.
void tilery_sim_assert_fail(TilerySimThread *thread, const char *message,
                            uint32_t site);
void tilery_sim_trap(TilerySimThread *thread, const char *reason,
                     uint32_t site);
/// tile.coord of an index beyond 32 bits.
void tilery_sim_coord_overflow(TilerySimThread *thread, int64_t index,
                               uint32_t site);

/// Called when thread->fuel is negative.
void tilery_sim_refuel(TilerySimThread *thread, uint32_t site);

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// A function of this file, for whoever links generated code.
typedef struct TilerySimSymbol {
  const char *name;
  void *address;
} TilerySimSymbol;

/// All of them; `*count` is their number.
const TilerySimSymbol *tilery_sim_symbols(size_t *count);

// NOLINTEND(readability-identifier-naming)

#ifdef __cplusplus
} // extern "C"
#endif

#endif // TILERY_SIM_ABI_H
