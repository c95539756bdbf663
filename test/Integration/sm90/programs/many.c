// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Many launches leave no memory behind, of the host's or of the device's.

#include "add_one.h"
#include "gpu.h"

#include <unistd.h>

static long residentPages(void) {
  long size = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &size, &resident) != 2)
    exit(1);
  fclose(file);
  return resident;
}

static void launchMany(const Gpu *gpu, float *in, float *out, long count) {
  char message[1024] = "";
  for (long i = 0; i < count; ++i) {
    expectSuccess(add_one_launch(in, out, NULL, message, sizeof(message)),
                  message);
    // Every so often a call that is refused.
    if (i % 64 == 0 &&
        add_one_launch(in + 1, out, NULL, message, sizeof(message)) == 0)
      exit(1);
    if (i % 512 == 0)
      GPU_CHECK(gpu->synchronize());
  }
  GPU_CHECK(gpu->synchronize());
}

/// Launches in windows. Other processes' memory comes and goes meanwhile; a
/// leak takes from the device's free memory in each of them.
int main(int argc, char **argv) {
  enum { Windows = 8 };
  long launches = argc > 1 ? atol(argv[1]) : 1000000;
  Gpu gpu = gpuOpen();
  float *in = gpuFloats(&gpu, 8 * 32, 0), *out = gpuFloats(&gpu, 8 * 32, 0);
  size_t before = 0, after = 0, total = 0;
  int shrunk = 0;
  launchMany(&gpu, in, out, 10000);
  long pages = residentPages();
  for (int window = 0; window < Windows; ++window) {
    GPU_CHECK(gpu.memoryInfo(&before, &total));
    launchMany(&gpu, in, out, launches / Windows);
    GPU_CHECK(gpu.memoryInfo(&after, &total));
    shrunk += after < before;
  }
  long growth = (residentPages() - pages) * sysconf(_SC_PAGESIZE);
  printf(
      "%ld launches: the process grew by %ld bytes, the device's free memory "
      "shrank in %d of %d windows\n",
      launches, growth, shrunk, (int)Windows);
  expectRight(gpuCountWrong(&gpu, out, 8 * 32, 1), "many");
  // 256 KiB are the allocator's and the driver's own slack: a quarter of a byte
  // a launch.
  return growth > 262144 || shrunk == Windows;
}
