// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is missing, and structs of other versions.

#include "Devices.h"

#include "tilery-c/Explain.h"

#include <cstring>

TEST(CAPIArguments, RefusesNulls) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  Device device("sim");
  DeviceAddOne arguments(device);
  const TileryProgram *program = compiled.program;
  const char *text;
  char *owned;
  void *stream;
  double number;
  TilerySimReport *report;
  TileryProgram *made;
  TileryGraph *graph;
  TileryDeviceInfo info = {};
  info.structSize = sizeof(info);
  for (int32_t status :
       {tileryCompile(nullptr, 0, nullptr, nullptr, &made),
        tileryCompile("", 0, nullptr, nullptr, nullptr),
        tileryCompileFile(nullptr, nullptr, &made),
        tileryCompileFile("", nullptr, nullptr),
        tileryCheckTarget(nullptr),
        tileryProgramGetStage(nullptr, "ptx", &text, nullptr),
        tileryProgramGetStage(program, nullptr, &text, nullptr),
        tileryProgramGetStage(program, "ptx", nullptr, nullptr),
        tileryProgramExport(nullptr, ".", nullptr),
        tileryProgramExport(program, nullptr, nullptr),
        tileryLaunchEntry(nullptr, 0, &arguments.launch),
        tileryLaunchEntry(program, 0, nullptr),
        tileryRecordEntry(program, 0, &arguments.launch, nullptr),
        tilerySimulateEntry(program, 0, &arguments.launch, nullptr, nullptr),
        tilerySimulateEntry(program, 0, nullptr, nullptr, &report),
        tileryGetDevice(0, nullptr, nullptr, 0),
        tileryOpenDevice(nullptr, nullptr),
        tileryDeviceGetInfo(nullptr, &info),
        tileryDeviceGetInfo(device.handle, nullptr),
        tileryDeviceCheckTarget(nullptr, "sm_90a", 0),
        tileryDeviceCheckTarget(device.handle, nullptr, 0),
        tileryDeviceSynchronize(nullptr),
        tileryDeviceAllocate(device.handle, 1, nullptr),
        tileryBufferWrite(nullptr, 0, "", 1),
        tileryBufferWrite(arguments.buffers[0], 0, nullptr, 1),
        tileryBufferRead(arguments.buffers[0], 0, nullptr, 1),
        tileryBufferFill(nullptr, 0),
        tileryBufferDescribe(arguments.buffers[0], nullptr),
        tileryDeviceEncodeMap(device.handle, nullptr, nullptr, "", nullptr),
        tileryDeviceCreateStream(device.handle, nullptr),
        tileryDeviceCreateStream(nullptr, &stream),
        tileryDeviceDestroyStream(device.handle, nullptr),
        tileryDeviceCapture(device.handle, nullptr, nullptr, nullptr, &graph),
        tileryGraphLaunch(nullptr, nullptr),
        tileryDeviceTime(device.handle, nullptr, nullptr, nullptr, &number),
        tileryMeasureLaunch(program, 0, &arguments.launch, nullptr),
        tileryDeviceGetLog(nullptr, &owned),
        tileryDeviceClearLog(nullptr),
        tileryDeviceGetSimReport(device.handle, nullptr),
        tileryDeviceShuffle(nullptr, 1),
        tileryExplainMap(nullptr, nullptr, &owned),
        tileryExplainMap("", nullptr, nullptr),
        tileryCheckMaps(nullptr, 0, nullptr, &owned),
        tileryExplainError(nullptr, &owned),
        tileryGetCatalogue(nullptr)}) {
    EXPECT_EQ(status, TILERY_BAD_ARGUMENT);
    EXPECT_NE(std::string(tileryGetLastError()), "");
  }
  EXPECT_EQ(tileryProgramGetDiagnostics(nullptr, nullptr), 0u);
  EXPECT_EQ(tileryProgramGetEntries(nullptr, nullptr), 0u);
  EXPECT_EQ(tileryProgramGetKernels(program, nullptr), 1u);
  EXPECT_STREQ(tileryProgramGetTimes(nullptr), "{}");
  tileryProgramGetCompileTimes(nullptr, &number, nullptr);
  EXPECT_EQ(number, 0);
  EXPECT_EQ(tileryBufferGetData(nullptr), nullptr);
  tileryInitCompileOptions(nullptr, 0);
  tileryProgramRetain(nullptr);
  tileryProgramRelease(nullptr);
  tileryDeviceRetain(nullptr);
  tileryDeviceRelease(nullptr);
  tileryBufferRelease(nullptr);
  tileryGraphRelease(nullptr);
  tileryFreeSimReport(nullptr);
  tileryFreeText(nullptr);
}

