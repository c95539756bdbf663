// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Global and shared memory: bounds, alignment, bytes that nobody has written.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

TEST(Memory, TableOfAllocations) {
  alignas(16) static uint8_t bytes[256];
  MemoryTable table;
  EXPECT_FALSE(table.add(nullptr, 4, "null"));
  EXPECT_FALSE(table.add(bytes, 0, "empty"));
  EXPECT_TRUE(table.add(bytes + 64, 64, "middle"));
  EXPECT_FALSE(table.add(bytes, 65, "overlaps"));
  EXPECT_FALSE(table.add(bytes + 127, 1, "overlaps"));
  EXPECT_TRUE(table.add(bytes + 128, 16, "behind"));
  EXPECT_TRUE(table.add(bytes, 64, "before"));
  auto nameAt = [&](int at) {
    const Allocation *a = table.find(reinterpret_cast<uint64_t>(bytes + at));
    return a ? a->name : "";
  };
  EXPECT_EQ(nameAt(0), "before");
  EXPECT_EQ(nameAt(63), "before");
  EXPECT_EQ(nameAt(64), "middle");
  EXPECT_EQ(nameAt(143), "behind");
  EXPECT_EQ(nameAt(144), "");
  EXPECT_FALSE(table.rename(bytes + 70, "A"));
  EXPECT_TRUE(table.rename(bytes + 64, "A"));
  EXPECT_EQ(nameAt(64), "A");
  // What kernels see of it is less.
  EXPECT_FALSE(table.narrow(bytes + 64, 8, 57));
  EXPECT_TRUE(table.narrow(bytes + 64, 8, 32));
  EXPECT_EQ(nameAt(71), "");
  EXPECT_EQ(nameAt(72), "A");
  EXPECT_EQ(nameAt(103), "A");
  EXPECT_EQ(nameAt(104), "");
  EXPECT_TRUE(table.forget(bytes + 64));
  const Allocation *a = table.find(reinterpret_cast<uint64_t>(bytes + 72));
  ASSERT_TRUE(a && a->written);
  EXPECT_EQ(a->written.get()[31], 0);
  table.markWritten(bytes + 64, 39);
  EXPECT_EQ(a->written.get()[30], 1);
  EXPECT_EQ(a->written.get()[31], 0);
  EXPECT_FALSE(table.remove(bytes + 65));
  EXPECT_TRUE(table.remove(bytes + 64));
  EXPECT_EQ(nameAt(64), "");
}

/// A kernel of one thread on two global arrays of 64 bytes, of which B has not
/// been written, and a shared buffer of 64 between two others.
LaunchReport run(TilerySimFunction body) {
  alignas(64) static uint8_t memory[4096];
  Kernel k(body, 1);
  k.buffer("before", 0, 64).buffer("buf", 64, 64).buffer("behind", 128, 64);
  k.pointer(memory, "A").pointer(memory + 1024, "B");
  for (uint32_t line : {1, 2})
    k.site(line, "memref.load", 1);
  k.site(3, "memref.load", -1, 0).site(4, "memref.store", -1, 0);
  k.site(5, "memref.load", -1, 1).site(6, "memref.store", -1, 1);
  Engine engine;
  engine.memory().add(memory, 64, "A");
  engine.memory().add(memory + 1024, 64, "B", false);
  return k.run(engine);
}
std::string findingOf(TilerySimFunction body) {
  LaunchReport report = run(body);
  return summary(report) +
         (report.findings.empty() ? "" : ": " + report.findings[0].text);
}

TEST(Memory, AccessesWithinBounds) {
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params p) {
              tilery_sim_write_shared(t, t->shared + 64, 64, 16, 1);
              tilery_sim_read_shared(t, t->shared + 120, 8, 8, 2);
              tilery_sim_read_shared(t, t->shared + 70, 40, 2, 2);
              tilery_sim_read_global(t, pointerParam<char>(p, 0), 64, 16, 3);
              tilery_sim_write_global(t, pointerParam<char>(p, 1), 64, 16, 6);
              tilery_sim_read_global(t, pointerParam<char>(p, 1) + 60, 4, 4, 5);
            }),
            "");
}

TEST(Memory, GlobalOutOfBounds) {
  LaunchReport report = run([](TilerySimThread *t, Params p) {
    tilery_sim_read_global(t, pointerParam<char>(p, 0) + 64, 4, 4, 3);
  });
  EXPECT_FALSE(report.isComplete);
  ASSERT_EQ(summary(report), "SIM01 out-of-bounds:3");
  EXPECT_EQ(report.findings[0].text, "expected 4 bytes within A (64 bytes), "
                                     "got them 0 bytes past its end");
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params p) {
              tilery_sim_write_global(t, pointerParam<char>(p, 0) - 16, 8, 8,
                                      4);
            }),
            "SIM01 out-of-bounds:4: expected 8 bytes within A (64 bytes), got "
            "them 16 bytes before its start");
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params p) {
              tilery_sim_write_global(t, pointerParam<char>(p, 0) + 60, 8, 4,
                                      4);
            }),
            "SIM01 out-of-bounds:4: expected 8 bytes within A (64 bytes), got "
            "them at byte 60");
}

