// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A libtvm_ffi.so with the functions that a launch needs: the last error is a
// variable of it, and the current stream of a device is a number.

#include <cstdint>
#include <cstdio>

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT char fakeErrorKind[64];
EXPORT char fakeErrorText[4096];
char fakeErrorKind[64];
char fakeErrorText[4096];

// The names are the package's.
// NOLINTBEGIN(readability-identifier-naming)
EXPORT int TVMFFIFunctionCreate(void *, void *, void *, void **) { return -1; }

EXPORT void TVMFFIErrorSetRaisedFromCStr(const char *kind,
                                         const char *message) {
  std::snprintf(fakeErrorKind, sizeof(fakeErrorKind), "%s", kind);
  std::snprintf(fakeErrorText, sizeof(fakeErrorText), "%s", message);
}

EXPORT void *TVMFFIEnvGetStream(int32_t deviceType, int32_t deviceId) {
  return reinterpret_cast<void *>(
      static_cast<intptr_t>(deviceType * 1000 + deviceId));
}
// NOLINTEND(readability-identifier-naming)
