// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_TOOLS_SUPPORT_STANDARDOUTPUT_H
#define TILERY_TOOLS_SUPPORT_STANDARDOUTPUT_H

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace tilery {

/// Writes what standard output still holds; the reason where that or an earlier
/// write failed, else "". Left to itself, the stream ends the process where the
/// disk is full.
inline std::string finishStandardOutput() {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return "";
  std::string reason = llvm::outs().error().message();
  llvm::outs().clear_error();
  return "cannot write to standard output: " + reason;
}

} // namespace tilery

#endif // TILERY_TOOLS_SUPPORT_STANDARDOUTPUT_H
