// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorApply.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static Type getElementType(Type type) {
  if (auto map = dyn_cast<TensorMapType>(type))
    return map.getElementType();
  return cast<MemRefType>(type).getElementType();
}

static MemRefType getShared(ApplyOp op, const TensorInstruction &instruction) {
  return cast<MemRefType>(op.getTiles()[*instruction.sharedIndex].getType());
}

/// (C2): the operands are there, in the opcode's order, of one element type.
static LogicalResult verifyOperands(ApplyOp op,
                                    const TensorInstruction &instruction) {
  bool hasShared = instruction.sharedIndex.has_value();
  StringRef order = !hasShared                       ? "(global)"
                    : *instruction.sharedIndex == 0u ? "(shared, global)"
                                                     : "(global, shared)";
  if (op.getTiles().size() != (hasShared ? 2 : 1))
    return op.emitOpError()
           << "(C2) expected " << (hasShared ? "two operands " : "one operand ")
           << order << ", got " << int64_t(op.getTiles().size());
  Type global = op.getTiles()[instruction.getTensorIndex()].getType();
  bool isLegal = isGlobalMemRef(global) || isa<TensorMapType>(global);
  if (hasShared) {
    Type shared = op.getTiles()[*instruction.sharedIndex].getType();
    isLegal &= isSharedMemRef(shared) && !isBarrierMemRef(shared);
  }
  if (!isLegal) {
    InFlightDiagnostic diag = op.emitOpError();
    diag << "(C2) expected the operand" << (hasShared ? "s " : " ") << order
         << (hasShared
                 ? " (a memref of numbers in #tile.shared, and one in the "
                   "default memory space)"
                 : " (a memref in the default memory space)")
         << ", got (";
    llvm::interleaveComma(op.getTiles().getTypes(), diag);
    return diag << ")";
  }
  Type element = getElementType(global);
  if (hasShared && element != getShared(op, instruction).getElementType())
    return op.emitOpError()
           << "(C2) expected operands of one element type, got "
           << op.getTiles()[0].getType() << " and "
           << op.getTiles()[1].getType();
  if (failed(getTensorMapDataType(element)))
    return op.emitOpError() << "(C2) expected an element type that a TensorMap "
                               "has (8- to 64-bit integers, f16, bf16, f32, "
                               "f64, fp8), got "
                            << element;
  return success();
}

/// (C8): the format is one of the element type.
static LogicalResult verifyFormat(ApplyOp op, Type element) {
  auto format = op.getFormat();
  if (!format || llvm::is_contained(getMapFormats(element), format->getValue()))
    return success();
  return op.emitOpError() << "(C8) expected format " << listMapFormats(element)
                          << " for elements of " << element << ", got "
                          << tensormap::name(format->getValue());
}

/// (C3): ranks agree.
static LogicalResult verifyRank(ApplyOp op, unsigned rank, bool isInterleaved,
                                const TensorInstruction &instruction) {
  auto expect = [&](StringRef what, int64_t got, int64_t wanted) {
    if (got == wanted)
      return success();
    InFlightDiagnostic diag = op.emitOpError();
    diag << "(C3) expected " << what << " of rank " << wanted
         << ", which the opcode's '." << int64_t(rank) << "d' says";
    if (wanted != rank)
      diag << " beside the axis of an interleaved slice";
    return LogicalResult(diag << ", got " << got);
  };
  Type global = op.getTiles()[instruction.getTensorIndex()].getType();
  if (auto map = dyn_cast<TensorMapType>(global)) {
    if (failed(expect("a map", map.getRank(), rank)))
      return failure();
  } else if (failed(expect("a global operand",
                           cast<MemRefType>(global).getRank(),
                           rank + isInterleaved)) ||
             failed(expect("a box", op.getBox().size(), rank))) {
    return failure();
  }
  if (op.getElementStrides() &&
      failed(expect("element strides", op.getElementStrides()->size(), rank)))
    return failure();
  return success();
}

