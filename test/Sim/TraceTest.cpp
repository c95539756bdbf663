// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The events of a timeline.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

TEST(Trace, TransfersWaitsAndPhases) {
  alignas(16) static int32_t data[4];
  Kernel k([](TilerySimThread *t, Params p) {
    uint8_t *bar = t->shared + 16;
    if (t->lane == 0) {
      tilery_sim_mbarrier_init(t, bar, 1, 1);
      tilery_sim_mbarrier_arrive_expect_tx(t, bar, 16, kRelease, 2);
      tilery_sim_bulk_load(t, t->shared, pointerParam<void>(p, 0), 16, bar, 0,
                           3);
    }
    tilery_sim_mbarrier_wait(t, bar, 0, 0, 4);
  });
  k.buffer("buf", 0, 16).buffer("full", 16, 8, true).pointer(data, "A");
  k.site(3, "tile.bulk.load").site(4, "tile.mbarrier.wait");
  Options options;
  options.trace = true;
  Engine engine(options);
  engine.memory().add(data, sizeof(data), "A");
  LaunchReport report = k.run(engine);
  ASSERT_EQ(report.trace.size(), 3u);
  const TraceEvent &transfer = report.trace[0], &phase = report.trace[1],
                   &wait = report.trace[2];
  EXPECT_EQ(transfer.kind, TraceEvent::Transfer);
  EXPECT_EQ(transfer.name, "tile.bulk.load");
  EXPECT_EQ(transfer.value, 16u);
  EXPECT_EQ(transfer.place, "kernel.mlir:3:3");
  EXPECT_LT(transfer.begin, transfer.end);
  EXPECT_EQ(phase.kind, TraceEvent::Phase);
  EXPECT_EQ(phase.name, "full");
  EXPECT_EQ(phase.value, 0u);
  EXPECT_EQ(wait.kind, TraceEvent::Wait);
  EXPECT_EQ(wait.name, "tile.mbarrier.wait");
  EXPECT_GT(wait.begin, transfer.begin);
  EXPECT_GE(wait.end, transfer.end);
  engine.options().trace = false;
  EXPECT_TRUE(k.run(engine).trace.empty());
}

} // namespace
