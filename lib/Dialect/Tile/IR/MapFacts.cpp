// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/MapFacts.h"

#include "tilery/Dialect/Tile/IR/TileOps.h"
#include "tilery/Dialect/Tile/IR/ViewChain.h"
#include "tilery/TensorMap/Check.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

static int64_t known(int64_t value) {
  return ShapedType::isDynamic(value) ? tensormap::kUnknown : value;
}

//===----------------------------------------------------------------------===//
// MapShape
//===----------------------------------------------------------------------===//

MapShape MapShape::of(TensorMapType type) {
  return {SmallVector<int64_t>(type.getBox()),
          type.getElementType(),
          type.getSwizzle(),
          type.getInterleave(),
          SmallVector<int64_t>(type.getElementStrides()),
          type.getFormat()};
}

TensorMapType MapShape::getType() const {
  return TensorMapType::get(elementType.getContext(), box, elementType, swizzle,
                            interleave, elementStrides, format);
}

int64_t MapShape::getInnerUnitBytes() const {
  int64_t slice =
      tensormap::sliceBytes(static_cast<tensormap::Interleave>(interleave));
  return slice ? slice : tensormap::elementBytes(format);
}

tensormap::TensorMapParams MapShape::getParams() const {
  tensormap::TensorMapParams params;
  params.rank = getRank();
  params.base = tensormap::BaseAddress::unknown();
  params.dataType = format;
  params.innerStride = tensormap::kUnknown;
  for (int dim = 0; dim < tensormap::dimensionCount(params); ++dim) {
    size_t outer = box.size() - 1 - dim;
    params.dims[dim] = tensormap::kUnknown;
    if (dim > 0)
      params.byteStrides[dim - 1] = tensormap::kUnknown;
    params.box[dim] = box[outer];
    if (outer < elementStrides.size())
      params.elementStrides[dim] = elementStrides[outer];
  }
  params.swizzle = static_cast<tensormap::Swizzle>(swizzle);
  params.interleave = static_cast<tensormap::Interleave>(interleave);
  return params;
}

SmallVector<int64_t> MapShape::getImageShape() const {
  tensormap::TensorMapParams params = getParams();
  SmallVector<int64_t> image;
  for (int dim = tensormap::dimensionCount(params); dim-- > 0;)
    image.push_back(tensormap::boxElements(params, dim));
  if (interleave != Interleave::None)
    image.push_back(getInnerUnitBytes() / tensormap::elementBytes(format));
  return image;
}

FailureOr<SmallVector<int64_t>> MapShape::getImageStrides() const {
  // Interleaved slices are packed, whatever the swizzle.
  return tile::getImageStrides(getImageShape(), elementType,
                               interleave == Interleave::None ? swizzle
                                                              : Swizzle::None);
}

//===----------------------------------------------------------------------===//
// Maps of tensors
//===----------------------------------------------------------------------===//

tensormap::TensorMapParams tile::getMapParams(MemRefType source,
                                              const MapShape &shape,
                                              const MapUse &use) {
  tensormap::TensorMapParams params = shape.getParams();
  int64_t bytes = tensormap::elementBytes(params.dataType);
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(source.getStridesAndOffset(strides, offset)))
    strides.assign(source.getRank(), ShapedType::kDynamic);

  for (int dim = 0; dim < tensormap::dimensionCount(params); ++dim) {
    // The IR's dimension; with interleave the tensor has one more, the last.
    int64_t outer = shape.getRank() - 1 - dim;
    if (outer >= source.getRank())
      continue;
    int64_t stride = known(strides[outer]);
    params.dims[dim] = known(source.getDimSize(outer));
    if (dim == 0) {
      int64_t unit = shape.getInnerUnitBytes() / bytes;
      params.innerStride = !tensormap::isKnown(stride) ? stride
                           : stride % unit == 0        ? stride / unit
                                                       : 0;
    } else if (!tensormap::isKnown(stride) || stride < 0) {
      params.byteStrides[dim - 1] = stride;
    } else {
      // A product beyond 64 bits is beyond the range of strides as well.
      params.byteStrides[dim - 1] =
          stride > INT64_MAX / bytes ? INT64_MAX : stride * bytes;
    }
  }
  params.l2Promotion = static_cast<tensormap::L2Promotion>(use.l2Promotion);
  params.fill = static_cast<tensormap::Fill>(use.oobFill);
  // As the launcher has it: the rules for stores hold those for reductions.
  params.direction = use.stored    ? tensormap::Direction::Store
                     : use.reduced ? tensormap::Direction::Reduce
                     : use.loaded  ? tensormap::Direction::Load
                                   : tensormap::Direction::Unspecified;
  params.allowEdgeSpill = use.allowEdgeSpill;
  if (!ShapedType::isDynamic(offset) && offset >= 0 &&
      offset < INT64_MAX / bytes)
    params.base = tensormap::BaseAddress::moduloOf(
        static_cast<uint64_t>(offset * bytes), use.alignment);
  tensormap::canonicalizeUnitStrides(params);
  return params;
}

