// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches that would never end, and what is said of them.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

std::vector<std::string> notesOf(const LaunchReport &report) {
  std::vector<std::string> notes;
  for (const FindingNote &note : report.findings.at(0).notes)
    notes.push_back(note.text + " @" + std::to_string(note.place.line));
  return notes;
}

TEST(Deadlock, NamesEveryGroupOfThreads) {
  Kernel k(
      [](TilerySimThread *t, Params) {
        if (t->linearThread == 0)
          tilery_sim_mbarrier_init(t, t->shared, 3, 1);
        tilery_sim_cta_sync(t, 2);
        if (t->warp == 0) {
          if (t->lane == 1)
            tilery_sim_mbarrier_arrive(t, t->shared, 1, kRelease, 3);
          tilery_sim_mbarrier_wait(t, t->shared, 0, 0, 4);
        } else if (t->warp == 1) {
          tilery_sim_named_barrier_sync(t, 2, 96, 5);
        } else if (t->lane == 3) {
          while (!tilery_sim_mbarrier_try_wait(t, t->shared, 0, 0, 6)) {
          }
        } else {
          tilery_sim_elect(t, 7);
        }
      },
      96);
  LaunchReport report = k.buffer("bar", 0, 16, true).run();
  EXPECT_FALSE(report.isComplete);
  ASSERT_EQ(summary(report), "SIM16 deadlock:4");
  EXPECT_EQ(report.findings[0].text, "expected some thread to go on, got a "
                                     "deadlock of 96 threads in 4 groups");
  EXPECT_EQ(notesOf(report),
            (std::vector<std::string>{
                "block (0, 0, 0), threads 0-31 wait for phase 0 of barrier "
                "bar[0], which has 1 of 3 arrivals of phase 0 @4",
                "block (0, 0, 0), threads 32-63 wait at barrier 2 of the "
                "block, where 32 of 96 threads have arrived @5",
                "block (0, 0, 0), threads 64-66, 68-95 wait for the other "
                "lanes of the warp @7",
                "block (0, 0, 0), thread 67 polls phase 0 of barrier bar[0], "
                "which has 1 of 3 arrivals of phase 0 @6"}));
}

TEST(Deadlock, ClusterBarrierOfOneBlock) {
  Kernel k([](TilerySimThread *t, Params) {
    if (t->clusterRank == 0)
      tilery_sim_cluster_sync(t, 1);
    else
      tilery_sim_mbarrier_wait(t, t->shared, 0, 0, 3);
  });
  k.buffer("bar", 0, 8, true);
  // Rank 1 waits on a barrier that was never made: found at once.
  EXPECT_EQ(summary(k.cluster(2).run(2)), "SIM06 barrier-not-initialised:3");
  Kernel hang([](TilerySimThread *t, Params) {
    if (t->lane == 0)
      tilery_sim_mbarrier_init(t, t->shared, 1, 2);
    if (t->clusterRank == 0)
      tilery_sim_cluster_sync(t, 1);
    else
      tilery_sim_mbarrier_wait(t, t->shared, 0, 0, 3);
  });
  LaunchReport report = hang.buffer("bar", 0, 8, true).cluster(2).run(2);
  ASSERT_EQ(summary(report), "SIM16 deadlock:1");
  EXPECT_EQ(notesOf(report)[0], "block (0, 0, 0), threads 0-31 wait at the "
                                "cluster's barrier, where 32 of 64 threads "
                                "have arrived @1");
}

TEST(Deadlock, OnlyTheFirstBlockIsReported) {
  Kernel k([](TilerySimThread *t, Params) {
    if (t->lane == 0)
      tilery_sim_mbarrier_init(t, t->shared, 1, 1);
    if (t->blockIdx[0] >= 3)
      tilery_sim_mbarrier_wait(t, t->shared, 0, 0, 2);
  });
  k.buffer("bar", 0, 8, true);
  for (unsigned workers : {1u, 2u, 4u}) {
    Options options;
    options.workers = workers;
    LaunchReport report = k.run(20, options);
    ASSERT_EQ(summary(report), "SIM16 deadlock:2");
    EXPECT_EQ(report.findings[0].thread.linearBlock, 3u);
  }
}

