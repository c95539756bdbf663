// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices with memory, streams, graphs and timing, for programs that bring no
// framework of their own. Launches need none of this: they run in whatever
// context the caller has.
//
//   TileryDeviceOptions options = {.structSize = sizeof(options),
//                                  .name = "sim"};
//   TileryDeviceHandle *device;
//   TileryBuffer *buffer;
//   tileryOpenDevice(&options, &device);
//   tileryDeviceAllocate(device, bytes, &buffer);
//   tileryBufferWrite(buffer, 0, host, bytes);
//   ... tensor.data = tileryBufferGetData(buffer); launch.device = device ...
//   tileryLaunchEntry(program, 0, &launch);
//   tileryDeviceSynchronize(device);
//   tileryBufferRelease(buffer);
//   tileryDeviceRelease(device);
//
// The device's primary context is made current on each thread that calls these
// functions, and stays so.

#ifndef TILERY_C_DEVICE_H
#define TILERY_C_DEVICE_H

#include "tilery-c/Runtime.h"

// NOLINTBEGIN(readability-identifier-naming,modernize-use-using)

typedef struct TileryDeviceOptions {
  size_t structSize; ///< sizeof(TileryDeviceOptions)
  /// "cuda" or "cuda:N"; "sim", a simulator; "record", a recorder, which writes
  /// driver calls down and runs nothing; "fake:SCRIPT", a recorder whose calls
  /// fail to order (docs/c-api.md). Null: "cuda".
  const char *name;
  /// Of a simulator; null: the defaults. Copied; `interrupt` has to live as
  /// long as the device.
  const TilerySimOptions *simulator;
  /// Gets what simulated kernels print, and each line of a recorder with its
  /// newline, from the thread that causes it, one call at a time, as long as
  /// the device lives. May be null: the texts are in reports and logs. It may
  /// not call functions of this library.
  void (*output)(void *user, const char *text, size_t size);
  void *user; ///< of `output`
} TileryDeviceOptions;

/// Opens a device. `options` may be null: the first GPU. TILERY_BAD_ARGUMENT
/// for a name that is none of these, TILERY_DRIVER_MISSING where there is no
/// driver, and so on; `*device` is then null. Release it.
TILERY_C_EXPORT int32_t tileryOpenDevice(const TileryDeviceOptions *options,
                                         TileryDeviceHandle **device);

/// One more reference. Buffers and graphs have one of their own.
TILERY_C_EXPORT void tileryDeviceRetain(TileryDeviceHandle *device);
/// Gives a reference back; the last one closes the device. Programs that were
/// launched on it may be released before or after. Null is allowed.
TILERY_C_EXPORT void tileryDeviceRelease(TileryDeviceHandle *device);

/// Fills `*info` as far as its structSize.
TILERY_C_EXPORT int32_t tileryDeviceGetInfo(const TileryDeviceHandle *device,
                                            TileryDeviceInfo *info);

/// Whether code for `target` runs on the device; `isCubin` not 0 for machine
/// code, which no later device takes. TILERY_DEVICE_UNSUPPORTED names both.
TILERY_C_EXPORT int32_t tileryDeviceCheckTarget(TileryDeviceHandle *device,
                                                const char *target,
                                                int32_t isCubin);

/// Waits for all that was launched on the device. A kernel that faulted is
/// reported here (TILERY_CONTEXT_FAILED), with the causes that such a fault
/// usually has.
TILERY_C_EXPORT int32_t tileryDeviceSynchronize(TileryDeviceHandle *device);

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Memory of a device.
typedef struct TileryBuffer TileryBuffer;

/// Memory of `bytes` bytes, not initialised and 512-byte aligned; none for 0.
/// TILERY_OUT_OF_MEMORY says how much is free. Release it.
TILERY_C_EXPORT int32_t tileryDeviceAllocate(TileryDeviceHandle *device,
                                             size_t bytes,
                                             TileryBuffer **buffer);
/// Frees the memory. No launch may be using it. Null is allowed.
TILERY_C_EXPORT void tileryBufferRelease(TileryBuffer *buffer);

/// The address on the device, for TileryTensor::data. Not to be read on the
/// host. Null for an empty or a null buffer.
TILERY_C_EXPORT void *tileryBufferGetData(const TileryBuffer *buffer);
TILERY_C_EXPORT size_t tileryBufferGetSize(const TileryBuffer *buffer);

/// Copies `bytes` bytes from or to the host, `offset` bytes behind the
/// buffer's start, and waits. TILERY_BAD_ARGUMENT outside of the buffer.
TILERY_C_EXPORT int32_t tileryBufferWrite(TileryBuffer *buffer, size_t offset,
                                          const void *host, size_t bytes);
