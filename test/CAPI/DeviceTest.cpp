// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Devices.h"

TEST(CAPIDevice, SimulatesInItsMemory) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  Device device("sim");
  ASSERT_EQ(device.status, TILERY_OK) << tileryGetLastError();
  DeviceAddOne arguments(device);
  ASSERT_EQ(tileryLaunchEntry(compiled.program, 0, &arguments.launch),
            TILERY_OK)
      << tileryGetLastError();
  ASSERT_EQ(tileryDeviceSynchronize(device.handle), TILERY_OK);
  EXPECT_EQ(arguments.wrongElements(), 0);
  TilerySimReport *report;
  ASSERT_EQ(tileryDeviceGetSimReport(device.handle, &report), TILERY_OK);
  EXPECT_TRUE(report->isClean);
  EXPECT_EQ(report->launches, 1u);
  EXPECT_EQ(report->blocks, 1u);
  EXPECT_GT(report->workers, 0u);
  EXPECT_STREQ(report->trace, "");
  tileryFreeSimReport(report);
}

TEST(CAPIDevice, TracesAndShuffles) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  TilerySimOptions simulator;
  tileryInitSimOptions(&simulator, sizeof(simulator));
  simulator.trace = 1;
  Device device("sim", &simulator);
  DeviceAddOne arguments(device);
  ASSERT_EQ(tileryDeviceShuffle(device.handle, 3), TILERY_OK);
  ASSERT_EQ(tileryLaunchEntry(compiled.program, 0, &arguments.launch),
            TILERY_OK);
  TilerySimReport *report;
  ASSERT_EQ(tileryDeviceGetSimReport(device.handle, &report), TILERY_OK);
  EXPECT_NE(std::string(report->trace).find("\"traceEvents\""),
            std::string::npos);
  tileryFreeSimReport(report);
}

TEST(CAPIDevice, FindsReadsOfWhatNobodyWrote) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  Device device("sim");
  DeviceAddOne arguments(device);
  TileryBufferUse use = {};
  use.structSize = sizeof(use);
  use.name = "input";
  use.isUnwritten = 1;
  ASSERT_EQ(tileryBufferDescribe(arguments.buffers[0], &use), TILERY_OK);
  tileryLaunchEntry(compiled.program, 0, &arguments.launch);
  TilerySimReport *report;
  ASSERT_EQ(tileryDeviceGetSimReport(device.handle, &report), TILERY_OK);
  ASSERT_GE(report->numFindings, 1u);
  EXPECT_NE(std::string(report->findings[0]->rendered).find("input"),
            std::string::npos);
  tileryFreeSimReport(report);
  use.first = 1 << 20;
  EXPECT_EQ(tileryBufferDescribe(arguments.buffers[0], &use),
            TILERY_BAD_ARGUMENT);
}

TEST(CAPIDevice, RecordsIntoALogAndACallback) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/false);
  Device device("record");
  DeviceAddOne arguments(device);
  ASSERT_EQ(tileryDeviceClearLog(device.handle), TILERY_OK);
  device.output.clear();
  ASSERT_EQ(tileryLaunchEntry(compiled.program, 0, &arguments.launch),
            TILERY_OK);
  char *log;
  ASSERT_EQ(tileryDeviceGetLog(device.handle, &log), TILERY_OK);
  EXPECT_NE(std::string(log).find("cuLaunchKernelEx(kernel=@add_one"),
            std::string::npos);
  EXPECT_EQ(log, device.output);
  tileryFreeText(log);
}

TEST(CAPIDevice, PlaysFailures) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/false);
  Device device("fake:fail=cuModuleLoadDataEx:200");
  ASSERT_EQ(device.status, TILERY_OK) << tileryGetLastError();
  DeviceAddOne arguments(device);
  EXPECT_EQ(tileryLaunchEntry(compiled.program, 0, &arguments.launch),
            TILERY_MODULE_FAILED);
  EXPECT_NE(std::string(tileryGetLastError()).find("refused the code"),
            std::string::npos);
  EXPECT_EQ(Device("fake:driver=none").status, TILERY_DRIVER_MISSING);
  EXPECT_EQ(Device("fake:colour=blue").status, TILERY_BAD_ARGUMENT);
  EXPECT_EQ(Device("abacus").status, TILERY_BAD_ARGUMENT);
  EXPECT_NE(std::string(tileryGetLastError()).find("got 'abacus'"),
            std::string::npos);
}

