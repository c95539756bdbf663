// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tilery-map-test: random TensorMaps, byte for byte.

#include "../support/StandardOutput.h"
#include "Draw.h"
#include "Kernel.h"
#include "Report.h"
#include "Run.h"
#include "Supervise.h"
#include "Worker.h"

#include "tilery/TensorMap/Targets.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

using namespace llvm;
using namespace tilery;
using namespace tilery::maptest;

/// Of the running program, also behind a link.
static std::string programPath() {
  static char here;
  return sys::fs::getMainExecutable("tilery-map-test", &here);
}

static Plan makePlan(const Options &options, uint64_t first, uint64_t end) {
  Plan plan;
  plan.program = programPath();
  // The multi-call binary goes by this name.
  plan.arguments = {"tilery-map-test", "--worker",
                    "--seed=" + std::to_string(options.seed),
                    "--device=" + options.device, "--target=" + options.target};
  plan.first = first;
  plan.end = end;
  plan.batch = static_cast<uint64_t>(options.batch);
  // A context has some hundred megabytes on the device.
  constexpr unsigned mostJobs = 16;
  unsigned cores = std::thread::hardware_concurrency();
  int64_t usual = std::clamp(cores, 1u, mostJobs);
  plan.jobs = static_cast<int>(options.jobs ? options.jobs : usual);
  plan.caseLimit = static_cast<double>(options.timeout);
  return plan;
}

/// The manifest of the bundle that the program is in, or nothing.
static std::string readManifest() {
  SmallString<256> path(programPath());
  sys::path::remove_filename(path);
  sys::path::append(path, "..", "manifest.json");
  auto file = MemoryBuffer::getFile(path, /*IsText=*/true);
  return file ? (*file)->getBuffer().str() : "";
}

static Error writeFile(const std::string &path,
                       function_ref<void(raw_ostream &)> write) {
  if (path.empty())
    return Error::success();
  std::error_code code;
  raw_fd_ostream os(path, code);
  if (!code) {
    write(os);
    os.close();
    code = os.error();
    os.clear_error();
  }
  if (code)
    return createStringError(code, "cannot write '%s': %s", path.c_str(),
                             code.message().c_str());
  return Error::success();
}

static void printCase(const Case &c) {
  outs() << "case " << c.index << "\n"
         << specLine(c) << "\n"
         << copyLine(c) << "\n\n"
         << kernelText(c) << "\n";
}

/// Draws the cases, runs them, and reports.
static Expected<int> runCases(const Options &options) {
  if (!tensormap::findTarget(options.target))
    return createStringError(
        Twine(tensormap::unknownTargetMessage(options.target)));
  auto start = std::chrono::steady_clock::now();
  uint64_t first = options.only ? static_cast<uint64_t>(*options.only) : 0;
  uint64_t end =
      options.only ? first + 1 : static_cast<uint64_t>(options.count);
  Planner planner(options.seed);
  Summary summary;
  summary.options = &options;
  summary.coverage = &planner.coverage();
  while (planner.size() < end) {
    Case c;
    if (!planner.next(c))
      return createStringError(
          "no map with %s could be drawn",
          describe(planner.coverage().leastCovered()).c_str());
    if (c.index < first)
      continue;
    CaseResult &result = summary.cases.emplace_back();
    result.paramsHash = hashOfCase(c);
    result.direction = c.params.direction;
    result.outcome.index = c.index;
    if (options.only)
      printCase(c);
    if (options.modelOnly) {
      result.outcome = runModel(c);
      result.isKnown = true;
    }
  }
  summary.redrawn = planner.rejected();

  if (!options.modelOnly) {
    // Each module is loaded once: a cache on disk only costs.
    setenv("CUDA_CACHE_DISABLE", "1", /*overwrite=*/0);
    outs().flush();
    summary.error =
        supervise(makePlan(options, first, end), [&](const Outcome &outcome) {
          if (outcome.index < first || outcome.index >= end)
            return;
          CaseResult &result = summary.cases[outcome.index - first];
          result.outcome = outcome;
          result.isKnown = true;
        });
  }
  summary.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  printSummary(outs(), summary);
  if (Error error = writeFile(options.json, [&](raw_ostream &os) {
        printJson(os, summary, readManifest());
      }))
    return std::move(error);
  if (Error error = writeFile(
          options.hashes, [&](raw_ostream &os) { printHashes(os, summary); }))
    return std::move(error);
  bool anyRun =
      any_of(summary.cases, [](const CaseResult &c) { return c.isKnown; });
  return summary.isGood() ? 0 : anyRun ? 1 : 2;
}

/// The exit status.
static int runTool(ArrayRef<const char *> words) {
  auto fail = [](Error error) {
    errs() << "error: " << toString(std::move(error)) << "\n";
    return 2;
  };
  Expected<Options> options = parseOptions(words);
  if (!options)
    return fail(options.takeError());
  if (options->help) {
    outs() << helpText();
    return 0;
  }
  if (options->version) {
    outs() << "tilery-map-test " TILERY_VERSION "\n";
    return 0;
  }
  if (options->worker)
    return runWorker(*options);
  Expected<int> status = runCases(*options);
  return status ? *status : fail(status.takeError());
}

namespace tilery {
int tileryMapTestMain(int argc, char **argv) {
  errs().tie(&outs());
  ArrayRef<const char *> words(argv, static_cast<size_t>(argc));
  int status = runTool(words.drop_front(argc > 0));
  std::string reason = finishStandardOutput();
  if (reason.empty())
    return status;
  errs() << "error: " << reason << "\n";
  return 2;
}
} // namespace tilery
