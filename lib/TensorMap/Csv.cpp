// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Csv.h"

#include "Numbers.h"
#include "tilery/TensorMap/Names.h"

#include <algorithm>
#include <array>
#include <optional>

namespace tilery::tensormap {

namespace {

enum Column {
  Id,
  DType,
  Dims,
  Strides,
  Box,
  ElementStrides,
  InterleaveColumn,
  SwizzleColumn,
  FillColumn,
  BaseOffset,
  ColumnCount
};

constexpr std::string_view kColumnNames[ColumnCount] = {
    "id",   "dtype",           "dims_inner_first", "byte_strides",
    "box",  "element_strides", "interleave",       "swizzle",
    "fill", "base_offset"};

constexpr size_t kMaxErrors = 20;

class CsvReader {
public:
  CsvReader(int32_t capability,
            const std::function<void(const CsvVerdict &)> &onVerdict,
            const std::function<void(const CsvError &)> &onError)
      : capability(capability), onVerdict(onVerdict), onError(onError) {}

  bool read(std::string_view text);

private:
  bool fail(std::string_view column, std::string message) {
    ++errors;
    onError({line, std::string(column), std::move(message)});
    return false;
  }
  bool fail(Column column, std::string message) {
    return fail(kColumnNames[column], std::move(message));
  }

  bool splitCells(std::string_view row, std::vector<std::string> &cells);
  bool readHeader(std::string_view row);
  bool readRow(std::string_view row);
  bool readParams(TensorMapParams &params);
  bool readList(Column column, std::optional<size_t> count,
                std::vector<int64_t> &values);
  template <typename Enum, typename Parse>
  bool readEnum(Column column, Enum &out, Parse parse, std::string names);

  std::string_view cell(Column column) const { return cells[position[column]]; }

