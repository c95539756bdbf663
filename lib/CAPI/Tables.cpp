// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Program.h"

#include <algorithm>

using namespace tilery;
using namespace tilery::capi;

static int32_t kindOf(const ArgumentInfo &argument) {
  if (argument.map)
    return TILERY_KIND_MAP;
  if (argument.isTensor)
    return TILERY_KIND_TENSOR;
  switch (argument.type.code) {
  case TILERY_TYPE_INT:
  case TILERY_TYPE_UINT:
  case TILERY_TYPE_BOOL:
    return TILERY_KIND_INT;
  default:
    return TILERY_KIND_FLOAT;
  }
}

static TileryParameter describe(const ArgumentInfo &argument,
                                std::vector<const char *> &symbols) {
  for (const std::string &symbol : argument.symbols)
    symbols.push_back(symbol.c_str());
  TileryParameter parameter = {};
  parameter.name = argument.name.c_str();
  parameter.type = argument.typeText.c_str();
  parameter.kind = kindOf(argument);
  parameter.rank = static_cast<int32_t>(argument.shape.size());
  parameter.dtype = argument.type;
  parameter.isRead = argument.isRead;
  parameter.isWritten = argument.isWritten;
  parameter.shape = argument.shape.data();
  parameter.strides = argument.strides ? argument.strides->data() : nullptr;
  parameter.symbols = symbols.data();
  return parameter;
}

/// "ptxas info : Used 26 registers, ..."; -1 where it says nothing.
static int32_t readRegisters(llvm::StringRef log) {
  auto [before, after] = log.split("Used ");
  int32_t registers;
  return after.consumeInteger(10, registers) ? -1 : registers;
}

static TileryKernelInfo describe(const CompiledKernel &kernel) {
  TileryKernelInfo info = {};
  info.name = kernel.name.c_str();
  info.target = kernel.target.c_str();
  info.ptx = kernel.ptxVersion;
  info.registers = readRegisters(kernel.ptxasLog);
  std::copy(kernel.block.begin(), kernel.block.end(), info.block);
  std::copy(kernel.cluster.begin(), kernel.cluster.end(), info.cluster);
  info.staticShared = kernel.staticShared;
  info.dynamicShared = kernel.dynamicShared;
  return info;
}

void ProgramTables::finish() {
  for (const LauncherInfo &launcher : launchers) {
    std::vector<TileryParameter> &list = parameters.emplace_back();
    for (const ArgumentInfo &argument : launcher.arguments)
      list.push_back(describe(argument, symbols.emplace_back()));
    TileryEntry entry = {};
    entry.name = launcher.name.c_str();
    entry.signature = launcher.signature.c_str();
    entry.numParameters = static_cast<int32_t>(list.size());
    entry.parameters = list.data();
    entries.push_back(entry);
  }
  for (const CompiledKernel &kernel : kernelCode)
    kernels.push_back(describe(kernel));
}

size_t tileryProgramGetEntries(const TileryProgram *program,
                               const TileryEntry **entries) {
  *entries = program->tables.entries.data();
  return program->tables.entries.size();
}

size_t tileryProgramGetKernels(const TileryProgram *program,
                               const TileryKernelInfo **kernels) {
  *kernels = program->tables.kernels.data();
  return program->tables.kernels.size();
}
