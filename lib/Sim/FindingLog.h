// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The findings of a cluster, counted where they arise: one bug in a loop gives
// millions of hits.

#ifndef TILERY_LIB_SIM_FINDINGLOG_H
#define TILERY_LIB_SIM_FINDINGLOG_H

#include "tilery/Sim/Findings.h"

#include <map>
#include <tuple>

namespace tilery {
namespace sim {

inline constexpr uint32_t kNoSite = UINT32_MAX;

/// Two hits of the same key are one finding.
struct FindingKey {
  FindingKind kind;
  uint32_t site = kNoSite;
  uint32_t other = kNoSite;
  int32_t buffer = -1; ///< index of a shared buffer, or -1

  bool operator<(const FindingKey &k) const {
    return std::tie(kind, site, other, buffer) <
           std::tie(k.kind, k.site, k.other, k.buffer);
  }
};

class FindingLog {
public:
  /// A new finding to fill in, or null: it has been counted, or there are
  /// `limit` distinct ones.
  Finding *hit(const FindingKey &key, size_t limit);
  /// Adds those of a later cluster.
  void merge(FindingLog &&later);

  bool empty() const { return findings.empty(); }
  std::vector<Finding> take() { return std::move(findings); }

private:
  std::map<FindingKey, size_t> indices;
  std::vector<Finding> findings;
};

} // namespace sim
} // namespace tilery

#endif // TILERY_LIB_SIM_FINDINGLOG_H
