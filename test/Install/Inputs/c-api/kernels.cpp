// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: kernels FILE: prints what the file compiles to.

#include "tilery-c/Compiler.h"

#include <iostream>
#include <memory>

struct Release {
  void operator()(TileryProgram *program) const {
    tileryProgramRelease(program);
  }
};

int main(int argc, char **argv) {
  TileryProgram *raw = nullptr;
  int32_t status = tileryCompileFile(argc == 2 ? argv[1] : "", nullptr, &raw);
  std::unique_ptr<TileryProgram, Release> program(raw);
  if (status != TILERY_OK) {
    std::cerr << tileryGetLastError() << "\n";
    return 1;
  }
  const TileryEntry *const *entries;
  for (size_t i = 0, n = tileryProgramGetEntries(raw, &entries); i < n; ++i)
    std::cout << entries[i]->signature << "\n";
  const TileryKernelInfo *const *kernels;
  for (size_t i = 0, n = tileryProgramGetKernels(raw, &kernels); i < n; ++i)
    std::cout << kernels[i]->name << " for " << kernels[i]->target << "\n";
  return 0;
}
