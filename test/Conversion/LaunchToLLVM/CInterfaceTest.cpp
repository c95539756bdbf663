// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/LaunchToLLVM/CInterface.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace tilery;
using namespace tilery::launch;

namespace {
class CInterfaceTest : public testing::Test {
protected:
  CInterfaceTest() {
    context.loadDialect<LaunchDialect, tile::TileDialect,
                        mlir::memref::MemRefDialect>();
  }

  /// The interface of the launcher with these arguments and this body.
  CInterface describe(const std::string &arguments,
                      const std::string &name = "f_launch",
                      const std::string &body = "",
                      const std::string &binary = "") {
    module = mlir::parseSourceString<mlir::ModuleOp>(
        binary + "\nlaunch.func @" + name + "(" + arguments + ") {\n" + body +
            "\n}",
        &context);
    if (!module) {
      ADD_FAILURE() << "not parsed";
      return {};
    }
    auto described =
        describeCInterface(module->lookupSymbol<launch::FuncOp>(name));
    if (mlir::succeeded(described))
      return *described;
    ADD_FAILURE() << "not described";
    return {};
  }

  /// "const float *in, int64_t m".
  static std::string list(const CInterface &interface) {
    std::string text;
    for (const CParameter &parameter : interface.parameters) {
      text += text.empty() ? "" : ", ";
      text += parameter.type;
      text += llvm::StringRef(parameter.type).ends_with("*") ? "" : " ";
      text += parameter.name;
    }
    return text;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};
} // namespace

TEST_F(CInterfaceTest, NamesLauncher) {
  EXPECT_EQ(describe("").name, "f");
  EXPECT_EQ(describe("", "f").name, "f");
  EXPECT_EQ(describe("", "_launch").name, "_launch");
}

TEST_F(CInterfaceTest, GivesSymbolsOnce) {
  CInterface interface = describe(
      R"(%in: memref<?x?xf32, strided<[?, 1]>> {tile.dims = ["m", "n"]},
         %out: memref<?x8x?xf64> {tile.dims = ["n", "", ""]})");
  EXPECT_EQ(list(interface), "const float *in, int64_t m, int64_t n, "
                             "int64_t in_stride0, const double *out, "
                             "int64_t out_size2");
  const CArgument &out = interface.arguments[1];
  EXPECT_EQ(out.parameter, 4u);
  ASSERT_EQ(out.shape.size(), 3u);
  EXPECT_FALSE(out.shape[0].isKnown);
  EXPECT_EQ(out.shape[0].value, 2);
  EXPECT_TRUE(out.shape[1].isKnown);
  EXPECT_EQ(out.shape[1].value, 8);
  EXPECT_TRUE(out.strides.empty());
  EXPECT_EQ(interface.arguments[0].strides[1].value, 1);
}

TEST_F(CInterfaceTest, TakesSizesFromScalars) {
  EXPECT_EQ(list(describe(R"(%m: i32, %x: memref<?xi8> {tile.dims = ["m"]})")),
            "int32_t m, const int8_t *x");
  // A scalar behind the tensor is another parameter.
  EXPECT_EQ(list(describe(R"(%x: memref<?xi8> {tile.dims = ["m"]}, %m: i32)")),
            "const int8_t *x, int64_t m, int32_t m_");
}

TEST_F(CInterfaceTest, KeepsNamesLegal) {
  EXPECT_EQ(list(describe("%int: i64, %stream: f32, %a: index, "
                          "%b: f64 {tile.name = \"a\"}, "
                          "%c: i16 {tile.name = \"x y\"}, "
                          "%d: i8 {tile.name = \"2\"}")),
            "int64_t int_, float stream_, int64_t a, double a_, int16_t x_y, "
            "int8_t arg2");
}

TEST_F(CInterfaceTest, HasPointersOfTypesThatCHas) {
  EXPECT_EQ(list(describe("%a: memref<8xf16>, %b: memref<8xbf16>, "
                          "%c: memref<8xf8E4M3FN>, %d: memref<8xui16>, "
                          "%e: f16, %f: bf16, %g: !tile.tensor_map<8x8xf32>")),
            "const void *a, const void *b, const void *c, const uint16_t *d, "
            "float e, float f, const CUtensorMap *g");
}

TEST_F(CInterfaceTest, SaysWhatIsWritten) {
  CInterface interface = describe(
      "%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8x8xf32>, "
      "%d: memref<8x8xf32>, %e: memref<8xf32>, %f: !tile.tensor_map<8x8xf32>",
      "f_launch",
      R"(%m = launch.encode_map %c loaded : memref<8x8xf32> -> !tile.tensor_map<8x8xf32>
         %n = launch.encode_map %d reduced : memref<8x8xf32> -> !tile.tensor_map<8x8xf32>
         launch.kernel @k grid [1] (%a, %b, %m, %n, %f) : memref<8xf32>, memref<8xf32>,
           !tile.tensor_map<8x8xf32>, !tile.tensor_map<8x8xf32>, !tile.tensor_map<8x8xf32>)",
      R"(launch.binary @k(memref<8xf32> read, memref<8xf32> written,
           !tile.tensor_map<8x8xf32>, !tile.tensor_map<8x8xf32>, !tile.tensor_map<8x8xf32>)
           block [1] images [#launch.image<"sm_90a", "ptx\00">])");
  EXPECT_EQ(list(interface),
            "const float *a, float *b, const float *c, float *d, "
            "const float *e, const CUtensorMap *f");
  std::string access;
  for (const CArgument &argument : interface.arguments)
    access += std::string(argument.isRead ? "r" : "-") +
              (argument.isWritten ? "w " : "- ");
  EXPECT_EQ(access, "r- -w r- rw -- rw ");
}
