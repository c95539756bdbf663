// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ring copy of 132 blocks: right bytes in every order and on any number of
// workers, and the time that it takes.

#include "RingCopy.h"

#include <algorithm>
#include <cstdio>

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

TEST(RingCopy, MovesAllBytesInEveryOrder) {
  for (Order order : {Order::Late, Order::Early, Order::Shuffled})
    for (unsigned workers : {1u, 2u, 3u})
      for (uint64_t seed : {1, 2, 3}) {
        Options options;
        options.order = order;
        options.workers = workers;
        options.seed = seed;
        Engine engine(options);
        RingCopy ring(5, 7, RingCopy::run<uint16_t, true>);
        LaunchReport report = ring.launch(engine);
        EXPECT_TRUE(report.isComplete);
        EXPECT_EQ(full(report), "");
        EXPECT_TRUE(ring.in == ring.out);
        EXPECT_EQ(report.statistics.blocks, 5u);
        EXPECT_EQ(report.statistics.transfers, 2u * 5 * 7);
        EXPECT_EQ(report.statistics.bytes, 2u * 5 * 7 * RingCopy::kTileBytes);
      }
}

TEST(RingCopy, SameSeedSameTrace) {
  std::string first;
  for (unsigned workers : {1u, 2u}) {
    Options options;
    options.order = Order::Shuffled;
    options.seed = 11;
    options.workers = workers;
    options.trace = true;
    Engine engine(options);
    RingCopy ring(4, 3, RingCopy::run<uint16_t, true>);
    std::string text;
    for (const TraceEvent &e : ring.launch(engine).trace)
      text += e.name + " " + std::to_string(e.block) + " " +
              std::to_string(e.begin) + " " + std::to_string(e.end) + "\n";
    if (first.empty())
      first = text;
    EXPECT_EQ(text, first);
    EXPECT_NE(text, "");
  }
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TILERY_SANITIZED
#endif
#endif

// Under a sanitizer, time says nothing, and the address sanitizer's stack for
// each fiber of 132 blocks takes all of a machine's memory.
#ifdef TILERY_SANITIZED
constexpr unsigned kBlocks = 4;
#else
constexpr unsigned kBlocks = 132;
#endif

/// Seconds of the fastest of `runs`.
template <typename Element, bool isChecked>
double measure(unsigned workers, int runs) {
  Options options;
  options.workers = workers;
  options.check = isChecked ? CheckLevel::Basic : CheckLevel::None;
  Engine engine(options);
  RingCopy ring(kBlocks, 64, RingCopy::run<Element, isChecked>);
  double best = 1e9;
  for (int i = 0; i < runs; ++i) {
    LaunchReport report = ring.launch(engine);
    EXPECT_TRUE(report.isClean()) << full(report);
    best = std::min(best, report.statistics.seconds);
  }
  EXPECT_TRUE(ring.in == ring.out);
  return best;
}

// The bounds are loose: they are for a busy machine.
TEST(RingCopy, Speed) {
  double none = measure<uint16_t, false>(0, 3);
  double checked = measure<uint16_t, true>(0, 3);
  double one = measure<uint16_t, true>(1, 3);
  double wide = measure<uint64_t, true>(0, 3);
  std::printf("ring copy, %u x 64 tiles: no checks %.3f s, checks %.3f s (one "
              "worker %.3f s), checks by 8 bytes %.3f s\n",
              kBlocks, none, checked, one, wide);
#if defined(NDEBUG) && !defined(TILERY_SANITIZED)
  EXPECT_LT(none, 1.0);
  EXPECT_LT(checked, 3.0);
#endif
}

} // namespace
