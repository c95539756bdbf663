// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Random.h"
#include "Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace tilery;
using namespace tilery::maptest;

static std::string hex(uint64_t value) {
  return utohexstr(value, /*LowerCase=*/true, /*Width=*/16);
}

void maptest::printHashes(raw_ostream &os, const Summary &summary) {
  os << "# tilery-map-test --seed " << summary.options->seed << " --count "
     << summary.cases.size()
     << ": case, hash of its parameters, of its bytes\n";
  for (auto [index, c] : enumerate(summary.cases))
    os << index << " " << hex(c.paramsHash) << " "
       << (c.isKnown ? hex(c.outcome.hash) : "-") << "\n";
}

uint64_t maptest::hashOfResults(const Summary &summary) {
  std::string text;
  raw_string_ostream os(text);
  printHashes(os, summary);
  Hash hash;
  hash.add(text.data(), text.size());
  return hash.get();
}

static void writeCoverage(json::OStream &json, const Coverage &coverage) {
  json.attributeObject("counts", [&] {
    for (int f = 0; f < kFactorCount; ++f)
      json.attributeObject(name(Factor(f)), [&] {
        for (int value = 0; value < valueCount(Factor(f)); ++value)
          json.attribute(valueName(Factor(f), value),
                         coverage.count(Factor(f), value));
      });
  });
  const Pair &least = coverage.leastCovered();
  json.attribute("legal_pairs", static_cast<int64_t>(coverage.pairs().size()));
  json.attribute("rarest_pair", describe(least));
  json.attribute("rarest_pair_count", least.count);
}

void maptest::printJson(raw_ostream &os, const Summary &summary,
                        StringRef sources) {
  const Options &options = *summary.options;
  json::OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("tool", "tilery-map-test");
    // As text: JSON's numbers have 53 bits.
    json.attribute("seed", std::to_string(options.seed));
    json.attribute("maps", static_cast<int64_t>(summary.cases.size()));
    json.attribute("device", options.modelOnly ? "model" : options.device);
    json.attribute("target", options.target);
    json.attribute("seconds", summary.seconds);
    json.attribute("redrawn", summary.redrawn);
    for (auto direction :
         {tensormap::Direction::Load, tensormap::Direction::Store,
          tensormap::Direction::Reduce})
      json.attribute(tensormap::name(direction), summary.count(direction));
    json.attributeObject("results", [&] {
      for (int r = 0; r < kResultCount; ++r)
        json.attribute(name(Result(r)),
                       count_if(summary.cases, [&](const CaseResult &c) {
                         return c.isKnown && c.outcome.result == Result(r);
                       }));
    });
    writeCoverage(json, *summary.coverage);
    json.attributeArray("failures", [&] {
      for (const CaseResult &c : summary.cases)
        if (c.isKnown && !isGood(c.outcome.result))
          json.object([&] {
            json.attribute("case", static_cast<int64_t>(c.outcome.index));
            json.attribute("result", name(c.outcome.result));
            json.attribute("detail", json::fixUTF8(c.outcome.detail));
          });
    });
    json.attribute("hash_of_results", hex(hashOfResults(summary)));
    if (!summary.error.empty())
      json.attribute("error", json::fixUTF8(summary.error));
    json.attribute("ok", summary.isGood());
    if (Expected<json::Value> manifest = json::parse(sources))
      json.attribute("sources", *manifest);
    else
      consumeError(manifest.takeError());
  });
  os << "\n";
}
