// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_TEST_CAPI_DEVICES_H
#define TILERY_TEST_CAPI_DEVICES_H

#include "Programs.h"

#include "tilery-c/Device.h"

/// A device, released at the end, and what it prints.
class Device {
public:
  explicit Device(const char *name,
                  const TilerySimOptions *simulator = nullptr) {
    TileryDeviceOptions options = {};
    options.structSize = sizeof(options);
    options.name = name;
    options.simulator = simulator;
    options.output = [](void *user, const char *text, size_t size) {
      static_cast<Device *>(user)->output.append(text, size);
    };
    options.user = this;
    status = tileryOpenDevice(&options, &handle);
  }
  ~Device() { tileryDeviceRelease(handle); }
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  int32_t status;
  TileryDeviceHandle *handle = nullptr;
  std::string output;
};

/// The arguments of add_one in a device's memory.
struct DeviceAddOne : AddOne {
  explicit DeviceAddOne(Device &device) {
    TileryDeviceInfo info = {};
    info.structSize = sizeof(info);
    EXPECT_EQ(tileryDeviceGetInfo(device.handle, &info), TILERY_OK);
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(tileryDeviceAllocate(device.handle, sizeof(in), &buffers[i]),
                TILERY_OK);
      EXPECT_EQ(tileryBufferWrite(buffers[i], 0, tensors[i].data, sizeof(in)),
                TILERY_OK);
      tensors[i].data = tileryBufferGetData(buffers[i]);
      tensors[i].device = {info.tensorDevice, info.ordinal};
    }
    launch.device = device.handle;
  }
  ~DeviceAddOne() {
    for (TileryBuffer *buffer : buffers)
      tileryBufferRelease(buffer);
  }

  int wrongElements() {
    EXPECT_EQ(tileryBufferRead(buffers[1], 0, out, sizeof(out)), TILERY_OK);
    return AddOne::wrongElements();
  }

  TileryBuffer *buffers[2] = {};
};

#endif // TILERY_TEST_CAPI_DEVICES_H
