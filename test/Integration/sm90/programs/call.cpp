// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A C++ program over emitted launchers: the overloads, two threads that make
// the first launch at once, two contexts, and a first launch that is captured.

#include "add_one.h"
#include "copy.h"
#include "gpu.h"
#include "round_trip.h"

#include <thread>
#include <vector>

namespace {

constexpr size_t capacity = 4096;

/// A launch through `add_one`'s overload.
void addOne(float *in, float *out) {
  char message[capacity] = "";
  tilery::Tensor<const float, 2> source = {in, {8, 32}, {32, 1}};
  tilery::Tensor<float, 2> target = {out, {8, 32}, {32, 1}};
  expectSuccess(add_one_launch(source, target, nullptr, message, capacity),
                message);
}

void runOverloads(const Gpu &gpu) {
  float *in = gpuFloats(&gpu, 8 * 32, 0), *out = gpuFloats(&gpu, 8 * 32, 0);
  addOne(in, out);
  expectRight(gpuCountWrong(&gpu, out, 8 * 32, 1), "overload");

  // The strides are the caller's: rows that are 64 floats apart are refused.
  char message[capacity] = "";
  tilery::Tensor<const float, 2> spread = {in, {8, 32}, {64, 1}};
  tilery::Tensor<float, 2> target = {out, {8, 32}, {32, 1}};
  if (add_one_launch(spread, target, nullptr, message, capacity) == 0)
    exit(1);
  printf("-- strides\n%s\n", message);
}

/// All threads make the first launch of the kernel at once.
void runThreads(const Gpu &gpu, unsigned count) {
  std::vector<std::thread> threads;
  std::vector<float *> outputs(count);
  float *in = gpuFloats(&gpu, 256 * 256, 0);
  for (float *&out : outputs)
    out = gpuFloats(&gpu, 256 * 256, 0);
  for (float *out : outputs)
    threads.emplace_back([in, out] {
      char message[capacity] = "";
      for (int i = 0; i < 100; ++i)
        expectSuccess(round_trip_launch(in, out, nullptr, message, capacity),
                      message);
    });
  for (std::thread &thread : threads)
    thread.join();
  size_t wrong = 0;
  for (float *out : outputs)
    wrong += gpuCountWrong(&gpu, out, 256 * 256, 1);
  expectRight(wrong, "threads");
}

/// The same launcher in contexts of its caller's, the first one gone before the
/// second comes.
void runContexts(const Gpu &gpu) {
  for (int round = 0; gpu.createContext && round < 3; ++round) {
    void *context = nullptr;
    GPU_CHECK(gpu.createContext(&context, 0, 0));
    float *in = gpuFloats(&gpu, 8 * 32, 7), *out = gpuFloats(&gpu, 8 * 32, 0);
    addOne(in, out);
    expectRight(gpuCountWrong(&gpu, out, 8 * 32, 8), "context");
    GPU_CHECK(gpu.destroyContext(context));
  }
}

/// The first launch of `copy` in the process is captured; its replay runs.
void runCapture(const Gpu &gpu) {
  constexpr int64_t rows = 64, columns = 256;
  constexpr size_t count = rows * columns;
  float *in = gpuFloats(&gpu, count, 5), *out = gpuFloats(&gpu, count, 0);
  void *stream = nullptr, *graph = nullptr, *executable = nullptr;
  char message[capacity] = "";
  GPU_CHECK(gpu.createStream(&stream, 1)); // CU_STREAM_NON_BLOCKING
  GPU_CHECK(gpu.beginCapture(stream, 0));  // CU_STREAM_CAPTURE_MODE_GLOBAL
  expectSuccess(copy_launch(in, rows, columns, columns, out, columns,
                            static_cast<CUstream_st *>(stream), message,
                            capacity),
                message);
  GPU_CHECK(gpu.endCapture(stream, &graph));
  GPU_CHECK(gpu.instantiate(&executable, graph, 0));
  GPU_CHECK(gpu.launchGraph(executable, stream));
  GPU_CHECK(gpu.synchronizeStream(stream));
  expectRight(gpuCountWrong(&gpu, out, count, 5), "capture");
}

} // namespace

int main() {
  Gpu gpu = gpuOpen();
  runCapture(gpu);
  runThreads(gpu, 2);
  runOverloads(gpu);
  runContexts(gpu);
  return 0;
}
