// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Programs.h"

TEST(CAPILaunch, RecordsDriverCalls) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/false);
  for (int32_t device : {TILERY_DEVICE_CPU, TILERY_DEVICE_CUDA}) {
    AddOne arguments(device);
    char *text;
    ASSERT_EQ(tileryRecordEntry(compiled.program, 0, &arguments.launch, &text),
              TILERY_OK)
        << arguments.error;
    std::string log = text;
    EXPECT_NE(log.find("cuTensorMapEncodeTiled(map=map#1"), std::string::npos);
    EXPECT_NE(log.find("cuLaunchKernelEx(kernel=@add_one"), std::string::npos);
    tileryFreeText(text);
  }
}

TEST(CAPILaunch, RefusesHostMemory) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/false);
  AddOne arguments;
  EXPECT_EQ(tileryLaunchEntry(compiled.program, 0, &arguments.launch),
            TILERY_BAD_ARGUMENT);
  EXPECT_NE(std::string(arguments.error).find("expected cuda, got cpu"),
            std::string::npos);
}

TEST(CAPILaunch, RefusesOtherVersions) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/false);
  AddOne arguments;
  arguments.launch.structSize = 8;
  EXPECT_EQ(tileryLaunchEntry(compiled.program, 0, &arguments.launch),
            TILERY_BAD_ARGUMENT);
  EXPECT_NE(std::string(tileryGetLastError()).find("got 8"), std::string::npos);
}

TEST(CAPILaunch, SaysWhatADeviceIs) {
  TileryDeviceInfo info = {};
  info.structSize = sizeof(info);
  char error[256] = "";
  int32_t status = tileryGetDevice(0, &info, error, sizeof(error));
  if (status == TILERY_OK)
    EXPECT_EQ(std::string(info.target).substr(0, 3), "sm_");
  else
    EXPECT_NE(error[0], '\0');
  EXPECT_NE(tileryGetDevice(1000, &info, error, sizeof(error)), TILERY_OK);
}

TEST(CAPILaunch, AModuleWithoutLaunchersIsToldWhatItLacks) {
  Compiled compiled("tile.kernel @k() block [32] {\n}\n", /*simulate=*/false);
  ASSERT_EQ(compiled.status, TILERY_OK);
  TileryLaunch launch = {};
  launch.structSize = sizeof(launch);
  char *log = nullptr;
  EXPECT_EQ(tileryRecordEntry(compiled.program, 0, &launch, &log),
            TILERY_BAD_ARGUMENT);
  EXPECT_NE(std::string(tileryGetLastError()).find("write launch.func @NAME"),
            std::string::npos)
      << tileryGetLastError();
}
