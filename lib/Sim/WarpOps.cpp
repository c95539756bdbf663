// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes that meet: elect, shuffles, votes, bar.warp.sync.

#include "Text.h"
#include "Worker.h"

namespace tilery::sim {

static unsigned lowestLane(uint32_t mask) {
  return unsigned(__builtin_ctz(mask));
}

/// The lane that lane `self` of a shuffle reads, or -1 outside of its segment
/// (PTX ISA, shfl.sync).
static int sourceLane(uint32_t mode, uint32_t self, uint32_t operand,
                      uint32_t width) {
  int first = int(self & ~(width - 1)), last = first + int(width) - 1;
  int lane = 0;
  switch (mode) {
  case TILERY_SIM_SHUFFLE_UP:
    lane = int(self) - int(operand & 31);
    return lane >= first ? lane : -1;
  case TILERY_SIM_SHUFFLE_DOWN:
    lane = int(self + (operand & 31));
    return lane <= last ? lane : -1;
  case TILERY_SIM_SHUFFLE_XOR:
    lane = int(self ^ (operand & 31));
    return lane <= last ? lane : -1;
  default:
    return first + int(operand & (width - 1));
  }
}

static uint32_t vote(uint32_t mode, uint32_t yes, uint32_t present) {
  switch (mode) {
  case TILERY_SIM_VOTE_ALL:
    return yes == present;
  case TILERY_SIM_VOTE_ANY:
    return yes != 0;
  case TILERY_SIM_VOTE_UNI:
    return yes == 0 || yes == present;
  default:
    return yes;
  }
}

/// Gives each lane its result.
static void resolve(Thread *lanes, const Rendezvous &m, uint32_t present) {
  uint32_t yes = 0;
  if (m.op == Rendezvous::Vote)
    for (uint32_t rest = present; rest; rest &= rest - 1)
      if (m.values[lowestLane(rest)])
        yes |= rest & -rest;
  for (uint32_t rest = present; rest; rest &= rest - 1) {
    unsigned lane = lowestLane(rest);
    Thread &t = lanes[lane];
    switch (m.op) {
    case Rendezvous::Sync:
      break;
    case Rendezvous::Elect:
      t.result = lane == lowestLane(present);
      break;
    case Rendezvous::Vote:
      t.result = vote(m.mode, yes, present);
      break;
    case Rendezvous::Shuffle: {
      int from = sourceLane(m.mode, lane, t.resultLane, t.resultWidth);
      t.resultValid = from >= 0 && (present >> from & 1);
      t.result = m.values[t.resultValid ? from : int(lane)];
      break;
    }
    }
  }
}

static const char *nameOfOp(Rendezvous::Op op) {
  switch (op) {
  case Rendezvous::Sync:
    return "a warp barrier";
  case Rendezvous::Elect:
    return "an election";
  case Rendezvous::Shuffle:
    return "a shuffle";
  case Rendezvous::Vote:
    break;
  }
  return "a vote";
}

/// Completes a meeting whose lanes that live are all there.
static bool complete(Worker &worker, Block &block, uint32_t warp,
                     Rendezvous &m) {
  uint32_t needed = m.mask & block.warps[warp].live;
  if (!m.isActive || (needed & ~m.arrived))
    return false;
  resolve(&block.threads[warp * 32], m, m.arrived);
  m.isActive = false;
  worker.wakeAll(m.waiters);
  return true;
}

void Worker::checkMeetings(Block &block, uint32_t warp) {
  for (Rendezvous &m : block.warps[warp].meetings)
    complete(*this, block, warp, m);
}

void Worker::meet(Thread *self, Rendezvous::Op op, uint32_t mode, uint32_t mask,
                  uint64_t value, uint32_t site) {
  checkStack(self, site);
  uint32_t bit = 1u << self->lane;
  std::vector<Rendezvous> &meetings = self->warpState->meetings;
  if (!(mask & bit))
    fault(self, FindingKind::WarpDivergence, site, [&] {
      return str("expected lane ", self->lane,
                 " in the mask of the operation that it executes");
    });
  Rendezvous *m = nullptr;
  for (Rendezvous &candidate : meetings) {
    // Parts of a warp may meet while others wait for the whole.
    if (candidate.isActive && candidate.mask == mask) {
      m = &candidate;
      break;
    }
    if (!candidate.isActive && !m)
      m = &candidate;
  }
  if (!m) {
    // The others' meetings may move: their lanes hold no pointers to them.
    meetings.emplace_back();
    m = &meetings.back();
  }
  if (!m->isActive) {
    m->isActive = true;
    m->op = op;
    m->mode = mode;
    m->mask = mask;
    m->arrived = 0;
    m->site = site;
    m->waiters.clear();
  } else if (m->op != op || m->mode != mode ||
             (op != Rendezvous::Sync && m->site != site)) {
    fault(
        self, FindingKind::WarpDivergence, site,
        [&] {
          return str(
              "expected the lanes of a warp to execute one operation together, "
              "got lane ",
              self->lane, " in ", nameOfOp(op), " while others wait in ",
              nameOfOp(m->op), "; move it out of the branch");
        },
        m->site);
  }
  m->arrived |= bit;
  m->values[self->lane] = value;
  if (complete(*this, *self->block, self->warp, *m))
    return;
  m->waiters.push(self);
  suspend(self, Wait{Wait::WarpOp, false, site, m->mask, nullptr});
}

} // namespace tilery::sim

using namespace tilery::sim;

static constexpr uint32_t kAllLanes = ~0u;

int32_t tilery_sim_elect(TilerySimThread *thread, uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->meet(self, Rendezvous::Elect, 0, kAllLanes, 0, site);
  return int32_t(self->result);
}

uint32_t tilery_sim_warp_id(TilerySimThread *thread, uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->meet(self, Rendezvous::Sync, 1, kAllLanes, 0, site);
  return self->warp;
}

void tilery_sim_warp_sync(TilerySimThread *thread, uint32_t mask,
                          uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->meet(self, Rendezvous::Sync, 0, mask, 0, site);
}

uint64_t tilery_sim_shuffle(TilerySimThread *thread, uint32_t mode,
                            uint64_t value, uint32_t lane, uint32_t width,
                            uint32_t mask, int32_t *valid, uint32_t site) {
  Thread *self = asThread(thread);
  if (width == 0 || width > 32 || (width & (width - 1)))
    width = 32;
  self->resultLane = lane;
  self->resultWidth = width;
  self->worker->meet(self, Rendezvous::Shuffle, mode, mask, value, site);
  if (valid)
    *valid = self->resultValid;
  return self->result;
}

uint32_t tilery_sim_vote(TilerySimThread *thread, uint32_t mode,
                         int32_t predicate, uint32_t mask, uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->meet(self, Rendezvous::Vote, mode, mask, predicate != 0, site);
  return uint32_t(self->result);
}
