// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Programs.h"

#include <thread>
#include <vector>

TEST(CAPICompile, DescribesLaunchersAndKernels) {
  EXPECT_EQ(tileryGetApiVersion(), uint32_t(TILERY_C_VERSION));
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/false);
  ASSERT_EQ(compiled.status, TILERY_OK);
  const TileryEntry *const *entries;
  ASSERT_EQ(tileryProgramGetEntries(compiled.program, &entries), 1u);
  EXPECT_STREQ(entries[0]->name, "add_one_launch");
  EXPECT_STREQ(entries[0]->signature,
               "add_one_launch(in: Tensor([8, 32], float32), out: Tensor([8, "
               "32], float32))");
  ASSERT_EQ(entries[0]->numParameters, 2);
  const TileryParameter &in = *entries[0]->parameters[0];
  EXPECT_STREQ(in.name, "in");
  EXPECT_EQ(in.kind, TILERY_KIND_TENSOR);
  EXPECT_EQ(in.rank, 2);
  EXPECT_EQ(in.shape[1], 32);
  EXPECT_TRUE(in.isRead && !in.isWritten);
  EXPECT_EQ(in.dtype.bits, 32);
  const TileryKernelInfo *const *kernels;
  ASSERT_EQ(tileryProgramGetKernels(compiled.program, &kernels), 1u);
  EXPECT_STREQ(kernels[0]->target, "sm_90a");
  EXPECT_EQ(kernels[0]->block[0], 32);
  EXPECT_GE(kernels[0]->staticShared, 1024);
  EXPECT_EQ(kernels[0]->registers, -1);
  EXPECT_NE(
      std::string(tileryProgramGetTimes(compiled.program)).find("codegen"),
      std::string::npos);
}

TEST(CAPICompile, KeepsSymbolsOfSizes) {
  Compiled compiled(readExample("copy.mlir"), /*simulate=*/false);
  ASSERT_EQ(compiled.status, TILERY_OK);
  const TileryEntry *const *entries;
  ASSERT_EQ(tileryProgramGetEntries(compiled.program, &entries), 1u);
  ASSERT_EQ(entries[0]->numParameters, 2);
  for (int32_t i = 0; i < 2; ++i) {
    const TileryParameter &parameter = *entries[0]->parameters[i];
    EXPECT_STREQ(parameter.symbols[0], "m");
    EXPECT_STREQ(parameter.symbols[1], "n");
    EXPECT_EQ(parameter.shape[0], -1);
  }
}

TEST(CAPICompile, MakesStagesOnDemand) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/false);
  EXPECT_NE(compiled.stage("source").find("// Adds one"), std::string::npos);
  EXPECT_NE(compiled.stage("tile").find("tile.apply"), std::string::npos);
  EXPECT_NE(compiled.stage("core").find("tile.tma.load"), std::string::npos);
  EXPECT_NE(compiled.stage("nvvm").find("nvvm."), std::string::npos);
  EXPECT_NE(compiled.stage("llvm").find("define"), std::string::npos);
  EXPECT_NE(compiled.stage("sim").find("tilery_sim"), std::string::npos);
  EXPECT_NE(compiled.stage("ptx").find(".entry add_one"), std::string::npos);
  EXPECT_EQ(compiled.stage("ptx"), compiled.stage("ptx"));
  EXPECT_NE(compiled.stage("opt", TILERY_BAD_ARGUMENT).find("got 'opt'"),
            std::string::npos);
}

TEST(CAPICompile, GivesDiagnosticsWithPlacesAndNotes) {
  std::string text = "tile.kernel @k(%a: memref<8x32xf32>) block [32] {\n"
                     "  %x = memref.load %a[] : memref<8x32xf32>\n"
                     "}\n";
  Compiled compiled(text, /*simulate=*/false);
  EXPECT_EQ(compiled.status, TILERY_COMPILE_FAILED);
  const TileryDiagnostic *const *diagnostics;
  ASSERT_GE(tileryProgramGetDiagnostics(compiled.program, &diagnostics), 1u);
  EXPECT_EQ(diagnostics[0]->severity, TILERY_SEVERITY_ERROR);
  EXPECT_STREQ(diagnostics[0]->file, "test.mlir");
  EXPECT_EQ(diagnostics[0]->line, 2u);
  EXPECT_NE(diagnostics[0]->text[0], '\0');
  const TileryEntry *const *entries;
  EXPECT_EQ(tileryProgramGetEntries(compiled.program, &entries), 0u);
}

TEST(CAPICompile, SurvivesBadInput) {
  for (const std::string &text :
       {std::string(), std::string("\0\0", 2), std::string(20000, '['),
        std::string("launch.func @f() {"), std::string("ML\xefR\x01\x02")}) {
    Compiled compiled(text, /*simulate=*/true);
    EXPECT_EQ(compiled.status, TILERY_COMPILE_FAILED);
    const TileryDiagnostic *const *diagnostics;
    EXPECT_GE(tileryProgramGetDiagnostics(compiled.program, &diagnostics), 1u);
    compiled.stage("ptx", TILERY_COMPILE_FAILED);
  }
  TileryProgram *program;
  EXPECT_EQ(tileryCompile(nullptr, 0, nullptr, nullptr, &program),
            TILERY_BAD_ARGUMENT);
  EXPECT_EQ(program, nullptr);
  TileryCompileOptions options = {};
  EXPECT_EQ(tileryCompile("", 0, nullptr, &options, &program),
            TILERY_BAD_ARGUMENT);
  EXPECT_EQ(tileryCompile("", 0, nullptr, nullptr, nullptr),
            TILERY_BAD_ARGUMENT);
}

TEST(CAPICompile, NamesAnUnknownTarget) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/false, "sm_12");
  EXPECT_EQ(compiled.status, TILERY_COMPILE_FAILED);
  const TileryDiagnostic *const *diagnostics;
  ASSERT_EQ(tileryProgramGetDiagnostics(compiled.program, &diagnostics), 1u);
  EXPECT_NE(std::string(diagnostics[0]->text).find("(V18)"), std::string::npos);
}

TEST(CAPICompile, WorksOnThreads) {
  std::string source = readExample("add_one.mlir");
  std::string expected = Compiled(source, /*simulate=*/false).stage("ptx");
  std::vector<std::string> texts(4);
  std::vector<std::thread> threads;
  for (std::string &text : texts)
    threads.emplace_back(
        [&] { text = Compiled(source, /*simulate=*/false).stage("ptx"); });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &text : texts)
    EXPECT_EQ(text, expected);
}
