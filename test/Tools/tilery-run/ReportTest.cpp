// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace tilery;
using namespace tilery::run;

namespace {
constexpr TileryDataType f32 = {TILERY_TYPE_FLOAT, 32, 1};

/// A run whose output differs from its expectation in one element, and wrote
/// into the padding.
class ReportTest : public testing::Test {
protected:
  ReportTest() {
    launcher.name = "add";
    launcher.signature = "add(B: Tensor([2, 4], float32, strides=[6, 1]))";
    ArgumentInfo info;
    info.name = "B";
    info.isTensor = true;
    info.type = f32;
    info.shape = {2, 4};
    info.isWritten = true;
    info.box = {2, 2};
    launcher.arguments = {info};
    operand.info = &launcher.arguments.front();
    operand.fill.kind = FillSpec::Poison;
    operand.array = llvm::cantFail(Array::create(f32, {2, 4}, {6, 1}));
    operand.before.assign(operand.array.storage(),
                          operand.array.storage() +
                              operand.array.storageBytes());
    std::vector<float> expected(8, 1.0f);
    fillArray(operand.array, llvm::cantFail(parseFillSpec("ones")), nullptr);
    float wrong = 3;
    std::memcpy(operand.array.at({1, 2}), &wrong, 4);
    std::memset(operand.array.at({1, 3}) + 4, 0, 4);

    result.launcher = &launcher;
    result.device = "cuda:0 (some GPU)";
    result.target = "sm_90a";
    result.wasExecuted = true;
    OperandResult entry;
    entry.operand = &operand;
    entry.wasCompared = true;
    entry.difference = compareArray(
        operand.array, reinterpret_cast<const char *>(expected.data()),
        operand.before.data(), operand.info->box);
    entry.outside = compareOutside(operand.array, operand.before.data());
    result.operands.push_back(std::move(entry));
    result.timings.device = spreadOf({3.0, 1.0, 2.0});
  }

  std::string table() {
    std::string text;
    llvm::raw_string_ostream os(text);
    printTable(os, result);
    return text;
  }

  LauncherInfo launcher;
  Operand operand;
  Result result;
};
} // namespace

TEST_F(ReportTest, SaysWhatDiffers) {
  std::string text = table();
  for (const char *line :
       {"B: 1 of 8 elements differ; first at [1, 2]: expected 1, got 3\n",
        "B: that is in tile [0, 1]; 1 tile differs\n",
        "B: pattern: scattered\n", "B: usual cause: ",
        "B: 4 bytes outside of the tensor changed: columns 4 to 4 of 1 row\n",
        "device time: 2.000 ms (median of 3; 1.000 to 3.000)\n",
        "result: wrong\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << "in\n" << text;
}

TEST_F(ReportTest, StrayWritesAreWrongUnlessAllowed) {
  result.operands[0].difference.reset();
  EXPECT_FALSE(result.isGood());
  launcher.arguments[0].allowsSpill = true;
  EXPECT_TRUE(result.isGood());
  EXPECT_NE(table().find("as allow_edge_spill allows"), std::string::npos);
  EXPECT_NE(table().find("B: all 8 elements as expected"), std::string::npos);
}

TEST_F(ReportTest, UnwrittenPoisonHasNoNumbers) {
  result.wasExecuted = false;
  result.note = "no SM90 GPU";
  result.operands[0].difference.reset();
  std::string text = table();
  EXPECT_NE(text.find("not executed: no SM90 GPU\n"), std::string::npos);
  EXPECT_EQ(text.find("result:"), std::string::npos);
}

TEST_F(ReportTest, JsonSaysTheSame) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printJson(os, result);
  auto json = llvm::json::parse(text);
  ASSERT_TRUE(static_cast<bool>(json)) << llvm::toString(json.takeError());
  const llvm::json::Object *object = json->getAsObject();
  ASSERT_TRUE(object);
  EXPECT_EQ(object->getBoolean("ok"), false);
  EXPECT_EQ(object->getObject("device_ms")->getNumber("median"), 2.0);
  const llvm::json::Object *tensor =
      (*object->getArray("operands"))[0].getAsObject();
  EXPECT_EQ(tensor->getInteger("bytes_changed_outside"), 4);
  const llvm::json::Object *difference = tensor->getObject("difference");
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->getInteger("count"), 1);
  EXPECT_EQ(difference->getString("pattern"), "scattered");
}
