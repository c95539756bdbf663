// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules that the arguments of cuTensorMapEncodeTiled obey, as one table.
// Compiler, launcher, explainer and emitted launchers judge by it and speak its
// sentences. Freestanding C++17, see Types.h.
//
// Sources: the doc comments of cuda.h (CUDA 13.0), and what the driver of an
// H200 accepted and refused; a comment says where the two differ.

#ifndef TILERY_TENSORMAP_RULES_H
#define TILERY_TENSORMAP_RULES_H

#include "tilery/TensorMap/Types.h"

namespace tilery {
namespace tensormap {

/// Unknown: the rule needs a number that is not known yet.
enum class Verdict { Proven, Violated, Unknown };

/// A warning does not stop a launch.
enum class RuleKind { Error, Warning };

/// Compile: from the options of the map alone. Launch: from the operand, hence
/// at compile time only as far as its shape, strides and address are static.
enum class DecidedAt { Compile, Launch };

/// What a rule is asked about: the map as a whole, or each dimension (each but
/// the innermost one) on its own.
enum class Scope { Map, Dimension, OuterDimension };

/// The answer of one rule at one place.
struct Finding {
  Verdict verdict;
  int dim;          ///< 0 is the innermost dimension; -1 for the whole map
  int64_t value;    ///< the offending number, in the unit of the rule's message
  int64_t expected; ///< the bound that it breaks
};

/// One row of the table.
struct Rule {
  int number;       ///< printed as TM01, TM02, ...; never reused
  const char *name; ///< what people call it
  RuleKind kind;
  DecidedAt decidedAt;
  Scope scope;
  const char *statement; ///< one sentence
  const char *message;   ///< expected what, got what; see Message.h
  const char *cure;
  Finding (*evaluate)(const TensorMapParams &, int dim);
};

/// The largest extent that the device copies through, in elements (slices); the
/// driver encodes up to 2^32 (measured on an H200).
inline constexpr int64_t kMaxCopiedExtent = int64_t(1) << 31;

namespace detail {

constexpr Finding proven(int dim = -1) { return {Verdict::Proven, dim, 0, 0}; }
constexpr Finding unknown(int dim, int64_t expected) {
  return {Verdict::Unknown, dim, kUnknown, expected};
}
constexpr Finding violated(int dim, int64_t value, int64_t expected) {
  return {Verdict::Violated, dim, value, expected};
}
constexpr Finding violatedIf(bool bad, int dim, int64_t value,
                             int64_t expected) {
  return bad ? violated(dim, value, expected) : proven(dim);
}
constexpr Finding inRange(int dim, int64_t value, int64_t low, int64_t high) {
  if (!isKnown(value))
    return unknown(dim, high);
  return value < low ? violated(dim, value, low)
                     : violatedIf(value > high, dim, value, high);
}
/// `unit` is a power of two.
constexpr Finding multipleOf(int dim, int64_t value, int64_t unit) {
  if (!isKnown(value))
    return unknown(dim, unit);
  return violatedIf((value & (unit - 1)) != 0, dim, value, unit);
}
/// An enumeration's value; `count` values from 0 exist.
constexpr Finding enumRange(int32_t value, int32_t count) {
  return inRange(-1, value, 0, count - 1);
}

inline constexpr int64_t kMaxExtent = int64_t(1) << 32;
// The most that a driver encodes, whatever the device has.
inline constexpr int64_t kEncodedBoxLimit = 228 * 1024;
inline constexpr int64_t kStrideLimit = int64_t(1) << 40;
// The lowest base address that an H200's driver refuses.
inline constexpr int64_t kAddressLimit = int64_t(1) << 57;

//===----------------------------------------------------------------------===//
// Rank, data type, target
//===----------------------------------------------------------------------===//

inline Finding rank(const TensorMapParams &p, int) {
  return inRange(-1, p.rank, 1, kMaxRank);
}

inline Finding dataType(const TensorMapParams &p, int) {
  return enumRange(static_cast<int32_t>(p.dataType), kDataTypeCount);
}

inline Finding needsCapability(const TensorMapParams &p, bool needed,
                               int32_t capability) {
  if (!needed)
    return proven();
  if (p.computeCapability == 0)
    return unknown(-1, capability);
  return violatedIf(p.computeCapability < capability, -1, p.computeCapability,
                    capability);
}

inline Finding target(const TensorMapParams &p, int) {
  return needsCapability(p, true, 90);
}

// Refused by an H200's driver (compute capability 9.0).
inline Finding dataTypeTarget(const TensorMapParams &p, int) {
  return needsCapability(p, isPacked(p.dataType), 100);
}

//===----------------------------------------------------------------------===//
// The tensor: dimensions, base, strides
//===----------------------------------------------------------------------===//

inline Finding dimensionRange(const TensorMapParams &p, int dim) {
  return inRange(dim, p.dims[dim], 1, kMaxExtent);
}

inline Finding packedDimension(const TensorMapParams &p, int) {
  if (!isPacked(p.dataType) || p.rank < 1)
    return proven(0);
  return multipleOf(0, p.dims[0], isPackedAlign16B(p.dataType) ? 128 : 2);
}

inline Finding baseAlignment(const TensorMapParams &p, int) {
  uint64_t align = static_cast<uint64_t>(globalAlignment(p));
  // What is known modulo m is known modulo the common power of two as well.
  uint64_t known = align;
  while (!p.base.isExact() && p.base.modulus % known != 0)
    known /= 2;
  int64_t rest = static_cast<int64_t>(p.base.value & (known - 1));
  if (rest != 0)
    return violated(-1, rest, static_cast<int64_t>(align));
  return known == align ? proven() : unknown(-1, static_cast<int64_t>(align));
}

// The driver encodes a map of address 0 without complaint; the kernel faults.
inline Finding nullBase(const TensorMapParams &p, int) {
  if (p.base.isExact())
    return violatedIf(p.base.value == 0, -1, 0, 1);
  return p.base.value % p.base.modulus != 0 ? proven() : unknown(-1, 1);
}

inline Finding addressRange(const TensorMapParams &p, int) {
  if (!p.base.isExact())
    return unknown(-1, kAddressLimit);
  return violatedIf(p.base.value >= static_cast<uint64_t>(kAddressLimit), -1,
                    kUnknown, kAddressLimit);
}

inline Finding innerStride(const TensorMapParams &p, int) {
  if (p.rank < 1 || p.dims[0] == 1)
    return proven(0);
  return inRange(0, p.innerStride, 1, 1);
}

// Also checked for dimensions of size 1, whose stride is never used:
// canonicalizeUnitStrides() before encoding.
inline Finding strideAlignment(const TensorMapParams &p, int dim) {
  return multipleOf(dim, p.byteStrides[dim - 1], globalAlignment(p));
}

// A stride of 0 is legal and broadcasts; strides need not grow outwards.
inline Finding strideRange(const TensorMapParams &p, int dim) {
  return inRange(dim, p.byteStrides[dim - 1], 0, kStrideLimit - 1);
}

//===----------------------------------------------------------------------===//
// The box
//===----------------------------------------------------------------------===//

inline Finding boxRange(const TensorMapParams &p, int dim) {
  return inRange(dim, p.box[dim], 1, 256);
}

// cuda.h asks this without interleave only; the driver asks it always.
inline Finding innerBoxAlignment(const TensorMapParams &p, int) {
  return multipleOf(0, innerBoxBytes(p), 16);
}

inline Finding packedBox(const TensorMapParams &p, int) {
  if (!isPackedAlign16B(p.dataType) || p.rank < 1)
    return proven(0);
  return inRange(0, p.box[0], 128, 128);
}

// At most the span, not equal to it: 16 bytes under a 128-byte swizzle work.
inline Finding swizzleSpanFits(const TensorMapParams &p, int) {
  int64_t span = swizzleSpan(p.swizzle);
  if (span == 0 || p.interleave != Interleave::None)
    return proven(0);
  return inRange(0, innerBoxBytes(p), INT64_MIN, span);
}

// Entry 0 is ignored without interleave, and checked by the driver all the
// same.
inline Finding elementStrideRange(const TensorMapParams &p, int dim) {
  return inRange(dim, p.elementStrides[dim], 1, 8);
}

//===----------------------------------------------------------------------===//
// Interleave, swizzle, promotion, fill
//===----------------------------------------------------------------------===//

inline Finding interleaveKind(const TensorMapParams &p, int) {
  return enumRange(static_cast<int32_t>(p.interleave), kInterleaveCount);
}

inline Finding interleaveRank(const TensorMapParams &p, int) {
  return violatedIf(p.interleave != Interleave::None && p.rank < 3, -1, p.rank,
                    3);
}

// The driver takes other swizzles with a 32-byte interleave as well; we keep
// the documented rule.
inline Finding interleaveSwizzle(const TensorMapParams &p, int) {
  return violatedIf(p.interleave == Interleave::B32 &&
                        p.swizzle != Swizzle::B32,
                    -1, static_cast<int32_t>(p.swizzle), 1);
}

inline Finding swizzleMode(const TensorMapParams &p, int) {
  return enumRange(static_cast<int32_t>(p.swizzle), kSwizzleCount);
}

inline Finding swizzleTarget(const TensorMapParams &p, int) {
  return needsCapability(p, static_cast<int32_t>(p.swizzle) >= 4, 100);
}

// cuda.h's table of what the 16-byte aligned packed types go with.
inline Finding packedLayout(const TensorMapParams &p, int) {
  if (!isPackedAlign16B(p.dataType))
    return proven();
  bool sixBit = p.dataType == DataType::Packed16U6Align16B;
  bool stores =
      p.direction == Direction::Store || p.direction == Direction::Reduce;
  bool swizzleOk = p.swizzle == Swizzle::None || p.swizzle == Swizzle::B128 ||
                   p.swizzle == Swizzle::B128Atom32B ||
                   (sixBit && p.swizzle == Swizzle::B128Atom64B && stores);
  bool interleaveOk = !sixBit || p.interleave == Interleave::None;
  bool directionOk = sixBit || !stores;
  return violatedIf(!swizzleOk || !interleaveOk || !directionOk, -1,
                    static_cast<int32_t>(p.swizzle), 0);
}

inline Finding l2PromotionKind(const TensorMapParams &p, int) {
  return enumRange(static_cast<int32_t>(p.l2Promotion), kL2PromotionCount);
}

inline Finding fillKind(const TensorMapParams &p, int) {
  return enumRange(static_cast<int32_t>(p.fill), kFillCount);
}

inline Finding fillType(const TensorMapParams &p, int) {
  return violatedIf(p.fill == Fill::NaN && !isFloat(p.dataType), -1,
                    static_cast<int32_t>(p.dataType), 0);
}

//===----------------------------------------------------------------------===//
// Shared memory, stores
//===----------------------------------------------------------------------===//

inline Finding sharedSize(const TensorMapParams &p, int) {
  int64_t limit = sharedLimit(p.computeCapability);
  return inRange(-1, sharedBytes(p), INT64_MIN, limit);
}

// Measured on an H200: a store or reduction that is clipped at the inner edge
// writes up to the next 16-byte granule past it (5 floats wide: columns 5 to 7
// are overwritten).
inline Finding storeEdge(const TensorMapParams &p, int) {
  bool stores =
      p.direction == Direction::Store || p.direction == Direction::Reduce;
  if (!stores || p.allowEdgeSpill)
    return proven(0);
  return multipleOf(0, innerExtentBytes(p), 16);
}

//===----------------------------------------------------------------------===//
// Warnings: legal, and often not meant
//===----------------------------------------------------------------------===//

inline Finding boxInTensor(const TensorMapParams &p, int dim) {
  bool channelSlice =
      p.interleave != Interleave::None && p.rank >= 3 && dim == p.rank - 2;
  if (channelSlice)
    return proven(dim);
  if (!isKnown(p.dims[dim]) || !isKnown(p.box[dim]))
    return unknown(dim, p.dims[dim]);
  return violatedIf(p.box[dim] > p.dims[dim], dim, p.box[dim], p.dims[dim]);
}

inline Finding broadcastStride(const TensorMapParams &p, int dim) {
  int64_t stride = p.byteStrides[dim - 1];
  if (p.dims[dim] == 1)
    return proven(dim);
  if (!isKnown(stride) || (stride == 0 && !isKnown(p.dims[dim])))
    return unknown(dim, 1);
  return violatedIf(stride == 0, dim, 0, 1);
}

// A stride is compared with the bytes that all dimensions of smaller stride
// cover together. Sufficient for overlap in the row-major layouts that people
// write; an interleaving of two strided dimensions may be warned of in vain.
inline Finding overlappingStride(const TensorMapParams &p, int dim) {
  int64_t stride = p.byteStrides[dim - 1];
  if (p.dims[dim] == 1 || stride == 0 || isEmpty(p))
    return proven(dim);
  if (!isKnown(stride) || !isKnown(p.dims[dim]))
    return unknown(dim, 0);
  int64_t covered = innerExtentBytes(p);
  for (int i = 1; i < dimensionCount(p); ++i) {
    int64_t other = p.byteStrides[i - 1];
    if (i == dim || p.dims[i] == 1 || other == 0)
      continue;
    if (!isKnown(other) || !isKnown(p.dims[i]))
      return unknown(dim, 0);
    if (other < stride || (other == stride && i < dim))
      covered = checkedAdd(covered, checkedMul(p.dims[i] - 1, other));
  }
  if (!isKnown(covered))
    return unknown(dim, 0);
  return violatedIf(stride < covered, dim, stride, covered);
}

// Loads may see an element twice; of two stores to it one is lost, and nobody
// says which. A reduction into it takes both.
inline Finding storeOverlap(const TensorMapParams &p, int dim) {
  if (p.direction != Direction::Store)
    return proven(dim);
  Finding repeats = broadcastStride(p, dim);
  if (repeats.verdict == Verdict::Violated)
    repeats.expected = innerExtentBytes(p);
  return repeats.verdict == Verdict::Proven ? overlappingStride(p, dim)
                                            : repeats;
}

// Before it looks at the interleave, an H200's driver multiplies the box over
// the element strides, each rounded down, and the element size: the extent of
// the channel-slice dimension counts, although a copy takes one of them.
// Without interleave sharedSize is the stricter rule.
inline Finding interleavedBox(const TensorMapParams &p, int) {
  if (p.interleave == Interleave::None)
    return proven();
  int64_t bytes = elementBytes(p.dataType);
  for (int i = 0; i < dimensionCount(p); ++i)
    bytes = p.elementStrides[i] > 0 && isKnown(p.box[i])
                ? checkedMul(bytes, p.box[i] / p.elementStrides[i])
                : kUnknown;
  return inRange(-1, bytes, INT64_MIN, kEncodedBoxLimit);
}

// The driver encodes extents up to 2^32, and on an H200 every copy through a
// map with one above 2^31 is an illegal instruction.
inline Finding copiedExtent(const TensorMapParams &p, int dim) {
  // Beyond kMaxExtent, dimensionRange has said it.
  if (p.direction == Direction::Unspecified || p.dims[dim] > kMaxExtent)
    return proven(dim);
  if (!isKnown(p.dims[dim]))
    return unknown(dim, kMaxCopiedExtent);
  return violatedIf(p.dims[dim] > kMaxCopiedExtent, dim, p.dims[dim],
                    kMaxCopiedExtent);
}

// The driver compares the extent neither with the allocation nor with the
// address space: 2^32 x 2^32 doubles are encoded.
inline Finding tensorExtent(const TensorMapParams &p, int) {
  if (p.rank < 1 || isEmpty(p))
    return proven();
  bool known = isKnown(p.dims[0]);
  int64_t last = innerExtentBytes(p);
  for (int i = 1; i < dimensionCount(p); ++i) {
    int64_t stride = p.byteStrides[i - 1];
    known = known && isKnown(p.dims[i]) && isKnown(stride);
    if (known)
      last = checkedAdd(last, checkedMul(p.dims[i] - 1, stride));
  }
  if (!known)
    return unknown(-1, kAddressLimit);
  int64_t start = p.base.isExact() && p.base.value < uint64_t(kAddressLimit)
                      ? static_cast<int64_t>(p.base.value)
                      : 0;
  int64_t end = checkedAdd(last, start);
  if (!isKnown(end) || end > kAddressLimit)
    return violated(-1, end, kAddressLimit);
  return p.base.isExact() ? proven() : unknown(-1, kAddressLimit);
}

} // namespace detail

//===----------------------------------------------------------------------===//
// The table, in the order in which findings are reported
//===----------------------------------------------------------------------===//

inline constexpr Rule kRules[] = {
    {1, "rank", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "a TensorMap has 1 to 5 dimensions", "expected a rank of 1 to 5, got {v}",
     "merge adjacent dimensions, or copy slice by slice", detail::rank},
    {2, "data type", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "the data type is one of the 16 that the driver knows",
     "expected a data type code of 0 to {b}, got {v}",
     "use u8 for i8, bool and fp8 elements, u16 for i16", detail::dataType},
    {3, "target", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "the copy engine for tensors exists from compute capability 9.0 on",
     "expected a compute capability of at least {bcc}, got {vcc}",
     "compile for sm_90 or later", detail::target},
    {4, "data type target", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "the packed 4- and 6-bit types need compute capability 10.0",
     "expected a compute capability of at least {bcc} for data type {type}, "
     "got {vcc}",
     "copy the packed bytes as u8 with the inner dimension in bytes",
     detail::dataTypeTarget},
    {5, "dimension range", RuleKind::Error, DecidedAt::Launch, Scope::Dimension,
     "an extent is 1 to 2^32 elements",
     "expected an extent of 1 to 4294967296 elements, got {v}",
     "launch nothing for an empty tensor; split a longer dimension",
     detail::dimensionRange},
    {6, "packed dimension", RuleKind::Error, DecidedAt::Launch, Scope::Map,
     "the inner extent is a multiple of 128 values of the 16-byte aligned "
     "packed types, of 2 values of 16u4_align8b",
     "expected an inner extent that is a multiple of {b} values, got {v}",
     "pad the inner dimension", detail::packedDimension},
    {7, "base alignment", RuleKind::Error, DecidedAt::Launch, Scope::Map,
     "the base address is a multiple of 16 bytes, of 32 with 32B interleave "
     "or a 16-byte aligned packed type",
     "expected a base address that is a multiple of {b} bytes, got {v} "
     "bytes{ve} past a multiple",
     "start the view at an aligned element, or copy it to an aligned buffer",
     detail::baseAlignment},
    {8, "null base", RuleKind::Error, DecidedAt::Launch, Scope::Map,
     "the base address is not null", "expected a device address, got null",
     "pass the address of allocated memory", detail::nullBase},
    {9, "address range", RuleKind::Error, DecidedAt::Launch, Scope::Map,
     "the base address is below 2^57",
     "expected a base address below 2^57, got a larger one",
     "pass the address of device memory", detail::addressRange},
    {10, "inner stride", RuleKind::Error, DecidedAt::Launch, Scope::Map,
     "the elements of the innermost dimension are adjacent",
     "expected an inner stride of 1 element, got {v} elements{vb}",
     "make the tensor contiguous along its last dimension, or transpose the "
     "map",
     detail::innerStride},
    {11, "stride alignment", RuleKind::Error, DecidedAt::Launch,
     Scope::OuterDimension,
     "a stride is a multiple of 16 bytes, of 32 with 32B interleave or a "
     "16-byte aligned packed type",
     "expected a stride that is a multiple of {b} bytes, got {v} bytes{ve}",
     "pad the rows to a multiple of {b} bytes{be}", detail::strideAlignment},
    {12, "stride range", RuleKind::Error, DecidedAt::Launch,
     Scope::OuterDimension, "a stride is not negative and below 2^40 bytes",
     "expected a stride of 0 to 1099511627775 bytes, got {v} bytes{ve}",
     "view the tensor with a smaller positive stride, or copy it",
     detail::strideRange},
    {13, "box range", RuleKind::Error, DecidedAt::Compile, Scope::Dimension,
     "a box is 1 to 256 elements along each dimension",
     "expected a box of 1 to 256 elements, got {v}",
     "issue several copies of smaller boxes", detail::boxRange},
    {14, "inner box bytes", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "the inner box is a multiple of 16 bytes",
     "expected an inner box that is a multiple of {b} bytes, got {v} bytes{ve}",
     "widen the box to a multiple of {b} bytes{be}", detail::innerBoxAlignment},
    {15, "packed box", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "the inner box of a 16-byte aligned packed type is 128 values",
     "expected an inner box of {b} values for data type {type}, got {v}",
     "use an inner box of 128", detail::packedBox},
    {16, "swizzle span", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "without interleave the inner box is no wider than the swizzle's span",
     "expected an inner box of at most {b} bytes{be} with swizzle {swizzle}, "
     "got {v} bytes{ve}",
     "split the box into copies of at most {b} bytes{be} along its inner "
     "dimension, or use a wider swizzle",
     detail::swizzleSpanFits},
    {17, "element stride range", RuleKind::Error, DecidedAt::Compile,
     Scope::Dimension, "an element stride is 1 to 8",
     "expected an element stride of 1 to 8, got {v}",
     "use an element stride of 1, or a strided view of the tensor",
     detail::elementStrideRange},
    {18, "interleave kind", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "the interleave is none, 16B or 32B",
     "expected an interleave code of 0 to {b}, got {v}", "use none, 16B or 32B",
     detail::interleaveKind},
    {19, "interleave rank", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "interleaved layouts have at least 3 dimensions",
     "expected a rank of at least {b} with interleave {interleave}, got {v}",
     "add the channel-slice and batch dimensions, of size 1 if need be, or "
     "drop the interleave",
     detail::interleaveRank},
    {20, "interleave swizzle", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "the 32B interleave goes with the 32B swizzle",
     "expected swizzle 32B with interleave 32B, got swizzle {swizzle}",
     "use swizzle 32B", detail::interleaveSwizzle},
    {21, "swizzle mode", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "the swizzle is one of the 7 modes that the driver knows",
     "expected a swizzle code of 0 to {b}, got {v}",
     "use none, 32B, 64B or 128B", detail::swizzleMode},
    {22, "swizzle target", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "the swizzles with 32- and 64-byte atoms need compute capability 10.0",
     "expected a compute capability of at least {bcc} for swizzle {swizzle}, "
     "got {vcc}",
     "use swizzle 128B", detail::swizzleTarget},
    {23, "packed layout", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "16u4_align16b is for loads with swizzle none, 128B or 128B_atom_32B; "
     "16u6_align16b has no interleave, and takes 128B_atom_64B for stores too",
     "expected a layout that data type {type} supports, got swizzle "
     "{swizzle}, interleave {interleave}, direction {direction}",
     "use swizzle none or 128B without interleave", detail::packedLayout},
    {24, "l2 promotion range", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "the L2 promotion is none, 64B, 128B or 256B",
     "expected an L2 promotion code of 0 to {b}, got {v}",
     "use none, 64B, 128B or 256B", detail::l2PromotionKind},
    {25, "fill range", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "elements outside are filled with zero or nan",
     "expected a fill code of 0 to {b}, got {v}", "use zero or nan",
     detail::fillKind},
    {26, "fill type", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "nan fill is for floating-point types only",
     "expected a floating-point data type with nan fill, got {type}",
     "use zero fill, or a floating-point data type", detail::fillType},
    {27, "shared memory size", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "a box fits into the shared memory of a block",
     "expected a box of at most {b} bytes of shared memory, got {v} bytes",
     "use a smaller box", detail::sharedSize},
    {28, "store edge", RuleKind::Error, DecidedAt::Launch, Scope::Map,
     "the inner extent of a tensor that is stored to or reduced into is a "
     "multiple of 16 bytes, as the hardware writes whole 16-byte granules "
     "past the edge",
     "expected an inner extent that is a multiple of {b} bytes for a "
     "{direction}, got {v} bytes{ve}",
     "pad the tensor's rows and pass the padded extent, or allow the edge to "
     "spill (allow_edge_spill)",
     detail::storeEdge},
    {29, "box in tensor", RuleKind::Warning, DecidedAt::Launch,
     Scope::Dimension, "a box is not larger than the tensor",
     "expected a box of at most {b} elements, got {v}",
     "the rest is filled on loads and dropped on stores; use a smaller box if "
     "that is not meant",
     detail::boxInTensor},
    {30, "broadcast stride", RuleKind::Warning, DecidedAt::Launch,
     Scope::OuterDimension, "a stride of 0 repeats the same elements",
     "expected a stride above 0, got 0 bytes",
     "loads broadcast; stores through such a map race",
     detail::broadcastStride},
    {31, "overlapping stride", RuleKind::Warning, DecidedAt::Launch,
     Scope::OuterDimension,
     "a stride covers at least the bytes that it steps over",
     "expected a stride of at least {b} bytes{be}, got {v} bytes{ve}",
     "loads see elements twice; stores through such a map race",
     detail::overlappingStride},
    {32, "tensor extent", RuleKind::Warning, DecidedAt::Launch, Scope::Map,
     "the tensor ends within the address space",
     "expected a tensor that ends below address 2^57, got an extent beyond it",
     "check the strides", detail::tensorExtent},
    {33, "store overlap", RuleKind::Error, DecidedAt::Launch,
     Scope::OuterDimension,
     "the elements of a tensor that is stored to lie apart",
     "expected a stride of at least {b} bytes{be} for stores, got {v} "
     "bytes{ve}",
     "store to a tensor whose elements lie apart, or reduce into this one",
     detail::storeOverlap},
    {34, "copied extent", RuleKind::Error, DecidedAt::Launch, Scope::Dimension,
     "copies work through maps of at most 2^31 elements along each dimension",
     "expected an extent of at most {b} elements (a copy through a larger map "
     "is an illegal instruction), got {v}",
     "split the tensor into views of at most {b} elements",
     detail::copiedExtent},
    {35, "interleaved box", RuleKind::Error, DecidedAt::Compile, Scope::Map,
     "with interleave the box over the element strides, rounded down, times "
     "the element size is at most 228 KiB, the channel-slice dimension "
     "included",
     "expected an interleaved box of at most {b} bytes as the driver counts "
     "them, got {v}",
     "write 1 for the box of the second outermost dimension, of which a copy "
     "takes one channel slice",
     detail::interleavedBox},
};
inline constexpr int kRuleCount = sizeof(kRules) / sizeof(kRules[0]);

/// The places that a rule is asked about: first <= dim < last.
constexpr int firstDim(const Rule &rule) {
  return rule.scope == Scope::Map ? -1 : rule.scope == Scope::Dimension ? 0 : 1;
}
constexpr int lastDim(const Rule &rule, const TensorMapParams &p) {
  return rule.scope == Scope::Map ? 0 : dimensionCount(p);
}

/// Calls `visit(rule, finding)` for every rule and place, in the order of the
/// table and from the innermost dimension outwards.
template <typename Visitor>
inline void forEachFinding(const TensorMapParams &p, Visitor &&visit) {
  for (const Rule &rule : kRules)
    for (int dim = firstDim(rule); dim < lastDim(rule, p); ++dim)
      visit(rule, rule.evaluate(p, dim));
}

/// The verdict of one rule over all its places: violated if any is, else
/// unknown if any is.
inline Verdict verdictOf(const Rule &rule, const TensorMapParams &p) {
  Verdict result = Verdict::Proven;
  for (int dim = firstDim(rule); dim < lastDim(rule, p); ++dim) {
    Verdict verdict = rule.evaluate(p, dim).verdict;
    if (verdict == Verdict::Violated)
      return verdict;
    if (verdict == Verdict::Unknown)
      result = verdict;
  }
  return result;
}

namespace detail {
/// Rules from Index on, by recursion so that every predicate is inlined: a
/// launch asks for each of its maps, and calls through the table cost more.
template <int Index> inline bool isAcceptedFrom(const TensorMapParams &p) {
  if constexpr (Index < kRuleCount) {
    constexpr const Rule &rule = kRules[Index];
    if constexpr (rule.kind == RuleKind::Error)
      for (int dim = firstDim(rule); dim < lastDim(rule, p); ++dim)
        if (rule.evaluate(p, dim).verdict == Verdict::Violated)
          return false;
    return isAcceptedFrom<Index + 1>(p);
  } else {
    return true;
  }
}
} // namespace detail

/// True when no rule of kind Error is violated; unknown ones count as kept.
inline bool isAccepted(const TensorMapParams &p) {
  return detail::isAcceptedFrom<0>(p);
}

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_RULES_H