TEST(CAPIArguments, RefusesTensorsThatAreNone) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  TilerySimReport *report;
  auto simulate = [&](AddOne &arguments) {
    return tilerySimulateEntry(compiled.program, 0, &arguments.launch, nullptr,
                               &report);
  };
  AddOne none, shapeless, negative, fewer, missing;
  none.values[0].tensor = nullptr;
  EXPECT_EQ(simulate(none), TILERY_BAD_ARGUMENT_TYPE);
  shapeless.tensors[1].shape = nullptr;
  EXPECT_EQ(simulate(shapeless), TILERY_BAD_ARGUMENT);
  negative.tensors[0].ndim = -3;
  EXPECT_EQ(simulate(negative), TILERY_BAD_ARGUMENT);
  fewer.launch.numArgs = -1;
  EXPECT_EQ(simulate(fewer), TILERY_BAD_ARGUMENT);
  missing.launch.args = nullptr;
  EXPECT_EQ(simulate(missing), TILERY_BAD_ARGUMENT);
  EXPECT_STREQ(missing.error, "expected arguments, got null");
}

TEST(CAPIArguments, AcceptsOlderStructs) {
  // Version 1 ended behind errorSize, libdevice and interrupt; what lies there
  // is not the library's.
  std::string source = readExample("add_one.mlir");
  struct {
    TileryCompileOptions options;
  } compile;
  std::memset(&compile, 0xE7, sizeof(compile));
  tileryInitCompileOptions(&compile.options,
                           offsetof(TileryCompileOptions, cubins));
  EXPECT_EQ(compile.options.structSize, offsetof(TileryCompileOptions, cubins));
  compile.options.simulate = 1;
  TileryProgram *program;
  ASSERT_EQ(tileryCompile(source.data(), source.size(), nullptr,
                          &compile.options, &program),
            TILERY_OK)
      << tileryGetLastError();
  AddOne arguments;
  arguments.launch.structSize = offsetof(TileryLaunch, device);
  std::memset(&arguments.launch.device, 0xE7, sizeof(void *));
  TilerySimOptions options;
  std::memset(&options, 0xE7, sizeof(options));
  tileryInitSimOptions(&options, offsetof(TilerySimOptions, stepLimit));
  TilerySimReport *report;
  EXPECT_EQ(
      tilerySimulateEntry(program, 0, &arguments.launch, &options, &report),
      TILERY_OK)
      << tileryGetLastError();
  EXPECT_EQ(arguments.wrongElements(), 0);
  tileryFreeSimReport(report);
  tileryProgramRelease(program);
}

TEST(CAPIArguments, RefusesStructsOfOtherSizes) {
  for (size_t size : {size_t(0), sizeof(TileryCompileOptions) - 4,
                      sizeof(TileryCompileOptions) + 8, ~size_t(0)}) {
    TileryCompileOptions options;
    tileryInitCompileOptions(&options, sizeof(options));
    options.structSize = size;
    TileryProgram *program;
    EXPECT_EQ(tileryCompile("", 0, nullptr, &options, &program),
              TILERY_BAD_ARGUMENT);
    EXPECT_NE(std::string(tileryGetLastError())
                  .find("structSize of a TileryCompileOptions, got " +
                        std::to_string(size)),
              std::string::npos);
    TileryDeviceInfo info = {};
    info.structSize = size;
    EXPECT_EQ(tileryGetDevice(0, &info, nullptr, 0), TILERY_BAD_ARGUMENT);
  }
}

TEST(CAPIArguments, RefusesValuesThatAreNone) {
  TileryCompileOptions options;
  tileryInitCompileOptions(&options, sizeof(options));
  options.cubin = 9;
  TileryProgram *program;
  EXPECT_EQ(tileryCompile("", 0, nullptr, &options, &program),
            TILERY_BAD_ARGUMENT);
  EXPECT_NE(std::string(tileryGetLastError()).find("got 9"), std::string::npos);
  EXPECT_EQ(tileryCheckTarget("sm_12"), TILERY_BAD_ARGUMENT);
  EXPECT_EQ(tileryCheckTarget("sm_100a"), TILERY_OK);
}
