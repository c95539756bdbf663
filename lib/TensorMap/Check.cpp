// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Check.h"

namespace tilery::tensormap {

static std::vector<Violation> violations(const TensorMapParams &params,
                                         RuleKind kind) {
  std::vector<Violation> result;
  forEachFinding(params, [&](const Rule &rule, const Finding &finding) {
    if (rule.kind == kind && finding.verdict == Verdict::Violated)
      result.push_back({&rule, finding});
  });
  return result;
}

std::vector<Violation> check(const TensorMapParams &params) {
  return violations(params, RuleKind::Error);
}

std::vector<Violation> warnings(const TensorMapParams &params) {
  return violations(params, RuleKind::Warning);
}

std::vector<RuleVerdict> verdicts(const TensorMapParams &params) {
  std::vector<RuleVerdict> result;
  for (const Rule &rule : kRules)
    result.push_back({&rule, verdictOf(rule, params), {}});
  forEachFinding(params, [&](const Rule &rule, const Finding &finding) {
    if (finding.verdict != Verdict::Proven)
      result[&rule - kRules].findings.push_back(finding);
  });
  return result;
}

bool needsLaunchCheck(const TensorMapParams &params) {
  bool needed = false;
  forEachFinding(params, [&](const Rule &rule, const Finding &finding) {
    needed |=
        rule.kind == RuleKind::Error && finding.verdict == Verdict::Unknown;
  });
  return needed;
}

std::string message(const TensorMapParams &params, const Violation &violation,
                    const std::string &tensor) {
  size_t length = formatFinding(nullptr, 0, params, *violation.rule,
                                violation.finding, tensor.c_str());
  std::string text(length + 1, '\0');
  formatFinding(text.data(), text.size(), params, *violation.rule,
                violation.finding, tensor.c_str());
  text.resize(length);
  return text;
}

std::string ruleId(const Rule &rule) {
  char buffer[16];
  detail::TextWriter out{buffer, sizeof(buffer)};
  detail::putRuleId(out, rule);
  out.finish();
  return buffer;
}

const Rule *findRule(const std::string &name) {
  for (const Rule &rule : kRules)
    if (name == rule.name)
      return &rule;
  return nullptr;
}

const char *name(Verdict verdict) {
  switch (verdict) {
  case Verdict::Proven:
    return "proven";
  case Verdict::Violated:
    return "violated";
  case Verdict::Unknown:
    return "unknown";
  }
  return "?";
}

} // namespace tilery::tensormap
