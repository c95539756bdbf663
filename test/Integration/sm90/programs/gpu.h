// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The few driver calls that a program makes beside its launches, for C and C++,
// by dlopen: neither CUDA's headers nor its libraries are needed.

#ifndef TILERY_TEST_PROGRAMS_GPU_H
#define TILERY_TEST_PROGRAMS_GPU_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long GpuAddress;

/// CUlaunchConfig (CUDA driver API).
typedef struct GpuLaunchConfig {
  unsigned int grid[3], block[3], sharedBytes;
  void *stream, *attributes;
  unsigned int numAttributes;
} GpuLaunchConfig;

typedef struct Gpu {
  int (*init)(unsigned int);
  int (*retainContext)(void **, int);
  int (*createContext)(void **, unsigned int, int);
  int (*destroyContext)(void *);
  int (*setContext)(void *);
  int (*synchronize)(void);
  int (*allocate)(GpuAddress *, size_t);
  int (*release)(GpuAddress);
  int (*upload)(GpuAddress, const void *, size_t);
  int (*download)(void *, GpuAddress, size_t);
  int (*memoryInfo)(size_t *, size_t *);
  int (*createStream)(void **, unsigned int);
  int (*synchronizeStream)(void *);
  int (*beginCapture)(void *, int);
  int (*endCapture)(void *, void **);
  int (*instantiate)(void **, void *, unsigned long long);
  int (*launchGraph)(void *, void *);
  int (*loadModule)(void **, const void *);
  int (*getFunction)(void **, void *, const char *);
  int (*launch)(const GpuLaunchConfig *, void *, void **, void **);
} Gpu;

/// Ends the program where a call of the driver fails.
#define GPU_CHECK(call) gpuCheck((call), #call)

static inline void gpuCheck(int result, const char *call) {
  if (result == 0)
    return;
  fprintf(stderr, "error: %s: CUDA error %d\n", call, result);
  exit(1);
}

/// Whether the driver is one for tests, which runs no kernel.
static inline int gpuIsPlayed(void) {
  return getenv("TILERY_FAKE_CUDA_LOG") != NULL;
}

/// A driver for tests lacks some functions.
static inline void *gpuSymbol(void *library, const char *name) {
  void *symbol = library ? dlsym(library, name) : NULL;
  if (!symbol && !gpuIsPlayed()) {
    fprintf(stderr, "error: libcuda.so.1 has no %s\n", name);
    exit(1);
  }
  return symbol;
}

/// Opens the driver and makes the primary context of device 0 current.
static inline Gpu gpuOpen(void) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  Gpu gpu;
  void *context = NULL;
  const struct {
    void *function;
    const char *name;
  } wanted[] = {
      {&gpu.init, "cuInit"},
      {&gpu.retainContext, "cuDevicePrimaryCtxRetain"},
      {&gpu.createContext, "cuCtxCreate_v2"},
      {&gpu.destroyContext, "cuCtxDestroy_v2"},
      {&gpu.setContext, "cuCtxSetCurrent"},
      {&gpu.synchronize, "cuCtxSynchronize"},
      {&gpu.allocate, "cuMemAlloc_v2"},
      {&gpu.release, "cuMemFree_v2"},
      {&gpu.upload, "cuMemcpyHtoD_v2"},
      {&gpu.download, "cuMemcpyDtoH_v2"},
      {&gpu.memoryInfo, "cuMemGetInfo_v2"},
      {&gpu.createStream, "cuStreamCreate"},
      {&gpu.synchronizeStream, "cuStreamSynchronize"},
      {&gpu.beginCapture, "cuStreamBeginCapture_v2"},
      {&gpu.endCapture, "cuStreamEndCapture"},
      {&gpu.instantiate, "cuGraphInstantiateWithFlags"},
      {&gpu.launchGraph, "cuGraphLaunch"},
      {&gpu.loadModule, "cuModuleLoadData"},
      {&gpu.getFunction, "cuModuleGetFunction"},
      {&gpu.launch, "cuLaunchKernelEx"},
  };
  for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); ++i) {
    void *symbol = gpuSymbol(library, wanted[i].name);
    memcpy(wanted[i].function, &symbol, sizeof(symbol));
  }
  GPU_CHECK(gpu.init(0));
  GPU_CHECK(gpu.retainContext(&context, 0));
  GPU_CHECK(gpu.setContext(context));
  return gpu;
}

/// Device memory of `count` floats, filled with `first`, `first` + 1, ...
static inline float *gpuFloats(const Gpu *gpu, size_t count, float first) {
  GpuAddress address = 0;
  float *host = (float *)malloc(count * sizeof(float));
  for (size_t i = 0; host && i < count; ++i)
    host[i] = first + (float)i;
  GPU_CHECK(gpu->allocate(&address, count * sizeof(float)));
  GPU_CHECK(gpu->upload(address, host, count * sizeof(float)));
  free(host);
  return (float *)(uintptr_t)address;
}

/// Waits for the device, and counts the floats that are not `first` + i; none
/// where no kernel runs.
static inline size_t gpuCountWrong(const Gpu *gpu, const float *values,
                                   size_t count, float first) {
  size_t wrong = 0;
  float *host = (float *)malloc(count * sizeof(float));
  GPU_CHECK(gpu->synchronize());
  GPU_CHECK(gpu->download(host, (GpuAddress)(uintptr_t)values,
                          count * sizeof(float)));
  for (size_t i = 0; i < count; ++i)
    wrong += host[i] != first + (float)i;
  free(host);
  return gpuIsPlayed() ? 0 : wrong;
}

/// Ends the program where a launch has failed or has left wrong values.
static inline void expectSuccess(int status, const char *message) {
  if (status == 0)
    return;
  fprintf(stderr, "error: status %d: %s\n", status, message);
  exit(1);
}

static inline void expectRight(size_t wrong, const char *what) {
  if (wrong) {
    fprintf(stderr, "error: %s: %zu values are wrong\n", what, wrong);
    exit(1);
  }
  printf("%s: right\n", what);
}

#endif // TILERY_TEST_PROGRAMS_GPU_H
