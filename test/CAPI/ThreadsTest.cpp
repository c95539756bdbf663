// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Devices.h"

#include <thread>
#include <vector>

/// Runs `work` on eight threads at once, with their numbers.
template <typename Callable> static void runOnThreads(Callable work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&work, i] { work(i); });
  for (std::thread &thread : threads)
    thread.join();
}

static int32_t simulate(const Compiled &compiled, AddOne &arguments) {
  TilerySimReport *report = nullptr;
  int32_t status = tilerySimulateEntry(compiled.program, 0, &arguments.launch,
                                       nullptr, &report);
  tileryFreeSimReport(report);
  return status;
}

TEST(CAPIThreads, CompileAlike) {
  std::string source = readExample("add_one.mlir");
  std::string expected = Compiled(source, /*simulate=*/false).stage("ptx");
  std::vector<std::string> texts(8);
  runOnThreads([&](int i) {
    texts[i] = Compiled(source, /*simulate=*/false).stage("ptx");
  });
  for (const std::string &text : texts)
    EXPECT_EQ(text, expected);
}

TEST(CAPIThreads, CompileAndSimulateAtOnce) {
  std::string source = readExample("add_one.mlir");
  runOnThreads([&](int) {
    for (int i = 0; i < 3; ++i) {
      Compiled compiled(source, /*simulate=*/true);
      AddOne arguments;
      EXPECT_EQ(simulate(compiled, arguments), TILERY_OK) << arguments.error;
      EXPECT_EQ(arguments.wrongElements(), 0);
    }
  });
}

TEST(CAPIThreads, ShareAProgram) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  runOnThreads([&](int i) {
    // Stages are made by whoever asks first.
    EXPECT_NE(compiled.stage(i % 2 ? "core" : "ptx"), "");
    for (int j = 0; j < 10; ++j) {
      AddOne arguments;
      EXPECT_EQ(simulate(compiled, arguments), TILERY_OK) << arguments.error;
      EXPECT_EQ(arguments.wrongElements(), 0);
    }
  });
}

TEST(CAPIThreads, ShareADevice) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  Device device("sim");
  runOnThreads([&](int) {
    for (int j = 0; j < 5; ++j) {
      DeviceAddOne arguments(device);
      EXPECT_EQ(tileryLaunchEntry(compiled.program, 0, &arguments.launch),
                TILERY_OK)
          << arguments.error;
      EXPECT_EQ(arguments.wrongElements(), 0);
    }
  });
  TilerySimReport *report;
  ASSERT_EQ(tileryDeviceGetSimReport(device.handle, &report), TILERY_OK);
  EXPECT_TRUE(report->isClean);
  EXPECT_EQ(report->launches, 40u);
  tileryFreeSimReport(report);
}

TEST(CAPIThreads, HaveReasonsOfTheirOwn) {
  runOnThreads([](int i) {
    std::string target = "sm_" + std::to_string(i);
    for (int j = 0; j < 100; ++j) {
      EXPECT_EQ(tileryCheckTarget(target.c_str()), TILERY_BAD_ARGUMENT);
      EXPECT_NE(std::string(tileryGetLastError()).find("'" + target + "'"),
                std::string::npos);
    }
  });
}
