// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects of the C API, given back by themselves.

#ifndef TILERY_TOOLS_TILERY_RUN_HANDLES_H
#define TILERY_TOOLS_TILERY_RUN_HANDLES_H

#include "tilery-c/Device.h"

#include "llvm/Support/Error.h"

#include <memory>

namespace tilery {
namespace run {

struct GiveBack {
  void operator()(TileryProgram *program) const {
    tileryProgramRelease(program);
  }
  void operator()(TileryDeviceHandle *device) const {
    tileryDeviceRelease(device);
  }
  void operator()(TileryBuffer *buffer) const { tileryBufferRelease(buffer); }
  void operator()(TileryGraph *graph) const { tileryGraphRelease(graph); }
  void operator()(TilerySimReport *report) const {
    tileryFreeSimReport(report);
  }
  void operator()(char *text) const { tileryFreeText(text); }
};

using ProgramHandle = std::unique_ptr<TileryProgram, GiveBack>;
using DeviceHandle = std::unique_ptr<TileryDeviceHandle, GiveBack>;
using BufferHandle = std::unique_ptr<TileryBuffer, GiveBack>;
using GraphHandle = std::unique_ptr<TileryGraph, GiveBack>;
using SimReportHandle = std::unique_ptr<TilerySimReport, GiveBack>;
using TextHandle = std::unique_ptr<char, GiveBack>;

/// The reason of a status that a function of the C API has just returned.
inline llvm::Error toError(int32_t status) {
  if (status == TILERY_OK)
    return llvm::Error::success();
  return llvm::createStringError(llvm::Twine(tileryGetLastError()));
}

/// What kind of device it is, and its name.
inline TileryDeviceInfo infoOf(const TileryDeviceHandle *device) {
  TileryDeviceInfo info = {};
  info.structSize = sizeof(info);
  (void)tileryDeviceGetInfo(device, &info);
  return info;
}
inline bool isRecorder(const TileryDeviceHandle *device) {
  return infoOf(device).kind == TILERY_DEVICE_IS_RECORDER;
}
inline bool isSimulator(const TileryDeviceHandle *device) {
  return infoOf(device).kind == TILERY_DEVICE_IS_SIMULATOR;
}

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_HANDLES_H