TEST(Memory, AnotherAllocationIsOutOfBoundsToo) {
  LaunchReport report = run([](TilerySimThread *t, Params p) {
    tilery_sim_write_global(t, pointerParam<char>(p, 0) + 1024, 4, 4, 4);
  });
  EXPECT_TRUE(report.isComplete);
  ASSERT_EQ(summary(report), "SIM01 out-of-bounds:4");
  EXPECT_EQ(report.findings[0].text,
            "expected 4 bytes within A (64 bytes), got them 960 bytes past its "
            "end, in B (64 bytes)");
}

TEST(Memory, SharedOutOfBounds) {
  LaunchReport inside = run([](TilerySimThread *t, Params) {
    tilery_sim_write_shared(t, t->shared + 128, 4, 4, 1);
  });
  EXPECT_TRUE(inside.isComplete);
  ASSERT_EQ(summary(inside), "SIM01 out-of-bounds:1");
  EXPECT_EQ(inside.findings[0].text,
            "expected 4 bytes within the 64 of buf, got those from buf + 64");
  EXPECT_EQ(inside.findings[0].buffer, "buf");
  LaunchReport outside = run([](TilerySimThread *t, Params) {
    tilery_sim_write_shared(t, t->shared + 4096, 4, 4, 9);
  });
  EXPECT_FALSE(outside.isComplete);
  EXPECT_EQ(summary(outside), "SIM01 out-of-bounds:9");
}

TEST(Memory, Misaligned) {
  EXPECT_EQ(
      findingOf([](TilerySimThread *t, Params) {
        tilery_sim_write_shared(t, t->shared + 68, 16, 16, 1);
      }),
      "SIM02 misaligned:1: expected 16 bytes at a multiple of 16, got them "
      "at buf + 4");
  EXPECT_EQ(findingOf([](TilerySimThread *t, Params p) {
              tilery_sim_read_global(t, pointerParam<char>(p, 0) + 6, 4, 4, 3);
            }),
            "SIM02 misaligned:3: expected 4 bytes at a multiple of 4, got an "
            "address 2 past one in A (64 bytes)");
}

TEST(Memory, UninitialisedShared) {
  LaunchReport report = run([](TilerySimThread *t, Params) {
    tilery_sim_write_shared(t, t->shared + 64, 16, 16, 1);
    tilery_sim_read_shared(t, t->shared + 64, 16, 16, 2);
    for (int i = 0; i < 5; ++i)
      tilery_sim_read_shared(t, t->shared + 78 + 2 * i, 2, 2, 2);
  });
  EXPECT_TRUE(report.isComplete);
  ASSERT_EQ(summary(report), "SIM03 uninitialised-read:2");
  EXPECT_EQ(report.findings[0].count, 4u);
  EXPECT_EQ(report.findings[0].text,
            "expected bytes that have been written, got a read of 2 bytes at "
            "buf + 16 before any write to all of them");
}

TEST(Memory, UninitialisedGlobal) {
  EXPECT_EQ(
      findingOf([](TilerySimThread *t, Params p) {
        tilery_sim_write_global(t, pointerParam<char>(p, 1), 6, 2, 6);
        tilery_sim_read_global(t, pointerParam<char>(p, 1) + 4, 4, 4, 5);
      }),
      "SIM03 uninitialised-read:5: expected bytes that have been written, "
      "got a read of 4 bytes at byte 4 of B (64 bytes) before any write "
      "to all of them");
}

TEST(Memory, SharedMemoryIsTheSameInEveryBlock) {
  std::vector<uint32_t> out(8);
  Kernel k([](TilerySimThread *t, Params p) {
    uint32_t *data = reinterpret_cast<uint32_t *>(t->shared);
    if (t->lane == 0)
      pointerParam<uint32_t>(p, 0)[t->blockIdx[0]] = data[5];
    data[5] = 7;
  });
  k.shared(64).pointer(out.data(), "out").run(8);
  EXPECT_EQ(out, std::vector<uint32_t>(8, 0xFFFFFFFF));
}

TEST(Memory, WithoutChecksOnlyFaultsAreFound) {
  alignas(16) static int32_t data[8];
  Kernel k(
      [](TilerySimThread *t, Params p) {
        tilery_sim_read_shared(t, t->shared, 4, 4, 1);
        tilery_sim_mbarrier_init(t, t->shared + 64, 1, 2);
        tilery_sim_mbarrier_init(t, t->shared + 64, 1, 2);
        tilery_sim_bulk_store(t, pointerParam<void>(p, 0), t->shared, 16, 3);
      },
      1);
  k.shared(128).pointer(data, "A");
  Options options;
  options.check = CheckLevel::None;
  Engine engine(options);
  engine.memory().add(data, sizeof(data), "A", false);
  EXPECT_EQ(full(k.run(engine)), "");
  engine.options().check = CheckLevel::Basic;
  EXPECT_EQ(
      summary(k.run(engine)),
      "SIM03 uninitialised-read:1, SIM07 barrier-initialised-twice:2, SIM03 "
      "uninitialised-read:3, SIM14 in-flight-at-exit:3");
}

} // namespace
