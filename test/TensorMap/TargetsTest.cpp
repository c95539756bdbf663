// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Targets.h"

#include <gtest/gtest.h>

using namespace tilery::tensormap;

namespace {

int32_t ptx(Form form, const char *target) {
  const Target *found = findTarget(target);
  EXPECT_TRUE(found) << target;
  return found ? minimumPtx(form, *found) : -1;
}

TEST(Targets, Lookup) {
  ASSERT_EQ(targets().size(), 11u);
  const Target *hopper = findTarget("sm_90a");
  ASSERT_TRUE(hopper);
  EXPECT_EQ(hopper->computeCapability, 90);
  EXPECT_EQ(hopper->floorPtx, 80);
  EXPECT_EQ(hopper->sharedBytes, 49152);
  EXPECT_EQ(hopper->sharedBytesOptIn, 232448);
  EXPECT_EQ(hopper->clusterPortable, 8);
  EXPECT_EQ(hopper->clusterMax, 16);
  EXPECT_TRUE(hopper->isChipSpecific());
  EXPECT_TRUE(findTarget("sm_120f")->isFamilySpecific());
  EXPECT_FALSE(findTarget("sm_100")->isChipSpecific());
  EXPECT_EQ(findTarget("sm_120")->sharedBytesOptIn, 101376);
  EXPECT_FALSE(findTarget("sm_80"));
  EXPECT_FALSE(findTarget(""));
}

TEST(Targets, Floors) {
  const int32_t floors[] = {78, 80, 86, 86, 88, 88, 90, 87, 87, 88, 88};
  for (size_t i = 0; i < targets().size(); ++i)
    EXPECT_EQ(targets()[i].floorPtx, floors[i]) << targets()[i].name;
}

TEST(Targets, UnknownTarget) {
  EXPECT_EQ(unknownTargetMessage("sm_foo"),
            "unknown target 'sm_foo'; known targets are sm_90, sm_90a, "
            "sm_100, sm_100a, sm_100f, sm_103a, sm_110a, sm_120, sm_120a, "
            "sm_120f, sm_121a");
  EXPECT_EQ(unknownTargetMessage("sm90a"),
            "unknown target 'sm90a'; did you mean sm_90a or sm_90?");
}

TEST(Targets, FormsOnHopper) {
  EXPECT_EQ(ptx(Form::TensorLoadCluster, "sm_90"), 80);
  EXPECT_EQ(ptx(Form::TensorLoadCta, "sm_90a"), 86);
  EXPECT_EQ(ptx(Form::TensorLoadCtaMulticast, "sm_90a"), 0);
  EXPECT_EQ(ptx(Form::TensorReduce, "sm_90"), 80);
  EXPECT_EQ(ptx(Form::MBarrierArriveCount, "sm_90"), 78);
  EXPECT_EQ(ptx(Form::MBarrierArriveRelaxed, "sm_90"), 86);
  EXPECT_EQ(ptx(Form::MBarrierArriveDrop, "sm_90"), 78);
  EXPECT_EQ(ptx(Form::MBarrierArriveRemote, "sm_90"), 80);
  EXPECT_EQ(ptx(Form::ClusterBarrier, "sm_90"), 78);
  EXPECT_EQ(ptx(Form::ClusterBarrierRelaxed, "sm_90"), 80);
  EXPECT_EQ(ptx(Form::FenceProxyAsyncGeneric, "sm_90"), 86);
  EXPECT_EQ(ptx(Form::FenceProxyTensorMapAcquire, "sm_90"), 83);
  EXPECT_EQ(ptx(Form::StAsync, "sm_90"), 81);
  EXPECT_EQ(ptx(Form::TensorMapReplace, "sm_90"), 0);
  EXPECT_EQ(ptx(Form::TensorMapReplace, "sm_90a"), 83);
  EXPECT_EQ(ptx(Form::Wgmma, "sm_90"), 0);
  EXPECT_EQ(targetsWith(Form::Wgmma), std::vector<std::string>{"sm_90a"});
  EXPECT_EQ(ptx(Form::TensorLoadGather4, "sm_90a"), 0);
}

TEST(Targets, FormsOnBlackwell) {
  EXPECT_EQ(ptx(Form::TensorLoadCtaGroup, "sm_100"), 0);
  EXPECT_EQ(ptx(Form::TensorLoadCtaGroup, "sm_100a"), 86);
  EXPECT_EQ(ptx(Form::TensorLoadGather4Cta, "sm_120"), 87);
  EXPECT_EQ(ptx(Form::Tcgen05, "sm_110a"), 90);
  EXPECT_EQ(ptx(Form::SetMaxNReg, "sm_120"), 0);
}

TEST(Targets, MulticastIsAdvisedAgainstOnPlainTargets) {
  EXPECT_TRUE(
      isAdvisedAgainst(Form::TensorLoadMulticast, *findTarget("sm_90")));
  EXPECT_FALSE(
      isAdvisedAgainst(Form::TensorLoadMulticast, *findTarget("sm_90a")));
  EXPECT_TRUE(
      isAdvisedAgainst(Form::BulkLoadMulticast, *findTarget("sm_120a")));
}

TEST(Targets, NoFormIsBelowTheFloor) {
  for (const Target &target : targets())
    for (int32_t i = 0; i < kFormCount; ++i) {
      int32_t version = minimumPtx(static_cast<Form>(i), target);
      EXPECT_TRUE(version == 0 || version >= target.floorPtx)
          << name(static_cast<Form>(i)) << " on " << target.name;
    }
}

TEST(Targets, ForeignArguments) {
  Target other{"sm_80", 80, 70, 0, 0, 0, 0};
  EXPECT_EQ(minimumPtx(Form::Elect, other), 0);
  EXPECT_EQ(minimumPtx(Form(-1), *findTarget("sm_90")), 0);
  EXPECT_EQ(minimumPtx(Form(kFormCount), *findTarget("sm_90")), 0);
  EXPECT_STREQ(name(Form(-1)), "?");
}

TEST(Targets, DriversTakePtx) {
  EXPECT_EQ(maximumPtxOfDriver(11080), 0);
  EXPECT_EQ(maximumPtxOfDriver(12000), 80);
  EXPECT_EQ(maximumPtxOfDriver(12060), 85);
  EXPECT_EQ(maximumPtxOfDriver(13000), 90);
  EXPECT_EQ(ptxVersionText(86), "8.6");
}

} // namespace
