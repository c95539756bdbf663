// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The recorder's TensorMaps and launches.

#include "RecordCall.h"

#include "tilery/TensorMap/Types.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace tilery {
namespace runtime {

namespace {
/// Marks the bytes that a recorder wrote as a TensorMap; its number follows.
constexpr uint64_t kMapMark = 0x70616d7972656c69;
} // namespace

cu::Result RecordDriver::tensorMapEncodeTiled(
    cu::TensorMap *map, int dataType, uint32_t rank, void *address,
    const uint64_t *dims, const uint64_t *strides, const uint32_t *box,
    const uint32_t *elementStrides, int interleave, int swizzle,
    int l2Promotion, int fill) {
  namespace tm = tensormap;
  Call call(*this, "cuTensorMapEncodeTiled");
  if (!call.failed())
    call.arg("map", "map#" + std::to_string(numMaps));
  uint32_t shown = rank <= tm::kMaxRank ? rank : 0;
  call.choice("type", tm::name(static_cast<tm::DataType>(dataType)), dataType)
      .arg("rank", rank)
      .pointer("address", reinterpret_cast<uint64_t>(address))
      .list("dims", dims, shown)
      .list("strides", strides, shown ? shown - 1 : 0)
      .list("box", box, shown)
      .list("elementStrides", elementStrides, shown)
      .choice("interleave", tm::name(static_cast<tm::Interleave>(interleave)),
              interleave)
      .choice("swizzle", tm::name(static_cast<tm::Swizzle>(swizzle)), swizzle)
      .choice("l2Promotion",
              tm::name(static_cast<tm::L2Promotion>(l2Promotion)), l2Promotion)
      .choice("fill", tm::name(static_cast<tm::Fill>(fill)), fill);
  if (call.failed())
    return call.result();
  if (shown == 0 ||
      !tm::isDescriptorStorageAligned(reinterpret_cast<uint64_t>(map)))
    return call.answer(cu::InvalidValue);
  std::memset(map, 0, sizeof(*map));
  map->opaque[0] = kMapMark;
  map->opaque[1] = static_cast<uint64_t>(numMaps++);
  return call.result();
}

std::string RecordDriver::paramText(const TileryParam &param,
                                    const void *value) {
  uint64_t words[16] = {};
  // A boolean is a byte whatever size its launcher states.
  std::memcpy(words, value,
              static_cast<size_t>(std::clamp(param.size, 1, 128)));
  switch (param.kind) {
  case TILERY_PARAM_MAP:
    return words[0] == kMapMark ? "map#" + std::to_string(words[1])
                                : "unknown map";
  case TILERY_PARAM_POINTER:
    return nameOf(words[0]);
  case TILERY_PARAM_FLOAT: {
    char text[32];
    float single;
    double wide;
    std::memcpy(&single, words, sizeof(single));
    std::memcpy(&wide, words, sizeof(wide));
    if (param.size == 8)
      std::snprintf(text, sizeof(text), "%.17g", wide);
    else if (param.size == 4)
      std::snprintf(text, sizeof(text), "%.9g", static_cast<double>(single));
    else
      std::snprintf(text, sizeof(text), "0x%llx",
                    static_cast<unsigned long long>(words[0]));
    return text;
  }
  default: {
    int shift = 64 - 8 * std::clamp(param.size, 1, 8);
    return std::to_string(static_cast<int64_t>(words[0] << shift) >> shift);
  }
  }
}

static const char *propertyName(cu::AccessProperty property) {
  switch (property) {
  case cu::AccessNormal:
    return "normal";
  case cu::AccessStreaming:
    return "streaming";
  case cu::AccessPersisting:
    return "persisting";
  }
  return "?";
}

std::string RecordDriver::attributeText(const cu::LaunchAttribute &attribute) {
  const cu::LaunchAttributeValue &value = attribute.value;
  switch (attribute.id) {
  case cu::LaunchCooperative:
    return "cooperative";
  case cu::LaunchProgrammaticStreamSerialization:
    return "programmatic";
  case cu::LaunchPriority:
    return "priority=" + std::to_string(value.priority);
  case cu::LaunchPreferredClusterDimension:
    return "preferredCluster=[" + std::to_string(value.preferredClusterDim.x) +
           ", " + std::to_string(value.preferredClusterDim.y) + ", " +
           std::to_string(value.preferredClusterDim.z) + "]";
  case cu::LaunchPreferredSharedMemoryCarveout:
    return "carveout=" + std::to_string(value.sharedMemCarveout);
  case cu::LaunchAccessPolicyWindow: {
    const cu::AccessPolicyWindow &window = value.accessPolicyWindow;
    char ratio[32];
    std::snprintf(ratio, sizeof(ratio), "%g",
                  static_cast<double>(window.hitRatio));
    return "accessWindow=[" + nameOf(reinterpret_cast<uint64_t>(window.base)) +
           ", bytes=" + std::to_string(window.bytes) + ", hitRatio=" + ratio +
           ", hit=" + propertyName(window.hit) +
           ", miss=" + propertyName(window.miss) + "]";
  }
  default:
    return "attribute " + std::to_string(attribute.id);
  }
}

cu::Result RecordDriver::launchKernelEx(const cu::LaunchConfig *config,
                                        cu::Function function, void **params,
                                        void **extra) {
  Call call(*this, "cuLaunchKernelEx");
  unsigned grid[] = {config->gridDimX, config->gridDimY, config->gridDimZ};
  unsigned block[] = {config->blockDimX, config->blockDimY, config->blockDimZ};
  unsigned cluster[] = {1, 1, 1};
  std::string flags;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cu::LaunchAttribute &attribute = config->attrs[i];
    if (attribute.id == cu::LaunchClusterDimension) {
      cluster[0] = attribute.value.clusterDim.x;
      cluster[1] = attribute.value.clusterDim.y;
      cluster[2] = attribute.value.clusterDim.z;
      continue;
    }
    flags += (flags.empty() ? "" : ", ") + attributeText(attribute);
  }
  call.arg("kernel", nameOf(function))
      .list("grid", grid, 3)
      .list("block", block, 3)
      .list("cluster", cluster, 3)
      .arg("sharedBytes", config->sharedMemBytes)
      .arg("stream", nameOf(config->stream))
      .arg("flags", "[" + flags + "]");
  std::string list;
  if (isHandle(function, FunctionKind)) {
    const Kernel &kernel = kernels[static_cast<size_t>(numberOf(function))];
    for (size_t i = 0; i < kernel.params.size(); ++i)
      list += (i ? ", " : "") + paramText(kernel.params[i], params[i]);
  }
  call.arg("params", "[" + list + "]");
  if (!call.failed() && !isHandle(function, FunctionKind))
    return call.answer(cu::InvalidHandle);
  return call.result();
}

