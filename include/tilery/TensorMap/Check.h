// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule table applied to one set of parameters, all findings at once. What
// these functions return is what Rules.h says; they add containers.

#ifndef TILERY_TENSORMAP_CHECK_H
#define TILERY_TENSORMAP_CHECK_H

#include "tilery/TensorMap/Message.h"

#include <string>
#include <vector>

namespace tilery {
namespace tensormap {

/// A rule that does not hold, and where.
struct Violation {
  const Rule *rule;
  Finding finding;
};

/// What a rule says of the whole map, with every place where it is violated or
/// not known.
struct RuleVerdict {
  const Rule *rule;
  Verdict verdict;
  std::vector<Finding> findings;
};

/// All violated rules of kind Error, every dimension on its own; in the order
/// of the table, innermost dimension first. Empty when the map may be encoded
/// (as far as its numbers are known). Parameters are judged as they stand: call
/// canonicalizeUnitStrides() before, if the map will be encoded that way.
std::vector<Violation> check(const TensorMapParams &params);

/// The same for rules of kind Warning.
std::vector<Violation> warnings(const TensorMapParams &params);

/// The verdict of every rule of the table, in its order.
std::vector<RuleVerdict> verdicts(const TensorMapParams &params);

/// True when some rule of kind Error has to wait for the launch.
bool needsLaunchCheck(const TensorMapParams &params);

/// The sentence for one violation; `tensor` is the operand's name, may be
/// empty.
std::string message(const TensorMapParams &params, const Violation &violation,
                    const std::string &tensor);

/// "TM07".
std::string ruleId(const Rule &rule);

/// The rule of that name; null when there is none.
const Rule *findRule(const std::string &name);

/// "proven", "violated" or "unknown".
const char *name(Verdict verdict);

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_CHECK_H
