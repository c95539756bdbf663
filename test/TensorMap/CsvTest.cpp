// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Csv.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

using namespace tilery::tensormap;

namespace {

const std::string kHeader =
    "id,dtype,dims_inner_first,byte_strides,box,element_strides,interleave,"
    "swizzle,fill,base_offset\n";

/// Verdict lines, then error lines.
std::string judge(const std::string &text) {
  std::string verdicts, errors;
  bool ok = checkCsv(
      text, 90, [&](const CsvVerdict &v) { verdicts += v.text() + "\n"; },
      [&](const CsvError &e) {
        errors +=
            std::to_string(e.line) + " [" + e.column + "] " + e.message + "\n";
      });
  EXPECT_EQ(ok, errors.empty());
  return verdicts + errors;
}

std::string judgeRow(const std::string &row) { return judge(kHeader + row); }

/// The last two columns of the table are the expected verdict and rules.
TEST(Csv, AgreesWithEveryRowOfTheMeasuredTable) {
  std::ifstream file(TILERY_TEST_INPUTS "/tensor_maps.csv");
  std::stringstream text;
  text << file.rdbuf();
  std::string expected;
  std::string line;
  std::getline(text, line);
  while (std::getline(text, line)) {
    std::vector<std::string> cells(1);
    for (char c : line)
      if (c == ',')
        cells.emplace_back();
      else
        cells.back() += c;
    ASSERT_EQ(cells.size(), 12u) << line;
    expected += cells[0] + "," + cells[10] + "," + cells[11] + "\n";
  }
  EXPECT_EQ(judge(text.str()), expected);
  EXPECT_NE(expected, "");
}

TEST(Csv, RowsAreJudgedAsTheyStand) {
  // A size-1 dimension keeps its stride, a ragged inner extent is a load's.
  EXPECT_EQ(judgeRow("a,f16,16x1,34,16x1,1x1,none,none,zero,0\n"),
            "a,refuse,stride alignment\n");
  EXPECT_EQ(judgeRow("a,i32,5x8,32,8x8,1x1,none,none,zero,0\n"), "a,accept,\n");
}

TEST(Csv, RankZeroAndSix) {
  EXPECT_EQ(judgeRow("a,f16,,,,,none,none,zero,0\n"), "a,refuse,rank\n");
  EXPECT_EQ(judgeRow("a,f16,16x1x1x1x1x1,32x32x32x32x32,16x1x1x1x1x1,"
                     "1x1x1x1x1x1,none,none,zero,0\n"),
            "a,refuse,rank\n");
}

TEST(Csv, StridesOfTheDriverAreUnsigned) {
  EXPECT_EQ(judgeRow("a,f16,16x16,18446744073709551584,16x16,1x1,none,none,"
                     "zero,0\nb,f16,16x16,-32,16x16,1x1,none,none,zero,0\n"),
            "a,refuse,stride range\nb,refuse,stride range\n");
}

TEST(Csv, BadCells) {
  EXPECT_EQ(judgeRow("a,f17,16,,16,1,none,none,zero,0\n"),
            "2 [dtype] expected one of u8, u16, u32, i32, u64, i64, f16, f32, "
            "f64, bf16, f32_ftz, tf32, tf32_ftz, 16u4_align8b, "
            "16u4_align16b, 16u6_align16b, got 'f17'\n");
  EXPECT_EQ(judgeRow("a,f16,16x,32,16x16,1x1,none,none,zero,0\n"),
            "2 [dims_inner_first] expected 64-bit numbers with x between "
            "them, got '16x'\n");
  EXPECT_EQ(judgeRow("a,f16,16x99999999999999999999,32,16x16,1x1,none,none,"
                     "zero,0\n"),
            "2 [dims_inner_first] expected 64-bit numbers with x between "
            "them, got '16x99999999999999999999'\n");
  EXPECT_EQ(judgeRow("a,f16,16x16,,16x16,1x1,none,none,zero,0\n"),
            "2 [byte_strides] expected 1 numbers, got 0 in ''\n");
  EXPECT_EQ(judgeRow("a,f16,16x16,32,16,1x1,none,none,zero,0\n"),
            "2 [box] expected 2 numbers, got 1 in '16'\n");
  EXPECT_EQ(judgeRow("a,f16,16x16,32,16x16,1x1,64B,none,zero,0\n"),
            "2 [interleave] expected one of none, 16B, 32B, got '64B'\n");
  EXPECT_EQ(judgeRow("a,f16,16x16,32,16x16,1x1,none,none,zero,x\n"),
            "2 [base_offset] expected a 64-bit number, got 'x'\n");
}

TEST(Csv, OtherRowsAreJudgedAfterABadOne) {
  EXPECT_EQ(judgeRow("a,f16\nb,f16,16,,16,1,none,none,zero,2\n"),
            "b,refuse,base alignment\n"
            "2 [] expected 10 cells as in the header, got 2\n");
}

TEST(Csv, Header) {
  EXPECT_EQ(judge(""), "1 [] expected a header line that begins "
                       "id,dtype,..., got an empty file\n");
  EXPECT_EQ(judge("id,dtype\n"),
            "1 [dims_inner_first] expected a column of this name in the "
            "header, got 'id,dtype'\n");
  // Any order, other columns, CRLF, a byte order mark, no last newline.
  EXPECT_EQ(judge("\xef\xbb\xbf"
                  "note,fill,swizzle,interleave,element_strides,box,"
                  "byte_strides,dims_inner_first,dtype,id,base_offset\r\n"
                  "x,zero,none,none,1,16,,16,f16,a,0"),
            "a,accept,\n");
}

TEST(Csv, QuotedCells) {
  EXPECT_EQ(judgeRow("\"a,\"\"b\"\"\",f16,16,,16,1,none,none,zero,0\n"),
            "\"a,\"\"b\"\"\",accept,\n");
  EXPECT_EQ(judgeRow("\"a,f16,16,,16,1,none,none,zero,0\n"),
            "2 [] expected a closing quote in cell 1\n");
  EXPECT_EQ(judgeRow("\"a\"b,f16,16,,16,1,none,none,zero,0\n"),
            "2 [] expected a comma after the quoted cell 1\n");
}

TEST(Csv, BinaryInput) {
  std::string bytes;
  for (int i = 0; i < 4096; ++i)
    bytes += static_cast<char>(i * 7);
  std::string answer = judge(bytes);
  EXPECT_NE(answer, "");
  for (char c : answer)
    EXPECT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f));
}

TEST(Csv, StopsAfterTwentyBadRows) {
  std::string rows;
  for (int i = 0; i < 100000; ++i)
    rows += "garbage\n";
  std::string answer = judgeRow(rows);
  EXPECT_EQ(std::count(answer.begin(), answer.end(), '\n'), 21);
  EXPECT_NE(answer.find("too many errors"), std::string::npos);
}

TEST(Csv, ManyCells) {
  EXPECT_EQ(judge(std::string(1 << 20, ',') + "\n"),
            "1 [] expected at most 1000 cells in a line\n");
}

} // namespace
