// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Supervise.h"

#include "Process.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <memory>
#include <poll.h>

using namespace tilery;
using namespace tilery::maptest;

using Clock = std::chrono::steady_clock;

namespace {
struct Range {
  uint64_t first, end;
};

enum class Stage { Starting, Idle, Compiling, Running };

struct Child {
  Process process;
  Stage stage = Stage::Starting;
  std::string pending;  ///< the beginning of a line
  Range range = {0, 0}; ///< of which `first` is the next to report
  uint64_t atCase = 0;  ///< while Running
  Clock::time_point deadline;
};

class Supervisor {
public:
  Supervisor(const Plan &plan,
             const std::function<void(const Outcome &)> &report)
      : plan(plan), report(report) {}
  std::string run();

private:
  bool startChild();
  void feed(Child &child);
  void readFrom(Child &child);
  void handleLine(Child &child, const std::string &line);
  void lose(Child &child, Result result, const std::string &how);
  void setDeadline(Child &child, double seconds) {
    child.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(seconds));
  }
  void remove(Child &child) {
    children.erase(std::find_if(children.begin(), children.end(),
                                [&](auto &c) { return c.get() == &child; }));
  }

  const Plan &plan;
  const std::function<void(const Outcome &)> &report;
  std::deque<Range> queue;
  std::vector<std::unique_ptr<Child>> children;
  int lost = 0;
  std::string error;
};
} // namespace

bool Supervisor::startChild() {
  auto child = std::make_unique<Child>();
  if (!child->process.start(plan.program, plan.arguments, error))
    return false;
  setDeadline(*child, plan.startLimit);
  children.push_back(std::move(child));
  return true;
}

/// Gives the child its next range, or the end of its input.
void Supervisor::feed(Child &child) {
  if (queue.empty()) {
    child.process.stop(/*graceMilliseconds=*/5000);
    remove(child);
    return;
  }
  child.range = queue.front();
  queue.pop_front();
  child.stage = Stage::Compiling;
  setDeadline(child, plan.compileLimit);
  // Where the child is gone, the end of its output tells.
  child.process.write("run " + std::to_string(child.range.first) + " " +
                      std::to_string(child.range.end) + "\n");
}

void Supervisor::handleLine(Child &child, const std::string &line) {
  if (line == "ready") {
    feed(child);
  } else if (line == "batch") {
    child.range = {0, 0};
    feed(child);
  } else if (line.rfind("error ", 0) == 0) {
    error = line.substr(6);
  } else if (line.rfind("begin ", 0) == 0) {
    child.stage = Stage::Running;
    child.atCase = std::strtoull(line.c_str() + 6, nullptr, 10);
    setDeadline(child, plan.caseLimit);
  } else if (std::optional<Outcome> outcome = parseOutcome(line)) {
    // After the last case, the batch's own memory is given back.
    child.stage = Stage::Running;
    child.atCase = outcome->index + 1;
    child.range.first = outcome->index + 1;
    setDeadline(child, plan.caseLimit);
    report(*outcome);
  }
}

void Supervisor::readFrom(Child &child) {
  if (!child.process.read(child.pending))
    return lose(child, Result::WorkerDied, "");
  // The child may go while its lines are read.
  const Child *self = &child;
  auto isThere = [&] {
    return std::any_of(children.begin(), children.end(),
                       [&](auto &c) { return c.get() == self; });
  };
  for (size_t end; isThere() && error.empty() &&
                   (end = child.pending.find('\n')) != std::string::npos;) {
    std::string line = child.pending.substr(0, end);
    child.pending.erase(0, end + 1);
    handleLine(child, line);
  }
}

/// The child is dead, or is to be: blames the case that it was at.
void Supervisor::lose(Child &child, Result result, const std::string &how) {
  std::string ending =
      child.process.stop(result == Result::WorkerDied ? 2000 : 0);
  Range range = child.range;
  Stage stage = child.stage;
  uint64_t atCase = child.atCase;
  remove(child);
  if (stage == Stage::Starting) {
    error = "a worker ended before it was ready: " + ending + how;
    return;
  }
  if (range.first >= range.end)
    return;
  if (stage == Stage::Compiling && range.end - range.first > 1) {
    // Which one it is shows each on its own.
    for (uint64_t i = range.end; i-- > range.first;)
      queue.push_front({i, i + 1});
  } else if (stage == Stage::Running && atCase == range.first &&
             result == Result::WorkerDied && how.empty() &&
             ending == "exit status 3") {
    // It has told of a fault, and given up its context.
    queue.push_front(range);
  } else {
    Outcome outcome;
    outcome.index = range.first;
    outcome.result = result;
    outcome.detail = how.empty() ? ending : how;
    report(outcome);
    if (range.first + 1 < range.end)
      queue.push_front({range.first + 1, range.end});
  }
  if (++lost > plan.mostLost)
    error = "more than " + std::to_string(plan.mostLost) +
            " workers were lost; the rest was not run";
}

std::string Supervisor::run() {
  for (uint64_t i = plan.first; i < plan.end; i += plan.batch)
    queue.push_back({i, std::min(plan.end, i + plan.batch)});
  while (error.empty() && (!queue.empty() || !children.empty())) {
    size_t wanted = std::min(queue.size(), static_cast<size_t>(plan.jobs));
    size_t starting = 0;
    for (auto &child : children)
      starting += child->stage == Stage::Starting;
    while (children.size() < static_cast<size_t>(plan.jobs) &&
           starting < wanted) {
      if (!startChild())
        return error;
      ++starting;
    }

    std::vector<pollfd> polled;
    auto nearest = Clock::now() + std::chrono::hours(1);
    for (auto &child : children) {
      polled.push_back({child->process.output(), POLLIN, 0});
      nearest = std::min(nearest, child->deadline);
    }
    auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(
                    nearest - Clock::now())
                    .count();
    poll(polled.data(), polled.size(),
         static_cast<int>(std::max<int64_t>(0, wait) + 1));
    // Handling one may remove others from the list.
    std::vector<Child *> readable, late;
    for (size_t i = 0; i < polled.size(); ++i) {
      if (polled[i].revents)
        readable.push_back(children[i].get());
      else if (children[i]->deadline < Clock::now())
        late.push_back(children[i].get());
    }
    for (Child *child : readable)
      readFrom(*child);
    for (Child *child : late)
      lose(*child, Result::Hang, "no word within the time limit");
  }
  return error;
}

std::string
maptest::supervise(const Plan &plan,
                   const std::function<void(const Outcome &)> &report) {
  // A worker that died shows at its output's end.
  std::signal(SIGPIPE, SIG_IGN);
  return Supervisor(plan, report).run();
}
