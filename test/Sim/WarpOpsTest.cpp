// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// elect, shuffles, votes, and lanes that do not come.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

TEST(WarpOps, ElectsOneLaneOfEachWarp) {
  std::vector<int32_t> out(64, -1);
  Kernel k(
      [](TilerySimThread *t, Params p) {
        pointerParam<int32_t>(p, 0)[t->linearThread] = tilery_sim_elect(t, 1);
      },
      64);
  EXPECT_EQ(full(k.pointer(out.data(), "out").run()), "");
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], i % 32 == 0) << i;
}

TEST(WarpOps, WarpId) {
  std::vector<uint32_t> out(96);
  Kernel k(
      [](TilerySimThread *t, Params p) {
        pointerParam<uint32_t>(p, 0)[t->linearThread] =
            tilery_sim_warp_id(t, 1);
      },
      96);
  EXPECT_EQ(full(k.pointer(out.data(), "out").run()), "");
  for (unsigned i = 0; i < 96; ++i)
    EXPECT_EQ(out[i], i / 32);
}

/// What a shuffle of 100 + lane gives each lane; -1 where it is not valid.
std::vector<int64_t> shuffle(uint32_t mode, uint32_t lane, uint32_t width) {
  std::vector<int64_t> out(32);
  Kernel k([](TilerySimThread *t, Params p) {
    int32_t valid = 0;
    uint64_t value =
        tilery_sim_shuffle(t, uint32_t(numberParam(p, 1)), 100 + t->lane,
                           uint32_t(numberParam(p, 2)),
                           uint32_t(numberParam(p, 3)), ~0u, &valid, 1);
    pointerParam<int64_t>(p, 0)[t->lane] = valid ? int64_t(value) : -1;
    if (!valid && value != 100 + t->lane)
      tilery_sim_trap(t, "an invalid shuffle gives the own value", 2);
  });
  k.pointer(out.data(), "out").number(mode).number(lane).number(width);
  EXPECT_EQ(full(k.run()), "");
  return out;
}

TEST(WarpOps, Shuffles) {
  std::vector<int64_t> up = shuffle(TILERY_SIM_SHUFFLE_UP, 1, 16);
  std::vector<int64_t> down = shuffle(TILERY_SIM_SHUFFLE_DOWN, 2, 32);
  std::vector<int64_t> flip = shuffle(TILERY_SIM_SHUFFLE_XOR, 3, 32);
  std::vector<int64_t> index = shuffle(TILERY_SIM_SHUFFLE_IDX, 5, 8);
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(up[i], i % 16 == 0 ? -1 : 100 + i - 1) << i;
    EXPECT_EQ(down[i], i >= 30 ? -1 : 100 + i + 2) << i;
    EXPECT_EQ(flip[i], 100 + (i ^ 3)) << i;
    EXPECT_EQ(index[i], 100 + i / 8 * 8 + 5) << i;
  }
}

TEST(WarpOps, Votes) {
  std::vector<uint32_t> out(4);
  Kernel k([](TilerySimThread *t, Params p) {
    for (uint32_t mode = 0; mode < 4; ++mode) {
      uint32_t r = tilery_sim_vote(t, mode, t->lane == 7, ~0u, 1 + mode);
      if (t->lane == 31)
        pointerParam<uint32_t>(p, 0)[mode] = r;
    }
  });
  EXPECT_EQ(full(k.pointer(out.data(), "out").run()), "");
  EXPECT_EQ(out, (std::vector<uint32_t>{0, 1, 0, 1u << 7}));
}

TEST(WarpOps, HalvesMeetByMask) {
  Kernel k([](TilerySimThread *t, Params) {
    if (t->lane < 16)
      tilery_sim_warp_sync(t, 0xFFFF, 1);
    else
      tilery_sim_warp_sync(t, 0xFFFF0000, 2);
    tilery_sim_warp_sync(t, ~0u, 3);
  });
  EXPECT_EQ(full(k.run()), "");
}

TEST(WarpOps, EndedLanesAreNotWaitedFor) {
  Kernel k([](TilerySimThread *t, Params) {
    if (t->lane < 31)
      tilery_sim_warp_sync(t, ~0u, 1);
  });
  EXPECT_EQ(full(k.run()), "");
}

TEST(WarpOps, LanesAtDifferentOperations) {
  Kernel k([](TilerySimThread *t, Params) {
    if (t->lane == 0)
      tilery_sim_elect(t, 1);
    else
      tilery_sim_vote(t, TILERY_SIM_VOTE_ANY, 1, ~0u, 2);
  });
  LaunchReport report = k.run();
  EXPECT_FALSE(report.isComplete);
  EXPECT_EQ(summary(report), "SIM28 warp-divergence:2");
  EXPECT_EQ(report.findings[0].other.line, 1u);
}

TEST(WarpOps, LaneOutsideOfItsMask) {
  Kernel k([](TilerySimThread *t, Params) { tilery_sim_warp_sync(t, 1, 4); });
  EXPECT_EQ(summary(k.run()), "SIM28 warp-divergence:4");
}

} // namespace
