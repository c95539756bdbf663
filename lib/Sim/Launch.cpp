// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Launch.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace tilery::sim {

static uint32_t product(const uint32_t *extents) {
  return extents[0] * extents[1] * extents[2];
}

/// The address that a pointer parameter holds; 0 for any other.
static uint64_t pointerOf(const Launch &launch, int32_t param) {
  const TilerySimKernel &kernel = *launch.kernel;
  if (param < 0 || uint32_t(param) >= kernel.numParams || !launch.params ||
      kernel.params[param].kind != TILERY_SIM_PARAM_POINTER)
    return 0;
  uint64_t address = 0;
  std::memcpy(&address, launch.params[param], sizeof(address));
  return address;
}

void Launch::plan(const LaunchRequest &request, const Options &withOptions,
                  const MemoryTable &table) {
  kernel = request.kernel;
  params = request.params;
  options = &withOptions;
  memory = &table;
  numClusters = 1;
  for (int i = 0; i < 3; ++i) {
    grid[i] = uint32_t(request.grid[i]);
    cluster[i] = request.cluster[i] ? request.cluster[i] : kernel->cluster[i];
    cluster[i] = std::max(cluster[i], 1u);
    clusterGrid[i] = grid[i] / cluster[i];
    numClusters *= clusterGrid[i];
  }
  blocksPerCluster = product(cluster);
  threadsPerBlock = product(kernel->block);
  warpsPerBlock = (threadsPerBlock + 31) / 32;
  sharedBytes = kernel->staticShared + uint32_t(request.dynamicShared);
  // Swizzles look at ten bits of an address.
  for (sharedShift = 10; (1u << sharedShift) < sharedBytes;)
    ++sharedShift;
  cooperative = request.cooperative;
  checks = withOptions.check != CheckLevel::None;

  unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  workers = withOptions.workers ? withOptions.workers : cores;
  if (cooperative || (kernel->flags & TILERY_SIM_READS_REDUCED))
    workers = 1;
  workers = unsigned(std::min<uint64_t>(workers, numClusters));
  defersReductions = workers > 1;

  sharedRanges.resize(kernel->numSites);
  globalRanges.resize(kernel->numSites);
  for (uint32_t i = 0; i < kernel->numSites; ++i) {
    const TilerySimSite &s = kernel->sites[i];
    sharedRanges[i] = {0, sharedBytes};
    if (s.buffer >= 0 && uint32_t(s.buffer) < kernel->numBuffers)
      sharedRanges[i] = bufferRange(uint32_t(s.buffer));
    uint64_t address = pointerOf(*this, s.param);
    if (const Allocation *a = address ? table.find(address) : nullptr)
      globalRanges[i] = {a->address, a->bytes, a->written.get()};
  }
}

SharedRange Launch::bufferRange(uint32_t index) const {
  const TilerySimBuffer &buffer = kernel->buffers[index];
  uint32_t rest = buffer.offset < sharedBytes ? sharedBytes - buffer.offset : 0;
  bool isDynamic = buffer.flags & TILERY_SIM_DYNAMIC;
  return {buffer.offset, isDynamic ? rest : std::min(rest, buffer.bytes)};
}

SourcePlace Launch::place(uint32_t index) const {
  SourcePlace place;
  if (const TilerySimSite *s = site(index)) {
    place.file = s->file;
    place.line = s->line;
    place.column = s->column;
    place.op = s->op;
    place.operand = s->operand;
  }
  return place;
}

static void add(Statistics &sum, const Statistics &of) {
  sum.blocks += of.blocks;
  sum.threads += of.threads;
  sum.switches += of.switches;
  sum.transfers += of.transfers;
  sum.bytes += of.bytes;
  sum.phases += of.phases;
}

void Launch::merge(ClusterResult &&result) {
  total.findings.merge(std::move(result.findings));
  total.output += result.output;
  std::move(result.trace.begin(), result.trace.end(),
            std::back_inserter(total.trace));
  for (const DeferredReduction &r : result.reductions) {
    const uint8_t *operand = r.operands.data();
    for (const DeferredReduction::Piece &piece : r.pieces) {
      r.function(piece.destination, operand, piece.bytes);
      operand += piece.bytes;
    }
  }
}

void Launch::finish(ClusterResult &&result, const Statistics &of) {
  uint64_t index = result.cluster;
  if (!result.isComplete) {
    // The clusters of a cooperative launch end together.
    uint64_t last = cooperative ? numClusters - 1 : index;
    uint64_t lowest = stopAfter.load();
    while (last < lowest && !stopAfter.compare_exchange_weak(lowest, last)) {
    }
  }
  std::lock_guard<std::mutex> lock(mutex);
  add(statistics, of);
  ended.emplace(index, std::move(result));
  for (auto it = ended.begin();
       it != ended.end() && it->first == merged && merged <= stopAfter.load();
       it = ended.erase(it), ++merged)
    merge(std::move(it->second));
}

LaunchReport Launch::report() {
  LaunchReport report;
  report.isComplete = stopAfter.load() == UINT64_MAX;
  report.findings = total.findings.take();
  report.output = std::move(total.output);
  report.trace = std::move(total.trace);
  report.statistics = statistics;
  report.statistics.workers = workers;
  return report;
}

bool LaunchReport::isClean() const {
  return isComplete &&
         std::none_of(findings.begin(), findings.end(), [](const Finding &f) {
           return severity(f.kind) == Severity::Error;
         });
}

} // namespace tilery::sim
