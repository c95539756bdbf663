// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the copy engine computes when it reduces into memory: which operators
// run on which element types, and the bits of each result. Plain C++17.

#ifndef TILERY_TENSORMAP_REDUCE_H
#define TILERY_TENSORMAP_REDUCE_H

#include "tilery/TensorMap/Types.h"

#include <optional>
#include <string_view>

namespace tilery {
namespace tensormap {

/// The operators of cp.reduce.async.bulk and its tensor form (PTX ISA, the
/// modifier .redOp).
enum class ReduceOp : int32_t { Add = 0, Min, Max, Inc, Dec, And, Or, Xor };
inline constexpr int32_t kReduceOpCount = 8;

/// "add"; "?" for an invalid operator.
const char *name(ReduceOp op);
/// Takes what name() prints.
std::optional<ReduceOp> parseReduceOp(std::string_view text);

/// True when the tensor form runs on a map of this type. Every other pair is an
/// illegal instruction at run time, which the assembler does not see, as the
/// type stands in the map alone (measured on an H200).
bool isLegalReduction(ReduceOp op, DataType type);

/// Where a reduction without a map ends.
enum class BulkDestination : int32_t {
  Global,       ///< cp.reduce.async.bulk.global.shared::cta
  SharedCluster ///< cp.reduce.async.bulk.shared::cluster.shared::cta
};

/// True when the form without a map has the operator for elements of `type`
/// (PTX ISA, cp.reduce.async.bulk; each pair assembled with ptxas 13.0). The
/// untyped .b32 and .b64 of and, or, xor stand for UInt32, Int32 and UInt64,
/// Int64. f16 and bf16 add are spelt .add.noftz.
bool isLegalBulkReduction(ReduceOp op, DataType type,
                          BulkDestination destination);

/// Combines `bytes` bytes of elements at `source` into those at `destination`,
/// which do not overlap; a part of an element at the end is left alone. Neither
/// has to be aligned. The host has to round to nearest, and to keep denormals.
using ReduceFunction = void (*)(uint8_t *destination, const uint8_t *source,
                                size_t bytes);

/// The arithmetic of a pair; null when neither form has it. Measured on an
/// H200:
/// - add of floats is rounded to nearest even, overflows to infinity and keeps
///   denormals, except that f32_ftz and tf32_ftz flush those of the operands
///   and of the result to a zero of the same sign; tf32 adds as f32 does;
/// - a NaN result is 0x7FFF (f16, bf16), 0x7FFFFFFF (f32 and its kin); f64
/// keeps
///   the NaN that is added, else the one in memory, bit by bit, and gives
///   0xFFF8000000000000 for infinity - infinity;
/// - min and max of f16 and bf16 give the number when one side is NaN, and take
///   -0 for less than +0;
/// - inc: old >= value ? 0 : old + 1; dec: old == 0 || old > value ? value :
///   old - 1.
ReduceFunction reduceFunction(ReduceOp op, DataType type);

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_REDUCE_H
