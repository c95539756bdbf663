// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/Launcher.h"
#include "tilery/Conversion/LaunchToLLVM/LaunchToLLVM.h"
#include "tilery/Conversion/TileToLaunch/TileToLaunch.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace tilery;

/// Cubins first: the PTX is for devices that none of them is for.
static std::vector<launch::DeviceImage>
getImages(const CompiledKernel &kernel) {
  if (!kernel.simImage.empty())
    return {{kernel.target, kernel.simImage}};
  std::vector<launch::DeviceImage> images;
  if (!kernel.cubin.empty())
    images.push_back({kernel.target, kernel.cubin});
  for (const TargetCode &code : kernel.moreTargets)
    images.push_back({code.target, code.cubin});
  images.push_back({kernel.target, kernel.ptx});
  return images;
}

LogicalResult tilery::embedKernels(CompiledModule &compiled) {
  std::vector<launch::DeviceCode> code;
  for (const CompiledKernel &kernel : compiled.kernels)
    code.push_back({kernel.name, getImages(kernel), kernel.staticShared,
                    kernel.dynamicShared});
  return launch::embedDeviceCode(*compiled.core, code);
}

llvm::Expected<std::unique_ptr<JitLauncher>>
tilery::compileLaunchers(ModuleOp launchers, StageTimes *times) {
  {
    StageTimer timer(times, "launch-llvm");
    PassManager manager = PassManager::on<ModuleOp>(launchers.getContext());
    manager.addPass(launch::createConvertLaunchToLLVM());
    if (failed(manager.run(launchers)))
      return llvm::createStringError(
          "(X02) the launchers could not be lowered");
  }
  StageTimer timer(times, "launch-jit");
  return JitLauncher::create(launchers);
}
