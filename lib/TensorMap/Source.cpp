// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Source.h"

#include <string_view>

namespace tilery::tensormap {

// Raw string literals written by EmbedHeaders.cmake, in order of inclusion.
static constexpr std::string_view kHeaders[] = {
#include "EmbeddedHeaders.inc"
};

std::string freestandingSource() {
  std::string result;
  for (std::string_view header : kHeaders) {
    while (!header.empty()) {
      std::string_view line = header.substr(0, header.find('\n') + 1);
      if (line.empty())
        line = header;
      header.remove_prefix(line.size());
      if (line.substr(0, 16) != "#include \"tilery")
        result += line;
    }
  }
  return result;
}

} // namespace tilery::tensormap
