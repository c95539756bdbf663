// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Worker.h"

#include "Compile.h"
#include "Draw.h"
#include "Run.h"

#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <iostream>
#include <sys/prctl.h>
#include <unistd.h>

using namespace llvm;
using namespace tilery;
using namespace tilery::maptest;

static void say(const std::string &line) {
  outs() << line << "\n";
  outs().flush();
}

/// Opens the device of the options, and sees to it that it runs the target.
static std::unique_ptr<runtime::Device> openDevice(const Options &options) {
  runtime::Status status;
  auto device = runtime::Device::open(options.device, status);
  if (device)
    status = device->checkTarget(options.target);
  if (status.ok())
    return device;
  say("error " + status.message());
  return nullptr;
}

namespace {
class Worker {
public:
  Worker(const Options &options, std::unique_ptr<runtime::Device> device)
      : planner(options.seed),
        compiler(options.target, device->simulator() != nullptr),
        runner(std::move(device)) {}

  /// False when a case cannot be drawn.
  bool serve(uint64_t first, uint64_t end);

private:
  Planner planner;
  Compiler compiler;
  Runner runner;
};
} // namespace

bool Worker::serve(uint64_t first, uint64_t end) {
  std::vector<Case> cases;
  while (planner.size() < end) {
    Case c;
    if (!planner.next(c))
      return false;
    if (c.index >= first)
      cases.push_back(c);
  }
  Compiled compiled = compiler.compile(cases);
  for (const Case &c : cases) {
    TileryLauncher launcher = compiled.launcher(c);
    if (!launcher) {
      Outcome outcome;
      outcome.index = c.index;
      outcome.result = Result::CompileFailed;
      outcome.detail = compiled.error(c);
      say(formatOutcome(outcome));
      continue;
    }
    say("begin " + std::to_string(c.index));
    Outcome outcome = runner.run(c, launcher);
    say(formatOutcome(outcome));
    // Nothing of the context can be given back.
    if (outcome.result == Result::DeviceFault)
      _exit(3);
  }
  say("batch");
  return true;
}

int maptest::runWorker(const Options &options) {
  // A worker that hangs shall not outlive its supervisor.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::unique_ptr<runtime::Device> device = openDevice(options);
  if (!device)
    return 2;
  Worker worker(options, std::move(device));
  say("ready");
  std::string verb;
  uint64_t first = 0, end = 0;
  while (std::cin >> verb >> first >> end)
    if (!worker.serve(first, end)) {
      say("error no case could be drawn");
      return 2;
    }
  return 0;
}
