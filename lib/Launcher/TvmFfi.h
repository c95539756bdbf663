// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of tvm-ffi's stable C ABI that a launch through it needs (tvm-ffi,
// include/tvm/ffi/c_api.h and extra/c_env_api.h, version 0.1). Declared here so
// that nothing needs the package to build, nor to run without it.

#ifndef TILERY_LIB_LAUNCHER_TVMFFI_H
#define TILERY_LIB_LAUNCHER_TVMFFI_H

#include "tilery/Launcher/Abi.h"

namespace tilery {
namespace tvmffi {

/// TVMFFITypeIndex.
enum TypeIndex : int32_t {
  None = 0,
  Int = 1,
  Bool = 2,
  Float = 3,
  OpaquePointer = 4,
  DLTensorPointer = 7,
  Function = 68,
  Tensor = 70,
};

/// TVMFFIAny.
struct Any {
  int32_t typeIndex;
  uint32_t padding;
  union {
    int64_t integer;
    double real;
    void *pointer;
  };
};
static_assert(sizeof(Any) == 16, "TVMFFIAny has 16 bytes");

/// TVMFFIObject, the header of every object.
struct Object {
  uint64_t references;
  int32_t typeIndex;
  uint32_t padding;
  void (*deleter)(void *self, int flags);
};
static_assert(sizeof(Object) == 24, "TVMFFIObject has 24 bytes");

/// A tensor object is the header and a DLTensor behind it.
inline const TileryTensor *getTensor(const Any &any) {
  return reinterpret_cast<const TileryTensor *>(
      static_cast<const Object *>(any.pointer) + 1);
}

/// TVMFFISafeCallType: 0, or -1 with an error raised.
using SafeCall = int (*)(void *self, const Any *args, int32_t numArgs,
                         Any *result);

/// The functions of the package's library, where the process has loaded it.
struct Library {
  int (*createFunction)(void *self, SafeCall call, void (*deleter)(void *self),
                        void **out);
  void (*setError)(const char *kind, const char *message);
  void *(*getStream)(int32_t deviceType, int32_t deviceId);
};

/// Null in a process that has not loaded libtvm_ffi.so.
const Library *getLibrary();

/// Most arguments of a launch through tvm-ffi; a kernel's parameters take 128
/// bytes a tensor, of 4,096 to 32,764.
inline constexpr int32_t kMaxArguments = 256;

/// The arguments of a call as launchers take them.
struct Arguments {
  /// Reads `count` of them, at most kMaxArguments. `parameterKinds` are
  /// TILERY_KIND_*; what is of no kind becomes TILERY_KIND_OTHER.
  Arguments(const Any *args, int32_t count, const uint8_t *parameterKinds);

  TileryValue values[kMaxArguments];
  uint8_t kinds[kMaxArguments];
  bool anyOther = false;
  /// Of the first CUDA tensor; -1: there is none.
  int32_t device = -1;
};

} // namespace tvmffi
} // namespace tilery

#endif // TILERY_LIB_LAUNCHER_TVMFFI_H
