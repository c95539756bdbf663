// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_TOOLS_TILERY_RUN_STATISTICS_H
#define TILERY_TOOLS_TILERY_RUN_STATISTICS_H

#include "Array.h"

#include <string>
#include <vector>

namespace tilery {
namespace run {

/// What a table shows of an array; texts, since they are exact for every type.
struct Statistics {
  /// Of the numbers that are none NaN; empty without any.
  std::string min, max;
  std::vector<std::string> first;
  /// 16 hexadecimal digits.
  std::string checksum;
};

/// `count`: how many of the first elements.
Statistics statisticsOf(const Array &array, int64_t count);

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_STATISTICS_H
