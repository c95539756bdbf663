// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report.h"

#include "Statistics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

bool Result::isGood() const {
  if (!failure.empty() || (simulation && !simulation->isClean))
    return false;
  return all_of(operands, [](const OperandResult &result) {
    return !result.difference &&
           (result.outside.bytes == 0 || result.operand->info->allowsSpill);
  });
}

namespace {
/// Columns as wide as their widest entry.
class Table {
public:
  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  void print(raw_ostream &os) const;

private:
  std::vector<std::vector<std::string>> rows;
};
} // namespace

void Table::print(raw_ostream &os) const {
  std::vector<size_t> widths;
  for (const auto &row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (auto [width, cell] : zip(widths, row))
      width = std::max(width, cell.size());
  }
  for (const auto &row : rows) {
    std::string line;
    raw_string_ostream text(line);
    for (auto [width, cell] : zip(widths, row))
      text << left_justify(cell, width) << "  ";
    os << StringRef(line).rtrim() << "\n";
  }
}

static std::string accessText(const ArgumentInfo &info) {
  return info.isRead      ? info.isWritten ? "inout" : "in"
         : info.isWritten ? "out"
                          : "-";
}

static void addOperand(Table &table, const OperandResult &result,
                       bool wasExecuted) {
  const Operand &operand = *result.operand;
  const ArgumentInfo &info = *operand.info;
  if (operand.mapOf) {
    table.add({info.name, elementTypeName(info.type), "map", "",
               accessText(info), operand.fill.name()});
    return;
  }
  if (!info.isTensor) {
    table.add({info.name, elementTypeName(info.type), "scalar", "", "in",
               operand.fill.name()});
    return;
  }
  const Array &array = operand.array;
  if (!wasExecuted && operand.fill.kind == FillSpec::Poison) {
    table.add({info.name, elementTypeName(array.type()),
               shapeText(array.shape()), shapeText(array.strides()),
               accessText(info), operand.fill.name()});
    return;
  }
  Statistics statistics = statisticsOf(array, 4);
  std::string first = join(statistics.first, " ");
  if (array.size() > 4)
    first += " ...";
  table.add({info.name, elementTypeName(array.type()), shapeText(array.shape()),
             shapeText(array.strides()), accessText(info), operand.fill.name(),
             statistics.min, statistics.max, first, statistics.checksum});
}

static void printDifference(raw_ostream &os, StringRef name,
                            const Difference &difference) {
  os << name << ": " << difference.count << " of " << difference.total
     << " elements differ; first at " << indexText(difference.first)
     << ": expected " << difference.expected << ", got " << difference.got
     << "\n";
  if (!difference.firstTile.empty())
    os << name << ": that is in tile " << indexText(difference.firstTile)
       << "; " << difference.tiles
       << (difference.tiles == 1 ? " tile differs\n" : " tiles differ\n");
  os << name << ": pattern: " << patternName(difference.pattern);
  if (!difference.detail.empty())
    os << " (" << difference.detail << ")";
  os << "\n"
     << name << ": usual cause: " << usualCause(difference.pattern) << "\n";
}

static void printOutside(raw_ostream &os, const OperandResult &result) {
  const Outside &outside = result.outside;
  if (outside.bytes == 0)
    return;
  StringRef name = result.operand->info->name;
  os << name << ": " << outside.bytes << " bytes outside of the tensor changed";
  if (outside.firstColumn >= 0)
    os << ": columns " << outside.firstColumn << " to " << outside.lastColumn
       << " of " << outside.rows << (outside.rows == 1 ? " row" : " rows");
  else
    os << ", the first at byte " << outside.firstByte << " from its start";
  os << (result.operand->info->allowsSpill ? ", as allow_edge_spill allows\n"
                                           : "\n");
}

static void printSpread(raw_ostream &os, StringRef what, StringRef unit,
                        const std::optional<Spread> &spread) {
  if (spread)
    os << what << ": " << format("%.3f", spread->median) << " " << unit
       << " (median of " << spread->count << "; " << format("%.3f", spread->min)
       << " to " << format("%.3f", spread->max) << ")\n";
}

void tilery::run::printFindings(raw_ostream &os,
                                const TilerySimReport &report) {
  for (size_t i = 0; i < report.numFindings; ++i)
    os << report.findings[i]->rendered;
  os << "simulated: " << report.launches
     << (report.launches == 1 ? " launch, " : " launches, ") << report.blocks
     << (report.blocks == 1 ? " block, " : " blocks, ") << report.numFindings
     << (report.numFindings == 1 ? " finding" : " findings")
     << (report.isComplete ? "\n" : "; ended early\n");
}

void tilery::run::printTable(raw_ostream &os, const Result &result) {
  os << result.launcher->signature << "\n"
     << "device: " << result.device << ", target: " << result.target << "\n\n";
  Table table;
  table.add({"operand", "type", "shape", "strides", "use", "filled", "min",
             "max", "first", "checksum"});
  for (const OperandResult &operand : result.operands)
    addOperand(table, operand, result.wasExecuted);
  table.print(os);
  os << "\n";
  for (const OperandResult &operand : result.operands) {
    StringRef name = operand.operand->info->name;
    if (operand.difference)
      printDifference(os, name, *operand.difference);
    else if (operand.wasCompared)
      os << name << ": all " << operand.operand->array.size()
         << " elements as expected\n";
    printOutside(os, operand);
  }
  const Timings &timings = result.timings;
  printSpread(os, "device time", "ms", timings.device);
  printSpread(os, "host time of a call", "us", timings.hostCall);
  printSpread(os, "bare cuLaunchKernelEx", "us", timings.bareLaunch);
  if (result.simulation)
    printFindings(os, *result.simulation);
  if (!result.wasExecuted)
    os << "not executed: " << result.note << "\n";
  else
    os << "result: " << (result.isGood() ? "ok" : "wrong") << "\n";
}