/// (C3): the last axis of an interleaved tensor is one slice.
static LogicalResult verifySliceAxis(ApplyOp op, MemRefType tensor,
                                     const MapShape &shape) {
  if (shape.interleave == Interleave::None)
    return success();
  int64_t slice = shape.getInnerUnitBytes();
  int64_t bytes = tensormap::elementBytes(shape.format);
  int64_t extent = tensor.getShape().back();
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(tensor.getStridesAndOffset(strides, offset)))
    return success();
  bool adjacent = ShapedType::isDynamic(strides.back()) || strides.back() == 1;
  if ((ShapedType::isDynamic(extent) || extent == slice / bytes) && adjacent)
    return success();
  return op.emitOpError() << "(C3) expected a last axis of " << slice / bytes
                          << " adjacent elements, one slice of " << slice
                          << " bytes, with interleave "
                          << stringifyInterleave(shape.interleave) << ", got "
                          << tensor;
}

//===----------------------------------------------------------------------===//
// Box and coordinates
//===----------------------------------------------------------------------===//

MapShape tile::getMapShape(ApplyOp op, const TensorInstruction &instruction) {
  Type global = op.getTiles()[instruction.getTensorIndex()].getType();
  if (auto map = dyn_cast<TensorMapType>(global))
    return MapShape::of(map);
  MapShape shape;
  shape.box.assign(op.getBox().begin(), op.getBox().end());
  shape.elementType = cast<MemRefType>(global).getElementType();
  if (instruction.sharedIndex)
    shape.swizzle = getSwizzle(getShared(op, instruction));
  else if (auto swizzle = op.getSwizzle())
    shape.swizzle = swizzle->getValue();
  if (auto interleave = op.getInterleave())
    shape.interleave = interleave->getValue();
  if (auto strides = op.getElementStrides())
    if (!llvm::all_of(*strides, [](int64_t stride) { return stride == 1; }))
      shape.elementStrides.assign(strides->begin(), strides->end());
  auto format = op.getFormat();
  shape.format =
      format ? format->getValue() : *getTensorMapDataType(shape.elementType);
  return shape;
}

static MapUse getMapUse(ApplyOp op, const TensorInstruction &instruction) {
  MapUse use = instruction.use;
  use.allowEdgeSpill = op.getAllowEdgeSpill();
  if (auto promotion = op.getL2Promotion())
    use.l2Promotion = promotion->getValue();
  if (auto fill = op.getOobFill())
    use.oobFill = fill->getValue();
  use.alignment =
      getKnownAlignment(op.getTiles()[instruction.getTensorIndex()]);
  return use;
}

/// The extents that repeat the box, and their steps; those of extent 1 are left
/// out.
namespace {
struct Repeat {
  unsigned axis; ///< of the shared operand
  int64_t extent;
  ArrayRef<int64_t> step;
};
} // namespace

static SmallVector<Repeat> getRepeats(ApplyOp op,
                                      const TensorInstruction &instruction,
                                      const MapShape &shape) {
  SmallVector<Repeat> repeats;
  if (!instruction.sharedIndex || !op.getCoordSteps())
    return repeats;
  SmallVector<int64_t> leading =
      getLeadingExtents(getShared(op, instruction), shape);
  auto steps = op.getCoordSteps()->getAsRange<DenseI64ArrayAttr>();
  bool ofAll = op.getCoordSteps()->size() == leading.size();
  auto next = steps.begin();
  for (auto [axis, extent] : llvm::enumerate(leading)) {
    if (extent != 1)
      repeats.push_back({unsigned(axis), extent, (*next).asArrayRef()});
    if (ofAll || extent != 1)
      ++next;
  }
  return repeats;
}

