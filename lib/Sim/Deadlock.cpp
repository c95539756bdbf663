// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where everyone is when nothing can run any more, or when the user asks.

#include "Text.h"
#include "Worker.h"

#include <algorithm>

namespace tilery::sim {

namespace {
/// Threads of a block that wait for the same thing at the same place.
struct WaitingGroup {
  Wait wait;
  const Block *block;
  const Warp *warp; ///< of a warp's operation
  std::vector<uint32_t> threads;

  bool takes(const Thread &t) const {
    return wait.kind == t.wait.kind && wait.site == t.wait.site &&
           wait.value == t.wait.value && wait.object == t.wait.object &&
           (wait.kind != Wait::WarpOp || warp == t.warpState);
  }
};
} // namespace

/// Groups that a report names at most.
static constexpr size_t kMostGroups = 32;

static std::vector<WaitingGroup> groupsOf(const Worker &worker,
                                          const Cluster &cluster) {
  std::vector<WaitingGroup> groups;
  for (uint32_t rank = 0; rank < cluster.numBlocks; ++rank) {
    const Block &block = cluster.blocks[rank];
    size_t first = groups.size();
    for (uint32_t i = 0; i < worker.launch->threadsPerBlock; ++i) {
      const Thread &t = block.threads[i];
      if (t.hasEnded)
        continue;
      auto group = std::find_if(groups.begin() + ptrdiff_t(first), groups.end(),
                                [&](auto &g) { return g.takes(t); });
      if (group == groups.end()) {
        groups.push_back({t.wait, &block, t.warpState, {}});
        group = groups.end() - 1;
      }
      group->threads.push_back(i);
    }
  }
  return groups;
}

/// "threads 0-31, 64"
static std::string rangesOf(const std::vector<uint32_t> &threads) {
  std::string text;
  for (size_t i = 0; i < threads.size();) {
    size_t j = i;
    while (j + 1 < threads.size() && threads[j + 1] == threads[j] + 1)
      ++j;
    text += str(text.empty() ? "" : ", ", threads[i]);
    if (j > i)
      text += str("-", threads[j]);
    i = j + 1;
  }
  return str(threads.size() == 1 ? "thread " : "threads ", text);
}

static std::string describeBarrier(const Worker &worker, const MBarrier &b) {
  std::string text = str(worker.nameOf(b), ", which has ",
                         b.count - std::min(b.pending, b.count), " of ",
                         counted(b.count, "arrival"));
  if (b.expected || b.bytes)
    text += str(" and ", b.delivered, " of ", counted(b.expected, "byte"));
  return str(text, " of phase ", b.phase);
}

static std::string describeWait(const Worker &worker, const WaitingGroup &g) {
  const Wait &wait = g.wait;
  const char *verb = g.threads.size() == 1 ? " waits" : " wait";
  switch (wait.kind) {
  case Wait::MBarrierPhase:
    return str(
        verb, " for phase ", wait.value, " of barrier ",
        describeBarrier(worker, *static_cast<const MBarrier *>(wait.object)));
  case Wait::Poll:
    return str(
        " poll", g.threads.size() == 1 ? "s" : "", " phase ", wait.value,
        " of barrier ",
        describeBarrier(worker, *static_cast<const MBarrier *>(wait.object)));
  case Wait::NamedBarrier: {
    const NamedBarrier &b = *static_cast<const NamedBarrier *>(wait.object);
    return str(verb, " at barrier ", &b - g.block->named,
               " of the block, where ", b.arrived, " of ",
               counted(b.threads ? b.threads : g.block->live, "thread"),
               " have arrived");
  }
  case Wait::ClusterBarrier: {
    const Cluster &c = *g.block->cluster;
    return str(verb, " at the cluster's barrier, where ", c.arrived, " of ",
               counted(c.threads - c.ended, "thread"), " have arrived");
  }
  case Wait::GridBarrier:
    return str(verb, " at the grid's barrier");
  case Wait::WarpOp:
    return str(verb, " for the other lanes of the warp");
  case Wait::BulkGroup:
    return str(verb, " for bulk groups");
  case Wait::Sleep:
    return g.threads.size() == 1 ? " sleeps" : " sleep";
  case Wait::Refuel:
    return g.threads.size() == 1 ? " is in a loop" : " are in a loop";
  case Wait::None:
    break;
  }
  return " can run";
}

void Worker::addNotesOfWaiters(Finding &finding, Cluster &cluster) {
  std::vector<WaitingGroup> groups = groupsOf(*this, cluster);
  for (const WaitingGroup &g : groups) {
    if (finding.notes.size() == kMostGroups) {
      finding.notes.push_back(
          {str(groups.size() - kMostGroups, " more groups of threads wait"),
           SourcePlace()});
      return;
    }
    const uint32_t *at = g.block->index;
    finding.notes.push_back(
        {str("block (", at[0], ", ", at[1], ", ", at[2], "), ",
             rangesOf(g.threads), describeWait(*this, g)),
         launch->place(g.wait.site)});
  }
}

/// The barrier whose bytes never come, when that is why the cluster hangs.
static const MBarrier *findStarved(const std::vector<WaitingGroup> &groups) {
  for (const WaitingGroup &g : groups) {
    if (g.wait.kind != Wait::MBarrierPhase && g.wait.kind != Wait::Poll)
      continue;
    const MBarrier &b = *static_cast<const MBarrier *>(g.wait.object);
    if (b.pending == 0 && b.bytes > 0 && !b.firstInFlight)
      return &b;
  }
  return nullptr;
}

static const Thread *firstWaiting(const Worker &worker, const Cluster &c) {
  for (uint32_t i = 0; i < c.threads; ++i) {
    const Thread &t = c.blocks[i / worker.launch->threadsPerBlock]
                          .threads[i % worker.launch->threadsPerBlock];
    if (!t.hasEnded)
      return &t;
  }
  return nullptr;
}

void Worker::reportDeadlock() {
  for (uint64_t i = 0; i < liveClusters; ++i) {
    Cluster &cluster = clusters[i];
    const Thread *first = firstWaiting(*this, cluster);
    if (!first)
      continue;
    traceOpenWaits(cluster);
    std::vector<WaitingGroup> groups = groupsOf(*this, cluster);
    if (const MBarrier *b = findStarved(groups)) {
      Finding *finding =
          report(cluster, b->expectThread ? b->expectThread : first,
                 FindingKind::BytesMissing, b->expectSite, b->copySite,
                 bufferOf(*b->block, b->address, kNoSite));
      if (finding) {
        finding->text =
            str("expected ", counted(b->expected, "byte"), " in phase ",
                b->phase, " of barrier ", nameOf(*b), ", got ", b->delivered,
                ": the threads that wait for it never go on");
        addNotesOfWaiters(*finding, cluster);
      }
      continue;
    }
    if (Finding *finding = report(cluster, first, FindingKind::Deadlock,
                                  groups[0].wait.site)) {
      size_t waiting = 0;
      for (const WaitingGroup &g : groups)
        waiting += g.threads.size();
      finding->text = str("expected some thread to go on, got a deadlock of ",
                          counted(waiting, "thread"), " in ",
                          counted(groups.size(), "group"));
      addNotesOfWaiters(*finding, cluster);
    }
  }
}

void Worker::reportInterrupt() {
  for (uint64_t i = 0; i < liveClusters; ++i) {
    Cluster &cluster = clusters[i];
    const Thread *first = firstWaiting(*this, cluster);
    if (!first)
      continue;
    traceOpenWaits(cluster);
    if (Finding *finding = report(cluster, first, FindingKind::Interrupted,
                                  first->wait.site)) {
      finding->text = "expected the launch to end by itself, got an interrupt";
      addNotesOfWaiters(*finding, cluster);
    }
  }
}

} // namespace tilery::sim
