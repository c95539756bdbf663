// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaunchOptions.h"

#include "Tensor.h"

#include <algorithm>
#include <cinttypes>

namespace tilery {
namespace runtime {

namespace {

/// CUDA driver API, CUlaunchAttributeValue::preferredClusterDim.
bool checkPreferredCluster(const TileryKernelSpec &kernel,
                           const TileryLaunchConfig &config, Report &report) {
  const int64_t *preferred = config.options->preferredCluster;
  // An H200's driver answers CUDA_ERROR_NOT_SUPPORTED.
  if (config.options->flags & TILERY_LAUNCH_COOPERATIVE)
    return report.fault(TILERY_BAD_LAUNCH,
                        "kernel '%s': expected a launch that is cooperative or "
                        "has a preferred cluster, got both",
                        kernel.name);
  bool valid = true;
  for (int i = 0; i < 3; ++i) {
    int64_t extent = preferred[i];
    if (extent < 1 || extent % config.cluster[i] != 0 ||
        config.grid[i] % extent != 0)
      valid = report.fault(
          TILERY_BAD_LAUNCH,
          "kernel '%s': expected a preferred cluster along %c that is a "
          "multiple of the cluster, %" PRId64 ", and divides the grid, %" PRId64
          ", got %" PRId64,
          kernel.name, 'x' + i, config.cluster[i], config.grid[i], extent);
  }
  if (!valid)
    return false;
  if (preferred[2] != config.cluster[2])
    return report.fault(TILERY_BAD_LAUNCH,
                        "kernel '%s': expected a preferred cluster that is "
                        "equal to the cluster along z, %" PRId64
                        ", got %" PRId64,
                        kernel.name, config.cluster[2], preferred[2]);
  // Each factor divides a grid of 31 or 16 bits: no overflow.
  int64_t blocks = preferred[0] * preferred[1] * preferred[2];
  return blocks <= 16 ||
         report.fault(TILERY_BAD_LAUNCH,
                      "kernel '%s': expected a preferred cluster of at most 16 "
                      "blocks (8 portably), got %" PRId64,
                      kernel.name, blocks);
}

bool checkWindow(const TileryCall &call, const TileryKernelSpec &kernel,
                 const TileryLaunchOptions &options, Report &report) {
  bool valid = true;
  if (options.windowArg < 0 || options.windowArg >= call.numArgs)
    valid = report.fault(TILERY_BAD_LAUNCH,
                         "kernel '%s': expected an access window over one of "
                         "%d arguments, got number %d",
                         kernel.name, call.numArgs, options.windowArg);
  // Written so that a NaN fails.
  if (!(options.hitRatio >= 0 && options.hitRatio <= 1))
    valid = report.fault(TILERY_BAD_LAUNCH,
                         "kernel '%s': expected a hit ratio of 0 to 1 for the "
                         "access window, got %g",
                         kernel.name, static_cast<double>(options.hitRatio));
  if (options.windowBytes < 0)
    valid = report.fault(TILERY_BAD_LAUNCH,
                         "kernel '%s': expected 0 or more bytes in the access "
                         "window, got %" PRId64,
                         kernel.name, options.windowBytes);
  if (options.hitProperty < TILERY_ACCESS_NORMAL ||
      options.hitProperty > TILERY_ACCESS_PERSISTING)
    valid = report.fault(TILERY_BAD_LAUNCH,
                         "kernel '%s': expected a hit property of 0 to 2 for "
                         "the access window, got %d",
                         kernel.name, options.hitProperty);
  // CUDA driver API, CUaccessPolicyWindow::missProp.
  if (options.missProperty < TILERY_ACCESS_NORMAL ||
      options.missProperty > TILERY_ACCESS_STREAMING)
    valid = report.fault(TILERY_BAD_LAUNCH,
                         "kernel '%s': expected a miss property that is normal "
                         "(0) or streaming (1) for the access window, got %d",
                         kernel.name, options.missProperty);
  return valid;
}

void addWindow(const TileryCall &call, const TileryLaunchOptions &options,
               cu::LaunchConfig &launch) {
  const TileryTensor &tensor = *call.args[options.windowArg].tensor;
  const auto &context = *static_cast<const ContextInfo *>(call.context);
  uint64_t bytes = byteSpan(tensor).after;
  if (options.windowBytes > 0)
    bytes = std::min(bytes, static_cast<uint64_t>(options.windowBytes));
  bytes = std::min(
      bytes, static_cast<uint64_t>(std::max(context.device.maxWindowBytes, 0)));
  // A window without bytes would switch the stream's own off.
  if (bytes == 0)
    return;
  cu::AccessPolicyWindow &window =
      addAttribute(launch, cu::LaunchAccessPolicyWindow).accessPolicyWindow;
  window.base = reinterpret_cast<void *>(address(tensor));
  window.bytes = bytes;
  window.hitRatio = options.hitRatio;
  window.hit = static_cast<cu::AccessProperty>(options.hitProperty);
  window.miss = static_cast<cu::AccessProperty>(options.missProperty);
}

bool reportNotResident(const TileryKernelSpec &kernel,
                       const TileryLaunchConfig &config, int64_t most,
                       const DeviceInfo &device, Report &report) {
  report.fault(TILERY_BAD_LAUNCH,
               "kernel '%s': expected a cooperative grid of at most %" PRId64
               " %s, which can be resident at once",
               kernel.name, most, hasCluster(config) ? "clusters" : "blocks");
  if (!hasCluster(config))
    report.add(" (%" PRId64 " on each of %d multiprocessors)",
               most / device.multiprocessors, device.multiprocessors);
  int64_t blocks = config.grid[0] * config.grid[1] * config.grid[2];
  int64_t clusterBlocks =
      config.cluster[0] * config.cluster[1] * config.cluster[2];
  report.add(" on cuda:%d, %s, got %" PRId64 "; %llu threads and %" PRId64
             " bytes of dynamic shared memory a block: let each block do more, "
             "or make blocks smaller",
             device.ordinal, device.name, blocks / clusterBlocks,
             static_cast<unsigned long long>(kernel.block[0]) *
                 kernel.block[1] * kernel.block[2],
             config.dynamicShared);
  return false;
}

/// Clusters that the device holds at once; what a cluster may span is the
/// driver's to say.
bool checkResidentClusters(const LoadedKernel &loaded,
                           const TileryKernelSpec &kernel,
                           const TileryLaunchConfig &config, int64_t blocks,
                           Driver &driver, const DeviceInfo &device,
                           Report &report) {
  cu::LaunchAttribute attribute;
  cu::LaunchConfig launch = {};
  launch.gridDimX = static_cast<unsigned>(config.grid[0]);
  launch.gridDimY = static_cast<unsigned>(config.grid[1]);
  launch.gridDimZ = static_cast<unsigned>(config.grid[2]);
  launch.blockDimX = kernel.block[0];
  launch.blockDimY = kernel.block[1];
  launch.blockDimZ = kernel.block[2];
  launch.sharedMemBytes = static_cast<unsigned>(config.dynamicShared);
  launch.attrs = &attribute;
  addCluster(config, launch);
  int most = 0;
  cu::Result result =
      driver.occupancyMaxActiveClusters(&most, loaded.function, &launch);
  if (result != cu::Success)
    return report.driverFault(driver, "cuOccupancyMaxActiveClusters", result);
  int64_t clusters =
      blocks / (config.cluster[0] * config.cluster[1] * config.cluster[2]);
  return clusters <= most ||
         reportNotResident(kernel, config, most, device, report);
}

} // namespace

int32_t largestCluster(const TileryLaunchConfig &config) {
  int64_t blocks = config.cluster[0] * config.cluster[1] * config.cluster[2];
  const TileryLaunchOptions *options = config.options;
  if (options && (options->flags & TILERY_LAUNCH_PREFERRED_CLUSTER))
    blocks = std::max(blocks, options->preferredCluster[0] *
                                  options->preferredCluster[1] *
                                  options->preferredCluster[2]);
  return static_cast<int32_t>(blocks);
}

bool checkOptions(const TileryCall &call, const TileryKernelSpec &kernel,
                  const TileryLaunchConfig &config, Report &report) {
  const TileryLaunchOptions &options = *config.options;
  bool valid = true;
  constexpr uint32_t kKnown = 2 * TILERY_LAUNCH_ACCESS_WINDOW - 1;
  if (options.flags & ~kKnown)
    valid = report.fault(TILERY_BAD_LAUNCH,
                         "kernel '%s': expected launch attributes of the bits "
                         "0x%x, got 0x%x",
                         kernel.name, kKnown, options.flags);
  if (options.flags & TILERY_LAUNCH_PREFERRED_CLUSTER)
    valid &= checkPreferredCluster(kernel, config, report);
  if ((options.flags & TILERY_LAUNCH_CARVEOUT) && options.carveout > 100)
    valid = report.fault(TILERY_BAD_LAUNCH,
                         "kernel '%s': expected a shared-memory carveout of 0 "
                         "to 100 percent, got %u",
                         kernel.name, options.carveout);
  if (options.flags & TILERY_LAUNCH_ACCESS_WINDOW)
    valid &= checkWindow(call, kernel, options, report);
  return valid;
}

bool checkResident(LoadedKernel &loaded, const TileryKernelSpec &kernel,
                   const TileryLaunchConfig &config, Driver &driver,
                   const DeviceInfo &device, Report &report) {
  int64_t blocks;
  if (__builtin_mul_overflow(config.grid[0] * config.grid[1], config.grid[2],
                             &blocks))
    blocks = INT64_MAX;
  if (hasCluster(config))
    return checkResidentClusters(loaded, kernel, config, blocks, driver, device,
                                 report);
  uint64_t key = (static_cast<uint64_t>(config.dynamicShared) + 1) << 32;
  uint64_t known = loaded.residentBlocks.load(std::memory_order_relaxed);
  if (known >> 32 != key >> 32) {
    int perProcessor = 0;
    cu::Result result = driver.occupancyMaxActiveBlocks(
        &perProcessor, loaded.function,
        static_cast<int>(kernel.block[0] * kernel.block[1] * kernel.block[2]),
        static_cast<size_t>(config.dynamicShared));
    if (result != cu::Success)
      return report.driverFault(
          driver, "cuOccupancyMaxActiveBlocksPerMultiprocessor", result);
    known = key | static_cast<uint32_t>(std::max(perProcessor, 0));
    loaded.residentBlocks.store(known, std::memory_order_relaxed);
  }
  int64_t most =
      static_cast<int64_t>(known & UINT32_MAX) * device.multiprocessors;
  return blocks <= most ||
         reportNotResident(kernel, config, most, device, report);
}

void addOptions(const TileryCall &call, const TileryLaunchConfig &config,
                cu::LaunchConfig &launch) {
  const TileryLaunchOptions &options = *config.options;
  if (options.flags & TILERY_LAUNCH_COOPERATIVE)
    addAttribute(launch, cu::LaunchCooperative).cooperative = 1;
  if (options.flags & TILERY_LAUNCH_PROGRAMMATIC)
    addAttribute(launch, cu::LaunchProgrammaticStreamSerialization)
        .programmaticStreamSerializationAllowed = 1;
  if (options.flags & TILERY_LAUNCH_PRIORITY)
    addAttribute(launch, cu::LaunchPriority).priority = options.priority;
  if (options.flags & TILERY_LAUNCH_PREFERRED_CLUSTER) {
    // "This attribute will only take effect when a regular cluster dimension
    // has been specified" (CUDA driver API).
    if (!hasCluster(config))
      addCluster(config, launch);
    cu::LaunchAttributeValue &value =
        addAttribute(launch, cu::LaunchPreferredClusterDimension);
    const int64_t *preferred = options.preferredCluster;
    value.preferredClusterDim.x = static_cast<unsigned>(preferred[0]);
    value.preferredClusterDim.y = static_cast<unsigned>(preferred[1]);
    value.preferredClusterDim.z = static_cast<unsigned>(preferred[2]);
  }
  if (options.flags & TILERY_LAUNCH_CARVEOUT)
    addAttribute(launch, cu::LaunchPreferredSharedMemoryCarveout)
        .sharedMemCarveout = options.carveout;
  if (options.flags & TILERY_LAUNCH_ACCESS_WINDOW)
    addWindow(call, options, launch);
}

} // namespace runtime
} // namespace tilery
