// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A driver that looks at the maps which go through it.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_MAPPROBE_H
#define TILERY_TOOLS_TILERY_MAP_TEST_MAPPROBE_H

#include "tilery/Runtime/ForwardingDriver.h"
#include "tilery/TensorMap/Types.h"

#include <optional>
#include <string>

namespace tilery {
namespace maptest {

namespace cu = runtime::cu;

/// Keeps the arguments of cuTensorMapEncodeTiled: what compiler, launcher and
/// runtime made of the IR, on any device.
class MapProbe final : public runtime::ForwardingDriver {
public:
  using ForwardingDriver::ForwardingDriver;

  cu::Result tensorMapEncodeTiled(cu::TensorMap *map, int dataType,
                                  uint32_t rank, void *address,
                                  const uint64_t *dims, const uint64_t *strides,
                                  const uint32_t *box,
                                  const uint32_t *elementStrides,
                                  int interleave, int swizzle, int l2Promotion,
                                  int fill) override;

  void reset() { count = 0; }
  /// How the map since reset() differs from what was to be encoded; empty when
  /// it does not.
  std::string compare(const tensormap::TensorMapParams &expected) const;

private:
  int count = 0;
  tensormap::TensorMapParams last;
};

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_MAPPROBE_H
