// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels compiled into the process, and run by the engine.

#include "tilery/Target/Sim/SimKernels.h"
#include "tilery/Pipelines/Compile.h"
#include "tilery/Sim/Engine.h"
#include "tilery/Sim/Image.h"

#include "mlir/Parser/Parser.h"

#include <chrono>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

using namespace tilery;

namespace {

struct SimKernelsTest : testing::Test {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  CompiledModule compiled;

  void compile(const std::string &text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
    ASSERT_TRUE(module);
    CompileOptions options;
    options.simulate = true;
    auto result = compileKernels(*module, options);
    ASSERT_TRUE(succeeded(result));
    compiled = std::move(*result);
  }

  /// Runs the kernel over arrays; true where nothing was found.
  bool run(llvm::StringRef name, std::vector<std::pair<void *, size_t>> arrays,
           uint64_t blocks) {
    sim::LaunchRequest request;
    request.kernel = compiled.simKernels->lookup(name);
    if (!request.kernel)
      return false;
    request.grid[0] = blocks;
    sim::Engine engine;
    std::vector<const void *> params;
    for (auto &[data, bytes] : arrays) {
      engine.memory().add(data, bytes, "array");
      params.push_back(&data);
    }
    request.params = params.data();
    return engine.launch(request).isClean();
  }
};

/// A kernel that applies an op to 65,536 elements; `before` is code that it
/// needs.
std::string elementwise(const std::string &from, const std::string &to,
                        const std::string &op, const std::string &before = "") {
  return "tile.kernel @k(%x: memref<65536x" + from + ">, %y: memref<65536x" +
         to +
         ">) block [256] {\n"
         "  %b = gpu.block_id x\n"
         "  %t = gpu.thread_id x\n"
         "  %n = gpu.block_dim x\n"
         "  %s = arith.muli %b, %n : index\n"
         "  %i = arith.addi %s, %t : index\n"
         "  %v = memref.load %x[%i] : memref<65536x" +
         from + ">\n" + before + "  %r = " + op +
         "\n  memref.store %r, %y[%i] : memref<65536x" + to + ">\n}\n";
}

uint16_t bitsOf(_Float16 value) {
  uint16_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

TEST_F(SimKernelsTest, TablesAndImages) {
  compile("tile.kernel @first(%x: memref<8xf32>) block [32] {}\n"
          "tile.kernel @second() block [64, 2] cluster [2] {\n"
          "  %tile = tile.alloc_shared : memref<32xf32, #tile.shared>\n"
          "}\n");
  const SimKernels &kernels = *compiled.simKernels;
  EXPECT_EQ(kernels.lookup("third"), nullptr);
  EXPECT_EQ(kernels.getImage("third"), "");
  const TilerySimKernel *second = kernels.lookup("second");
  ASSERT_TRUE(second);
  EXPECT_EQ(second->abi, uint32_t(TILERY_SIM_ABI_VERSION));
  EXPECT_STREQ(second->name, "second");
  EXPECT_EQ(second->block[0], 64u);
  EXPECT_EQ(second->block[1], 2u);
  EXPECT_EQ(second->cluster[0], 2u);
  EXPECT_EQ(second->staticShared, 128u);
  ASSERT_EQ(second->numBuffers, 1u);
  EXPECT_STREQ(second->buffers[0].name, "tile");
  EXPECT_EQ(kernels.lookup("first")->numParams, 1u);

  std::string bytes = kernels.getImage("second");
  sim::Image image;
  ASSERT_TRUE(sim::readImage(bytes.data(), image));
  EXPECT_EQ(image.kernel, second);
  EXPECT_EQ(compiled.kernels[1].simImage, bytes);
  EXPECT_EQ(compiled.kernels[1].ptx, "");
}

// Every f16, against the compiler's own arithmetic in f32 and f64.
TEST_F(SimKernelsTest, HalfArithmetic) {
  std::vector<uint16_t> x(65536), y(65536);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<uint16_t>(i);
  compile(elementwise("f16", "f16", "arith.mulf %v, %v : f16"));
  ASSERT_TRUE(run("k", {{x.data(), 131072}, {y.data(), 131072}}, 256));
  for (size_t i = 0; i < x.size(); ++i) {
    _Float16 value;
    std::memcpy(&value, &x[i], sizeof(value));
    double square = static_cast<double>(value) * static_cast<double>(value);
    uint16_t expected = std::isnan(square)
                            ? uint16_t(0x7FFF)
                            : bitsOf(static_cast<_Float16>(square));
    ASSERT_EQ(y[i], expected) << std::hex << i;
  }
}

// A fused multiply-add rounds once. The square of 1.0625 is 1.12890625, in the
// middle of two bf16: what is added decides, however small it is.
TEST_F(SimKernelsTest, NarrowFmaRoundsOnce) {
  auto fma = [&](const char *tiny) {
    compile(elementwise("bf16", "bf16", "math.fma %v, %v, %tiny : bf16",
                        std::string("  %tiny = arith.constant ") + tiny +
                            " : bf16\n"));
    std::vector<uint16_t> x(65536, 0x3F88), y(65536);
    EXPECT_TRUE(run("k", {{x.data(), 131072}, {y.data(), 131072}}, 256));
    return y[0];
  };
  EXPECT_EQ(fma("1.0e-30"), 0x3F91);
  EXPECT_EQ(fma("-1.0e-30"), 0x3F90);
}

// What the engine has to know of a kernel's frame.
TEST_F(SimKernelsTest, FrameSize) {
  std::string values, uses;
  for (int i = 0; i < 100; ++i) {
    std::string n = std::to_string(i);
    values +=
        "%v" + n + " = vector.load %x[%i] : memref<64xf32>, vector<64xf32>\n";
    uses +=
        "vector.store %v" + n + ", %y[%i] : memref<64xf32>, vector<64xf32>\n";
  }
  compile(
      "tile.kernel @k(%x: memref<64xf32>, %y: memref<64xf32>) block [32] {\n"
      "%i = arith.constant 0 : index\n" +
      values + "tile.cta_sync\n" + uses + "}\n");
  sim::Image image;
  std::string bytes = compiled.simKernels->getImage("k");
  ASSERT_TRUE(sim::readImage(bytes.data(), image));
  // 100 vectors of 256 bytes live across a call.
  EXPECT_GE(image.frameBytes, 25600u);
  EXPECT_LT(image.frameBytes, 100000u);
}

// The whole way to a kernel that can run, which nobody shall have to wait for.
TEST_F(SimKernelsTest, CompilesInAMoment) {
  std::string loads;
  for (int i = 0; i < 256; ++i) {
    std::string n = std::to_string(i);
    loads += "%i" + n + " = arith.constant " + n + " : index\n%x" + n +
             " = memref.load %x[%i" + n +
             "] : memref<256xf32>\nmemref.store %x" + n + ", %y[%i" + n +
             "] : memref<256xf32>\n";
  }
  std::string text = "tile.kernel @k(%x: memref<256xf32>, %y: memref<256xf32>) "
                     "block [32] {\n" +
                     loads + "}\n";
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    auto start = std::chrono::steady_clock::now();
    compile(text);
    best = std::min(best, std::chrono::duration<double, std::milli>(
                              std::chrono::steady_clock::now() - start)
                              .count());
  }
  // 27 ms measured on one of two busy cores; sanitizers take longer.
  EXPECT_LT(best, 500);
}

} // namespace
