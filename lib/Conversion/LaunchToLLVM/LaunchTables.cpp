// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/LaunchToLLVM/LauncherTables.h"

#include "tilery/Dialect/Tile/IR/KernelABI.h"
#include "tilery/TensorMap/Targets.h"

#include <map>

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value tilery::launch::stripCasts(Value value) {
  while (auto cast = value.getDefiningOp<memref::CastOp>())
    value = cast.getSource();
  return value;
}

int tilery::launch::getLauncherArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(stripCasts(value));
  if (!argument || !isa<FuncOp>(argument.getOwner()->getParentOp()))
    return -1;
  return argument.getArgNumber();
}

Value tilery::launch::getView(Value value) {
  value = stripCasts(value);
  return value.getDefiningOp<memref::SubViewOp>() ? value : Value();
}

SmallVector<Value> tilery::launch::collectViews(KernelOp launch) {
  SmallVector<Value> views;
  for (Value argument : launch.getArgs())
    if (auto map = argument.getDefiningOp<EncodeMapOp>())
      if (Value view = getView(map.getSource());
          view && !llvm::is_contained(views, view))
        views.push_back(view);
  return views;
}

SmallVector<OpFoldResult> tilery::launch::getSlices(memref::SubViewOp view) {
  SmallVector<OpFoldResult> slices = view.getMixedOffsets();
  llvm::append_range(slices, view.getMixedSizes());
  llvm::append_range(slices, view.getMixedStrides());
  return slices;
}

uint32_t tilery::launch::getDroppedBits(memref::SubViewOp view) {
  uint32_t bits = 0;
  llvm::SmallBitVector dropped = view.getDroppedDims();
  for (unsigned dim : dropped.set_bits())
    bits |= dim < 32 ? uint32_t(1) << dim : 0;
  return bits;
}

int64_t tilery::launch::getSourceDim(memref::SubViewOp view, int64_t dim) {
  llvm::SmallBitVector dropped = view.getDroppedDims();
  for (unsigned i = 0; i < dropped.size(); ++i)
    if (!dropped.test(i) && dim-- == 0)
      return i;
  return 0;
}

