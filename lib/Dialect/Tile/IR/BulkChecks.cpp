// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BulkChecks.h"
#include "BarrierChecks.h"

#include "tilery/Dialect/Tile/IR/Divisors.h"
#include "tilery/Dialect/Tile/IR/MapFacts.h"
#include "tilery/Dialect/Tile/IR/ViewChain.h"

#include <numeric>

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

/// The unit of sizes and addresses (PTX ISA, cp.async.bulk).
static constexpr int64_t unitBytes = 16;

//===----------------------------------------------------------------------===//
// Layout and size
//===----------------------------------------------------------------------===//

/// Whether the elements are adjacent, in row-major order.
static bool isContiguous(MemRefType type) {
  if (type.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  // No stride is -1: what lies outside of a dynamic extent is not known.
  constexpr int64_t unknown = -1;
  int64_t expected = 1;
  for (int64_t dim = type.getRank(); dim-- > 0;) {
    int64_t extent = type.getDimSize(dim);
    if (extent == 1)
      continue;
    if (strides[dim] != expected)
      return false;
    expected = ShapedType::isDynamic(extent)
                   ? unknown
                   : tensormap::checkedMul(expected, extent);
  }
  return true;
}

static std::optional<int64_t> getBytes(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  auto bytes = getElementBytes(type.getElementType());
  if (!type.hasStaticShape() || failed(bytes))
    return std::nullopt;
  int64_t total = *bytes;
  for (int64_t extent : type.getShape())
    total = tensormap::checkedMul(total, extent);
  return tensormap::isKnown(total) ? std::optional(total) : std::nullopt;
}

static SmallVector<Value, 2> getOperands(const BulkTransfer &transfer) {
  if (transfer.destination)
    return {transfer.destination, transfer.source};
  return {transfer.source};
}

static bool hasBytes(const BulkTransfer &transfer) {
  return transfer.bytes || transfer.staticBytes;
}

std::optional<int64_t> tile::getKnownBytes(const BulkTransfer &transfer) {
  return hasBytes(transfer)
             ? getKnownParameter(transfer.bytes, transfer.staticBytes)
             : getBytes(transfer.source);
}

static LogicalResult verifyLayout(Operation *op, StringRef constraint,
                                  Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!isGlobalMemRef(type) && getSwizzle(type) != Swizzle::None)
    return op->emitOpError()
           << constraint
           << " expected a shared operand without swizzle, as a bulk copy "
              "moves "
              "bytes the way they lie, got "
           << type
           << "; tile.shared_view lays a plain buffer over the same bytes";
  if (isContiguous(type))
    return success();
  return op->emitOpError()
         << constraint
         << " expected an operand whose elements are adjacent, got " << type
         << "; copy it row by row, or through a map (cp.async.bulk.tensor)";
}

/// Without `bytes` the operands say the size, and agree about it.
static LogicalResult verifyOwnSize(Operation *op, StringRef constraint,
                                   const BulkTransfer &transfer) {
  for (Value operand : getOperands(transfer))
    if (!getBytes(operand))
      return op->emitOpError()
             << constraint << " expected 'bytes', as the size of "
             << operand.getType() << " is not known";
  if (!transfer.destination)
    return success();
  int64_t destination = *getBytes(transfer.destination);
  int64_t source = *getBytes(transfer.source);
  if (destination == source)
    return success();
  return op->emitOpError()
         << constraint << " expected operands of one size, got " << destination
         << " bytes and " << source
         << " bytes; take a memref.subview of the larger, or say 'bytes'";
}

