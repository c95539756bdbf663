// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The simulated device: its memory, modules and functions.

#include "RecordCall.h"
#include "SimLaunch.h"

namespace tilery {
namespace runtime {

static RecordedDevice describeDevice(int major, int minor) {
  RecordedDevice device;
  device.name = "simulated H200";
  device.major = major;
  device.minor = minor;
  return device;
}

SimDriver::SimDriver(sim::Options options, Sink output, int major, int minor)
    : RecordDriver(describeDevice(major, minor)), engine(std::move(options)),
      output(std::move(output)) {
  keepsLog = false;
}

SimDriver::~SimDriver() = default;

cu::Result SimDriver::intercept(const char *function) {
  auto result = static_cast<cu::Result>(broken.load());
  return worksOnBrokenContext(function) ? cu::Success : result;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void *toHost(cu::DevicePtr pointer) {
  return reinterpret_cast<void *>(pointer);
}

cu::Result SimDriver::memAlloc(cu::DevicePtr *pointer, size_t bytes) {
  std::lock_guard<std::mutex> lock(simMutex);
  cu::Result result = RecordDriver::memAlloc(pointer, bytes);
  if (result == cu::Success)
    engine.memory().add(toHost(*pointer), bytes, "an allocation",
                        /*isInitialised=*/false);
  return result;
}

cu::Result SimDriver::memFree(cu::DevicePtr pointer) {
  std::lock_guard<std::mutex> lock(simMutex);
  // A broken context frees nothing.
  cu::Result result = RecordDriver::memFree(pointer);
  if (result == cu::Success)
    engine.memory().remove(toHost(pointer));
  return result;
}

void SimDriver::shuffle(uint64_t seed) {
  std::lock_guard<std::mutex> lock(simMutex);
  engine.options().order = sim::Order::Shuffled;
  engine.options().seed = seed;
}

void SimDriver::restart(const sim::Options &options) {
  std::lock_guard<std::mutex> lock(simMutex);
  engine.options() = options;
  gathered = SimResults();
  printed.clear();
  broken = cu::Success;
}

bool SimDriver::addMemory(void *data, size_t bytes, const std::string &name) {
  std::lock_guard<std::mutex> lock(simMutex);
  return engine.memory().add(data, bytes, name);
}

void SimDriver::removeMemory(void *data) {
  std::lock_guard<std::mutex> lock(simMutex);
  engine.memory().remove(data);
}

void SimDriver::nameMemory(cu::DevicePtr pointer, const std::string &name) {
  std::lock_guard<std::mutex> lock(simMutex);
  engine.memory().rename(toHost(pointer), name);
}

void SimDriver::forgetContents(cu::DevicePtr pointer) {
  std::lock_guard<std::mutex> lock(simMutex);
  engine.memory().forget(toHost(pointer));
}

void SimDriver::narrowMemory(cu::DevicePtr pointer, size_t first,
                             size_t bytes) {
  std::lock_guard<std::mutex> lock(simMutex);
  engine.memory().narrow(toHost(pointer), first, bytes);
}

bool SimDriver::isCapturing(cu::Stream stream) const {
  return captures.count(stream) != 0;
}

cu::Result SimDriver::refuseCapture(cu::Stream stream) const {
  return isCapturing(stream) ? cu::StreamCaptureUnsupported : cu::Success;
}

cu::Result SimDriver::memcpyHtoD(cu::DevicePtr to, const void *from,
                                 size_t bytes) {
  std::lock_guard<std::mutex> lock(simMutex);
  cu::Result result = RecordDriver::memcpyHtoD(to, from, bytes);
  if (result == cu::Success)
    engine.memory().markWritten(toHost(to), bytes);
  return result;
}

cu::Result SimDriver::memcpyHtoDAsync(cu::DevicePtr to, const void *from,
                                      size_t bytes, cu::Stream stream) {
  std::lock_guard<std::mutex> lock(simMutex);
  cu::Result result = refuseCapture(stream);
  if (result == cu::Success)
    result = RecordDriver::memcpyHtoDAsync(to, from, bytes, stream);
  if (result == cu::Success)
    engine.memory().markWritten(toHost(to), bytes);
  return result;
}

cu::Result SimDriver::memcpyDtoDAsync(cu::DevicePtr to, cu::DevicePtr from,
                                      size_t bytes, cu::Stream stream) {
  std::lock_guard<std::mutex> lock(simMutex);
  cu::Result result = refuseCapture(stream);
  if (result == cu::Success)
    result = RecordDriver::memcpyDtoDAsync(to, from, bytes, stream);
  if (result == cu::Success)
    engine.memory().markWritten(toHost(to), bytes);
  return result;
}

cu::Result SimDriver::memsetD8(cu::DevicePtr to, unsigned char value,
                               size_t bytes) {
  std::lock_guard<std::mutex> lock(simMutex);
  cu::Result result = RecordDriver::memsetD8(to, value, bytes);
  if (result == cu::Success)
    engine.memory().markWritten(toHost(to), bytes);
  return result;
}

cu::Result SimDriver::memsetD8Async(cu::DevicePtr to, unsigned char value,
                                    size_t bytes, cu::Stream stream) {
  std::lock_guard<std::mutex> lock(simMutex);
  cu::Result result = refuseCapture(stream);
  if (result == cu::Success)
    result = RecordDriver::memsetD8Async(to, value, bytes, stream);
  if (result == cu::Success)
    engine.memory().markWritten(toHost(to), bytes);
  return result;
}

//===----------------------------------------------------------------------===//
// Modules and functions
//===----------------------------------------------------------------------===//

cu::Result SimDriver::moduleLoadDataEx(cu::Module *module, const void *image,
                                       unsigned numOptions,
                                       cu::JitOption *options, void **values) {
  std::lock_guard<std::mutex> lock(simMutex);
  sim::Image read;
  if (image && !sim::readImage(image, read))
    return cu::InvalidImage;
  cu::Result result = RecordDriver::moduleLoadDataEx(module, image, numOptions,
                                                     options, values);
  if (result == cu::Success)
    modules[*module] = read;
  return result;
}

cu::Result SimDriver::moduleUnload(cu::Module module) {
  std::lock_guard<std::mutex> lock(simMutex);
  cu::Result result = RecordDriver::moduleUnload(module);
  if (result == cu::Success && !modules.erase(module))
    return cu::InvalidHandle;
  return result;
}

cu::Result SimDriver::moduleGetFunction(cu::Function *function,
                                        cu::Module module, const char *name) {
  std::lock_guard<std::mutex> lock(simMutex);
  auto image = modules.find(module);
  if (image == modules.end())
    return cu::InvalidHandle;
  if (std::string(image->second.kernel->name) != name)
    return cu::NotFound;
  cu::Result result = RecordDriver::moduleGetFunction(function, module, name);
  if (result == cu::Success)
    functions[*function] = image->second;
  return result;
}

cu::Result SimDriver::funcGetAttribute(int *value,
                                       cu::FunctionAttribute attribute,
                                       cu::Function function) {
  std::lock_guard<std::mutex> lock(simMutex);
  cu::Result result =
      RecordDriver::funcGetAttribute(value, attribute, function);
  if (result == cu::Success && attribute == cu::FunctionSharedSizeBytes)
    *value = static_cast<int>(functions[function].kernel->staticShared);
  return result;
}

} // namespace runtime
} // namespace tilery
