// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Errors.h"

#include <algorithm>
#include <cstdlib>
#include <new>

using namespace tilery;
using namespace tilery::capi;

LastError &tilery::capi::getLastError() {
  static thread_local LastError error;
  return error;
}

int32_t tilery::capi::fail(int32_t status, llvm::StringRef reason) {
  LastError &error = getLastError();
  copyText(reason, error.text, sizeof(error.text));
  return status;
}

int32_t tilery::capi::failSize(llvm::StringRef type, size_t least, size_t most,
                               size_t got) {
  return fail(TILERY_BAD_ARGUMENT,
              "expected " + std::to_string(least) + " to " +
                  std::to_string(most) + " bytes as structSize of a " +
                  type.str() + ", got " + std::to_string(got));
}

void tilery::capi::copyText(llvm::StringRef text, char *buffer, size_t size) {
  if (!buffer || size == 0)
    return;
  size_t count = std::min(text.size(), size - 1);
  std::memmove(buffer, text.data(), count);
  buffer[count] = '\0';
}

char *tilery::capi::copyText(llvm::StringRef text) {
  auto *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (!copy)
    throw std::bad_alloc();
  copyText(text, copy, text.size() + 1);
  return copy;
}

uint32_t tileryGetApiVersion() { return TILERY_C_VERSION; }

const char *tileryGetVersion() { return TILERY_VERSION; }

const char *tileryGetStatusText(int32_t status) {
  switch (status) {
  case TILERY_COMPILE_FAILED:
    return "compilation failed";
  case TILERY_SIMULATION_FAILED:
    return "the simulator found faults";
  case TILERY_INTERNAL:
    return "internal error";
  case TILERY_WRITE_FAILED:
    return "cannot write";
  default:
    return tilery_rt_status_text(status);
  }
}

const char *tileryGetLastError() { return getLastError().text; }

void tileryFreeText(char *text) { std::free(text); }
