// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelTables.h"

#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

FailureOr<KernelTables>
KernelTables::create(BinaryOp binary, const AbiTypes &abi, Tables &tables) {
  FailureOr<std::vector<ImageTable>> imageTables = makeImageTables(binary);
  if (failed(imageTables))
    return failure();
  KernelTables result(binary, abi, tables);
  std::string prefix = binary.getSymName().str();
  SmallVector<Constant> images;
  for (const ImageTable &table : *imageTables) {
    StringRef data = table.image.getData();
    std::string name = prefix + "." + table.image.getTarget().str() + ".image";
    images.push_back({tables.bytes(data, name),
                      static_cast<int64_t>(data.size()),
                      tables.text(table.image.getTarget()), table.major,
                      table.minor, table.targetFlags});
  }
  result.numImages = static_cast<int64_t>(images.size());
  result.images = tables.array(abi.image, images, prefix + ".images");
  result.name = tables.text(binary.getSymName());
  result.cache = tables.variable(abi.kernelCache, prefix + ".cache");

  result.parameters =
      tile::getKernelParameters(binary.getFunctionType().getInputs());
  SmallVector<Constant> params;
  for (TileryParam param : makeParamTable(binary))
    params.push_back({param.kind, param.size});
  result.params = tables.array(abi.param, params, prefix + ".params");
  return result;
}

LLVM::GlobalOp tilery::launch::writeLaunchOptions(KernelOp launch,
                                                  const AbiTypes &abi,
                                                  Tables &tables) {
  std::optional<TileryLaunchOptions> options = makeLaunchOptions(launch);
  if (!options)
    return {};
  Constant spec{options->flags,
                options->priority,
                Constant::list(options->preferredCluster),
                options->carveout,
                options->windowArg,
                options->windowBytes,
                llvm::bit_cast<int32_t>(options->hitRatio),
                options->hitProperty,
                options->missProperty,
                options->reserved};
  return tables.constant(abi.launchOptions, spec,
                         (launch.getCallee() + ".options").str());
}

LLVM::GlobalOp KernelTables::makeSpec(KernelOp launch, ArrayRef<Value> views) {
  std::string prefix = binary.getSymName().str();
  SmallVector<Constant> operands;
  for (TileryOperand operand : makeOperandTable(binary, launch, views))
    operands.push_back({operand.arg, operand.flags, operand.view});
  Constant spec{name,
                Constant::list(getThreeExtents(binary.getBlock())),
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

LLVM::GlobalOp tilery::launch::writeMapSpec(EncodeMapOp op, const AbiTypes &abi,
                                            Tables &tables) {
  TileryMapSpec spec = makeMapSpec(op);
  return tables.constant(abi.mapSpec,
                         {spec.dtype, spec.rank, Constant::list(spec.box),
                          Constant::list(spec.elementStrides), spec.interleave,
                          spec.swizzle, spec.l2Promotion, spec.oobFill,
                          spec.flags},
                         "map");
}
