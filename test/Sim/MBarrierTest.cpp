// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mbarriers: phases, states, counts, and what must not be done with them.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

/// One thread runs the body on a barrier at the start of shared memory.
Kernel onBarrier(TilerySimFunction body, uint32_t threads = 1) {
  Kernel k(body, threads);
  k.buffer("bar", 0, 16, true);
  return k;
}
void check(TilerySimThread *t, bool holds, uint32_t site) {
  if (!holds)
    tilery_sim_trap(t, "not as expected", site);
}

TEST(MBarrier, PhasesByParity) {
  Kernel k = onBarrier([](TilerySimThread *t, Params) {
    tilery_sim_mbarrier_init(t, t->shared, 2, 1);
    check(t, tilery_sim_mbarrier_test_wait(t, t->shared, 1, 0, 2), 10);
    check(t, !tilery_sim_mbarrier_test_wait(t, t->shared, 0, 0, 2), 11);
    tilery_sim_mbarrier_arrive(t, t->shared, 1, kRelease, 3);
    check(t, !tilery_sim_mbarrier_try_wait(t, t->shared, 0, 0, 4), 12);
    tilery_sim_mbarrier_arrive(t, t->shared, 1, kRelease, 3);
    check(t, tilery_sim_mbarrier_try_wait(t, t->shared, 0, 0, 4), 13);
    check(t, !tilery_sim_mbarrier_try_wait(t, t->shared, 1, 0, 4), 14);
    tilery_sim_mbarrier_wait(t, t->shared, 0, 0, 5);
    tilery_sim_mbarrier_arrive(t, t->shared, 2, kRelease, 3);
    tilery_sim_mbarrier_wait(t, t->shared, 1, 0, 5);
  });
  LaunchReport report = k.run();
  EXPECT_EQ(full(report), "");
  EXPECT_EQ(report.statistics.phases, 2u);
}

TEST(MBarrier, PhasesByState) {
  Kernel k = onBarrier([](TilerySimThread *t, Params) {
    tilery_sim_mbarrier_init(t, t->shared, 3, 1);
    uint64_t first = tilery_sim_mbarrier_arrive(t, t->shared, 1, kRelease, 2);
    check(t, tilery_sim_mbarrier_pending_count(first) == 3, 10);
    check(t, !tilery_sim_mbarrier_test_wait_state(t, t->shared, first, 0, 3),
          11);
    uint64_t second = tilery_sim_mbarrier_arrive(t, t->shared, 2, kRelease, 2);
    check(t, tilery_sim_mbarrier_pending_count(second) == 2, 12);
    check(t, tilery_sim_mbarrier_try_wait_state(t, t->shared, first, 0, 3), 13);
    tilery_sim_mbarrier_wait_state(t, t->shared, second, 0, 4);
  });
  EXPECT_EQ(full(k.run()), "");
}

TEST(MBarrier, DropsLeaveFewerArrivals) {
  Kernel k = onBarrier([](TilerySimThread *t, Params) {
    tilery_sim_mbarrier_init(t, t->shared, 4, 1);
    tilery_sim_mbarrier_arrive_drop(t, t->shared, 3, kRelease, 2);
    tilery_sim_mbarrier_arrive(t, t->shared, 1, kRelease, 3);
    tilery_sim_mbarrier_wait(t, t->shared, 0, 0, 4);
    tilery_sim_mbarrier_arrive(t, t->shared, 1, kRelease, 3);
    tilery_sim_mbarrier_wait(t, t->shared, 1, 0, 4);
    // Drops the last arrival, with bytes that a thread stands in for.
    tilery_sim_mbarrier_arrive_drop_expect_tx(t, t->shared, 64, kRelease, 5);
    check(t, !tilery_sim_mbarrier_test_wait(t, t->shared, 0, 0, 6), 10);
    tilery_sim_mbarrier_complete_tx(t, t->shared, 64, 0, 7);
    tilery_sim_mbarrier_wait(t, t->shared, 0, 0, 4);
  });
  EXPECT_EQ(full(k.run()), "");
}

