// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A driver double that writes down every call, so that the host half of a
// launch can be pinned without a GPU. It plays a device, keeps its memory on
// the host, and launches nothing.

#ifndef TILERY_RUNTIME_RECORD_H
#define TILERY_RUNTIME_RECORD_H

#include "tilery/Launcher/Driver.h"

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tilery {
namespace runtime {

/// The device that a recorder plays: an H200's limits (CUDA programming guide,
/// technical specifications of compute capability 9.0) unless told otherwise.
struct RecordedDevice {
  std::string name = "recorded H200";
  int count = 1;             ///< devices of this kind
  int driverVersion = 13000; ///< as cuDriverGetVersion: CUDA 13.0
  int major = 9, minor = 0;
  int multiprocessors = 132;
  int sharedDefault = 49152;      ///< bytes a block without opt-in
  int sharedOptin = 232448;       ///< bytes a block
  int maxThreads = 1024;          ///< of every kernel's block
  int threadsPerProcessor = 2048; ///< resident at once
  int blocksPerProcessor = 32;    ///< likewise
  int maxWindowBytes = 128 << 20; ///< of an access-policy window
  int l2Bytes = 60 << 20;
  size_t memoryBytes = size_t(141) << 30;
};

/// One line a call, function name first:
///
///   cuMemAlloc(pointer=dev#0, bytes=1024)
///
/// Pointers and handles are named in the order of their first appearance, so
/// that the same calls give the same text on every run. A failed call ends in
/// " -> CUDA_ERROR_... (n)".
class RecordDriver : public Driver {
public:
  using Sink = std::function<void(const std::string &line)>;

  /// `sink` gets each line as it is written, one at a time.
  explicit RecordDriver(RecordedDevice device = {}, Sink sink = {});
  ~RecordDriver() override;

  /// All lines so far, each with its newline.
  std::string log() const;
  void clearLog();
  /// Number of calls of a function ("cuModuleLoadDataEx"), failed ones
  /// included.
  int count(const std::string &function) const;

#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args)       \
  cu::Result method params override;
#include "tilery/Launcher/Driver.def"

  void describeKernel(cu::Function function,
                      const TileryKernelSpec &kernel) override;

protected:
  /// Asked before a call takes effect; anything but Success is its result.
  /// Called with the recorder's lock held.
  virtual cu::Result intercept(const char *function);

  RecordedDevice device;
  /// Without, calls leave no line.
  bool keepsLog = true;

private:
  class Call;
  friend class Call;

  struct Allocation {
    uint64_t base;
    size_t bytes;
    int number;
    int device;
  };
  struct Kernel {
    std::string name;
    std::vector<TileryParam> params;
    std::map<int, int> attributes;
    int staticShared = 0;
  };
  enum Kind : uint64_t {
    ContextKind = 1,
    ModuleKind,
    FunctionKind,
    StreamKind,
    EventKind,
    GraphKind,
    GraphExecKind
  };
  static constexpr int kKinds = 8;

  template <typename Handle> Handle makeHandle(Kind kind);
  bool isHandle(const void *handle, Kind kind) const;
  int numberOf(const void *handle) const;

  std::string nameOf(uint64_t pointer);
  std::string nameOf(cu::Context context) const;
  std::string nameOf(cu::Stream stream) const;
  std::string nameOf(const void *handle, Kind kind, const char *word) const;
  std::string nameOf(cu::Function function) const;
  std::string paramText(const TileryParam &param, const void *value);
  std::string attributeText(const cu::LaunchAttribute &attribute);
  int residentBlocks(const Kernel &kernel, uint64_t threads,
                     uint64_t dynamicShared) const;
  const Allocation *allocationOf(uint64_t pointer, size_t bytes) const;
  /// Of the thread's current context; 0 where there is none.
  int currentDevice() const;

  mutable std::mutex mutex;
  Sink sink;
  std::vector<std::string> lines;
  std::map<std::string, int> counts;

  int handles[kKinds] = {};
  std::vector<Allocation> allocations;
  int numAllocations = 0;
  size_t allocatedBytes = 0;
  std::vector<uint64_t> strangers;
  int numMaps = 0;
  std::vector<Kernel> kernels;
  std::map<std::thread::id, cu::Context> currents;
  std::map<std::thread::id, cu::StreamCaptureMode> captureModes;
  std::vector<cu::Context> primaries;
  std::vector<cu::Stream> capturing;
};

} // namespace runtime
} // namespace tilery

#endif // TILERY_RUNTIME_RECORD_H