/// (C9): one step for each leading axis, or for each that repeats.
static LogicalResult verifySteps(ApplyOp op,
                                 const TensorInstruction &instruction,
                                 const MapShape &shape) {
  SmallVector<int64_t> leading =
      getLeadingExtents(getShared(op, instruction), shape);
  size_t repeating =
      llvm::count_if(leading, [](int64_t extent) { return extent != 1; });
  ArrayAttr steps = op.getCoordStepsAttr();
  size_t given = steps ? steps.size() : 0;
  if (given != leading.size() && given != repeating) {
    InFlightDiagnostic diag = op.emitOpError();
    diag << "(C9) expected 'coord_steps' with ";
    if (repeating != 0)
      diag << int64_t(repeating) << " step" << (repeating == 1 ? "" : "s")
           << ", one for each leading axis of the shared operand that is not "
              "of extent 1";
    else
      diag << "no step";
    if (repeating != leading.size())
      diag << (repeating ? ", or " : ", or ") << int64_t(leading.size())
           << ", one for each leading axis";
    diag << ", got " << int64_t(given);
    if (repeating != 0 && !steps)
      diag << "; each says how far the coordinates move, outer to inner, as "
              "in coord_steps [[0, 64]]";
    return diag;
  }
  for (DenseI64ArrayAttr step : steps ? steps.getAsRange<DenseI64ArrayAttr>()
                                      : ArrayAttr::get(op.getContext(), {})
                                            .getAsRange<DenseI64ArrayAttr>()) {
    if (step.size() != int64_t(shape.getRank()))
      return op.emitOpError()
             << "(C9) expected steps of rank " << int64_t(shape.getRank())
             << ", got " << step.size() << " numbers";
    for (int64_t number : step.asArrayRef())
      if (!llvm::isInt<32>(number))
        return op.emitOpError()
               << "(C9) expected steps that fit 32 bits, got " << number;
  }
  return success();
}

/// (C7): what is known of the coordinates, over all repetitions.
static LogicalResult verifyCoords(ApplyOp op,
                                  const TensorInstruction &instruction,
                                  const MapShape &shape) {
  unsigned rank = op.getStaticCoords().size();
  if (rank != shape.getRank())
    return op.emitOpError()
           << "(C3) expected coords of rank " << int64_t(shape.getRank())
           << ", which the opcode's '." << int64_t(shape.getRank())
           << "d' says, got " << int64_t(rank);
  SmallVector<Repeat> repeats = getRepeats(op, instruction, shape);
  for (unsigned dim = 0; dim < rank; ++dim) {
    bool isInnermost = dim == rank - 1;
    int64_t unit = isInnermost ? shape.getInnerUnitBytes() : 1;
    CoordRange range = {dim, isInnermost, 0, 0};
    for (const Repeat &repeat : repeats) {
      int64_t step = repeat.step[dim];
      // At most 2^18 repetitions of a 32-bit step.
      (step < 0 ? range.low : range.high) += step * (repeat.extent - 1);
      if (isInnermost && step * unit % 16 != 0)
        return op.emitOpError()
               << "(C7) expected innermost steps of a multiple of 16 bytes, "
                  "got "
               << step << " (" << step * unit << " bytes)";
    }
    OpFoldResult coord = op.getCoord(dim);
    APInt value;
    if (auto attr = dyn_cast<Attribute>(coord))
      value = cast<IntegerAttr>(attr).getValue();
    else if (!matchPattern(cast<Value>(coord), m_ConstantInt(&value)))
      continue;
    range.low = value.isSignedIntN(62) ? range.low + value.getSExtValue()
                                       : value.getSExtValue();
    range.high = value.isSignedIntN(62) ? range.high + value.getSExtValue()
                                        : value.getSExtValue();
    if (failed(verifyCoord(op, "(C7)",
                           op.getTiles()[instruction.getTensorIndex()], range,
                           unit, instruction.isWrite())))
      return failure();
  }
  return success();
}

/// (C15): the shared operand is the block's own, and so is the barrier.
static LogicalResult verifyBarrier(ApplyOp op) {
  if (!op.getMbar())
    return success();
  auto barrier = cast<MBarrierRefType>(op.getMbar().getType());
  if (!barrier.isRemote())
    return success();
  return op.emitOpError()
         << "(C15) expected a barrier of the block that gets the bytes, "
         << MBarrierRefType::get(op.getContext(), SharedSpace::Cta) << ", got "
         << barrier
         << "; '.multicast::cluster' counts on the barrier at the same offset "
            "of each block";
}

