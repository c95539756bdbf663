// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/StageTimes.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace tilery;

static llvm::json::Object write(const std::vector<StageTimes> &runs) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream);
  writeStageTimes(json, runs);
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  EXPECT_TRUE(static_cast<bool>(value));
  return *value->getAsObject();
}

TEST(StageTimes, StagesKeepTheirOrderAndAddUp) {
  StageTimes times;
  times.add("parse", 1);
  times.add("core", 2);
  times.add("parse", 0.5);
  ASSERT_EQ(times.getStages().size(), 2u);
  EXPECT_EQ(times.getStages()[0].first, "parse");
  EXPECT_EQ(times.getStages()[0].second, 1.5);
  EXPECT_EQ(times.getTotal(), 3.5);
}

TEST(StageTimes, MedianOfOddAndEvenCounts) {
  std::vector<StageTimes> runs(3);
  runs[0].add("parse", 9);
  runs[1].add("parse", 1);
  runs[2].add("parse", 2);
  llvm::json::Object odd = write(runs);
  EXPECT_EQ(odd.getObject("first_ms")->getNumber("parse"), 9.0);
  EXPECT_EQ(odd.getObject("median_ms")->getNumber("parse"), 2.0);
  EXPECT_EQ(odd.getInteger("runs"), 3);
  runs.pop_back();
  EXPECT_EQ(write(runs).getObject("median_ms")->getNumber("total"), 5.0);
}

TEST(StageTimes, TimerAddsItsLife) {
  StageTimes times;
  {
    StageTimer timer(&times, "stage");
  }
  {
    StageTimer ignored(nullptr, "stage");
  }
  ASSERT_EQ(times.getStages().size(), 1u);
  EXPECT_GE(times.getTotal(), 0.0);
}
