// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statuses, reasons, and structs of callers.

#ifndef TILERY_LIB_CAPI_ERRORS_H
#define TILERY_LIB_CAPI_ERRORS_H

#include "tilery-c/Support.h"
#include "tilery/Runtime/Status.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <cstring>
#include <exception>

namespace tilery {
namespace capi {

/// The reason of this thread's last failure: text of a fixed size, so that
/// launchers can write it.
struct LastError {
  char text[16384];
};
LastError &getLastError();

/// Keeps the reason, and returns the status.
int32_t fail(int32_t status, llvm::StringRef reason);

/// The status, its reason kept.
inline int32_t finish(const runtime::Status &status) {
  return status.ok() ? TILERY_OK : fail(status.code(), status.message());
}

/// A null where an object or a place is due.
inline int32_t failNull(llvm::StringRef what) {
  return fail(TILERY_BAD_ARGUMENT, ("expected " + what + ", got null").str());
}

/// Calls `body`; no exception gets out.
template <typename Callable> int32_t guarded(Callable body) noexcept {
  try {
    return body();
  } catch (const std::exception &exception) {
    return fail(TILERY_INTERNAL, exception.what());
  } catch (...) {
    return fail(TILERY_INTERNAL, "an exception");
  }
}

/// Copies a text to a caller's buffer, cut where it does not fit.
void copyText(llvm::StringRef text, char *buffer, size_t size);

/// A text that tileryFreeText frees; throws where there is no memory.
char *copyText(llvm::StringRef text);

int32_t failSize(llvm::StringRef type, size_t least, size_t most, size_t got);

/// Copies a caller's struct, of this header or an older one of at least `least`
/// bytes, over `result`, which has the defaults. Null leaves them.
template <typename Struct>
int32_t readStruct(const Struct *given, llvm::StringRef type, size_t least,
                   Struct &result) {
  if (!given)
    return TILERY_OK;
  // Fields fill words: another size would cut one in two.
  if (given->structSize < least || given->structSize > sizeof(Struct) ||
      given->structSize % alignof(Struct) != 0)
    return failSize(type, least, sizeof(Struct), given->structSize);
  std::memcpy(&result, given, given->structSize);
  return TILERY_OK;
}

/// The other way: sets as much of a caller's struct as it has.
template <typename Struct>
void writeStruct(Struct value, size_t structSize, Struct *place) {
  value.structSize = structSize;
  std::memcpy(place, &value, std::min(structSize, sizeof(Struct)));
}

} // namespace capi
} // namespace tilery

#endif // TILERY_LIB_CAPI_ERRORS_H
