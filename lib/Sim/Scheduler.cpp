// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which thread runs next. Switches go from thread to thread; only when none is
// ready does the host's own stack take over, to complete copies, to go round
// the threads that poll, or to find that nothing can run any more.

#include "Worker.h"

#include "Text.h"

namespace tilery::sim {

/// The worker whose threads run on this host thread, for those that start.
static thread_local Worker *active = nullptr;

/// In a shuffled order, one of the first few runs next.
static constexpr unsigned kShuffleWindow = 8;

/// The first function on a thread's stack.
struct WorkerEntry {
  static void run() {
    Worker &worker = *active;
    enterFiber(worker.mainFiber);
    Thread *self = worker.current;
    worker.launch->kernel->function(self, worker.launch->params);
    if (!worker.stacks.isIntact(self->stack))
      worker.faultStack(self, kNoSite);
    worker.endThread(self);
    worker.leave(self);
  }
};

inline Thread *Worker::pick() {
  if (order == Order::Shuffled)
    return ready.popAt(random.below(kShuffleWindow));
  return ready.pop();
}

void Worker::enter(Fiber &from, Thread *next) {
  current = next;
  if (!next) {
    switchFiber(from, mainFiber);
    return;
  }
  if (!next->fiber.context)
    stacks.prepare<WorkerEntry::run>(next->stack, next->fiber);
  switchFiber(from, next->fiber);
}

void Worker::faultStack(Thread *self, uint32_t site) {
  fault(self, FindingKind::StackOverflow, site, [&] {
    return str("expected the frames of a thread to fit its stack of ",
               launch->options->stackBytes,
               " bytes, got an overflow; raise the stack size");
  });
}

void Worker::suspend(Thread *self, const Wait &wait) {
  self->wait = wait;
  ++time;
  ++statistics.switches;
  checkStack(self, wait.site);
  if (tracing)
    traceWaitBegin(self, wait);
  bool toMain = order == Order::Shuffled && firstInFlight && random.oneIn(4);
  enter(self->fiber, toMain ? nullptr : pick());
  self->wait.kind = Wait::None;
  if (tracing)
    traceWaitEnd(self, wait);
}

void Worker::yield(Thread *self, const Wait &wait) {
  polling.push(self);
  suspend(self, wait);
}

/// Leaves the stack of a thread that has ended.
void Worker::leave(Thread *self) {
  enter(self->fiber, pick());
  __builtin_unreachable();
}

void Worker::abandon() {
  hasStopped = true;
  enter(current->fiber, nullptr);
  __builtin_unreachable();
}

void Worker::wake(Thread *thread) {
  ++events;
  if (order == Order::Shuffled && random.oneIn(2))
    ready.pushFront(thread);
  else
    ready.push(thread);
}

void Worker::wakeAll(ThreadList &list) {
  ++events;
  if (order != Order::Shuffled) {
    ready.splice(list);
    return;
  }
  while (Thread *thread = list.pop())
    wake(thread);
}

bool Worker::servePolls() {
  if (polling.empty())
    return completeAny();
  bool hasMoved = events != eventsAtRound;
  // A thread that loops may look at the memory that a copy will write.
  if ((!hasMoved || hasRefuelled) && completeAny())
    hasMoved = true;
  if (hasMoved || hasRefuelled)
    staleRounds = 0;
  else if (++staleRounds > launch->options->pollLimit)
    return false;
  eventsAtRound = events;
  hasRefuelled = false;
  ready.splice(polling);
  return true;
}

bool Worker::isInterrupted() const {
  const std::atomic<bool> *flag = launch->options->interrupt;
  return flag && flag->load(std::memory_order_relaxed);
}

bool Worker::isObsolete() const {
  return clusters[0].index > launch->stopAfter.load(std::memory_order_relaxed);
}

void Worker::runThreads() {
  active = this;
  mainFiber = Fiber();
  while (!hasStopped) {
    if (Thread *thread = pick()) {
      enter(mainFiber, thread);
      reportFault();
      if (order == Order::Shuffled && !hasStopped)
        completeRandom();
      continue;
    }
    if (!live)
      return;
    if (isInterrupted()) {
      reportInterrupt();
      hasStopped = true;
    } else if (isObsolete()) {
      hasStopped = true;
    } else if (!completeWaited() && !servePolls()) {
      reportDeadlock();
      hasStopped = true;
    }
  }
}

void Worker::refuel(Thread *self, uint32_t site) {
  int64_t slice = int64_t(launch->options->stepLimit);
  if (slice > kFuel)
    slice = kFuel;
  if (events != eventsAtRefuel)
    spent = 0;
  eventsAtRefuel = events;
  spent += uint64_t(slice);
  if (spent > launch->options->stepLimit)
    fault(self, FindingKind::EndlessLoop, site, [&] {
      return str("expected the loop to end or to meet another thread, got ",
                 spent,
                 " iterations without; a loop that takes longer needs a "
                 "higher step limit");
    });
  if (isInterrupted()) {
    // The host's stack says so when it finds no thread that is ready.
    ready.clear();
    polling.clear();
    hasRefuelled = true;
    suspend(self, Wait{Wait::Refuel, false, site, 0, nullptr});
  }
  if (isObsolete())
    abandon();
  self->fuel = slice;
  hasRefuelled = true;
  yield(self, Wait{Wait::Refuel, false, site, 0, nullptr});
}

} // namespace tilery::sim

using namespace tilery::sim;

void tilery_sim_refuel(TilerySimThread *thread, uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->refuel(self, site);
}

void tilery_sim_nanosleep(TilerySimThread *thread, uint32_t, uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->yield(self, Wait{Wait::Sleep, false, site, 0, nullptr});
}
