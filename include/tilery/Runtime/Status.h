// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_RUNTIME_STATUS_H
#define TILERY_RUNTIME_STATUS_H

#include "tilery/Launcher/Abi.h"

#include <string>
#include <utility>

namespace tilery {
namespace runtime {

/// What became of an operation outside of a launch: a TileryStatus and, for a
/// failure, its text.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(TileryStatus code, std::string message)
      : statusCode(code), text(std::move(message)) {}

  bool ok() const { return statusCode == TILERY_OK; }
  TileryStatus code() const { return statusCode; }
  const std::string &message() const { return text; }

private:
  TileryStatus statusCode = TILERY_OK;
  std::string text;
};

} // namespace runtime
} // namespace tilery

#endif // TILERY_RUNTIME_STATUS_H
