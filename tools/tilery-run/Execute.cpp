// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Execute.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

Spread tilery::run::spreadOf(std::vector<double> values) {
  llvm::sort(values);
  Spread spread;
  spread.count = static_cast<int64_t>(values.size());
  spread.median = values[values.size() / 2];
  spread.min = values.front();
  spread.max = values.back();
  return spread;
}

Execution::Execution(TileryDeviceHandle *device, Entry entry,
                     std::vector<Operand> &operands)
    : device(device), entry(entry), operands(operands),
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
    if (Error error = toError(tileryBufferWrite(
            buffers[i].get(), 0, array.storage(), array.storageBytes())))
      return error;
    TileryBufferUse use = {};
    use.structSize = sizeof(use);
    use.name = operand.info->name.c_str();
    // Poison stands for nothing.
    use.isUnwritten = operand.fill.kind == FillSpec::Poison;
    // What lies behind the tensor is there to see stray writes of a device.
    std::tie(use.first, use.bytes) = array.extent();
    use.isNarrowed = 1;
    if (Error error = toError(tileryBufferDescribe(buffers[i].get(), &use)))
      return error;
  }
  return Error::success();
}

Error Execution::poison() {
  for (BufferHandle &buffer : buffers)
    if (buffer)
      if (Error error = toError(tileryBufferFill(buffer.get(), poisonByte)))
        return error;
  return Error::success();
}

Error Execution::allocate() {
  TileryDeviceInfo info = infoOf(device);
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
    TileryBuffer *allocated = nullptr;
    if (Error error = toError(
            tileryDeviceAllocate(device, array.storageBytes(), &allocated)))
      return error;
    buffers[i].reset(allocated);
    if (operand.info->isWritten)
      operand.before.assign(array.storage(),
                            array.storage() + array.storageBytes());
    TileryTensor &tensor = tensors[i];
    tensor.data = tileryBufferGetData(allocated);
    tensor.device = {info.tensorDevice, info.ordinal};
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
    if (Error error = toError(
            tileryDeviceEncodeMap(device, &tensor, &*operand.info->map,
                                  operand.info->name.c_str(), &maps[i].map)))
      return error;
    values[i].map = &maps[i].map;
    kinds[i] = TILERY_KIND_MAP;
  }
  return Error::success();
}

TileryLaunch Execution::makeLaunch(void *stream) const {
  TileryLaunch launch = {};
  launch.structSize = sizeof(launch);
  launch.args = values.data();
  launch.kinds = kinds.data();
  launch.numArgs = static_cast<int32_t>(values.size());
  launch.stream = stream;
  launch.device = device;
  return launch;
}

/// Names what kind of failure it was, too.
static Error toLaunchError(int32_t status) {
  if (status == TILERY_OK)
    return Error::success();
  return createStringError(Twine(tileryGetStatusText(status)) + ": " +
                           tileryGetLastError());
}

Error Execution::call(void *stream) {
  TileryLaunch launch = makeLaunch(stream);
  return toLaunchError(tileryLaunchEntry(entry.program, entry.index, &launch));
}

Error Execution::launch(int64_t repeat, void *stream) {
  for (int64_t i = 0; i < repeat; ++i)
    if (Error error = call(stream))
      return error;
  return Error::success();
}

Error Execution::run(int64_t repeat) {
  if (Error error = launch(repeat, nullptr))
    return error;
  return toError(tileryDeviceSynchronize(device));
}

namespace {
/// One call of a launcher as work of the C API, which keeps the error.
class Work {
public:
  Work(Execution &execution, void *stream)
      : execution(execution), stream(stream) {}
  static int32_t run(void *user) {
    auto &work = *static_cast<Work *>(user);
    if (Error error = work.execution.launch(1, work.stream)) {
      work.failure = toString(std::move(error));
      return TILERY_LAUNCH_FAILED;
    }
    return TILERY_OK;
  }
  /// Of the function that was to do the work.
  Error finish(int32_t status) const {
    if (failure)
      return createStringError(Twine(*failure));
    return toError(status);
  }

private:
  Execution &execution;
  void *stream;
  std::optional<std::string> failure;
};
} // namespace

Expected<GraphHandle> Execution::capture(void *stream) {
  Work work(*this, stream);
  TileryGraph *graph = nullptr;
  int32_t status =
      tileryDeviceCapture(device, stream, Work::run, &work, &graph);
  GraphHandle handle(graph);
  if (Error error = work.finish(status))
    return std::move(error);
  return handle;
}

Expected<Timings> Execution::time(int64_t repeat) {
  Timings timings;
  if (isRecorder(device))
    return timings;

  std::vector<double> milliseconds;
  for (int64_t i = 0; i < repeat; ++i) {
    Work work(*this, nullptr);
    double spent = 0;
    if (Error error = work.finish(
            tileryDeviceTime(device, nullptr, Work::run, &work, &spent)))
      return std::move(error);
    milliseconds.push_back(spent);
  }
  timings.device = spreadOf(std::move(milliseconds));

  constexpr int32_t rounds = 9;
  std::vector<double> hostTimes(rounds), bareTimes(rounds);
  TileryLaunchCost cost = {};
  cost.structSize = sizeof(cost);
  cost.rounds = rounds;
  // Short of the driver's queue (1024 launches).
  cost.calls = 200;
  cost.host = hostTimes.data();
  cost.bare = bareTimes.data();
  TileryLaunch launch = makeLaunch(nullptr);
  if (Error error = toLaunchError(
          tileryMeasureLaunch(entry.program, entry.index, &launch, &cost)))
    return std::move(error);
  timings.hostCall = spreadOf(std::move(hostTimes));
  if (cost.launches > 0)
    timings.bareLaunch = spreadOf(std::move(bareTimes));
  return timings;
}

Error Execution::download(const Options &options) {
  if (isRecorder(device))
    return Error::success();
  for (auto [i, operand] : enumerate(operands)) {
    const std::string &name = operand.info->name;
    bool wanted = operand.info->isWritten || options.outs.count(name) ||
                  options.expects.count(name);
    if (!operand.hasArray() || !wanted)
      continue;
    Array &array = operand.array;
    if (Error error = toError(tileryBufferRead(
            buffers[i].get(), 0, array.storage(), array.storageBytes())))
      return error;
  }
  return Error::success();
}
