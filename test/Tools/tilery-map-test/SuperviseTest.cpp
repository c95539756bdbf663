// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Workers that die, hang and fault, played by a shell.

#include "Supervise.h"

#include <gtest/gtest.h>
#include <map>

using namespace tilery::maptest;

namespace {

struct Seen {
  std::map<uint64_t, Outcome> outcomes;
  std::string error;
  bool twice = false;
};

/// `onCase` is a shell command, run for case $i after its "begin"; `onBatch`
/// when a batch from $a to $b comes, as where it is compiled.
Seen runWith(const std::string &onCase, const std::string &onBatch = ":",
             const std::string &onStart = "echo ready") {
  Plan plan;
  plan.program = "/bin/sh";
  plan.arguments = {
      "sh", "-c",
      onStart + "; while read verb a b; do " + onBatch +
          "; i=$a; while [ $i -lt $b ]; do echo begin $i; " + onCase +
          "; echo done $i equal 00000000000000$i; i=$((i+1)); done; "
          "echo batch; done"};
  plan.first = 10;
  plan.end = 40;
  plan.batch = 8;
  plan.jobs = 2;
  plan.startLimit = 20;
  plan.compileLimit = plan.caseLimit = 2;
  plan.mostLost = 5;
  Seen run;
  run.error = supervise(plan, [&](const Outcome &outcome) {
    run.twice |= !run.outcomes.emplace(outcome.index, outcome).second;
  });
  EXPECT_FALSE(run.twice);
  return run;
}

/// All cases came, and all are good but one.
void expectAllBut(const Seen &run, uint64_t bad, Result result,
                  const std::string &detail) {
  EXPECT_EQ(run.error, "");
  EXPECT_EQ(run.outcomes.size(), 30u);
  for (const auto &[index, outcome] : run.outcomes) {
    EXPECT_EQ(outcome.result, index == bad ? result : Result::Equal) << index;
    if (index == bad)
      EXPECT_NE(outcome.detail.find(detail), std::string::npos)
          << outcome.detail;
  }
}

TEST(Supervise, RunsEachCaseOnce) {
  Seen run = runWith(":");
  expectAllBut(run, 0, Result::Equal, "");
  EXPECT_EQ(run.outcomes[12].hash, 0x12u);
}

TEST(Supervise, BlamesTheCaseThatKills) {
  expectAllBut(runWith("[ $i = 21 ] && kill -SEGV $$"), 21, Result::WorkerDied,
               "signal 11");
}

TEST(Supervise, KillsWhatHangs) {
  expectAllBut(runWith("[ $i = 33 ] && exec sleep 1000"), 33, Result::Hang,
               "time limit");
}

TEST(Supervise, GoesOnAfterAFault) {
  expectAllBut(runWith("[ $i = 14 ] && echo done $i device_fault 0 broken && "
                       "exit 3"),
               14, Result::DeviceFault, "broken");
}

TEST(Supervise, FindsTheCaseThatKillsTheCompiler) {
  expectAllBut(runWith(":", "[ $a -le 29 ] && [ $b -gt 29 ] && kill -ABRT $$"),
               29, Result::WorkerDied, "signal 6");
}

TEST(Supervise, GivesUpWithoutDevice) {
  Seen run = runWith(":", ":", "echo error no device; exit 2");
  EXPECT_EQ(run.error, "no device");
  EXPECT_TRUE(run.outcomes.empty());
  run = runWith(":", ":", "exit 9");
  EXPECT_EQ(run.error, "a worker ended before it was ready: exit status 9");
}

TEST(Supervise, GivesUpAfterManyLosses) {
  Seen run = runWith("kill -SEGV $$");
  EXPECT_EQ(run.error, "more than 5 workers were lost; the rest was not run");
  EXPECT_GE(run.outcomes.size(), 6u);
}

TEST(Supervise, SaysWhatCannotBeStarted) {
  Plan plan;
  plan.program = "/nonexistent/worker";
  plan.arguments = {"worker"};
  plan.end = 3;
  std::string error = supervise(plan, [](const Outcome &) { FAIL(); });
  EXPECT_NE(error.find("No such file"), std::string::npos) << error;
}

} // namespace
