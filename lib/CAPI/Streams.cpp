// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Handle.h"

using namespace tilery;
using namespace tilery::capi;

/// A caller's work; the reason of its failure is the thread's last.
static runtime::Status call(TileryWork work, void *user) {
  int32_t status = work(user);
  return status == TILERY_OK
             ? runtime::Status()
             : runtime::Status(static_cast<TileryStatus>(status),
                               getLastError().text);
}

static runtime::cu::Stream toStream(void *stream) {
  return static_cast<runtime::cu::Stream>(stream);
}

int32_t tileryDeviceCreateStream(TileryDeviceHandle *device, void **stream) {
  if (!stream)
    return failNull("a place for the stream");
  *stream = nullptr;
  return withDevice(device, [&](runtime::Device &device) {
    runtime::cu::Stream created = nullptr;
    runtime::Status status = device.createStream(created);
    *stream = created;
    return status;
  });
}

int32_t tileryDeviceDestroyStream(TileryDeviceHandle *device, void *stream) {
  return withDevice(device, [&](runtime::Device &device) {
    return stream ? device.destroyStream(toStream(stream))
                  : missing("a stream");
  });
}

int32_t tileryDeviceCapture(TileryDeviceHandle *device, void *stream,
                            TileryWork work, void *user, TileryGraph **graph) {
  if (!graph)
    return failNull("a place for the graph");
  *graph = nullptr;
  return withDevice(device, [&](runtime::Device &inner) -> runtime::Status {
    if (!work || !stream)
      return missing(work ? "a stream" : "work");
    runtime::CapturedGraph captured;
    runtime::Status status = inner.capture([&] { return call(work, user); },
                                           toStream(stream), captured);
    if (status.ok())
      *graph = new TileryGraph{refer(device), std::move(captured)};
    return status;
  });
}

int32_t tileryGraphLaunch(TileryGraph *graph, void *stream) {
  if (!graph)
    return failNull("a graph");
  return withDevice(graph->device.get(), [&](runtime::Device &) {
    return graph->graph.launch(toStream(stream));
  });
}

void tileryGraphRelease(TileryGraph *graph) { delete graph; }

int32_t tileryDeviceTime(TileryDeviceHandle *device, void *stream,
                         TileryWork work, void *user, double *milliseconds) {
  if (!milliseconds)
    return failNull("a place for the time");
  *milliseconds = 0;
  return withDevice(device, [&](runtime::Device &device) {
    return work ? device.time([&] { return call(work, user); },
                              toStream(stream), *milliseconds)
                : missing("work");
  });
}
