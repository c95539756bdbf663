// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Sim/Engine.h"

#include "Worker.h"

#include <chrono>
#include <system_error>
#include <thread>

namespace tilery::sim {

struct Engine::State {
  std::vector<std::unique_ptr<Worker>> workers;
};

Engine::Engine(const Options &options)
    : settings(options), state(std::make_unique<State>()) {}
Engine::~Engine() = default;

LaunchReport Engine::launch(const LaunchRequest &request) {
  std::string wrong = checkLaunch(request);
  if (!wrong.empty()) {
    LaunchReport report;
    report.findings.emplace_back();
    report.findings.back().kind = FindingKind::BadLaunch;
    report.findings.back().text = std::move(wrong);
    return report;
  }
  auto start = std::chrono::steady_clock::now();
  Launch launch;
  launch.plan(request, settings, table);
  while (state->workers.size() < launch.workers)
    state->workers.push_back(std::make_unique<Worker>());

  // The caller's thread is the first worker. Where the host has no more
  // threads, fewer do the same.
  std::vector<std::thread> others;
  for (unsigned i = 1; i < launch.workers; ++i) {
    Worker *worker = state->workers[i].get();
    try {
      others.emplace_back([&launch, worker] { worker->run(launch); });
    } catch (const std::system_error &) {
      break;
    }
  }
  state->workers[0]->run(launch);
  for (std::thread &other : others)
    other.join();

  if (!launch.checks)
    table.markAllWritten();
  LaunchReport report = launch.report();
  report.statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return report;
}

} // namespace tilery::sim
