// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launcher as the compiler emits it, over tables that a test can change:
// kernel add_one(A, B) loads A and stores B through one TensorMap each, both
// float32, [m, 32] with m symbolic.

#ifndef TILERY_TEST_LAUNCHER_ADDONELAUNCHER_H
#define TILERY_TEST_LAUNCHER_ADDONELAUNCHER_H

#include "tilery/Launcher/Abi.h"
#include "tilery/Launcher/Driver.h"

#include <string>
#include <vector>

namespace tilery {
namespace runtime {
namespace test {

/// A TileryTensor with its shape and strides.
struct Operand {
  Operand(uint64_t address, std::vector<int64_t> extents,
          TileryDataType dtype = {TILERY_TYPE_FLOAT, 32, 1})
      : shape(std::move(extents)) {
    tensor.data = reinterpret_cast<void *>(address);
    tensor.device = {TILERY_DEVICE_CUDA, 0};
    tensor.dtype = dtype;
  }
  const TileryTensor *get() {
    tensor.ndim = static_cast<int32_t>(shape.size());
    tensor.shape = shape.data();
    tensor.strides = strides.empty() ? nullptr : strides.data();
    return &tensor;
  }
  TileryTensor tensor = {};
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
};

struct AddOneLauncher {
  const char *argNames[2] = {"A", "B"};
  const char *symbolNames[1] = {"m"};
  TileryFunctionSpec function = {
      TILERY_ABI_VERSION,
      2,
      1,
      0,
      "add_one",
      "add_one(A: Tensor([m, 32], float32), B: Tensor([m, 32], float32))",
      argNames,
      symbolNames};

  int64_t shape[2] = {-1, 32};
  int64_t strides[2] = {-1, 1};
  int32_t symbols[2] = {0, -1};
  TileryTensorSpec tensor = {
      2, {TILERY_TYPE_FLOAT, 32, 1}, 0, 4, shape, strides, symbols, nullptr};

  TileryMapSpec load = {7, 2, {32, 8}, {1, 1}, 0, 0, 0, 0, TILERY_MAP_LOADED};
  TileryMapSpec store = {7, 2, {32, 8}, {1, 1}, 0, 0, 0, 0, TILERY_MAP_STORED};

  TileryOperand operands[2] = {{0, TILERY_OPERAND_READ, 0},
                               {1, TILERY_OPERAND_WRITTEN, 0}};
  TileryParam params[2] = {{TILERY_PARAM_MAP, 128}, {TILERY_PARAM_MAP, 128}};
  TileryKernelCache cache = {nullptr};
  std::string image = ".version 8.0\n.target sm_90a\n";
  TileryImage code = {image.c_str(),
                      image.size() + 1,
                      "sm_90a",
                      9,
                      0,
                      TILERY_TARGET_ARCH_SPECIFIC};
  TileryKernelSpec kernel = {"add_one", {256, 1, 1}, 1032,     1,      2,
                             2,         &code,       operands, params, &cache};
  TileryLaunchConfig config = {{0, 1, 1}, {1, 1, 1}, 0,
                               nullptr,   nullptr,   nullptr};

  AddOneLauncher() = default;
  AddOneLauncher(const AddOneLauncher &) = delete;
  ~AddOneLauncher() { tilery_rt_release_kernel(&kernel); }

  /// What the compiler emits. The configuration is the launch's own, as
  /// several threads may be in here.
  int32_t launch(TileryCall *call) const {
    TilerySymbol bound[1];
    tilery_rt_begin(call, &function, bound);
    tilery_rt_check_tensor(call, 0, &tensor);
    tilery_rt_check_tensor(call, 1, &tensor);
    if (tilery_rt_checked(call) != TILERY_OK)
      return call->status;
    TileryLaunchConfig launched = config;
    if (launched.grid[0] == 0)
      launched.grid[0] = (bound[0].value + 7) / 8;
    launched.stream = call->stream;
    alignas(64) TileryTensorMap maps[2];
    void *values[] = {&maps[0], &maps[1]};
    tilery_rt_prepare(call, &kernel, &launched);
    tilery_rt_encode_map(call, 0, &load, &maps[0]);
    tilery_rt_encode_map(call, 1, &store, &maps[1]);
    tilery_rt_launch(call, &kernel, &launched, values);
    return tilery_rt_end(call);
  }
};

/// A call over two operands, with room for its text.
struct Call : TileryCall {
  Call(Driver &to, Operand &a, Operand &b) {
    tilery_rt_init_call(this);
    values[0].tensor = a.get();
    values[1].tensor = b.get();
    args = values;
    numArgs = 2;
    driver = &to;
    error = text;
    errorSize = sizeof(text);
  }
  Call(const Call &) = delete;

  TileryValue values[2];
  char text[2048];
};

/// What became of a call.
struct Outcome {
  int32_t status;
  int32_t faults;
  std::string text;
};

inline Outcome run(const AddOneLauncher &launcher, Driver &driver, Operand &a,
                   Operand &b, void *stream = nullptr) {
  Call call(driver, a, b);
  call.stream = stream;
  int32_t status = launcher.launch(&call);
  return {status, call.numFaults, call.text};
}

} // namespace test
} // namespace runtime
} // namespace tilery

#endif // TILERY_TEST_LAUNCHER_ADDONELAUNCHER_H
