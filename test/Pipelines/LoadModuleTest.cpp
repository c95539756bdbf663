// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/LoadModule.h"
#include "tilery/Pipelines/Compile.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tilery;

static std::string check(llvm::StringRef text) {
  std::string error;
  (void)checkInput(llvm::MemoryBufferRef(text, "in"), error);
  return error;
}

static std::string repeat(llvm::StringRef text, unsigned count) {
  std::string result;
  for (unsigned i = 0; i < count; ++i)
    result += text;
  return result;
}

TEST(CheckInput, NestingUpToTheLimit) {
  EXPECT_EQ(check(repeat("(", maxNesting) + repeat(")", maxNesting)), "");
  EXPECT_EQ(check(repeat("(", maxNesting + 1)),
            "in: line 1: (I04) brackets are nested more than 256 deep");
  // Siblings do not nest.
  EXPECT_EQ(check(repeat("[()]", 10000)), "");
}

TEST(CheckInput, StringsCommentsAndArrowsAreNoBrackets) {
  EXPECT_EQ(check("\"" + repeat("(", 1000) + "\""), "");
  EXPECT_EQ(check("\"\\\"" + repeat("(", 1000) + "\""), "");
  EXPECT_EQ(check("//" + repeat("(", 1000) + "\nx"), "");
  EXPECT_EQ(check(repeat("a <= b -> c ", 1000)), "");
  EXPECT_EQ(check("\n//x\n" + repeat("(", 1000)),
            "in: line 3: (I04) brackets are nested more than 256 deep");
}

TEST(CheckInput, OperatorsOfOneExpression) {
  EXPECT_EQ(check(repeat("- ", maxOperators)), "");
  EXPECT_EQ(check(repeat("- ", maxOperators + 1)),
            "in: line 1: (I04) an expression has more than 1024 operators");
  EXPECT_EQ(check(repeat("-1, ", 100000)), "");
}

TEST(CheckInput, LengthOfWordsAndShapes) {
  EXPECT_EQ(check(repeat("9", maxWord)), "");
  EXPECT_EQ(
      check("\n" + repeat("9", maxWord + 1)),
      "in: line 2: (I04) a name or a number has more than 4096 characters");
  EXPECT_EQ(
      check("@" + repeat("a", maxWord + 1)),
      "in: line 1: (I04) a name or a number has more than 4096 characters");
  EXPECT_EQ(check("\"" + repeat("a", maxWord + 1) + "\""), "");
  EXPECT_EQ(check("memref<" + repeat("1x", maxRank) + "f32>"), "");
  EXPECT_EQ(check("memref<" + repeat("?x", maxRank + 1) + "f32>"),
            "in: line 1: (I04) a shape has more than 256 dimensions");
  EXPECT_EQ(check("vector<" + repeat("[1]x", maxRank + 1) + "f32>"),
            "in: line 1: (I04) a shape has more than 256 dimensions");
  EXPECT_EQ(check(repeat("4x4xf32, ", 1000)), "");
}

TEST(CheckInput, WhatAliasesStandFor) {
  auto pairs = [](unsigned count) {
    std::string text = "!a0 = i32\n";
    for (unsigned i = 0; i < count; ++i)
      text += "!a" + std::to_string(i + 1) + " =\n tuple<!a" +
              std::to_string(i) + ", !a" + std::to_string(i) + ">\n";
    return text;
  };
  EXPECT_EQ(check(pairs(10)), "");
  EXPECT_EQ(
      check(pairs(40)),
      "in: line 37: (I04) alias '!a18' stands for more than 262144 words");
  std::string chain = "#a0 = 1\n";
  for (unsigned i = 0; i < 1000; ++i)
    chain +=
        "#a" + std::to_string(i + 1) + " = [#a" + std::to_string(i) + "]\n";
  EXPECT_EQ(check(chain),
            "in: line 258: (I04) brackets are nested more than 256 deep, "
            "with aliases written out");
  // What follows an alias is not part of it.
  std::string ops = "#a = 1\n\"op\"() {" + repeat("x, ", maxAliasWords) + "}\n";
  EXPECT_EQ(check(ops + "#b = [#a]"), "");
}

