// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The simulated device: TensorMaps, launches and graphs of them.

#include "SimLaunch.h"

#include "tilery/Sim/MapCode.h"
#include "tilery/TensorMap/Check.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tilery {
namespace runtime {

bool SimResults::isClean() const {
  return isComplete && std::none_of(findings.begin(), findings.end(),
                                    [](const sim::Finding &finding) {
                                      return sim::severity(finding.kind) ==
                                             sim::Severity::Error;
                                    });
}

SimResults SimDriver::results() const {
  std::lock_guard<std::mutex> lock(simMutex);
  return gathered;
}

SimResults SimDriver::takeResults() {
  std::lock_guard<std::mutex> lock(simMutex);
  return std::exchange(gathered, SimResults());
}

std::string SimDriver::takeOutput() {
  std::lock_guard<std::mutex> lock(simMutex);
  return std::exchange(printed, std::string());
}

//===----------------------------------------------------------------------===//
// TensorMaps
//===----------------------------------------------------------------------===//

cu::Result
SimDriver::tensorMapEncodeTiled(cu::TensorMap *map, int dataType, uint32_t rank,
                                void *address, const uint64_t *dims,
                                const uint64_t *strides, const uint32_t *box,
                                const uint32_t *elementStrides, int interleave,
                                int swizzle, int l2Promotion, int fill) {
  namespace tm = tensormap;
  std::lock_guard<std::mutex> lock(simMutex);
  cu::Result result = RecordDriver::tensorMapEncodeTiled(
      map, dataType, rank, address, dims, strides, box, elementStrides,
      interleave, swizzle, l2Promotion, fill);
  if (result != cu::Success)
    return result;
  tm::TensorMapParams params;
  params.dataType = static_cast<tm::DataType>(dataType);
  params.rank = static_cast<int32_t>(rank);
  params.base = tm::BaseAddress::exactly(reinterpret_cast<uint64_t>(address));
  for (uint32_t dim = 0; dim < rank; ++dim) {
    params.dims[dim] = static_cast<int64_t>(dims[dim]);
    params.box[dim] = box[dim];
    params.elementStrides[dim] = elementStrides[dim];
    if (dim > 0)
      params.byteStrides[dim - 1] = static_cast<int64_t>(strides[dim - 1]);
  }
  params.interleave = static_cast<tm::Interleave>(interleave);
  params.swizzle = static_cast<tm::Swizzle>(swizzle);
  params.l2Promotion = static_cast<tm::L2Promotion>(l2Promotion);
  params.fill = static_cast<tm::Fill>(fill);
  if (!tm::check(params).empty() || !sim::encodeMap(params, map))
    return cu::InvalidValue;
  return cu::Success;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// What a device answers after such a fault.
static cu::Result resultOf(sim::FindingKind kind) {
  switch (kind) {
  case sim::FindingKind::BadLaunch:
    return cu::InvalidValue;
  case sim::FindingKind::OutOfBounds:
  case sim::FindingKind::BadTensorMap:
    return cu::IllegalAddress;
  case sim::FindingKind::Misaligned:
    return cu::MisalignedAddress;
  case sim::FindingKind::BytesMissing:
  case sim::FindingKind::Deadlock:
  case sim::FindingKind::EndlessLoop:
  case sim::FindingKind::Interrupted:
    return cu::LaunchTimeout;
  case sim::FindingKind::AssertionFailed:
    return cu::Assert;
  case sim::FindingKind::StackOverflow:
    return cu::HardwareStackError;
  case sim::FindingKind::Trap:
  case sim::FindingKind::CoordinateOverflow:
  case sim::FindingKind::NegativeStore:
  case sim::FindingKind::MisalignedCoordinate:
  case sim::FindingKind::IllegalCopy:
    return cu::IllegalInstruction;
  default:
    return cu::LaunchFailed;
  }
}

static bool isSame(const sim::SourcePlace &a, const sim::SourcePlace &b) {
  return a.file == b.file && a.line == b.line && a.column == b.column &&
         a.op == b.op && a.operand == b.operand;
}

void SimDriver::merge(sim::LaunchReport &report) {
  for (sim::Finding &finding : report.findings) {
    auto known =
        std::find_if(gathered.findings.begin(), gathered.findings.end(),
                     [&](const sim::Finding &other) {
                       return other.kind == finding.kind &&
                              other.buffer == finding.buffer &&
                              isSame(other.place, finding.place) &&
                              isSame(other.other, finding.other);
                     });
    if (known != gathered.findings.end())
      known->count += finding.count;
    else
      gathered.findings.push_back(std::move(finding));
  }
  uint64_t end = 0;
  for (const sim::TraceEvent &event : gathered.trace)
    end = std::max(end, event.end);
  for (sim::TraceEvent &event : report.trace) {
    event.begin += end;
    event.end += end;
    gathered.trace.push_back(std::move(event));
  }
  sim::Statistics &sum = gathered.statistics;
  const sim::Statistics &one = report.statistics;
  sum.blocks += one.blocks;
  sum.threads += one.threads;
  sum.switches += one.switches;
  sum.transfers += one.transfers;
  sum.bytes += one.bytes;
  sum.phases += one.phases;
  sum.workers = one.workers;
  sum.seconds += one.seconds;
  ++gathered.launches;
}

cu::Result SimDriver::run(const sim::LaunchRequest &request,
                          uint64_t frameBytes) {
  // The engine's own calls need room behind the kernel's frame.
  size_t usual = sim::Options().stackBytes;
  engine.options().stackBytes =
      frameBytes > usual / 4 ? frameBytes + usual : usual;
  sim::LaunchReport report = engine.launch(request);
  if (!output)
    printed += report.output;
  else if (!report.output.empty())
    output(report.output);
  cu::Result result = cu::Success;
  if (!report.isComplete) {
    gathered.isComplete = false;
    result = cu::LaunchFailed;
    for (const sim::Finding &finding : report.findings)
      if (sim::severity(finding.kind) == sim::Severity::Error)
        result = resultOf(finding.kind);
  }
  merge(report);
  if (isStickyError(result)) {
    // Later calls say so, as this one has only started the kernel.
    broken = result;
    return cu::Success;
  }
  return result;
}

static sim::LaunchRequest describeLaunch(const cu::LaunchConfig &config,
                                         const TilerySimKernel *kernel,
                                         void **params) {
  sim::LaunchRequest request;
  request.kernel = kernel;
  request.grid[0] = config.gridDimX;
  request.grid[1] = config.gridDimY;
  request.grid[2] = config.gridDimZ;
  request.dynamicShared = config.sharedMemBytes;
  request.params = params;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cu::LaunchAttribute &attribute = config.attrs[i];
    if (attribute.id == cu::LaunchClusterDimension) {
      request.cluster[0] = attribute.value.clusterDim.x;
      request.cluster[1] = attribute.value.clusterDim.y;
      request.cluster[2] = attribute.value.clusterDim.z;
    } else if (attribute.id == cu::LaunchCooperative) {
      request.cooperative = attribute.value.cooperative != 0;
    }
  }
  return request;
}

cu::Result SimDriver::launchKernelEx(const cu::LaunchConfig *config,
                                     cu::Function function, void **params,
                                     void **extra) {
  std::lock_guard<std::mutex> lock(simMutex);
  cu::Result result =
      RecordDriver::launchKernelEx(config, function, params, extra);
  if (result != cu::Success)
    return result;
  auto image = functions.find(function);
  if (image == functions.end())
    return cu::InvalidHandle;
  const TilerySimKernel *kernel = image->second.kernel;
  if (config->blockDimX != kernel->block[0] ||
      config->blockDimY != kernel->block[1] ||
      config->blockDimZ != kernel->block[2])
    return cu::InvalidValue;
  sim::LaunchRequest request = describeLaunch(*config, kernel, params);
  uint64_t frameBytes = image->second.frameBytes;
  if (!isCapturing(config->stream))
    return run(request, frameBytes);
  captures[config->stream].emplace_back(request, frameBytes);
  return cu::Success;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

SimDriver::CapturedLaunch::CapturedLaunch(const sim::LaunchRequest &request,
                                          uint64_t frameBytes)
    : launch(request), frameBytes(frameBytes),
      values(request.kernel->numParams) {
  for (size_t i = 0; i < values.size(); ++i)
    std::memcpy(values[i].bytes, request.params[i],
                std::min<size_t>(request.kernel->params[i].size,
                                 sizeof(values[i].bytes)));
  launch.params = nullptr;
}

sim::LaunchRequest
SimDriver::CapturedLaunch::request(std::vector<const void *> &params) const {
  params.clear();
  for (const Value &value : values)
    params.push_back(value.bytes);
  sim::LaunchRequest request = launch;
  request.params = params.data();
  return request;
}

cu::Result SimDriver::streamBeginCapture(cu::Stream stream,
                                         cu::StreamCaptureMode mode) {
  std::lock_guard<std::mutex> lock(simMutex);
  cu::Result result = RecordDriver::streamBeginCapture(stream, mode);
  if (result == cu::Success)
    captures[stream].clear();
  return result;
}

cu::Result SimDriver::streamEndCapture(cu::Stream stream, cu::Graph *graph) {
  std::lock_guard<std::mutex> lock(simMutex);
  cu::Result result = RecordDriver::streamEndCapture(stream, graph);
  if (result == cu::Success) {
    graphs[*graph] = std::move(captures[stream]);
    captures.erase(stream);
  }
  return result;
}

cu::Result SimDriver::graphInstantiate(cu::GraphExec *exec, cu::Graph graph,
                                       unsigned long long flags) {
  std::lock_guard<std::mutex> lock(simMutex);
  auto known = graphs.find(graph);
  if (known == graphs.end())
    return cu::InvalidHandle;
  cu::Result result = RecordDriver::graphInstantiate(exec, graph, flags);
  if (result == cu::Success)
    execs[*exec] = known->second;
  return result;
}

cu::Result SimDriver::graphLaunch(cu::GraphExec exec, cu::Stream stream) {
  std::lock_guard<std::mutex> lock(simMutex);
  auto known = execs.find(exec);
  if (known == execs.end())
    return cu::InvalidHandle;
  cu::Result result = RecordDriver::graphLaunch(exec, stream);
  std::vector<const void *> params;
  for (const CapturedLaunch &launch : known->second) {
    if (result != cu::Success || broken != cu::Success)
      break;
    result = run(launch.request(params), launch.frameBytes);
  }
  return result;
}

cu::Result SimDriver::graphExecDestroy(cu::GraphExec exec) {
  std::lock_guard<std::mutex> lock(simMutex);
  execs.erase(exec);
  return RecordDriver::graphExecDestroy(exec);
}

cu::Result SimDriver::graphDestroy(cu::Graph graph) {
  std::lock_guard<std::mutex> lock(simMutex);
  graphs.erase(graph);
  return RecordDriver::graphDestroy(graph);
}

} // namespace runtime
} // namespace tilery
