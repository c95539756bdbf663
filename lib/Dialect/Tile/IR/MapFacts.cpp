// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/MapFacts.h"

#include "tilery/Dialect/Tile/IR/TileOps.h"
#include "tilery/TensorMap/Check.h"

#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

static int64_t known(int64_t value) {
  return ShapedType::isDynamic(value) ? tensormap::kUnknown : value;
}

tensormap::TensorMapParams tile::getMapParams(MemRefType source,
                                              ArrayRef<int64_t> box,
                                              Swizzle swizzle,
                                              const MapOptions &options) {
  tensormap::TensorMapParams params;
  params.rank = source.getRank();
  params.base = tensormap::BaseAddress::unknown();
  auto dataType = getTensorMapDataType(source.getElementType());
  if (succeeded(dataType))
    params.dataType = *dataType;
  int64_t bytes = tensormap::elementBytes(params.dataType);

  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(source.getStridesAndOffset(strides, offset)))
    strides.assign(source.getRank(), ShapedType::kDynamic);

  int64_t dims = tensormap::dimensionCount(params);
  for (int64_t dim = 0; dim < dims; ++dim) {
    // The IR's dimension.
    int64_t outer = source.getRank() - 1 - dim;
    int64_t stride = known(strides[outer]);
    params.dims[dim] = known(source.getDimSize(outer));
    if (dim == 0)
      params.innerStride = stride;
    else if (!tensormap::isKnown(stride) || stride < 0)
      params.byteStrides[dim - 1] = stride;
    else
      // A product beyond 64 bits is beyond the range of strides as well.
      params.byteStrides[dim - 1] =
          stride > INT64_MAX / bytes ? INT64_MAX : stride * bytes;
    if (outer < int64_t(box.size()))
      params.box[dim] = box[outer];
    params.elementStrides[dim] = 1;
  }
  params.swizzle = static_cast<tensormap::Swizzle>(swizzle);
  params.l2Promotion = static_cast<tensormap::L2Promotion>(options.l2Promotion);
  params.fill = static_cast<tensormap::Fill>(options.oobFill);
  params.direction = options.stored   ? tensormap::Direction::Store
                     : options.loaded ? tensormap::Direction::Load
                                      : tensormap::Direction::Unspecified;
  params.allowEdgeSpill = options.allowEdgeSpill;
  tensormap::canonicalizeUnitStrides(params);
  return params;
}

void tile::warnMapRules(Operation *op, StringRef name,
                        const tensormap::TensorMapParams &params) {
  for (const tensormap::Violation &warning : tensormap::warnings(params))
    op->emitWarning() << tensormap::message(params, warning, name.str());
}

LogicalResult tile::checkMapRules(Operation *op, StringRef name,
                                  const tensormap::TensorMapParams &params) {
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
  return failure();
}

std::string tile::getBufferName(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  if (auto alloc = buffer.getDefiningOp<AllocSharedOp>())
    return alloc.getName().value_or("").str();
  auto arg = dyn_cast<BlockArgument>(buffer);
  if (!arg)
    return "";
  if (auto kernel = dyn_cast<KernelOp>(arg.getOwner()->getParentOp()))
    return kernel.getArgumentName(arg.getArgNumber());
  return "";
}