static LogicalResult verifySize(Operation *op, StringRef constraint,
                                const BulkTransfer &transfer) {
  if (transfer.bytes && transfer.staticBytes)
    return op->emitOpError()
           << constraint << " expected 'bytes' as an operand or as a literal, "
           << "got both";
  if (!hasBytes(transfer) && failed(verifyOwnSize(op, constraint, transfer)))
    return failure();
  std::optional<int64_t> known = getKnownBytes(transfer);
  if (!known)
    return success();
  if (*known < unitBytes || *known % unitBytes != 0)
    return op->emitOpError()
           << constraint << " expected a multiple of " << unitBytes
           << " bytes, at least " << unitBytes << ", got " << *known;
  if (transfer.isCounted && *known > maxBarrierCount)
    return op->emitOpError()
           << constraint << " expected at most " << maxBarrierCount
           << " bytes, what an mbarrier counts, got " << *known
           << "; split the copy";
  // A 32-bit operand.
  if (*known > INT32_MAX)
    return op->emitOpError() << constraint << " expected at most "
                             << INT32_MAX / unitBytes * unitBytes
                             << " bytes, got " << *known << "; split the copy";
  for (Value operand : getOperands(transfer))
    if (std::optional<int64_t> bytes = getBytes(operand);
        bytes && *bytes < *known)
      return op->emitOpError() << constraint << " expected at most " << *bytes
                               << " bytes, the size of " << operand.getType()
                               << ", got " << *known;
  return success();
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

static LogicalResult verifySharedStart(Operation *op, StringRef constraint,
                                       Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  std::optional<uint64_t> divisor =
      getStartDivisor(buffer, *getElementBytes(type.getElementType()));
  if (!divisor)
    return op->emitOpError()
           << constraint
           << " expected a shared operand that is a tile.alloc_shared, or a "
              "tile.shared_view, memref.subview, memref.cast or tile.mapa of "
              "one, so that its alignment is known";
  if (*divisor % unitBytes == 0)
    return success();
  return op->emitOpError()
         << constraint
         << " expected a shared operand that starts at a multiple "
         << "of " << unitBytes
         << " bytes, got one known to start at a multiple "
         << "of " << int64_t(*divisor & -*divisor) << " bytes; pad each row to "
         << unitBytes << " bytes";
}

static LogicalResult verifyGlobalStart(Operation *op, StringRef constraint,
                                       Value buffer) {
  GlobalStart start = getGlobalStart(buffer);
  uint64_t grid = std::gcd(
      start.divisor, std::gcd(getKnownAlignment(buffer), uint64_t(unitBytes)));
  if (start.bytes % grid == 0)
    return success();
  InFlightDiagnostic diag = op->emitOpError();
  diag << constraint << " expected a global operand that starts at a multiple "
       << "of " << unitBytes << " bytes, got " << int64_t(start.bytes % grid)
       << " bytes past a multiple of " << int64_t(grid);
  if (std::string name = getBufferName(buffer); !name.empty())
    diag << " in '" << name << "'";
  return diag << "; the copy engine faults on others";
}

LogicalResult tile::verifyBulkTransfer(Operation *op,
                                       const BulkTransfer &transfer,
                                       const BulkConstraints &constraints) {
  SmallVector<Value, 2> operands = getOperands(transfer);
  Type element = cast<MemRefType>(operands[0].getType()).getElementType();
  for (Value operand : operands)
    if (cast<MemRefType>(operand.getType()).getElementType() != element)
      return op->emitOpError()
             << constraints.layout
             << " expected operands of one element type, got "
             << operands[0].getType() << " and " << operand.getType();
  if (isa<MBarrierType>(element) || failed(getElementBytes(element)))
    return op->emitOpError()
           << constraints.layout << " expected operands of numbers, got "
           << operands[0].getType();
  for (Value operand : operands)
    if (failed(verifyLayout(op, constraints.layout, operand)))
      return failure();
  if (failed(verifySize(op, constraints.size, transfer)))
    return failure();
  for (Value operand : operands)
    if (failed(isGlobalMemRef(operand.getType())
                   ? verifyGlobalStart(op, constraints.start, operand)
                   : verifySharedStart(op, constraints.start, operand)))
      return failure();
  return success();
}

/// The rank that tile.mapa was given, where it is known.
static std::optional<int64_t> getKnownRank(Value mapped) {
  for (Operation *op : ViewChain(mapped).views)
    if (auto mapa = dyn_cast<MapaOp>(op))
      return getKnownParameter(mapa.getRank(), mapa.getStaticRankAttr());
  return std::nullopt;
}

LogicalResult tile::verifySameBlock(Operation *op, StringRef constraint,
                                    Value destination, Value barrier) {
  std::optional<int64_t> rank = getKnownRank(destination);
  std::optional<int64_t> barrierRank = getKnownRank(barrier);
  if (!rank || !barrierRank || *rank == *barrierRank)
    return success();
  return op->emitOpError() << constraint
                           << " expected the barrier of the block of rank "
                           << *rank << ", which gets the bytes, got that of "
                           << "rank " << *barrierRank;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static tensormap::DataType getDataType(ReduceType type) {
  switch (type) {
  case ReduceType::F16:
    return tensormap::DataType::Float16;
  case ReduceType::BF16:
    return tensormap::DataType::BFloat16;
  case ReduceType::B32:
  case ReduceType::U32:
    return tensormap::DataType::UInt32;
  case ReduceType::S32:
    return tensormap::DataType::Int32;
  case ReduceType::B64:
  case ReduceType::U64:
    return tensormap::DataType::UInt64;
  case ReduceType::S64:
    return tensormap::DataType::Int64;
  case ReduceType::F32:
    return tensormap::DataType::Float32;
  case ReduceType::F64:
    return tensormap::DataType::Float64;
  }
  llvm_unreachable("all types are listed");
}

bool BulkReduction::isLegal() const {
  bool isBitwise = kind == ReduceKind::And || kind == ReduceKind::Or ||
                   kind == ReduceKind::Xor;
  bool isUntyped = type == ReduceType::B32 || type == ReduceType::B64;
  return isBitwise == isUntyped &&
         tensormap::isLegalBulkReduction(static_cast<tensormap::ReduceOp>(kind),
                                         getDataType(type), destination);
}

LogicalResult tile::verifyBulkReduction(Operation *op, StringRef constraint,
                                        const BulkReduction &reduction) {
  if (reduction.isLegal())
    return success();
  InFlightDiagnostic diag = op->emitOpError();
  diag << constraint << " expected a type for which PTX has '"
       << stringifyReduceKind(reduction.kind) << "' into "
       << (reduction.destination == tensormap::BulkDestination::Global
               ? "global memory"
               : "shared memory of the cluster")
       << " (";
  SmallVector<StringRef> legal;
  for (uint32_t i = 0; i <= getMaxEnumValForReduceType(); ++i)
    if (auto type = static_cast<ReduceType>(i);
        BulkReduction{reduction.kind, type, reduction.destination}.isLegal())
      legal.push_back(stringifyReduceType(type));
  llvm::interleaveComma(legal, diag);
  return diag << "), got " << stringifyReduceType(reduction.type);
}

static SmallVector<ReduceType> getReduceTypes(Type element) {
  if (element.isF16())
    return {ReduceType::F16};
  if (element.isBF16())
    return {ReduceType::BF16};
  if (element.isF32())
    return {ReduceType::F32};
  if (element.isF64())
    return {ReduceType::F64};
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer || (integer.getWidth() != 32 && integer.getWidth() != 64))
    return {};
  bool isWide = integer.getWidth() == 64;
  SmallVector<ReduceType> types;
  if (!integer.isSigned())
    types.push_back(isWide ? ReduceType::U64 : ReduceType::U32);
  if (!integer.isUnsigned())
    types.push_back(isWide ? ReduceType::S64 : ReduceType::S32);
  types.push_back(isWide ? ReduceType::B64 : ReduceType::B32);
  return types;
}

LogicalResult tile::verifyReduceType(Operation *op, StringRef constraint,
                                     ReduceType type, Type element) {
  SmallVector<ReduceType> fitting = getReduceTypes(element);
  if (llvm::is_contained(fitting, type))
    return success();
  InFlightDiagnostic diag = op->emitOpError();
  if (fitting.empty())
    return diag << constraint
                << " expected elements of 32- or 64-bit integers, f16, bf16, "
                   "f32 or f64, got "
                << element;
  diag << constraint << " expected a reduction of ";
  llvm::interleave(
      fitting, diag, [&](ReduceType t) { diag << stringifyReduceType(t); },
      " or ");
  return diag << " for elements of " << element << ", got "
              << stringifyReduceType(type);
}
