// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run prints.

#ifndef TILERY_TOOLS_TILERY_RUN_REPORT_H
#define TILERY_TOOLS_TILERY_RUN_REPORT_H

#include "Compare.h"
#include "Execute.h"

namespace tilery {
namespace run {

/// An operand after the run.
struct OperandResult {
  const Operand *operand = nullptr;
  /// Was compared; agrees where there is no difference.
  bool wasCompared = false;
  std::optional<Difference> difference;
  Outside outside;
};

struct Result {
  const LauncherInfo *launcher = nullptr;
  std::string device, target;
  bool wasExecuted = false;
  /// Why not, where it was not.
  std::string note;
  /// The recorded driver calls, a line each.
  std::string log;
  int64_t repeat = 1;
  /// Of the simulator.
  SimReportHandle simulation;
  /// What ended the run early; empty where nothing did.
  std::string failure;
  std::vector<OperandResult> operands;
  Timings timings;
  /// Milliseconds of the compilation, kernels with ptxas where it was used.
  double compileKernelsMs = 0, compileLaunchersMs = 0;

  /// No difference, nothing written where it should not be, and no finding that
  /// is an error.
  bool isGood() const;
};

/// The findings of a simulation, and how many there are.
void printFindings(llvm::raw_ostream &os, const TilerySimReport &report);

void printTable(llvm::raw_ostream &os, const Result &result);
void printJson(llvm::raw_ostream &os, const Result &result);

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_REPORT_H