void tile::warnMapRules(Operation *op, StringRef name,
                        const tensormap::TensorMapParams &params) {
  for (const tensormap::Violation &warning : tensormap::warnings(params))
    op->emitWarning() << tensormap::message(params, warning, name.str());
}

/// The widest piece of an extent that divides it and that one copy takes.
static int64_t getPiece(int64_t extent, int64_t limit, int64_t unit) {
  for (int64_t piece = std::min(extent, limit); piece > 0; --piece)
    if (extent % piece == 0 && piece % unit == 0)
      return piece;
  return 0;
}

/// Shows the shared operand, box and steps that move the same elements in
/// pieces, where the box is too large for one copy.
static void showSplit(InFlightDiagnostic &diag,
                      const tensormap::TensorMapParams &params,
                      const MapShape &shape) {
  if (shape.interleave != Interleave::None || !shape.elementStrides.empty())
    return;
  int64_t bytes = tensormap::elementBytes(params.dataType);
  int64_t span = tensormap::swizzleSpan(params.swizzle);
  SmallVector<int64_t> lead, box;
  SmallVector<SmallVector<int64_t>> steps;
  for (auto [dim, extent] : llvm::enumerate(shape.box)) {
    bool inner = dim + 1 == shape.box.size();
    // A shared buffer of more elements does not exist.
    if (extent < 1 || extent > (1 << 20))
      return;
    int64_t limit = inner && span ? std::min<int64_t>(256, span / bytes) : 256;
    int64_t unit = inner ? std::max<int64_t>(1, 16 / bytes) : 1;
    int64_t piece = extent <= limit ? extent : getPiece(extent, limit, unit);
    // Of many thin pieces, nobody wants to hear.
    constexpr int64_t mostPieces = 64;
    if (piece == 0 || extent / piece > mostPieces)
      return;
    box.push_back(piece);
    if (piece == extent)
      continue;
    lead.push_back(extent / piece);
    steps.emplace_back(shape.box.size(), 0)[dim] = piece;
  }
  if (lead.empty())
    return;
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(lead, os, "x");
  os << 'x';
  llvm::interleave(box, os, "x");
  os << 'x' << shape.elementType << "' with box [";
  llvm::interleaveComma(box, os);
  os << "] coord_steps [";
  llvm::interleaveComma(steps, os, [&](ArrayRef<int64_t> step) {
    os << '[';
    llvm::interleaveComma(step, os);
    os << ']';
  });
  diag.attachNote() << "as several copies: a shared operand '" << text << ']';
}

LogicalResult tile::checkMapRules(Operation *op, StringRef name,
                                  const tensormap::TensorMapParams &params,
                                  const MapShape &shape) {
  std::vector<tensormap::Violation> violations = tensormap::check(params);
  if (violations.empty())
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << "(C6) "
                            << tensormap::message(params, violations[0],
                                                  name.str());
  for (const tensormap::Violation &violation : llvm::drop_begin(violations))
    diag.attachNote() << "and "
                      << tensormap::message(params, violation, name.str());
  showSplit(diag, params, shape);
  return failure();
}

uint64_t tile::getKnownAlignment(Value tensor) {
  auto argument = dyn_cast_if_present<BlockArgument>(ViewChain(tensor).root);
  auto kernel = argument
                    ? dyn_cast<KernelOp>(argument.getOwner()->getParentOp())
                    : KernelOp();
  if (!kernel)
    return 1;
  auto align = kernel.getArgAttrOfType<IntegerAttr>(
      argument.getArgNumber(), TileDialect::getAlignAttrName());
  return align && align.getInt() > 0 ? align.getInt() : 1;
}

std::string tile::getBufferName(Value buffer) {
  Value root = ViewChain(buffer).root;
  if (!root)
    return "";
  if (auto alloc = root.getDefiningOp<AllocSharedOp>())
    return alloc.getName().value_or("").str();
  auto arg = dyn_cast<BlockArgument>(root);
  if (!arg)
    return "";
  if (auto kernel = dyn_cast<KernelOp>(arg.getOwner()->getParentOp()))
    return kernel.getArgumentName(arg.getArgNumber());
  return "";
}
