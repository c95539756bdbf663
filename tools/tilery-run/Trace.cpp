// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Trace.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tilery;

Error tilery::run::writeTrace(const std::string &path, StringRef trace) {
  std::error_code code;
  raw_fd_ostream file(path, code);
  if (code)
    return createStringError("(I07) cannot write '%s': %s", path.c_str(),
                             code.message().c_str());
  file << trace;
  file.close();
  if (!file.has_error())
    return Error::success();
  std::string reason = file.error().message();
  file.clear_error();
  return createStringError("(I07) cannot write '%s': %s", path.c_str(),
                           reason.c_str());
}