TILERY_C_EXPORT int32_t tileryBufferRead(const TileryBuffer *buffer,
                                         size_t offset, void *host,
                                         size_t bytes);
/// Sets every byte, and waits.
TILERY_C_EXPORT int32_t tileryBufferFill(TileryBuffer *buffer, uint8_t value);

typedef struct TileryBufferUse {
  size_t structSize; ///< sizeof(TileryBufferUse)
  const char *name;  ///< of the tensor, for findings; null: none
  /// The bytes that kernels may access where `isNarrowed` is not 0: `bytes` of
  /// them from `first` on, and the rest of the copy engine's last 16.
  size_t first, bytes;
  int32_t isNarrowed;
  int32_t isUnwritten; ///< not 0: what it holds counts as never written
} TileryBufferUse;

/// Tells a simulator what a buffer holds, so that its findings are exact. No
/// effect on other devices.
TILERY_C_EXPORT int32_t tileryBufferDescribe(TileryBuffer *buffer,
                                             const TileryBufferUse *use);

/// Encodes the TensorMap of a tensor in the device's memory, all rules checked.
/// `map` is 64-byte aligned. `name` stands for the tensor in faults
/// (TILERY_BAD_TENSOR_MAP).
TILERY_C_EXPORT int32_t tileryDeviceEncodeMap(TileryDeviceHandle *device,
                                              const TileryTensor *tensor,
                                              const TileryMapSpec *spec,
                                              const char *name,
                                              TileryTensorMap *map);

//===----------------------------------------------------------------------===//
// Streams and graphs
//===----------------------------------------------------------------------===//

/// A CUstream that does not wait for the default stream; destroy it.
TILERY_C_EXPORT int32_t tileryDeviceCreateStream(TileryDeviceHandle *device,
                                                 void **stream);
TILERY_C_EXPORT int32_t tileryDeviceDestroyStream(TileryDeviceHandle *device,
                                                  void *stream);

/// Work of the caller's: launches on a stream. Returns a status, of which all
/// but TILERY_OK end what calls it, which returns the same.
typedef int32_t (*TileryWork)(void *user);

/// A sequence of launches. It has to be released before their programs.
typedef struct TileryGraph TileryGraph;

/// Captures what `work` launches on `stream`, not the default one; none of it
/// runs. Release the graph.
TILERY_C_EXPORT int32_t tileryDeviceCapture(TileryDeviceHandle *device,
                                            void *stream, TileryWork work,
                                            void *user, TileryGraph **graph);
/// Replays the launches on a stream, without waiting.
TILERY_C_EXPORT int32_t tileryGraphLaunch(TileryGraph *graph, void *stream);
/// Null is allowed.
TILERY_C_EXPORT void tileryGraphRelease(TileryGraph *graph);

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

/// Milliseconds that the stream takes for what `work` launches on it; waits.
TILERY_C_EXPORT int32_t tileryDeviceTime(TileryDeviceHandle *device,
                                         void *stream, TileryWork work,
                                         void *user, double *milliseconds);

typedef struct TileryLaunchCost {
  size_t structSize; ///< sizeof(TileryLaunchCost)
  int32_t rounds;    ///< measurements of either kind
  int32_t calls;     ///< in a round; below 1024, the length of a stream's queue
  double *host;      ///< [rounds] microseconds of a call of tileryLaunchEntry
  double *bare;      ///< [rounds] and of its cuLaunchKernelEx calls without it
  int32_t launches;  ///< kernels of a call; set by the function
  int32_t reserved;  ///< 0
} TileryLaunchCost;

/// Host time of a launch beside that of the driver calls that it cannot do
/// without, measured in turns. `launch` names a device that is a GPU.
TILERY_C_EXPORT int32_t tileryMeasureLaunch(const TileryProgram *program,
                                            size_t entry,
                                            const TileryLaunch *launch,
                                            TileryLaunchCost *cost);

//===----------------------------------------------------------------------===//
// What recorders and simulators have seen
//===----------------------------------------------------------------------===//

/// All calls that a recorder has got so far, one a line. Free the text.
TILERY_C_EXPORT int32_t tileryDeviceGetLog(const TileryDeviceHandle *device,
                                           char **text);
/// Forgets them.
TILERY_C_EXPORT int32_t tileryDeviceClearLog(TileryDeviceHandle *device);

/// What all launches on a simulator so far have shown. Free the report.
TILERY_C_EXPORT int32_t tileryDeviceGetSimReport(
    const TileryDeviceHandle *device, TilerySimReport **report);

/// Launches on a simulator from here on run in the shuffled order of this seed.
TILERY_C_EXPORT int32_t tileryDeviceShuffle(TileryDeviceHandle *device,
                                            uint64_t seed);

// NOLINTEND(readability-identifier-naming,modernize-use-using)

#endif // TILERY_C_DEVICE_H
