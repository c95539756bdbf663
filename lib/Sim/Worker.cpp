// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Worker.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace tilery::sim {

/// What shared memory holds before it is written, the same in every run: NaN in
/// all floating-point formats, and -1.
static constexpr int kUnwritten = 0xFF;

Worker::~Worker() {
  if (sharedMemory)
    munmap(sharedMemory, sharedCapacity);
}

template <typename T>
static void grow(std::unique_ptr<T[]> &array, uint64_t &size, uint64_t needed) {
  if (needed <= size)
    return;
  array.reset(new T[needed]());
  size = needed;
}

bool Worker::reserve(uint64_t count) {
  uint64_t allBlocks = count * launch->blocksPerCluster;
  grow(clusters, numClusters, count);
  grow(blocks, numBlocks, allBlocks);
  grow(threads, numThreads, allBlocks * launch->threadsPerBlock);
  grow(warps, numWarps, allBlocks * launch->warpsPerBlock);
  size_t shared = allBlocks << launch->sharedShift;
  if (shared > sharedCapacity) {
    if (sharedMemory)
      munmap(sharedMemory, sharedCapacity);
    sharedCapacity = 0;
    void *memory = mmap(nullptr, shared, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    sharedMemory =
        memory == MAP_FAILED ? nullptr : static_cast<uint8_t *>(memory);
    if (!sharedMemory)
      return false;
    sharedCapacity = shared;
  }
  shadow.resize((launch->sharedBytes + kLineBytes - 1) / kLineBytes *
                allBlocks);
  return stacks.reserve(allBlocks * launch->threadsPerBlock,
                        launch->options->stackBytes);
}

void Worker::startThread(Block &block, uint32_t index, uint32_t stack) {
  const TilerySimKernel &kernel = *launch->kernel;
  Thread &t = block.threads[index];
  t.shared = block.shared;
  // A small limit is meant to be hit soon.
  t.fuel = int64_t(std::min<uint64_t>(kFuel, launch->options->stepLimit));
  const uint32_t *dim = kernel.block;
  t.threadIdx[0] = index % dim[0];
  t.threadIdx[1] = index / dim[0] % dim[1];
  t.threadIdx[2] = index / dim[0] / dim[1];
  for (int i = 0; i < 3; ++i) {
    t.blockDim[i] = dim[i];
    t.blockIdx[i] = block.index[i];
    t.gridDim[i] = launch->grid[i];
    t.clusterIdx[i] = block.index[i] / launch->cluster[i];
    t.clusterGridDim[i] = launch->clusterGrid[i];
    t.clusterBlockIdx[i] = block.index[i] % launch->cluster[i];
    t.clusterDim[i] = launch->cluster[i];
  }
  t.clusterRank = block.rank;
  t.clusterSize = launch->blocksPerCluster;
  t.linearThread = index;
  t.warp = index / 32;
  t.lane = index % 32;
  t.numWarps = launch->warpsPerBlock;

  t.sharedRanges = launch->sharedRanges.data();
  t.globalRanges = globalRanges.data();
  t.block = &block;
  t.worker = this;
  t.warpState = &block.warps[t.warp];
  t.stack = stack;
  t.stackLimit = stacks.limit(stack);
  t.fiber.context = nullptr;
  t.wait = Wait();
  t.hasEnded = t.hasClusterArrived = false;
  t.clusterPhase = 0;
  t.stores.clear();
  t.groups = t.lastGroup = t.waitedGroups = 0;
  t.fragments.reset();
  ready.push(&t);
}

void Worker::startCluster(Cluster &cluster, uint64_t index, uint64_t slot) {
  uint32_t perBlock = launch->threadsPerBlock;
  cluster = Cluster();
  cluster.index = index;
  cluster.result.cluster = index;
  cluster.numBlocks = launch->blocksPerCluster;
  cluster.threads = cluster.numBlocks * perBlock;
  cluster.blocks = &blocks[slot * cluster.numBlocks];
  cluster.shared =
      sharedMemory + (slot * cluster.numBlocks << launch->sharedShift);
  uint64_t at[3] = {index % launch->clusterGrid[0],
                    index / launch->clusterGrid[0] % launch->clusterGrid[1],
                    index / launch->clusterGrid[0] / launch->clusterGrid[1]};
  size_t lines = (launch->sharedBytes + kLineBytes - 1) / kLineBytes;
  for (uint32_t rank = 0; rank < cluster.numBlocks; ++rank) {
    Block &block = cluster.blocks[rank];
    uint64_t number = slot * cluster.numBlocks + rank;
    block = Block();
    block.cluster = &cluster;
    block.rank = rank;
    const uint32_t *dim = launch->cluster;
    uint32_t within[3] = {rank % dim[0], rank / dim[0] % dim[1],
                          rank / dim[0] / dim[1]};
    for (int i = 0; i < 3; ++i)
      block.index[i] = uint32_t(at[i] * dim[i] + within[i]);
    block.linear =
        block.index[0] +
        launch->grid[0] *
            (block.index[1] + uint64_t(launch->grid[1]) * block.index[2]);
    block.shared = cluster.shared + (size_t(rank) << launch->sharedShift);
    std::memset(block.shared, kUnwritten, launch->sharedBytes);
    block.shadow = shadow.data() + number * lines;
    if (checks && lines)
      std::memset(static_cast<void *>(block.shadow), 0,
                  lines * sizeof(ShadowLine));
    block.threads = &threads[number * perBlock];
    block.warps = &warps[number * launch->warpsPerBlock];
    block.live = perBlock;
    for (uint32_t w = 0; w < launch->warpsPerBlock; ++w) {
      uint32_t lanes = std::min(32u, perBlock - w * 32);
      Warp &warp = block.warps[w];
      warp.live = lanes == 32 ? ~0u : (1u << lanes) - 1;
      for (Rendezvous &meeting : warp.meetings)
        meeting.isActive = false;
      warp.waits.clear();
    }
    for (uint32_t i = 0; i < perBlock; ++i) {
      uint32_t stack = uint32_t(number * perBlock + i);
      startThread(block, i, stack);
    }
  }
  live += cluster.threads;
}

void Worker::runClusters(uint64_t first, uint64_t count) {
  random.seed(launch->options->seed, first);
  time = 0;
  ready.clear();
  polling.clear();
  groupWaiters.clear();
  gridWaiters.clear();
  waited = LinkedList<MBarrier>();
  numBarriers = 0;
  live = 0;
  hasStopped = hasRefuelled = false;
  events = eventsAtRound = eventsAtRefuel = spent = 0;
  staleRounds = gridArrived = 0;
  gridPhase = 0;
  issues.clear();
  liveClusters = count;
  statistics = Statistics();

  for (uint64_t i = 0; i < count; ++i)
    startCluster(clusters[i], first + i, i);
  runThreads();
  // What is still under way lands after the last thread, as on the device.
  while (!hasStopped && completeAny()) {
  }
  while (firstInFlight)
    release(*firstInFlight);
  if (!hasStopped && checks)
    for (uint64_t i = 0; i < count; ++i)
      checkClusterAtExit(clusters[i]);

  statistics.blocks = count * launch->blocksPerCluster;
  statistics.threads = statistics.blocks * launch->threadsPerBlock;
  for (uint64_t i = 0; i < count; ++i) {
    clusters[i].result.isComplete = !hasStopped;
    launch->finish(std::move(clusters[i].result),
                   i == 0 ? statistics : Statistics());
  }
}

void Worker::run(Launch &of) {
  launch = &of;
  checks = of.checks;
  tracing = of.options->trace;
  order = of.options->order;
  globalRanges = of.globalRanges;
  uint64_t count = of.cooperative ? of.numClusters : 1;
  bool hasMemory = reserve(count);
  for (;;) {
    uint64_t first = of.next.fetch_add(count);
    if (first >= of.numClusters || first > of.stopAfter.load())
      return;
    if (hasMemory && !isInterrupted()) {
      runClusters(first, count);
      continue;
    }
    ClusterResult result;
    result.cluster = first;
    FindingKind kind =
        hasMemory ? FindingKind::Interrupted : FindingKind::BadLaunch;
    if (Finding *finding = result.findings.hit({kind}, 1))
      finding->text =
          hasMemory
              ? "expected the launch to end by itself, got an interrupt before "
                "all blocks have started"
              : "expected memory for the stacks and the shared memory of all "
                "resident threads, got none; lower the stack size, the block "
                "size or the grid of the cooperative launch";
    launch->finish(std::move(result), Statistics());
  }
}

} // namespace tilery::sim
