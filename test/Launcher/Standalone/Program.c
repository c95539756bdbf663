// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// standalone-program COMMAND: launches add_one on the machine's driver, and
// prints each call's status and text. Its memory comes from the driver.

#include "AddOne.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { Rows = 64, Bytes = Rows * 32 * 4 };

/// A driver's function.
static void *find(const char *name) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  return library ? dlsym(library, name) : NULL;
}

/// Device memory, or an address where there is no driver.
static void *allocate(size_t bytes) {
  int (*memAlloc)(uint64_t *, size_t);
  int (*init)(unsigned);
  *(void **)&memAlloc = find("cuMemAlloc_v2");
  *(void **)&init = find("cuInit");
  uint64_t pointer = 0;
  if (!memAlloc || !init || init(0) != 0 || memAlloc(&pointer, bytes) != 0)
    return (void *)0x7f0000000000;
  return (void *)pointer;
}

typedef struct {
  void *a, *b;
  TileryDataType type;
  int64_t rows;
  int32_t device;
} Operands;

static int32_t callLauncher(Operands operands, char *message, size_t capacity) {
  int64_t shape[2] = {operands.rows, 32};
  TileryTensor a = {operands.a, {TILERY_DEVICE_CUDA, operands.device},
                    2,          operands.type,
                    shape,      NULL,
                    0};
  TileryTensor b = a;
  b.data = operands.b;
  TileryValue args[2];
  args[0].tensor = &a;
  args[1].tensor = &b;
  return tilery_rt_call(add_one_launch, args, NULL, 2, NULL, message, capacity);
}

/// Launches once and prints what came of it.
static int32_t launch(Operands operands) {
  char message[4096];
  int32_t status = callLauncher(operands, message, sizeof(message));
  printf("%s: %s\n", tilery_rt_status_text(status), message);
  fflush(stdout);
  return status;
}

static Operands makeOperands(void) {
  Operands operands = {NULL, NULL, {TILERY_TYPE_FLOAT, 32, 1}, Rows, 0};
  operands.a = (void *)0x7f0000000000;
  operands.b = (void *)0x7f0000100000;
  return operands;
}

static int runChild(void) {
  pid_t child = fork();
  if (child == 0) {
    // A child that waits for a lock of the other process would never end.
    alarm(30);
    printf("child: ");
    launch(makeOperands());
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    printf("child: signal %d\n", WTERMSIG(status));
  return status;
}

enum { Threads = 8, Launches = 1000 };

static void *launchOften(void *unused) {
  (void)unused;
  intptr_t failures = 0;
  for (int i = 0; i < Launches; ++i)
    failures += callLauncher(makeOperands(), NULL, 0) != TILERY_OK;
  return (void *)failures;
}

static intptr_t runThreads(void) {
  pthread_t threads[Threads];
  intptr_t failures = 0;
  for (int i = 0; i < Threads; ++i)
    pthread_create(&threads[i], NULL, launchOften, NULL);
  for (int i = 0; i < Threads; ++i) {
    void *result = NULL;
    pthread_join(threads[i], &result);
    failures += (intptr_t)result;
  }
  return failures;
}

static void *launchOnce(void *unused) {
  (void)unused;
  launch(makeOperands());
  return NULL;
}

int main(int argc, char **argv) {
  const char *command = argc > 1 ? argv[1] : "";
  Operands operands = makeOperands();
  if (strcmp(command, "launch") == 0)
    return launch(operands);
  if (strcmp(command, "twice") == 0) {
    launch(operands);
    return launch(operands);
  }
  if (strcmp(command, "wrong") == 0) {
    operands.type = (TileryDataType){TILERY_TYPE_INT, 16, 1};
    operands.b = (char *)operands.b + 4;
    return launch(operands);
  }
  if (strcmp(command, "driver") == 0) {
    TileryValue args[2] = {{0}, {0}};
    char message[256];
    TileryCall call;
    tilery_rt_init_call(&call);
    call.args = args;
    call.numArgs = 2;
    call.driver = args;
    call.error = message;
    call.errorSize = sizeof(message);
    int32_t status = add_one_launch(&call);
    printf("%s: %s\n", tilery_rt_status_text(status), message);
    return 0;
  }
  if (strcmp(command, "threads") == 0) {
    printf("%d failures\n", (int)runThreads());
    tilery_rt_release_kernel(&add_one_kernel);
    return launch(operands);
  }
  if (strcmp(command, "fork-before") == 0) {
    runChild();
    return launch(operands);
  }
  if (strcmp(command, "fork-after") == 0) {
    launch(operands);
    runChild();
    return launch(operands);
  }
  if (strcmp(command, "fork-during") == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, launchOnce, NULL);
    usleep(300000);
    runChild();
    pthread_join(thread, NULL);
    return 0;
  }
  if (strcmp(command, "memory") == 0) {
    // A first launch makes a context current for the allocations.
    operands.a = allocate(Bytes);
    operands.b = allocate(Bytes);
    launch(operands);
    operands.b = allocate(Bytes - 1);
    launch(operands);
    operands.a = malloc(Bytes + 64);
    launch(operands);
    free(operands.a);
    return 0;
  }
  fprintf(stderr, "expected a command, got '%s'\n", command);
  return 2;
}
