// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a launcher costs. The bounds are ten times the measured values, for busy
// machines; the test's properties hold the values.

#include "../../Launcher/NullDriver.h"
#include "LauncherTest.h"

#include <algorithm>
#include <ctime>

using namespace tilery;
using namespace tilery::runtime;

namespace {
constexpr llvm::StringLiteral launcherText = R"mlir(
  launch.binary @k(!tile.tensor_map<8x32xf32>, !tile.tensor_map<8x32xf32>)
    block [32] shared 1152 images [#launch.image<"sm_90a", "ptx\00">]
  launch.func @f(%A: memref<8x32xf32>, %B: memref<8x32xf32>) {
    launch.check_tensor %A : memref<8x32xf32>
    launch.check_tensor %B : memref<8x32xf32>
    %in = launch.encode_map %A loaded : memref<8x32xf32> -> !tile.tensor_map<8x32xf32>
    %out = launch.encode_map %B stored : memref<8x32xf32> -> !tile.tensor_map<8x32xf32>
    launch.kernel @k grid [1] (%in, %out)
      : !tile.tensor_map<8x32xf32>, !tile.tensor_map<8x32xf32>
  }
)mlir";

/// The thread's own time, which other processes do not take from.
double nowMicroseconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 +
         static_cast<double>(time.tv_nsec) / 1e3;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

class LauncherCostTest : public LauncherTest {};
} // namespace

TEST_F(LauncherCostTest, CompileTime) {
  std::vector<double> convertTimes, jitTimes;
  for (int i = 0; i < 15; ++i) {
    auto module =
        mlir::parseSourceString<mlir::ModuleOp>(launcherText, &context);
    ASSERT_TRUE(module);
    auto passes = mlir::PassManager::on<mlir::ModuleOp>(&context);
    passes.addPass(launch::createConvertLaunchToLLVM());
    double start = nowMicroseconds();
    ASSERT_TRUE(mlir::succeeded(passes.run(*module)));
    double converted = nowMicroseconds();
    auto jit = JitLauncher::create(*module);
    ASSERT_TRUE(static_cast<bool>(jit));
    convertTimes.push_back(converted - start);
    jitTimes.push_back(nowMicroseconds() - converted);
  }
  RecordProperty("convert_us", std::to_string(median(convertTimes)));
  RecordProperty("jit_us", std::to_string(median(jitTimes)));
  RecordProperty("jit_first_us", std::to_string(jitTimes.front()));
  EXPECT_LT(median(convertTimes) + median(jitTimes), 30000);
}

TEST_F(LauncherCostTest, CallTime) {
  auto jit = compile(launcherText);
  ASSERT_TRUE(jit);
  TileryLauncher launcher = jit->lookup("f");
  test::NullDriver driver;
  Tensor a({8, 32}), b({8, 32});
  TileryValue values[] = {a.value(), b.value()};
  uint8_t kinds[] = {TILERY_KIND_TENSOR, TILERY_KIND_TENSOR};
  char error[256];
  auto callOnce = [&] {
    TileryCall call;
    tilery_rt_init_call(&call);
    call.numArgs = 2;
    call.args = values;
    call.kinds = kinds;
    call.driver = &driver;
    call.error = error;
    call.errorSize = sizeof(error);
    return launcher(&call);
  };
  ASSERT_EQ(callOnce(), TILERY_OK) << error;
  constexpr int calls = 20000;
  std::vector<double> rounds;
  for (int round = 0; round < 9; ++round) {
    double start = nowMicroseconds();
    for (int i = 0; i < calls; ++i)
      callOnce();
    rounds.push_back((nowMicroseconds() - start) * 1000 / calls);
  }
  RecordProperty("call_ns", std::to_string(median(rounds)));
  EXPECT_LT(median(rounds), 3000);
}
