// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A correct ring of two stages, and what is found when one thing is wrong with
// it, in every order of completion.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

constexpr uint32_t kStages = 2, kTile = 1024, kConsumers = 64;
constexpr uint32_t kOut = kStages * kTile, kBars = kOut + kTile;

enum Mutant : int64_t {
  Correct,
  HalfTheBytes,
  TwiceTheBytes,
  NoBytes,
  EmptyCountTooSmall,
  EmptyCountTooLarge,
  WrongConsumerPhase,
  NoConsumerArrives,
  NoFullWait,
  AllLanesIssue,
  TwoWarpsIssue,
  SharedOffBy64,
  StagePastTheRing,
  NoStoreWait,
  NoCommit,
  LastLoadUnwaited,
  BarrierWrittenOver,
  NumMutants,
};

void produce(TilerySimThread *t, Params p, int64_t mutant, int64_t tiles) {
  uint8_t *full = t->shared + kBars, *empty = full + 8 * kStages;
  if (mutant != AllLanesIssue && !tilery_sim_elect(t, 2))
    return;
  int64_t extra = mutant == LastLoadUnwaited;
  for (int64_t i = 0; i < tiles + extra; ++i) {
    uint32_t s = i % kStages, phase = i / kStages & 1;
    tilery_sim_mbarrier_wait(t, empty + 8 * s, phase ^ 1, 0, 3);
    uint32_t bytes = mutant == HalfTheBytes    ? kTile / 2
                     : mutant == TwiceTheBytes ? 2 * kTile
                                               : kTile;
    if (mutant == NoBytes)
      tilery_sim_mbarrier_arrive(t, full + 8 * s, 1, kRelease, 4);
    else
      tilery_sim_mbarrier_arrive_expect_tx(t, full + 8 * s, bytes, kRelease, 4);
    uint32_t at = (mutant == StagePastTheRing ? s + 1 : s) * kTile +
                  (mutant == SharedOffBy64 ? 64 : 0);
    int32_t coords[2] = {0, int32_t(16 * i)};
    tilery_sim_tma_load(t, t->shared + at, p[0], coords, 2, full + 8 * s, 0, 5);
  }
}

void consume(TilerySimThread *t, Params p, int64_t mutant, int64_t tiles) {
  uint8_t *full = t->shared + kBars, *empty = full + 8 * kStages;
  for (int64_t i = 0; i < tiles; ++i) {
    uint32_t s = i % kStages, phase = i / kStages & 1;
    if (mutant == WrongConsumerPhase)
      phase ^= 1;
    if (mutant != NoFullWait)
      tilery_sim_mbarrier_wait(t, full + 8 * s, phase, 0, 6);
    for (uint32_t j = 0; j < kTile / 4 / kConsumers; ++j) {
      uint32_t at = 4 * (j * kConsumers + t->linearThread);
      tilery_sim_read_shared(t, t->shared + s * kTile + at, 4, 4, 7);
      tilery_sim_write_shared(t, t->shared + kOut + at, 4, 4, 8);
      std::memcpy(t->shared + kOut + at, t->shared + s * kTile + at, 4);
    }
    if (mutant == BarrierWrittenOver && t->linearThread == 0 && i == 1)
      std::memset(empty, 0, 8);
    if (mutant != NoConsumerArrives)
      tilery_sim_mbarrier_arrive(t, empty + 8 * s, 1, kRelease, 9);
    tilery_sim_fence_proxy_async(t, TILERY_SIM_SPACE_SHARED_CTA, 10);
    tilery_sim_named_barrier_sync(t, 1, kConsumers, 11);
    if (t->linearThread == 0) {
      int32_t coords[2] = {0, int32_t(16 * i)};
      tilery_sim_tma_store(t, p[1], coords, 2, t->shared + kOut, 12);
      if (mutant != NoCommit)
        tilery_sim_bulk_commit_group(t, 13);
      if (mutant != NoStoreWait)
        tilery_sim_bulk_wait_group(t, 0, 1, 14);
    }
    tilery_sim_named_barrier_sync(t, 1, kConsumers, 11);
  }
}

