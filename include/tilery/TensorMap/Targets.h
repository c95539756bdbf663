// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each GPU target offers: the lowest PTX version that names it, shared
// memory and cluster limits, and for each instruction form the lowest PTX
// version in which the target has it. The versions are what ptxas accepts,
// written by utils/probe-ptx.
//
// PTX versions are major * 10 + minor: 80 is PTX ISA 8.0.

#ifndef TILERY_TENSORMAP_TARGETS_H
#define TILERY_TENSORMAP_TARGETS_H

#include "tilery/TensorMap/Forms.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilery {
namespace tensormap {

/// A GPU target as ptxas and LLVM name it.
struct Target {
  const char *name;          ///< "sm_90a"
  int32_t computeCapability; ///< 90
  int32_t floorPtx;          ///< lowest PTX version that names the target
  int64_t sharedBytes;       ///< of a block without the opt-in attribute
  int64_t sharedBytesOptIn;  ///< of a block with it
  int32_t clusterPortable;   ///< blocks in a cluster on any device
  int32_t clusterMax;        ///< with the non-portable attribute

  /// Code for sm_90a runs on that chip alone, code for sm_100f on its family;
  /// plain targets run on later chips too.
  bool isChipSpecific() const;
  bool isFamilySpecific() const;
};

/// The enumerator's name, for messages and tests.
const char *name(Form form);

/// All known targets.
const std::vector<Target> &targets();

/// The target of that name; null when it is not known.
const Target *findTarget(std::string_view name);

/// "unknown target 'sm_91'; did you mean 'sm_90' or ...", with all known ones
/// when none is near.
std::string unknownTargetMessage(std::string_view name);

/// The lowest PTX version that has `form` on `target` (at least the target's
/// floor); 0 when the target has no such form in any version.
int32_t minimumPtx(Form form, const Target &target);

/// True when ptxas takes the form on the target with an advisory that it may
/// be slow (multicast without an a or f target).
bool isAdvisedAgainst(Form form, const Target &target);

/// The names of the targets that have `form`; for "needs one of ...".
std::vector<std::string> targetsWith(Form form);

/// The highest PTX version that a driver takes; `cudaVersion` as
/// cuDriverGetVersion gives it, 12040 for CUDA 12.4. 0 for drivers before CUDA
/// 12.0, which know no sm_90a.
int32_t maximumPtxOfDriver(int32_t cudaVersion);

/// "8.6".
std::string ptxVersionText(int32_t version);

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_TARGETS_H
