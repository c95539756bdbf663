// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grids: the barrier of all blocks, spreading over workers, limits.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

TEST(Grid, CooperativeBlocksMeet) {
  int32_t counter = 0;
  Kernel k([](TilerySimThread *t, Params p) {
    int32_t *c = pointerParam<int32_t>(p, 0);
    for (int i = 1; i <= 3; ++i) {
      ++*c;
      tilery_sim_grid_sync(t, 1);
      if (*c != 32 * 20 * i)
        tilery_sim_trap(t, "not all have arrived", 2);
      tilery_sim_grid_sync(t, 3);
    }
  });
  k.flags(TILERY_SIM_GRID_SYNC).pointer(&counter, "c");
  Engine engine;
  LaunchRequest request = k.request(20);
  request.cooperative = true;
  LaunchReport report = engine.launch(request);
  EXPECT_EQ(full(report), "");
  EXPECT_EQ(report.statistics.blocks, 20u);
  request.cooperative = false;
  EXPECT_EQ(summary(engine.launch(request)), "SIM27 bad-launch:0");
}

TEST(Grid, FaultOfACooperativeBlock) {
  Kernel k([](TilerySimThread *t, Params) {
    if (t->blockIdx[0] == 3)
      tilery_sim_trap(t, "now", 4);
    tilery_sim_grid_sync(t, 5);
  });
  Engine engine;
  LaunchRequest request = k.request(6);
  request.cooperative = true;
  LaunchReport report = engine.launch(request);
  EXPECT_FALSE(report.isComplete);
  EXPECT_EQ(summary(report), "SIM22 trap:4");
}

TEST(Grid, BarrierWithoutCooperation) {
  Kernel k([](TilerySimThread *t, Params) { tilery_sim_grid_sync(t, 5); });
  EXPECT_EQ(summary(k.run(2)), "SIM18 barrier-misuse:5");
}

TEST(Grid, FlagsBetweenResidentBlocks) {
  // Block 0 spins on plain memory that block 1 writes.
  std::atomic<int32_t> flag(0);
  Kernel k([](TilerySimThread *t, Params p) {
    auto &flag = *pointerParam<std::atomic<int32_t>>(p, 0);
    if (t->blockIdx[0] == 1)
      flag = 1;
    while (t->blockIdx[0] == 0 && !flag)
      if (--t->fuel < 0)
        tilery_sim_refuel(t, 1);
  });
  Engine engine;
  LaunchRequest request = k.pointer(&flag, "flag").request(2);
  request.cooperative = true;
  EXPECT_EQ(full(engine.launch(request)), "");
}

TEST(Grid, BlocksOfThreeDimensions) {
  std::vector<uint32_t> seen(2 * 3 * 4);
  Kernel k([](TilerySimThread *t, Params p) {
    if (t->lane == 0)
      ++pointerParam<uint32_t>(
          p, 0)[t->blockIdx[0] + 2 * (t->blockIdx[1] + 3 * t->blockIdx[2])];
  });
  Engine engine;
  LaunchRequest request = k.pointer(seen.data(), "seen").request(2);
  request.grid[1] = 3;
  request.grid[2] = 4;
  EXPECT_EQ(full(engine.launch(request)), "");
  EXPECT_EQ(seen, std::vector<uint32_t>(24, 1));
}

TEST(Grid, LargeBlocksAndClusters) {
  int32_t counter = 0;
  Kernel k(
      [](TilerySimThread *t, Params p) {
        tilery_sim_cluster_sync(t, 1);
        ++*pointerParam<int32_t>(p, 0);
        tilery_sim_cluster_sync(t, 2);
      },
      1024);
  EXPECT_EQ(full(k.cluster(16).pointer(&counter, "c").run(16)), "");
  EXPECT_EQ(counter, 16 * 1024);
}

std::string refused(Kernel &k, void (*change)(LaunchRequest &)) {
  Engine engine;
  LaunchRequest request = k.request(4);
  change(request);
  LaunchReport report = engine.launch(request);
  EXPECT_FALSE(report.isComplete);
  return report.findings.empty() ? "" : report.findings[0].text;
}

TEST(Grid, Limits) {
  Kernel k([](TilerySimThread *, Params) {});
  EXPECT_EQ(refused(k, [](LaunchRequest &r) { r.grid[0] = 0; }),
            "expected grid dimension x to be 1..2147483647, got 0");
  EXPECT_EQ(refused(k, [](LaunchRequest &r) { r.grid[1] = 65536; }),
            "expected grid dimension y to be 1..65535, got 65536");
  EXPECT_EQ(refused(k, [](LaunchRequest &r) { r.cluster[0] = 3; }),
            "expected the grid to consist of whole clusters, got 4 blocks for "
            "clusters of 3");
  EXPECT_EQ(refused(k, [](LaunchRequest &r) { r.dynamicShared = 232449; }),
            "expected at most 232448 bytes of shared memory of a block, got 0 "
            "+ 232449");
  EXPECT_EQ(refused(k, [](LaunchRequest &r) { r.kernel = nullptr; }),
            "expected a kernel, got none");
  EXPECT_EQ(refused(k,
                    [](LaunchRequest &r) {
                      r.cooperative = true;
                      r.grid[0] = 5000;
                    }),
            "expected at most 4224 blocks of a cooperative launch, which are "
            "resident at once, got 5000");
  Kernel large([](TilerySimThread *, Params) {}, 1025);
  EXPECT_EQ(refused(large, [](LaunchRequest &) {}),
            "expected block dimension x to be 1..1024, got 1025");
}

TEST(Grid, DynamicBuffer) {
  // A buffer that reaches to the end of the launch's shared memory.
  Engine engine;
  auto runAt = [&](int64_t at) {
    Kernel k(
        [](TilerySimThread *t, Params p) {
          tilery_sim_write_shared(t, t->shared + 64 + numberParam(p, 0), 8, 8,
                                  1);
        },
        1);
    k.buffer("dynamic", 64, 0, false, TILERY_SIM_DYNAMIC).site(1, "store", 0);
    LaunchRequest request = k.number(at).request(1);
    request.dynamicShared = 256;
    LaunchReport report = engine.launch(request);
    return report.findings.empty() ? "" : report.findings[0].text;
  };
  EXPECT_EQ(runAt(0), "");
  EXPECT_EQ(runAt(248), "");
  EXPECT_EQ(runAt(256), "expected 8 bytes within the 256 of dynamic, got those "
                        "from dynamic + 256");
}

TEST(Grid, DynamicSharedMemory) {
  std::vector<uint64_t> out(1);
  Kernel k([](TilerySimThread *t, Params p) {
    if (t->lane)
      return;
    uint64_t *last = reinterpret_cast<uint64_t *>(t->shared + 512 + 1024 - 8);
    tilery_sim_write_shared(t, last, 8, 8, 1);
    *last = 7;
    pointerParam<uint64_t>(p, 0)[0] = *last;
  });
  k.shared(512).pointer(out.data(), "out");
  Engine engine;
  LaunchRequest request = k.request(1);
  request.dynamicShared = 1024;
  EXPECT_EQ(full(engine.launch(request)), "");
  EXPECT_EQ(out[0], 7u);
}

} // namespace
