// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes that barriers expect, and those that arrive.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

/// A block whose thread 0 loads a box of 16 x 16 words (1024 bytes); what it
/// expects, and when, is in the parameters.
struct LoadCase {
  int64_t expected = 1024;
  bool loadsFirst = false;
  bool waits = true;
  int64_t copies = 1;
};

LaunchReport load(const LoadCase &c, Order order = Order::Late) {
  alignas(128) static int32_t data[256];
  Kernel k([](TilerySimThread *t, Params p) {
    uint8_t *bar = t->shared + 2048;
    if (t->lane == 0) {
      tilery_sim_mbarrier_init(t, bar, 1, 1);
      int32_t at[2] = {0, 0};
      auto copy = [&] {
        for (int64_t i = 0; i < numberParam(p, 4); ++i)
          tilery_sim_tma_load(t, t->shared + 1024 * i, p[0], at, 2, bar, 0, 3);
      };
      if (numberParam(p, 2))
        copy();
      if (numberParam(p, 1) < 0)
        tilery_sim_mbarrier_arrive(t, bar, 1, kRelease, 2);
      else
        tilery_sim_mbarrier_arrive_expect_tx(
            t, bar, uint32_t(numberParam(p, 1)), kRelease, 2);
      if (!numberParam(p, 2))
        copy();
    }
    tilery_sim_cta_sync(t, 4);
    if (numberParam(p, 3))
      tilery_sim_mbarrier_wait(t, bar, 0, 0, 5);
  });
  k.buffer("tile", 0, 2048).buffer("full", 2048, 8, true);
  k.map(mapOf(data, {16, 16}, {16, 16}), "A").number(c.expected);
  k.number(c.loadsFirst).number(c.waits).number(c.copies);
  Options options;
  options.order = order;
  Engine engine(options);
  engine.memory().add(data, sizeof(data), "A");
  return k.run(engine);
}

TEST(Bytes, AsManyAsExpected) {
  for (Order order : {Order::Late, Order::Early, Order::Shuffled})
    for (bool first : {false, true}) {
      EXPECT_EQ(full(load({1024, first}, order)), "");
      EXPECT_EQ(full(load({2048, first, true, 2}, order)), "");
    }
}

TEST(Bytes, MoreExpectedThanDelivered) {
  for (Order order : {Order::Late, Order::Early, Order::Shuffled}) {
    LaunchReport report = load({2048}, order);
    EXPECT_FALSE(report.isComplete);
    ASSERT_EQ(summary(report), "SIM04 bytes-missing:2");
    const Finding &f = report.findings[0];
    EXPECT_EQ(f.text, "expected 2048 bytes in phase 0 of barrier full, got "
                      "1024: the threads that wait for it never go on");
    EXPECT_EQ(f.other.line, 3u);
    ASSERT_EQ(f.notes.size(), 1u);
    EXPECT_EQ(f.notes[0].text,
              "block (0, 0, 0), threads 0-31 wait for phase 0 of barrier full, "
              "which has 1 of 1 arrival and 1024 of 2048 bytes of phase 0");
    EXPECT_EQ(f.notes[0].place.line, 5u);
  }
}

TEST(Bytes, MoreExpectedAndNobodyWaits) {
  EXPECT_EQ(summary(load({2048, false, false})), "SIM04 bytes-missing:2");
}

TEST(Bytes, FewerExpectedThanDelivered) {
  for (Order order : {Order::Late, Order::Early, Order::Shuffled}) {
    LaunchReport report = load({512}, order);
    ASSERT_FALSE(report.findings.empty());
    const Finding &f = report.findings[0];
    EXPECT_EQ(f.kind, FindingKind::BytesUnexpected);
    EXPECT_EQ(f.text,
              "expected 512 bytes in phase 0 of barrier full, got 1024: the "
              "phase ends before all of them have arrived");
    EXPECT_EQ(report.findings.size(), 1u) << full(report);
  }
}

TEST(Bytes, NoneExpected) {
  for (Order order : {Order::Late, Order::Early}) {
    LaunchReport report = load({-1}, order);
    ASSERT_FALSE(report.findings.empty());
    EXPECT_EQ(report.findings[0].kind, FindingKind::BytesUnexpected)
        << full(report);
    EXPECT_EQ(report.findings[0].place.line, 3u);
  }
}

TEST(Bytes, LandsInAnotherPhase) {
  // One arrival completes the phase at which the copy was issued.
  alignas(128) static int32_t data[256];
  Kernel k(
      [](TilerySimThread *t, Params p) {
        uint8_t *bar = t->shared + 1024;
        tilery_sim_mbarrier_init(t, bar, 1, 1);
        int32_t at[2] = {0, 0};
        tilery_sim_tma_load(t, t->shared, p[0], at, 2, bar, 0, 2);
        tilery_sim_mbarrier_arrive(t, bar, 1, kRelease, 3);
        tilery_sim_mbarrier_wait(t, bar, 0, 0, 4);
        tilery_sim_mbarrier_arrive_expect_tx(t, bar, 1024, kRelease, 5);
        tilery_sim_mbarrier_wait(t, bar, 1, 0, 6);
      },
      1);
  k.buffer("tile", 0, 1024).buffer("full", 1024, 8, true);
  k.map(mapOf(data, {16, 16}, {16, 16}), "A");
  Engine engine;
  engine.memory().add(data, sizeof(data), "A");
  LaunchReport report = k.run(engine);
  ASSERT_EQ(summary(report), "SIM05 bytes-unexpected:2");
  EXPECT_EQ(report.findings[0].text,
            "expected the bytes of the copy in phase 0 of barrier full, in "
            "which it was issued, got them in phase 1: nothing made the first "
            "wait for them");
  EXPECT_EQ(report.findings[0].other.line, 3u);
}

TEST(Bytes, NobodyWaitsForTheCopy) {
  for (Order order : {Order::Late, Order::Early, Order::Shuffled}) {
    LaunchReport report = load({1024, false, false}, order);
    EXPECT_TRUE(report.isComplete);
    ASSERT_EQ(summary(report), "SIM14 in-flight-at-exit:3");
    EXPECT_EQ(report.findings[0].buffer, "full");
  }
}

} // namespace