TEST(CAPIDevice, SaysWhatItIs) {
  Device device("fake:cc=10.0");
  TileryDeviceInfo info = {};
  info.structSize = sizeof(info);
  ASSERT_EQ(tileryDeviceGetInfo(device.handle, &info), TILERY_OK);
  EXPECT_EQ(info.kind, TILERY_DEVICE_IS_RECORDER);
  EXPECT_STREQ(info.target, "sm_100a");
  EXPECT_EQ(info.tensorDevice, TILERY_DEVICE_CUDA);
  EXPECT_GT(info.sharedLimit, 0);
  EXPECT_EQ(tileryDeviceCheckTarget(device.handle, "sm_100a", 0), TILERY_OK);
  EXPECT_EQ(tileryDeviceCheckTarget(device.handle, "sm_90a", 0),
            TILERY_DEVICE_UNSUPPORTED);
}

static int32_t launchAddOne(void *user) {
  auto &work = *static_cast<std::pair<Compiled *, DeviceAddOne *> *>(user);
  return tileryLaunchEntry(work.first->program, 0, &work.second->launch);
}

TEST(CAPIDevice, CapturesAndReplays) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  Device device("sim");
  DeviceAddOne arguments(device);
  void *stream;
  ASSERT_EQ(tileryDeviceCreateStream(device.handle, &stream), TILERY_OK);
  arguments.launch.stream = stream;
  std::pair<Compiled *, DeviceAddOne *> work(&compiled, &arguments);
  TileryGraph *graph;
  ASSERT_EQ(
      tileryDeviceCapture(device.handle, stream, launchAddOne, &work, &graph),
      TILERY_OK)
      << tileryGetLastError();
  EXPECT_NE(arguments.wrongElements(), 0);
  ASSERT_EQ(tileryGraphLaunch(graph, stream), TILERY_OK);
  ASSERT_EQ(tileryDeviceSynchronize(device.handle), TILERY_OK);
  EXPECT_EQ(arguments.wrongElements(), 0);
  tileryGraphRelease(graph);
  EXPECT_EQ(tileryDeviceCapture(
                device.handle, stream,
                [](void *) -> int32_t { return TILERY_INTERNAL; }, nullptr,
                &graph),
            TILERY_INTERNAL);
  EXPECT_EQ(graph, nullptr);
  EXPECT_EQ(tileryDeviceDestroyStream(device.handle, stream), TILERY_OK);
}

TEST(CAPIDevice, MeasuresLaunches) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/false);
  Device device("record");
  DeviceAddOne arguments(device);
  std::pair<Compiled *, DeviceAddOne *> work(&compiled, &arguments);
  double milliseconds = -1;
  EXPECT_EQ(tileryDeviceTime(device.handle, nullptr, launchAddOne, &work,
                             &milliseconds),
            TILERY_OK);
  EXPECT_GE(milliseconds, 0);
  double host[2] = {}, bare[2] = {};
  TileryLaunchCost cost = {};
  cost.structSize = sizeof(cost);
  cost.rounds = 2;
  cost.calls = 5;
  cost.host = host;
  cost.bare = bare;
  ASSERT_EQ(tileryMeasureLaunch(compiled.program, 0, &arguments.launch, &cost),
            TILERY_OK)
      << tileryGetLastError();
  EXPECT_EQ(cost.launches, 1);
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(host[i] > 0 && bare[i] > 0);
  cost.rounds = 0;
  EXPECT_EQ(tileryMeasureLaunch(compiled.program, 0, &arguments.launch, &cost),
            TILERY_BAD_ARGUMENT);
}

