// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_TOOLS_TILERY_RUN_TRACE_H
#define TILERY_TOOLS_TILERY_RUN_TRACE_H

#include "llvm/Support/Error.h"

#include <string>

namespace tilery {
namespace run {

/// Writes a simulation's timeline (TilerySimReport::trace) to a file.
llvm::Error writeTrace(const std::string &path, llvm::StringRef trace);

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_TRACE_H
