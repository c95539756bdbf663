// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The simulator's own form of the 128 bytes of a TensorMap. The hardware's is
// not documented; this one holds the parameters, and a checksum by which bytes
// that are no TensorMap are told apart.

#ifndef TILERY_SIM_MAPCODE_H
#define TILERY_SIM_MAPCODE_H

#include "tilery/TensorMap/Types.h"

namespace tilery {
namespace sim {

/// Writes the 128 bytes of a map whose parameters are all known and legal.
/// False, and nothing written, when a number does not fit its field.
bool encodeMap(const tensormap::TensorMapParams &params, void *bytes);

/// Reads what encodeMap() wrote; false for any other bytes.
bool decodeMap(const void *bytes, tensormap::TensorMapParams &params);

} // namespace sim
} // namespace tilery

#endif // TILERY_SIM_MAPCODE_H
