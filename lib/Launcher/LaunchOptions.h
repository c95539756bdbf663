// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The launch attributes that few launches have (TileryLaunchOptions). All of it
// is off the path of a launch without them.

#ifndef TILERY_LIB_LAUNCHER_LAUNCHOPTIONS_H
#define TILERY_LIB_LAUNCHER_LAUNCHOPTIONS_H

#include "Kernel.h"

namespace tilery {
namespace runtime {

/// The cluster, and one a bit of TileryLaunchOptions::flags.
inline constexpr unsigned kMaxLaunchAttributes = 8;

/// Blocks of the largest cluster that the launch may form.
TILERY_COLD int32_t largestCluster(const TileryLaunchConfig &config);

/// Checks the options of a launch whose grid and cluster are right; reports
/// every fault.
TILERY_COLD bool checkOptions(const TileryCall &call,
                              const TileryKernelSpec &kernel,
                              const TileryLaunchConfig &config, Report &report);

/// Checks that all blocks of a cooperative launch can be resident at once. The
/// context is current.
TILERY_COLD bool checkResident(LoadedKernel &loaded,
                               const TileryKernelSpec &kernel,
                               const TileryLaunchConfig &config, Driver &driver,
                               const DeviceInfo &device, Report &report);

/// Adds the launch's attributes to `launch`, whose `attrs` have room for
/// kMaxLaunchAttributes.
TILERY_COLD void addOptions(const TileryCall &call,
                            const TileryLaunchConfig &config,
                            cu::LaunchConfig &launch);

/// One more attribute of the launch, zeroed.
inline cu::LaunchAttributeValue &addAttribute(cu::LaunchConfig &launch,
                                              cu::LaunchAttributeId id) {
  cu::LaunchAttribute &next = launch.attrs[launch.numAttrs++];
  next = {};
  next.id = id;
  return next.value;
}

inline void addCluster(const TileryLaunchConfig &config,
                       cu::LaunchConfig &launch) {
  cu::LaunchAttributeValue &value =
      addAttribute(launch, cu::LaunchClusterDimension);
  value.clusterDim.x = static_cast<unsigned>(config.cluster[0]);
  value.clusterDim.y = static_cast<unsigned>(config.cluster[1]);
  value.clusterDim.z = static_cast<unsigned>(config.cluster[2]);
}

inline bool hasCluster(const TileryLaunchConfig &config) {
  return config.cluster[0] != 1 || config.cluster[1] != 1 ||
         config.cluster[2] != 1;
}

} // namespace runtime
} // namespace tilery

#endif // TILERY_LIB_LAUNCHER_LAUNCHOPTIONS_H
