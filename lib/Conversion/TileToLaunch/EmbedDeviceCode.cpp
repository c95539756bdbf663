// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/TileToLaunch/TileToLaunch.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

/// The bits of each argument: those that a pass noted, or what the body says.
static SmallVector<int32_t> getAccessBits(tile::KernelOp kernel) {
  SmallVector<int32_t> bits(kernel.getNumArguments(), BinaryOp::NoAccess);
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    if (!isa<MemRefType>(type))
      continue;
    auto noted = kernel.getArgAttrOfType<IntegerAttr>(
        i, LaunchDialect::getAccessAttrName());
    bits[i] =
        noted ? static_cast<int32_t>(noted.getInt()) : inferAccess(kernel, i);
  }
  return bits;
}

static Attribute getImage(MLIRContext *context, const DeviceImage &image) {
  std::string data = image.data;
  // The driver tells PTX from a cubin by its first bytes, and takes PTX as a C
  // string (cuModuleLoadDataEx).
  bool isCubin = StringRef(data).starts_with("\x7f"
                                             "ELF");
  if (!isCubin && (data.empty() || data.back() != '\0'))
    data.push_back('\0');
  return ImageAttr::get(context, image.target, data);
}

static void embed(tile::KernelOp kernel, const DeviceCode &code) {
  OpBuilder builder(kernel);
  SmallVector<Attribute> images;
  for (const DeviceImage &image : code.images)
    images.push_back(getImage(builder.getContext(), image));
  std::optional<ArrayRef<int32_t>> cluster = kernel.getCluster();
  BinaryOp::create(
      builder, kernel.getLoc(), kernel.getSymName(), kernel.getFunctionType(),
      getAccessBits(kernel), kernel.getBlock(),
      cluster ? builder.getDenseI32ArrayAttr(*cluster) : DenseI32ArrayAttr(),
      code.staticShared, code.dynamicShared, builder.getArrayAttr(images));
  kernel.erase();
}

LogicalResult tilery::launch::embedDeviceCode(ModuleOp module,
                                              ArrayRef<DeviceCode> code) {
  llvm::StringMap<const DeviceCode *> codeOf;
  for (const DeviceCode &entry : code)
    codeOf.try_emplace(entry.kernel, &entry);
  llvm::StringMap<KernelOp> launchOf;
  module.walk([&](KernelOp op) { launchOf.try_emplace(op.getCallee(), op); });

  for (tile::KernelOp kernel :
       llvm::make_early_inc_range(module.getOps<tile::KernelOp>())) {
    StringRef name = kernel.getSymName();
    if (const DeviceCode *entry = codeOf.lookup(name)) {
      embed(kernel, *entry);
      continue;
    }
    if (auto launch = launchOf.find(name); launch != launchOf.end()) {
      InFlightDiagnostic diag =
          launch->second.emitOpError("(L04) expected kernel '")
          << name << "' to be compiled, got no code for it";
      diag.attachNote(kernel.getLoc()) << "the kernel is here";
      return diag;
    }
    kernel.erase();
  }
  return success();
}
