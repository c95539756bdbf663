// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// printf, assert, traps, stacks.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

TEST(Debug, Printf) {
  Kernel k([](TilerySimThread *t, Params) {
    if (t->lane)
      return;
    struct {
      int32_t block, pad;
      int64_t wide;
      double real;
      int32_t c, x;
    } args = {int32_t(t->blockIdx[0]), 0, -5000000000, 0.1, 'q', -1};
    tilery_sim_printf(t, "%d: %lld %5.2f%% %c|%08x|%s\n", &args, sizeof(args),
                      1);
    tilery_sim_printf(t, "plain\n", nullptr, 0, 2);
  });
  for (unsigned workers : {1u, 3u}) {
    Options options;
    options.workers = workers;
    LaunchReport report = k.run(3, options);
    EXPECT_EQ(full(report), "");
    EXPECT_EQ(report.output, "0: -5000000000  0.10% q|ffffffff|%s\nplain\n"
                             "1: -5000000000  0.10% q|ffffffff|%s\nplain\n"
                             "2: -5000000000  0.10% q|ffffffff|%s\nplain\n");
  }
}

TEST(Debug, PrintfOfWideFields) {
  Kernel k(
      [](TilerySimThread *t, Params) {
        int32_t value = 7;
        tilery_sim_printf(t, "%600d|%", &value, 4, 1);
      },
      1);
  EXPECT_EQ(k.run().output, std::string(599, ' ') + "7|%");
}

TEST(Debug, AssertionsAndTraps) {
  Kernel a([](TilerySimThread *t, Params) {
    if (t->lane == 9)
      tilery_sim_assert_fail(t, "n is positive", 4);
  });
  LaunchReport report = a.run(4);
  EXPECT_FALSE(report.isComplete);
  ASSERT_EQ(summary(report), "SIM21 assertion-failed:4");
  EXPECT_EQ(report.findings[0].text, "assertion failed: n is positive");
  EXPECT_EQ(report.findings[0].thread.lane(), 9u);
  EXPECT_EQ(report.findings[0].thread.linearBlock, 0u);
  Kernel trap(
      [](TilerySimThread *t, Params) { tilery_sim_trap(t, "unreachable", 5); });
  EXPECT_EQ(summary(trap.run()), "SIM22 trap:5");
  Kernel coord([](TilerySimThread *t, Params) {
    tilery_sim_coord_overflow(t, int64_t(1) << 31, 6);
  });
  EXPECT_EQ(coord.run().findings.at(0).text,
            "expected a coordinate of 32 bits, got 2147483648");
}

TEST(Debug, AnEngineGoesOnAfterAFault) {
  Engine engine;
  Kernel bad([](TilerySimThread *t, Params) {
    tilery_sim_cta_sync(t, 1);
    tilery_sim_trap(t, "now", 2);
  });
  int32_t count = 0;
  Kernel good([](TilerySimThread *t, Params p) {
    tilery_sim_cta_sync(t, 1);
    ++*pointerParam<int32_t>(p, 0);
  });
  engine.options().workers = 1;
  good.pointer(&count, "count");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(summary(bad.run(engine, 2)), "SIM22 trap:2");
    EXPECT_EQ(full(good.run(engine, 2)), "");
  }
  EXPECT_EQ(count, 3 * 2 * 32);
}

/// Fills `bytes` bytes of the stack.
__attribute__((noinline, no_sanitize("address"))) void
useStack(TilerySimThread *t, int64_t bytes) {
  volatile char frame[4096];
  for (char volatile &c : frame)
    c = 1;
  if (bytes > 4096)
    useStack(t, bytes - 4096);
  else
    tilery_sim_cta_sync(t, 3);
  frame[0] = 2;
}

TEST(Debug, StackOverflow) {
  Kernel k([](TilerySimThread *t, Params p) { useStack(t, numberParam(p, 0)); },
           1);
  k.number(40 * 1024);
  Options options;
  options.stackBytes = 64 * 1024;
  EXPECT_EQ(full(k.run(1, options)), "");
  options.stackBytes = 32 * 1024;
  EXPECT_EQ(summary(k.run(1, options)), "SIM24 stack-overflow:3");
}

} // namespace
