// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches through tvm-ffi, which hands over the tensors of torch and other
// frameworks without a Python object in between.

#include "../Launcher/TvmFfi.h"
#include "Calls.h"

using namespace tilery;
using namespace tilery::capi;

namespace {
/// An entry of a program as a function of tvm-ffi. It answers with a status,
/// and the text of a failure is the thread's last error: the caller knows
/// better which exception to raise.
struct Launcher {
  TileryProgram *program;
  const TileryEntry *entry;
  TileryLauncher call;
  std::vector<uint8_t> kinds; ///< of the entry's parameters
};

/// The answer for arguments that are to be converted first.
constexpr int64_t unknownArgument = -1;
} // namespace

static int callEntry(void *self, const tvmffi::Any *args, int32_t numArgs,
                     tvmffi::Any *result) {
  auto &launcher = *static_cast<Launcher *>(self);
  result->typeIndex = tvmffi::Int;
  result->padding = 0;
  result->integer = unknownArgument;
  if (numArgs != launcher.entry->numParameters ||
      numArgs > tvmffi::kMaxArguments)
    return 0;
  tvmffi::Arguments arguments(args, numArgs, launcher.kinds.data());
  if (arguments.anyOther)
    return 0;
  TileryCall call;
  tilery_rt_init_call(&call);
  call.numArgs = numArgs;
  call.args = arguments.values;
  call.kinds = arguments.kinds;
  if (arguments.device >= 0)
    call.stream =
        tvmffi::getLibrary()->getStream(TILERY_DEVICE_CUDA, arguments.device);
  LastError &error = getLastError();
  call.error = error.text;
  call.errorSize = sizeof(error.text);
  result->integer = launcher.call(&call);
  return 0;
}

static void destroy(void *self) {
  auto *launcher = static_cast<Launcher *>(self);
  tileryProgramRelease(launcher->program);
  delete launcher;
}

static std::unique_ptr<Launcher> makeLauncher(TileryProgram *program,
                                              size_t entry) {
  auto launcher = std::make_unique<Launcher>(Launcher{
      program, &program->tables.entries[entry], program->launchers[entry], {}});
  for (int32_t i = 0; i < launcher->entry->numParameters; ++i)
    launcher->kinds.push_back(
        static_cast<uint8_t>(launcher->entry->parameters[i]->kind));
  return launcher;
}

/// (program: int, the address of a TileryProgram; entry: int) -> Function,
/// which returns a status: -1 for arguments that are no tensors or numbers.
// NOLINTNEXTLINE(readability-identifier-naming): how tvm-ffi finds it
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
  std::unique_ptr<Launcher> launcher;
  if (guarded([&]() -> int32_t {
        launcher = makeLauncher(program, entry);
        return TILERY_OK;
      }) != TILERY_OK)
    return fail(getLastError().text);
  void *function = nullptr;
  if (library->createFunction(launcher.get(), callEntry, destroy, &function) !=
      0)
    return -1;
  static_cast<void>(launcher.release()); // now the function's
  tileryProgramRetain(program);
  *result = {};
  result->typeIndex = tvmffi::Function;
  result->pointer = function;
  return 0;
}
