/* Part of Tilery, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A program in C: compiles a module, asks about it, records a launch, runs it
   in the simulator, and prints the diagnostics of another one. */

#include "tilery-c/Compiler.h"
#include "tilery-c/Device.h"
#include "tilery-c/Explain.h"
#include "tilery-c/Runtime.h"
#include "tilery-c/Simulator.h"
#include "tilery-c/Support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 8, COLUMNS = 32 };

static void expect(int32_t status, const char *what) {
  if (status == TILERY_OK)
    return;
  printf("%s: %s: %s\n", what, tileryGetStatusText(status),
         tileryGetLastError());
  exit(1);
}

static TileryProgram *compile(const char *path, int32_t simulate) {
  TileryCompileOptions options;
  TileryProgram *program = NULL;
  tileryInitCompileOptions(&options, sizeof(options));
  options.simulate = simulate;
  expect(tileryCompileFile(path, &options, &program), "compile");
  return program;
}

static void describe(const TileryProgram *program) {
  const TileryEntry *const *entries = NULL;
  const TileryKernelInfo *const *kernels = NULL;
  const char *text = NULL;
  size_t size = 0;
  for (size_t i = 0; i < tileryProgramGetEntries(program, &entries); ++i)
    printf("entry %s\n", entries[i]->signature);
  for (size_t i = 0; i < tileryProgramGetKernels(program, &kernels); ++i)
    printf("kernel %s, %d threads, %d bytes\n", kernels[i]->name,
           (int)kernels[i]->block[0], (int)kernels[i]->staticShared);
  expect(tileryProgramGetStage(program, "ptx", &text, &size), "ptx");
  printf("ptx has its entry: %d\n", strstr(text, ".entry add_one") != NULL);
  expect(tileryProgramGetStage(program, "metadata", &text, NULL), "metadata");
  printf("metadata starts with %c\n", text[0]);
}

static void launch(const TileryProgram *program, TileryDeviceHandle *device) {
  static float in[ROWS][COLUMNS], out[ROWS][COLUMNS];
  int64_t shape[2] = {ROWS, COLUMNS};
  TileryDeviceInfo info = {.structSize = sizeof(info)};
  TileryBuffer *buffers[2] = {NULL, NULL};
  TileryTensor tensors[2];
  TileryValue values[2];
  TileryLaunch call = {.structSize = sizeof(call),
                       .args = values,
                       .numArgs = 2,
                       .device = device};
  int wrong = 0;
  for (int i = 0; i < ROWS * COLUMNS; ++i)
    in[i / COLUMNS][i % COLUMNS] = (float)i;
  expect(tileryDeviceGetInfo(device, &info), "info");
  for (int i = 0; i < 2; ++i) {
    expect(tileryDeviceAllocate(device, sizeof(in), &buffers[i]), "allocate");
    tensors[i] = (TileryTensor){.data = tileryBufferGetData(buffers[i]),
                                .device = {info.tensorDevice, info.ordinal},
                                .ndim = 2,
                                .dtype = {TILERY_TYPE_FLOAT, 32, 1},
                                .shape = shape};
    values[i].tensor = &tensors[i];
  }
  expect(tileryBufferWrite(buffers[0], 0, in, sizeof(in)), "write");
  expect(tileryLaunchEntry(program, 0, &call), "launch");
  expect(tileryDeviceSynchronize(device), "synchronize");
  expect(tileryBufferRead(buffers[1], 0, out, sizeof(out)), "read");
  for (int i = 0; i < ROWS * COLUMNS; ++i)
    wrong += out[i / COLUMNS][i % COLUMNS] != in[i / COLUMNS][i % COLUMNS] + 1;
  if (info.kind == TILERY_DEVICE_IS_SIMULATOR)
    printf("wrong elements: %d\n", wrong);
  for (int i = 0; i < 2; ++i)
    tileryBufferRelease(buffers[i]);
}

static TileryDeviceHandle *openDevice(const char *name) {
  TileryDeviceOptions options = {.structSize = sizeof(options), .name = name};
  TileryDeviceHandle *device = NULL;
  expect(tileryOpenDevice(&options, &device), "open");
  return device;
}

static void printDiagnostics(const char *path) {
  const TileryDiagnostic *const *diagnostics = NULL;
  TileryProgram *program = NULL;
  int32_t status = tileryCompileFile(path, NULL, &program);
  printf("%s\n", tileryGetStatusText(status));
  for (size_t i = 0; i < tileryProgramGetDiagnostics(program, &diagnostics);
       ++i) {
    const TileryDiagnostic *diagnostic = diagnostics[i];
    printf("%u:%u: severity %d: %s\n", (unsigned)diagnostic->line,
           (unsigned)diagnostic->column, (int)diagnostic->severity,
           diagnostic->text);
    for (uint32_t j = 0; j < diagnostic->numNotes; ++j)
      printf("note: %s\n", diagnostic->notes[j]->text);
    printf("%s", diagnostic->rendered);
  }
  tileryProgramRelease(program);
}

int main(int argc, char **argv) {
  TileryProgram *program;
  TileryDeviceHandle *device;
  TilerySimReport *report = NULL;
  char *text = NULL;
  if (argc != 3 || tileryGetApiVersion() != TILERY_C_VERSION)
    return 1;

  program = compile(argv[1], 0);
  describe(program);
  device = openDevice("record");
  launch(program, device);
  expect(tileryDeviceGetLog(device, &text), "log");
  printf("launch recorded: %d\n", strstr(text, "cuLaunchKernelEx") != NULL);
  tileryFreeText(text);
  tileryDeviceRelease(device);
  tileryProgramRelease(program);

  program = compile(argv[1], 1);
  device = openDevice("sim");
  launch(program, device);
  expect(tileryDeviceGetSimReport(device, &report), "report");
  printf("clean: %d, %d launch\n", (int)report->isClean, (int)report->launches);
  tileryFreeSimReport(report);
  tileryDeviceRelease(device);
  tileryProgramRelease(program);

  expect(tileryExplainError("V08", &text), "explain");
  printf("%.9s\n", text);
  tileryFreeText(text);
  printDiagnostics(argv[2]);
  return 0;
}
