// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What TILERY_CHECK=full asks the driver about each tensor.

#include "../../lib/Launcher/CheckMemory.h"

#include "AddOneLauncher.h"
#include "tilery/Runtime/FakeDriver.h"

#include <gtest/gtest.h>

using namespace tilery::runtime;
using namespace tilery::runtime::test;

namespace {

class CheckMemoryTest : public testing::Test {
protected:
  CheckMemoryTest() {
    before = getCheckMode();
    checkMode = CheckFull;
  }
  ~CheckMemoryTest() override { checkMode = before; }

  void play(const std::string &script) {
    Status status;
    driver = FakeDriver::parse(script, {}, status);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(driver->init(0), cu::Success);
  }

  /// Device memory of a device of the fake.
  uint64_t allocate(size_t bytes, int ordinal = 0) {
    cu::Context context = nullptr, previous = nullptr;
    driver->ctxGetCurrent(&previous);
    driver->devicePrimaryCtxRetain(&context, ordinal);
    driver->ctxSetCurrent(context);
    cu::DevicePtr pointer = 0;
    EXPECT_EQ(driver->memAlloc(&pointer, bytes), cu::Success);
    driver->ctxSetCurrent(previous);
    return pointer;
  }

  uint8_t before;
  std::unique_ptr<FakeDriver> driver;
  AddOneLauncher launcher;
};

std::string lastLine(const std::string &text) {
  return text.substr(text.rfind("\n  ") + 3);
}

TEST_F(CheckMemoryTest, MemoryThatHoldsTheTensor) {
  play("");
  Operand a(allocate(4096), {32, 32}), b(allocate(8192) + 4096, {32, 32});
  Outcome outcome = run(launcher, *driver, a, b);
  EXPECT_EQ(outcome.status, TILERY_OK) << outcome.text;
  EXPECT_GT(driver->count("cuPointerGetAttribute"), 0);
}

TEST_F(CheckMemoryTest, NothingIsAskedOtherwise) {
  play("");
  checkMode = CheckUsual;
  Operand a(0x7f0000000000, {32, 32}), b(0x7f0000100000, {32, 32});
  EXPECT_EQ(run(launcher, *driver, a, b).status, TILERY_OK);
  EXPECT_EQ(driver->count("cuPointerGetAttribute"), 0);
}

TEST_F(CheckMemoryTest, TooSmall) {
  play("");
  uint64_t pointer = allocate(4096);
  Operand a(pointer + 16, {32, 32}), b(allocate(4096), {32, 32});
  Outcome outcome = run(launcher, *driver, a, b);
  EXPECT_EQ(outcome.status, TILERY_BAD_ARGUMENT);
  EXPECT_EQ(outcome.faults, 1);
  char expected[128];
  std::snprintf(expected, sizeof(expected),
                "expected 4096 bytes from 0x%llx, got 4080 in its allocation",
                static_cast<unsigned long long>(pointer + 16));
  EXPECT_EQ(lastLine(outcome.text), expected);
  EXPECT_EQ(outcome.text.find("Invalid memory of A on argument #0"), 0u);
}

// A wider row than the tensor's own reaches further.
TEST_F(CheckMemoryTest, Strides) {
  play("");
  uint64_t pointer = allocate(4096 * 2 - 128);
  Operand a(pointer, {32, 32}), b(allocate(4096), {32, 32});
  a.strides = {64, 1};
  EXPECT_EQ(run(launcher, *driver, a, b).status, TILERY_OK);
  Operand c(allocate(4096 * 2 - 129), {32, 32});
  c.strides = {64, 1};
  EXPECT_EQ(run(launcher, *driver, c, b).status, TILERY_BAD_ARGUMENT);
}

TEST_F(CheckMemoryTest, OtherDevice) {
  play("count=2");
  Operand a(allocate(4096, 0), {32, 32}), b(allocate(4096, 1), {32, 32});
  Outcome outcome = run(launcher, *driver, a, b);
  EXPECT_EQ(outcome.status, TILERY_BAD_ARGUMENT);
  EXPECT_EQ(lastLine(outcome.text),
            "expected memory on cuda:0, got memory on cuda:1");
  // A pointer of unknown origin goes by the device of the others.
  b.tensor.device.type = TILERY_DEVICE_UNKNOWN;
  EXPECT_EQ(run(launcher, *driver, a, b).status, TILERY_BAD_ARGUMENT);
  a.tensor.device.id = b.tensor.device.id = 1;
  b.tensor.device.type = TILERY_DEVICE_CUDA;
  outcome = run(launcher, *driver, a, b);
  EXPECT_EQ(outcome.faults, 1);
  EXPECT_EQ(lastLine(outcome.text),
            "expected memory on cuda:1, got memory on cuda:0");
}

TEST_F(CheckMemoryTest, UnknownMemoryOfBoth) {
  play("");
  Operand a(0x7f0000000000, {32, 32}), b(0x7f0000100000, {32, 32});
  Outcome outcome = run(launcher, *driver, a, b);
  EXPECT_EQ(outcome.status, TILERY_BAD_ARGUMENT);
  EXPECT_EQ(outcome.faults, 2);
  EXPECT_NE(outcome.text.find("Invalid memory of B on argument #1, expected "
                              "memory on cuda:0, got 0x7f0000100000, which the "
                              "driver does not know"),
            std::string::npos)
      << outcome.text;
}

TEST_F(CheckMemoryTest, EmptyTensorsHaveNoMemory) {
  play("");
  Operand a(0, {0, 32}), b(0, {0, 32});
  EXPECT_EQ(run(launcher, *driver, a, b).status, TILERY_OK);
}

TEST_F(CheckMemoryTest, ADriverWithoutAnswer) {
  play("fail=cuPointerGetAttribute:801");
  Operand a(0x7f0000000000, {32, 32}), b(0x7f0000100000, {32, 32});
  EXPECT_EQ(run(launcher, *driver, a, b).status, TILERY_OK);
}

TEST(ByteSpanTest, Extents) {
  auto span = [](std::vector<int64_t> shape, std::vector<int64_t> strides,
                 TileryDataType type = {TILERY_TYPE_FLOAT, 32, 1}) {
    Operand operand(0x1000, std::move(shape), type);
    operand.strides = std::move(strides);
    ByteSpan bytes = byteSpan(*operand.get());
    return std::make_pair(bytes.before, bytes.after);
  };
  using Pair = std::pair<uint64_t, uint64_t>;
  EXPECT_EQ(span({4, 8}, {}), Pair(0, 128));
  EXPECT_EQ(span({4, 8}, {16, 1}), Pair(0, 4 * (3 * 16 + 8)));
  EXPECT_EQ(span({4, 8}, {-8, 1}), Pair(96, 32));
  EXPECT_EQ(span({4, 0}, {}), Pair(0, 0));
  EXPECT_EQ(span({3}, {}, {TILERY_TYPE_FLOAT4_E2M1FN, 4, 1}), Pair(0, 2));
  EXPECT_EQ(span({INT64_MAX, 4}, {4, 1}), Pair(UINT64_MAX, UINT64_MAX));
}

} // namespace
