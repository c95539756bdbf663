// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Explain.h"

#include <cstdio>

namespace tilery::tensormap {

static std::vector<int64_t> outerToInner(const TensorMapParams &params,
                                         const int64_t *values) {
  std::vector<int64_t> result;
  for (int i = dimensionCount(params); i > 0; --i)
    result.push_back(values[i - 1]);
  return result;
}

Explanation explain(const TensorMapParams &params, const std::string &tensor) {
  Explanation e;
  e.params = params;
  e.tensor = tensor;
  e.dims = outerToInner(params, params.dims);
  e.box = outerToInner(params, params.box);
  e.elementStrides = outerToInner(params, params.elementStrides);
  for (int i = dimensionCount(params); i > 1; --i)
    e.byteStrides.push_back(params.byteStrides[i - 2]);
  if (params.rank >= 1) {
    // The distance of neighbours in dimension 0, known when they are adjacent.
    bool adjacent = params.innerStride == 1;
    int64_t size = sliceBytes(params.interleave)
                       ? sliceBytes(params.interleave)
                       : elementBytes(params.dataType);
    e.byteStrides.push_back(
        adjacent && size ? size : checkedMul(params.innerStride, size));
  }

  e.boxBytes = boxBytes(params);
  e.sharedRowPitch = sharedRowPitch(params);
  e.sharedBytes = sharedBytes(params);
  e.sharedAlignment = sharedAlignment(params);
  e.sharedFootprint = sharedFootprint(params);

  e.empty = isEmpty(params);
  e.accepted = isAccepted(params);
  e.needsLaunchCheck = needsLaunchCheck(params);
  e.verdicts = verdicts(params);
  for (const Violation &violation : check(params))
    e.errors.push_back(message(params, violation, tensor));
  for (const Violation &violation : warnings(params))
    e.warnings.push_back(message(params, violation, tensor));
  return e;
}

static std::string numberText(int64_t value) {
  return isKnown(value) ? std::to_string(value) : "?";
}

std::string sizesText(const std::vector<int64_t> &sizes) {
  std::string text;
  for (int64_t size : sizes)
    text += (text.empty() ? "" : "x") + numberText(size);
  return text;
}

static std::string baseText(const BaseAddress &base) {
  char buffer[64];
  unsigned long long value = base.value, modulus = base.modulus;
  if (base.isExact())
    std::snprintf(buffer, sizeof(buffer), "0x%llx", value);
  else if (modulus == 1)
    return "?";
  else
    std::snprintf(buffer, sizeof(buffer), "%llu bytes past a multiple of %llu",
                  value, modulus);
  return buffer;
}

static std::string capabilityText(int32_t capability) {
  return capability == 0 ? "?"
                         : std::to_string(capability / 10) + "." +
                               std::to_string(capability % 10);
}

/// A label padded to the column of the values.
static std::string field(const char *label, const std::string &value) {
  std::string line = "  " + std::string(label);
  line.resize(std::max<size_t>(line.size() + 1, 22), ' ');
  return line + value + "\n";
}

static std::string optionsText(const TensorMapParams &p) {
  std::string type = name(p.dataType);
  int64_t bits = globalBits(p.dataType);
  type += ", " +
          (bits % 8 ? std::to_string(bits) + " bits"
                    : std::to_string(bits / 8) + " bytes") +
          " an element";
  std::string direction = name(p.direction);
  if (p.allowEdgeSpill)
    direction += ", edge may spill";
  return field("data type", type) + field("interleave", name(p.interleave)) +
         field("swizzle", name(p.swizzle)) +
         field("L2 promotion", name(p.l2Promotion)) +
         field("fill", name(p.fill)) + field("direction", direction) +
         field("compute capability", capabilityText(p.computeCapability));
}

static std::string verdictLines(const Explanation &e) {
  std::string text;
  for (const RuleVerdict &verdict : e.verdicts) {
    std::string line = "  " + ruleId(*verdict.rule) + " " + verdict.rule->name;
    line.resize(std::max<size_t>(line.size() + 1, 30), ' ');
    line += name(verdict.verdict);
    if (verdict.verdict == Verdict::Violated &&
        verdict.rule->kind == RuleKind::Warning)
      line += " (warning)";
    text += line + "\n";
  }
  return text;
}

std::string toText(const Explanation &e) {
  std::string text =
      e.tensor.empty() ? "tensor map" : "tensor '" + e.tensor + "'";
  text += ", sizes outer to inner\n";
  text += field("rank", std::to_string(e.params.rank));
  text += field("dims", sizesText(e.dims));
  text += field("strides in bytes", sizesText(e.byteStrides));
  text += field("base", baseText(e.params.base));
  text += field("box", sizesText(e.box));
  text += field("element strides", sizesText(e.elementStrides));
  text += optionsText(e.params);
  text += "one copy\n";
  text += field("bytes per box", numberText(e.boxBytes));
  text += field("row pitch", numberText(e.sharedRowPitch));
  text += field("shared memory", numberText(e.sharedBytes) + " bytes");
  text += field("alignment", numberText(e.sharedAlignment) + " bytes");
  text += field("stage to stage", numberText(e.sharedFootprint) + " bytes");
  text += "rules\n" + verdictLines(e);
  for (const std::string &warning : e.warnings)
    text += "warning: " + warning + "\n";
  for (const std::string &error : e.errors)
    text += "error: " + error + "\n";
  text += e.empty       ? "empty: there is no map of it, launch nothing\n"
          : !e.accepted ? "refused\n"
          : e.needsLaunchCheck
              ? "accepted as far as it is known; the launch checks the rest\n"
              : "accepted\n";
  return text;
}

} // namespace tilery::tensormap
