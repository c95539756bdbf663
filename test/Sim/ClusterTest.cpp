// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters: ids, the barrier, each other's shared memory.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

TEST(Cluster, Ids) {
  std::vector<uint32_t> out(24 * 4);
  Kernel k([](TilerySimThread *t, Params p) {
    uint32_t block = t->blockIdx[0] + t->blockIdx[1] * t->gridDim[0];
    uint32_t *at = pointerParam<uint32_t>(p, 0) + block * 4;
    at[0] = t->clusterRank;
    at[1] = t->clusterIdx[0] + 100 * t->clusterIdx[1];
    at[2] = t->clusterGridDim[0] * 10 + t->clusterGridDim[1];
    at[3] = t->clusterSize;
  });
  k.pointer(out.data(), "out");
  Engine engine;
  LaunchRequest request = k.request(6);
  request.grid[1] = 4;
  request.cluster[0] = 3;
  request.cluster[1] = 2;
  request.cluster[2] = 1;
  EXPECT_EQ(full(engine.launch(request)), "");
  for (uint32_t y = 0; y < 4; ++y)
    for (uint32_t x = 0; x < 6; ++x) {
      uint32_t *at = &out[(y * 6 + x) * 4];
      EXPECT_EQ(at[0], x % 3 + y % 2 * 3);
      EXPECT_EQ(at[1], x / 3 + 100 * (y / 2));
      EXPECT_EQ(at[2], 22u);
      EXPECT_EQ(at[3], 6u);
    }
}

TEST(Cluster, ReadsAndWritesTheNeighboursMemory) {
  std::vector<int32_t> out(16);
  Kernel k([](TilerySimThread *t, Params p) {
    if (t->lane == 0) {
      int32_t *theirs = static_cast<int32_t *>(tilery_sim_mapa(
          t, t->shared, (t->clusterRank + 1) % t->clusterSize, 1));
      tilery_sim_write_cluster(t, theirs, 4, 4, 2);
      *theirs = int32_t(t->clusterRank);
    }
    tilery_sim_cluster_sync(t, 3);
    if (t->lane == 0) {
      int32_t *mine = reinterpret_cast<int32_t *>(t->shared);
      tilery_sim_read_shared(t, mine, 4, 4, 4);
      int32_t *theirs = static_cast<int32_t *>(tilery_sim_mapa(
          t, t->shared, (t->clusterRank + 1) % t->clusterSize, 1));
      tilery_sim_read_cluster(t, theirs, 4, 4, 5);
      pointerParam<int32_t>(p, 0)[t->blockIdx[0]] = *mine * 100 + *theirs;
    }
    tilery_sim_cluster_sync(t, 6);
  });
  k.cluster(16).buffer("slot", 0, 4).pointer(out.data(), "out");
  EXPECT_EQ(full(k.run(16)), "");
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(out[i], (i + 15) % 16 * 100 + i);
}

TEST(Cluster, SplitBarrier) {
  int32_t counter = 0;
  Kernel k(
      [](TilerySimThread *t, Params p) {
        int32_t *c = pointerParam<int32_t>(p, 0);
        for (int i = 1; i <= 3; ++i) {
          ++*c;
          tilery_sim_cluster_arrive(t, TILERY_SIM_RELEASE, i & 1, 1);
          tilery_sim_cluster_wait(t, i & 1, 2);
          if (*c != 128 * i)
            tilery_sim_trap(t, "not all have arrived", 3);
          tilery_sim_cluster_arrive(t, TILERY_SIM_RELAXED, 0, 4);
          tilery_sim_cluster_wait(t, 0, 5);
        }
      },
      64);
  EXPECT_EQ(full(k.cluster(2).pointer(&counter, "c").run(2)), "");
}

TEST(Cluster, EndedThreadsAreNotWaitedFor) {
  Kernel k([](TilerySimThread *t, Params) {
    if (t->clusterRank == 1)
      return;
    tilery_sim_cluster_sync(t, 1);
  });
  EXPECT_EQ(full(k.cluster(2).run(2)), "");
}

TEST(Cluster, ArrivalsAndWaitsAlternate) {
  Kernel twice([](TilerySimThread *t, Params) {
    tilery_sim_cluster_arrive(t, TILERY_SIM_RELEASE, 0, 1);
    tilery_sim_cluster_arrive(t, TILERY_SIM_RELEASE, 0, 2);
  });
  EXPECT_EQ(summary(twice.cluster(2).run(2)), "SIM18 barrier-misuse:2");
  Kernel none(
      [](TilerySimThread *t, Params) { tilery_sim_cluster_wait(t, 0, 3); });
  EXPECT_EQ(summary(none.cluster(2).run(2)), "SIM18 barrier-misuse:3");
}

TEST(Cluster, RankAndAddressOutside) {
  Kernel rank(
      [](TilerySimThread *t, Params) { tilery_sim_mapa(t, t->shared, 2, 1); });
  EXPECT_EQ(summary(rank.cluster(2).shared(64).run(2)),
            "SIM01 out-of-bounds:1");
  Kernel outside([](TilerySimThread *t, Params) {
    int here = 0;
    tilery_sim_read_cluster(t, &here, 4, 4, 2);
  });
  EXPECT_EQ(summary(outside.cluster(2).shared(64).run(2)),
            "SIM01 out-of-bounds:2");
}

TEST(Cluster, AccessAfterTheBlockHasEnded) {
  Kernel k([](TilerySimThread *t, Params) {
    if (t->clusterRank == 1)
      return;
    tilery_sim_nanosleep(t, 100, 1);
    void *theirs = tilery_sim_mapa(t, t->shared, 1, 2);
    tilery_sim_write_cluster(t, theirs, 4, 4, 3);
  });
  LaunchReport report = k.cluster(2).buffer("slot", 0, 4).run(2);
  EXPECT_TRUE(report.isComplete);
  EXPECT_EQ(summary(report), "SIM15 remote-after-exit:3");
  EXPECT_EQ(report.findings[0].count, 32u);
  EXPECT_EQ(report.findings[0].buffer, "slot");
}

/// The block of rank 0 arrives at a barrier of rank 1; what rank 1 does about
/// it is the parameter.
std::string remoteArrival(int64_t cure) {
  Kernel k([](TilerySimThread *t, Params p) {
    int64_t cure = numberParam(p, 0);
    if (t->lane == 0)
      tilery_sim_mbarrier_init(t, t->shared, 1, 1);
    tilery_sim_cluster_sync(t, 2);
    if (t->clusterRank == 0 && t->lane == 0)
      tilery_sim_mbarrier_arrive(t, tilery_sim_mapa(t, t->shared, 1, 3), 1,
                                 kRelease, 4);
    if (cure == 1 && t->clusterRank == 1)
      tilery_sim_mbarrier_wait(t, t->shared, 0, 0, 5);
    if (cure == 2)
      tilery_sim_cluster_sync(t, 6);
  });
  k.cluster(2).buffer("bar", 0, 8, true).number(cure);
  return summary(k.run(2));
}

TEST(Cluster, ArrivalThatNobodyWaitsFor) {
  EXPECT_EQ(remoteArrival(0), "SIM15 remote-after-exit:4");
  EXPECT_EQ(remoteArrival(1), "");
  EXPECT_EQ(remoteArrival(2), "");
}

} // namespace
