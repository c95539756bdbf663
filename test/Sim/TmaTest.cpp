// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor copies: loads, stores, reductions, multicast, and their faults.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

constexpr uint32_t kBar = 8192;

/// 32 x 32 words in, as many out.
struct Tensors {
  alignas(128) int32_t in[1024];
  alignas(128) int32_t out[1024];
  Engine engine;
  explicit Tensors(Options options = Options()) : engine(options) {
    for (int i = 0; i < 1024; ++i) {
      in[i] = i * 7 + 1;
      out[i] = 100;
    }
    engine.memory().add(in, sizeof(in), "A");
    engine.memory().add(out, sizeof(out), "B");
  }
  Kernel kernel(TilerySimFunction body, uint32_t threads = 32) {
    Kernel k(body, threads);
    k.buffer("tile", 0, 4096).buffer("more", 4096, 4096);
    k.buffer("full", kBar, 8, true);
    k.map(mapOf(in, {32, 32}, {16, 16}), "A");
    k.map(mapOf(out, {32, 32}, {16, 16}), "B");
    return k;
  }
};

void load(TilerySimThread *t, Params p, int32_t x, int32_t y,
          uint32_t mask = 0) {
  int32_t at[2] = {x, y};
  tilery_sim_mbarrier_arrive_expect_tx(t, t->shared + kBar, 1024, kRelease, 2);
  tilery_sim_tma_load(t, t->shared, p[0], at, 2, t->shared + kBar, mask, 3);
}
void store(TilerySimThread *t, Params p, int32_t x, int32_t y) {
  int32_t at[2] = {x, y};
  tilery_sim_tma_store(t, p[1], at, 2, t->shared, 6);
  tilery_sim_bulk_commit_group(t, 7);
  tilery_sim_bulk_wait_group(t, 0, 0, 8);
}

TEST(Tma, LoadsAndStoresABox) {
  for (Order order : {Order::Late, Order::Early, Order::Shuffled}) {
    Options options;
    options.order = order;
    Tensors x(options);
    Kernel k = x.kernel([](TilerySimThread *t, Params p) {
      if (!tilery_sim_elect(t, 1))
        return;
      int32_t at[2] = {0, 0};
      tilery_sim_tma_prefetch_map(t, p[0], 9);
      tilery_sim_tma_prefetch(t, p[0], at, 2, 10);
      tilery_sim_mbarrier_init(t, t->shared + kBar, 1, 1);
      load(t, p, 20, 24);
      tilery_sim_mbarrier_wait(t, t->shared + kBar, 0, 0, 5);
      store(t, p, 4, 8);
    });
    EXPECT_EQ(full(k.run(x.engine)), "");
    for (int r = 0; r < 32; ++r)
      for (int c = 0; c < 32; ++c) {
        bool isIn = r >= 8 && r < 24 && c >= 4 && c < 20;
        int fromR = r - 8 + 24, fromC = c - 4 + 20;
        int value = fromR < 32 && fromC < 32 ? x.in[fromR * 32 + fromC] : 0;
        ASSERT_EQ(x.out[r * 32 + c], isIn ? value : 100) << r << " " << c;
      }
  }
}

TEST(Tma, Multicast) {
  Tensors x;
  Kernel k = x.kernel([](TilerySimThread *t, Params p) {
    uint8_t *bar = t->shared + kBar;
    if (t->lane == 0) {
      tilery_sim_mbarrier_init(t, bar, 1, 1);
      tilery_sim_fence_mbarrier_init(t, 1);
    }
    tilery_sim_cluster_sync(t, 4);
    if (t->lane == 0 && t->clusterRank != 1) {
      tilery_sim_mbarrier_arrive_expect_tx(t, bar, 1024, kRelease, 2);
      int32_t at[2] = {0, 16};
      if (t->clusterRank == 0)
        tilery_sim_tma_load(t, t->shared, p[0], at, 2, bar, 0b101, 3);
      tilery_sim_mbarrier_wait(t, bar, 0, 0, 5);
      int32_t to[2] = {int32_t(t->clusterRank) * 8, 0};
      tilery_sim_tma_store(t, p[1], to, 2, t->shared, 6);
      tilery_sim_bulk_commit_group(t, 7);
      tilery_sim_bulk_wait_group(t, 0, 1, 8);
    }
    tilery_sim_cluster_sync(t, 9);
  });
  LaunchReport report = k.cluster(3).run(x.engine, 3);
  EXPECT_EQ(full(report), "");
  EXPECT_EQ(report.statistics.transfers, 4u);
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(x.out[i + 16], x.in[16 * 32 + i]);
    EXPECT_EQ(x.out[i % 8], x.in[16 * 32 + i % 8]);
  }
}

