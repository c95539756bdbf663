// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A case on a device, compared with the model.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_RUN_H
#define TILERY_TOOLS_TILERY_MAP_TEST_RUN_H

#include "Case.h"
#include "MapProbe.h"
#include "Outcome.h"

#include "tilery/Runtime/Device.h"

namespace tilery {
namespace maptest {

/// Runs cases one after the other. Destroy it after the launchers.
class Runner {
public:
  explicit Runner(std::unique_ptr<runtime::Device> device);

  /// After a DeviceFault, the process is of no more use.
  Outcome run(const Case &c, TileryLauncher launcher);

private:
  std::unique_ptr<runtime::Device> device;
  MapProbe probe;
};

/// The model's outcome alone.
Outcome runModel(const Case &c);

/// The first differing bytes of a result, a line each, with what they are;
/// empty when all are equal.
std::string describeDifferences(const Case &c,
                                const std::vector<uint8_t> &before,
                                const std::vector<uint8_t> &expected,
                                const std::vector<uint8_t> &got);

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_RUN_H
