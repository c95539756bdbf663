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

static void describe(const ArgumentInfo &argument,
                     std::vector<const char *> &symbols,
                     TileryParameter &parameter) {
  for (const std::string &symbol : argument.symbols)
    symbols.push_back(symbol.c_str());
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
  parameter.allowsSpill = argument.allowsSpill;
  parameter.boxRank = static_cast<int32_t>(argument.box.size());
  parameter.box = argument.box.data();
  parameter.map = argument.map ? &*argument.map : nullptr;
}

static void describe(const CompiledKernel &kernel, TileryKernelInfo &info) {
  info.name = kernel.name.c_str();
  info.target = kernel.target.c_str();
  info.ptx = kernel.ptxVersion;
  info.registers = kernel.getRegisters();
  std::copy(kernel.block.begin(), kernel.block.end(), info.block);
  std::copy(kernel.cluster.begin(), kernel.cluster.end(), info.cluster);
  info.staticShared = kernel.staticShared;
  info.dynamicShared = kernel.dynamicShared;
}

void ProgramTables::finish() {
  for (const LauncherInfo &launcher : launchers) {
    PointerList<TileryParameter> &list = parameters.emplace_back();
    for (const ArgumentInfo &argument : launcher.arguments)
      describe(argument, symbols.emplace_back(), list.add());
    TileryEntry &entry = entries.add();
    entry.name = launcher.name.c_str();
    entry.signature = launcher.signature.c_str();
    entry.numParameters = static_cast<int32_t>(list.size());
    entry.parameters = list.data();
  }
  for (const CompiledKernel &kernel : kernelCode)
    describe(kernel, kernels.add());
}

/// Hands a list out; nothing of a program that is none.
template <typename Struct>
static size_t hand(const PointerList<Struct> *list,
                   const Struct *const **place) {
  if (place)
    *place = list ? list->data() : nullptr;
  return list ? list->size() : 0;
}

size_t tileryProgramGetDiagnostics(const TileryProgram *program,
                                   const TileryDiagnostic *const **list) {
  return hand(program ? &program->diagnostics.get() : nullptr, list);
}

size_t tileryProgramGetEntries(const TileryProgram *program,
                               const TileryEntry *const **entries) {
  return hand(program ? &program->tables.entries : nullptr, entries);
}

size_t tileryProgramGetKernels(const TileryProgram *program,
                               const TileryKernelInfo *const **kernels) {
  return hand(program ? &program->tables.kernels : nullptr, kernels);
}

const char *tileryProgramGetTimes(const TileryProgram *program) {
  return program ? program->times.c_str() : "{}";
}

void tileryProgramGetCompileTimes(const TileryProgram *program, double *kernels,
                                  double *launchers) {
  if (kernels)
    *kernels = program ? program->kernelsMs : 0;
  if (launchers)
    *launchers = program ? program->launchersMs : 0;
}
