// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LauncherTest.h"

#include <thread>

using namespace tilery;
using namespace tilery::runtime;

namespace {
constexpr llvm::StringLiteral addOne = R"mlir(
  launch.binary @add_one(!tile.tensor_map<8x32xf32>, !tile.tensor_map<8x32xf32>)
    block [32] shared 1152 images [#launch.image<"sm_90a", "ptx\00">]
  launch.func @add_one_launch(%A: memref<?x32xf32>, %B: memref<?x32xf32>) {
    launch.check_tensor %A : memref<?x32xf32>
    launch.check_tensor %B : memref<?x32xf32>
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %rows = memref.dim %A, %c0 : memref<?x32xf32>
    %blocks = arith.ceildivsi %rows, %c8 : index
    %in = launch.encode_map %A loaded : memref<?x32xf32> -> !tile.tensor_map<8x32xf32>
    %out = launch.encode_map %B stored : memref<?x32xf32> -> !tile.tensor_map<8x32xf32>
    launch.kernel @add_one grid [%blocks] (%in, %out)
      : !tile.tensor_map<8x32xf32>, !tile.tensor_map<8x32xf32>
  }
)mlir";

class JitLauncherTest : public LauncherTest {};
} // namespace

TEST_F(JitLauncherTest, EncodesAndLaunches) {
  auto jit = compile(addOne);
  ASSERT_TRUE(jit);
  EXPECT_EQ(jit->getNames(), llvm::ArrayRef<std::string>{"add_one_launch"});
  EXPECT_EQ(jit->lookup("tilery_release_kernels"), nullptr);
  TileryLauncher launcher = jit->lookup("add_one_launch");
  ASSERT_NE(launcher, nullptr);

  RecordDriver driver;
  Tensor a({17, 32}), b({17, 32});
  Call call(driver, {a.value(), b.value()});
  EXPECT_EQ(launcher(&call.call), TILERY_OK) << call.error;
  EXPECT_EQ(driver.count("cuTensorMapEncodeTiled"), 2);
  EXPECT_EQ(driver.count("cuLaunchKernelEx"), 1);
  EXPECT_NE(driver.log().find("grid=[3, 1, 1]"), std::string::npos)
      << driver.log();
}

TEST_F(JitLauncherTest, UnloadsItsKernels) {
  RecordDriver driver;
  Tensor a({8, 32}), b({8, 32});
  {
    auto jit = compile(addOne);
    ASSERT_TRUE(jit);
    Call call(driver, {a.value(), b.value()});
    EXPECT_EQ(jit->lookup("add_one_launch")(&call.call), TILERY_OK);
    EXPECT_EQ(driver.count("cuModuleUnload"), 0);
  }
  EXPECT_EQ(driver.count("cuModuleUnload"), 1);
}

TEST_F(JitLauncherTest, ReportsAllFaultsOfArguments) {
  auto jit = compile(addOne);
  ASSERT_TRUE(jit);
  RecordDriver driver;
  Tensor a({8, 31}), b({8});
  Call call(driver, {a.value(), b.value()});
  EXPECT_EQ(jit->lookup("add_one_launch")(&call.call), TILERY_BAD_ARGUMENT);
  std::string text = call.error;
  EXPECT_NE(text.find("Invalid A.shape[1]"), std::string::npos) << text;
  EXPECT_NE(text.find("Mismatched B.ndim"), std::string::npos) << text;
  EXPECT_NE(text.find("`add_one_launch(A: Tensor([?, 32], float32), "
                      "B: Tensor([?, 32], float32))`"),
            std::string::npos)
      << text;
  EXPECT_EQ(driver.count("cuLaunchKernelEx"), 0);
}

TEST_F(JitLauncherTest, ReportsAllFaultsOfMaps) {
  auto jit = compile(addOne);
  ASSERT_TRUE(jit);
  FakeDriver driver;
  Tensor a({8, 32}), b({8, 32});
  a.tensor.byte_offset = 4;
  b.tensor.byte_offset = 8;
  Call call(driver, {a.value(), b.value()});
  EXPECT_EQ(jit->lookup("add_one_launch")(&call.call), TILERY_BAD_TENSOR_MAP);
  EXPECT_EQ(call.call.numFaults, 2) << call.error;
  EXPECT_EQ(driver.count("cuLaunchKernelEx"), 0);
}

TEST_F(JitLauncherTest, SkipsAnEmptyOutput) {
  auto jit = compile(addOne);
  ASSERT_TRUE(jit);
  RecordDriver driver;
  Tensor a({0, 32}), b({0, 32});
  Call call(driver, {a.value(), b.value()});
  EXPECT_EQ(jit->lookup("add_one_launch")(&call.call), TILERY_OK) << call.error;
  EXPECT_EQ(driver.count("cuTensorMapEncodeTiled"), 0);
  EXPECT_EQ(driver.count("cuLaunchKernelEx"), 0);
}

TEST_F(JitLauncherTest, PassesDriverFailuresOn) {
  auto jit = compile(addOne);
  ASSERT_TRUE(jit);
  FakeDriver driver;
  driver.fail("cuModuleLoadDataEx", cu::InvalidPtx);
  Tensor a({8, 32}), b({8, 32});
  Call call(driver, {a.value(), b.value()});
  EXPECT_EQ(jit->lookup("add_one_launch")(&call.call), TILERY_MODULE_FAILED)
      << call.error;
}

TEST_F(JitLauncherTest, WrongNumberOfArguments) {
  auto jit = compile(addOne);
  ASSERT_TRUE(jit);
  RecordDriver driver;
  Tensor a({8, 32});
  Call call(driver, {a.value()});
  EXPECT_EQ(jit->lookup("add_one_launch")(&call.call),
            TILERY_BAD_ARGUMENT_TYPE);
  EXPECT_NE(std::string(call.error).find("Expected 2 arguments"),
            std::string::npos)
      << call.error;
}

TEST_F(JitLauncherTest, RunsOnManyThreads) {
  auto jit = compile(addOne);
  ASSERT_TRUE(jit);
  RecordDriver driver;
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      Tensor a({8, 32}), b({8, 32});
      for (int i = 0; i < 50; ++i) {
        Call call(driver, {a.value(), b.value()});
        failures += jit->lookup("add_one_launch")(&call.call) != TILERY_OK;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(driver.count("cuLaunchKernelEx"), 400);
  EXPECT_EQ(driver.count("cuModuleLoadDataEx"), 1);
}

TEST_F(JitLauncherTest, CompilesOnManyThreads) {
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> modules;
  for (int t = 0; t < 4; ++t)
    modules.push_back(convert(addOne));
  std::vector<std::thread> threads;
  std::atomic<int> made{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      auto jit = JitLauncher::create(*modules[t]);
      if (jit)
        made += (*jit)->lookup("add_one_launch") != nullptr;
      else
        llvm::consumeError(jit.takeError());
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(made, 4);
}

TEST_F(JitLauncherTest, NeedsTheTranslation) {
  mlir::MLIRContext bare;
  bare.loadDialect<mlir::LLVM::LLVMDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "llvm.func @f(%c: !llvm.ptr) -> i32 { %0 = llvm.mlir.constant(0 : i32) : "
      "i32 llvm.return %0 : i32 }",
      &bare);
  ASSERT_TRUE(module);
  auto jit = JitLauncher::create(*module);
  ASSERT_FALSE(static_cast<bool>(jit));
  EXPECT_NE(llvm::toString(jit.takeError()).find("translation"),
            std::string::npos);
}
