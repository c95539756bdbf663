// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The recorder's log and the names in it.

#include "RecordCall.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace tilery {
namespace runtime {

RecordDriver::RecordDriver(RecordedDevice device, Sink sink)
    : device(std::move(device)), sink(std::move(sink)) {}

RecordDriver::~RecordDriver() {
  for (const Allocation &allocation : allocations)
    std::free(reinterpret_cast<void *>(allocation.base));
}

std::string RecordDriver::log() const {
  std::lock_guard<std::mutex> lock(mutex);
  std::string text;
  for (const std::string &line : lines)
    text += line + "\n";
  return text;
}

void RecordDriver::clearLog() {
  std::lock_guard<std::mutex> lock(mutex);
  lines.clear();
}

int RecordDriver::count(const std::string &function) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = counts.find(function);
  return it == counts.end() ? 0 : it->second;
}

cu::Result RecordDriver::intercept(const char *) { return cu::Success; }

bool worksOnBrokenContext(const char *function) {
  static constexpr const char *names[] = {"cuInit",
                                          "cuDriverGetVersion",
                                          "cuDeviceGetCount",
                                          "cuDeviceGet",
                                          "cuDeviceGetName",
                                          "cuDeviceGetAttribute",
                                          "cuDeviceTotalMem",
                                          "cuCtxGetCurrent",
                                          "cuCtxSetCurrent",
                                          "cuCtxGetDevice",
                                          "cuCtxGetId",
                                          "cuDevicePrimaryCtxRetain",
                                          "cuThreadExchangeStreamCaptureMode"};
  return std::any_of(std::begin(names), std::end(names), [&](const char *name) {
    return std::strcmp(name, function) == 0;
  });
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

RecordDriver::Call::Call(RecordDriver &driver, const char *function)
    : driver(driver), lock(driver.mutex), line(std::string(function) + "("),
      outcome(driver.intercept(function)) {
  ++driver.counts[function];
}

RecordDriver::Call::~Call() {
  if (!driver.keepsLog)
    return;
  line += ")";
  if (failed()) {
    const ResultRow *row = findResult(outcome);
    line += std::string(" -> ") + (row ? row->name : "CUDA error") + " (" +
            std::to_string(outcome) + ")";
  }
  driver.lines.push_back(line);
  if (driver.sink)
    driver.sink(line);
}

RecordDriver::Call &RecordDriver::Call::arg(const char *name,
                                            const std::string &text) {
  line += first ? "" : ", ";
  first = false;
  line += std::string(name) + "=" + text;
  return *this;
}

RecordDriver::Call &RecordDriver::Call::choice(const char *name,
                                               const char *word, int value) {
  return arg(name, std::string(word) + " (" + std::to_string(value) + ")");
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool RecordDriver::isHandle(const void *handle, Kind kind) const {
  uint64_t bits = reinterpret_cast<uint64_t>(handle);
  uint64_t number = bits & ((uint64_t(1) << 40) - 1);
  return bits >> 40 == kind && number >= 1 &&
         number <= static_cast<uint64_t>(handles[kind]);
}

int RecordDriver::numberOf(const void *handle) const {
  uint64_t bits = reinterpret_cast<uint64_t>(handle);
  return static_cast<int>(bits & 0x7fffffff) - 1;
}

std::string RecordDriver::nameOf(const void *handle, Kind kind,
                                 const char *word) const {
  if (!handle)
    return "null";
  if (!isHandle(handle, kind))
    return std::string("unknown ") + word;
  return std::string(word) + "#" + std::to_string(numberOf(handle));
}

std::string RecordDriver::nameOf(cu::Context context) const {
  for (size_t i = 0; i < primaries.size(); ++i)
    if (context && primaries[i] == context)
      return "primary(cuda:" + std::to_string(i) + ")";
  return nameOf(context, ContextKind, "context");
}

std::string RecordDriver::nameOf(cu::Stream stream) const {
  return stream ? nameOf(stream, StreamKind, "stream") : "default";
}

std::string RecordDriver::nameOf(cu::Function function) const {
  if (!isHandle(function, FunctionKind))
    return "unknown function";
  return "@" + kernels[static_cast<size_t>(numberOf(function))].name;
}

const RecordDriver::Allocation *RecordDriver::allocationOf(uint64_t pointer,
                                                           size_t bytes) const {
  for (const Allocation &allocation : allocations)
    if (pointer >= allocation.base &&
        pointer - allocation.base <= allocation.bytes &&
        bytes <= allocation.bytes - (pointer - allocation.base))
      return &allocation;
  return nullptr;
}

std::string RecordDriver::nameOf(uint64_t pointer) {
  if (!pointer)
    return "null";
  if (const Allocation *allocation = allocationOf(pointer, 1)) {
    uint64_t offset = pointer - allocation->base;
    std::string name = "dev#" + std::to_string(allocation->number);
    return offset ? name + "+" + std::to_string(offset) : name;
  }
  auto it = std::find(strangers.begin(), strangers.end(), pointer);
  if (it == strangers.end())
    it = strangers.insert(it, pointer);
  return "ptr#" + std::to_string(it - strangers.begin());
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

const ResultRow *findResult(cu::Result result) {
  static constexpr ResultRow rows[] = {
      {cu::Success, "CUDA_SUCCESS", "no error"},
      {cu::InvalidValue, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
      {cu::OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
      {cu::NotInitialized, "CUDA_ERROR_NOT_INITIALIZED",
       "the driver is not initialised"},
      {cu::Deinitialized, "CUDA_ERROR_DEINITIALIZED",
       "the driver is shutting down"},
      {cu::StubLibrary, "CUDA_ERROR_STUB_LIBRARY", "stub library"},
      {cu::NoDevice, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device"},
      {cu::InvalidDevice, "CUDA_ERROR_INVALID_DEVICE",
       "no device of this number"},
      {cu::InvalidImage, "CUDA_ERROR_INVALID_IMAGE",
       "the kernel image is invalid"},
      {cu::InvalidContext, "CUDA_ERROR_INVALID_CONTEXT",
       "no valid context is current"},
      {cu::NoBinaryForGpu, "CUDA_ERROR_NO_BINARY_FOR_GPU",
       "no kernel image for this device"},
      {cu::EccUncorrectable, "CUDA_ERROR_ECC_UNCORRECTABLE",
       "uncorrectable memory error"},
      {cu::InvalidPtx, "CUDA_ERROR_INVALID_PTX", "PTX compilation failed"},
      {cu::UnsupportedPtxVersion, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
       "the PTX version is not supported"},
      {cu::InvalidHandle, "CUDA_ERROR_INVALID_HANDLE", "invalid handle"},
      {cu::NotFound, "CUDA_ERROR_NOT_FOUND", "symbol not found"},
      {cu::IllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS",
       "illegal memory access"},
      {cu::LaunchOutOfResources, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
       "too many resources requested"},
      {cu::LaunchTimeout, "CUDA_ERROR_LAUNCH_TIMEOUT",
       "a launch ran past its time limit"},
      {cu::Assert, "CUDA_ERROR_ASSERT", "a kernel's assertion failed"},
      {cu::HardwareStackError, "CUDA_ERROR_HARDWARE_STACK_ERROR",
       "the stack of a kernel overflowed"},
      {cu::IllegalInstruction, "CUDA_ERROR_ILLEGAL_INSTRUCTION",
       "illegal instruction"},
      {cu::MisalignedAddress, "CUDA_ERROR_MISALIGNED_ADDRESS",
       "misaligned address"},
      {cu::LaunchFailed, "CUDA_ERROR_LAUNCH_FAILED", "a launch failed"},
      {cu::CooperativeLaunchTooLarge, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE",
       "too many blocks for a cooperative launch"},
      {cu::NotSupported, "CUDA_ERROR_NOT_SUPPORTED", "not supported"},
      {cu::StreamCaptureUnsupported, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
       "not permitted while a stream is being captured"},
      {cu::InvalidClusterSize, "CUDA_ERROR_INVALID_CLUSTER_SIZE",
       "invalid cluster size"},
      {cu::Unknown, "CUDA_ERROR_UNKNOWN", "unknown error"},
  };
  for (const ResultRow &row : rows)
    if (row.result == result)
      return &row;
  return nullptr;
}

// Not written down: they are part of a message, not of a launch.
cu::Result RecordDriver::getErrorName(cu::Result error, const char **text) {
  const ResultRow *row = findResult(error);
  *text = row ? row->name : nullptr;
  return row ? cu::Success : cu::InvalidValue;
}

cu::Result RecordDriver::getErrorString(cu::Result error, const char **text) {
  const ResultRow *row = findResult(error);
  *text = row ? row->meaning : nullptr;
  return row ? cu::Success : cu::InvalidValue;
}

} // namespace runtime
} // namespace tilery
