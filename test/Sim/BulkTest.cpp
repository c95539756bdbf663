// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies and reductions of plain memory, within a cluster too.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

constexpr uint32_t kBar = 4096;

TEST(Bulk, LoadsAndStores) {
  alignas(16) static int32_t in[256], out[256];
  for (int i = 0; i < 256; ++i)
    in[i] = i * 3;
  for (Order order : {Order::Late, Order::Early, Order::Shuffled}) {
    std::memset(out, 0, sizeof(out));
    Kernel k(
        [](TilerySimThread *t, Params p) {
          uint8_t *bar = t->shared + kBar;
          tilery_sim_mbarrier_init(t, bar, 1, 1);
          tilery_sim_mbarrier_arrive_expect_tx(t, bar, 1024, kRelease, 2);
          tilery_sim_bulk_prefetch(t, pointerParam<void>(p, 0), 1024, 3);
          tilery_sim_bulk_load(t, t->shared, pointerParam<void>(p, 0), 1024,
                               bar, 0, 4);
          tilery_sim_mbarrier_wait(t, bar, 0, 0, 5);
          tilery_sim_bulk_store(t, pointerParam<uint8_t>(p, 1) + 16,
                                t->shared + 32, 992, 6);
          tilery_sim_bulk_commit_group(t, 7);
          tilery_sim_bulk_wait_group(t, 0, 0, 8);
        },
        1);
    k.buffer("buf", 0, 2048).buffer("bar", kBar, 8, true);
    k.pointer(in, "A").pointer(out, "B");
    Options options;
    options.order = order;
    Engine engine(options);
    engine.memory().add(in, sizeof(in), "A");
    engine.memory().add(out, sizeof(out), "B");
    EXPECT_EQ(full(k.run(engine)), "");
    for (int i = 0; i < 256; ++i)
      EXPECT_EQ(out[i], i < 4 || i >= 252 ? 0 : in[i + 4]) << i;
  }
}

TEST(Bulk, CopiesAndReducesWithinTheCluster) {
  std::vector<int32_t> out(8);
  Kernel k([](TilerySimThread *t, Params p) {
    uint8_t *bar = t->shared + kBar;
    int32_t *data = reinterpret_cast<int32_t *>(t->shared);
    if (t->lane == 0)
      tilery_sim_mbarrier_init(t, bar, 1, 1);
    for (int i = 0; i < 3; ++i) {
      int32_t *at = data + t->lane + 256 * i;
      tilery_sim_write_shared(t, at, 4, 4, 1);
      *at = 10 * int32_t(t->clusterRank + 1);
    }
    tilery_sim_cluster_sync(t, 2);
    if (t->lane == 0) {
      uint32_t other = 1 - t->clusterRank;
      tilery_sim_mbarrier_arrive_expect_tx(t, bar, 32, kRelease, 3);
      uint8_t *theirs =
          static_cast<uint8_t *>(tilery_sim_mapa(t, t->shared, other, 4));
      tilery_sim_bulk_copy(t, theirs + 1024, t->shared, 16, theirs + kBar, 5);
      tilery_sim_bulk_reduce_shared(t, 0, TILERY_SIM_S32, theirs + 2048,
                                    t->shared, 16, theirs + kBar, 6);
      tilery_sim_mbarrier_wait(t, bar, 0, 0, 7);
      pointerParam<int32_t>(p, 0)[t->clusterRank * 2] = data[256];
      pointerParam<int32_t>(p, 0)[t->clusterRank * 2 + 1] = data[512];
    }
    tilery_sim_cluster_sync(t, 8);
  });
  k.cluster(2).buffer("buf", 0, 4096).buffer("bar", kBar, 8, true);
  EXPECT_EQ(full(k.pointer(out.data(), "out").run(2)), "");
  EXPECT_EQ(std::vector<int32_t>(out.begin(), out.begin() + 4),
            (std::vector<int32_t>{20, 30, 10, 30}));
}

TEST(Bulk, MulticastLoad) {
  alignas(16) static int32_t in[4] = {1, 2, 3, 4};
  std::vector<int32_t> out(2);
  Kernel k([](TilerySimThread *t, Params p) {
    uint8_t *bar = t->shared + kBar;
    if (t->lane == 0) {
      tilery_sim_mbarrier_init(t, bar, 1, 1);
      tilery_sim_mbarrier_arrive_expect_tx(t, bar, 16, kRelease, 2);
    }
    tilery_sim_cluster_sync(t, 3);
    if (t->lane == 0 && t->clusterRank == 1)
      tilery_sim_bulk_load(t, t->shared, pointerParam<void>(p, 0), 16, bar, 3,
                           4);
    tilery_sim_mbarrier_wait(t, bar, 0, 0, 5);
    pointerParam<int32_t>(p, 1)[t->clusterRank] =
        reinterpret_cast<int32_t *>(t->shared)[3];
    tilery_sim_cluster_sync(t, 6);
  });
  k.cluster(2).buffer("buf", 0, 4096).buffer("bar", kBar, 8, true);
  k.pointer(in, "A").pointer(out.data(), "out");
  Engine engine;
  engine.memory().add(in, sizeof(in), "A");
  EXPECT_EQ(full(k.run(engine, 2)), "");
  EXPECT_EQ(out, (std::vector<int32_t>{4, 4}));
}

