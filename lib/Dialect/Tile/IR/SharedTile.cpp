// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SharedTile.h"

#include "tilery/Dialect/Tile/IR/Divisors.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

static int64_t getAlignment(MemRefType type) {
  return tensormap::sharedAlignment(
      static_cast<tensormap::Swizzle>(getSwizzle(type)));
}

static InFlightDiagnostic emitStartError(Operation *op, StringRef constraint,
                                         MemRefType type) {
  InFlightDiagnostic diag = op->emitOpError()
                            << constraint
                            << " expected a shared operand that starts"
                            << " at a multiple of " << getAlignment(type)
                            << " bytes";
  if (getSwizzle(type) != Swizzle::None)
    diag << ", the period of its swizzle";
  return diag;
}

static InFlightDiagnostic verifyStart(Operation *op, StringRef constraint,
                                      Value shared) {
  auto type = cast<MemRefType>(shared.getType());
  std::optional<uint64_t> divisor =
      getStartDivisor(shared, *getElementBytes(type.getElementType()));
  if (!divisor)
    return op->emitOpError()
           << constraint
           << " expected a shared operand that is a tile.alloc_shared, or "
              "memref.subview and memref.cast of one, so that its alignment is "
              "known";
  if (*divisor % getAlignment(type) == 0)
    return {};
  return emitStartError(op, constraint, type)
         << ", got one known to start at a multiple of "
         << int64_t(*divisor & -*divisor)
         << " bytes; pad each stage, or give the tile a buffer of its own";
}

/// Each repetition starts at a legal address.
static InFlightDiagnostic verifyRepeats(Operation *op, StringRef constraint,
                                        MemRefType type,
                                        ArrayRef<int64_t> leading,
                                        ArrayRef<int64_t> strides) {
  int64_t bytes = *getElementBytes(type.getElementType());
  for (auto [dim, extent] : llvm::enumerate(leading)) {
    if (extent == 1)
      continue;
    if (ShapedType::isDynamic(strides[dim]))
      return op->emitOpError()
             << constraint << " expected a static stride of leading axis "
             << int64_t(dim) << " of the shared operand, got " << type;
    int64_t step = tensormap::checkedMul(strides[dim], bytes);
    if (!tensormap::isKnown(step) || step % getAlignment(type) != 0) {
      InFlightDiagnostic diag = emitStartError(op, constraint, type)
                                << " in each repetition, got a stride of ";
      if (tensormap::isKnown(step))
        diag << step << " bytes";
      else
        diag << strides[dim] << " elements";
      return std::move(diag)
             << " along axis " << int64_t(dim) << "; pad each repetition";
    }
  }
  return {};
}

SmallVector<int64_t> tile::getLeadingExtents(MemRefType shared,
                                             const MapShape &shape) {
  size_t image = shape.getImageShape().size();
  ArrayRef<int64_t> extents = shared.getShape();
  return SmallVector<int64_t>(
      extents.drop_back(std::min(image, extents.size())));
}

static InFlightDiagnostic reportShape(Operation *op, StringRef constraint,
                                      MemRefType type, const MapShape &shape,
                                      bool mayRepeat) {
  SmallVector<int64_t> image = shape.getImageShape();
  bool isBox = ArrayRef<int64_t>(image) == ArrayRef<int64_t>(shape.box);
  InFlightDiagnostic diag = op->emitOpError()
                            << constraint << " expected a shared operand of "
                            << (isBox ? "the box's shape ["
                                      : "the shape of the box's image [");
  llvm::interleaveComma(image, diag);
  diag << "], got " << type;
  if (static_cast<size_t>(type.getRank()) <= image.size())
    return std::move(diag)
           << "; the box is what one copy moves: write the buffer's shape, "
              "or use a buffer of the box's";
  if (mayRepeat)
    return std::move(diag) << " after its leading axes";
  return std::move(diag)
         << "; a stage of a ring is a rank-reducing memref.subview";
}

