// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/Compile.h"
#include "tilery/Pipelines/LoadModule.h"
#include "tilery/Target/PTX/EmitPTX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <thread>

using namespace mlir;
using namespace tilery;

namespace {
constexpr llvm::StringLiteral source = R"(
tile.kernel @small(%x: memref<256xf32>) block [64, 2] cluster [2] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.apply "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %x) box [64] coords [0] mbar %bar
    : memref<64xf32, #tile.shared>, memref<256xf32>
  tile.mbarrier.wait %bar, 0
}
tile.kernel @large() block [32] {
  %smem = tile.alloc_shared : memref<128x128xf32, #tile.shared>
}
)";

OwningOpRef<ModuleOp> parse(MLIRContext &context) {
  llvm::SourceMgr sources;
  return loadModuleFromText(source, "source", sources, &context);
}

TEST(Compile, FactsOfEachKernel) {
  std::unique_ptr<MLIRContext> context = createContext();
  OwningOpRef<ModuleOp> module = parse(*context);
  ASSERT_TRUE(module);
  CompileOptions options;
  options.target = "sm_90";
  FailureOr<CompiledModule> compiled = compileKernels(*module, options);
  ASSERT_TRUE(succeeded(compiled));
  ASSERT_EQ(compiled->kernels.size(), 2u);

  const CompiledKernel &small = compiled->kernels[0];
  EXPECT_EQ(small.name, "small");
  EXPECT_EQ(small.target, "sm_90");
  EXPECT_EQ(small.ptxVersion, 86);
  EXPECT_EQ(small.block, (std::array<int32_t, 3>{64, 2, 1}));
  EXPECT_EQ(small.cluster, (std::array<int32_t, 3>{2, 1, 1}));
  EXPECT_EQ(small.staticShared, 264);
  EXPECT_EQ(small.dynamicShared, 0);
  EXPECT_TRUE(llvm::StringRef(small.ptx).contains(".version 8.6\n"));
  EXPECT_FALSE(llvm::StringRef(small.ptx).contains("large"));
  EXPECT_TRUE(small.cubin.empty());

  const CompiledKernel &large = compiled->kernels[1];
  EXPECT_EQ(large.ptxVersion, 78);
  EXPECT_EQ(large.staticShared, 0);
  EXPECT_EQ(large.dynamicShared, 65536);
}

TEST(Compile, InputIsLeftAsItWas) {
  std::unique_ptr<MLIRContext> context = createContext();
  OwningOpRef<ModuleOp> module = parse(*context);
  std::string before, after;
  llvm::raw_string_ostream(before) << *module;
  ASSERT_TRUE(succeeded(compileKernels(*module, CompileOptions())));
  llvm::raw_string_ostream(after) << *module;
  EXPECT_EQ(before, after);
}

TEST(Compile, ThreadsGiveTheSamePTX) {
  std::vector<std::string> results(8);
  std::vector<std::thread> threads;
  for (std::string &result : results)
    threads.emplace_back([&result] {
      for (int i = 0; i < 5; ++i) {
        std::unique_ptr<MLIRContext> context = createContext();
        OwningOpRef<ModuleOp> module = parse(*context);
        auto compiled = compileKernels(*module, CompileOptions());
        std::string ptx =
            succeeded(compiled) ? compiled->kernels[0].ptx : "failed";
        if (!result.empty() && result != ptx)
          ptx = "differs between runs";
        result = ptx;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_TRUE(llvm::StringRef(results[0]).contains(".entry small("));
  EXPECT_TRUE(llvm::all_equal(results));
}

/// A launch gives all devices the same shared memory; 120 has less than 90.
TEST(Compile, SharedMemoryFitsEveryTarget) {
  std::unique_ptr<MLIRContext> context = createContext();
  llvm::SourceMgr sources;
  std::string message;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
  });
  OwningOpRef<ModuleOp> module = loadModuleFromText(
      "tile.kernel @wide() block [32] { %s = tile.alloc_shared : "
      "memref<128x256xf32, #tile.shared> }",
      "source", sources, context.get());
  ASSERT_TRUE(module);
  CompileOptions options;
  EXPECT_TRUE(succeeded(compileKernels(*module, options)));
  options.moreTargets = {"sm_120a"};
  EXPECT_TRUE(failed(compileKernels(*module, options)));
  EXPECT_EQ(message,
            "'tile.kernel' op (P01) expected at most 101376 bytes of shared "
            "memory for sm_120a, got 131072; shrink a buffer, use fewer stages "
            "or leave the target out");
}

TEST(Compile, ObserverSeesTheStagesInOrder) {
  std::unique_ptr<MLIRContext> context = createContext();
  OwningOpRef<ModuleOp> module = parse(*context);
  std::vector<std::string> seen;
  CompileOptions options;
  options.lineInfo = true;
  options.observer = [&](llvm::StringRef stage,
                         llvm::function_ref<void(llvm::raw_ostream &)> print) {
    // A pass over kernels comes once a kernel.
    if (seen.empty() || seen.back() != stage)
      seen.push_back(stage.str());
  };
  OwningOpRef<ModuleOp> core = lowerToCore(*module, options);
  ASSERT_TRUE(core);
  ASSERT_TRUE(succeeded(compileDevice(*core, options, DeviceStage::PTX)));
  EXPECT_EQ(seen, getStageNames());
}

/// What verification would have refused: the backend's fatal error must become
/// an error, and the next compilation be right.
TEST(Compile, FatalErrorOfTheBackend) {
  std::unique_ptr<MLIRContext> context = createContext();
  OwningOpRef<ModuleOp> module = parse(*context);
  CompileOptions options;
  OwningOpRef<ModuleOp> core = lowerToCore(*module, options);
  OwningOpRef<ModuleOp> nvvm = lowerToNVVM(*core, options, "small");
  ASSERT_TRUE(nvvm);
  std::string message;
  {
    ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
      message = diagnostic.str();
    });
    FailureOr<DeviceModule> device =
        DeviceModule::create(*nvvm, PTXOptions{"sm_90", 78});
    ASSERT_TRUE(succeeded(device));
    EXPECT_TRUE(failed(device->emitPTX()));
  }
  EXPECT_TRUE(llvm::StringRef(message).contains("LLVM could not emit PTX"))
      << message;
  EXPECT_TRUE(succeeded(compileKernels(*module, options)));
}

TEST(Compile, UndefinedSymbol) {
  std::unique_ptr<MLIRContext> context = createContext();
  llvm::SourceMgr sources;
  OwningOpRef<ModuleOp> module =
      loadModuleFromText(R"(
llvm.func @outside()
llvm.func @kernel() attributes {nvvm.kernel} {
  llvm.call @outside() : () -> ()
  llvm.return
}
)",
                         "source", sources, context.get());
  std::string message;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
  });
  EXPECT_TRUE(failed(DeviceModule::create(*module, PTXOptions{"sm_90", 80})));
  EXPECT_EQ(message,
            "(E05) no definition of 'outside', which the kernels call");
}

TEST(Compile, ChipThatLLVMDoesNotKnow) {
  std::unique_ptr<MLIRContext> context = createContext();
  llvm::SourceMgr sources;
  OwningOpRef<ModuleOp> module =
      loadModuleFromText("module {}", "source", sources, context.get());
  std::string message;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
  });
  EXPECT_TRUE(failed(DeviceModule::create(*module, PTXOptions{"sm_foo", 80})));
  EXPECT_EQ(message,
            "(X01) LLVM's NVPTX backend does not know the target 'sm_foo'");
}
} // namespace
