// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A C program over emitted launchers: right calls, and calls with wrong
// operands, whose messages it prints.

#include "add_one.h"
#include "copy.h"
#include "gpu.h"

#include "tilery/Launcher/Abi.h"

#include <sys/wait.h>
#include <unistd.h>

enum { Capacity = 4096 };

static void printRefusal(const char *what, int status, const char *message) {
  if (status == 0) {
    fprintf(stderr, "error: %s was not refused\n", what);
    exit(1);
  }
  printf("-- %s: status %d\n%s\n", what, status, message);
}

static TileryTensor matrix(float *data, int64_t *shape) {
  TileryTensor tensor = {0};
  tensor.data = data;
  tensor.device.type = TILERY_DEVICE_CUDA;
  tensor.ndim = 2;
  tensor.dtype.code = TILERY_TYPE_FLOAT;
  tensor.dtype.bits = 32;
  tensor.dtype.lanes = 1;
  tensor.shape = shape;
  return tensor;
}

/// The entry takes DLPack's DLTensor, whose layout TileryTensor has.
static int call(const TileryTensor *in, const TileryTensor *out,
                char *message) {
  return add_one_launch_dlpack((const struct DLTensor *)in,
                               (const struct DLTensor *)out, NULL, message,
                               Capacity);
}

static void refuse(float *in, float *out) {
  char message[Capacity];
  int64_t right[] = {8, 32}, wrong[] = {8, 33}, huge[] = {8, INT64_MAX},
          deep[] = {1, 8, 32}, steps[] = {64, 1};
  TileryTensor a = matrix(in, right), b = matrix(out, right);
  TileryTensor bad = a;

  printRefusal("null", add_one_launch(NULL, out, NULL, message, Capacity),
               message);
  printRefusal("misaligned",
               add_one_launch(in + 1, out, NULL, message, Capacity), message);
  bad.shape = wrong;
  printRefusal("shape", call(&bad, &b, message), message);
  bad.shape = huge;
  printRefusal("extent", call(&bad, &b, message), message);
  bad = a;
  bad.shape = deep;
  bad.ndim = 3;
  printRefusal("rank", call(&bad, &b, message), message);
  bad = a;
  bad.dtype.bits = 16;
  printRefusal("type", call(&bad, &b, message), message);
  bad = a;
  bad.strides = steps;
  printRefusal("strides", call(&bad, &b, message), message);
  bad = a;
  bad.device.type = TILERY_DEVICE_CPU;
  printRefusal("device", call(&bad, &b, message), message);
  bad = a;
  bad.device.id = 63;
  printRefusal("ordinal", call(&bad, &b, message), message);
  bad = a;
  bad.shape = wrong;
  bad.dtype.code = TILERY_TYPE_INT;
  printRefusal("several", call(&bad, &bad, message), message);
  printRefusal("tensor", call(NULL, &b, message), message);
  // Without room for a text, the status alone tells.
  if (add_one_launch(NULL, out, NULL, NULL, 0) == 0)
    exit(1);
}

/// With TILERY_CHECK=full the driver is asked what lies at each address.
static void refuseMemory(const float *inside, float *out) {
  static float host[8 * 32];
  char message[Capacity];
  printRefusal("host memory",
               add_one_launch(host, out, NULL, message, Capacity), message);
  printRefusal("past the end",
               add_one_launch(inside, out, NULL, message, Capacity), message);
}

/// A child of a process that uses the GPU cannot: it is told so, and goes on.
static void refuseInChild(const float *in, float *out) {
  char message[Capacity];
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(10);
    printRefusal("fork", add_one_launch(in, out, NULL, message, Capacity),
                 message);
    fflush(stdout);
    _exit(0);
  }
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
    fprintf(stderr, "error: the child ended with %d\n", status);
    exit(1);
  }
}

int main(void) {
  Gpu gpu = gpuOpen();
  char message[Capacity] = "";
  const int64_t rows = 100, columns = 512;
  float *in = gpuFloats(&gpu, 8 * 32, 0);
  float *out = gpuFloats(&gpu, 8 * 32, -5);
  float *source = gpuFloats(&gpu, (size_t)(rows * columns), 3);
  float *target = gpuFloats(&gpu, (size_t)(rows * columns), 0);

  refuse(in, out);
  expectRight(gpuCountWrong(&gpu, out, 8 * 32, -5), "after refusals");
  expectSuccess(add_one_launch(in, out, NULL, message, Capacity), message);
  expectRight(gpuCountWrong(&gpu, out, 8 * 32, 1), "add_one");
  expectSuccess(copy_launch(source, rows, columns, columns, target, columns,
                            NULL, message, Capacity),
                message);
  expectRight(gpuCountWrong(&gpu, target, (size_t)(rows * columns), 3), "copy");
  // A later wrong call leaves the launcher as it was.
  refuse(in, out);
  expectSuccess(add_one_launch(out, out, NULL, message, Capacity), message);
  expectRight(gpuCountWrong(&gpu, out, 8 * 32, 2), "add_one again");
  if (getenv("TILERY_CHECK"))
    refuseMemory(source + rows * columns - 64, out);
  refuseInChild(in, out);
  expectSuccess(add_one_launch(out, out, NULL, message, Capacity), message);
  expectRight(gpuCountWrong(&gpu, out, 8 * 32, 3), "after a fork");
  return 0;
}
