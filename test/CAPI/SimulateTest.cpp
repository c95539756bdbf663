// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Programs.h"

#include <memory>

static std::string replace(std::string text, const std::string &from,
                           const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(CAPISimulate, RunsInPlace) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  AddOne arguments;
  TilerySimReport *report;
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(tilerySimulateEntry(compiled.program, 0, &arguments.launch,
                                  nullptr, &report),
              TILERY_OK)
        << arguments.error;
    EXPECT_EQ(arguments.wrongElements(), 0);
    EXPECT_TRUE(report->isClean && report->isComplete);
    EXPECT_EQ(report->transfers, 2u);
    EXPECT_EQ(report->bytes, 2048u);
    tileryFreeSimReport(report);
  }
}

TEST(CAPISimulate, RefusesArgumentsAllAtOnce) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  AddOne arguments;
  arguments.tensors[0].dtype.bits = 64;
  arguments.tensors[1].ndim = 1;
  TilerySimReport *report;
  EXPECT_EQ(tilerySimulateEntry(compiled.program, 0, &arguments.launch, nullptr,
                                &report),
            TILERY_BAD_ARGUMENT_TYPE);
  EXPECT_EQ(report, nullptr);
  std::string error = arguments.error;
  EXPECT_NE(error.find("Mismatched in.dtype"), std::string::npos) << error;
  EXPECT_NE(error.find("Mismatched out.ndim"), std::string::npos) << error;
}

TEST(CAPISimulate, ListsFindingsAndWorksOn) {
  Compiled compiled(
      replace(readExample("add_one.mlir"), "tile.mbarrier.wait %bar, 0", ""),
      /*simulate=*/true);
  ASSERT_EQ(compiled.status, TILERY_OK);
  AddOne arguments;
  for (int i = 0; i < 2; ++i) {
    TilerySimReport *report = nullptr;
    ASSERT_EQ(tilerySimulateEntry(compiled.program, 0, &arguments.launch,
                                  nullptr, &report),
              TILERY_SIMULATION_FAILED);
    ASSERT_GE(report->numFindings, 1u);
    const TilerySimFinding &finding = *report->findings[0];
    EXPECT_EQ(std::string(finding.id).substr(0, 3), "SIM");
    EXPECT_STREQ(finding.place.file, "test.mlir");
    EXPECT_GT(finding.place.line, 0u);
    EXPECT_NE(std::string(finding.rendered).find(finding.id),
              std::string::npos);
    tileryFreeSimReport(report);
  }
}

TEST(CAPISimulate, RefusesBasesThatNoMapHas) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  AddOne arguments;
  auto memory = std::make_unique<float[]>(8 * 32 + 16);
  arguments.tensors[1].data = memory.get();
  arguments.tensors[1].byte_offset = 4;
  TilerySimReport *report;
  int32_t status = tilerySimulateEntry(compiled.program, 0, &arguments.launch,
                                       nullptr, &report);
  EXPECT_EQ(status, TILERY_BAD_TENSOR_MAP);
  EXPECT_EQ(report, nullptr);
  EXPECT_NE(std::string(arguments.error).find("multiple of 16 bytes"),
            std::string::npos);
}

TEST(CAPISimulate, TakesTheSameArrayTwice) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  AddOne arguments;
  arguments.values[1] = arguments.values[0];
  TilerySimReport *report;
  ASSERT_EQ(tilerySimulateEntry(compiled.program, 0, &arguments.launch, nullptr,
                                &report),
            TILERY_OK)
      << arguments.error;
  EXPECT_EQ(arguments.in[0][1], 2.0f);
  tileryFreeSimReport(report);
}

TEST(CAPISimulate, ChecksItsOptions) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  AddOne arguments;
  TilerySimReport *report;
  TilerySimOptions options;
  tileryInitSimOptions(&options, sizeof(options));
  options.order = TILERY_ORDER_SHUFFLED;
  options.seed = 7;
  EXPECT_EQ(tilerySimulateEntry(compiled.program, 0, &arguments.launch,
                                &options, &report),
            TILERY_OK);
  EXPECT_EQ(arguments.wrongElements(), 0);
  tileryFreeSimReport(report);
  options.order = 3;
  EXPECT_EQ(tilerySimulateEntry(compiled.program, 0, &arguments.launch,
                                &options, &report),
            TILERY_BAD_ARGUMENT);
  EXPECT_EQ(report, nullptr);
  EXPECT_EQ(tileryLaunchEntry(compiled.program, 0, &arguments.launch),
            TILERY_BAD_ARGUMENT);
  EXPECT_NE(std::string(arguments.error).find("got one for the simulator"),
            std::string::npos);
  EXPECT_EQ(tilerySimulateEntry(compiled.program, 1, &arguments.launch, nullptr,
                                &report),
            TILERY_BAD_ARGUMENT);
}