Extent tilery::launch::getExtent(Value memref, int64_t dim) {
  memref = stripCasts(memref);
  if (auto view = memref.getDefiningOp<memref::SubViewOp>())
    return {-1, 0, view.getMixedSizes()[getSourceDim(view, dim)]};
  return {getLauncherArgument(memref), dim, {}};
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

FailureOr<std::vector<ImageTable>>
tilery::launch::makeImageTables(BinaryOp binary) {
  std::vector<ImageTable> tables;
  for (auto image : binary.getImages().getAsRange<ImageAttr>()) {
    StringRef name = image.getTarget();
    const tensormap::Target *target = tensormap::findTarget(name);
    if (!target)
      return binary.emitOpError()
             << "(V18) " << tensormap::unknownTargetMessage(name);
    uint32_t flags = target->isChipSpecific()     ? TILERY_TARGET_ARCH_SPECIFIC
                     : target->isFamilySpecific() ? TILERY_TARGET_FAMILY
                                                  : 0;
    tables.push_back({image, target->computeCapability / 10,
                      target->computeCapability % 10, flags});
  }
  return tables;
}

std::vector<TileryParam> tilery::launch::makeParamTable(BinaryOp binary) {
  std::vector<TileryParam> params;
  for (const tile::KernelParameter &parameter :
       tile::getKernelParameters(binary.getFunctionType().getInputs())) {
    switch (parameter.kind) {
    case tile::KernelParameter::Map:
      params.push_back({TILERY_PARAM_MAP, sizeof(TileryTensorMap)});
      break;
    case tile::KernelParameter::Pointer:
      params.push_back({TILERY_PARAM_POINTER, 8});
      break;
    case tile::KernelParameter::Extent:
    case tile::KernelParameter::Stride:
      params.push_back({TILERY_PARAM_INT, 8});
      break;
    case tile::KernelParameter::Scalar:
      params.push_back(
          {isa<FloatType>(parameter.type) ? TILERY_PARAM_FLOAT
                                          : TILERY_PARAM_INT,
           static_cast<int32_t>(parameter.type.getIntOrFloatBitWidth() / 8)});
      break;
    }
  }
  return params;
}

std::vector<TileryOperand>
tilery::launch::makeOperandTable(BinaryOp binary, KernelOp launch,
                                 ArrayRef<Value> views) {
  // By argument and number of the view, from 1; 0 for the argument itself.
  std::map<std::pair<int32_t, int32_t>, uint32_t> flagsOf;
  for (auto [i, value] : llvm::enumerate(launch.getArgs())) {
    if (auto map = value.getDefiningOp<EncodeMapOp>()) {
      BlockArgument argument = getViewedArgument(map.getSource());
      Value view = getView(map.getSource());
      auto number = static_cast<int32_t>(
          view ? std::distance(views.begin(), llvm::find(views, view)) + 1 : 0);
      uint32_t &flags =
          flagsOf[{static_cast<int32_t>(argument.getArgNumber()), number}];
      if (map.getLoaded() || map.getReduced())
        flags |= TILERY_OPERAND_READ;
      if (map.getStored() || map.getReduced())
        flags |= TILERY_OPERAND_WRITTEN;
    } else if (isa<MemRefType>(value.getType())) {
      flagsOf[{getLauncherArgument(value), 0}] |=
          static_cast<uint32_t>(binary.getAccess()[i]);
    }
  }
  std::vector<TileryOperand> operands;
  for (auto [place, flags] : flagsOf)
    operands.push_back({place.first, flags, place.second});
  return operands;
}

std::array<OpFoldResult, 3> tilery::launch::getGrid(KernelOp launch) {
  Builder builder(launch.getContext());
  OpFoldResult one = builder.getI64IntegerAttr(1);
  std::array<OpFoldResult, 3> grid = {one, one, one};
  llvm::copy(getMixedValues(launch.getStaticGrid(), launch.getGrid(), builder),
             grid.begin());
  return grid;
}

std::optional<TileryLaunchOptions>
tilery::launch::makeLaunchOptions(KernelOp launch) {
  if (!launch.hasLaunchOptions())
    return std::nullopt;
  TileryLaunchOptions options = {};
  options.flags =
      (launch.getCooperative() ? TILERY_LAUNCH_COOPERATIVE : 0) |
      (launch.getProgrammatic() ? TILERY_LAUNCH_PROGRAMMATIC : 0) |
      (launch.getPriority() ? TILERY_LAUNCH_PRIORITY : 0) |
      (launch.getPreferredCluster() ? TILERY_LAUNCH_PREFERRED_CLUSTER : 0) |
      (launch.getCarveout() ? TILERY_LAUNCH_CARVEOUT : 0) |
      (launch.getWindow() ? TILERY_LAUNCH_ACCESS_WINDOW : 0);
  options.priority = static_cast<int32_t>(launch.getPriority().value_or(0));
  llvm::fill(options.preferredCluster, 1);
  if (launch.getPreferredCluster())
    llvm::copy(*launch.getPreferredCluster(), options.preferredCluster);
  options.carveout = launch.getCarveout().value_or(0);
  options.windowArg = -1;
  if (launch.getWindow()) {
    options.windowArg = getLauncherArgument(launch.getWindow());
    options.hitRatio = launch.getWindowHitRatio();
    options.hitProperty = static_cast<int32_t>(launch.getWindowHit());
    options.missProperty = static_cast<int32_t>(launch.getWindowMiss());
  }
  options.windowBytes =
      static_cast<int64_t>(launch.getWindowBytes().value_or(0));
  return options;
}

TileryMapSpec tilery::launch::makeMapSpec(tile::TensorMapType type) {
  unsigned rank = type.getRank();
  TileryMapSpec spec = {};
  spec.dtype = static_cast<int32_t>(type.getFormat());
  spec.rank = static_cast<int32_t>(rank);
  // The IR writes boxes outer to inner; the driver's index 0 is the innermost.
  for (auto [i, extent] : llvm::enumerate(llvm::reverse(type.getBox()))) {
    spec.box[i] = static_cast<uint32_t>(extent);
    spec.elementStrides[i] =
        static_cast<uint32_t>(type.getElementStride(rank - 1 - i));
  }
  spec.interleave = static_cast<int32_t>(type.getInterleave());
  spec.swizzle = static_cast<int32_t>(type.getSwizzle());
  return spec;
}

TileryMapSpec tilery::launch::makeMapSpec(EncodeMapOp op) {
  TileryMapSpec spec = makeMapSpec(op.getMap().getType());
  if (auto promotion = op.getL2PromotionAttr())
    spec.l2Promotion = static_cast<int32_t>(promotion.getValue());
  if (auto fill = op.getOobFillAttr())
    spec.oobFill = static_cast<int32_t>(fill.getValue());
  spec.flags = (op.getLoaded() ? TILERY_MAP_LOADED : 0) |
               (op.getStored() ? TILERY_MAP_STORED : 0) |
               (op.getReduced() ? TILERY_MAP_REDUCED : 0) |
               (op.getAllowEdgeSpill() ? TILERY_MAP_ALLOW_EDGE_SPILL : 0);
  return spec;
}
