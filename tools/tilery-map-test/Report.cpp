// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace tilery;
using namespace tilery::maptest;

int64_t Summary::count(tensormap::Direction direction) const {
  return count_if(
      cases, [&](const CaseResult &c) { return c.direction == direction; });
}

int64_t Summary::failures() const {
  return count_if(cases, [](const CaseResult &c) {
    return !c.isKnown || !maptest::isGood(c.outcome.result);
  });
}

bool Summary::isCovered() const {
  return options->only ||
         coverage->leastCovered().count >= options->minPerValue;
}

static void printCoverage(raw_ostream &os, const Coverage &coverage) {
  for (int f = 0; f < kFactorCount; ++f) {
    os << left_justify(name(Factor(f)), 15);
    for (int value = 0; value < valueCount(Factor(f)); ++value)
      os << " " << valueName(Factor(f), value) << ":"
         << coverage.count(Factor(f), value);
    os << "\n";
  }
  const Pair &least = coverage.leastCovered();
  os << coverage.pairs().size() << " legal pairs of values; the rarest, "
     << describe(least) << ", in " << least.count << " maps\n";
}

static void printFailures(raw_ostream &os, const Summary &summary) {
  for (const CaseResult &c : summary.cases) {
    if (!c.isKnown || isGood(c.outcome.result))
      continue;
    os << "case " << c.outcome.index << ": " << name(c.outcome.result) << ": "
       << StringRef(c.outcome.detail).rtrim('\n') << "\n  again with --seed "
       << summary.options->seed << " --case " << c.outcome.index << "\n";
  }
}

/// What all results are where none is bad.
static StringRef goodWord(const Summary &summary) {
  bool equal = all_of(summary.cases, [](const CaseResult &c) {
    return c.outcome.result == Result::Equal;
  });
  if (equal)
    return "all equal";
  return summary.options->modelOnly ? "the model's alone, nothing compared"
                                    : "all recorded, no byte compared";
}

void maptest::printSummary(raw_ostream &os, const Summary &summary) {
  using tensormap::Direction;
  if (!summary.options->only)
    printCoverage(os, *summary.coverage);
  printFailures(os, summary);
  if (!summary.isCovered())
    os << "error: expected each legal pair in " << summary.options->minPerValue
       << " maps, got " << describe(summary.coverage->leastCovered()) << " in "
       << summary.coverage->leastCovered().count << "; draw more maps\n";
  if (!summary.error.empty())
    os << "error: " << summary.error << "\n";
  os << summary.cases.size() << " maps: load " << summary.count(Direction::Load)
     << ", store " << summary.count(Direction::Store) << ", reduce "
     << summary.count(Direction::Reduce) << "; ";
  int64_t missing =
      count_if(summary.cases, [](const CaseResult &c) { return !c.isKnown; });
  int64_t failed = summary.failures() - missing;
  if (failed)
    os << failed << " failed" << (missing ? ", " : "");
  if (missing)
    os << missing << " not run";
  if (!failed && !missing)
    os << goodWord(summary);
  os << "\n";
}
