// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Host time of an emitted launcher against cuLaunchKernelEx with the arguments
// of the same launch made beforehand, in turns: prints JSON.
//
//   cost FILE.ptx [ROUNDS]

#include "add_one.h"
#include "gpu.h"

#include <time.h>

/// A round is short of the driver's queue, which holds 1,024 launches.
enum { Calls = 200, MostRounds = 1000 };

static double microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static char *readText(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = file ? (char *)calloc(1 << 20, 1) : NULL;
  if (!text || fread(text, 1, (1 << 20) - 1, file) == 0)
    exit(1);
  fclose(file);
  return text;
}

/// CUtensorMap of a compact 8 x 32 matrix of floats, box of all of it.
static void encode(uint64_t *map, float *data) {
  typedef int (*Encode)(void *, int, unsigned, void *, const uint64_t *,
                        const uint64_t *, const uint32_t *, const uint32_t *,
                        int, int, int, int);
  uint64_t dims[] = {32, 8}, strides[] = {128};
  uint32_t box[] = {32, 8}, steps[] = {1, 1};
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  void *symbol = gpuSymbol(library, "cuTensorMapEncodeTiled");
  Encode function;
  memcpy(&function, &symbol, sizeof(symbol));
  // CU_TENSOR_MAP_DATA_TYPE_FLOAT32; no interleave, swizzle, promotion or fill.
  GPU_CHECK(function(map, 7, 2, data, dims, strides, box, steps, 0, 0, 0, 0));
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int rounds = argc > 2 ? atoi(argv[2]) : 101;
  if (rounds < 1 || rounds > MostRounds)
    return 2;
  Gpu gpu = gpuOpen();
  float *in = gpuFloats(&gpu, 8 * 32, 0), *out = gpuFloats(&gpu, 8 * 32, 0);
  float *bareOut = gpuFloats(&gpu, 8 * 32, 0);
  char message[1024] = "";
  void *module = NULL, *function = NULL;
  char *ptx = readText(argv[1]);
  GPU_CHECK(gpu.loadModule(&module, ptx));
  GPU_CHECK(gpu.getFunction(&function, module, "add_one"));
  _Alignas(64) uint64_t inMap[16], outMap[16];
  encode(inMap, in);
  encode(outMap, bareOut);
  void *params[] = {inMap, outMap};
  GpuLaunchConfig config = {{1, 1, 1}, {32, 1, 1}, 0, NULL, NULL, 0};

  printf("{\"calls\": %d, \"rounds\": [", (int)Calls);
  for (int round = -1; round < rounds; ++round) {
    double start = microseconds();
    for (int i = 0; i < Calls; ++i)
      expectSuccess(add_one_launch(in, out, NULL, message, sizeof(message)),
                    message);
    double call = microseconds() - start;
    GPU_CHECK(gpu.synchronize());
    start = microseconds();
    for (int i = 0; i < Calls; ++i)
      GPU_CHECK(gpu.launch(&config, function, params, NULL));
    double bare = microseconds() - start;
    GPU_CHECK(gpu.synchronize());
    // The first round loads and warms up.
    if (round >= 0)
      printf("%s[%.4f, %.4f]", round ? ", " : "", call / Calls, bare / Calls);
  }
  printf("]}\n");
  size_t wrong = gpuCountWrong(&gpu, out, 8 * 32, 1) +
                 gpuCountWrong(&gpu, bareOut, 8 * 32, 1);
  free(ptx);
  return wrong != 0;
}
