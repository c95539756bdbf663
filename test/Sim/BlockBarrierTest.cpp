// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bar.sync and bar.arrive.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

TEST(BlockBarrier, AllThreadsMeet) {
  int32_t sum = 0;
  Kernel k(
      [](TilerySimThread *t, Params p) {
        int32_t *counter = pointerParam<int32_t>(p, 0);
        for (int i = 1; i <= 3; ++i) {
          ++*counter;
          tilery_sim_cta_sync(t, 1);
          if (*counter != 100 * i)
            tilery_sim_trap(t, "not all have arrived", 2);
          tilery_sim_cta_sync(t, 3);
        }
      },
      100);
  EXPECT_EQ(full(k.pointer(&sum, "sum").run()), "");
  EXPECT_EQ(sum, 300);
}

TEST(BlockBarrier, EndedThreadsAreNotWaitedFor) {
  Kernel k(
      [](TilerySimThread *t, Params) {
        if (t->warp == 1)
          return;
        tilery_sim_cta_sync(t, 1);
      },
      64);
  EXPECT_EQ(full(k.run()), "");
}

TEST(BlockBarrier, ProducerArrivesConsumersWait) {
  int32_t value = 0;
  Kernel k(
      [](TilerySimThread *t, Params p) {
        int32_t *data = pointerParam<int32_t>(p, 0);
        if (t->warp == 1) {
          ++*data;
          tilery_sim_named_barrier_arrive(t, 3, 64, 1);
        } else {
          tilery_sim_named_barrier_sync(t, 3, 64, 2);
          if (*data != 32)
            tilery_sim_trap(t, "not all have arrived", 3);
        }
      },
      64);
  EXPECT_EQ(full(k.pointer(&value, "value").run()), "");
}

TEST(BlockBarrier, CountsHaveToAgree) {
  Kernel k(
      [](TilerySimThread *t, Params) {
        tilery_sim_named_barrier_sync(t, 1, t->warp ? 64 : 96, 1 + t->warp);
      },
      96);
  LaunchReport report = k.run();
  EXPECT_EQ(summary(report), "SIM18 barrier-misuse:2");
  EXPECT_EQ(report.findings[0].other.line, 1u);
}

TEST(BlockBarrier, BadIdAndCount) {
  Kernel id([](TilerySimThread *t, Params) {
    tilery_sim_named_barrier_sync(t, 16, 32, 1);
  });
  EXPECT_EQ(summary(id.run()), "SIM18 barrier-misuse:1");
  for (uint32_t count : {0u, 33u, 64u}) {
    Kernel k([](TilerySimThread *t, Params p) {
      tilery_sim_named_barrier_arrive(t, 1, uint32_t(numberParam(p, 0)), 2);
    });
    EXPECT_EQ(summary(k.number(count).run()), "SIM18 barrier-misuse:2");
  }
}

} // namespace
