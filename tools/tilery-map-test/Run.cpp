// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Run.h"

#include "Model.h"

#include <cstdio>

using namespace tilery;
using namespace tilery::maptest;

static Outcome makeOutcome(const Case &c, Result result,
                           std::string detail = "", uint64_t hash = 0) {
  Outcome outcome;
  outcome.index = c.index;
  outcome.result = result;
  outcome.detail = std::move(detail);
  outcome.hash = hash;
  return outcome;
}

Outcome maptest::runModel(const Case &c) {
  Memory memory = makeMemory(c);
  tensormap::ImageStatus status = applyModel(c, memory);
  if (status != tensormap::ImageStatus::Ok)
    return makeOutcome(c, Result::ModelRefuses, tensormap::describe(status));
  return makeOutcome(c, Result::Modelled, "", hashOfBytes(memory.result(c)));
}

std::string maptest::describeDifferences(const Case &c,
                                         const std::vector<uint8_t> &before,
                                         const std::vector<uint8_t> &expected,
                                         const std::vector<uint8_t> &got) {
  constexpr int shown = 8;
  int64_t count = 0;
  std::string text;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] == got[i] || ++count > shown)
      continue;
    char line[96];
    std::snprintf(line, sizeof(line),
                  "\nbyte %zu: expected 0x%02x, got 0x%02x, before 0x%02x: ", i,
                  expected[i], got[i], before[i]);
    text += line + describeByte(c, static_cast<int64_t>(i));
  }
  if (count == 0)
    return "";
  return std::to_string(count) + " of " + std::to_string(expected.size()) +
         " bytes differ" + text;
}

Runner::Runner(std::unique_ptr<runtime::Device> opened)
    : device(std::move(opened)), probe(device->driver()) {}

namespace {
/// The arguments of a case's launcher.
class Arguments {
public:
  Arguments(const Case &c, const runtime::Device &device,
            const runtime::Buffer &tensorMemory,
            const runtime::Buffer &bufferMemory)
      : shape(tensorShape(c)), bufferExtent(c.bufferBytes) {
    TileryDevice where = {device.driver().deviceType(), device.ordinal()};
    tensor.data = tensorMemory.data();
    tensor.device = where;
    tensor.ndim = static_cast<int32_t>(shape.extents.size());
    tensor.dtype = c.element->abi;
    tensor.shape = shape.extents.data();
    tensor.strides = shape.strides.data();
    tensor.byte_offset = static_cast<uint64_t>(c.tensorOffset);
    buffer.data = bufferMemory.data();
    buffer.device = where;
    buffer.ndim = 1;
    buffer.dtype = {TILERY_TYPE_INT, 8, 1};
    buffer.shape = &bufferExtent;
    buffer.strides = nullptr;
    buffer.byte_offset = 0;
    addTensor(tensor);
    addTensor(buffer);
    for (int i = c.params.rank; i-- > 0;)
      if (!c.constantCoords[i]) {
        values.emplace_back().i = c.coords[i];
        kinds.push_back(TILERY_KIND_INT);
      }
  }
  Arguments(const Arguments &) = delete;
  Arguments &operator=(const Arguments &) = delete;

  /// Calls the launcher; the error's text where it fails.
  std::string call(TileryLauncher launcher, runtime::Driver &driver) {
    char text[4096] = "";
    TileryCall call;
    tilery_rt_init_call(&call);
    call.numArgs = static_cast<int32_t>(values.size());
    call.args = values.data();
    call.kinds = kinds.data();
    call.driver = &driver;
    call.error = text;
    call.errorSize = sizeof(text);
    if (launcher(&call) == TILERY_OK)
      return "";
    return std::string(tilery_rt_status_text(call.status)) + ": " + text;
  }

private:
  void addTensor(const TileryTensor &value) {
    values.emplace_back().tensor = &value;
    kinds.push_back(TILERY_KIND_TENSOR);
  }

  TensorShape shape;
  int64_t bufferExtent;
  TileryTensor tensor, buffer;
  std::vector<TileryValue> values;
  std::vector<uint8_t> kinds;
};
} // namespace

Outcome Runner::run(const Case &c, TileryLauncher launcher) {
  Memory before = makeMemory(c), expected = before;
  tensormap::ImageStatus modelled = applyModel(c, expected);
  if (modelled != tensormap::ImageStatus::Ok)
    return makeOutcome(c, Result::ModelRefuses, tensormap::describe(modelled));

  runtime::Buffer tensor, buffer;
  auto upload = [&](const std::vector<uint8_t> &bytes, runtime::Buffer &to) {
    runtime::Status status = device->allocate(bytes.size(), to);
    return status.ok() ? to.copyFrom(bytes.data(), bytes.size()) : status;
  };
  runtime::Status status = upload(before.tensor, tensor);
  if (status.ok())
    status = upload(before.buffer, buffer);
  if (!status.ok())
    return makeOutcome(c, Result::DeviceFault, status.message());

  probe.reset();
  std::string refused =
      Arguments(c, *device, tensor, buffer).call(launcher, probe);
  if (!refused.empty())
    return makeOutcome(c, Result::LaunchFailed, refused);
  std::string difference = probe.compare(encodedParams(c, tensor.address()));
  if (!difference.empty())
    return makeOutcome(c, Result::MapDiffers, difference);
  status = device->synchronize();
  if (runtime::SimDriver *simulator = device->simulator()) {
    runtime::SimResults results = simulator->takeResults();
    if (!results.isClean())
      return makeOutcome(c, Result::DeviceFault,
                         sim::render(results.findings.front()));
  }
  if (!status.ok())
    return makeOutcome(c, Result::DeviceFault, status.message());
  if (device->recorder()) {
    device->recorder()->clearLog();
    return makeOutcome(c, Result::Recorded, "",
                       hashOfBytes(expected.result(c)));
  }

  std::vector<uint8_t> got(expected.result(c).size());
  status = (c.isLoad() ? buffer : tensor).copyTo(got.data(), got.size());
  if (!status.ok())
    return makeOutcome(c, Result::DeviceFault, status.message());
  std::string detail =
      describeDifferences(c, before.result(c), expected.result(c), got);
  return makeOutcome(c, detail.empty() ? Result::Equal : Result::Differs,
                     detail, hashOfBytes(got));
}
