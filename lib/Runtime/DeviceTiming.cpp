// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Timing by events, and capture into graphs.

#include "tilery/Runtime/Device.h"

namespace tilery {
namespace runtime {

namespace {
/// An event, destroyed with the object.
class ScopedEvent {
public:
  explicit ScopedEvent(Device &device) : device(device) {}
  ~ScopedEvent() {
    if (event)
      (void)device.driver().eventDestroy(event);
  }
  Status create() {
    return device.check(device.driver().eventCreate(&event, 0),
                        "cuEventCreate");
  }
  Status record(cu::Stream stream) {
    return device.check(device.driver().eventRecord(event, stream),
                        "cuEventRecord");
  }
  cu::Event event = nullptr;

private:
  Device &device;
};
} // namespace

Status Device::time(const std::function<Status()> &work, cu::Stream stream,
                    double &milliseconds) {
  ScopedEvent start(*this), end(*this);
  Status status = start.create();
  if (status.ok())
    status = end.create();
  if (status.ok())
    status = start.record(stream);
  if (status.ok())
    status = work();
  if (status.ok())
    status = end.record(stream);
  if (status.ok())
    status = check(table->eventSynchronize(end.event), "cuEventSynchronize");
  float elapsed = 0;
  if (status.ok())
    status = check(table->eventElapsedTime(&elapsed, start.event, end.event),
                   "cuEventElapsedTime");
  milliseconds = static_cast<double>(elapsed);
  return status;
}

Status Device::capture(const std::function<Status()> &work, cu::Stream stream,
                       CapturedGraph &graph) {
  graph = CapturedGraph();
  Status status = check(table->streamBeginCapture(stream, cu::CaptureGlobal),
                        "cuStreamBeginCapture");
  if (!status.ok())
    return status;
  Status worked = work();
  cu::Graph captured = nullptr;
  // Ends the capture whatever happened within it.
  status =
      check(table->streamEndCapture(stream, &captured), "cuStreamEndCapture");
  graph.device = this;
  graph.graph = captured;
  if (!worked.ok())
    return worked;
  if (!status.ok())
    return status;
  return check(table->graphInstantiate(&graph.exec, captured, 0),
               "cuGraphInstantiate");
}

CapturedGraph::~CapturedGraph() {
  if (exec)
    (void)device->driver().graphExecDestroy(exec);
  if (graph)
    (void)device->driver().graphDestroy(graph);
}

void CapturedGraph::swap(CapturedGraph &other) noexcept {
  std::swap(device, other.device);
  std::swap(graph, other.graph);
  std::swap(exec, other.exec);
}

Status CapturedGraph::launch(cu::Stream stream) {
  if (!exec)
    return Status(TILERY_BAD_ARGUMENT, "expected a captured graph, got none");
  return device->check(device->driver().graphLaunch(exec, stream),
                       "cuGraphLaunch");
}

} // namespace runtime
} // namespace tilery
