// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelTables.h"

#include "tilery/Runtime/Abi.h"
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

FailureOr<KernelTables>
KernelTables::create(BinaryOp binary, const AbiTypes &abi, Tables &tables) {
  KernelTables result(binary, abi, tables);
  StringRef name = binary.getTarget();
  const tensormap::Target *target = tensormap::findTarget(name);
  if (!target)
    return binary.emitOpError() << tensormap::unknownTargetMessage(name);
  result.major = target->computeCapability / 10;
  result.minor = target->computeCapability % 10;
  if (target->isChipSpecific())
    result.targetFlags = TILERY_TARGET_ARCH_SPECIFIC;
  else if (target->isFamilySpecific())
    result.targetFlags = TILERY_TARGET_FAMILY;

  std::string prefix = binary.getSymName().str();
  result.name = tables.text(binary.getSymName());
  result.image = tables.bytes(binary.getImage(), prefix + ".image");
  result.target = tables.text(name);
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
/// memref or by map, in the order of the launcher's arguments.
static SmallVector<Constant> collectOperands(BinaryOp binary, KernelOp launch) {
  std::map<int, int64_t> flagsOf;
  for (auto [i, value] : llvm::enumerate(launch.getArgs())) {
    if (auto map = value.getDefiningOp<EncodeMapOp>()) {
      int64_t &flags = flagsOf[getLauncherArgument(map.getSource())];
      flags |= map.getLoaded() ? TILERY_OPERAND_READ : 0;
      flags |= map.getStored() ? TILERY_OPERAND_WRITTEN : 0;
    } else if (isa<MemRefType>(value.getType())) {
      flagsOf[getLauncherArgument(value)] |= binary.getAccess()[i];
    }
  }
  SmallVector<Constant> operands;
  for (auto [argument, flags] : flagsOf)
    operands.push_back({argument, flags});
  return operands;
}

LLVM::GlobalOp KernelTables::makeSpec(KernelOp launch) {
  std::string prefix = binary.getSymName().str();
  SmallVector<Constant> operands = collectOperands(binary, launch);
  int64_t block[3] = {1, 1, 1};
  llvm::copy(binary.getBlock(), block);
  Constant spec{name,
                image,
                static_cast<int64_t>(binary.getImage().size()),
                target,
                major,
                minor,
                targetFlags,
                Constant{block[0], block[1], block[2]},
                binary.getStaticBytes(),
                static_cast<int64_t>(operands.size()),
                static_cast<int64_t>(parameters.size()),
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
    elementStrides[i] = 1;
  }
  int64_t flags = 0;
  flags |= op.getLoaded() ? TILERY_MAP_LOADED : 0;
  flags |= op.getStored() ? TILERY_MAP_STORED : 0;
  flags |= op.getAllowEdgeSpill() ? TILERY_MAP_ALLOW_EDGE_SPILL : 0;
  auto promotion = op.getL2PromotionAttr();
  auto fill = op.getOobFillAttr();
  Constant spec{
      static_cast<int64_t>(*tile::getTensorMapDataType(type.getElementType())),
      rank,
      Constant(box),
      Constant(elementStrides),
      /*interleave=*/0,
      static_cast<int64_t>(type.getSwizzle()),
      promotion ? static_cast<int64_t>(promotion.getValue()) : 0,
      fill ? static_cast<int64_t>(fill.getValue()) : 0,
      flags};
  return tables.constant(abi.mapSpec, spec, "map");
}
