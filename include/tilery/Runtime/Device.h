// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device with memory, streams, graphs and timing, for tools and tests.
// Launchers need none of this: they run in whatever context the caller has.

#ifndef TILERY_RUNTIME_DEVICE_H
#define TILERY_RUNTIME_DEVICE_H

#include "tilery/Runtime/Record.h"
#include "tilery/Runtime/SimDriver.h"
#include "tilery/Runtime/Status.h"

#include <functional>

namespace tilery {
namespace runtime {

class Device;

/// Device memory, freed with the object. The device has to outlive it.
class Buffer {
public:
  Buffer() = default;
  Buffer(Buffer &&other) noexcept { swap(other); }
  Buffer &operator=(Buffer &&other) noexcept {
    swap(other);
    return *this;
  }
  ~Buffer();

  /// Device address; 512-byte aligned. Not to be read on the host.
  uint64_t address() const { return base; }
  void *data() const { return reinterpret_cast<void *>(base); }
  size_t size() const { return bytes; }

  /// Copies `count` bytes to or from `offset` within the buffer, and waits.
  Status copyFrom(const void *host, size_t count, size_t offset = 0);
  Status copyTo(void *host, size_t count, size_t offset = 0) const;
  /// Sets every byte, and waits.
  Status fill(unsigned char value);

private:
  friend class Device;
  void swap(Buffer &other) noexcept;

  Device *device = nullptr;
  uint64_t base = 0;
  size_t bytes = 0;
};

/// A captured sequence of launches, destroyed with the object.
class CapturedGraph {
public:
  CapturedGraph() = default;
  CapturedGraph(CapturedGraph &&other) noexcept { swap(other); }
  CapturedGraph &operator=(CapturedGraph &&other) noexcept {
    swap(other);
    return *this;
  }
  ~CapturedGraph();

  /// Replays the launches on a stream, without waiting.
  Status launch(cu::Stream stream = nullptr);

private:
  friend class Device;
  void swap(CapturedGraph &other) noexcept;

  Device *device = nullptr;
  cu::Graph graph = nullptr;
  cu::GraphExec exec = nullptr;
};

/// A device whose primary context is current on the thread that opened it.
class Device {
public:
  /// `name` is "cuda", "cuda:N", "sim", "record" or "fake:SCRIPT"
  /// (FakeDriver::parse). `sink` gets the lines of the latter two, and what
  /// simulated kernels print. Null with the reason in `status`
  /// (TILERY_BAD_ARGUMENT for a name that is none of these).
  static std::unique_ptr<Device> open(const std::string &name, Status &status,
                                      RecordDriver::Sink sink = {});
  /// The simulator with these options.
  static std::unique_ptr<Device> openSimulator(const sim::Options &options,
                                               Status &status,
                                               RecordDriver::Sink output = {});
  ~Device();

  /// For TileryCall::driver.
  Driver &driver() const { return *table; }
  /// The recorder of a device that is none, else null.
  RecordDriver *recorder() const { return recording; }
  /// The simulator of a device that is one, else null.
  SimDriver *simulator() const { return simulating; }

  int ordinal() const { return info.ordinal; }
  /// "NVIDIA H200"
  const std::string &name() const { return info.name; }
  /// Compute capability.
  int major() const { return info.major; }
  int minor() const { return info.minor; }
  /// Most shared memory of a block, in bytes.
  int sharedLimit() const { return info.sharedLimit; }
  int multiprocessors() const { return info.multiprocessors; }
  /// 13000 for CUDA 13.0.
  int driverVersion() const { return info.driverVersion; }

  /// Whether code for `target` ("sm_90a") runs here; the error names both.
  /// `isCubin` is false for PTX, which the driver compiles for later devices.
  Status checkTarget(const std::string &target, bool isCubin = false);

  /// Makes the device's primary context current on this thread.
  Status makeCurrent();

  /// Memory of `bytes` > 0, not initialised; for 0 an empty buffer.
  Status allocate(size_t bytes, Buffer &buffer);

  /// The TensorMap of a tensor, every rule of the table checked. Faults name
  /// the tensor by `name`; an empty tensor has no map.
  Status encodeMap(const TileryTensor &tensor, const TileryMapSpec &spec,
                   const std::string &name, TileryTensorMap &map);

  Status createStream(cu::Stream &stream);
  Status destroyStream(cu::Stream stream);

  /// Waits for everything on the device. A kernel that faulted is reported
  /// here, with the causes that such a fault usually has.
  Status synchronize();

  /// Milliseconds that the stream takes for what `work` launches on it.
  Status time(const std::function<Status()> &work, cu::Stream stream,
              double &milliseconds);

  /// Captures what `work` launches on `stream` (not the default one).
  Status capture(const std::function<Status()> &work, cu::Stream stream,
                 CapturedGraph &graph);

  /// The status of a driver call; what went wrong and in which function.
  Status check(cu::Result result, const char *function);

private:
  Device() = default;
  Status initialize(int ordinal);

  struct Info {
    int ordinal = 0;
    int major = 0, minor = 0;
    int sharedLimit = 0, multiprocessors = 0, driverVersion = 0;
    std::string name;
  };

  std::unique_ptr<RecordDriver> owned;
  Driver *table = nullptr;
  RecordDriver *recording = nullptr;
  SimDriver *simulating = nullptr;
  cu::Context context = nullptr;
  Info info;
};

} // namespace runtime
} // namespace tilery

#endif // TILERY_RUNTIME_DEVICE_H