LogicalResult tile::verifyTensorApply(ApplyOp op,
                                      const TensorInstruction &instruction,
                                      const Clauses &clauses) {
  if (failed(verifyOperands(op, instruction)))
    return failure();
  Value global = op.getTiles()[instruction.getTensorIndex()];
  Clauses expected = clauses;
  auto map = dyn_cast<TensorMapType>(global.getType());
  if (map) {
    // The caller's map has its own box and options.
    Clause ofMap =
        Clause::refused("the !tile.tensor_map operand already has it");
    expected.box = op.getBox() == map.getBox() ? Clause::allowed() : ofMap;
    for (Clause *clause : {&expected.mapOptions, &expected.swizzle,
                           &expected.oobFill, &expected.allowEdgeSpill})
      *clause = ofMap;
  }
  if (failed(verifyClauses(op, expected)) || failed(verifyBarrier(op)) ||
      failed(verifyFormat(op, getElementType(global.getType()))))
    return failure();
  bool isInterleaved =
      op.getInterleave() && op.getInterleave()->getValue() != Interleave::None;
  if (failed(verifyRank(op, instruction.rank, isInterleaved, instruction)))
    return failure();
  MapShape shape = getMapShape(op, instruction);
  if (!map) {
    auto tensor = cast<MemRefType>(global.getType());
    if (failed(verifySliceAxis(op, tensor, shape)) ||
        failed(checkMapRules(
            op, getBufferName(global),
            getMapParams(tensor, shape, getMapUse(op, instruction)), shape)))
      return failure();
  }
  if (instruction.sharedIndex) {
    Value shared = op.getTiles()[*instruction.sharedIndex];
    if (map && getSwizzle(getShared(op, instruction)) != map.getSwizzle())
      return op.emitOpError()
             << "(C4) expected a shared operand under the map's swizzle "
             << stringifySwizzle(map.getSwizzle()) << ", got "
             << shared.getType();
    if (failed(verifySharedTile(op, "(C4)", shared, shape,
                                /*mayRepeat=*/true)) ||
        failed(verifySteps(op, instruction, shape)))
      return failure();
  }
  return clauses.coords.need == Clause::Refused
             ? success()
             : verifyCoords(op, instruction, shape);
}

//===----------------------------------------------------------------------===//
// Core ops
//===----------------------------------------------------------------------===//

/// A load that is known to go past the tensor's edge, and does not say that
/// this is meant. A box larger than the tensor has a warning of its own, TM29.
static void warnOutside(ApplyOp op, const TensorInstruction &instruction,
                        Value global, const MapShape &shape) {
  if (!instruction.sharedIndex || instruction.isWrite() || op.getOobFill())
    return;
  ArrayRef<int64_t> extents = cast<MemRefType>(global.getType()).getShape();
  SmallVector<Repeat> repeats = getRepeats(op, instruction, shape);
  tensormap::TensorMapParams params = shape.getParams();
  for (auto [dim, box] : llvm::enumerate(op.getBox())) {
    std::optional<int64_t> coord = getConstantIntValue(op.getCoord(dim));
    int64_t extent = extents[dim];
    if (!coord || ShapedType::isDynamic(extent) || box > extent)
      continue;
    // From the first to past the last element that is taken.
    int mapDim = shape.getRank() - 1 - dim;
    bool isStrided = mapDim > 0 || shape.interleave != Interleave::None;
    int64_t stride = isStrided ? params.elementStrides[mapDim] : 1;
    int64_t taken = (tensormap::boxElements(params, mapDim) - 1) * stride + 1;
    int64_t low = *coord, high = *coord + taken;
    for (const Repeat &repeat : repeats)
      (repeat.step[dim] < 0 ? low : high) +=
          repeat.step[dim] * (repeat.extent - 1);
    if (low >= 0 && high <= extent)
      continue;
    op.emitWarning() << "(V23) the copy goes from " << low << " to " << high
                     << " along dimension " << int64_t(dim) << " of '"
                     << getBufferName(global) << "', which has " << extent
                     << ": what lies outside is filled with zeros; write "
                        "oob_fill(zero) if that is meant";
  }
}

Value tile::buildMap(OpBuilder &builder, ApplyOp op,
                     const TensorInstruction &instruction) {
  Value global = op.getTiles()[instruction.getTensorIndex()];
  if (isa<TensorMapType>(global.getType()))
    return global;
  MapShape shape = getMapShape(op, instruction);
  MapUse use = getMapUse(op, instruction);
  warnMapRules(op, getBufferName(global),
               getMapParams(cast<MemRefType>(global.getType()), shape, use));
  warnOutside(op, instruction, global, shape);
  return TensorMapOp::create(builder, op.getLoc(), shape.getType(), global,
                             use.loaded, use.stored, use.reduced,
                             op.getAllowEdgeSpill(), op.getL2PromotionAttr(),
                             op.getOobFillAttr());
}

