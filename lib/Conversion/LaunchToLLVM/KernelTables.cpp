// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelTables.h"

#include "tilery/Launcher/Abi.h"
#include "tilery/TensorMap/Targets.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

int tilery::launch::getLauncherArgument(Value value) {
  while (auto cast = value.getDefiningOp<memref::CastOp>())
    value = cast.getSource();
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !isa<FuncOp>(argument.getOwner()->getParentOp()))
    return -1;
  return argument.getArgNumber();
}

Value tilery::launch::getView(Value value) {
  while (auto cast = value.getDefiningOp<memref::CastOp>())
    value = cast.getSource();
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

FailureOr<KernelTables>
KernelTables::create(BinaryOp binary, const AbiTypes &abi, Tables &tables) {
  KernelTables result(binary, abi, tables);
  std::string prefix = binary.getSymName().str();
  SmallVector<Constant> images;
  for (auto image : binary.getImages().getAsRange<ImageAttr>()) {
    StringRef name = image.getTarget();
    const tensormap::Target *target = tensormap::findTarget(name);
    if (!target)
      return binary.emitOpError()
             << "(V18) " << tensormap::unknownTargetMessage(name);
    int64_t flags = target->isChipSpecific()     ? TILERY_TARGET_ARCH_SPECIFIC
                    : target->isFamilySpecific() ? TILERY_TARGET_FAMILY
                                                 : 0;
    images.push_back({tables.bytes(image.getData(), prefix + ".image"),
                      static_cast<int64_t>(image.getData().size()),
                      tables.text(name), target->computeCapability / 10,
                      target->computeCapability % 10, flags});
  }
  result.numImages = static_cast<int64_t>(images.size());
  result.images = tables.array(abi.image, images, prefix + ".images");
  result.name = tables.text(binary.getSymName());
  result.cache = tables.variable(abi.kernelCache, prefix + ".cache");

  result.parameters =
      tile::getKernelParameters(binary.getFunctionType().getInputs());
  SmallVector<Constant> params;
  for (const tile::KernelParameter &parameter : result.parameters) {
    switch (parameter.kind) {
    case tile::KernelParameter::Map:
      params.push_back({TILERY_PARAM_MAP, int64_t(sizeof(TileryTensorMap))});
      break;
    case tile::KernelParameter::Pointer:
      params.push_back({TILERY_PARAM_POINTER, 8});
      break;
    case tile::KernelParameter::Extent:
    case tile::KernelParameter::Stride:
      params.push_back({TILERY_PARAM_INT, 8});
      break;
    case tile::KernelParameter::Scalar:
      params.push_back({isa<FloatType>(parameter.type) ? TILERY_PARAM_FLOAT
                                                       : TILERY_PARAM_INT,
                        parameter.type.getIntOrFloatBitWidth() / 8});
      break;
    }
  }
  result.params = tables.array(abi.param, params, prefix + ".params");
  return result;
}

/// What the kernel does with each argument of the launcher that it gets, by
/// memref or by map, in the order of the launcher's arguments. What it does
/// through a map of a view, it does with the view.
static SmallVector<Constant> collectOperands(BinaryOp binary, KernelOp launch,
                                             ArrayRef<Value> views) {
  // By argument and number of the view, from 1; 0 for the argument itself.
  std::map<std::pair<int, int64_t>, int64_t> flagsOf;
  for (auto [i, value] : llvm::enumerate(launch.getArgs())) {
    if (auto map = value.getDefiningOp<EncodeMapOp>()) {
      BlockArgument argument = getViewedArgument(map.getSource());
      Value view = getView(map.getSource());
      int64_t number =
          view ? std::distance(views.begin(), llvm::find(views, view)) + 1 : 0;
      int64_t &flags =
          flagsOf[{static_cast<int>(argument.getArgNumber()), number}];
      if (map.getLoaded() || map.getReduced())
        flags |= TILERY_OPERAND_READ;
      if (map.getStored() || map.getReduced())
        flags |= TILERY_OPERAND_WRITTEN;
    } else if (isa<MemRefType>(value.getType())) {
      flagsOf[{getLauncherArgument(value), 0}] |= binary.getAccess()[i];
    }
  }
  SmallVector<Constant> operands;
  for (auto [place, flags] : flagsOf)
    operands.push_back({place.first, flags, place.second});
  return operands;
}

LLVM::GlobalOp tilery::launch::makeLaunchOptions(KernelOp launch,
                                                 const AbiTypes &abi,
                                                 Tables &tables) {
  if (!launch.hasLaunchOptions())
    return {};
  int64_t flags = 0;
  flags |= launch.getCooperative() ? TILERY_LAUNCH_COOPERATIVE : 0;
  flags |= launch.getProgrammatic() ? TILERY_LAUNCH_PROGRAMMATIC : 0;
  flags |= launch.getPriority() ? TILERY_LAUNCH_PRIORITY : 0;
  flags |= launch.getPreferredCluster() ? TILERY_LAUNCH_PREFERRED_CLUSTER : 0;
  flags |= launch.getCarveout() ? TILERY_LAUNCH_CARVEOUT : 0;
  flags |= launch.getWindow() ? TILERY_LAUNCH_ACCESS_WINDOW : 0;
  int64_t preferred[3] = {1, 1, 1};
  if (launch.getPreferredCluster())
    llvm::copy(*launch.getPreferredCluster(), preferred);
  bool hasWindow = static_cast<bool>(launch.getWindow());
  int64_t ratioBits =
      hasWindow ? llvm::bit_cast<int32_t>(launch.getWindowHitRatio()) : 0;
  Constant spec{flags,
                static_cast<int32_t>(launch.getPriority().value_or(0)),
                Constant{preferred[0], preferred[1], preferred[2]},
                launch.getCarveout().value_or(0),
                hasWindow ? getLauncherArgument(launch.getWindow()) : -1,
                static_cast<int64_t>(launch.getWindowBytes().value_or(0)),
                ratioBits,
                hasWindow ? static_cast<int64_t>(launch.getWindowHit()) : 0,
                hasWindow ? static_cast<int64_t>(launch.getWindowMiss()) : 0,
                0};
  return tables.constant(abi.launchOptions, spec,
                         (launch.getCallee() + ".options").str());
}

LLVM::GlobalOp KernelTables::makeSpec(KernelOp launch, ArrayRef<Value> views) {
  std::string prefix = binary.getSymName().str();
  SmallVector<Constant> operands = collectOperands(binary, launch, views);
  int64_t block[3] = {1, 1, 1};
  llvm::copy(binary.getBlock(), block);
  Constant spec{name,
                Constant{block[0], block[1], block[2]},
                binary.getStaticBytes(),
                numImages,
                static_cast<int64_t>(operands.size()),
                static_cast<int64_t>(parameters.size()),
                images,
                tables->array(abi->operand, operands, prefix + ".operands"),
                params,
                cache};
  LLVM::GlobalOp global =
      tables->constant(abi->kernelSpec, spec, prefix + ".kernel");
  if (!firstSpec)
    firstSpec = global;
  return global;
}

LLVM::GlobalOp tilery::launch::makeMapSpec(EncodeMapOp op, const AbiTypes &abi,
                                           Tables &tables) {
  tile::TensorMapType type = op.getMap().getType();
  int64_t rank = type.getRank();
  // The IR writes boxes outer to inner; the driver's index 0 is the innermost.
  SmallVector<Constant> box(TILERY_MAX_MAP_RANK, 0);
  SmallVector<Constant> elementStrides(TILERY_MAX_MAP_RANK, 0);
  for (auto [i, extent] : llvm::enumerate(llvm::reverse(type.getBox()))) {
    box[i] = extent;
    elementStrides[i] = type.getElementStride(rank - 1 - i);
  }
  int64_t flags = 0;
  flags |= op.getLoaded() ? TILERY_MAP_LOADED : 0;
  flags |= op.getStored() ? TILERY_MAP_STORED : 0;
  flags |= op.getReduced() ? TILERY_MAP_REDUCED : 0;
  flags |= op.getAllowEdgeSpill() ? TILERY_MAP_ALLOW_EDGE_SPILL : 0;
  auto promotion = op.getL2PromotionAttr();
  auto fill = op.getOobFillAttr();
  Constant spec{static_cast<int64_t>(type.getFormat()),
                rank,
                Constant(box),
                Constant(elementStrides),
                static_cast<int64_t>(type.getInterleave()),
                static_cast<int64_t>(type.getSwizzle()),
                promotion ? static_cast<int64_t>(promotion.getValue()) : 0,
                fill ? static_cast<int64_t>(fill.getValue()) : 0,
                flags};
  return tables.constant(abi.mapSpec, spec, "map");
}
