// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The simulator as a device: memory on the host, and launches that run.

#ifndef TILERY_RUNTIME_SIMDRIVER_H
#define TILERY_RUNTIME_SIMDRIVER_H

#include "tilery/Runtime/Record.h"
#include "tilery/Sim/Engine.h"
#include "tilery/Sim/Image.h"

#include <atomic>

namespace tilery {
namespace runtime {

/// What the launches so far have shown.
struct SimResults {
  /// Equal ones of several launches are one, with their counts added up.
  std::vector<sim::Finding> findings;
  /// Of all launches, one behind the other.
  std::vector<sim::TraceEvent> trace;
  sim::Statistics statistics;
  int64_t launches = 0;
  /// False once a launch has ended early.
  bool isComplete = true;

  /// No launch has ended early, and no finding is an error.
  bool isClean() const;
};

/// An H200 that the simulator plays. Kernels are images of this process
/// (Sim/Image.h). A launch has run when cuLaunchKernelEx returns; after one
/// that ended early by a fault of the kernel the context is broken, as on a
/// device. Its calls are not written down.
class SimDriver : public RecordDriver {
public:
  /// `output` gets what kernels print. `major` and `minor` are the compute
  /// capability that it says to have.
  explicit SimDriver(sim::Options options = {}, Sink output = {}, int major = 9,
                     int minor = 0);
  ~SimDriver() override;

  /// A copy, as launches may go on.
  SimResults results() const;
  /// The same, and forgets them.
  SimResults takeResults();
  /// What kernels have printed since, where no `output` gets it.
  std::string takeOutput();

  /// Works again after a launch that broke the context, with other options.
  void restart(const sim::Options &options);

  /// Launches from here on run in the shuffled order of this seed.
  void shuffle(uint64_t seed);

  /// Registers memory of the host's as an allocation, all of it written. False
  /// where it overlaps with one, or wraps around.
  bool addMemory(void *data, size_t bytes, const std::string &name);
  void removeMemory(void *data);

  /// The name of the allocation at `pointer`, for findings.
  void nameMemory(cu::DevicePtr pointer, const std::string &name);
  /// The contents of the allocation at `pointer` count as never written.
  void forgetContents(cu::DevicePtr pointer);
  /// Kernels may access only `bytes` bytes of the allocation at `pointer`, from
  /// byte `first` on.
  void narrowMemory(cu::DevicePtr pointer, size_t first, size_t bytes);

  cu::Result memAlloc(cu::DevicePtr *pointer, size_t bytes) override;
  cu::Result memFree(cu::DevicePtr pointer) override;
  cu::Result memcpyHtoD(cu::DevicePtr to, const void *from,
                        size_t bytes) override;
  cu::Result memcpyHtoDAsync(cu::DevicePtr to, const void *from, size_t bytes,
                             cu::Stream stream) override;
  cu::Result memcpyDtoDAsync(cu::DevicePtr to, cu::DevicePtr from, size_t bytes,
                             cu::Stream stream) override;
  cu::Result memsetD8(cu::DevicePtr to, unsigned char value,
                      size_t bytes) override;
  cu::Result memsetD8Async(cu::DevicePtr to, unsigned char value, size_t bytes,
                           cu::Stream stream) override;

  cu::Result moduleLoadDataEx(cu::Module *module, const void *image,
                              unsigned numOptions, cu::JitOption *options,
                              void **values) override;
  cu::Result moduleUnload(cu::Module module) override;
  cu::Result moduleGetFunction(cu::Function *function, cu::Module module,
                               const char *name) override;
  cu::Result funcGetAttribute(int *value, cu::FunctionAttribute attribute,
                              cu::Function function) override;

  cu::Result tensorMapEncodeTiled(cu::TensorMap *map, int dataType,
                                  uint32_t rank, void *address,
                                  const uint64_t *dims, const uint64_t *strides,
                                  const uint32_t *box,
                                  const uint32_t *elementStrides,
                                  int interleave, int swizzle, int l2Promotion,
                                  int fill) override;
  cu::Result launchKernelEx(const cu::LaunchConfig *config,
                            cu::Function function, void **params,
                            void **extra) override;

  cu::Result streamBeginCapture(cu::Stream stream,
                                cu::StreamCaptureMode mode) override;
  cu::Result streamEndCapture(cu::Stream stream, cu::Graph *graph) override;
  cu::Result graphInstantiate(cu::GraphExec *exec, cu::Graph graph,
                              unsigned long long flags) override;
  cu::Result graphLaunch(cu::GraphExec exec, cu::Stream stream) override;
  cu::Result graphExecDestroy(cu::GraphExec exec) override;
  cu::Result graphDestroy(cu::Graph graph) override;

protected:
  cu::Result intercept(const char *function) override;

private:
  /// A launch with its parameters, which a graph keeps.
  struct CapturedLaunch;
  using Launches = std::vector<CapturedLaunch>;

  cu::Result run(const sim::LaunchRequest &request, uint64_t frameBytes);
  void merge(sim::LaunchReport &report);
  bool isCapturing(cu::Stream stream) const;
  /// A copy while the stream is captured would belong to the graph.
  cu::Result refuseCapture(cu::Stream stream) const;

  /// Guards all below; never taken inside of the recorder's lock.
  mutable std::mutex simMutex;
  sim::Engine engine;
  Sink output;
  SimResults gathered;
  std::string printed;
  std::map<cu::Module, sim::Image> modules;
  std::map<cu::Function, sim::Image> functions;
  std::map<cu::Stream, Launches> captures;
  std::map<cu::Graph, Launches> graphs;
  std::map<cu::GraphExec, Launches> execs;
  std::atomic<int> broken{cu::Success};
};

} // namespace runtime
} // namespace tilery

#endif // TILERY_RUNTIME_SIMDRIVER_H