TEST(MBarrier, BytesHoldThePhase) {
  Kernel k = onBarrier([](TilerySimThread *t, Params) {
    tilery_sim_mbarrier_init(t, t->shared, 1, 1);
    tilery_sim_mbarrier_expect_tx(t, t->shared, 32, 0, 2);
    tilery_sim_mbarrier_arrive_expect_tx(t, t->shared, 16, kRelease, 3);
    tilery_sim_mbarrier_complete_tx(t, t->shared, 40, 0, 4);
    check(t, !tilery_sim_mbarrier_test_wait(t, t->shared, 0, 0, 5), 10);
    tilery_sim_mbarrier_complete_tx(t, t->shared, 8, 0, 4);
    tilery_sim_mbarrier_wait(t, t->shared, 0, 0, 6);
  });
  EXPECT_EQ(full(k.run()), "");
}

TEST(MBarrier, BytesMayComeBeforeTheyAreExpected) {
  Kernel k = onBarrier([](TilerySimThread *t, Params) {
    tilery_sim_mbarrier_init(t, t->shared, 1, 1);
    tilery_sim_mbarrier_complete_tx(t, t->shared, 48, 0, 2);
    tilery_sim_mbarrier_arrive_expect_tx(t, t->shared, 48, kRelease, 3);
    tilery_sim_mbarrier_wait(t, t->shared, 0, 0, 4);
  });
  EXPECT_EQ(full(k.run()), "");
}

TEST(MBarrier, AnotherLifeAfterTheEnd) {
  Kernel k = onBarrier([](TilerySimThread *t, Params) {
    tilery_sim_mbarrier_init(t, t->shared, 1, 1);
    tilery_sim_mbarrier_inval(t, t->shared, 2);
    tilery_sim_mbarrier_init(t, t->shared, 2, 3);
    tilery_sim_mbarrier_arrive(t, t->shared, 2, kRelease, 4);
    tilery_sim_mbarrier_wait(t, t->shared, 0, 0, 5);
  });
  EXPECT_EQ(full(k.run()), "");
}

std::string findingOf(TilerySimFunction body) {
  Kernel k = onBarrier(body);
  LaunchReport report = k.run();
  return report.findings.empty()
             ? ""
             : summary(report) + ": " + report.findings[0].text;
}

TEST(MBarrier, UseBeforeInitialisation) {
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params) {
              tilery_sim_mbarrier_arrive(t, t->shared + 8, 1, kRelease, 3);
            }),
            "SIM06 barrier-not-initialised:3: expected barrier bar[1] to be "
            "initialised, got one that no thread has initialised yet");
}

TEST(MBarrier, UseAfterTheEnd) {
  Kernel k = onBarrier([](TilerySimThread *t, Params) {
    tilery_sim_mbarrier_init(t, t->shared, 1, 1);
    tilery_sim_mbarrier_inval(t, t->shared, 2);
    tilery_sim_mbarrier_wait(t, t->shared, 1, 0, 3);
  });
  LaunchReport report = k.run();
  EXPECT_EQ(summary(report), "SIM06 barrier-not-initialised:3");
  EXPECT_EQ(report.findings[0].other.line, 1u);
}

TEST(MBarrier, OverwrittenByPlainCode) {
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params) {
              tilery_sim_mbarrier_init(t, t->shared, 1, 1);
              std::memset(t->shared, 0, 8);
              tilery_sim_mbarrier_arrive(t, t->shared, 1, kRelease, 2);
            }),
            "SIM06 barrier-not-initialised:2: expected barrier bar[0] to be "
            "initialised, got bytes that plain code has written over");
}

TEST(MBarrier, InitialisedTwice) {
  Kernel k =
      onBarrier([](TilerySimThread *t,
                   Params) { tilery_sim_mbarrier_init(t, t->shared, 1, 1); },
                4);
  LaunchReport report = k.run();
  EXPECT_TRUE(report.isComplete);
  EXPECT_EQ(summary(report), "SIM07 barrier-initialised-twice:1");
  EXPECT_EQ(report.findings[0].count, 3u);
  EXPECT_EQ(report.findings[0].buffer, "bar");
  EXPECT_EQ(report.findings[0].thread.thread, 1u);
}

TEST(MBarrier, ArrivalsBeyondTheCount) {
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params) {
              tilery_sim_mbarrier_init(t, t->shared, 2, 1);
              tilery_sim_mbarrier_arrive(t, t->shared, 1, kRelease, 2);
              tilery_sim_mbarrier_arrive(t, t->shared, 2, kRelease, 3);
            }),
            "SIM08 too-many-arrivals:3: expected at most 2 arrivals in phase 0 "
            "of barrier bar[0], got 2 more arrivals with 1 pending");
}

