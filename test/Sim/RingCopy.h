// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A copy of a tensor through a ring of stages: one warp loads tiles, 128
// threads move them to another buffer, and one of them stores it. As generated
// code looks: hooks before each access (none without checks), fuel at back
// edges.

#ifndef TILERY_TEST_SIM_RINGCOPY_H
#define TILERY_TEST_SIM_RINGCOPY_H

#include "SimTest.h"

namespace tilery {
namespace sim {
namespace test {

struct RingCopy {
  static constexpr uint32_t kStages = 2, kTile = 64, kConsumers = 128;
  static constexpr uint32_t kTileBytes = kTile * kTile * 2;
  static constexpr uint32_t kOut = kStages * kTileBytes;
  static constexpr uint32_t kFull = kOut + kTileBytes;
  static constexpr uint32_t kEmpty = kFull + 8 * kStages;
  enum Line : uint32_t {
    Init = 1,
    Fence,
    Sync,
    Elect,
    WaitEmpty,
    Expect,
    Load,
    WaitFull,
    Read,
    Write,
    Release,
    ProxyFence,
    Meet,
    Store,
    Commit,
    WaitRead,
    Loop,
  };

  template <typename Element, bool isChecked>
  static void run(TilerySimThread *t, const void *const *params) {
    int64_t tiles = numberParam(params, 2);
    uint8_t *shared = t->shared;
    uint8_t *full = shared + kFull, *empty = shared + kEmpty;
    if (t->linearThread == 0) {
      for (uint32_t s = 0; s < kStages; ++s) {
        tilery_sim_mbarrier_init(t, full + 8 * s, 1, Init);
        tilery_sim_mbarrier_init(t, empty + 8 * s, kConsumers, Init);
      }
      tilery_sim_fence_mbarrier_init(t, Fence);
    }
    tilery_sim_cta_sync(t, Sync);
    uint32_t stage = 0, phase = 0;
    if (t->warp == 4) {
      if (!tilery_sim_elect(t, Elect))
        return;
      for (int64_t i = 0; i < tiles; ++i) {
        if (--t->fuel < 0)
          tilery_sim_refuel(t, Loop);
        tilery_sim_mbarrier_wait(t, empty + 8 * stage, phase ^ 1, 0, WaitEmpty);
        tilery_sim_mbarrier_arrive_expect_tx(t, full + 8 * stage, kTileBytes,
                                             kRelease, Expect);
        int32_t coords[2] = {0, int32_t((t->blockIdx[0] * tiles + i) * kTile)};
        tilery_sim_tma_load(t, shared + stage * kTileBytes, params[0], coords,
                            2, full + 8 * stage, 0, Load);
        if (++stage == kStages) {
          stage = 0;
          phase ^= 1;
        }
      }
      return;
    }
    constexpr uint32_t perThread = kTileBytes / sizeof(Element) / kConsumers;
    for (int64_t i = 0; i < tiles; ++i) {
      if (--t->fuel < 0)
        tilery_sim_refuel(t, Loop);
      tilery_sim_mbarrier_wait(t, full + 8 * stage, phase, 0, WaitFull);
      Element *in = reinterpret_cast<Element *>(shared + stage * kTileBytes);
      Element *out = reinterpret_cast<Element *>(shared + kOut);
      for (uint32_t j = 0; j < perThread; ++j) {
        if (--t->fuel < 0)
          tilery_sim_refuel(t, Loop);
        uint32_t at = j * kConsumers + t->linearThread;
        if (isChecked)
          tilery_sim_read_shared(t, in + at, sizeof(Element), sizeof(Element),
                                 Read);
        Element value = in[at];
        if (isChecked)
          tilery_sim_write_shared(t, out + at, sizeof(Element), sizeof(Element),
                                  Write);
        out[at] = value;
      }
      tilery_sim_mbarrier_arrive(t, empty + 8 * stage, 1, kRelease, Release);
      tilery_sim_fence_proxy_async(t, TILERY_SIM_SPACE_SHARED_CTA, ProxyFence);
      tilery_sim_named_barrier_sync(t, 1, kConsumers, Meet);
      if (t->linearThread == 0) {
        int32_t coords[2] = {0, int32_t((t->blockIdx[0] * tiles + i) * kTile)};
        tilery_sim_tma_store(t, params[1], coords, 2, shared + kOut, Store);
        tilery_sim_bulk_commit_group(t, Commit);
        tilery_sim_bulk_wait_group(t, 0, 1, WaitRead);
      }
      tilery_sim_named_barrier_sync(t, 1, kConsumers, Meet);
      if (++stage == kStages) {
        stage = 0;
        phase ^= 1;
      }
    }
  }

  RingCopy(uint32_t blocks, uint32_t tiles, TilerySimFunction function)
      : blocks(blocks), kernel(function, kConsumers + 32),
        in(size_t(blocks) * tiles * kTile * kTile), out(in.size(), 0xDEAD) {
    for (size_t i = 0; i < in.size(); ++i)
      in[i] = uint16_t(i * 40503u >> 3);
    kernel.buffer("tile", 0, kStages * kTileBytes)
        .buffer("out", kOut, kTileBytes)
        .buffer("full", kFull, 8 * kStages, true)
        .buffer("empty", kEmpty, 8 * kStages, true)
        .map(mapOf(in.data(), {kTile, int64_t(in.size() / kTile)},
                   {kTile, kTile}, tensormap::DataType::Float16),
             "A")
        .map(mapOf(out.data(), {kTile, int64_t(in.size() / kTile)},
                   {kTile, kTile}, tensormap::DataType::Float16),
             "B")
        .number(tiles)
        .site(Read, "memref.load", 0)
        .site(Write, "memref.store", 1)
        .site(Load, "tile.tma.load", 0, 0)
        .site(Store, "tile.tma.store", 1, 1)
        .site(WaitFull, "tile.mbarrier.wait", 2)
        .site(WaitEmpty, "tile.mbarrier.wait", 3);
  }

  LaunchReport launch(Engine &engine) {
    engine.memory().add(in.data(), in.size() * 2, "A");
    engine.memory().add(out.data(), out.size() * 2, "B");
    LaunchReport report = kernel.run(engine, blocks);
    engine.memory().remove(in.data());
    engine.memory().remove(out.data());
    return report;
  }

  uint32_t blocks;
  Kernel kernel;
  std::vector<uint16_t> in, out;
};

} // namespace test
} // namespace sim
} // namespace tilery

#endif // TILERY_TEST_SIM_RINGCOPY_H