//===----------------------------------------------------------------------===//
// Occupancy
//===----------------------------------------------------------------------===//

/// By threads, blocks and shared memory; a recorded kernel has no registers.
int RecordDriver::residentBlocks(const Kernel &kernel, uint64_t threads,
                                 uint64_t dynamicShared) const {
  uint64_t warps = (threads + 31) / 32;
  // 1 KiB a block is the system's (CUDA programming guide, shared memory).
  uint64_t shared =
      static_cast<uint64_t>(kernel.staticShared) + dynamicShared + 1024;
  uint64_t limits[] = {
      static_cast<uint64_t>(device.blocksPerProcessor),
      warps ? static_cast<uint64_t>(device.threadsPerProcessor) / 32 / warps
            : 0,
      (static_cast<uint64_t>(device.sharedOptin) + 1024) / shared};
  return static_cast<int>(
      *std::min_element(std::begin(limits), std::end(limits)));
}

cu::Result RecordDriver::occupancyMaxActiveBlocks(int *blocks,
                                                  cu::Function function,
                                                  int threads,
                                                  size_t dynamicShared) {
  Call call(*this, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  call.arg("function", nameOf(function))
      .arg("threads", threads)
      .arg("dynamicShared", dynamicShared);
  if (call.failed())
    return call.result();
  if (!isHandle(function, FunctionKind))
    return call.answer(cu::InvalidHandle);
  *blocks = residentBlocks(kernels[static_cast<size_t>(numberOf(function))],
                           static_cast<uint64_t>(std::max(threads, 0)),
                           dynamicShared);
  return call.arg("blocks", *blocks).result();
}

cu::Result
RecordDriver::occupancyMaxActiveClusters(int *clusters, cu::Function function,
                                         const cu::LaunchConfig *config) {
  Call call(*this, "cuOccupancyMaxActiveClusters");
  int size = 1;
  for (unsigned i = 0; i < config->numAttrs; ++i)
    if (config->attrs[i].id == cu::LaunchClusterDimension) {
      const auto &dim = config->attrs[i].value.clusterDim;
      size = static_cast<int>(dim.x * dim.y * dim.z);
    }
  call.arg("function", nameOf(function)).arg("cluster", size);
  if (call.failed())
    return call.result();
  if (!isHandle(function, FunctionKind) || size < 1)
    return call.answer(cu::InvalidValue);
  uint64_t threads =
      uint64_t(config->blockDimX) * config->blockDimY * config->blockDimZ;
  *clusters = residentBlocks(kernels[static_cast<size_t>(numberOf(function))],
                             threads, config->sharedMemBytes) *
              device.multiprocessors / size;
  return call.arg("clusters", *clusters).result();
}

} // namespace runtime
} // namespace tilery
