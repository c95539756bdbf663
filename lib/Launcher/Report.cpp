// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report.h"

#include <cstdio>
#include <cstring>

namespace tilery {
namespace runtime {

void Report::begin(TileryStatus status) {
  if (call.status == TILERY_OK)
    call.status = status;
  if (call.numFaults++ > 0)
    add("\n");
}

void Report::add(const char *format, ...) {
  va_list list;
  va_start(list, format);
  addList(format, list);
  va_end(list);
}

void Report::addList(const char *format, va_list list) {
  if (!call.error || call.errorLength + 1 >= call.errorSize)
    return;
  char *end = call.error + call.errorLength;
  size_t room = call.errorSize - call.errorLength;
  int wanted = vsnprintf(end, room, format, list);
  if (wanted < 0) {
    *end = '\0';
    return;
  }
  if (static_cast<size_t>(wanted) < room) {
    call.errorLength += static_cast<size_t>(wanted);
    return;
  }
  // Cut: say so in the last bytes.
  call.errorLength = call.errorSize - 1;
  if (call.errorSize > 4)
    std::memcpy(call.error + call.errorSize - 4, "...", 4);
}

bool Report::fault(TileryStatus status, const char *format, ...) {
  begin(status);
  va_list list;
  va_start(list, format);
  addList(format, list);
  va_end(list);
  return false;
}

bool Report::driverFault(Driver &driver, const char *function,
                         cu::Result result, TileryStatus otherwise) {
  ResultText text(driver, result);
  TileryStatus status = statusOf(result, otherwise);
  if (status == TILERY_CONTEXT_FAILED)
    return fault(status,
                 "the context had already failed before this launch: %s, said "
                 "%s; an earlier kernel or copy of this process is at fault: "
                 "run it under compute-sanitizer, and start a new process",
                 text.text, function);
  fault(status, "%s: %s", function, text.text);
  if (result == cu::NotInitialized)
    add("; a process that was forked after the driver's first use cannot use "
        "it: start it anew instead");
  return false;
}

ResultText::ResultText(Driver &driver, cu::Result result) {
  const char *name = nullptr;
  const char *meaning = nullptr;
  if (driver.getErrorName(result, &name) != cu::Success || !name)
    name = "CUDA error";
  if (driver.getErrorString(result, &meaning) != cu::Success || !meaning)
    std::snprintf(text, sizeof(text), "%s (%d)", name, result);
  else
    std::snprintf(text, sizeof(text), "%s (%d): %s", name, result, meaning);
}

} // namespace runtime
} // namespace tilery