TEST(Tma, Reduces) {
  for (unsigned workers : {1u, 2u}) {
    Options options;
    options.workers = workers;
    Tensors x(options);
    Kernel k = x.kernel([](TilerySimThread *t, Params p) {
      if (t->lane)
        return;
      for (int i = 0; i < 256; ++i) {
        tilery_sim_write_shared(t, t->shared + 4 * i, 4, 4, 1);
        reinterpret_cast<int32_t *>(t->shared)[i] = i;
      }
      int32_t at[2] = {0, 0};
      uint32_t add = 0;
      tilery_sim_tma_reduce(t, add, p[1], at, 2, t->shared, 6);
      tilery_sim_bulk_commit_group(t, 7);
      tilery_sim_bulk_wait_group(t, 0, 0, 8);
    });
    EXPECT_EQ(full(k.run(x.engine, 10)), "");
    for (int i = 0; i < 256; ++i)
      EXPECT_EQ(x.out[i / 16 * 32 + i % 16], 100 + 10 * i);
  }
}

/// The finding of one thread that runs the body on a barrier of its own.
std::string findingOf(TilerySimFunction body, bool isComplete = false) {
  Tensors x;
  LaunchReport report = x.kernel(body, 1).run(x.engine);
  EXPECT_EQ(report.isComplete, isComplete);
  return summary(report) +
         (report.findings.empty() ? "" : ": " + report.findings[0].text);
}
void begin(TilerySimThread *t) {
  tilery_sim_mbarrier_init(t, t->shared + kBar, 1, 1);
  for (int i = 0; i < 1024; i += 16)
    tilery_sim_write_shared(t, t->shared + i, 16, 16, 1);
}

TEST(Tma, StoreBelowZero) {
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params p) {
              begin(t);
              store(t, p, 0, -1);
            }).substr(0, 23),
            "SIM11 negative-store:6:");
  // Loads may start there.
  EXPECT_EQ(findingOf(
                [](TilerySimThread *t, Params p) {
                  begin(t);
                  load(t, p, -4, -1);
                  tilery_sim_mbarrier_wait(t, t->shared + kBar, 0, 0, 5);
                },
                true),
            "");
}

TEST(Tma, InnerCoordinateOffTheGrid) {
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params p) {
              begin(t);
              load(t, p, 2, 0);
            }).substr(0, 29),
            "SIM12 misaligned-coordinate:3");
}

TEST(Tma, SharedAddress) {
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params p) {
              begin(t);
              int32_t at[2] = {0, 0};
              tilery_sim_tma_load(t, t->shared + 64, p[0], at, 2,
                                  t->shared + kBar, 0, 3);
            }).substr(0, 18),
            "SIM02 misaligned:3");
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params p) {
              begin(t);
              int32_t at[2] = {0, 0};
              tilery_sim_tma_load(t, t->shared + 8192 - 512 + 128, p[0], at, 2,
                                  t->shared + kBar, 0, 3);
            }).substr(0, 21),
            "SIM01 out-of-bounds:3");
}

