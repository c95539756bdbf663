// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps in a CSV file, one a row, judged by the rule table. Sizes are innermost
// first, as the driver takes them. The first line names the columns, in any
// order: id, dtype, dims_inner_first, byte_strides, box, element_strides,
// interleave, swizzle, fill, base_offset (bytes past an aligned base). Other
// columns are ignored.

#ifndef TILERY_TENSORMAP_CSV_H
#define TILERY_TENSORMAP_CSV_H

#include "tilery/TensorMap/Check.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tilery {
namespace tensormap {

/// One judged row.
struct CsvVerdict {
  size_t line; ///< from 1; the header is line 1
  std::string id;
  TensorMapParams params;
  bool accepted;
  std::vector<const Rule *> rules; ///< violated ones, in the table's order

  /// "id,refuse,base alignment; stride alignment", without a newline.
  std::string text() const;
};

/// A row (or the header) that cannot be read.
struct CsvError {
  size_t line;
  std::string column; ///< empty when the whole line is at fault
  std::string message;
};

/// Reads `text` row by row. Maps are judged as loads and as they stand: size-1
/// dimensions keep their strides, warnings do not count. After 20 unreadable
/// rows the rest is skipped, and the last error says so. Returns true when
/// every row could be read.
bool checkCsv(std::string_view text, int32_t computeCapability,
              const std::function<void(const CsvVerdict &)> &onVerdict,
              const std::function<void(const CsvError &)> &onError);

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_CSV_H
