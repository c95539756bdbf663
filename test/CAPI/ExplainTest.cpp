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

static int32_t judge(const std::string &rows, const char *target,
                     std::string &verdicts) {
  std::string table =
      "id,dtype,dims_inner_first,byte_strides,box,element_strides,interleave,"
      "swizzle,fill,base_offset\n" +
      rows;
  char *text;
  int32_t status = tileryCheckMaps(table.data(), table.size(), target, &text);
  verdicts = take(text);
  return status;
}

TEST(CAPIExplain, JudgesTables) {
  std::string rows = "good,f32,256x256,1024,64x64,1x1,none,none,zero,0\n"
                     "odd,f32,256x256,1024,64x64,1x1,none,none,zero,8\n";
  std::string judged = "good,accept,\nodd,refuse,base alignment\n";
  std::string verdicts;
  EXPECT_EQ(judge(rows, nullptr, verdicts), TILERY_OK);
  EXPECT_EQ(verdicts, judged);
  EXPECT_EQ(judge(rows, "sm_12", verdicts), TILERY_BAD_ARGUMENT);
  EXPECT_EQ(verdicts, "");
  EXPECT_NE(std::string(tileryGetLastError()).find("(V18)"), std::string::npos);
  rows += "none,f33,256x256,1024,64x64,1x1,none,none,zero,0\n";
  EXPECT_EQ(judge(rows, "sm_100a", verdicts), TILERY_BAD_ARGUMENT);
  EXPECT_EQ(verdicts, judged);
  EXPECT_NE(std::string(tileryGetLastError())
                .find("line 4: (T07) column "
                      "dtype:"),
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
