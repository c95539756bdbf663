// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SimOptions.h"

#include "Errors.h"

#include <cstddef>

using namespace tilery;
using namespace tilery::capi;

/// Bytes of the struct in version 1.
static constexpr size_t firstSize = offsetof(TilerySimOptions, stepLimit);

int32_t tilery::capi::readSimOptions(const TilerySimOptions *given,
                                     sim::Options &options) {
  TilerySimOptions all;
  tileryInitSimOptions(&all, sizeof(all));
  if (int32_t status = readStruct(given, "TilerySimOptions", firstSize, all))
    return status;
  options.seed = all.seed;
  options.workers = all.workers;
  options.trace = all.trace != 0;
  options.check = all.checks ? sim::CheckLevel::Basic : sim::CheckLevel::None;
  if (all.stepLimit)
    options.stepLimit = all.stepLimit;
  static_assert(sizeof(std::atomic<bool>) == 1, "a flag is a byte");
  options.interrupt = reinterpret_cast<const std::atomic<bool> *>(
      const_cast<const uint8_t *>(all.interrupt));
  switch (all.order) {
  case TILERY_ORDER_LATE:
    options.order = sim::Order::Late;
    return TILERY_OK;
  case TILERY_ORDER_EARLY:
    options.order = sim::Order::Early;
    return TILERY_OK;
  case TILERY_ORDER_SHUFFLED:
    options.order = sim::Order::Shuffled;
    return TILERY_OK;
  default:
    return fail(TILERY_BAD_ARGUMENT, "expected TILERY_ORDER_* as order, got " +
                                         std::to_string(all.order));
  }
}

void tileryInitSimOptions(TilerySimOptions *options, size_t structSize) {
  if (!options)
    return;
  TilerySimOptions defaults = {};
  defaults.checks = 1;
  writeStruct(defaults, structSize, options);
}
