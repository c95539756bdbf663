// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Findings as data and as text, one for each cause.

#include <set>

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

TEST(Findings, IdsAreUniqueAndStable) {
  std::set<std::string> ids, names;
  for (int i = 0; i < kFindingKindCount; ++i) {
    ids.insert(id(FindingKind(i)));
    names.insert(name(FindingKind(i)));
  }
  EXPECT_EQ(ids.size(), size_t(kFindingKindCount));
  EXPECT_EQ(names.size(), size_t(kFindingKindCount));
  EXPECT_STREQ(id(FindingKind::OutOfBounds), "SIM01");
  EXPECT_STREQ(id(FindingKind::WarpDivergence), "SIM28");
}

TEST(Findings, OneForEachPairOfPlacesAndBuffer) {
  Kernel k([](TilerySimThread *t, Params) {
    for (int i = 0; i < 10; ++i) {
      tilery_sim_read_shared(t, t->shared, 4, 4, 1);
      tilery_sim_read_shared(t, t->shared + 64, 4, 4, 1);
      tilery_sim_read_shared(t, t->shared, 4, 4, 2);
    }
  });
  k.buffer("a", 0, 64).buffer("b", 64, 64);
  for (unsigned workers : {1u, 2u}) {
    Options options;
    options.workers = workers;
    LaunchReport report = k.run(4, options);
    ASSERT_EQ(report.findings.size(), 3u);
    for (const Finding &f : report.findings) {
      EXPECT_EQ(f.count, 4u * 32 * 10);
      EXPECT_EQ(f.thread.linearBlock, 0u);
    }
    EXPECT_EQ(report.findings[0].buffer, "a");
    EXPECT_EQ(report.findings[1].buffer, "b");
    EXPECT_EQ(report.findings[2].place.line, 2u);
    EXPECT_FALSE(report.isClean());
  }
}

TEST(Findings, Text) {
  Finding f;
  f.kind = FindingKind::BytesMissing;
  f.text = "expected 2, got 1";
  f.place = {"a.mlir", 3, 5, "tile.mbarrier.arrive_expect_tx", "full"};
  f.other = {"a.mlir", 4, 0, "tile.tma.load", ""};
  f.hasThread = true;
  f.thread.block[1] = 2;
  f.thread.thread = 70;
  f.count = 3;
  f.notes.push_back({"thread 0 waits", {"a.mlir", 9, 1, "", ""}});
  EXPECT_EQ(render(f),
            "a.mlir:3:5: error: expected 2, got 1 [SIM04 bytes-missing]\n"
            "  in tile.mbarrier.arrive_expect_tx of full\n"
            "  block (0, 2, 0), warp 2, lane 6, thread 70; 3 times in all\n"
            "a.mlir:4: note: the other side is tile.tma.load\n"
            "a.mlir:9:1: note: thread 0 waits\n");
}

TEST(Findings, Limit) {
  Kernel k([](TilerySimThread *t, Params) {
    for (uint32_t line = 0; line < 20; ++line)
      tilery_sim_read_shared(t, t->shared, 4, 4, line);
  });
  Options options;
  options.findingLimit = 5;
  EXPECT_EQ(k.buffer("a", 0, 64).run(1, options).findings.size(), 5u);
}

TEST(Symbols, NameEveryFunctionOnce) {
  size_t count = 0;
  const TilerySimSymbol *symbols = tilery_sim_symbols(&count);
  std::set<std::string> names;
  bool hasWait = false;
  for (size_t i = 0; i < count; ++i) {
    names.insert(symbols[i].name);
    hasWait |= symbols[i].address ==
               reinterpret_cast<void *>(&tilery_sim_mbarrier_wait);
  }
  EXPECT_EQ(names.size(), count);
  EXPECT_TRUE(hasWait);
}

TEST(Abi, OffsetsOfThreadFields) {
  EXPECT_EQ(offsetof(TilerySimThread, shared), 0u);
  EXPECT_EQ(offsetof(TilerySimThread, fuel), 8u);
  EXPECT_EQ(offsetof(TilerySimThread, threadIdx), 16u);
  EXPECT_EQ(offsetof(TilerySimThread, blockIdx), 40u);
  EXPECT_EQ(offsetof(TilerySimThread, clusterDim), 100u);
  EXPECT_EQ(offsetof(TilerySimThread, clusterRank), 112u);
  EXPECT_EQ(offsetof(TilerySimThread, lane), 128u);
}

} // namespace
