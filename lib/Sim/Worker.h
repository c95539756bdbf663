// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A host thread that runs clusters, one after the other; all of a grid at once
// when it is cooperative. Everything in here belongs to that host thread.

#ifndef TILERY_LIB_SIM_WORKER_H
#define TILERY_LIB_SIM_WORKER_H

#include "Block.h"
#include "Random.h"

#include <deque>
#include <type_traits>
#include <unordered_map>

namespace tilery {
namespace sim {

/// Back edges of a thread before the others run.
inline constexpr int64_t kFuel = 1 << 14;

class Worker {
public:
  Worker() = default;
  ~Worker();
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  /// Takes clusters of the launch until none is left.
  void run(Launch &launch);

  //===--- Scheduler.cpp --------------------------------------------------===//

  /// Gives the host thread to others. The caller has put the thread into a
  /// list, and said what it waits for.
  void suspend(Thread *self, const Wait &wait);
  /// Lets the others run, without waiting for anything in particular.
  void yield(Thread *self, const Wait &wait);
  void wakeAll(ThreadList &list);
  void wake(Thread *thread);
  /// Ends the launch; the calling stack is given up.
  [[noreturn]] void abandon();
  /// A fault when the frames of the running thread have outgrown its stack.
  void checkStack(Thread *self, uint32_t site) {
    if (reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) <
        self->stackLimit)
      faultStack(self, site);
  }
  [[noreturn]] void faultStack(Thread *self, uint32_t site);
  /// The thread has run for a while without meeting another one.
  void refuel(Thread *self, uint32_t site);
  /// Something has happened that others may wait for.
  void progress() { ++events; }

  //===--- FindingReport.cpp ----------------------------------------------===//

  /// Counts a finding; a new one is returned to be given its text. `thread` may
  /// be null where the cluster says enough.
  Finding *report(Cluster &cluster, const Thread *thread, FindingKind kind,
                  uint32_t site, uint32_t other = kNoSite, int32_t buffer = -1);
  Finding *report(const Thread *thread, FindingKind kind, uint32_t site,
                  uint32_t other = kNoSite, int32_t buffer = -1);
  /// Reports, and ends the launch. `text` is a string literal, or is called to
  /// give the text: on the host's own stack, as that of the thread is given up
  /// with all that its frames own.
  template <typename Text>
  [[noreturn]] void fault(Thread *thread, FindingKind kind, uint32_t site,
                          const Text &text, uint32_t other = kNoSite,
                          int32_t buffer = -1) {
    stop({thread, kind, site, other, buffer,
          [](const void *context) -> std::string {
            const Text &text = *static_cast<const Text *>(context);
            if constexpr (std::is_invocable_v<const Text &>)
              return text();
            else
              return text;
          },
          &text});
  }
  /// The buffer that a shared address lies in: the site's where it has one.
  int32_t bufferOf(const Block &block, const void *address,
                   uint32_t site) const;
  /// "tile + 64 bytes", "full[1]".
  std::string nameOf(const Block &block, const void *address,
                     uint32_t site) const;
  std::string nameOf(const MBarrier &barrier) const;

  //===--- Cluster.cpp ----------------------------------------------------===//

  /// The block of the thread's cluster whose shared memory holds the address,
  /// or null.
  Block *blockOf(const Thread *thread, const void *address) const;
  void clusterArrive(Thread *self, uint32_t site);
  void clusterWait(Thread *self, uint32_t site);
  void gridSync(Thread *self, uint32_t site);
  /// Completes the phases of the cluster and the grid whose threads are there.
  void checkCluster(Cluster &cluster);
  void checkGrid();

  //===--- BlockBarrier.cpp, WarpOps.cpp ----------------------------------===//

  void syncNamed(Thread *self, uint32_t id, uint32_t threads, uint32_t site,
                 bool waits);
  void checkNamed(Block &block, NamedBarrier &barrier);
  void meet(Thread *self, Rendezvous::Op op, uint32_t mode, uint32_t mask,
            uint64_t value, uint32_t site);
  void checkMeetings(Block &block, uint32_t warp);

  //===--- MBarrier.cpp ---------------------------------------------------===//

  /// The barrier at an address; a fault when there is none.
  MBarrier &barrierAt(Thread *self, void *address, uint32_t site,
                      bool mayBeRemote);
  void initBarrier(Thread *self, void *address, uint32_t count, uint32_t site);
  void invalBarrier(Thread *self, void *address, uint32_t site);
  uint64_t arrive(Thread *self, MBarrier &barrier, uint32_t count,
                  uint32_t drop, uint32_t order, uint32_t site);
  void expect(Thread *self, MBarrier &barrier, uint32_t bytes, uint32_t site);
  void deliver(Thread *self, MBarrier &barrier, uint32_t bytes, uint32_t site);
  void checkPhase(MBarrier &barrier, const Thread *self, uint32_t site);
  /// True when the phase is complete; else `phase` is what has to be.
  bool isParityComplete(const MBarrier &barrier, uint32_t parity,
                        uint64_t &phase) const;
  bool isStateComplete(Thread *self, const MBarrier &barrier, uint64_t state,
                       uint64_t &phase, uint32_t site);
  void waitPhase(Thread *self, MBarrier &barrier, uint64_t phase,
                 uint32_t site);
  bool poll(Thread *self, MBarrier &barrier, bool isComplete, uint32_t site);
  void queueWaited(MBarrier &barrier);

  //===--- Transfers.cpp, Landing.cpp -------------------------------------===//

