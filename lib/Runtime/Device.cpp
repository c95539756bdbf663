// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Runtime/Device.h"

#include "../Launcher/Context.h"
#include "../Launcher/Tensor.h"
#include "Collector.h"
#include "tilery/Runtime/FakeDriver.h"
#include "tilery/Runtime/MachineDriver.h"

#include <algorithm>
#include <cstring>

namespace tilery {
namespace runtime {

namespace {

bool startsWith(const std::string &text, const char *prefix) {
  return text.compare(0, std::strlen(prefix), prefix) == 0;
}

/// The number after "cuda:"; -1 for anything else.
int parseOrdinal(const std::string &digits) {
  if (digits.empty() || digits.size() > 4 ||
      digits.find_first_not_of("0123456789") != std::string::npos)
    return -1;
  return std::stoi(digits);
}

/// What a kernel's fault usually comes from (measured on an H200).
const char *usualCause(cu::Result result) {
  switch (result) {
  case cu::IllegalInstruction:
    return "; usual causes: an inner coordinate that is no multiple of 16 "
           "bytes, a negative coordinate of a store, a reduction that the "
           "element type does not have";
  case cu::IllegalAddress:
    return "; usual causes: an index past a buffer's end, a TensorMap that was "
           "never encoded";
  case cu::MisalignedAddress:
    return "; usual cause: a shared buffer that is not 128-byte aligned";
  case cu::LaunchTimeout:
    return "; usual cause: a barrier that expects more bytes than arrive";
  default:
    return "";
  }
}

} // namespace

std::unique_ptr<Device> Device::open(const std::string &name, Status &status,
                                     RecordDriver::Sink sink) {
  if (name == "sim")
    return openSimulator(sim::Options(), status, std::move(sink));
  std::unique_ptr<Device> device(new Device);
  int ordinal = 0;
  if (name == "record") {
    device->owned = std::make_unique<RecordDriver>(RecordedDevice(), sink);
  } else if (startsWith(name, "fake:")) {
    device->owned = FakeDriver::parse(name.substr(5), sink, status);
    if (!device->owned)
      return nullptr;
  } else {
    ordinal = name == "cuda"              ? 0
              : startsWith(name, "cuda:") ? parseOrdinal(name.substr(5))
                                          : -1;
    if (ordinal < 0) {
      status =
          Status(TILERY_BAD_ARGUMENT,
                 "expected cuda, cuda:N, sim, record or fake:SCRIPT as the "
                 "device, got '" +
                     name + "'");
      return nullptr;
    }
  }
  device->recording = device->owned.get();
  device->table = device->owned ? device->owned.get() : cudaDriver(&status);
  if (!device->table)
    return nullptr;
  status = device->initialize(ordinal);
  return status.ok() ? std::move(device) : nullptr;
}

std::unique_ptr<Device> Device::openSimulator(const sim::Options &options,
                                              Status &status,
                                              RecordDriver::Sink output) {
  std::unique_ptr<Device> device(new Device);
  auto driver = std::make_unique<SimDriver>(options, std::move(output));
  device->simulating = driver.get();
  device->table = driver.get();
  device->owned = std::move(driver);
  status = device->initialize(/*ordinal=*/0);
  return status.ok() ? std::move(device) : nullptr;
}

Device::~Device() = default;

Status Device::initialize(int ordinal) {
  Collector collector;
  ContextTable &contexts = table->contexts();
  if (!contexts.initialize(*table, collector.report))
    return collector.status();
  const ContextInfo *primary =
      contexts.primary(*table, ordinal, collector.report);
  if (!primary)
    return collector.status();
  context = primary->handle;
  info.ordinal = ordinal;
  info.name = primary->device.name;
  info.major = primary->device.major;
  info.minor = primary->device.minor;
  info.sharedLimit = primary->device.sharedOptin;
  Status status =
      check(table->driverGetVersion(&info.driverVersion), "cuDriverGetVersion");
  if (status.ok())
    status = check(table->deviceGetAttribute(&info.multiprocessors,
                                             cu::MultiprocessorCount,
                                             primary->device.handle),
                   "cuDeviceGetAttribute");
  return status.ok() ? makeCurrent() : status;
}

Status Device::check(cu::Result result, const char *function) {
  if (result == cu::Success)
    return Status();
  std::string text = describeResult(*table, result);
  if (!isStickyError(result))
    return Status(statusOf(result), std::string(function) + ": " + text);
  return Status(TILERY_CONTEXT_FAILED,
                "a kernel or copy on cuda:" + std::to_string(info.ordinal) +
                    " (" + info.name + ") failed while it ran: " + text +
                    ", said " + function + usualCause(result));
}

Status Device::checkTarget(const std::string &target, bool isCubin) {
  Collector collector;
  size_t end =
      std::min(target.find_first_not_of("0123456789", 3), target.size());
  std::string suffix = target.substr(end);
  if (!startsWith(target, "sm_") || end < 5 || end > 6 ||
      (!suffix.empty() && suffix != "a" && suffix != "f"))
    return Status(TILERY_BAD_ARGUMENT,
                  "expected a target such as sm_90a, got '" + target + "'");
  int number = std::stoi(target.substr(3, end - 3));
  uint32_t flags = suffix == "a"   ? TILERY_TARGET_ARCH_SPECIFIC
                   : suffix == "f" ? TILERY_TARGET_FAMILY
                                   : 0;
  const ContextInfo *primary =
      table->contexts().primary(*table, info.ordinal, collector.report);
  TileryImage image = {nullptr,     0,           target.c_str(),
                       number / 10, number % 10, flags};
  if (!primary ||
      !runtime::checkTarget(image, isCubin, primary->device, collector.report))
    return collector.status();
  return Status();
}

Status Device::makeCurrent() {
  return check(table->ctxSetCurrent(context), "cuCtxSetCurrent");
}

Status Device::allocate(size_t bytes, Buffer &buffer) {
  buffer = Buffer();
  if (bytes == 0)
    return Status();
  cu::DevicePtr pointer = 0;
  cu::Result result = table->memAlloc(&pointer, bytes);
  if (result == cu::OutOfMemory) {
    size_t free = 0, total = 0;
    table->memGetInfo(&free, &total);
    return Status(TILERY_OUT_OF_MEMORY,
                  "expected " + std::to_string(bytes) +
                      " bytes of device memory, got " + std::to_string(free) +
                      " free of " + std::to_string(total) + " on cuda:" +
                      std::to_string(info.ordinal) + " (" + info.name + ")");
  }
  if (result != cu::Success)
    return check(result, "cuMemAlloc");
  buffer.device = this;
  buffer.base = pointer;
  buffer.bytes = bytes;
  return Status();
}

Status Device::encodeMap(const TileryTensor &tensor, const TileryMapSpec &spec,
                         const std::string &name, TileryTensorMap &map) {
  if (isEmpty(tensor))
    return Status(
        TILERY_BAD_TENSOR_MAP,
        "tensor '" + name +
            "': expected elements to make a TensorMap of, got shape " +
            ShapeText(tensor.shape, tensor.ndim).text);
  Collector collector;
  const ContextInfo *primary =
      table->contexts().primary(*table, info.ordinal, collector.report);
  if (!primary)
    return collector.status();
  // A call that has come as far as its maps.
  const char *names[] = {name.c_str()};
  TileryFunctionSpec function = {};
  function.numArgs = 1;
  function.argNames = names;
  TileryValue value;
  value.tensor = &tensor;
  char text[2048] = "";
  TileryCall call;
  tilery_rt_init_call(&call);
  call.numArgs = 1;
  call.args = &value;
  call.driver = table;
  call.error = text;
  call.errorSize = sizeof(text);
  call.function = &function;
  call.context = const_cast<ContextInfo *>(primary);
  call.phase = PhaseMaps;
  tilery_rt_encode_map(&call, 0, &spec, &map);
  return Status(static_cast<TileryStatus>(call.status), text);
}

Status Device::createStream(cu::Stream &stream) {
  // CU_STREAM_NON_BLOCKING: does not wait for the default stream.
  return check(table->streamCreate(&stream, 1), "cuStreamCreate");
}

Status Device::destroyStream(cu::Stream stream) {
  return check(table->streamDestroy(stream), "cuStreamDestroy");
}

Status Device::synchronize() {
  return check(table->ctxSynchronize(), "cuCtxSynchronize");
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

Buffer::~Buffer() {
  if (device)
    (void)device->driver().memFree(base);
}

void Buffer::swap(Buffer &other) noexcept {
  std::swap(device, other.device);
  std::swap(base, other.base);
  std::swap(bytes, other.bytes);
}

/// Whether `count` bytes from `offset` lie within `size`.
static Status checkRange(size_t size, size_t count, size_t offset) {
  if (offset <= size && count <= size - offset)
    return Status();
  return Status(TILERY_BAD_ARGUMENT,
                "expected a copy within the buffer's " + std::to_string(size) +
                    " bytes, got " + std::to_string(count) + " from offset " +
                    std::to_string(offset));
}

Status Buffer::copyFrom(const void *host, size_t count, size_t offset) {
  Status status = checkRange(bytes, count, offset);
  if (!status.ok() || count == 0)
    return status;
  return device->check(device->driver().memcpyHtoD(base + offset, host, count),
                       "cuMemcpyHtoD");
}

Status Buffer::copyTo(void *host, size_t count, size_t offset) const {
  Status status = checkRange(bytes, count, offset);
  if (!status.ok() || count == 0)
    return status;
  return device->check(device->driver().memcpyDtoH(host, base + offset, count),
                       "cuMemcpyDtoH");
}

Status Buffer::fill(unsigned char value) {
  if (bytes == 0)
    return Status();
  Status status = device->check(device->driver().memsetD8(base, value, bytes),
                                "cuMemsetD8");
  // cuMemsetD8 may return before the bytes are set.
  return status.ok() ? device->synchronize() : status;
}

} // namespace runtime
} // namespace tilery
