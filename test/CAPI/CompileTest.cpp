// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Programs.h"

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

TEST(CAPICompile, ShowsPassesAndSingleKernels) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/false);
  const char *const *names;
  size_t count = tileryGetStageNames(&names);
  ASSERT_GT(count, 4u);
  EXPECT_STREQ(names[0], "tile");
  EXPECT_NE(compiled.stage("tile-plan-shared-memory").find("tile.kernel"),
            std::string::npos);
  const char *text;
  EXPECT_EQ(tileryProgramGetKernelStage(compiled.program, "ptx", "add_one",
                                        &text, nullptr),
            TILERY_OK);
  EXPECT_NE(std::string(text).find(".entry add_one"), std::string::npos);
  EXPECT_EQ(tileryProgramGetKernelStage(compiled.program, "ptx", "add_two",
                                        &text, nullptr),
            TILERY_COMPILE_FAILED);
  EXPECT_NE(std::string(text).find("add_two"), std::string::npos);
}

TEST(CAPICompile, OnlyReadsWhereAsked) {
  std::string source = readExample("add_one.mlir");
  TileryCompileOptions options;
  tileryInitCompileOptions(&options, sizeof(options));
  options.parseOnly = 1;
  TileryProgram *program;
  ASSERT_EQ(
      tileryCompile(source.data(), source.size(), nullptr, &options, &program),
      TILERY_OK);
  const TileryEntry *const *entries;
  ASSERT_EQ(tileryProgramGetEntries(program, &entries), 1u);
  EXPECT_STREQ(entries[0]->name, "add_one_launch");
  EXPECT_EQ(tileryProgramGetKernels(program, nullptr), 0u);
  AddOne arguments;
  EXPECT_EQ(tileryLaunchEntry(program, 0, &arguments.launch),
            TILERY_BAD_ARGUMENT);
  tileryProgramRelease(program);
}

TEST(CAPICompile, ReadsFiles) {
  std::string path = std::string(TILERY_EXAMPLES) + "/add_one.mlir";
  TileryProgram *program;
  ASSERT_EQ(tileryCompileFile(path.c_str(), nullptr, &program), TILERY_OK)
      << tileryGetLastError();
  const char *text;
  size_t size;
  ASSERT_EQ(tileryProgramGetStage(program, "source", &text, &size), TILERY_OK);
  EXPECT_EQ(std::string(text, size), readExample("add_one.mlir"));
  double kernels = 0, launchers = 0;
  tileryProgramGetCompileTimes(program, &kernels, &launchers);
  EXPECT_TRUE(kernels > 0 && launchers > 0);
  tileryProgramRelease(program);
  ASSERT_EQ(tileryCompileFile("/no/such/file", nullptr, &program),
            TILERY_COMPILE_FAILED);
  EXPECT_NE(std::string(tileryGetLastError()).find("(I01)"), std::string::npos);
  tileryProgramRelease(program);
}

TEST(CAPICompile, RendersDiagnosticsWithTheirLines) {
  std::string text = "tile.kernel @k() block [32] {\n  oops\n}\n";
  Compiled compiled(text, /*simulate=*/false);
  const TileryDiagnostic *const *diagnostics;
  ASSERT_EQ(tileryProgramGetDiagnostics(compiled.program, &diagnostics), 1u);
  std::string rendered = diagnostics[0]->rendered;
  EXPECT_EQ(rendered.find("test.mlir:2:3: error: "), 0u) << rendered;
  EXPECT_NE(rendered.find("\n  oops\n  ^\n"), std::string::npos) << rendered;
}

TEST(CAPICompile, DoesNotReadDevicesForTheirLines) {
  std::string text = "tile.kernel @k(%a: memref<8x32xf32>) block [32] {\n"
                     "  %x = tile.alloc_shared : memref<8x32xf32> "
                     "loc(\"/dev/zero\":1:1)\n}\n";
  Compiled compiled(text, /*simulate=*/false);
  EXPECT_EQ(compiled.status, TILERY_COMPILE_FAILED);
}

TEST(CAPICompile, TakesMoreTargets) {
  std::string source = readExample("add_one.mlir");
  TileryCompileOptions options;
  tileryInitCompileOptions(&options, sizeof(options));
  options.cubins = "sm_90a,sm_12";
  TileryProgram *program;
  EXPECT_EQ(
      tileryCompile(source.data(), source.size(), nullptr, &options, &program),
      TILERY_COMPILE_FAILED);
  EXPECT_NE(std::string(tileryGetLastError()).find("(V18)"), std::string::npos);
  tileryProgramRelease(program);
}
