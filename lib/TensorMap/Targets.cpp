// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Targets.h"

#include "tilery/TensorMap/Names.h"
#include "tilery/TensorMap/Types.h"

#include <iterator>

namespace tilery::tensormap {

namespace {

/// A PTX version and whether ptxas advises against the form.
struct Availability {
  constexpr Availability(int32_t version, bool advisory = false)
      : version(version), advisory(advisory) {}
  int32_t version;
  bool advisory;
};
constexpr Availability advised(int32_t version) { return {version, true}; }

#define TARGET(name, capability, floor) +1
#define FORM(...)
constexpr size_t kTargetCount = 0
#include "TargetTable.inc"
    ;
#undef TARGET
#undef FORM

struct FormRow {
  const char *name;
  Form form;
  Availability on[kTargetCount];
};

constexpr FormRow kForms[] = {
#define TARGET(name, capability, floor)
#define FORM(name, ...) {#name, Form::name, {__VA_ARGS__}},
#include "TargetTable.inc"
#undef TARGET
#undef FORM
};

constexpr bool inEnumOrder() {
  for (size_t i = 0; i < std::size(kForms); ++i)
    if (kForms[i].form != static_cast<Form>(i))
      return false;
  return std::size(kForms) == kFormCount;
}
static_assert(inEnumOrder(), "run utils/probe-ptx after adding a form");

} // namespace

/// CUDA programming guide, technical specifications per compute capability: 48
/// KiB without opt-in everywhere. A cluster of 8 is portable; compute
/// capability 9.0 and 10.x take 16 with the non-portable attribute, for the
/// others nothing beyond 8 is documented.
static Target makeTarget(const char *name, int32_t capability, int32_t floor) {
  int32_t clusterMax = capability < 110 ? 16 : 8;
  return {name, capability, floor, 48 * 1024, sharedLimit(capability),
          8,    clusterMax};
}

bool Target::isChipSpecific() const {
  return std::string_view(name).back() == 'a';
}
bool Target::isFamilySpecific() const {
  return std::string_view(name).back() == 'f';
}

const std::vector<Target> &targets() {
  static const std::vector<Target> all = {
#define TARGET(name, capability, floor) makeTarget(#name, capability, floor),
#define FORM(...)
#include "TargetTable.inc"
#undef TARGET
#undef FORM
  };
  return all;
}

const char *name(Form form) {
  int32_t index = static_cast<int32_t>(form);
  return index >= 0 && index < kFormCount ? kForms[index].name : "?";
}

const Target *findTarget(std::string_view name) {
  for (const Target &target : targets())
    if (name == target.name)
      return &target;
  return nullptr;
}

std::string unknownTargetMessage(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Target &target : targets())
    known.push_back(target.name);
  std::string message = "unknown target " + quoted(name);
  // sm_80, sm_89, ...: real chips, which are near to nothing that would help.
  if (name.size() == 5 && name.substr(0, 3) == "sm_" && name[3] >= '0' &&
      name[3] < '9')
    return "target " + quoted(name) +
           " has no Tensor Memory Accelerator; expected sm_90 or a later one";
  std::vector<std::string> near = nearestNames(name, known);
  message += near.empty() ? "; known targets are " : "; did you mean ";
  const char *separator = "";
  for (const std::string &candidate :
       near.empty() ? std::vector<std::string>(known.begin(), known.end())
                    : near) {
    message += separator + candidate;
    separator = near.empty() ? ", " : " or ";
  }
  return message + (near.empty() ? "" : "?");
}

static const Availability *availability(Form form, const Target &target) {
  int32_t index = static_cast<int32_t>(form);
  const Target *known = findTarget(target.name);
  if (index < 0 || index >= kFormCount || !known)
    return nullptr;
  return &kForms[index].on[known - targets().data()];
}

int32_t minimumPtx(Form form, const Target &target) {
  const Availability *answer = availability(form, target);
  return answer ? answer->version : 0;
}

bool isAdvisedAgainst(Form form, const Target &target) {
  const Availability *answer = availability(form, target);
  return answer && answer->advisory;
}

std::vector<std::string> targetsWith(Form form) {
  std::vector<std::string> result;
  for (const Target &target : targets())
    if (minimumPtx(form, target))
      result.emplace_back(target.name);
  return result;
}

int32_t maximumPtxOfDriver(int32_t cudaVersion) {
  // PTX ISA, release notes: the CUDA release that brought each version.
  constexpr int32_t releases[][2] = {{12000, 80}, {12010, 81}, {12020, 82},
                                     {12030, 83}, {12040, 84}, {12050, 85},
                                     {12070, 86}, {12080, 87}, {12090, 88},
                                     {13000, 90}, {13010, 91}, {13020, 92}};
  int32_t version = 0;
  for (const auto &release : releases)
    if (cudaVersion >= release[0])
      version = release[1];
  return version;
}

std::string ptxVersionText(int32_t version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

} // namespace tilery::tensormap
