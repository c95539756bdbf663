// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Handle.h"

#include "tilery/TensorMap/Image.h"

using namespace tilery;
using namespace tilery::capi;

/// Bytes of the struct in its first version.
static constexpr size_t firstUseSize = sizeof(TileryBufferUse);

/// Calls `work` with the buffer's memory, its device's context current.
template <typename Handle, typename Callable>
static int32_t withBuffer(Handle *handle, Callable work) {
  if (!handle)
    return failNull("a buffer");
  return withDevice(handle->device.get(), [&](runtime::Device &device) {
    return work(device, handle->buffer);
  });
}

int32_t tileryDeviceAllocate(TileryDeviceHandle *device, size_t bytes,
                             TileryBuffer **buffer) {
  if (!buffer)
    return failNull("a place for the buffer");
  *buffer = nullptr;
  return withDevice(device, [&](runtime::Device &memory) {
    runtime::Buffer allocated;
    runtime::Status status = memory.allocate(bytes, allocated);
    if (status.ok())
      *buffer = new TileryBuffer{refer(device), std::move(allocated)};
    return status;
  });
}

void tileryBufferRelease(TileryBuffer *buffer) {
  if (!buffer)
    return;
  // Without its context, the driver does not find the memory.
  (void)withDevice(buffer->device.get(),
                   [](runtime::Device &) { return runtime::Status(); });
  delete buffer;
}

void *tileryBufferGetData(const TileryBuffer *buffer) {
  return buffer ? buffer->buffer.data() : nullptr;
}

size_t tileryBufferGetSize(const TileryBuffer *buffer) {
  return buffer ? buffer->buffer.size() : 0;
}

int32_t tileryBufferWrite(TileryBuffer *buffer, size_t offset, const void *host,
                          size_t bytes) {
  return withBuffer(buffer, [&](runtime::Device &, runtime::Buffer &memory) {
    return host || bytes == 0 ? memory.copyFrom(host, bytes, offset)
                              : missing("memory of the host");
  });
}

int32_t tileryBufferRead(const TileryBuffer *buffer, size_t offset, void *host,
                         size_t bytes) {
  return withBuffer(
      buffer, [&](runtime::Device &, const runtime::Buffer &memory) {
        return host || bytes == 0 ? memory.copyTo(host, bytes, offset)
                                  : missing("memory of the host");
      });
}

int32_t tileryBufferFill(TileryBuffer *buffer, uint8_t value) {
  return withBuffer(buffer, [&](runtime::Device &, runtime::Buffer &memory) {
    return memory.size() > 0 ? memory.fill(value) : runtime::Status();
  });
}

int32_t tileryBufferDescribe(TileryBuffer *buffer, const TileryBufferUse *use) {
  return withBuffer(
      buffer,
      [&](runtime::Device &device, runtime::Buffer &memory) -> runtime::Status {
        if (!use)
          return missing("the use of a buffer");
        TileryBufferUse all = {};
        if (int32_t status =
                readStruct(use, "TileryBufferUse", firstUseSize, all))
          return runtime::Status(static_cast<TileryStatus>(status),
                                 getLastError().text);
        if (all.first > memory.size() || all.bytes > memory.size() - all.first)
          return runtime::Status(TILERY_BAD_ARGUMENT,
                                 "expected bytes within the buffer's " +
                                     std::to_string(memory.size()) + ", got " +
                                     std::to_string(all.bytes) + " from " +
                                     std::to_string(all.first));
        runtime::SimDriver *simulator = device.simulator();
        if (!simulator || memory.size() == 0)
          return runtime::Status();
        if (all.name)
          simulator->nameMemory(memory.address(), all.name);
        if (all.isUnwritten)
          simulator->forgetContents(memory.address());
        // The copy engine may be allowed to write whole chunks.
        constexpr size_t chunk = tensormap::kChunkBytes;
        if (all.isNarrowed)
          simulator->narrowMemory(memory.address(), all.first,
                                  (all.bytes + chunk - 1) / chunk * chunk);
        return runtime::Status();
      });
}

int32_t tileryDeviceEncodeMap(TileryDeviceHandle *device,
                              const TileryTensor *tensor,
                              const TileryMapSpec *spec, const char *name,
                              TileryTensorMap *map) {
  return withDevice(device, [&](runtime::Device &device) -> runtime::Status {
    if (!tensor || !spec || !map)
      return missing(!tensor ? "a tensor"
                     : !spec ? "what to encode"
                             : "a place for the map");
    if (tensor->ndim < 0 || (tensor->ndim > 0 && !tensor->shape))
      return tensor->shape
                 ? runtime::Status(TILERY_BAD_ARGUMENT,
                                   "expected 0 dimensions or more, got " +
                                       std::to_string(tensor->ndim))
                 : missing("the tensor's shape");
    if (spec->rank < 1 || spec->rank > TILERY_MAX_MAP_RANK ||
        spec->rank != tensor->ndim)
      return runtime::Status(TILERY_BAD_ARGUMENT,
                             "expected a map of 1 to 5 dimensions and a tensor "
                             "of as many, got " +
                                 std::to_string(spec->rank) + " and " +
                                 std::to_string(tensor->ndim));
    if (reinterpret_cast<uintptr_t>(map) % 64 != 0)
      return runtime::Status(TILERY_BAD_ARGUMENT,
                             "expected the map's place to be 64-byte aligned");
    return device.encodeMap(*tensor, *spec, name ? name : "tensor", *map);
  });
}
