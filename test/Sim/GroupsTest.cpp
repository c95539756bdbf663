// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bulk groups: when sources are read and bytes written, and what is left over.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

/// Writes 1s to shared memory, issues a store of it, and writes 2s; the waits
/// in between are those of the parameter. What is in global memory afterwards,
/// and what the thread itself has seen there before its end.
struct Result {
  int32_t seen, final;
  std::string findings;
};

enum Wait : int64_t { NoWait, ReadWait, FullWait, Uncommitted, Pending };

Result store(Wait wait, Order order = Order::Late) {
  alignas(16) static int32_t out[4];
  static int32_t seen;
  out[0] = 0;
  Kernel k(
      [](TilerySimThread *t, Params p) {
        int32_t *data = reinterpret_cast<int32_t *>(t->shared);
        int64_t wait = numberParam(p, 2);
        tilery_sim_write_shared(t, data, 16, 16, 1);
        data[0] = 1;
        tilery_sim_bulk_store(t, pointerParam<void>(p, 0), data, 16, 2);
        if (wait != Uncommitted)
          tilery_sim_bulk_commit_group(t, 3);
        if (wait == ReadWait || wait == FullWait)
          tilery_sim_bulk_wait_group(t, 0, wait == ReadWait, 4);
        if (wait == Pending)
          tilery_sim_bulk_wait_group(t, 1, 1, 4);
        data[0] = 2;
        *pointerParam<int32_t>(p, 1) = *pointerParam<int32_t>(p, 0);
      },
      1);
  k.buffer("buf", 0, 16).pointer(out, "out").pointer(&seen, "seen");
  k.number(wait);
  Options options;
  options.order = order;
  Engine engine(options);
  engine.memory().add(out, sizeof(out), "out");
  LaunchReport report = k.run(engine);
  EXPECT_TRUE(report.isComplete);
  return {seen, out[0], summary(report)};
}

TEST(Groups, LateStoresReadTheirSourceLate) {
  Result none = store(NoWait);
  EXPECT_EQ(none.seen, 0);
  EXPECT_EQ(none.final, 2);
  EXPECT_EQ(none.findings, "SIM14 in-flight-at-exit:2");
  Result read = store(ReadWait);
  EXPECT_EQ(read.seen, 0); // read, not yet written
  EXPECT_EQ(read.final, 1);
  EXPECT_EQ(read.findings, "");
  Result whole = store(FullWait);
  EXPECT_EQ(whole.seen, 1);
  EXPECT_EQ(whole.final, 1);
  EXPECT_EQ(whole.findings, "");
}

TEST(Groups, EarlyStoresAreDoneAtOnce) {
  Result r = store(NoWait, Order::Early);
  EXPECT_EQ(r.seen, 1);
  EXPECT_EQ(r.final, 1);
  // The finding does not depend on the order.
  EXPECT_EQ(r.findings, "SIM14 in-flight-at-exit:2");
}

TEST(Groups, UncommittedAndPendingGroupsAreLeftOver) {
  for (Order order : {Order::Late, Order::Early, Order::Shuffled}) {
    EXPECT_EQ(store(Uncommitted, order).findings, "SIM14 in-flight-at-exit:2");
    EXPECT_EQ(store(Pending, order).findings, "SIM14 in-flight-at-exit:2");
  }
}

TEST(Groups, OlderGroupsCompleteFirst) {
  alignas(16) static int32_t out[64];
  std::memset(out, 0, sizeof(out));
  static int32_t seen[3];
  Kernel k(
      [](TilerySimThread *t, Params p) {
        uint8_t *to = pointerParam<uint8_t>(p, 0);
        int32_t *seen = pointerParam<int32_t>(p, 1);
        tilery_sim_write_shared(t, t->shared, 16, 16, 1);
        std::memset(t->shared, 1, 16);
        for (int i = 0; i < 3; ++i) {
          tilery_sim_bulk_store(t, to + 16 * i, t->shared, 16, 2 + uint32_t(i));
          tilery_sim_bulk_commit_group(t, 5);
        }
        tilery_sim_bulk_wait_group(t, 1, 0, 6);
        for (int i = 0; i < 3; ++i)
          seen[i] = to[16 * i];
        tilery_sim_bulk_wait_group(t, 0, 1, 7);
      },
      1);
  k.buffer("buf", 0, 16).pointer(out, "out").pointer(seen, "seen");
  Engine engine;
  engine.memory().add(out, sizeof(out), "out");
  EXPECT_EQ(full(k.run(engine)), "");
  EXPECT_EQ(seen[0], 1);
  EXPECT_EQ(seen[1], 1);
  EXPECT_EQ(seen[2], 0);
  EXPECT_EQ(out[8], 0x01010101);
}

} // namespace
