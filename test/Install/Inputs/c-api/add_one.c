/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* usage: add_one FILE: simulates the launcher of examples/add_one.mlir. */

#include "tilery-c/Compiler.h"
#include "tilery-c/Runtime.h"

#include <stdio.h>

int main(int argc, char **argv) {
  float in[8][32], out[8][32] = {{0}};
  int64_t shape[] = {8, 32};
  TileryTensor tensors[2] = {{0}};
  TileryValue args[2];
  void *data[] = {in, out};
  for (int i = 0; i < 2; ++i) {
    tensors[i].data = data[i];
    tensors[i].device.type = TILERY_DEVICE_CPU;
    tensors[i].ndim = 2;
    tensors[i].dtype.code = TILERY_TYPE_FLOAT;
    tensors[i].dtype.bits = 32;
    tensors[i].dtype.lanes = 1;
    tensors[i].shape = shape;
    args[i].tensor = &tensors[i];
  }
  for (int i = 0; i < 256; ++i)
    in[i / 32][i % 32] = (float)i;

  TileryCompileOptions options;
  tileryInitCompileOptions(&options, sizeof(options));
  options.simulate = 1;
  TileryProgram *program = NULL;
  TilerySimReport *report = NULL;
  TileryLaunch launch = {0};
  launch.structSize = sizeof(launch);
  launch.args = args;
  launch.numArgs = 2;
  if (argc != 2 ||
      tileryCompileFile(argv[1], &options, &program) != TILERY_OK ||
      tilerySimulateEntry(program, 0, &launch, NULL, &report) != TILERY_OK) {
    fprintf(stderr, "%s\n", tileryGetLastError());
    return 1;
  }
  int wrong = 0;
  for (int i = 0; i < 256; ++i)
    wrong += out[i / 32][i % 32] != (float)i + 1;
  printf("%s: %llu copies, %d wrong\n", tileryGetVersion(),
         (unsigned long long)report->transfers, wrong);
  tileryFreeSimReport(report);
  tileryProgramRelease(program);
  return wrong;
}