static InFlightDiagnostic checkTile(Operation *op, StringRef constraint,
                                    Value shared, const MapShape &shape,
                                    bool mayRepeat) {
  auto type = cast<MemRefType>(shared.getType());
  ArrayRef<int64_t> extents = type.getShape();
  SmallVector<int64_t> image = shape.getImageShape();
  SmallVector<int64_t> leading = getLeadingExtents(type, shape);
  bool fits = extents.size() >= image.size() &&
              extents.take_back(image.size()) == ArrayRef<int64_t>(image) &&
              llvm::all_of(leading, [&](int64_t extent) {
                return extent == 1 || (mayRepeat && extent > 0);
              });
  if (!fits)
    return reportShape(op, constraint, type, shape, mayRepeat);

  SmallVector<int64_t> strides;
  int64_t offset;
  auto imageStrides = shape.getImageStrides();
  bool isImage = succeeded(imageStrides) &&
                 succeeded(type.getStridesAndOffset(strides, offset));
  for (size_t dim = 0; isImage && dim < image.size(); ++dim)
    isImage = image[dim] == 1 ||
              strides[leading.size() + dim] == (*imageStrides)[dim];
  if (!isImage) {
    InFlightDiagnostic diag = op->emitOpError()
                              << constraint
                              << " expected a shared operand that is the copy "
                                 "engine's image of the box";
    if (succeeded(imageStrides)) {
      diag << ", strided<[";
      llvm::interleaveComma(*imageStrides, diag);
      diag << "]>";
    }
    return std::move(diag) << ", got " << type;
  }
  // No buffer is larger; and the copies are written out one by one.
  int64_t total = 1;
  for (int64_t extent : leading)
    total = tensormap::checkedMul(total, extent);
  int64_t bytes =
      tensormap::checkedMul(total, tensormap::sharedBytes(shape.getParams()));
  if (!tensormap::isKnown(bytes) || bytes > maxSharedBytes) {
    InFlightDiagnostic diag = op->emitOpError()
                              << constraint
                              << " expected a shared operand of at most "
                              << maxSharedBytes << " bytes, got ";
    if (tensormap::isKnown(bytes))
      return std::move(diag) << bytes;
    return std::move(diag) << type;
  }
  InFlightDiagnostic repeats =
      verifyRepeats(op, constraint, type, leading, strides);
  if (failed(repeats))
    return repeats;
  return verifyStart(op, constraint, shared);
}

/// Ends an error, if it is one, with the name that the user gave the operand.
static LogicalResult endWithName(InFlightDiagnostic diag, StringRef what,
                                 Value operand) {
  std::string name = getBufferName(operand);
  if (failed(diag) && !name.empty())
    diag << " (" << what << " '" << name << "')";
  return diag;
}

LogicalResult tile::verifySharedTile(Operation *op, StringRef constraint,
                                     Value shared, const MapShape &shape,
                                     bool mayRepeat) {
  return endWithName(checkTile(op, constraint, shared, shape, mayRepeat),
                     "shared operand", shared);
}

static InFlightDiagnostic checkCoord(Operation *op, StringRef constraint,
                                     const CoordRange &range, int64_t unitBytes,
                                     bool isWrite) {
  int64_t dim = range.dim;
  for (int64_t number : {range.low, range.high}) {
    if (!llvm::isInt<32>(number))
      return op->emitOpError() << constraint << " expected coordinate " << dim
                               << " to fit 32 bits, got " << number;
    if (isWrite && number < 0)
      return op->emitOpError()
             << constraint << " expected coordinate " << dim
             << " of a store or reduction not to be negative (the hardware "
                "faults), got "
             << number;
  }
  if (!range.isInnermost)
    return {};
  if (range.low * unitBytes % 16 != 0)
    return op->emitOpError()
           << constraint
           << " expected the innermost coordinate to start at a multiple of 16 "
              "bytes, got "
           << range.low << " (" << range.low * unitBytes
           << " bytes); round it down to a multiple of " << 16 / unitBytes
           << " elements";
  return {};
}

LogicalResult tile::verifyCoord(Operation *op, StringRef constraint,
                                Value tensor, const CoordRange &range,
                                int64_t unitBytes, bool isWrite) {
  return endWithName(checkCoord(op, constraint, range, unitBytes, isWrite),
                     "tensor", tensor);
}
