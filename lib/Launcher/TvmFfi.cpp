// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches through tvm-ffi, which hands over the tensors of torch and other
// frameworks without a Python object in between.

#include "TvmFfi.h"

#include "Freestanding.h"
#include "Report.h"

#include <cstddef>
#include <dlfcn.h>
#include <type_traits>

namespace tilery {
namespace tvmffi {

namespace {

runtime::Mutex libraryMutex;
Library library;
std::atomic<bool> libraryIsWhole{false};

/// Loaded by its package before; the name is its soname. It stays.
bool findLibrary() {
  runtime::Lock lock(libraryMutex);
  if (libraryIsWhole.load(std::memory_order_relaxed))
    return true;
  void *handle = dlopen("libtvm_ffi.so", RTLD_NOLOAD | RTLD_LAZY);
  if (!handle)
    return false;
  auto find = [&](auto &function, const char *name) {
    function =
        reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(handle, name));
    return function != nullptr;
  };
  if (!find(library.createFunction, "TVMFFIFunctionCreate") ||
      !find(library.setError, "TVMFFIErrorSetRaisedFromCStr") ||
      !find(library.getStream, "TVMFFIEnvGetStream"))
    return false;
  libraryIsWhole.store(true, std::memory_order_release);
  return true;
}

/// False for what is none of the kinds of arguments.
bool convert(const Any &given, uint8_t parameterKind, TileryValue &value,
             uint8_t &kind) {
  switch (given.typeIndex) {
  case Tensor:
    value.tensor = getTensor(given);
    kind = TILERY_KIND_TENSOR;
    return true;
  case DLTensorPointer:
    value.tensor = static_cast<const TileryTensor *>(given.pointer);
    kind = TILERY_KIND_TENSOR;
    return true;
  case Int:
  case Bool:
    if (parameterKind == TILERY_KIND_FLOAT) {
      value.f = static_cast<double>(given.integer);
      kind = TILERY_KIND_FLOAT;
      return true;
    }
    value.i = given.integer;
    kind = parameterKind == TILERY_KIND_MAP ? TILERY_KIND_MAP : TILERY_KIND_INT;
    return true;
  case Float:
    value.f = given.real;
    kind = TILERY_KIND_FLOAT;
    return true;
  case OpaquePointer:
    value.map = static_cast<const TileryTensorMap *>(given.pointer);
    kind = TILERY_KIND_MAP;
    return parameterKind == TILERY_KIND_MAP;
  default:
    return false;
  }
}

const char *errorKind(int32_t status) {
  switch (status) {
  case TILERY_BAD_ARGUMENT_TYPE:
    return "TypeError";
  case TILERY_BAD_ARGUMENT:
  case TILERY_BAD_TENSOR_MAP:
  case TILERY_BAD_LAUNCH:
    return "ValueError";
  default:
    return "RuntimeError";
  }
}

} // namespace

const Library *getLibrary() {
  return libraryIsWhole.load(std::memory_order_acquire) || findLibrary()
             ? &library
             : nullptr;
}

Arguments::Arguments(const Any *args, int32_t count,
                     const uint8_t *parameterKinds) {
  for (int32_t i = 0; i < count; ++i) {
    if (!convert(args[i], parameterKinds[i], values[i], kinds[i])) {
      kinds[i] = TILERY_KIND_OTHER;
      anyOther = true;
    }
    if (kinds[i] == TILERY_KIND_TENSOR && device < 0 && values[i].tensor &&
        values[i].tensor->device.type == TILERY_DEVICE_CUDA)
      device = values[i].tensor->device.id;
  }
}

} // namespace tvmffi
} // namespace tilery

extern "C" int tilery_rt_call_tvm_ffi(TileryLauncher launcher,
                                      const TileryFunctionSpec *spec,
                                      const uint8_t *parameterKinds,
                                      const void *args, int32_t numArgs,
                                      void *result) {
  using namespace tilery;
  const tvmffi::Library *library = tvmffi::getLibrary();
  // Without the library there is neither a stream nor a way to say so.
  if (!library)
    return -1;
  if (spec->numArgs > tvmffi::kMaxArguments) {
    library->setError("TypeError",
                      "expected a launcher of at most 256 parameters, got one "
                      "of more; call it through its C function");
    return -1;
  }
  // A wrong number of arguments is refused before any is looked at.
  tvmffi::Arguments arguments(static_cast<const tvmffi::Any *>(args),
                              numArgs == spec->numArgs ? numArgs : 0,
                              parameterKinds);
  void *stream = arguments.device >= 0
                     ? library->getStream(TILERY_DEVICE_CUDA, arguments.device)
                     : nullptr;
  char message[8192];
  int32_t status = tilery_rt_call(launcher, arguments.values, arguments.kinds,
                                  numArgs, stream, message, sizeof(message));
  if (status != TILERY_OK) {
    library->setError(tvmffi::errorKind(status), message);
    return -1;
  }
  auto *none = static_cast<tvmffi::Any *>(result);
  none->typeIndex = tvmffi::None;
  none->padding = 0;
  none->integer = 0;
  return 0;
}
