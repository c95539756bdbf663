// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process that compiles kernel after kernel, a server say, keeps none of
// them. TILERY_TEST_COMPILES sets their number.

#include "tilery/Pipelines/Launcher.h"
#include "tilery/Pipelines/LoadModule.h"

#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using namespace mlir;
using namespace tilery;

/// Bytes of the process in memory (proc(5), statm).
static size_t getResidentBytes() {
  size_t all = 0, resident = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%zu %zu", &all, &resident) != 2)
      resident = 0;
    std::fclose(file);
  }
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

/// A kernel and a launcher that no other number gives: names, a shape and a
/// constant are its own.
static std::string makeSource(unsigned number) {
  std::string n = std::to_string(number);
  std::string memref = "memref<" + std::to_string(256 + number) + "xf32>";
  return "tile.kernel @scale" + n + "(%x: " + memref + ", %y: " + memref +
         R"() block [32] {
  %i = gpu.thread_id x
  %by = arith.constant )" +
         n + R"(.5 : f32
  %a = memref.load %x[%i] : )" +
         memref + R"(
  %b = arith.mulf %a, %by : f32
  memref.store %b, %y[%i] : )" +
         memref + "\n}\nlaunch.func @scale" + n + "_launch(%x: " + memref +
         ", %y: " + memref + ") {\n  launch.kernel @scale" + n +
         " grid [1] (%x, %y) : " + memref + ", " + memref + "\n}\n";
}

static bool compile(unsigned number) {
  std::unique_ptr<MLIRContext> context = createContext();
  llvm::SourceMgr sources;
  OwningOpRef<ModuleOp> module =
      loadModuleFromText(makeSource(number), "source", sources, context.get());
  if (!module)
    return false;
  auto compiled = compileKernels(*module, CompileOptions());
  if (failed(compiled) || failed(embedKernels(*compiled)))
    return false;
  auto launchers = compileLaunchers(*compiled->core);
  if (launchers)
    return (*launchers)->lookup("scale" + std::to_string(number) + "_launch");
  ADD_FAILURE() << llvm::toString(launchers.takeError());
  return false;
}

TEST(Memory, StaysFlatOverDistinctCompiles) {
  unsigned count = 300;
  if (const char *text = std::getenv("TILERY_TEST_COMPILES"))
    count = std::max(300, std::atoi(text));
  // LLVM's own tables and the allocator's pools have their size after some.
  constexpr unsigned first = 100;
  for (unsigned i = 0; i < first; ++i)
    ASSERT_TRUE(compile(i));
  size_t before = getResidentBytes();
  ASSERT_GT(before, 0u);
  for (unsigned i = first; i < count; ++i)
    ASSERT_TRUE(compile(i));
  size_t after = getResidentBytes();
  RecordProperty("resident_kib_before", static_cast<int>(before >> 10));
  RecordProperty("resident_kib_after", static_cast<int>(after >> 10));
  std::printf("%u compiles: %zu KiB, then %zu KiB\n", count, before >> 10,
              after >> 10);
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer) ||       \
    __has_feature(thread_sanitizer)
  // A sanitizer holds freed memory back; its leak checker sees more.
  constexpr size_t bound = size_t(768) << 20;
#else
  constexpr size_t bound = size_t(4) << 20;
#endif
  EXPECT_LT(after, before + bound);
}
