// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of compiled programs, on a GPU or in the simulator.

#ifndef TILERY_C_RUNTIME_H
#define TILERY_C_RUNTIME_H

#include "tilery-c/Simulator.h"

// NOLINTBEGIN(readability-identifier-naming,modernize-use-using)

/// A device that was opened (Device.h).
typedef struct TileryDeviceHandle TileryDeviceHandle;

/// The arguments of a launch: tensors are laid out as DLPack's DLTensor.
typedef struct TileryLaunch {
  size_t structSize; ///< sizeof(TileryLaunch)
  const TileryValue *args;
  const uint8_t *kinds; ///< [numArgs] TILERY_KIND_*, or null
  int32_t numArgs;
  int32_t reserved; ///< 0
  void *stream;     ///< CUstream; null: the default stream
  /// Gets the text of a failure, always ended by a NUL byte; null: it is in
  /// tileryGetLastError alone.
  char *error;
  size_t errorSize;
  /// Where tileryLaunchEntry launches; null: on the GPU that has the tensors.
  TileryDeviceHandle *device;
} TileryLaunch;

/// Launches an entry of a program, without waiting for it. Without a device in
/// `launch`, the program was compiled for a GPU, and tensors are on the GPU.
/// With one, tensors are in its memory, and the program was compiled for what
/// it is: a simulator, or a GPU, which recorders play. All faults of the
/// arguments are in the text.
TILERY_C_EXPORT int32_t tileryLaunchEntry(const TileryProgram *program,
                                          size_t entry,
                                          const TileryLaunch *launch);

/// What the driver would be asked to do, one call a line, and the launch does
/// not happen. Tensors are those of a GPU, whose memory is not touched. Free
/// the text with tileryFreeText; null after a failure.
TILERY_C_EXPORT int32_t tileryRecordEntry(const TileryProgram *program,
                                          size_t entry,
                                          const TileryLaunch *launch,
                                          char **text);

/// Runs an entry of a program that was compiled with `simulate`, to its end.
/// Tensors are in host memory (TILERY_DEVICE_CPU), which the kernels change.
/// Launches of several threads run at the same time. `options` may be null: the
/// defaults. `*report` is null where the arguments were refused; free it with
/// tileryFreeSimReport.
TILERY_C_EXPORT int32_t tilerySimulateEntry(const TileryProgram *program,
                                            size_t entry,
                                            const TileryLaunch *launch,
                                            const TilerySimOptions *options,
                                            TilerySimReport **report);

/// TileryDeviceInfo::kind
enum {
  TILERY_DEVICE_IS_CUDA = 0,
  TILERY_DEVICE_IS_SIMULATOR = 1,
  TILERY_DEVICE_IS_RECORDER = 2,
};

typedef struct TileryDeviceInfo {
  size_t structSize; ///< sizeof(TileryDeviceInfo); set by the caller
  char name[96];     ///< "NVIDIA H200"
  char target[16];   ///< the most that it runs: "sm_90a"
  int32_t ordinal;
  int32_t driverVersion;   ///< 13000 for CUDA 13.0
  int32_t kind;            ///< TILERY_DEVICE_IS_*
  int32_t tensorDevice;    ///< TileryTensor::device.type of its memory
  int32_t major, minor;    ///< compute capability
  int32_t sharedLimit;     ///< most bytes of shared memory of a block
  int32_t multiprocessors; ///< of the GPU, or of the one that is played
} TileryDeviceInfo;

/// What the GPU of that ordinal is. Initialises the driver, and makes no
/// context. `error` gets the reason of a failure; may be null.
TILERY_C_EXPORT int32_t tileryGetDevice(int32_t ordinal, TileryDeviceInfo *info,
                                        char *error, size_t errorSize);

// NOLINTEND(readability-identifier-naming,modernize-use-using)

#endif // TILERY_C_RUNTIME_H