void ring(TilerySimThread *t, Params p) {
  int64_t mutant = numberParam(p, 2), tiles = numberParam(p, 3);
  uint8_t *full = t->shared + kBars, *empty = full + 8 * kStages;
  uint32_t consumers = mutant == EmptyCountTooSmall   ? kConsumers / 2
                       : mutant == EmptyCountTooLarge ? kConsumers * 2
                                                      : kConsumers;
  if (t->linearThread == 0)
    for (uint32_t s = 0; s < kStages; ++s) {
      tilery_sim_mbarrier_init(t, full + 8 * s, mutant == TwoWarpsIssue ? 2 : 1,
                               1);
      tilery_sim_mbarrier_init(t, empty + 8 * s, consumers, 1);
    }
  tilery_sim_cta_sync(t, 15);
  if (t->warp < kConsumers / 32)
    consume(t, p, mutant, tiles);
  else if (t->warp == 2 || mutant == TwoWarpsIssue)
    produce(t, p, mutant, tiles);
}

struct Outcome {
  LaunchReport report;
  bool isCopied;
};

Outcome run(int64_t mutant, Order order, uint64_t seed = 1) {
  constexpr int64_t tiles = 6;
  alignas(128) static int32_t in[tiles * 256 + 256], out[tiles * 256];
  for (int i = 0; i < tiles * 256; ++i) {
    in[i] = i + 1;
    out[i] = 0;
  }
  Kernel k(ring, kConsumers + 64);
  k.buffer("tile", 0, kStages * kTile).buffer("out", kOut, kTile);
  k.buffer("full", kBars, 8 * kStages, true);
  k.buffer("empty", kBars + 8 * kStages, 8 * kStages, true);
  k.map(mapOf(in, {16, 16 * tiles + 16}, {16, 16}), "A");
  k.map(mapOf(out, {16, 16 * tiles}, {16, 16}), "B");
  k.number(mutant).number(tiles);
  k.site(5, "tile.tma.load", 0, 0).site(7, "memref.load", 0);
  k.site(8, "memref.store", 1).site(12, "tile.tma.store", 1, 1);
  Options options;
  options.order = order;
  options.seed = seed;
  Engine engine(options);
  engine.memory().add(in, sizeof(in), "A");
  engine.memory().add(out, sizeof(out), "B");
  Outcome result{k.run(engine), true};
  for (int i = 0; i < tiles * 256; ++i)
    result.isCopied &= in[i] == out[i];
  return result;
}

TEST(RingMutants, TheCorrectOneIsClean) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    Outcome r = run(Correct, Order::Shuffled, seed);
    EXPECT_EQ(full(r.report), "");
    EXPECT_TRUE(r.isCopied);
  }
  for (Order order : {Order::Late, Order::Early}) {
    Outcome r = run(Correct, order);
    EXPECT_EQ(full(r.report), "");
    EXPECT_TRUE(r.isCopied);
  }
}

struct Expectation {
  Mutant mutant;
  const char *late; ///< the first finding in the late order
};

constexpr Expectation kExpectations[] = {
    {HalfTheBytes, "SIM05 bytes-unexpected:5"},
    {TwiceTheBytes, "SIM04 bytes-missing:4"},
    {NoBytes, "SIM03 uninitialised-read:7"},
    {EmptyCountTooSmall, "SIM09 phase-overrun:3"},
    {EmptyCountTooLarge, "SIM16 deadlock:6"},
    {WrongConsumerPhase, "SIM03 uninitialised-read:7"},
    {NoConsumerArrives, "SIM16 deadlock:6"},
    {NoFullWait, "SIM03 uninitialised-read:7"},
    {AllLanesIssue, "SIM08 too-many-arrivals:4"},
    {TwoWarpsIssue, "SIM10 duplicate-copy:5"},
    {SharedOffBy64, "SIM02 misaligned:5"},
    {StagePastTheRing, "SIM01 out-of-bounds:5"},
    {NoStoreWait, "SIM14 in-flight-at-exit:12"},
    {NoCommit, "SIM14 in-flight-at-exit:12"},
    {LastLoadUnwaited, "SIM14 in-flight-at-exit:5"},
    {BarrierWrittenOver, "SIM06 barrier-not-initialised:3"},
};

TEST(RingMutants, EachOneIsFound) {
  EXPECT_EQ(std::size(kExpectations), size_t(NumMutants - 1));
  for (const Expectation &e : kExpectations) {
    Outcome late = run(e.mutant, Order::Late);
    std::string text = summary(late.report);
    EXPECT_EQ(text.substr(0, text.find(',')), e.late)
        << "mutant " << e.mutant << "\n"
        << full(late.report);
    for (uint64_t seed = 1; seed <= 10; ++seed)
      EXPECT_FALSE(run(e.mutant, Order::Shuffled, seed).report.isClean())
          << "mutant " << e.mutant << ", seed " << seed;
    EXPECT_FALSE(run(e.mutant, Order::Early).report.isClean())
        << "mutant " << e.mutant;
  }
}

} // namespace
