// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/TileToLaunch/TileToLaunch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace tilery;
using namespace tilery::launch;

namespace {
class EmbedDeviceCodeTest : public testing::Test {
protected:
  EmbedDeviceCodeTest()
      : handler(&context, [this](mlir::Diagnostic &diagnostic) {
          diagnostics += diagnostic.str() + "\n";
          return mlir::success();
        }) {
    context
        .loadDialect<LaunchDialect, tile::TileDialect,
                     mlir::arith::ArithDialect, mlir::memref::MemRefDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(R"mlir(
      tile.kernel @used(%x: memref<?xf32>, %y: memref<?xf32> {launch.access = 3 : i32}) block [32] {
        %c0 = arith.constant 0 : index
        %v = memref.load %x[%c0] : memref<?xf32>
      }
      tile.kernel @unused() block [1] {
      }
      launch.func @f(%x: memref<?xf32>, %y: memref<?xf32>) {
        launch.kernel @used grid [1] (%x, %y) : memref<?xf32>, memref<?xf32>
      }
    )mlir",
                                                     &context);
  }

  BinaryOp binary() { return module->lookupSymbol<BinaryOp>("used"); }
  ImageAttr image(unsigned index) {
    return mlir::cast<ImageAttr>(binary().getImages()[index]);
  }

  mlir::MLIRContext context;
  std::string diagnostics;
  mlir::ScopedDiagnosticHandler handler;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};
} // namespace

TEST_F(EmbedDeviceCodeTest, ReplacesKernels) {
  ASSERT_TRUE(module);
  DeviceCode code = {"used", {{"sm_90a", ".version 8.0"}}, 1024, 64};
  ASSERT_TRUE(mlir::succeeded(embedDeviceCode(*module, code)));
  ASSERT_TRUE(binary());
  // PTX ends with a NUL byte: the driver takes it as a C string.
  EXPECT_EQ(image(0).getData(), llvm::StringRef(".version 8.0\0", 13));
  EXPECT_EQ(image(0).getContent(), ".version 8.0");
  EXPECT_EQ(image(0).getTarget(), "sm_90a");
  EXPECT_EQ(binary().getStaticBytes(), 1024);
  EXPECT_EQ(binary().getDynamicBytes(), 64);
  EXPECT_EQ(binary().getBlock(), llvm::ArrayRef<int32_t>{32});
  // Inferred for one argument, noted for the other.
  EXPECT_EQ(binary().getAccess(), (llvm::ArrayRef<int32_t>{1, 3}));
  EXPECT_FALSE(module->lookupSymbol("unused"));
  EXPECT_TRUE(mlir::succeeded(mlir::verify(*module))) << diagnostics;
}

TEST_F(EmbedDeviceCodeTest, KeepsCubinsAsTheyAre) {
  ASSERT_TRUE(module);
  std::string cubin = "\x7f"
                      "ELF...";
  DeviceCode code = {"used",
                     {{"sm_90a", cubin}, {"sm_100a", cubin}, {"sm_90a", "p"}}};
  ASSERT_TRUE(mlir::succeeded(embedDeviceCode(*module, code)));
  ASSERT_EQ(binary().getImages().size(), 3u);
  EXPECT_EQ(image(0).getData(), cubin);
  EXPECT_TRUE(image(0).isCubin());
  EXPECT_EQ(image(1).getTarget(), "sm_100a");
  EXPECT_EQ(image(1).getData(), cubin);
  EXPECT_FALSE(image(2).isCubin());
  EXPECT_TRUE(mlir::succeeded(mlir::verify(*module))) << diagnostics;
}

TEST_F(EmbedDeviceCodeTest, NamesAKernelWithoutCode) {
  ASSERT_TRUE(module);
  DeviceCode code = {"unused", {{"sm_90a", "ptx"}}};
  EXPECT_TRUE(mlir::failed(embedDeviceCode(*module, code)));
  EXPECT_NE(diagnostics.find(
                "expected kernel 'used' to be compiled, got no code for it"),
            std::string::npos)
      << diagnostics;
}
