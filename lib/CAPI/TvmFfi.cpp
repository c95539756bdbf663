// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches through tvm-ffi, which hands over the tensors of torch and other
// frameworks without a Python object in between.

#include "Calls.h"
#include "TvmFfiAbi.h"

#include <dlfcn.h>

using namespace tilery;
using namespace tilery::capi;

const tvmffi::Library *tvmffi::getLibrary() {
  static const Library *library = []() -> const Library * {
    // Loaded by its package before; the name is its soname. It stays.
    void *handle = dlopen("libtvm_ffi.so", RTLD_NOLOAD | RTLD_LAZY);
    if (!handle)
      return nullptr;
    static Library found;
    auto find = [&](auto &function, const char *name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(
          dlsym(handle, name));
      return function != nullptr;
    };
    bool isWhole = find(found.createFunction, "TVMFFIFunctionCreate") &&
                   find(found.setError, "TVMFFIErrorSetRaisedFromCStr") &&
                   find(found.getStream, "TVMFFIEnvGetStream");
    return isWhole ? &found : nullptr;
  }();
  return library;
}

namespace {
/// An entry of a program as a function of tvm-ffi. It answers with a status,
/// and the text of a failure is the thread's last error: the caller knows
/// better which exception to raise.
struct Launcher {
  TileryProgram *program;
  const TileryEntry *entry;
  TileryLauncher call;
};

/// Most arguments of a launch through tvm-ffi; a kernel's parameters take 128
/// bytes a tensor, of 4,096 to 32,764.
constexpr int32_t maxArguments = 256;
/// The answer for arguments that are to be converted first.
constexpr int64_t unknownArgument = -1;

thread_local char lastError[16384];
} // namespace

/// False for what is none of the kinds of arguments.
static bool convert(const tvmffi::Any &given, const TileryParameter &parameter,
                    TileryValue &value, uint8_t &kind) {
  switch (given.typeIndex) {
  case tvmffi::Tensor:
    value.tensor = tvmffi::getTensor(given);
    kind = TILERY_KIND_TENSOR;
    return true;
  case tvmffi::DLTensorPointer:
    value.tensor = static_cast<const TileryTensor *>(given.pointer);
    kind = TILERY_KIND_TENSOR;
    return true;
  case tvmffi::Int:
  case tvmffi::Bool:
    if (parameter.kind == TILERY_KIND_FLOAT) {
      value.f = static_cast<double>(given.integer);
      kind = TILERY_KIND_FLOAT;
      return true;
    }
    value.i = given.integer;
    kind =
        parameter.kind == TILERY_KIND_MAP ? TILERY_KIND_MAP : TILERY_KIND_INT;
    return true;
  case tvmffi::Float:
    value.f = given.real;
    kind = TILERY_KIND_FLOAT;
    return true;
  case tvmffi::OpaquePointer:
    value.map = static_cast<const TileryTensorMap *>(given.pointer);
    kind = TILERY_KIND_MAP;
    return parameter.kind == TILERY_KIND_MAP;
  default:
    return false;
  }
}

static int callEntry(void *self, const tvmffi::Any *args, int32_t numArgs,
                     tvmffi::Any *result) {
  auto &launcher = *static_cast<Launcher *>(self);
  result->typeIndex = tvmffi::Int;
  result->padding = 0;
  result->integer = unknownArgument;
  if (numArgs != launcher.entry->numParameters || numArgs > maxArguments)
    return 0;
  TileryValue values[maxArguments];
  uint8_t kinds[maxArguments];
  int32_t device = -1;
  for (int32_t i = 0; i < numArgs; ++i) {
    if (!convert(args[i], launcher.entry->parameters[i], values[i], kinds[i]))
      return 0;
    if (kinds[i] == TILERY_KIND_TENSOR && device < 0 &&
        values[i].tensor->device.type == TILERY_DEVICE_CUDA)
      device = values[i].tensor->device.id;
  }
  TileryCall call;
  tilery_rt_init_call(&call);
  call.numArgs = numArgs;
  call.args = values;
  call.kinds = kinds;
  if (device >= 0)
    call.stream = tvmffi::getLibrary()->getStream(TILERY_DEVICE_CUDA, device);
  call.error = lastError;
  call.errorSize = sizeof(lastError);
  result->integer = launcher.call(&call);
  return 0;
}

static void destroy(void *self) {
  auto *launcher = static_cast<Launcher *>(self);
  tileryProgramRelease(launcher->program);
  delete launcher;
}

/// The text of this thread's last failure in a launch through tvm-ffi.
TILERY_C_EXPORT const char *tileryGetLastError() { return lastError; }

/// (program: int, the address of a TileryProgram; entry: int) -> Function,
/// which returns a status: -1 for arguments that are no tensors or numbers.
TILERY_C_EXPORT int __tvm_ffi_tilery_bind_entry(void *, const tvmffi::Any *args,
                                                int32_t numArgs,
                                                tvmffi::Any *result) {
  const tvmffi::Library *library = tvmffi::getLibrary();
  if (!library)
    return -1;
  auto fail = [&](const char *message) {
    library->setError("ValueError", message);
    return -1;
  };
  if (numArgs != 2 || args[0].typeIndex != tvmffi::Int ||
      args[1].typeIndex != tvmffi::Int)
    return fail("expected the address of a program and the number of an entry");
  auto *program = reinterpret_cast<TileryProgram *>(args[0].integer);
  auto entry = static_cast<size_t>(args[1].integer);
  if (entry >= program->launchers.size() || program->options.simulate)
    return fail("expected an entry of a program that was compiled for a GPU");
  auto launcher = std::make_unique<Launcher>(Launcher{
      program, &program->tables.entries[entry], program->launchers[entry]});
  void *function = nullptr;
  if (library->createFunction(launcher.get(), callEntry, destroy, &function) !=
      0)
    return -1;
  launcher.release();
  tileryProgramRetain(program);
  *result = {};
  result->typeIndex = tvmffi::Function;
  result->pointer = function;
  return 0;
}
