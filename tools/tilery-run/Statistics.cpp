// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Statistics.h"

#include "llvm/ADT/StringExtras.h"

using namespace tilery;
using namespace tilery::run;

Statistics tilery::run::statisticsOf(const Array &array, int64_t count) {
  Statistics result;
  TileryDataType type = array.type();
  const char *min = nullptr, *max = nullptr;
  double least = 0, greatest = 0;
  array.forEach([&](int64_t linear, const char *element) {
    double value = readElement(type, element);
    // NaN compares false both times.
    if (!min ? value == value : value < least) {
      min = element;
      least = value;
    }
    if (!max ? value == value : value > greatest) {
      max = element;
      greatest = value;
    }
    if (linear < count)
      result.first.push_back(elementText(type, element));
    return true;
  });
  result.min = min ? elementText(type, min) : "";
  result.max = max ? elementText(type, max) : "";
  result.checksum =
      llvm::utohexstr(checksum(array), /*LowerCase=*/true, /*Width=*/16);
  return result;
}
