// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PtxEntry.h"

#include <algorithm>

using namespace tilery;

/// ".param .u64 .ptr .global .align 16 add_one_param_0"
static TileryParam parseParameter(const std::string &text) {
  auto has = [&](const char *word) {
    return text.find(word) != std::string::npos;
  };
  if (size_t bracket = text.find('['); bracket != std::string::npos)
    return {TILERY_PARAM_MAP, std::stoi(text.substr(bracket + 1))};
  int32_t bytes = has("64 ") ? 8 : has("32 ") ? 4 : has("16 ") ? 2 : 1;
  if (has(".ptr"))
    return {TILERY_PARAM_POINTER, 8};
  return {has(".f64") || has(".f32") ? TILERY_PARAM_FLOAT : TILERY_PARAM_INT,
          bytes};
}

std::vector<TileryParam> tilery::parseEntryParameters(const std::string &ptx,
                                                      const std::string &name) {
  std::vector<TileryParam> params;
  size_t begin = ptx.find(".entry " + name + "(");
  if (begin == std::string::npos)
    return params;
  size_t end = std::min(ptx.find(')', begin), ptx.size());
  size_t at = ptx.find(".param", begin);
  while (at < end) {
    size_t next = std::min(ptx.find(".param", at + 1), end);
    params.push_back(parseParameter(ptx.substr(at, next - at)));
    at = next;
  }
  return params;
}
