// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/LoadModule.h"
#include "tilery/Pipelines/Compile.h"

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
            "in: line 1: brackets are nested more than 256 deep");
  // Siblings do not nest.
  EXPECT_EQ(check(repeat("[()]", 10000)), "");
}

TEST(CheckInput, StringsCommentsAndArrowsAreNoBrackets) {
  EXPECT_EQ(check("\"" + repeat("(", 1000) + "\""), "");
  EXPECT_EQ(check("\"\\\"" + repeat("(", 1000) + "\""), "");
  EXPECT_EQ(check("//" + repeat("(", 1000) + "\nx"), "");
  EXPECT_EQ(check(repeat("a <= b -> c ", 1000)), "");
  EXPECT_EQ(check("\n//x\n" + repeat("(", 1000)),
            "in: line 3: brackets are nested more than 256 deep");
}

TEST(CheckInput, OperatorsOfOneExpression) {
  EXPECT_EQ(check(repeat("- ", maxOperators)), "");
  EXPECT_EQ(check(repeat("- ", maxOperators + 1)),
            "in: line 1: an expression has more than 1024 operators");
  EXPECT_EQ(check(repeat("-1, ", 100000)), "");
}

TEST(CheckInput, EmptyAndBinary) {
  EXPECT_EQ(check(""), "in: expected a module, got an empty file");
  EXPECT_EQ(check(llvm::StringRef("a\0b", 3)),
            "in: expected MLIR text or bytecode, got a binary file");
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
  EXPECT_EQ(message, "in: expected a module, got an empty file");
  EXPECT_FALSE(fromText("tile.kernel"));
  llvm::SourceMgr sources;
  EXPECT_FALSE(loadModule("/nonexistent", sources, context.get()));
  EXPECT_EQ(message, "cannot read '/nonexistent': No such file or directory");
  EXPECT_TRUE(fromText("module {}"));
}
