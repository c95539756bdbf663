// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The image that a device gets of a kernel with several.

#include "../../lib/Launcher/Context.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace tilery::runtime;

namespace {

constexpr uint32_t kArch = TILERY_TARGET_ARCH_SPECIFIC;
constexpr uint32_t kFamily = TILERY_TARGET_FAMILY;
constexpr char kElf[] = "\177ELF";
constexpr char kPtx[] = ".version 8.0";

TileryImage cubin(const char *target, int major, int minor,
                  uint32_t flags = 0) {
  return {kElf, sizeof(kElf), target, major, minor, flags};
}
TileryImage ptx(const char *target, int major, int minor, uint32_t flags = 0) {
  return {kPtx, sizeof(kPtx), target, major, minor, flags};
}

class ImagesTest : public testing::Test {
protected:
  /// "sm_90a cubin", or the fault's text.
  std::string pick(const std::vector<TileryImage> &images, int major,
                   int minor) {
    TileryKernelSpec kernel = {};
    kernel.name = "k";
    kernel.numImages = static_cast<int32_t>(images.size());
    kernel.images = images.data();
    DeviceInfo device = {};
    device.major = major;
    device.minor = minor;
    std::snprintf(device.name, sizeof(device.name), "d");
    TileryCall call;
    tilery_rt_init_call(&call);
    char text[512] = "";
    call.error = text;
    call.errorSize = sizeof(text);
    Report report(call);
    const TileryImage *image = pickImage(kernel, device, report);
    EXPECT_EQ(image == nullptr, call.status != TILERY_OK);
    if (!image)
      return text;
    return std::string(image->target) + (isCubin(*image) ? " cubin" : " ptx");
  }
};

TEST_F(ImagesTest, MachineCodeBeforePtx) {
  std::vector<TileryImage> images = {ptx("sm_90", 9, 0),
                                     cubin("sm_90a", 9, 0, kArch)};
  EXPECT_EQ(pick(images, 9, 0), "sm_90a cubin");
  EXPECT_EQ(pick(images, 10, 0), "sm_90 ptx");
  EXPECT_EQ(pick(images, 12, 1), "sm_90 ptx");
}

TEST_F(ImagesTest, TheHighestThatRuns) {
  std::vector<TileryImage> images = {
      cubin("sm_100", 10, 0), cubin("sm_103", 10, 3), cubin("sm_90", 9, 0),
      ptx("sm_90", 9, 0), ptx("sm_100", 10, 0)};
  EXPECT_EQ(pick(images, 9, 0), "sm_90 cubin");
  EXPECT_EQ(pick(images, 10, 0), "sm_100 cubin");
  EXPECT_EQ(pick(images, 10, 1), "sm_100 cubin");
  EXPECT_EQ(pick(images, 10, 3), "sm_103 cubin");
  EXPECT_EQ(pick(images, 12, 0), "sm_100 ptx");
}

TEST_F(ImagesTest, OneChipBeforeItsFamilyBeforeAll) {
  std::vector<TileryImage> images = {cubin("sm_100", 10, 0),
                                     cubin("sm_100a", 10, 0, kArch)};
  EXPECT_EQ(pick(images, 10, 0), "sm_100a cubin");
  EXPECT_EQ(pick(images, 10, 3), "sm_100 cubin");
  images = {cubin("sm_100", 10, 0), cubin("sm_100f", 10, 0, kFamily),
            cubin("sm_100a", 10, 0, kArch)};
  EXPECT_EQ(pick(images, 10, 0), "sm_100a cubin");
  EXPECT_EQ(pick(images, 10, 3), "sm_100f cubin");
}

TEST_F(ImagesTest, NoneThatRuns) {
  std::vector<TileryImage> images = {ptx("sm_90a", 9, 0, kArch),
                                     cubin("sm_100f", 10, 0, kFamily)};
  EXPECT_EQ(pick(images, 12, 0),
            "kernel 'k' has code for sm_90a (PTX), sm_100f (cubin), none of "
            "which runs on a device of compute capability 12.0 (cuda:0, d)");
  EXPECT_EQ(pick(images, 8, 9),
            "expected a device of compute capability 9.0 or above, which the "
            "Tensor Memory Accelerator and this sm_90a code need, got 8.9 "
            "(cuda:0, d)");
  EXPECT_EQ(pick({}, 9, 0), "kernel 'k' has no code");
}

} // namespace
