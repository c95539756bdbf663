// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The recorder's streams, events and graphs. Time does not pass: an interval
// between events is 0 ms.

#include "RecordCall.h"

#include <algorithm>

namespace tilery {
namespace runtime {

cu::Result RecordDriver::streamCreate(cu::Stream *stream, unsigned flags) {
  Call call(*this, "cuStreamCreate");
  if (!call.failed()) {
    *stream = makeHandle<cu::Stream>(StreamKind);
    call.arg("stream", nameOf(*stream));
  }
  return call.arg("flags", flags).result();
}

cu::Result RecordDriver::streamDestroy(cu::Stream stream) {
  Call call(*this, "cuStreamDestroy");
  return call.arg("stream", nameOf(stream)).result();
}

cu::Result RecordDriver::streamSynchronize(cu::Stream stream) {
  Call call(*this, "cuStreamSynchronize");
  return call.arg("stream", nameOf(stream)).result();
}

cu::Result RecordDriver::streamIsCapturing(cu::Stream stream,
                                           cu::StreamCaptureStatus *status) {
  Call call(*this, "cuStreamIsCapturing");
  bool active =
      std::find(capturing.begin(), capturing.end(), stream) != capturing.end();
  *status = active ? cu::CaptureActive : cu::CaptureNone;
  return call.arg("stream", nameOf(stream))
      .arg("status", static_cast<int>(*status))
      .result();
}

static const char *modeName(cu::StreamCaptureMode mode) {
  return mode == cu::CaptureRelaxed       ? "relaxed"
         : mode == cu::CaptureThreadLocal ? "thread_local"
                                          : "global";
}

cu::Result RecordDriver::streamBeginCapture(cu::Stream stream,
                                            cu::StreamCaptureMode mode) {
  Call call(*this, "cuStreamBeginCapture");
  call.arg("stream", nameOf(stream)).choice("mode", modeName(mode), mode);
  // The default stream cannot be captured (CUDA driver API).
  if (!call.failed() && !stream)
    return call.answer(cu::StreamCaptureUnsupported);
  if (!call.failed())
    capturing.push_back(stream);
  return call.result();
}

cu::Result RecordDriver::streamEndCapture(cu::Stream stream, cu::Graph *graph) {
  Call call(*this, "cuStreamEndCapture");
  call.arg("stream", nameOf(stream));
  if (call.failed())
    return call.result();
  auto it = std::find(capturing.begin(), capturing.end(), stream);
  if (it == capturing.end())
    return call.answer(cu::InvalidValue);
  capturing.erase(it);
  *graph = makeHandle<cu::Graph>(GraphKind);
  return call.arg("graph", nameOf(*graph, GraphKind, "graph")).result();
}

cu::Result
RecordDriver::threadExchangeStreamCaptureMode(cu::StreamCaptureMode *mode) {
  Call call(*this, "cuThreadExchangeStreamCaptureMode");
  call.choice("mode", modeName(*mode), *mode);
  if (!call.failed())
    // Each thread starts in global mode, the entry's value when it is made.
    std::swap(captureModes[std::this_thread::get_id()], *mode);
  return call.result();
}

cu::Result RecordDriver::eventCreate(cu::Event *event, unsigned flags) {
  Call call(*this, "cuEventCreate");
  if (!call.failed()) {
    *event = makeHandle<cu::Event>(EventKind);
    call.arg("event", nameOf(*event, EventKind, "event"));
  }
  return call.arg("flags", flags).result();
}

cu::Result RecordDriver::eventDestroy(cu::Event event) {
  Call call(*this, "cuEventDestroy");
  return call.arg("event", nameOf(event, EventKind, "event")).result();
}

cu::Result RecordDriver::eventRecord(cu::Event event, cu::Stream stream) {
  Call call(*this, "cuEventRecord");
  return call.arg("event", nameOf(event, EventKind, "event"))
      .arg("stream", nameOf(stream))
      .result();
}

cu::Result RecordDriver::eventSynchronize(cu::Event event) {
  Call call(*this, "cuEventSynchronize");
  return call.arg("event", nameOf(event, EventKind, "event")).result();
}

cu::Result RecordDriver::eventElapsedTime(float *milliseconds, cu::Event start,
                                          cu::Event end) {
  Call call(*this, "cuEventElapsedTime");
  *milliseconds = 0;
  return call.arg("start", nameOf(start, EventKind, "event"))
      .arg("end", nameOf(end, EventKind, "event"))
      .result();
}

cu::Result RecordDriver::graphInstantiate(cu::GraphExec *exec, cu::Graph graph,
                                          unsigned long long flags) {
  Call call(*this, "cuGraphInstantiateWithFlags");
  if (!call.failed()) {
    *exec = makeHandle<cu::GraphExec>(GraphExecKind);
    call.arg("exec", nameOf(*exec, GraphExecKind, "exec"));
  }
  return call.arg("graph", nameOf(graph, GraphKind, "graph"))
      .arg("flags", flags)
      .result();
}

cu::Result RecordDriver::graphLaunch(cu::GraphExec exec, cu::Stream stream) {
  Call call(*this, "cuGraphLaunch");
  return call.arg("exec", nameOf(exec, GraphExecKind, "exec"))
      .arg("stream", nameOf(stream))
      .result();
}

cu::Result RecordDriver::graphExecDestroy(cu::GraphExec exec) {
  Call call(*this, "cuGraphExecDestroy");
  return call.arg("exec", nameOf(exec, GraphExecKind, "exec")).result();
}

cu::Result RecordDriver::graphDestroy(cu::Graph graph) {
  Call call(*this, "cuGraphDestroy");
  return call.arg("graph", nameOf(graph, GraphKind, "graph")).result();
}

} // namespace runtime
} // namespace tilery