TEST(Tma, StagePastTheRingIsOutOfItsBuffer) {
  Tensors x;
  Kernel k = x.kernel(
      [](TilerySimThread *t, Params p) {
        tilery_sim_mbarrier_init(t, t->shared + kBar, 1, 1);
        tilery_sim_mbarrier_arrive_expect_tx(t, t->shared + kBar, 1024,
                                             kRelease, 2);
        int32_t at[2] = {0, 0};
        tilery_sim_tma_load(t, t->shared + 4096, p[0], at, 2, t->shared + kBar,
                            0, 3);
        tilery_sim_mbarrier_wait(t, t->shared + kBar, 0, 0, 5);
      },
      1);
  LaunchReport report = k.site(3, "tile.tma.load", 0, 0).run(x.engine);
  EXPECT_TRUE(report.isComplete);
  ASSERT_EQ(summary(report), "SIM01 out-of-bounds:3");
  EXPECT_EQ(report.findings[0].text, "expected 1024 bytes within the 4096 of "
                                     "tile, got those from tile + 4096");
}

TEST(Tma, SwizzledTileOffItsPeriod) {
  alignas(128) static int32_t data[1024];
  tilery::tensormap::TensorMapParams p = mapOf(data, {32, 32}, {32, 8});
  p.swizzle = tilery::tensormap::Swizzle::B128;
  Kernel k(
      [](TilerySimThread *t, Params p) {
        begin(t);
        int32_t at[2] = {0, 0};
        tilery_sim_mbarrier_arrive_expect_tx(t, t->shared + kBar, 1024,
                                             kRelease, 2);
        tilery_sim_tma_load(t, t->shared + 128, p[0], at, 2, t->shared + kBar,
                            0, 3);
        tilery_sim_mbarrier_wait(t, t->shared + kBar, 0, 0, 5);
      },
      1);
  k.buffer("tile", 0, 8192).buffer("full", kBar, 8, true).map(p, "A");
  Engine engine;
  engine.memory().add(data, sizeof(data), "A");
  EXPECT_EQ(summary(k.run(engine)), "SIM02 misaligned:3");
}

TEST(Tma, BadMaps) {
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params) {
              begin(t);
              int32_t at[2] = {0, 0};
              tilery_sim_tma_load(t, t->shared, t->shared, at, 2,
                                  t->shared + kBar, 0, 3);
            }),
            "SIM20 bad-tensor-map:3: expected a TensorMap, a parameter or "
            "64-byte aligned global memory, got another address");
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params p) {
              begin(t);
              int32_t at[3] = {0, 0, 0};
              tilery_sim_tma_load(t, t->shared, p[0], at, 3, t->shared + kBar,
                                  0, 3);
            }),
            "SIM20 bad-tensor-map:3: expected a TensorMap of 3 dimensions, as "
            "the copy has coordinates, got 2");
  Tensors x;
  Kernel k = x.kernel(
      [](TilerySimThread *t, Params p) {
        int32_t at[2] = {0, 0};
        tilery_sim_tma_prefetch(t, pointerParam<void>(p, 2), at, 2, 4);
      },
      1);
  EXPECT_EQ(summary(k.pointer(x.in, "A").run(x.engine)),
            "SIM20 bad-tensor-map:4");
}

TEST(Tma, TensorOutsideOfMemory) {
  Tensors x;
  Kernel k = x.kernel(
      [](TilerySimThread *t, Params p) {
        begin(t);
        int32_t at[2] = {0, 16};
        tilery_sim_tma_load(t, t->shared, p[2], at, 2, t->shared + kBar, 0, 3);
      },
      1);
  k.map(mapOf(x.out + 512, {32, 32}, {16, 16}), "C");
  EXPECT_EQ(summary(k.run(x.engine)), "SIM01 out-of-bounds:3");
}

TEST(Tma, IllegalReduction) {
  EXPECT_EQ(
      findingOf([](TilerySimThread *t, Params p) {
        begin(t);
        int32_t at[2] = {0, 0};
        uint32_t inc = 3;
        tilery_sim_tma_reduce(t, inc, p[1], at, 2, t->shared, 6);
      }),
      "SIM19 illegal-copy:6: expected a reduction that the device has for "
      "the map's type, got inc of i32");
}