TEST(MBarrier, CountsOutOfRange) {
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params) {
              tilery_sim_mbarrier_init(t, t->shared, 0, 1);
            }),
            "SIM18 barrier-misuse:1: expected barrier bar[0] to wait for "
            "1..1048575 arrivals, got 0");
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params) {
              tilery_sim_mbarrier_init(t, t->shared, 1, 1);
              tilery_sim_mbarrier_arrive(t, t->shared, 1 << 20, kRelease, 2);
            }),
            "SIM18 barrier-misuse:2: expected 1..1048575 arrivals at barrier "
            "bar[0], got 1048576");
  EXPECT_EQ(
      findingOf([](TilerySimThread *t, Params) {
        tilery_sim_mbarrier_init(t, t->shared, 1, 1);
        tilery_sim_mbarrier_expect_tx(t, t->shared, 1 << 20, 0, 3);
      }),
      "SIM18 barrier-misuse:3: expected less than 1048576 pending bytes at "
      "barrier bar[0], got 1048576");
}

TEST(MBarrier, NoCompleteMustNotComplete) {
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params) {
              tilery_sim_mbarrier_init(t, t->shared, 2, 1);
              uint32_t order = kRelease | TILERY_SIM_NO_COMPLETE;
              tilery_sim_mbarrier_arrive(t, t->shared, 1, order, 2);
              tilery_sim_mbarrier_arrive(t, t->shared, 1, order, 3);
            }),
            "SIM18 barrier-misuse:3: expected an arrival without completion to "
            "leave some pending, got the last one of phase 0 of barrier "
            "bar[0]");
}

TEST(MBarrier, AddressOutsideOrMisaligned) {
  Kernel outside = onBarrier([](TilerySimThread *t, Params) {
    tilery_sim_mbarrier_init(t, t->shared + 16, 1, 1);
  });
  EXPECT_EQ(summary(outside.run()), "SIM01 out-of-bounds:1");
  Kernel misaligned = onBarrier([](TilerySimThread *t, Params) {
    tilery_sim_mbarrier_init(t, t->shared + 4, 1, 2);
  });
  EXPECT_EQ(summary(misaligned.run()), "SIM02 misaligned:2");
  // Stage 2 of a ring of two barriers is the first of the next buffer.
  Kernel past = onBarrier([](TilerySimThread *t, Params) {
    tilery_sim_mbarrier_init(t, t->shared + 16, 1, 3);
  });
  past.buffer("empty", 16, 16, true).site(3, "tile.mbarrier.init", 0);
  LaunchReport report = past.run();
  EXPECT_EQ(summary(report), "SIM01 out-of-bounds:3");
  EXPECT_EQ(report.findings[0].text,
            "expected a barrier of the 2 of bar, got bar[2]");
}

TEST(MBarrier, PhaseOverrun) {
  // The other thread completes two phases before the first one looks.
  Kernel k = onBarrier(
      [](TilerySimThread *t, Params) {
        if (t->linearThread == 0) {
          tilery_sim_mbarrier_init(t, t->shared, 1, 1);
          tilery_sim_mbarrier_wait(t, t->shared, 0, 0, 2);
        } else {
          tilery_sim_mbarrier_arrive(t, t->shared, 1, kRelease, 3);
          tilery_sim_mbarrier_arrive(t, t->shared, 1, kRelease, 4);
        }
      },
      2);
  LaunchReport report = k.run();
  EXPECT_EQ(summary(report), "SIM09 phase-overrun:2");
  EXPECT_EQ(report.findings[0].other.line, 4u);
}

TEST(MBarrier, StateTooOld) {
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params) {
              tilery_sim_mbarrier_init(t, t->shared, 1, 1);
              uint64_t s =
                  tilery_sim_mbarrier_arrive(t, t->shared, 1, kRelease, 2);
              tilery_sim_mbarrier_arrive(t, t->shared, 1, kRelease, 3);
              tilery_sim_mbarrier_wait_state(t, t->shared, s, 0, 4);
            }),
            "SIM09 phase-overrun:4: expected the state to be of the current "
            "phase of barrier bar[0] or the one before, got phase 0 while "
            "phase 2 is current");
}

} // namespace
