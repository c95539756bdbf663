// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A legal map to start from, and short questions about a changed one.

#ifndef TILERY_TEST_TENSORMAP_TESTPARAMS_H
#define TILERY_TEST_TENSORMAP_TESTPARAMS_H

#include "tilery/TensorMap/Check.h"

namespace tilery::tensormap {

/// 64 x 128 halves, dense, box 16 x 32, every rule proven.
inline TensorMapParams legalMap() {
  TensorMapParams p;
  p.dataType = DataType::Float16;
  p.rank = 2;
  p.base = BaseAddress::exactly(0x7f0000000000);
  p.dims[0] = 128;
  p.dims[1] = 64;
  p.byteStrides[0] = 256;
  p.box[0] = 32;
  p.box[1] = 16;
  p.computeCapability = 90;
  return p;
}

/// 4 x 8 x 16 slices of 32 bytes.
inline TensorMapParams interleavedMap() {
  TensorMapParams p = legalMap();
  p.rank = 3;
  p.dims[0] = 16;
  p.dims[1] = 8;
  p.dims[2] = 4;
  p.byteStrides[0] = 512;
  p.byteStrides[1] = 4096;
  p.box[0] = 8;
  p.box[1] = 4;
  p.box[2] = 2;
  p.interleave = Interleave::B32;
  p.swizzle = Swizzle::B32;
  return p;
}

inline Verdict verdict(const char *rule, const TensorMapParams &p) {
  return verdictOf(*findRule(rule), p);
}

/// The names of the violated errors, "; " between them.
inline std::string errors(const TensorMapParams &p) {
  std::string names;
  for (const RuleVerdict &v : verdicts(p))
    if (v.rule->kind == RuleKind::Error && v.verdict == Verdict::Violated)
      names += (names.empty() ? "" : "; ") + std::string(v.rule->name);
  return names;
}

/// The text of all violated errors and warnings, one a line.
inline std::string messages(const TensorMapParams &p, const char *tensor) {
  std::string text;
  for (const Violation &v : check(p))
    text += message(p, v, tensor) + "\n";
  for (const Violation &v : warnings(p))
    text += message(p, v, tensor) + "\n";
  return text;
}

} // namespace tilery::tensormap

#endif // TILERY_TEST_TENSORMAP_TESTPARAMS_H
