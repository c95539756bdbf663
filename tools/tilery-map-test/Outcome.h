// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What came of a case, and the line that a worker tells it by.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_OUTCOME_H
#define TILERY_TOOLS_TILERY_MAP_TEST_OUTCOME_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tilery {
namespace maptest {

enum class Result : int {
  Equal,         ///< every byte as the model says
  Recorded,      ///< compiled and launched on a recorder, which runs nothing
  Modelled,      ///< only the model was asked
  Differs,       ///< some byte is not as the model says
  ModelRefuses,  ///< the model moves nothing: a fault of the draw, or its own
  CompileFailed, ///< the compiler refuses the kernel
  MapDiffers,    ///< the launcher encodes another map than was drawn
  LaunchFailed,  ///< the launcher or the driver refuses the launch
  DeviceFault,   ///< the device faulted; its context is gone
  WorkerDied,    ///< the process ended
  Hang,          ///< it had to be killed
};
inline constexpr int kResultCount = 11;

constexpr bool isGood(Result result) { return result <= Result::Modelled; }
/// "device_fault"
const char *name(Result result);

struct Outcome {
  uint64_t index = 0;
  Result result = Result::Equal;
  /// Of the result's bytes; the model's where nothing was executed.
  uint64_t hash = 0;
  /// What is wrong, several lines; empty when it is good.
  std::string detail;
};

/// "done 17 equal 0123456789abcdef DETAIL", without a newline.
std::string formatOutcome(const Outcome &outcome);
std::optional<Outcome> parseOutcome(std::string_view line);

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_OUTCOME_H
