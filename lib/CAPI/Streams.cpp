// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Handle.h"

#include <functional>

using namespace tilery;
using namespace tilery::capi;

namespace {
/// A caller's work. It may fail with any status, of which the runtime knows
/// some; the reason is the thread's last.
class CallerWork {
public:
  CallerWork(TileryWork work, void *user) : work(work), user(user) {}

  runtime::Status operator()() {
    failure = work(user);
    return failure == TILERY_OK
               ? runtime::Status()
               : runtime::Status(TILERY_LAUNCH_FAILED, getLastError().text);
  }

  /// The status of the function that was to do the work.
  int32_t statusOf(int32_t status) const {
    return failure == TILERY_OK ? status : failure;
  }

private:
  TileryWork work;
  void *user;
  int32_t failure = TILERY_OK;
};
} // namespace

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
  CallerWork given(work, user);
  return given.statusOf(
      withDevice(device, [&](runtime::Device &inner) -> runtime::Status {
        if (!work || !stream)
          return missing(work ? "a stream" : "work");
        runtime::CapturedGraph captured;
        runtime::Status status =
            inner.capture(std::ref(given), toStream(stream), captured);
        if (status.ok())
          *graph = new TileryGraph{refer(device), std::move(captured)};
        return status;
      }));
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
  CallerWork given(work, user);
  return given.statusOf(withDevice(device, [&](runtime::Device &device) {
    return work ? device.time(std::ref(given), toStream(stream), *milliseconds)
                : missing("work");
  }));
}
