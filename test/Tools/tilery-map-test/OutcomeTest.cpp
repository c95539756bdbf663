// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outcome.h"

#include <gtest/gtest.h>

using namespace tilery::maptest;

namespace {

TEST(Outcome, IsOneLineAndReadsBack) {
  Outcome outcome;
  outcome.index = 17;
  outcome.result = Result::Differs;
  outcome.hash = 0xFEDCBA9876543210;
  outcome.detail = "2 bytes\nof a \\ path\n";
  std::string line = formatOutcome(outcome);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  std::optional<Outcome> back = parseOutcome(line);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->index, outcome.index);
  EXPECT_EQ(back->result, outcome.result);
  EXPECT_EQ(back->hash, outcome.hash);
  EXPECT_EQ(back->detail, outcome.detail);
}

TEST(Outcome, RefusesOtherLines) {
  for (const char *line : {"", "done", "done x equal 0 ", "done 1 perfect 0 ",
                           "done 1 equal zz ", "begin 1", "done -1 equal 0 "})
    EXPECT_FALSE(parseOutcome(line)) << line;
}

} // namespace
