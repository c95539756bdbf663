// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Program.h"

#include <algorithm>
#include <cstring>

void tilery::capi::copyText(llvm::StringRef text, char *buffer, size_t size) {
  if (!buffer || size == 0)
    return;
  size_t count = std::min(text.size(), size - 1);
  std::memcpy(buffer, text.data(), count);
  buffer[count] = '\0';
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
  default:
    return tilery_rt_status_text(status);
  }
}
