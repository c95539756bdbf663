// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel's launch, in two steps around the encoding of its TensorMaps.

#include "LaunchOptions.h"
#include "Tensor.h"

#include <cinttypes>

using namespace tilery::runtime;

namespace {

/// The argument, or the view of it.
const TileryTensor &tensorOf(const TileryCall &call,
                             const TileryOperand &operand,
                             const TileryLaunchConfig &config) {
  return operand.view ? config.views[operand.view - 1]->tensor
                      : *call.args[operand.arg].tensor;
}

/// Sets call.skip where there is nothing to write. Any other empty operand has
/// no TensorMap: an empty input would leave the output unwritten.
bool checkEmpty(TileryCall &call, const TileryKernelSpec &kernel,
                const TileryLaunchConfig &config, Report &report) {
  int32_t written = -1;
  const TileryOperand *empty = nullptr;
  bool anyWritten = false;
  for (int32_t i = 0; i < kernel.numOperands; ++i) {
    const TileryOperand &operand = kernel.operands[i];
    bool isWritten = operand.flags & TILERY_OPERAND_WRITTEN;
    anyWritten |= isWritten;
    if (isEmpty(tensorOf(call, operand, config)))
      empty = empty ? empty : &operand;
    else if (isWritten && written < 0)
      written = operand.arg;
  }
  if (anyWritten && written < 0) {
    call.skip = 1;
    return true;
  }
  if (!empty)
    return true;
  const TileryTensor &tensor = tensorOf(call, *empty, config);
  const char *const *names = call.function->argNames;
  report.fault(TILERY_BAD_LAUNCH,
               "kernel '%s': expected a non-empty %s%s, got shape %s",
               kernel.name, empty->view ? "view of " : "", names[empty->arg],
               ShapeText(tensor.shape, tensor.ndim).text);
  if (written >= 0)
    report.add("; the kernel would leave %s, which is not empty, unwritten",
               names[written]);
  return false;
}

/// Whether the configuration is one without cluster that surely is right: what
/// most launches have, without the divisions that clusters need.
bool isPlainGrid(const TileryLaunchConfig &config) {
  auto below = [](int64_t blocks, uint64_t limit) {
    return static_cast<uint64_t>(blocks) - 1 < limit;
  };
  bool right = below(config.grid[0], INT32_MAX);
  right &= below(config.grid[1], 65535);
  right &= below(config.grid[2], 65535);
  right &= config.cluster[0] == 1;
  right &= config.cluster[1] == 1;
  right &= config.cluster[2] == 1;
  right &= config.dynamicShared >= 0;
  return right;
}

TILERY_COLD bool checkGrid(const TileryKernelSpec &kernel,
                           const TileryLaunchConfig &config, Report &report) {
  // CUDA programming guide, technical specifications per compute capability.
  constexpr int64_t kMaxGrid[] = {INT32_MAX, 65535, 65535};
  bool valid = true;
  for (int i = 0; i < 3; ++i) {
    if (config.grid[i] < 1 || config.grid[i] > kMaxGrid[i])
      valid = report.fault(TILERY_BAD_LAUNCH,
                           "kernel '%s': expected a grid of 1 to %" PRId64
                           " blocks along %c, got %" PRId64,
                           kernel.name, kMaxGrid[i], 'x' + i, config.grid[i]);
    else if (config.cluster[i] < 1 || config.grid[i] % config.cluster[i] != 0)
      valid =
          report.fault(TILERY_BAD_LAUNCH,
                       "kernel '%s': expected a cluster that divides the "
                       "grid, %" PRId64 " blocks along %c, got %" PRId64,
                       kernel.name, config.grid[i], 'x' + i, config.cluster[i]);
  }
  if (!valid)
    return false;
  // Each factor divides a grid of 31 or 16 bits: no overflow.
  int64_t blocks = config.cluster[0] * config.cluster[1] * config.cluster[2];
  if (blocks > 16)
    return report.fault(TILERY_BAD_LAUNCH,
                        "kernel '%s': expected a cluster of at most 16 blocks "
                        "(8 portably), got %" PRId64,
                        kernel.name, blocks);
  if (config.dynamicShared < 0)
    return report.fault(TILERY_BAD_LAUNCH,
                        "kernel '%s': expected 0 or more bytes of dynamic "
                        "shared memory, got %" PRId64,
                        kernel.name, config.dynamicShared);
  return true;
}

bool prepare(TileryCall &call, const TileryKernelSpec &kernel,
             const TileryLaunchConfig &config, Report &report) {
  call.skip = 0;
  if (!checkEmpty(call, kernel, config, report))
    return false;
  if (call.skip)
    return true;
  if (!isPlainGrid(config) && !checkGrid(kernel, config, report))
    return false;
  if (config.options && !checkOptions(call, kernel, config, report))
    return false;
  Driver *driver = driverOf(call, report);
  if (!driver || (!call.entered && !enterContext(call, *driver, report)))
    return false;
  const auto &context = *static_cast<const ContextInfo *>(call.context);
  LoadedKernel *loaded = findLoaded(kernel, context.serial);
  if (!loaded && !(loaded = loadKernel(kernel, *driver, context, report)))
    return false;
  if (config.dynamicShared >
          loaded->dynamicAllowed.load(std::memory_order_acquire) &&
      !allowDynamicShared(*loaded, kernel, config.dynamicShared, *driver,
                          context, report))
    return false;
  int32_t blocks = config.options ? largestCluster(config)
                                  : static_cast<int32_t>(config.cluster[0] *
                                                         config.cluster[1] *
                                                         config.cluster[2]);
  if (blocks > loaded->clusterAllowed.load(std::memory_order_acquire) &&
      !allowCluster(*loaded, kernel, blocks, *driver, report))
    return false;
  if (config.options && (config.options->flags & TILERY_LAUNCH_COOPERATIVE) &&
      !checkResident(*loaded, kernel, config, *driver, context.device, report))
    return false;
  call.kernel = loaded->function;
  return true;
}

TILERY_COLD void reportLaunchFailure(const TileryKernelSpec &kernel,
                                     const TileryLaunchConfig &config,
                                     Driver &driver, cu::Result result,
                                     Report &report) {
  if (isStickyError(result)) {
    report.driverFault(driver, "cuLaunchKernelEx", result);
    return;
  }
  report.fault(statusOf(result, TILERY_LAUNCH_FAILED),
               "the launch of kernel '%s' failed: %s; grid [%" PRId64
               ", %" PRId64 ", %" PRId64 "], block [%u, %u, %u], cluster "
               "[%" PRId64 ", %" PRId64 ", %" PRId64 "], %" PRId64
               " bytes of dynamic shared memory",
               kernel.name, ResultText(driver, result).text, config.grid[0],
               config.grid[1], config.grid[2], kernel.block[0], kernel.block[1],
               kernel.block[2], config.cluster[0], config.cluster[1],
               config.cluster[2], config.dynamicShared);
}

cu::Result launch(TileryCall &call, const TileryKernelSpec &kernel,
                  const TileryLaunchConfig &config, void **params,
                  Driver &driver) {
  cu::LaunchAttribute attributes[kMaxLaunchAttributes];
  cu::LaunchConfig launch;
  launch.gridDimX = static_cast<unsigned>(config.grid[0]);
  launch.gridDimY = static_cast<unsigned>(config.grid[1]);
  launch.gridDimZ = static_cast<unsigned>(config.grid[2]);
  launch.blockDimX = kernel.block[0];
  launch.blockDimY = kernel.block[1];
  launch.blockDimZ = kernel.block[2];
  launch.sharedMemBytes = static_cast<unsigned>(config.dynamicShared);
  launch.stream = static_cast<cu::Stream>(config.stream);
  launch.attrs = attributes;
  launch.numAttrs = 0;
  if (hasCluster(config))
    addCluster(config, launch);
  if (config.options)
    addOptions(call, config, launch);
  return driver.launchKernelEx(&launch, static_cast<cu::Function>(call.kernel),
                               params, nullptr);
}

} // namespace

extern "C" {

TILERY_HOT int32_t tilery_rt_prepare(TileryCall *call,
                                     const TileryKernelSpec *kernel,
                                     const TileryLaunchConfig *config) {
  if (call->phase != PhaseRunning)
    return call->status;
  Report report(*call);
  // Faults of views close the call here, all of them told.
  call->phase =
      call->status == TILERY_OK && prepare(*call, *kernel, *config, report)
          ? PhaseMaps
          : PhaseClosed;
  return call->status;
}

TILERY_HOT int32_t tilery_rt_launch(TileryCall *call,
                                    const TileryKernelSpec *kernel,
                                    const TileryLaunchConfig *config,
                                    void **params) {
  if (call->phase != PhaseMaps)
    return call->status;
  call->phase = call->status == TILERY_OK ? PhaseRunning : PhaseClosed;
  if (call->phase == PhaseClosed || call->skip)
    return call->status;
  Report report(*call);
  Driver &driver = *driverOf(*call, report);
  cu::Result result = launch(*call, *kernel, *config, params, driver);
  if (result != cu::Success) {
    call->phase = PhaseClosed;
    reportLaunchFailure(*kernel, *config, driver, result, report);
  }
  return call->status;
}

} // extern "C"
