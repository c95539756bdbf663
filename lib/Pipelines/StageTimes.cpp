// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/StageTimes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace tilery;

void StageTimes::add(llvm::StringRef stage, double milliseconds) {
  for (auto &[name, sum] : stages) {
    if (name != stage)
      continue;
    sum += milliseconds;
    return;
  }
  stages.emplace_back(stage.str(), milliseconds);
}

double StageTimes::getTotal() const {
  double total = 0;
  for (const auto &[name, milliseconds] : stages)
    total += milliseconds;
  return total;
}

StageTimer::~StageTimer() {
  if (!times)
    return;
  std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  times->add(stage, elapsed.count());
}

/// Microseconds are what a run repeats to.
static void writeNumber(llvm::json::OStream &json, llvm::StringRef name,
                        double milliseconds) {
  json.attributeBegin(name);
  json.rawValue(llvm::formatv("{0:F3}", milliseconds).str());
  json.attributeEnd();
}

static double median(llvm::SmallVector<double> values) {
  llvm::sort(values);
  size_t half = values.size() / 2;
  return values.size() % 2 ? values[half]
                           : (values[half - 1] + values[half]) / 2;
}

void tilery::writeStageTimes(llvm::json::OStream &json,
                             const std::vector<StageTimes> &runs) {
  json.object([&] {
    json.attribute("runs", static_cast<int64_t>(runs.size()));
    if (runs.empty())
      return;
    json.attributeObject("first_ms", [&] {
      for (const auto &[stage, milliseconds] : runs.front().getStages())
        writeNumber(json, stage, milliseconds);
      writeNumber(json, "total", runs.front().getTotal());
    });
    json.attributeObject("median_ms", [&] {
      for (size_t i = 0; i < runs.front().getStages().size(); ++i) {
        llvm::SmallVector<double> values;
        for (const StageTimes &run : runs)
          if (i < run.getStages().size())
            values.push_back(run.getStages()[i].second);
        writeNumber(json, runs.front().getStages()[i].first, median(values));
      }
      llvm::SmallVector<double> totals;
      for (const StageTimes &run : runs)
        totals.push_back(run.getTotal());
      writeNumber(json, "total", median(totals));
    });
  });
}
