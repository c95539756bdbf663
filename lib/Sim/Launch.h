// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the workers of a launch share.

#ifndef TILERY_LIB_SIM_LAUNCH_H
#define TILERY_LIB_SIM_LAUNCH_H

#include "FindingLog.h"
#include "tilery/Sim/Engine.h"
#include "tilery/TensorMap/Reduce.h"

#include <map>
#include <mutex>
#include <thread>

namespace tilery {
namespace sim {

/// Which bytes of shared memory a site may access.
struct SharedRange {
  uint32_t first = 0;
  uint32_t bytes = 0;
};

/// Which bytes of global memory a site may access, and whether they have been
/// written (Allocation::written).
struct GlobalRange {
  uint64_t first = 0;
  uint64_t bytes = 0;
  uint8_t *written = nullptr;
};

/// A reduction whose result depends on the order, put off until its turn.
struct DeferredReduction {
  tensormap::ReduceFunction function;
  struct Piece {
    uint8_t *destination;
    uint32_t bytes;
  };
  std::vector<Piece> pieces;
  std::vector<uint8_t> operands; ///< of the pieces, in order
};

/// What a cluster leaves behind.
struct ClusterResult {
  uint64_t cluster = 0;
  bool isComplete = false;
  FindingLog findings;
  std::string output;
  std::vector<TraceEvent> trace;
  std::vector<DeferredReduction> reductions;
};

/// One launch. Constant while it runs, but for the last part.
struct Launch {
  const TilerySimKernel *kernel = nullptr;
  const void *const *params = nullptr;
  const Options *options = nullptr;
  const MemoryTable *memory = nullptr;

  uint32_t grid[3], cluster[3], clusterGrid[3];
  uint64_t numClusters = 0;
  uint32_t blocksPerCluster = 1;
  uint32_t threadsPerBlock = 1;
  uint32_t warpsPerBlock = 1;
  uint32_t sharedBytes = 0; ///< of a block
  uint32_t sharedShift = 0; ///< blocks of a cluster lie 2^sharedShift apart
  bool cooperative = false;
  bool checks = true;
  unsigned workers = 1;
  bool defersReductions = false;

  std::vector<SharedRange> sharedRanges; ///< one a site
  std::vector<GlobalRange> globalRanges; ///< one a site, empty: look it up

  /// The next cluster that nobody has taken.
  std::atomic<uint64_t> next{0};
  /// The lowest cluster that ended the launch; later ones do not count.
  std::atomic<uint64_t> stopAfter{UINT64_MAX};
  std::mutex mutex;
  /// Clusters that have ended before an earlier one has.
  std::map<uint64_t, ClusterResult> ended;
  uint64_t merged = 0; ///< clusters whose results are in what follows
  ClusterResult total;
  Statistics statistics;
  /// Held while reductions of several workers change global memory.
  std::mutex reductionMutex;

  /// Fills what follows from kernel, request and memory.
  void plan(const LaunchRequest &request, const Options &options,
            const MemoryTable &memory);
  /// Takes what a cluster has left, and merges the results whose turn it is.
  void finish(ClusterResult &&result, const Statistics &of);
  /// Does the reductions of the next cluster, and adds the rest to the total.
  void merge(ClusterResult &&result);
  /// The report, after all workers have ended.
  LaunchReport report();

  const TilerySimSite *site(uint32_t index) const {
    return index < kernel->numSites ? &kernel->sites[index] : nullptr;
  }
  SourcePlace place(uint32_t index) const;
  /// Where shared buffer `index` lies; dynamic memory ends with the block's.
  SharedRange bufferRange(uint32_t index) const;
};

} // namespace sim
} // namespace tilery

#endif // TILERY_LIB_SIM_LAUNCH_H