TEST(CheckInput, WhatCrashesTheParser) {
  EXPECT_EQ(
      check("array <index: 1>"),
      "in: line 1: (I04) expected an integer or float type after 'array<', got "
      "'index'; write i64");
  EXPECT_EQ(
      check("array<!i: 1>"),
      "in: line 1: (I04) expected an integer or float type after 'array<', got "
      "'!'; write i64");
  EXPECT_EQ(check("array<i64: 1> !llvm.array<2 x !x>"), "");
  EXPECT_EQ(
      check("affine_map<(d0) -> (d0 floordiv (0 - 1))>"),
      "in: line 1: (I04) expected a number or a name after 'floordiv', got an "
      "expression");
  EXPECT_EQ(check("affine_map<(d0)[s0] -> (d0 mod 4 + d0 ceildiv s0)>"), "");
  EXPECT_EQ(check("tile.kernel @mod(%mod: f32)"), "");
  EXPECT_EQ(
      check("{-# dialect_resources: {} #-}"),
      "in: line 1: (I05) not yet implemented: resources; write the elements of "
      "a constant as dense<[...]>");
}

TEST(CheckInput, EmptyAndBinary) {
  EXPECT_EQ(check(""), "in: (I02) expected a module, got an empty file");
  EXPECT_EQ(
      check(llvm::StringRef("a\n\0b", 4)),
      "in: (I03) expected MLIR text or bytecode, got a binary file: line 2 has "
      "a zero byte");
}

TEST(LoadModule, ErrorsGoToTheHandler) {
  std::unique_ptr<MLIRContext> context = createContext();
  std::string message;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
  });
  auto fromText = [&](llvm::StringRef text) {
    llvm::SourceMgr sources;
    return loadModuleFromText(text, "in", sources, context.get());
  };
  EXPECT_FALSE(fromText(""));
  EXPECT_EQ(message, "in: (I02) expected a module, got an empty file");
  EXPECT_FALSE(fromText("tile.kernel"));
  llvm::SourceMgr sources;
  EXPECT_FALSE(loadModule("/nonexistent", sources, context.get()));
  EXPECT_EQ(message,
            "(I01) cannot read '/nonexistent': No such file or directory");
  EXPECT_TRUE(fromText("module {}"));
}

TEST(LoadModule, BytecodeIsReadAsTextOrRefused) {
  std::unique_ptr<MLIRContext> context = createContext();
  std::string message;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
  });
  llvm::SourceMgr textSources;
  OwningOpRef<ModuleOp> module = loadModuleFromText(
      "tile.kernel @k() block [32] {}", "in", textSources, context.get());
  ASSERT_TRUE(module);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  ASSERT_TRUE(succeeded(writeBytecodeToFile(*module, stream)));

  auto load = [&](llvm::StringRef data) {
    llvm::SourceMgr sources;
    return loadModuleFromText(data, "in", sources, context.get());
  };
  OwningOpRef<ModuleOp> again = load(bytes);
  ASSERT_TRUE(again);
  EXPECT_TRUE(OperationEquivalence::isEquivalentTo(
      *module, *again, OperationEquivalence::IgnoreLocations));
  // Locations are kept.
  EXPECT_EQ(again->getLoc(), module->getLoc());
  // Each byte lost, in turn, from the end on.
  for (size_t size = 4; size < bytes.size(); ++size) {
    message.clear();
    EXPECT_FALSE(load(llvm::StringRef(bytes).take_front(size)));
    EXPECT_TRUE(
        llvm::StringRef(message).contains("(I06) the bytecode is damaged"))
        << message;
  }
}