SmallVector<Value> tile::buildCoords(OpBuilder &builder, ApplyOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> coords;
  for (unsigned dim = op.getStaticCoords().size(); dim-- > 0;) {
    OpFoldResult coord = op.getCoord(dim);
    if (auto attr = dyn_cast<Attribute>(coord)) {
      coords.push_back(arith::ConstantIntOp::create(
          builder, loc, cast<IntegerAttr>(attr).getInt(), 32));
      continue;
    }
    Value value = cast<Value>(coord);
    if (value.getType().isIndex())
      value = CoordOp::create(builder, loc, builder.getI32Type(), value);
    coords.push_back(value);
  }
  return coords;
}

/// The coordinate of a dimension moved by a constant: in 64 bits, so that one
/// beyond 32 traps as any other does.
static Value moveCoord(OpBuilder &builder, ApplyOp op, unsigned dim,
                       int64_t distance) {
  Location loc = op.getLoc();
  OpFoldResult coord = op.getCoord(dim);
  if (std::optional<int64_t> constant = getConstantIntValue(coord))
    return arith::ConstantIntOp::create(builder, loc, *constant + distance, 32);
  Value value = cast<Value>(coord);
  if (!value.getType().isIndex())
    value =
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), value);
  Value step = arith::ConstantIndexOp::create(builder, loc, distance);
  Value moved = arith::AddIOp::create(builder, loc, value, step);
  return CoordOp::create(builder, loc, builder.getI32Type(), moved);
}

/// The part of the shared operand at the given indices of its leading axes.
static Value buildPiece(OpBuilder &builder, ApplyOp op, Value shared,
                        ArrayRef<int64_t> indices) {
  auto type = cast<MemRefType>(shared.getType());
  SmallVector<OpFoldResult> offsets, sizes, strides;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    bool leading = dim < int64_t(indices.size());
    offsets.push_back(builder.getIndexAttr(leading ? indices[dim] : 0));
    sizes.push_back(builder.getIndexAttr(leading ? 1 : type.getDimSize(dim)));
    strides.push_back(builder.getIndexAttr(1));
  }
  auto piece = memref::SubViewOp::inferRankReducedResultType(
      type.getShape().drop_front(indices.size()), type, offsets, sizes,
      strides);
  return memref::SubViewOp::create(builder, op.getLoc(),
                                   cast<MemRefType>(piece), shared, offsets,
                                   sizes, strides);
}

void tile::buildCopies(
    OpBuilder &outer, ApplyOp op, const TensorInstruction &instruction,
    function_ref<void(OpBuilder &, Value, ValueRange)> build) {
  OpBuilder builder = buildPredicate(outer, op);
  SmallVector<Value> coords = buildCoords(builder, op);
  Value shared = instruction.sharedIndex
                     ? op.getTiles()[*instruction.sharedIndex]
                     : Value();
  MapShape shape = getMapShape(op, instruction);
  SmallVector<Repeat> repeats = getRepeats(op, instruction, shape);
  if (repeats.empty()) {
    build(builder, shared, coords);
    return;
  }

  unsigned rank = shape.getRank();
  SmallVector<int64_t> indices(
      getLeadingExtents(getShared(op, instruction), shape).size(), 0);
  while (true) {
    SmallVector<Value> moved = coords;
    for (unsigned dim = 0; dim < rank; ++dim) {
      int64_t distance = 0;
      for (const Repeat &repeat : repeats)
        distance += indices[repeat.axis] * repeat.step[dim];
      if (distance != 0)
        moved[rank - 1 - dim] = moveCoord(builder, op, dim, distance);
    }
    build(builder, buildPiece(builder, op, shared, indices), moved);
    // The next combination, the last axis fastest.
    auto repeat = repeats.rbegin();
    for (; repeat != repeats.rend(); ++repeat) {
      if (++indices[repeat->axis] < repeat->extent)
        break;
      indices[repeat->axis] = 0;
    }
    if (repeat == repeats.rend())
      return;
  }
}
