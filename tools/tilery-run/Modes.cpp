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
  Runner(TileryDeviceHandle *device, Entry entry,
         std::vector<Operand> &operands)
      : execution(device, entry, operands) {}
  Execution execution;
  void *stream = nullptr;
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

Error tilery::run::runThreads(TileryDeviceHandle *device, Entry entry,
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
        device, entry, i == 0 ? operands : others[i - 1]));
    error = runners[i]->execution.upload();
    if (!error)
      error = toError(tileryDeviceCreateStream(device, &runners[i]->stream));
  }

  // The copies have to have arrived: these streams do not wait for them.
  if (!error)
    error = toError(tileryDeviceSynchronize(device));
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
    error = toError(tileryDeviceSynchronize(device));
  }

  for (auto [i, runner] : enumerate(runners)) {
    if (!error && !runner->failure.empty())
      error = createStringError("thread %zu: %s", i, runner->failure.c_str());
    if (!error)
      error = runner->execution.download(options);
    if (!error && i > 0 && !isRecorder(device))
      error = compareThreads(operands, others[i - 1], i);
    if (runner->stream)
      error = joinErrors(std::move(error), toError(tileryDeviceDestroyStream(
                                               device, runner->stream)));
  }
  return error;
}

/// Replays a graph `repeat` times, and waits.
static Error replay(TileryDeviceHandle *device, TileryGraph *graph,
                    void *stream, int64_t repeat) {
  for (int64_t i = 0; i < repeat; ++i)
    if (Error error = toError(tileryGraphLaunch(graph, stream)))
      return error;
  return toError(tileryDeviceSynchronize(device));
}

Error tilery::run::runGraph(Execution &execution, int64_t repeat) {
  TileryDeviceHandle *device = execution.getDevice();
  if (Error error = execution.allocate())
    return error;
  void *stream = nullptr;
  if (Error error = toError(tileryDeviceCreateStream(device, &stream)))
    return error;
  Error error = [&]() -> Error {
    Expected<GraphHandle> graph = execution.capture(stream);
    if (!graph)
      return graph.takeError();
    if (Error error = execution.poison())
      return error;
    if (Error error = replay(device, graph->get(), stream, 1))
      return error;
    // A copy from pageable memory returns before it has arrived (CUDA driver
    // API, API synchronization behavior), and this stream does not wait for it.
    if (Error error = execution.copyIn())
      return error;
    if (Error error = toError(tileryDeviceSynchronize(device)))
      return error;
    return replay(device, graph->get(), stream, repeat);
  }();
  return joinErrors(std::move(error),
                    toError(tileryDeviceDestroyStream(device, stream)));
}

Error tilery::run::runSeeds(TileryDeviceHandle *device, Entry entry,
                            const LauncherInfo &info, const Options &options,
                            std::vector<Operand> &operands) {
  for (int64_t seed = 1; seed <= options.seeds; ++seed) {
    std::vector<Operand> fresh;
    if (seed > 1) {
      Expected<std::vector<Operand>> made = makeOperands(info, options);
      if (!made)
        return made.takeError();
      fresh = std::move(*made);
    }
    Execution execution(device, entry, seed == 1 ? operands : fresh);
    Error error =
        toError(tileryDeviceShuffle(device, static_cast<uint64_t>(seed)));
    if (!error)
      error = execution.upload();
    if (!error)
      error = execution.run(options.repeat);
    if (!error)
      error = execution.download(options);
    if (error)
      return createStringError("seed " + Twine(seed) + ": " +
                               toString(std::move(error)));
    TilerySimReport *report = nullptr;
    if (Error error = toError(tileryDeviceGetSimReport(device, &report)))
      return error;
    if (!SimReportHandle(report)->isClean) {
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