  int32_t capability;
  const std::function<void(const CsvVerdict &)> &onVerdict;
  const std::function<void(const CsvError &)> &onError;
  size_t line = 0;
  size_t errors = 0;
  std::array<size_t, ColumnCount> position;
  size_t width = 0;
  std::vector<std::string> cells;
};

} // namespace

bool CsvReader::read(std::string_view text) {
  if (text.substr(0, 3) == "\xef\xbb\xbf")
    text.remove_prefix(3);
  bool haveHeader = false;
  while (!text.empty()) {
    size_t end = text.find('\n');
    std::string_view row = text.substr(0, end);
    text.remove_prefix(std::min(text.size(), row.size() + 1));
    ++line;
    if (!row.empty() && row.back() == '\r')
      row.remove_suffix(1);
    if (row.empty())
      continue;
    if (!haveHeader) {
      if (!readHeader(row))
        return false;
      haveHeader = true;
      continue;
    }
    readRow(row);
    if (errors >= kMaxErrors) {
      if (!text.empty())
        fail("", "too many errors, the rest of the file is skipped");
      return false;
    }
  }
  if (!haveHeader) {
    line = 1;
    return fail("", "expected a header line that begins id,dtype,..., got an "
                    "empty file");
  }
  return errors == 0;
}

/// Cells by RFC 4180: a quoted one may hold commas, and quotes doubled. A cell
/// does not span lines.
bool CsvReader::splitCells(std::string_view row,
                           std::vector<std::string> &result) {
  result.clear();
  size_t i = 0;
  while (true) {
    std::string value;
    if (i < row.size() && row[i] == '"') {
      for (++i;; ++i) {
        if (i >= row.size())
          return fail("", "expected a closing quote in cell " +
                              std::to_string(result.size() + 1));
        if (row[i] == '"' && (i + 1 >= row.size() || row[i + 1] != '"'))
          break;
        i += row[i] == '"';
        value += row[i];
      }
      if (++i < row.size() && row[i] != ',')
        return fail("", "expected a comma after the quoted cell " +
                            std::to_string(result.size() + 1));
    } else {
      size_t end = std::min(row.find(',', i), row.size());
      value = row.substr(i, end - i);
      i = end;
    }
    result.push_back(std::move(value));
    if (i >= row.size())
      return true;
    ++i;
    if (result.size() > 1000)
      return fail("", "expected at most 1000 cells in a line");
  }
}

bool CsvReader::readHeader(std::string_view row) {
  if (!splitCells(row, cells))
    return false;
  width = cells.size();
  for (size_t column = 0; column < ColumnCount; ++column) {
    auto found = std::find(cells.begin(), cells.end(), kColumnNames[column]);
    if (found == cells.end())
      return fail(kColumnNames[column], "expected a column of this name in the "
                                        "header, got " +
                                            quoted(row));
    position[column] = static_cast<size_t>(found - cells.begin());
  }
  return true;
}

bool CsvReader::readRow(std::string_view row) {
  if (!splitCells(row, cells))
    return false;
  if (cells.size() != width)
    return fail("", "expected " + std::to_string(width) +
                        " cells as in the header, got " +
                        std::to_string(cells.size()));
  CsvVerdict verdict;
  verdict.line = line;
  verdict.id = cell(Id);
  if (!readParams(verdict.params))
    return false;
  verdict.accepted = true;
  for (const Rule &rule : kRules)
    if (rule.kind == RuleKind::Error &&
        verdictOf(rule, verdict.params) == Verdict::Violated) {
      verdict.accepted = false;
      verdict.rules.push_back(&rule);
    }
  onVerdict(verdict);
  return true;
}

template <typename Enum, typename Parse>
bool CsvReader::readEnum(Column column, Enum &out, Parse parse,
                         std::string names) {
  auto value = parse(cell(column));
  if (!value)
    return fail(column,
                "expected one of " + names + ", got " + quoted(cell(column)));
  out = *value;
  return true;
}

bool CsvReader::readList(Column column, std::optional<size_t> count,
                         std::vector<int64_t> &values) {
  NumberList list = parseNumberList(cell(column));
  if (!list.ok)
    return fail(column, "expected 64-bit numbers with x between them, got " +
                            quoted(cell(column)));
  if (count && list.values.size() != *count)
    return fail(column, "expected " + std::to_string(*count) +
                            " numbers, got " +
                            std::to_string(list.values.size()) + " in " +
                            quoted(cell(column)));
  values = std::move(list.values);
  return true;
}

bool CsvReader::readParams(TensorMapParams &p) {
  std::vector<int64_t> dims, strides, box, elementStrides;
  if (!readEnum(DType, p.dataType, parseDataType, dataTypeNames()) ||
      !readList(Dims, std::nullopt, dims))
    return false;
  size_t rank = dims.size();
  if (!readList(Strides, rank ? rank - 1 : 0, strides) ||
      !readList(Box, rank, box) ||
      !readList(ElementStrides, rank, elementStrides) ||
      !readEnum(InterleaveColumn, p.interleave, parseInterleave,
                interleaveNames()) ||
      !readEnum(SwizzleColumn, p.swizzle, parseSwizzle, swizzleNames()) ||
      !readEnum(FillColumn, p.fill, parseFill, fillNames()))
    return false;
  std::optional<int64_t> offset = parseNumber(cell(BaseOffset));
  if (!offset)
    return fail(BaseOffset,
                "expected a 64-bit number, got " + quoted(cell(BaseOffset)));

  p.rank = static_cast<int32_t>(std::min<size_t>(rank, INT32_MAX));
  for (int i = 0; i < dimensionCount(p); ++i) {
    p.dims[i] = dims[i];
    p.box[i] = box[i];
    p.elementStrides[i] = elementStrides[i];
    if (i > 0)
      p.byteStrides[i - 1] = strides[i - 1];
  }
  // Allocations are aligned to 256 bytes (cuMemAlloc, driver API reference).
  p.base = BaseAddress::moduloOf(static_cast<uint64_t>(*offset), 256);
  p.computeCapability = capability;
  return true;
}

/// Quotes a cell that would not read back otherwise.
static std::string csvCell(const std::string &value) {
  if (value.find_first_of(",\"") == std::string::npos)
    return value;
  std::string result = "\"";
  for (char c : value)
    result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

std::string CsvVerdict::text() const {
  std::string result = csvCell(id) + (accepted ? ",accept," : ",refuse,");
  for (const Rule *rule : rules)
    result += (rule == rules.front() ? "" : "; ") + std::string(rule->name);
  return result;
}

bool checkCsv(std::string_view text, int32_t computeCapability,
              const std::function<void(const CsvVerdict &)> &onVerdict,
              const std::function<void(const CsvError &)> &onError) {
  return CsvReader(computeCapability, onVerdict, onError).read(text);
}

} // namespace tilery::tensormap
