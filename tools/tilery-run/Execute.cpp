// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Execute.h"

#include "tilery/TensorMap/Image.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <chrono>

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

Error tilery::run::toError(const runtime::Status &status) {
  if (status.ok())
    return Error::success();
  return createStringError(Twine(status.message()));
}

Spread tilery::run::spreadOf(std::vector<double> values) {
  llvm::sort(values);
  Spread spread;
  spread.count = static_cast<int64_t>(values.size());
  spread.median = values[values.size() / 2];
  spread.min = values.front();
  spread.max = values.back();
  return spread;
}

Execution::Execution(runtime::Device &device, TileryLauncher launcher,
                     std::vector<Operand> &operands)
    : device(device), launcher(launcher), operands(operands),
      buffers(operands.size()), tensors(operands.size()), maps(operands.size()),
      values(operands.size()), kinds(operands.size()) {}

Error Execution::upload() {
  if (Error error = allocate())
    return error;
  return copyIn();
}

Error Execution::copyIn() {
  for (auto [i, operand] : enumerate(operands)) {
    if (!operand.hasArray())
      continue;
    const Array &array = operand.array;
    if (Error error =
            toError(buffers[i].copyFrom(array.storage(), array.storageBytes())))
      return error;
    if (runtime::SimDriver *simulator = device.simulator()) {
      simulator->nameMemory(buffers[i].address(), operand.info->name);
      // Poison stands for nothing.
      if (operand.fill.kind == FillSpec::Poison)
        simulator->forgetContents(buffers[i].address());
      // What lies behind the tensor is there to see stray writes of a device.
      // The copy engine may be allowed to write whole 16 bytes.
      auto [first, bytes] = array.extent();
      simulator->narrowMemory(buffers[i].address(), first,
                              alignTo(bytes, tensormap::kChunkBytes));
    }
  }
  return Error::success();
}

Error Execution::poison() {
  for (runtime::Buffer &buffer : buffers)
    if (buffer.size() > 0)
      if (Error error = toError(buffer.fill(poisonByte)))
        return error;
  return Error::success();
}

Error Execution::allocate() {
  for (auto [i, operand] : enumerate(operands)) {
    if (operand.mapOf)
      continue;
    if (!operand.info->isTensor) {
      values[i] = operand.value;
      kinds[i] =
          isInteger(operand.info->type) ? TILERY_KIND_INT : TILERY_KIND_FLOAT;
      continue;
    }
    Array &array = operand.array;
    if (Error error =
            toError(device.allocate(array.storageBytes(), buffers[i])))
      return error;
    if (operand.info->isWritten)
      operand.before.assign(array.storage(),
                            array.storage() + array.storageBytes());
    TileryTensor &tensor = tensors[i];
    tensor.data = buffers[i].data();
    tensor.device = {device.driver().deviceType(), device.ordinal()};
    tensor.ndim = static_cast<int32_t>(array.shape().size());
    tensor.dtype = array.type();
    // The interface takes DLPack's pointers, which it does not write through.
    tensor.shape = const_cast<int64_t *>(array.shape().data());
    tensor.strides = const_cast<int64_t *>(array.strides().data());
    tensor.byte_offset =
        static_cast<uint64_t>(array.offset()) * elementBytes(array.type());
    values[i].tensor = &tensor;
    kinds[i] = TILERY_KIND_TENSOR;
  }
  return encodeMaps();
}

Error Execution::encodeMaps() {
  for (auto [i, operand] : enumerate(operands)) {
    if (!operand.info->map)
      continue;
    const TileryTensor &tensor = tensors[operand.mapOf.value_or(i)];
    if (Error error = toError(device.encodeMap(
            tensor, *operand.info->map, operand.info->name, maps[i].map)))
      return error;
    values[i].map = &maps[i].map;
    kinds[i] = TILERY_KIND_MAP;
  }
  return Error::success();
}

