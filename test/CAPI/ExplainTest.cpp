// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery-c/Explain.h"

#include "gtest/gtest.h"

#include <string>

/// A text that a function of the library gave.
static std::string take(char *text) {
  std::string copy = text ? text : "";
  tileryFreeText(text);
  return copy;
}

static std::string explain(const char *spec, TileryExplainOptions options = {},
                           int32_t expected = TILERY_OK) {
  options.structSize = sizeof(options);
  char *text;
  EXPECT_EQ(tileryExplainMap(spec, &options, &text), expected);
  return take(text);
}

static constexpr const char *spec =
    "dtype=f16 dims=1024x512 box=64x64 swizzle=128B";

TEST(CAPIExplain, ExplainsMaps) {
  EXPECT_NE(explain(spec).find("64"), std::string::npos);
  TileryExplainOptions options = {};
  options.format = TILERY_EXPLAIN_JSON;
  EXPECT_NE(explain(spec, options).find("\"box_bytes\": 8192"),
            std::string::npos);
  options.format = TILERY_EXPLAIN_SVG;
  int32_t coords[] = {64, 0};
  options.coords = coords;
  options.numCoords = 2;
  EXPECT_NE(explain(spec, options).find("<svg"), std::string::npos);
}

TEST(CAPIExplain, SaysWhatIsWrongWithThem) {
  explain("dtype=f16 boxes=3", {}, TILERY_BAD_ARGUMENT);
  EXPECT_NE(std::string(tileryGetLastError()).find("boxes"), std::string::npos);
  TileryExplainOptions options = {};
  options.format = TILERY_EXPLAIN_TABLE;
  int32_t coords[] = {0};
  options.coords = coords;
  options.numCoords = 1;
  explain(spec, options, TILERY_BAD_ARGUMENT);
  EXPECT_NE(std::string(tileryGetLastError()).find("(T06) expected 2"),
            std::string::npos);
  options.format = 17;
  explain(spec, options, TILERY_BAD_ARGUMENT);
}

TEST(CAPIExplain, JudgesTables) {
  std::string table = "id,dtype,dims,strides,box\n";
  char *text;
  int32_t status = tileryCheckMaps(table.data(), table.size(), "sm_12", &text);
  EXPECT_EQ(status, TILERY_BAD_ARGUMENT);
  EXPECT_NE(std::string(tileryGetLastError()).find("(V18)"), std::string::npos);
  table = "no,columns,that,are,known\n1,2,3,4,5\n";
  EXPECT_EQ(tileryCheckMaps(table.data(), table.size(), nullptr, &text),
            TILERY_BAD_ARGUMENT);
  EXPECT_EQ(take(text), "");
  EXPECT_NE(std::string(tileryGetLastError()).find("line 1: (T07)"),
            std::string::npos);
}

TEST(CAPIExplain, ExplainsDiagnostics) {
  char *text;
  for (const char *id : {"V08", "(V08)", "TM01", "SIM01"}) {
    ASSERT_EQ(tileryExplainError(id, &text), TILERY_OK) << id;
    EXPECT_NE(take(text).find("rule: "), std::string::npos) << id;
  }
  EXPECT_EQ(tileryExplainError("Z99", &text), TILERY_BAD_ARGUMENT);
  EXPECT_EQ(text, nullptr);
  EXPECT_NE(std::string(tileryGetLastError()).find("'Z99'"), std::string::npos);
  ASSERT_EQ(tileryGetCatalogue(&text), TILERY_OK);
  std::string catalogue = take(text);
  for (const char *key : {"\"diagnostics\"", "\"rules\"", "\"findings\"",
                          "\"opcodes\"", "\"targets\""})
    EXPECT_NE(catalogue.find(key), std::string::npos) << key;
}
