// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Modes.h"

#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <cstring>
#include <thread>

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

namespace {
/// Lets threads go on when all of them have come.
class StartLine {
public:
  explicit StartLine(int64_t count) : missing(count) {}
  void wait() {
    --missing;
    while (missing > 0)
      std::this_thread::yield();
  }

private:
  std::atomic<int64_t> missing;
};

/// One thread's share.
struct Runner {
  Runner(runtime::Device &device, TileryLauncher launcher,
         std::vector<Operand> &operands)
      : execution(device, launcher, operands) {}
  Execution execution;
  runtime::cu::Stream stream = nullptr;
  /// Text of what went wrong; an Error must not cross threads unchecked.
  std::string failure;
};
} // namespace

/// The operand whose bytes, on which all runs have to agree, differ; or null.
static const ArgumentInfo *findDifference(const std::vector<Operand> &first,
                                          const std::vector<Operand> &other) {
  for (size_t i = 0; i < first.size(); ++i) {
    const ArgumentInfo &info = *first[i].info;
    if (!first[i].hasArray() || !info.isWritten)
      continue;
    if (first[i].array.pack() != other[i].array.pack())
      return &info;
  }
  return nullptr;
}

static Error compareThreads(const std::vector<Operand> &first,
                            const std::vector<Operand> &other, size_t thread) {
  if (const ArgumentInfo *info = findDifference(first, other))
    return createStringError(
        "(X05) thread %zu: '%s' differs from that of thread 0", thread,
        info->name.c_str());
  return Error::success();
}

Error tilery::run::runThreads(runtime::Device &device, TileryLauncher launcher,
                              const LauncherInfo &info, const Options &options,
                              std::vector<Operand> &operands) {
  auto count = static_cast<size_t>(options.threads);
  // Execution keeps references into these.
  std::vector<std::vector<Operand>> others(count - 1);
  std::vector<std::unique_ptr<Runner>> runners;
  Error error = Error::success();
  for (size_t i = 0; i < count && !error; ++i) {
    if (i > 0) {
      Expected<std::vector<Operand>> made = makeOperands(info, options);
      if (!made)
        return joinErrors(std::move(error), made.takeError());
      others[i - 1] = std::move(*made);
    }
    runners.push_back(std::make_unique<Runner>(
        device, launcher, i == 0 ? operands : others[i - 1]));
    error = runners[i]->execution.upload();
    if (!error)
      error = toError(device.createStream(runners[i]->stream));
  }

  // The copies have to have arrived: these streams do not wait for them.
  if (!error)
    error = toError(device.synchronize());
  if (!error) {
    StartLine line(options.threads);
    std::vector<std::thread> threads;
    for (auto &runner : runners)
      threads.emplace_back([&] {
        line.wait();
        if (Error failed =
                runner->execution.launch(options.repeat, runner->stream))
          runner->failure = toString(std::move(failed));
      });
    for (std::thread &thread : threads)
      thread.join();
    error = toError(device.synchronize());
  }

  for (auto [i, runner] : enumerate(runners)) {
    if (!error && !runner->failure.empty())
      error = createStringError("thread %zu: %s", i, runner->failure.c_str());
    if (!error)
      error = runner->execution.download(options);
    if (!error && i > 0 && !device.recorder())
      error = compareThreads(operands, others[i - 1], i);
    if (runner->stream)
      error = joinErrors(std::move(error),
                         toError(device.destroyStream(runner->stream)));
  }
  return error;
}

Error tilery::run::runGraph(Execution &execution, int64_t repeat) {
  runtime::Device &device = execution.getDevice();
  if (Error error = execution.allocate())
    return error;
  runtime::cu::Stream stream = nullptr;
  if (Error error = toError(device.createStream(stream)))
    return error;
  Error error = [&]() -> Error {
    runtime::CapturedGraph graph;
    Error failed = Error::success();
    runtime::Status status = device.capture(
        [&] {
          failed = joinErrors(std::move(failed), execution.launch(1, stream));
          return failed ? runtime::Status(TILERY_LAUNCH_FAILED, "launch")
                        : runtime::Status();
        },
        stream, graph);
    if (failed || !status.ok())
      return failed ? std::move(failed) : toError(status);
    if (Error error = execution.poison())
      return error;
    if (Error error = toError(graph.launch(stream)))
      return error;
    if (Error error = toError(device.synchronize()))
      return error;
    // A copy from pageable memory returns before it has arrived (CUDA driver
    // API, API synchronization behavior), and this stream does not wait for it.
    if (Error error = execution.copyIn())
      return error;
    if (Error error = toError(device.synchronize()))
      return error;
    for (int64_t i = 0; i < repeat; ++i)
      if (Error error = toError(graph.launch(stream)))
        return error;
    return toError(device.synchronize());
  }();
  return joinErrors(std::move(error), toError(device.destroyStream(stream)));
}

Error tilery::run::runSeeds(runtime::Device &device, TileryLauncher launcher,
                            const LauncherInfo &info, const Options &options,
                            std::vector<Operand> &operands) {
  runtime::SimDriver &simulator = *device.simulator();
  for (int64_t seed = 1; seed <= options.seeds; ++seed) {
    std::vector<Operand> fresh;
    if (seed > 1) {
      Expected<std::vector<Operand>> made = makeOperands(info, options);
      if (!made)
        return made.takeError();
      fresh = std::move(*made);
    }
    Execution execution(device, launcher, seed == 1 ? operands : fresh);
    simulator.shuffle(static_cast<uint64_t>(seed));
    Error error = execution.upload();
    if (!error)
      error = execution.run(options.repeat);
    if (!error)
      error = execution.download(options);
    if (error)
      return createStringError("seed " + Twine(seed) + ": " +
                               toString(std::move(error)));
    if (!simulator.results().isClean()) {
      errs() << "note: with --seed=" << seed << "\n";
      return Error::success();
    }
    if (seed == 1)
      continue;
    if (const ArgumentInfo *differs = findDifference(operands, fresh))
      return createStringError("(T08) '%s' with --seed=%lld differs from that "
                               "with --seed=1: what the kernel writes depends "
                               "on the order of its threads or copies",
                               differs->name.c_str(),
                               static_cast<long long>(seed));
  }
  return Error::success();
}
