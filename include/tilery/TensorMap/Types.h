// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parameters of a tiled TensorMap, and the arithmetic that follows from
// them alone. Freestanding C++17: no allocation, no containers, no library
// calls, so that the compiler, the launcher's runtime and the launchers that we
// emit as C++ source all share these lines.
//
// Index 0 is the innermost dimension everywhere in this file, as in the CUDA
// driver's cuTensorMapEncodeTiled. The IR is written outer to inner; whoever
// fills a TensorMapParams reverses once.

#ifndef TILERY_TENSORMAP_TYPES_H
#define TILERY_TENSORMAP_TYPES_H

#include <cstddef>
#include <cstdint>

namespace tilery {
namespace tensormap {

/// The most dimensions that a TensorMap has.
inline constexpr int kMaxRank = 5;
/// A TensorMap is 128 opaque bytes. The driver's documentation asks for 64-byte
/// aligned storage (an H200's driver takes 16 too; we keep the documented 64).
inline constexpr int64_t kDescriptorBytes = 128;
inline constexpr int64_t kDescriptorAlignment = 64;
/// A number that is not known yet: decided when the kernel is launched.
inline constexpr int64_t kUnknown = INT64_MIN;

constexpr bool isKnown(int64_t value) { return value != kUnknown; }

/// True when a TensorMap may be stored at `address`.
constexpr bool isDescriptorStorageAligned(uint64_t address) {
  return address % static_cast<uint64_t>(kDescriptorAlignment) == 0;
}

//===----------------------------------------------------------------------===//
// Enumerations: the values are those of cuda.h, so a cast converts
//===----------------------------------------------------------------------===//

/// CUtensorMapDataType. There is no entry for i8, i16 or fp8: they travel as
/// UInt8 and UInt16, which moves the same bytes.
enum class DataType : int32_t {
  UInt8 = 0,
  UInt16 = 1,
  UInt32 = 2,
  Int32 = 3,
  UInt64 = 4,
  Int64 = 5,
  Float16 = 6,
  Float32 = 7,
  Float64 = 8,
  BFloat16 = 9,
  Float32Ftz = 10,
  TFloat32 = 11,
  TFloat32Ftz = 12,
  Packed16U4Align8B = 13,
  Packed16U4Align16B = 14,
  Packed16U6Align16B = 15,
};
inline constexpr int32_t kDataTypeCount = 16;

/// CUtensorMapInterleave.
enum class Interleave : int32_t { None = 0, B16 = 1, B32 = 2 };
inline constexpr int32_t kInterleaveCount = 3;

/// CUtensorMapSwizzle. The three atom variants need compute capability 10.0.
enum class Swizzle : int32_t {
  None = 0,
  B32 = 1,
  B64 = 2,
  B128 = 3,
  B128Atom32B = 4,
  B128Atom32BFlip8B = 5,
  B128Atom64B = 6,
};
inline constexpr int32_t kSwizzleCount = 7;

/// CUtensorMapL2promotion.
enum class L2Promotion : int32_t { None = 0, B64 = 1, B128 = 2, B256 = 3 };
inline constexpr int32_t kL2PromotionCount = 4;

/// CUtensorMapFloatOOBfill: what a load delivers for elements outside.
enum class Fill : int32_t { Zero = 0, NaN = 1 };
inline constexpr int32_t kFillCount = 2;

/// What the kernel does through the map. A map that is both loaded and stored
/// through is a Store: it has the stricter rules.
enum class Direction : int32_t { Unspecified = 0, Load, Store, Reduce };
inline constexpr int32_t kDirectionCount = 4;

/// The name in an enumeration's row of names, or "?" outside of it.
constexpr const char *nameInRow(const char *const *names, int32_t count,
                                int32_t value) {
  return value >= 0 && value < count ? names[value] : "?";
}

namespace detail {
struct DataTypeRow {
  const char *name;
  int32_t globalBits; ///< bits of an element in global memory
  int32_t sharedBits; ///< the same in shared memory, gaps included
  bool isFloat;
  bool isPacked;
};
inline constexpr DataTypeRow kDataTypes[kDataTypeCount] = {
    {"u8", 8, 8, false, false},           {"u16", 16, 16, false, false},
    {"u32", 32, 32, false, false},        {"i32", 32, 32, false, false},
    {"u64", 64, 64, false, false},        {"i64", 64, 64, false, false},
    {"f16", 16, 16, true, false},         {"f32", 32, 32, true, false},
    {"f64", 64, 64, true, false},         {"bf16", 16, 16, true, false},
    {"f32_ftz", 32, 32, true, false},     {"tf32", 32, 32, true, false},
    {"tf32_ftz", 32, 32, true, false},    {"16u4_align8b", 4, 4, false, true},
    {"16u4_align16b", 4, 8, false, true}, {"16u6_align16b", 6, 8, false, true},
};
inline constexpr const char *kInterleaveNames[] = {"none", "16B", "32B"};
inline constexpr const char *kSwizzleNames[] = {
    "none",         "32B",           "64B",
    "128B",         "128B_atom_32B", "128B_atom_32B_flip_8B",
    "128B_atom_64B"};
inline constexpr const char *kL2PromotionNames[] = {"none", "64B", "128B",
                                                    "256B"};
inline constexpr const char *kFillNames[] = {"zero", "nan"};
inline constexpr const char *kDirectionNames[] = {"unspecified", "load",
                                                  "store", "reduce"};
} // namespace detail

constexpr bool isValid(DataType t) {
  return static_cast<int32_t>(t) >= 0 &&
         static_cast<int32_t>(t) < kDataTypeCount;
}
constexpr const char *name(DataType t) {
  return isValid(t) ? detail::kDataTypes[static_cast<int32_t>(t)].name : "?";
}
constexpr const char *name(Interleave i) {
  return nameInRow(detail::kInterleaveNames, kInterleaveCount,
                   static_cast<int32_t>(i));
}
constexpr const char *name(Swizzle s) {
  return nameInRow(detail::kSwizzleNames, kSwizzleCount,
                   static_cast<int32_t>(s));
}
constexpr const char *name(L2Promotion p) {
  return nameInRow(detail::kL2PromotionNames, kL2PromotionCount,
                   static_cast<int32_t>(p));
}
constexpr const char *name(Fill f) {
  return nameInRow(detail::kFillNames, kFillCount, static_cast<int32_t>(f));
}
constexpr const char *name(Direction d) {
  return nameInRow(detail::kDirectionNames, kDirectionCount,
                   static_cast<int32_t>(d));
}

constexpr bool isFloat(DataType t) {
  return isValid(t) && detail::kDataTypes[static_cast<int32_t>(t)].isFloat;
}
/// The 4- and 6-bit types, whose dimensions count values, not bytes.
constexpr bool isPacked(DataType t) {
  return isValid(t) && detail::kDataTypes[static_cast<int32_t>(t)].isPacked;
}
/// The packed types that are spread to 16-byte units in shared memory.
constexpr bool isPackedAlign16B(DataType t) {
  return t == DataType::Packed16U4Align16B || t == DataType::Packed16U6Align16B;
}
/// Bits of an element in global and in shared memory; 0 for an invalid type.
constexpr int64_t globalBits(DataType t) {
  return isValid(t) ? detail::kDataTypes[static_cast<int32_t>(t)].globalBits
                    : 0;
}
constexpr int64_t sharedBits(DataType t) {
  return isValid(t) ? detail::kDataTypes[static_cast<int32_t>(t)].sharedBits
                    : 0;
}
/// Bytes of an element; 0 for the packed types, which have no whole number.
constexpr int64_t elementBytes(DataType t) {
  return isPacked(t) ? 0 : globalBits(t) / 8;
}

/// Bytes of a slice, the unit of dimension 0 with interleave; 0 without.
constexpr int64_t sliceBytes(Interleave i) {
  return i == Interleave::B16 ? 16 : i == Interleave::B32 ? 32 : 0;
}
/// The widest inner box in bytes that a swizzle takes; 0 for none.
constexpr int64_t swizzleSpan(Swizzle s) {
  return s == Swizzle::None || static_cast<int32_t>(s) < 0 ||
                 static_cast<int32_t>(s) >= kSwizzleCount
             ? 0
         : s == Swizzle::B32 ? 32
         : s == Swizzle::B64 ? 64
                             : 128;
}
/// The swizzle XORs bits of the shared *address*: a tile has to start at a
/// multiple of the pattern's period, or it is silently scrambled. Without
/// swizzle the copy engine wants 128 bytes.
constexpr int64_t sharedAlignment(Swizzle s) {
  return swizzleSpan(s) ? swizzleSpan(s) * 8 : 128;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// What is known of a tensor's global address.
struct BaseAddress {
  uint64_t value = 0;
  /// 0: `value` is the address. Otherwise address % modulus == value; a modulus
  /// of 1 says nothing.
  uint64_t modulus = 1;

  static constexpr BaseAddress unknown() { return {0, 1}; }
  static constexpr BaseAddress exactly(uint64_t address) {
    return {address, 0};
  }
  static constexpr BaseAddress moduloOf(uint64_t offset, uint64_t modulus) {
    return {modulus ? offset % modulus : offset, modulus};
  }
  constexpr bool isExact() const { return modulus == 0; }
};

/// The arguments of cuTensorMapEncodeTiled, and the facts about the use of the
/// map that the rules ask for. Every number may be kUnknown except the rank.
struct TensorMapParams {
  DataType dataType = DataType::UInt8;
  /// Number of dimensions. A rank outside 1..5 may be stored; the arrays then
  /// hold what fits.
  int32_t rank = 0;
  BaseAddress base;
  /// Extents in elements (slices for dimension 0 with interleave).
  int64_t dims[kMaxRank] = {};
  /// Entry i is the stride in bytes of dimension i + 1, as for the driver.
  int64_t byteStrides[kMaxRank - 1] = {};
  /// Stride in elements of dimension 0. The driver has no argument for it: it
  /// has to be 1.
  int64_t innerStride = 1;
  int64_t box[kMaxRank] = {};
  int64_t elementStrides[kMaxRank] = {1, 1, 1, 1, 1};
  Interleave interleave = Interleave::None;
  Swizzle swizzle = Swizzle::None;
  L2Promotion l2Promotion = L2Promotion::None;
  Fill fill = Fill::Zero;

  Direction direction = Direction::Unspecified;
  /// The user accepts that a store writes up to the next 16 bytes past the
  /// inner edge.
  bool allowEdgeSpill = false;
  /// Major * 10 + minor of the device (90 for sm_90); 0 when not known.
  int32_t computeCapability = 0;
};

//===----------------------------------------------------------------------===//
// Arithmetic on parameters. An unknown operand or a result outside 64 bits
// gives kUnknown; nothing here overflows.
//===----------------------------------------------------------------------===//

/// a * b for operands >= 0; kUnknown when negative, unknown or over 63 bits.
constexpr int64_t checkedMul(int64_t a, int64_t b) {
  constexpr int64_t half = INT32_MAX;
  if (a < 0 || b < 0)
    return kUnknown;
  // The division is for large operands alone: launches ask often.
  if ((a > half || b > half) && b != 0 && a > INT64_MAX / b)
    return kUnknown;
  return a * b;
}
/// a + b for operands >= 0, likewise.
constexpr int64_t checkedAdd(int64_t a, int64_t b) {
  return a < 0 || b < 0 || a > INT64_MAX - b ? kUnknown : a + b;
}
/// The next multiple of `unit` > 0 from `value` >= 0, likewise.
constexpr int64_t roundUp(int64_t value, int64_t unit) {
  return value < 0 || value > INT64_MAX - (unit - 1)
             ? kUnknown
             : (value + unit - 1) / unit * unit;
}

/// The number of dimensions that the arrays hold: the rank, within 0..5.
constexpr int dimensionCount(const TensorMapParams &p) {
  return p.rank < 0 ? 0 : p.rank > kMaxRank ? kMaxRank : p.rank;
}

/// The dimension in the user's order, outer to inner.
constexpr int userDimension(const TensorMapParams &p, int dim) {
  return p.rank - 1 - dim;
}

/// True when an extent is known to be zero. There is no TensorMap of an empty
/// tensor; the launcher launches nothing instead.
constexpr bool isEmpty(const TensorMapParams &p) {
  for (int i = 0; i < dimensionCount(p); ++i)
    if (p.dims[i] == 0)
      return true;
  return false;
}

/// Base and strides have to be multiples of this many bytes.
constexpr int64_t globalAlignment(const TensorMapParams &p) {
  return p.interleave == Interleave::B32 || isPackedAlign16B(p.dataType) ? 32
                                                                         : 16;
}

/// Bytes of `count` elements side by side in global memory, rounded up.
constexpr int64_t globalBytes(const TensorMapParams &p, int64_t count) {
  int64_t slice = sliceBytes(p.interleave);
  if (slice)
    return checkedMul(count, slice);
  int64_t bits = globalBits(p.dataType);
  if (bits % 8 == 0)
    return checkedMul(count, bits / 8);
  int64_t total = roundUp(checkedMul(count, bits), 8);
  return isKnown(total) ? total / 8 : kUnknown;
}

/// Bytes of the innermost dimension.
constexpr int64_t innerExtentBytes(const TensorMapParams &p) {
  return p.rank < 1 ? 0 : globalBytes(p, p.dims[0]);
}

/// box[0] * element size, as the driver computes it (with interleave too).
constexpr int64_t innerBoxBytes(const TensorMapParams &p) {
  int64_t bits = p.rank < 1 ? 0 : checkedMul(p.box[0], sharedBits(p.dataType));
  return isKnown(bits) ? bits / 8 : kUnknown;
}

/// Elements (slices) that a copy delivers along a dimension. Without interleave
/// entry 0 of the element strides is ignored; with it, the second outermost
/// dimension selects one channel slice whatever its box says (both measured on
/// an H200).
constexpr int64_t boxElements(const TensorMapParams &p, int dim) {
  bool interleaved = p.interleave != Interleave::None;
  if (interleaved && p.rank >= 3 && dim == p.rank - 2)
    return 1;
  int64_t box = p.box[dim];
  int64_t stride = p.elementStrides[dim];
  if (dim == 0 && !interleaved)
    return box;
  if (stride <= 0 || !isKnown(box))
    return kUnknown;
  return stride == 1 ? box : box / stride + (box % stride != 0);
}

/// Bytes that one copy moves, and that a barrier has to expect.
constexpr int64_t boxBytes(const TensorMapParams &p) {
  if (p.rank < 1)
    return 0;
  int64_t slice = sliceBytes(p.interleave);
  int64_t bits =
      checkedMul(boxElements(p, 0), slice ? slice * 8 : sharedBits(p.dataType));
  for (int i = 1; i < dimensionCount(p); ++i)
    bits = checkedMul(bits, boxElements(p, i));
  return isKnown(bits) ? bits / 8 : kUnknown;
}

/// Where the tile may start in shared memory: a multiple of this.
constexpr int64_t sharedAlignment(const TensorMapParams &p) {
  return sharedAlignment(p.swizzle);
}

/// Bytes from one row of the tile to the next in shared memory. A swizzled row
/// that is narrower than the span still takes the whole span (measured on an
/// H200: 48 halves under a 128-byte swizzle lie 128 bytes apart, and 96 bytes a
/// row count at the barrier). Interleaved slices are packed.
constexpr int64_t sharedRowPitch(const TensorMapParams &p) {
  int64_t slice = sliceBytes(p.interleave);
  if (slice)
    return p.rank < 1 ? 0 : checkedMul(boxElements(p, 0), slice);
  int64_t row = innerBoxBytes(p);
  int64_t span = swizzleSpan(p.swizzle);
  return isKnown(row) && row < span ? span : row;
}

/// Bytes of shared memory that the tile occupies.
constexpr int64_t sharedBytes(const TensorMapParams &p) {
  int64_t bytes = sharedRowPitch(p);
  for (int i = 1; i < dimensionCount(p); ++i)
    bytes = checkedMul(bytes, boxElements(p, i));
  int64_t span = swizzleSpan(p.swizzle);
  return span ? roundUp(bytes, span) : bytes;
}

/// Bytes from one tile to the next in a ring of stages: sharedBytes() rounded
/// up to the alignment of a tile's start.
constexpr int64_t sharedFootprint(const TensorMapParams &p) {
  return roundUp(sharedBytes(p), sharedAlignment(p));
}

/// The most shared memory of a block with the opt-in attribute: 227 KiB, and 99
/// KiB on compute capability 12.x (CUDA programming guide, technical
/// specifications per compute capability).
constexpr int64_t sharedLimit(int32_t computeCapability) {
  return (computeCapability >= 120 ? 99 : 227) * int64_t(1024);
}

/// Fills the strides of a dense tensor in row-major order. Unknown where they
/// depend on an unknown extent; a product over 63 bits becomes a number near
/// the largest one, which no rule accepts.
inline void setDenseStrides(TensorMapParams &p) {
  constexpr int64_t huge = INT64_MAX - INT64_MAX % 32;
  p.innerStride = 1;
  bool known = true;
  int64_t stride = innerExtentBytes(p);
  for (int i = 1; i < dimensionCount(p); ++i) {
    known = known && p.dims[i - 1] >= 0;
    if (i > 1)
      stride = checkedMul(stride, p.dims[i - 1]);
    if (known && !isKnown(stride))
      stride = huge;
    p.byteStrides[i - 1] = stride;
  }
}

/// Gives a size-1 dimension whose stride the driver would refuse (it checks
/// strides that are never used) the next legal dense stride instead. Call it
/// before encoding; check() judges parameters as they stand.
inline void canonicalizeUnitStrides(TensorMapParams &p) {
  constexpr int64_t limit = int64_t(1) << 40;
  int64_t align = globalAlignment(p);
  if (p.rank >= 1 && p.dims[0] == 1)
    p.innerStride = 1;
  for (int i = 1; i < dimensionCount(p); ++i) {
    int64_t &stride = p.byteStrides[i - 1];
    bool legal = stride >= 0 && stride < limit && stride % align == 0;
    if (p.dims[i] != 1 || legal)
      continue;
    int64_t dense =
        roundUp(i == 1 ? innerExtentBytes(p)
                       : checkedMul(p.dims[i - 1], p.byteStrides[i - 2]),
                align);
    stride = isKnown(dense) && dense < limit && dense > 0 ? dense : align;
  }
}

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_TYPES_H
