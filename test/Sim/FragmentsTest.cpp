// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers that asynchronous instructions read and write.

#include "tilery/Sim/Fragments.h"
#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

using Hazard = Fragments::Hazard;
using State = Fragments::State;

/// An instruction as wgmma is: acc += sum of a.
Hazard addInto(Fragments &f, uint32_t acc, uint32_t a) {
  const int32_t *operand = static_cast<const int32_t *>(f.data(a));
  int32_t value = *static_cast<const int32_t *>(f.data(acc)) + *operand;
  uint32_t reads[2] = {acc, a};
  Hazard hazard = f.issue(reads, 2, acc, 7);
  *static_cast<int32_t *>(f.result(acc)) = value;
  return hazard;
}

struct FragmentsTest : testing::Test {
  int32_t acc = 10, a = 3;
  Fragments f;
  FragmentsTest() {
    f.bind(0, &acc, 4);
    f.bind(1, &a, 4);
  }
};

TEST_F(FragmentsTest, ResultsShowAfterTheWait) {
  f.fence();
  EXPECT_EQ(f.state(0), State::Clean);
  EXPECT_EQ(addInto(f, 0, 1), Hazard::None);
  EXPECT_EQ(addInto(f, 0, 1), Hazard::None);
  EXPECT_EQ(f.state(0), State::InFlight);
  EXPECT_EQ(f.state(1), State::BeingRead);
  EXPECT_EQ(uint32_t(acc), Fragments::kPoison);
  f.commit();
  f.wait(0);
  EXPECT_EQ(acc, 16);
  EXPECT_EQ(f.read(0), Hazard::None);
  EXPECT_EQ(f.write(1), Hazard::None);
  EXPECT_EQ(f.atExit(), Hazard::None);
}

TEST_F(FragmentsTest, YoungerGroupsStayInFlight) {
  f.fence();
  addInto(f, 0, 1);
  f.commit();
  addInto(f, 0, 1);
  f.commit();
  f.wait(1);
  EXPECT_EQ(f.state(0), State::InFlight);
  EXPECT_EQ(uint32_t(acc), Fragments::kPoison);
  f.wait(0);
  EXPECT_EQ(acc, 16);
}

TEST_F(FragmentsTest, Hazards) {
  EXPECT_EQ(addInto(f, 0, 1), Hazard::NotFenced);
  EXPECT_EQ(f.read(0), Hazard::ReadInFlight);
  EXPECT_EQ(f.write(0), Hazard::WriteInFlight);
  EXPECT_EQ(f.read(1), Hazard::None);
  EXPECT_EQ(f.write(1), Hazard::WriteBeingRead);
  EXPECT_EQ(f.site(0), 7u);
  EXPECT_EQ(f.atExit(), Hazard::NotCommitted);
  f.commit();
  EXPECT_EQ(f.atExit(), Hazard::NotWaited);
  f.wait(0);
  EXPECT_EQ(f.atExit(), Hazard::None);
  EXPECT_EQ(f.read(2), Hazard::Unbound);
}

TEST_F(FragmentsTest, AnAccumulatorInFlightIsNoOperand) {
  int32_t other = 0;
  f.bind(2, &other, 4);
  f.fence();
  addInto(f, 0, 1);
  EXPECT_EQ(addInto(f, 2, 0), Hazard::ReadInFlight);
  // Nor may an operand that is being read become an accumulator.
  EXPECT_EQ(f.issue(nullptr, 0, 1, 8), Hazard::WriteBeingRead);
}

TEST_F(FragmentsTest, AccessesAfterTheWaitNeedAFence) {
  f.fence();
  addInto(f, 0, 1);
  f.commit();
  f.wait(0);
  f.read(0);
  EXPECT_EQ(f.state(0), State::Dirty);
  EXPECT_EQ(addInto(f, 0, 1), Hazard::NotFenced);
}

TEST(Fragments, OfAKernel) {
  Kernel k(
      [](TilerySimThread *t, Params) {
        int32_t value = 1;
        tilery_sim_fragment_bind(t, 3, &value, 4, 1);
        tilery_sim_fragment_write(t, 3, 2);
        tilery_sim_fragment_fence(t, 3);
        tilery_sim_fragment_read(t, 3, 4);
        tilery_sim_fragment_commit_group(t, 5);
        tilery_sim_fragment_wait_group(t, 0, 6);
        tilery_sim_fragment_read(t, 4, 7);
      },
      1);
  EXPECT_EQ(summary(k.run()), "SIM25 fragment-hazard:7");
}

} // namespace
