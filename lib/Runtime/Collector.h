// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_RUNTIME_COLLECTOR_H
#define TILERY_LIB_RUNTIME_COLLECTOR_H

#include "../Launcher/Report.h"
#include "tilery/Runtime/Status.h"

namespace tilery {
namespace runtime {

/// The text and status of functions that report into a call.
class Collector {
public:
  Collector() {
    tilery_rt_init_call(&call);
    call.error = text;
    call.errorSize = sizeof(text);
    text[0] = '\0';
  }
  Report report{call};
  Status status() const {
    return Status(static_cast<TileryStatus>(call.status), text);
  }

private:
  TileryCall call;
  char text[1024];
};

} // namespace runtime
} // namespace tilery

#endif // TILERY_LIB_RUNTIME_COLLECTOR_H