Error Execution::call(runtime::Driver &driver, runtime::cu::Stream stream) {
  char text[4096];
  TileryCall call;
  tilery_rt_init_call(&call);
  call.numArgs = static_cast<int32_t>(values.size());
  call.args = values.data();
  call.kinds = kinds.data();
  call.stream = stream;
  call.driver = &driver;
  call.error = text;
  call.errorSize = sizeof(text);
  if (launcher(&call) == TILERY_OK)
    return Error::success();
  return createStringError(Twine(tilery_rt_status_text(call.status)) + ": " +
                           text);
}

Error Execution::launch(int64_t repeat, runtime::cu::Stream stream) {
  for (int64_t i = 0; i < repeat; ++i)
    if (Error error = call(device.driver(), stream))
      return error;
  return Error::success();
}

Error Execution::run(int64_t repeat) {
  if (Error error = launch(repeat, nullptr))
    return error;
  return toError(device.synchronize());
}

namespace {
/// Counts the launches of a call and repeats them without the launcher.
class HostTimer {
public:
  /// Microseconds of one of `calls` calls of `work`.
  template <typename Callable>
  static Expected<double> measure(int64_t calls, Callable work) {
    auto start = std::chrono::steady_clock::now();
    for (int64_t i = 0; i < calls; ++i)
      if (Error error = work())
        return error;
    std::chrono::duration<double, std::micro> spent =
        std::chrono::steady_clock::now() - start;
    return spent.count() / static_cast<double>(calls);
  }
};
} // namespace

Expected<Timings> Execution::time(int64_t repeat) {
  Timings timings;
  runtime::Driver &driver = device.driver();
  if (device.recorder())
    return timings;

  std::vector<double> milliseconds;
  for (int64_t i = 0; i < repeat; ++i) {
    Error failed = Error::success();
    double spent = 0;
    runtime::Status status = device.time(
        [&] {
          if (Error error = call(driver, nullptr)) {
            failed = joinErrors(std::move(failed), std::move(error));
            return runtime::Status(TILERY_LAUNCH_FAILED, "launch");
          }
          return runtime::Status();
        },
        nullptr, spent);
    if (failed)
      return std::move(failed);
    if (!status.ok())
      return toError(status);
    milliseconds.push_back(spent);
  }
  timings.device = spreadOf(std::move(milliseconds));

  // Interleaved rounds, each short of the driver's queue (1024 launches), so
  // that no call waits for the device.
  constexpr int rounds = 9;
  constexpr int64_t calls = 200;
  bare = std::make_unique<BareLaunch>(driver);
  if (Error error = call(*bare, nullptr))
    return std::move(error);
  std::vector<double> hostTimes, bareTimes;
  for (int round = 0; round < rounds; ++round) {
    Expected<double> host =
        HostTimer::measure(calls, [&] { return call(driver, nullptr); });
    if (!host)
      return host.takeError();
    if (Error error = toError(device.synchronize()))
      return std::move(error);
    Expected<double> again = HostTimer::measure(calls, [&] {
      return toError(device.check(bare->repeat(), "cuLaunchKernelEx"));
    });
    if (!again)
      return again.takeError();
    if (Error error = toError(device.synchronize()))
      return std::move(error);
    hostTimes.push_back(*host);
    bareTimes.push_back(*again);
  }
  timings.hostCall = spreadOf(std::move(hostTimes));
  if (bare->size() > 0)
    timings.bareLaunch = spreadOf(std::move(bareTimes));
  return timings;
}

Error Execution::download(const Options &options) {
  if (device.recorder())
    return Error::success();
  for (auto [i, operand] : enumerate(operands)) {
    const std::string &name = operand.info->name;
    bool wanted = operand.info->isWritten || options.outs.count(name) ||
                  options.expects.count(name);
    if (!operand.hasArray() || !wanted)
      continue;
    Array &array = operand.array;
    if (Error error =
            toError(buffers[i].copyTo(array.storage(), array.storageBytes())))
      return error;
  }
  return Error::success();
}
