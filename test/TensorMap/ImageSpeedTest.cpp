// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floors of speed, wide enough for a busy machine and a sanitizer: a model that
// goes byte by byte, allocates, or plans by walking the box falls through.

#include "ImageTest.h"

#include <chrono>

using namespace tilery::tensormap;

namespace {

/// Nanoseconds of a call: the best of many short batches, as others may run.
template <typename Call> double bestTime(Call &&call) {
  constexpr int batches = 30, calls = 50;
  double best = 1e12;
  for (int batch = 0; batch < batches; ++batch) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i)
      call();
    std::chrono::duration<double, std::nano> time =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count() / calls);
  }
  return best;
}

// 0.7 us on a 2.6 GHz x86-64 with -O2; a byte at a time takes 40 us.
TEST(ImageSpeed, SwizzledTile) {
  TensorMapParams p = mapOf(DataType::Float16, {512, 512}, {64, 64});
  p.swizzle = Swizzle::B128;
  Memory<uint16_t> m(512 * 512, 4096);
  int32_t coords[2] = {64, 100};
  GlobalView view = m.view();
  ImageStatus status = ImageStatus::Ok;
  double load = bestTime(
      [&] { status = loadImage(p, coords, view, m.tile(), m.tileBytes()); });
  EXPECT_EQ(status, ImageStatus::Ok);
  EXPECT_LT(load, 20000);
  double store = bestTime(
      [&] { status = storeImage(p, coords, m.tile(), m.tileBytes(), view); });
  EXPECT_EQ(status, ImageStatus::Ok);
  EXPECT_LT(store, 20000);
}

// A plan is closed-form: 512 times the rows, the same time.
TEST(ImageSpeed, PlanDoesNotGrowWithTheBox) {
  TensorMapParams small = mapOf(DataType::UInt8, {4096, 64, 64}, {16, 1, 1});
  TensorMapParams large = small;
  large.box[1] = 64;
  large.box[2] = 8;
  int32_t coords[3] = {16, 3, 5};
  CopyPlan plan;
  auto timeOf = [&](const TensorMapParams &p) {
    return bestTime([&] { planCopy(p, coords, Direction::Load, 0, plan); });
  };
  EXPECT_LT(timeOf(large), 10 * timeOf(small) + 1000);
  EXPECT_EQ(planCopy(large, coords, Direction::Load, 0, plan), ImageStatus::Ok);
  EXPECT_EQ(plan.sharedBytes, 16u * 64 * 8);
}

} // namespace