TEST(Tma, SeveralLanesIssueOneCopy) {
  Tensors x;
  Kernel k = x.kernel([](TilerySimThread *t, Params p) {
    if (t->lane == 0)
      tilery_sim_mbarrier_init(t, t->shared + kBar, 32, 1);
    tilery_sim_cta_sync(t, 4);
    load(t, p, 0, 0);
    tilery_sim_mbarrier_wait(t, t->shared + kBar, 0, 0, 5);
  });
  LaunchReport report = k.run(x.engine);
  EXPECT_EQ(summary(report), "SIM10 duplicate-copy:3");
  EXPECT_EQ(report.findings[0].count, 31u);
}

TEST(Tma, LanesMayIssueCopiesOfTheirOwn) {
  Tensors x;
  Kernel k = x.kernel([](TilerySimThread *t, Params p) {
    if (t->lane == 0)
      tilery_sim_mbarrier_init(t, t->shared + kBar, 4, 1);
    tilery_sim_cta_sync(t, 4);
    if (t->lane < 4) {
      int32_t at[2] = {0, int32_t(t->lane)};
      tilery_sim_mbarrier_arrive_expect_tx(t, t->shared + kBar, 1024, kRelease,
                                           2);
      tilery_sim_tma_load(t, t->shared + 1024 * t->lane, p[0], at, 2,
                          t->shared + kBar, 0, 3);
    }
    tilery_sim_mbarrier_wait(t, t->shared + kBar, 0, 0, 5);
  });
  EXPECT_EQ(full(k.run(x.engine)), "");
}

/// A store of a tensor of 5 words a row.
std::string edge(uint32_t flags) {
  alignas(128) static int32_t data[8 * 4];
  Kernel k(
      [](TilerySimThread *t, Params p) {
        for (int i = 0; i < 128; i += 16)
          tilery_sim_write_shared(t, t->shared + i, 16, 16, 1);
        int32_t at[2] = {0, 0};
        tilery_sim_tma_store(t, p[0], at, 2, t->shared, 6);
        tilery_sim_bulk_commit_group(t, 7);
        tilery_sim_bulk_wait_group(t, 0, 1, 8);
      },
      1);
  tilery::tensormap::TensorMapParams p = mapOf(data, {5, 4}, {8, 4});
  p.byteStrides[0] = 32;
  k.buffer("tile", 0, 1024).map(p, "B").site(6, "tile.tma.store", 0, 0, flags);
  Engine engine;
  engine.memory().add(data, sizeof(data), "B");
  LaunchReport report = k.run(engine);
  EXPECT_TRUE(report.isComplete);
  return summary(report) +
         (report.findings.empty() ? "" : ": " + report.findings[0].text);
}

TEST(Tma, EdgeSpill) {
  EXPECT_EQ(edge(0),
            "SIM13 edge-spill:6: expected the tensor's inner extent to "
            "be a multiple of 16 bytes, got 20: the copy overwrites "
            "12 bytes past the edge; pad the tensor, or state "
            "allow_edge_spill");
  EXPECT_EQ(edge(TILERY_SIM_ALLOW_EDGE_SPILL), "");
}

TEST(Tma, StoreOfUnwrittenBytes) {
  EXPECT_EQ(
      findingOf(
          [](TilerySimThread *t, Params p) {
            tilery_sim_write_shared(t, t->shared, 512, 16, 1);
            store(t, p, 0, 0);
          },
          true),
      "SIM03 uninitialised-read:6: expected the bytes to copy to have been "
      "written, got some at tile that nobody has");
  // Rows outside of the tensor are not read.
  EXPECT_EQ(findingOf(
                [](TilerySimThread *t, Params p) {
                  tilery_sim_write_shared(t, t->shared, 512, 16, 1);
                  store(t, p, 0, 24);
                },
                true),
            "");
}

TEST(Tma, MaskBeyondTheCluster) {
  Tensors x;
  Kernel k = x.kernel(
      [](TilerySimThread *t, Params p) {
        begin(t);
        load(t, p, 0, 0, 0b100);
      },
      1);
  EXPECT_EQ(summary(k.cluster(2).run(x.engine, 2)), "SIM01 out-of-bounds:3");
}

} // namespace