  Transfer &newTransfer(Thread *self, Transfer::Kind kind, uint32_t site);
  /// Queues a copy, or completes it at once, as the order says.
  void issue(Transfer &transfer);
  /// The source has been read, and its bytes are kept.
  void readSource(Transfer &transfer);
  void land(Transfer &transfer);
  void waitGroup(Thread *self, uint32_t pending, bool isRead, uint32_t site);
  /// Completes something that a thread waits for; false when nothing helps.
  bool completeWaited();
  /// Completes the oldest copy, if there is one.
  bool completeAny();

  //===--- SharedMemory.cpp, GlobalMemory.cpp -----------------------------===//

  void markShared(Block &block, const uint8_t *address, uint32_t bytes);
  bool isSharedWritten(const Block &block, const uint8_t *address,
                       uint32_t bytes) const;
  /// Where `bytes` bytes of shared memory, the operand of a copy, do not lie in
  /// the site's buffer, or not in the block at all (a fault).
  void checkSharedOperand(Thread *self, Block &block, const uint8_t *address,
                          uint32_t bytes, uint32_t site);
  /// The allocation of the operand of a copy; a fault without one.
  const Allocation &checkGlobalOperand(Thread *self, uint64_t address,
                                       uint64_t bytes, uint32_t site);

  //===--- CopyOperands.cpp -----------------------------------------------===//

  /// Finds several threads of a block that issue the same copy.
  void checkIssuer(Thread *self, uint32_t site, uint64_t key);

  //===--- Exit.cpp, Deadlock.cpp, TraceLog.cpp ---------------------------===//

  void endThread(Thread *self);
  void checkClusterAtExit(Cluster &cluster);
  void reportDeadlock();
  void reportInterrupt();
  void addNotesOfWaiters(Finding &finding, Cluster &cluster);
  void traceTransfer(const Transfer &transfer);
  void tracePhase(const MBarrier &barrier, uint32_t site);
  void traceWaitBegin(Thread *self, const Wait &wait);
  void traceWaitEnd(Thread *self, const Wait &wait);
  /// Waits that never end.
  void traceOpenWaits(Cluster &cluster);

  Launch *launch = nullptr;
  Random random;
  uint64_t time = 0; ///< calls of the engine since the cluster began
  Statistics statistics;
  bool checks = true;
  bool tracing = false;
  Order order = Order::Late;

private:
  friend struct WorkerEntry;

  /// What ends the launch; in a frame of the stack that is given up.
  struct Fault {
    Thread *thread;
    FindingKind kind;
    uint32_t site, other;
    int32_t buffer;
    std::string (*text)(const void *context);
    const void *context;
  };
  [[noreturn]] void stop(const Fault &fault);
  void reportFault();
  const Fault *pendingFault = nullptr;

  bool reserve(uint64_t clusters);
  void startCluster(Cluster &cluster, uint64_t index, uint64_t slot);
  void startThread(Block &block, uint32_t thread, uint32_t stack);
  void runThreads();
  void runClusters(uint64_t first, uint64_t count);
  bool servePolls();
  Thread *pick();
  void enter(Fiber &from, Thread *next);
  [[noreturn]] void leave(Thread *self);
  bool isInterrupted() const;
  /// An earlier cluster has ended the launch.
  bool isObsolete() const;
  void completeRandom();

  Thread *current = nullptr;
  Fiber mainFiber;
  ThreadList ready;
  ThreadList polling;
  bool hasStopped = false;   ///< a fault: all stacks are given up
  bool hasRefuelled = false; ///< in this round of polls
  uint32_t live = 0;
  uint64_t events = 0; ///< that others may wait for
  uint64_t eventsAtRound = 0, eventsAtRefuel = 0;
  uint64_t spent = 0; ///< back edges since an event
  uint32_t staleRounds = 0;
  // Grid barrier.
  uint32_t gridArrived = 0;
  uint64_t gridPhase = 0;
  ThreadList gridWaiters;

  std::deque<MBarrier> barriers;
  size_t numBarriers = 0;
  LinkedList<MBarrier> waited;
  ThreadList groupWaiters;

  std::deque<Transfer> transferPool;
  std::vector<Transfer *> freeTransfers;
  Transfer *firstInFlight = nullptr, *lastInFlight = nullptr;
  void release(Transfer &transfer);
  void unlink(Transfer &transfer);

  std::unique_ptr<Cluster[]> clusters;
  std::unique_ptr<Block[]> blocks;
  std::unique_ptr<Thread[]> threads;
  std::unique_ptr<Warp[]> warps;
  std::vector<ShadowLine> shadow;
  std::vector<GlobalRange> globalRanges;
  uint64_t numClusters = 0, numBlocks = 0, numThreads = 0, numWarps = 0;
  uint64_t liveClusters = 0;
  uint8_t *sharedMemory = nullptr;
  size_t sharedCapacity = 0;
  StackPool stacks;

  /// The last copies that a block issued at a site. A thread's copy is compared
  /// with those that others issued there in the same turn.
  struct IssueRecord {
    static constexpr uint32_t kTurns = 8;
    struct Turn {
      uint32_t number = UINT32_MAX;
      uint32_t thread = 0;
      uint64_t key = 0;
    };
    Turn turns[kTurns];
    std::vector<uint32_t> counts; ///< copies of each thread
  };
  std::unordered_map<uint64_t, IssueRecord> issues;
};

/// Kernel code runs on the stack of a Thread.
inline Thread *asThread(TilerySimThread *thread) {
  return static_cast<Thread *>(thread);
}

} // namespace sim
} // namespace tilery

#endif // TILERY_LIB_SIM_WORKER_H
