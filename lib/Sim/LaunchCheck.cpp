// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The limits of a launch: those of an H200 (CUDA programming guide, technical
// specifications per compute capability).

#include "Text.h"
#include "tilery/Sim/Engine.h"
#include "tilery/TensorMap/Types.h"

#include <algorithm>

namespace tilery::sim {

static constexpr uint64_t kMaxGrid[3] = {INT32_MAX, 65535, 65535};
static constexpr uint64_t kMaxBlock[3] = {1024, 1024, 64};
static constexpr uint64_t kMaxThreads = 1024;
static constexpr uint64_t kMaxCluster = 16;
static constexpr uint64_t kMultiprocessors = 132;
static constexpr uint64_t kResidentThreads = 2048;
static constexpr uint64_t kResidentBlocks = 32;

static std::string describe(const char *what, int axis, uint64_t most,
                            uint64_t got) {
  static constexpr const char *kAxes[] = {"x", "y", "z"};
  return str("expected ", what, " dimension ", kAxes[axis], " to be 1..", most,
             ", got ", got);
}

/// Blocks that are resident at once.
static uint64_t residentBlocks(uint64_t threads, uint64_t shared) {
  uint64_t warps = (threads + 31) / 32 * 32;
  uint64_t blocks = std::min(kResidentBlocks, kResidentThreads / warps);
  // Each block takes another KiB for the system.
  uint64_t limit = uint64_t(tensormap::sharedLimit(90));
  blocks = std::min(blocks, (limit + 1024) / (shared + 1024));
  return blocks * kMultiprocessors;
}

std::string checkLaunch(const LaunchRequest &request) {
  const TilerySimKernel *kernel = request.kernel;
  if (!kernel || !kernel->function)
    return "expected a kernel, got none";
  if (kernel->abi != TILERY_SIM_ABI_VERSION)
    return str("expected a kernel of interface version ",
               TILERY_SIM_ABI_VERSION, ", got ", kernel->abi);
  if (kernel->numParams && !request.params)
    return str("expected ", counted(kernel->numParams, "parameter"),
               ", got none");
  uint64_t threads = 1, blocks = 1, clusterBlocks = 1;
  for (int i = 0; i < 3; ++i) {
    uint64_t grid = request.grid[i], block = kernel->block[i];
    uint64_t cluster =
        request.cluster[i] ? request.cluster[i] : kernel->cluster[i];
    cluster = std::max<uint64_t>(cluster, 1);
    if (grid < 1 || grid > kMaxGrid[i])
      return describe("grid", i, kMaxGrid[i], grid);
    if (block < 1 || block > kMaxBlock[i])
      return describe("block", i, kMaxBlock[i], block);
    if (cluster > kMaxCluster)
      return describe("cluster", i, kMaxCluster, cluster);
    if (grid % cluster)
      return str("expected the grid to consist of whole clusters, got ", grid,
                 " blocks for clusters of ", cluster);
    threads *= block;
    blocks *= grid;
    clusterBlocks *= cluster;
  }
  if (threads > kMaxThreads)
    return str("expected at most ", kMaxThreads, " threads of a block, got ",
               threads);
  if (clusterBlocks > kMaxCluster)
    return str("expected at most ", kMaxCluster, " blocks of a cluster, got ",
               clusterBlocks);
  uint64_t limit = uint64_t(tensormap::sharedLimit(90));
  if (request.dynamicShared > limit ||
      kernel->staticShared + request.dynamicShared > limit)
    return str("expected at most ", limit,
               " bytes of shared memory of a block, got ", kernel->staticShared,
               " + ", request.dynamicShared);
  if ((kernel->flags & TILERY_SIM_GRID_SYNC) && !request.cooperative)
    return "expected a cooperative launch, as the kernel has a barrier of the "
           "grid, got one that is not";
  uint64_t resident =
      residentBlocks(threads, kernel->staticShared + request.dynamicShared);
  if (request.cooperative && blocks > resident)
    return str("expected at most ", resident,
               " blocks of a cooperative launch, which are resident at once, "
               "got ",
               blocks);
  return "";
}

} // namespace tilery::sim