/// Each block adds its number + 1 and a power of two to 64 floats.
std::vector<float> sum(unsigned workers, uint32_t kernelFlags = 0) {
  alignas(16) static float out[64];
  for (float &value : out)
    value = 0;
  Kernel k([](TilerySimThread *t, Params p) {
    float *data = reinterpret_cast<float *>(t->shared);
    for (uint32_t i = t->lane; i < 64; i += 32) {
      tilery_sim_write_shared(t, data + i, 4, 4, 1);
      data[i] = 1.0f / float(t->blockIdx[0] + i + 1) * 16777216.0f;
    }
    tilery_sim_warp_sync(t, ~0u, 2);
    if (t->lane == 0) {
      tilery_sim_bulk_reduce(t, 0, TILERY_SIM_F32, pointerParam<void>(p, 0),
                             t->shared, 256, 3);
      tilery_sim_bulk_commit_group(t, 4);
      tilery_sim_bulk_wait_group(t, 0, 0, 5);
    }
  });
  k.buffer("buf", 0, 256).pointer(out, "out").flags(kernelFlags);
  Options options;
  options.workers = workers;
  Engine engine(options);
  engine.memory().add(out, sizeof(out), "out");
  LaunchReport report = k.run(engine, 200);
  EXPECT_EQ(full(report), "");
  EXPECT_EQ(report.statistics.workers, kernelFlags ? 1u : workers);
  return std::vector<float>(out, out + 64);
}

TEST(Bulk, SumsAreTheSameOnAnyNumberOfWorkers) {
  std::vector<float> expected(64);
  for (int b = 0; b < 200; ++b)
    for (int i = 0; i < 64; ++i)
      expected[i] += 1.0f / float(b + i + 1) * 16777216.0f;
  for (unsigned workers : {1u, 2u, 4u})
    EXPECT_EQ(sum(workers), expected) << workers;
  EXPECT_EQ(sum(2, TILERY_SIM_READS_REDUCED), expected);
}

std::string findingOf(TilerySimFunction body) {
  alignas(16) static int32_t data[64];
  Kernel k(body, 1);
  k.buffer("buf", 0, 256).buffer("bar", kBar, 8, true).pointer(data, "A");
  Engine engine;
  engine.memory().add(data, sizeof(data), "A");
  LaunchReport report = k.cluster(2).run(engine, 2);
  EXPECT_FALSE(report.isComplete);
  return summary(report) +
         (report.findings.empty() ? "" : ": " + report.findings[0].text);
}

TEST(Bulk, Faults) {
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params p) {
              tilery_sim_bulk_prefetch(t, pointerParam<void>(p, 0), 24, 1);
            }),
            "SIM19 illegal-copy:1: expected a bulk copy of a multiple of 16 "
            "bytes, got 24");
  EXPECT_EQ(
      findingOf([](TilerySimThread *t, Params p) {
        tilery_sim_bulk_prefetch(t, pointerParam<uint8_t>(p, 0) + 8, 16, 1);
      }),
      "SIM02 misaligned:1: expected the global operand of a bulk copy at a "
      "multiple of 16 bytes, got an address 8 past one");
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params p) {
              tilery_sim_bulk_store(t, pointerParam<uint8_t>(p, 0) + 240,
                                    t->shared, 32, 2);
            }).substr(0, 24),
            "SIM03 uninitialised-read");
  EXPECT_EQ(
      findingOf([](TilerySimThread *t, Params p) {
        tilery_sim_write_shared(t, t->shared, 32, 16, 1);
        tilery_sim_bulk_store(t, pointerParam<uint8_t>(p, 0) + 240, t->shared,
                              32, 2);
      }),
      "SIM01 out-of-bounds:2: expected 32 bytes within A (256 bytes), got "
      "them at byte 240");
  EXPECT_EQ(
      findingOf([](TilerySimThread *t, Params p) {
        tilery_sim_write_shared(t, t->shared, 32, 16, 1);
        uint32_t min = 1;
        tilery_sim_bulk_reduce(t, min, TILERY_SIM_F32,
                               pointerParam<uint8_t>(p, 0), t->shared, 32, 2);
      }),
      "SIM19 illegal-copy:2: expected a reduction that the device has, got "
      "min of f32");
  EXPECT_EQ(
      findingOf([](TilerySimThread *t, Params) {
        tilery_sim_write_shared(t, t->shared, 32, 16, 1);
        tilery_sim_mbarrier_init(t, t->shared + kBar, 1, 1);
        void *theirs = tilery_sim_mapa(t, t->shared, 1 - t->clusterRank, 2);
        tilery_sim_bulk_copy(t, theirs, t->shared, 32, t->shared + kBar, 3);
      }),
      "SIM19 illegal-copy:3: expected destination and barrier in one "
      "block, got ranks 1 and 0");
}

} // namespace