TEST(Deadlock, PollsThatSucceedInTheEnd) {
  // Polls of one thread succeed only after many rounds of the others.
  Kernel k(
      [](TilerySimThread *t, Params) {
        if (t->linearThread == 0) {
          tilery_sim_mbarrier_init(t, t->shared, 1, 1);
          for (int i = 0; i < 500; ++i)
            tilery_sim_nanosleep(t, 10, 2);
          tilery_sim_mbarrier_arrive(t, t->shared, 1, kRelease, 3);
        } else {
          while (!tilery_sim_mbarrier_test_wait(t, t->shared, 0, 0, 4)) {
          }
        }
      },
      64);
  EXPECT_EQ(full(k.buffer("bar", 0, 8, true).run()), "");
}

TEST(Deadlock, PollsInVain) {
  Kernel k([](TilerySimThread *t, Params) {
    if (t->lane == 0)
      tilery_sim_mbarrier_init(t, t->shared, 1, 1);
    while (!tilery_sim_mbarrier_test_wait(t, t->shared, 0, 0, 4))
      tilery_sim_nanosleep(t, 20, 5);
  });
  EXPECT_EQ(summary(k.buffer("bar", 0, 8, true).run()).substr(0, 14),
            "SIM16 deadlock");
}

TEST(Deadlock, EndlessLoop) {
  Kernel k([](TilerySimThread *t, Params) {
    for (;;)
      if (--t->fuel < 0)
        tilery_sim_refuel(t, 7);
  });
  Options options;
  options.stepLimit = 1000000;
  LaunchReport report = k.run(1, options);
  EXPECT_FALSE(report.isComplete);
  EXPECT_EQ(summary(report), "SIM17 endless-loop:7");
}

TEST(Deadlock, LongLoopsEnd) {
  Kernel k([](TilerySimThread *t, Params) {
    for (int i = 0; i < 3000000; ++i)
      if (--t->fuel < 0)
        tilery_sim_refuel(t, 7);
  });
  EXPECT_EQ(full(k.run()), "");
}

TEST(Deadlock, LoopsSeeCopiesLand) {
  // The thread spins on the memory that its own copy writes.
  alignas(16) static int32_t data[4] = {5, 5, 5, 5};
  Kernel k(
      [](TilerySimThread *t, Params p) {
        tilery_sim_mbarrier_init(t, t->shared + 16, 1, 1);
        tilery_sim_mbarrier_arrive_expect_tx(t, t->shared + 16, 16, kRelease,
                                             2);
        volatile int32_t *at = reinterpret_cast<int32_t *>(t->shared);
        tilery_sim_bulk_load(t, t->shared, pointerParam<void>(p, 0), 16,
                             t->shared + 16, 0, 3);
        while (*at != 5)
          if (--t->fuel < 0)
            tilery_sim_refuel(t, 4);
        tilery_sim_mbarrier_wait(t, t->shared + 16, 0, 0, 5);
      },
      1);
  k.buffer("buf", 0, 16).buffer("bar", 16, 8, true).pointer(data, "A");
  Engine engine;
  engine.memory().add(data, sizeof(data), "A");
  EXPECT_EQ(full(k.run(engine)), "");
}

TEST(Deadlock, Interrupt) {
  std::atomic<bool> flag(false);
  Kernel k(
      [](TilerySimThread *t, Params p) {
        if (t->warp == 1)
          tilery_sim_cta_sync(t, 8);
        for (int i = 0;; ++i) {
          if (--t->fuel < 0)
            tilery_sim_refuel(t, 7);
          if (i == 3000000)
            *pointerParam<std::atomic<bool>>(p, 0) = true;
        }
      },
      64);
  Options options;
  options.interrupt = &flag;
  options.stepLimit = UINT64_MAX / 2;
  LaunchReport report = k.pointer(&flag, "flag").run(1, options);
  EXPECT_FALSE(report.isComplete);
  ASSERT_EQ(summary(report).substr(0, 17), "SIM26 interrupted");
  std::string text = full(report);
  EXPECT_NE(text.find("are in a loop"), std::string::npos) << text;
  EXPECT_NE(text.find("threads 32-63 wait at barrier 0"), std::string::npos)
      << text;
}

TEST(Deadlock, InterruptBetweenBlocks) {
  std::atomic<bool> flag(false);
  Kernel k(
      [](TilerySimThread *t, Params p) {
        if (t->blockIdx[0] == 7)
          *pointerParam<std::atomic<bool>>(p, 0) = true;
      },
      1);
  Options options;
  options.interrupt = &flag;
  options.workers = 1;
  LaunchReport report = k.pointer(&flag, "flag").run(1000000, options);
  EXPECT_FALSE(report.isComplete);
  EXPECT_EQ(report.statistics.blocks, 8u);
  EXPECT_EQ(summary(report), "SIM26 interrupted:0");
}

} // namespace
