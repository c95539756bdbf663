// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Calls.h"

#include <algorithm>
#include <cstddef>

using namespace tilery;
using namespace tilery::capi;

/// Bytes of the struct in version 1.
static constexpr size_t firstSize = offsetof(TileryLaunch, device);

int32_t CheckedLaunch::fail(int32_t status, llvm::StringRef reason) const {
  copyText(reason, launch.error, launch.errorSize);
  return capi::fail(status, reason);
}

int32_t CheckedLaunch::read(const TileryProgram *program, size_t entry,
                            const TileryLaunch *given) {
  if (!program || !given)
    return failNull(program ? "a launch" : "a program");
  if (int32_t status = readStruct(given, "TileryLaunch", firstSize, launch))
    return status;
  if (!program->jit)
    return fail(TILERY_BAD_ARGUMENT,
                "expected a program that was compiled, got one with errors or "
                "one that was only read");
  if (program->launchers.empty())
    return fail(TILERY_BAD_ARGUMENT,
                "expected a program with an entry, got a module without "
                "launchers; write launch.func @NAME(%x: memref<...>) { "
                "launch.kernel @KERNEL grid [N] (%x) : memref<...> }");
  if (entry >= program->launchers.size())
    return fail(TILERY_BAD_ARGUMENT,
                "expected an entry below " +
                    std::to_string(program->launchers.size()) + ", got " +
                    std::to_string(entry));
  if (launch.numArgs < 0 || (launch.numArgs > 0 && !launch.args))
    return fail(TILERY_BAD_ARGUMENT,
                launch.args ? "expected 0 arguments or more, got " +
                                  std::to_string(launch.numArgs)
                            : "expected arguments, got null");
  launcher = program->launchers[entry];
  return TILERY_OK;
}

int32_t CheckedLaunch::checkKind(const TileryProgram &program,
                                 bool simulated) const {
  if (simulated == program.options.simulate)
    return TILERY_OK;
  return fail(TILERY_BAD_ARGUMENT,
              std::string("expected a program that was compiled for ") +
                  (simulated ? "the simulator" : "a GPU") + ", got one for " +
                  (simulated ? "a GPU" : "the simulator"));
}

int32_t tilery::capi::callLauncher(TileryLauncher launcher,
                                   const TileryLaunch &launch,
                                   runtime::Driver *driver) {
  LastError &last = getLastError();
  bool hasPlace = launch.error && launch.errorSize > 0;
  TileryCall call;
  tilery_rt_init_call(&call);
  call.numArgs = launch.numArgs;
  call.args = launch.args;
  call.kinds = launch.kinds;
  call.stream = launch.stream;
  call.driver = driver;
  call.error = hasPlace ? launch.error : last.text;
  call.errorSize = hasPlace ? launch.errorSize : sizeof(last.text);
  int32_t status = launcher(&call);
  if (status != TILERY_OK && hasPlace)
    copyText(launch.error, last.text, sizeof(last.text));
  return status;
}

/// Bytes from the first to the last element; 0 where there is none, or where
/// the shape is not one of memory.
static uint64_t countBytes(const TileryTensor &tensor) {
  int64_t last = 0, compact = 1;
  if (tensor.ndim < 0 || (tensor.ndim > 0 && !tensor.shape))
    return 0;
  for (int32_t dim = tensor.ndim; dim-- > 0;) {
    int64_t extent = tensor.shape[dim], step;
    if (extent <= 0)
      return 0;
    int64_t stride = tensor.strides ? tensor.strides[dim] : compact;
    if (stride < 0 || __builtin_mul_overflow(extent - 1, stride, &step) ||
        __builtin_add_overflow(last, step, &last) ||
        __builtin_mul_overflow(compact, extent, &compact))
      return 0;
  }
  int64_t bits = int64_t(tensor.dtype.bits) * tensor.dtype.lanes, bytes;
  if (__builtin_add_overflow(last, int64_t(1), &last) ||
      __builtin_mul_overflow(last, bits, &bytes))
    return 0;
  return static_cast<uint64_t>(bytes / 8 + (bytes % 8 != 0));
}

/// Arguments may share memory: what overlaps or touches is one piece.
static void mergeOverlaps(std::vector<DeviceArguments::Memory> &memory) {
  std::sort(memory.begin(), memory.end(),
            [](const auto &a, const auto &b) { return a.begin < b.begin; });
  size_t kept = 0;
  for (size_t i = 1; i < memory.size(); ++i) {
    if (memory[i].begin < memory[kept].end) {
      memory[kept].end = std::max(memory[kept].end, memory[i].end);
      memory[kept].name += ", " + memory[i].name;
    } else {
      memory[++kept] = memory[i];
    }
  }
  if (!memory.empty())
    memory.resize(kept + 1);
}

DeviceArguments::DeviceArguments(const TileryProgram &program, size_t entry,
                                 const TileryLaunch &given)
    : launch(given), values(given.args, given.args + given.numArgs) {
  const TileryEntry &described = program.tables.entries[entry];
  tensors.reserve(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    // Without kinds, arguments are what the parameters say; surplus ones are
    // refused by their number.
    bool isKnown = i < static_cast<size_t>(described.numParameters);
    if (given.kinds
            ? given.kinds[i] != TILERY_KIND_TENSOR
            : !isKnown || described.parameters[i]->kind != TILERY_KIND_TENSOR)
      continue;
    // The launcher refuses it.
    if (!values[i].tensor)
      continue;
    TileryTensor &tensor = tensors.emplace_back(*values[i].tensor);
    values[i].tensor = &tensor;
    if (tensor.device.type != TILERY_DEVICE_CPU)
      continue;
    tensor.device = {TILERY_DEVICE_CUDA, 0};
    uint64_t begin =
        reinterpret_cast<uint64_t>(tensor.data) + tensor.byte_offset;
    if (uint64_t bytes = tensor.data ? countBytes(tensor) : 0)
      memory.push_back(
          {begin, begin + bytes,
           isKnown ? described.parameters[i]->name : std::to_string(i)});
  }
  launch.args = values.data();
  mergeOverlaps(memory);
}
