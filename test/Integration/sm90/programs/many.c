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

int main(int argc, char **argv) {
  long launches = argc > 1 ? atol(argv[1]) : 1000000;
  Gpu gpu = gpuOpen();
  float *in = gpuFloats(&gpu, 8 * 32, 0), *out = gpuFloats(&gpu, 8 * 32, 0);
  size_t freeBefore = 0, freeAfter = 0, total = 0;
  launchMany(&gpu, in, out, 10000);
  GPU_CHECK(gpu.memoryInfo(&freeBefore, &total));
  long pages = residentPages();
  launchMany(&gpu, in, out, launches);
  long growth = (residentPages() - pages) * sysconf(_SC_PAGESIZE);
  GPU_CHECK(gpu.memoryInfo(&freeAfter, &total));
  printf(
      "%ld launches: the process grew by %ld bytes, the device's free memory "
      "shrank by %lld\n",
      launches, growth, (long long)freeBefore - (long long)freeAfter);
  expectRight(gpuCountWrong(&gpu, out, 8 * 32, 1), "many");
  // The allocator's and the driver's own slack, a millionth of a leak a launch.
  return growth > 262144 || freeAfter < freeBefore;
}
