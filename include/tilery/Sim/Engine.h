// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The simulator: runs kernels that were compiled for the CPU, with the
// semantics of the device, and says what is wrong with them. Nothing here
// prints, exits or throws for a fault of a kernel.

#ifndef TILERY_SIM_ENGINE_H
#define TILERY_SIM_ENGINE_H

#include "tilery/Sim/Abi.h"
#include "tilery/Sim/Findings.h"
#include "tilery/Sim/Memory.h"
#include "tilery/Sim/Trace.h"

#include <atomic>

namespace tilery {
namespace sim {

enum class CheckLevel {
  None, ///< only what ends a launch: faults, deadlocks
  Basic ///< bounds, alignment, initialisation, bytes, lifetimes
};

/// When asynchronous copies complete.
enum class Order {
  Late,    ///< when no thread can run without
  Early,   ///< when they are issued
  Shuffled ///< in between, and threads in any order, as the seed says
};

struct Options {
  unsigned workers = 0; ///< host threads; 0: as many as the host has cores
  uint64_t seed = 0;    ///< of Order::Shuffled
  Order order = Order::Late;
  CheckLevel check = CheckLevel::Basic;
  /// Back edges of loops in a cluster without any arrival, copy or end of a
  /// thread, before the launch counts as endless.
  uint64_t stepLimit = 2000000000;
  /// Rounds in which all threads poll in vain before that is a deadlock.
  uint32_t pollLimit = 1000;
  /// Bytes of a thread's stack, rounded up to pages.
  size_t stackBytes = 64 * 1024;
  /// Distinct findings that are kept of a block or cluster.
  uint32_t findingLimit = 100;
  bool trace = false;
  /// Ends the launch soon after it has become true. May be null.
  const std::atomic<bool> *interrupt = nullptr;
};

struct LaunchRequest {
  const TilerySimKernel *kernel = nullptr;
  uint64_t grid[3] = {1, 1, 1};
  /// Zeros: the kernel's.
  uint32_t cluster[3] = {0, 0, 0};
  uint64_t dynamicShared = 0; ///< bytes behind kernel->staticShared
  const void *const *params = nullptr;
  bool cooperative = false;
};

struct Statistics {
  uint64_t blocks = 0;
  uint64_t threads = 0;
  uint64_t switches = 0;  ///< from thread to thread
  uint64_t transfers = 0; ///< asynchronous copies, one a destination
  uint64_t bytes = 0;     ///< that they moved
  uint64_t phases = 0;    ///< of mbarriers
  unsigned workers = 0;
  double seconds = 0;
};

struct LaunchReport {
  /// False: the launch ended early, by a fault, a deadlock or a limit.
  bool isComplete = false;
  /// In the order of blocks; the same on any number of workers.
  std::vector<Finding> findings;
  std::string output; ///< of printf, in the order of blocks
  std::vector<TraceEvent> trace;
  Statistics statistics;

  /// True when the launch is complete and no finding is an error.
  bool isClean() const;
};

/// A device. One launch at a time; the stacks and buffers of one serve the
/// next.
class Engine {
public:
  explicit Engine(const Options &options = Options());
  ~Engine();
  Engine(const Engine &) = delete;
  Engine &operator=(const Engine &) = delete;

  MemoryTable &memory() { return table; }
  Options &options() { return settings; }

  /// Runs the grid to its end. The same request, memory and options give the
  /// same memory and report, whatever `workers` is: blocks do not see each
  /// other's order, except through plain global memory that they race on.
  /// Reductions whose result depends on the order (floating-point additions,
  /// inc, dec) take effect in the order of clusters.
  LaunchReport launch(const LaunchRequest &request);

private:
  struct State;
  Options settings;
  MemoryTable table;
  std::unique_ptr<State> state;
};

/// What the launch limits of the device say of a request: empty, or a sentence.
std::string checkLaunch(const LaunchRequest &request);

} // namespace sim
} // namespace tilery

#endif // TILERY_SIM_ENGINE_H
