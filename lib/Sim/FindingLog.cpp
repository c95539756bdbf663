// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FindingLog.h"

namespace tilery::sim {

Finding *FindingLog::hit(const FindingKey &key, size_t limit) {
  auto known = indices.find(key);
  if (known != indices.end()) {
    ++findings[known->second].count;
    return nullptr;
  }
  if (findings.size() >= limit)
    return nullptr;
  indices.emplace(key, findings.size());
  findings.emplace_back();
  findings.back().kind = key.kind;
  return &findings.back();
}

void FindingLog::merge(FindingLog &&later) {
  // In the order in which they were found, not in that of the keys.
  std::vector<const FindingKey *> keys(later.findings.size());
  for (const auto &[key, index] : later.indices)
    keys[index] = &key;
  for (size_t i = 0; i < keys.size(); ++i) {
    auto known = indices.find(*keys[i]);
    if (known != indices.end()) {
      findings[known->second].count += later.findings[i].count;
      continue;
    }
    indices.emplace(*keys[i], findings.size());
    findings.push_back(std::move(later.findings[i]));
  }
}

} // namespace tilery::sim