TEST(CAPIDevice, ChecksCopies) {
  Device device("sim");
  TileryBuffer *buffer;
  ASSERT_EQ(tileryDeviceAllocate(device.handle, 16, &buffer), TILERY_OK);
  char bytes[32] = "0123456789abcde";
  EXPECT_EQ(tileryBufferWrite(buffer, 0, bytes, 16), TILERY_OK);
  EXPECT_EQ(tileryBufferRead(buffer, 4, bytes + 16, 4), TILERY_OK);
  EXPECT_EQ(std::string(bytes + 16, 4), "4567");
  EXPECT_EQ(tileryBufferWrite(buffer, 8, bytes, 16), TILERY_BAD_ARGUMENT);
  EXPECT_EQ(tileryBufferRead(buffer, SIZE_MAX, bytes, 2), TILERY_BAD_ARGUMENT);
  EXPECT_EQ(tileryBufferFill(buffer, 7), TILERY_OK);
  EXPECT_EQ(tileryBufferRead(buffer, 15, bytes, 1), TILERY_OK);
  EXPECT_EQ(bytes[0], 7);
  tileryBufferRelease(buffer);
  ASSERT_EQ(tileryDeviceAllocate(device.handle, 0, &buffer), TILERY_OK);
  EXPECT_EQ(tileryBufferGetData(buffer), nullptr);
  EXPECT_EQ(tileryBufferGetSize(buffer), 0u);
  tileryBufferRelease(buffer);
}

TEST(CAPIDevice, LivesAsLongAsItsMemory) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  TileryBuffer *buffer;
  {
    Device device("sim");
    DeviceAddOne arguments(device);
    ASSERT_EQ(tileryLaunchEntry(compiled.program, 0, &arguments.launch),
              TILERY_OK);
    ASSERT_EQ(tileryDeviceAllocate(device.handle, 64, &buffer), TILERY_OK);
  }
  EXPECT_EQ(tileryBufferFill(buffer, 1), TILERY_OK);
  tileryBufferRelease(buffer);
}

TEST(CAPIDevice, RefusesProgramsOfOtherKinds) {
  Compiled simulated(readExample("add_one.mlir"), /*simulate=*/true);
  Device recorder("record");
  DeviceAddOne arguments(recorder);
  EXPECT_EQ(tileryLaunchEntry(simulated.program, 0, &arguments.launch),
            TILERY_BAD_ARGUMENT);
  EXPECT_NE(std::string(tileryGetLastError()).find("for the simulator"),
            std::string::npos);
  TilerySimReport *report;
  EXPECT_EQ(tileryDeviceGetSimReport(recorder.handle, &report),
            TILERY_BAD_ARGUMENT);
}

TEST(CAPIDevice, EncodesMaps) {
  Device device("record");
  DeviceAddOne arguments(device);
  struct alignas(64) {
    TileryTensorMap map;
  } place;
  TileryMapSpec spec = {};
  spec.dtype = 7; // CU_TENSOR_MAP_DATA_TYPE_FLOAT32
  spec.rank = 2;
  spec.box[0] = 32;
  spec.box[1] = 8;
  spec.elementStrides[0] = spec.elementStrides[1] = 1;
  EXPECT_EQ(tileryDeviceEncodeMap(device.handle, &arguments.tensors[0], &spec,
                                  "A", &place.map),
            TILERY_OK)
      << tileryGetLastError();
  spec.box[0] = 512;
  EXPECT_EQ(tileryDeviceEncodeMap(device.handle, &arguments.tensors[0], &spec,
                                  "A", &place.map),
            TILERY_BAD_TENSOR_MAP);
  EXPECT_NE(std::string(tileryGetLastError()).find("'A'"), std::string::npos);
  spec.rank = 9;
  EXPECT_EQ(tileryDeviceEncodeMap(device.handle, &arguments.tensors[0], &spec,
                                  "A", &place.map),
            TILERY_BAD_ARGUMENT);
}
