// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Npy.h"

#include "llvm/Support/FileSystem.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace tilery;
using namespace tilery::run;

namespace {
constexpr TileryDataType f32 = {TILERY_TYPE_FLOAT, 32, 1};

/// A file of format `version` with a header and so many bytes of data.
std::string makeFile(const std::string &header, size_t data, int version = 1) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  size_t length = header.size();
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    file += static_cast<char>(length >> (8 * i));
  return file + header + std::string(data, '\1');
}

std::string errorOf(const std::string &file) {
  auto header = parseNpyHeader(file);
  return header ? "" : llvm::toString(header.takeError());
}

std::string headerWith(const std::string &descr, const std::string &shape,
                       const std::string &fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran +
         ", 'shape': " + shape + ", }";
}
} // namespace

TEST(NpyTest, ReadsAllVersions) {
  for (int version : {1, 2, 3}) {
    auto header =
        parseNpyHeader(makeFile(headerWith("<f4", "(2, 3)"), 24, version));
    ASSERT_TRUE(static_cast<bool>(header))
        << llvm::toString(header.takeError());
    EXPECT_EQ(header->shape, (Shape{2, 3}));
    EXPECT_EQ(header->itemBytes, 4u);
    EXPECT_TRUE(npyHolds(*header, f32));
    EXPECT_FALSE(npyHolds(*header, {TILERY_TYPE_INT, 32, 1}));
    EXPECT_FALSE(npyHolds(*header, {TILERY_TYPE_FLOAT, 64, 1}));
  }
}

TEST(NpyTest, ReadsOtherSpellings) {
  EXPECT_EQ(errorOf(makeFile("{\"shape\":(2L,),\"descr\":\"|u1\","
                             "\"fortran_order\":False}",
                             2)),
            "");
  EXPECT_EQ(errorOf(makeFile(headerWith("<f8", "()"), 8)), "");
  EXPECT_EQ(errorOf(makeFile(headerWith("<f2", "(0, 5)"), 0)), "");
}

TEST(NpyTest, RefusesWithACure) {
  EXPECT_EQ(errorOf(makeFile(headerWith("<f4", "(2, 3)", "True"), 24)),
            "expected a row-major array, got one in Fortran order; save "
            "numpy.ascontiguousarray(a) instead");
  EXPECT_NE(
      errorOf(makeFile(headerWith(">f4", "(2,)"), 8)).find("newbyteorder"),
      std::string::npos);
  EXPECT_NE(errorOf(makeFile("{'descr': [('x', '<f4')], 'fortran_order': False,"
                             " 'shape': (2,)}",
                             8))
                .find("one of its fields"),
            std::string::npos);
  EXPECT_NE(errorOf(makeFile(headerWith("|O", "(2,)"), 8)).find("'|O'"),
            std::string::npos);
  EXPECT_NE(errorOf(makeFile(headerWith("<c8", "(2,)"), 16)).find("'<c8'"),
            std::string::npos);
}

TEST(NpyTest, RefusesWhatDoesNotFit) {
  EXPECT_EQ(errorOf(makeFile(headerWith("<f4", "(2, 3)"), 20)),
            "expected 24 bytes of data for shape 2x3, got 20");
  EXPECT_EQ(errorOf(makeFile(headerWith("<f4", "(2, 3)"), 28)),
            "expected 24 bytes of data for shape 2x3, got 28");
  EXPECT_NE(errorOf(makeFile(headerWith("<f4", "(4294967296, 4294967296)"), 8))
                .find("64 bits"),
            std::string::npos);
  EXPECT_NE(errorOf(makeFile(headerWith("<f4", "(99999999999999999999,)"), 8)),
            "");
  EXPECT_NE(errorOf(makeFile(headerWith("<f4", "(-1,)"), 8)), "");
  std::string deep = "(";
  for (int i = 0; i < 40; ++i)
    deep += "1, ";
  EXPECT_NE(errorOf(makeFile(headerWith("<f4", deep + ")"), 4)).find("32"),
            std::string::npos);
}

TEST(NpyTest, EveryTruncationIsRefused) {
  std::string file = makeFile(headerWith("<f4", "(2, 3)"), 24);
  for (size_t length = 0; length < file.size(); ++length)
    EXPECT_NE(errorOf(file.substr(0, length)), "") << length;
}

TEST(NpyTest, EveryFlippedByteIsReadOrRefused) {
  std::string file = makeFile(headerWith("<f4", "(2, 3)"), 24);
  int accepted = 0;
  for (size_t i = 0; i < file.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = file;
      changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
      auto header = parseNpyHeader(changed);
      if (!header) {
        llvm::consumeError(header.takeError());
        continue;
      }
      ++accepted;
      EXPECT_LE(header->dataOffset, changed.size());
    }
  // The data's own bits at least.
  EXPECT_GE(accepted, 24 * 8);
}

TEST(NpyTest, HeaderLengthBeyondTheFile) {
  std::string file = makeFile(headerWith("<f4", "(2,)"), 8, 2);
  file[8] = file[9] = file[10] = file[11] = '\xff';
  EXPECT_EQ(errorOf(file), "the file ends within its header");
}

TEST(NpyTest, WritesWhatItReads) {
  auto array = Array::create(f32, {3, 5}, {8, 1});
  ASSERT_TRUE(static_cast<bool>(array));
  array->forEach([&](int64_t linear, char *element) {
    writeElement(f32, element, static_cast<double>(linear));
    return true;
  });
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("tilery", "npy", path));
  llvm::Error error = writeNpy(path, *array);
  EXPECT_FALSE(static_cast<bool>(error));
  auto file = readNpy(path);
  ASSERT_TRUE(static_cast<bool>(file)) << llvm::toString(file.takeError());
  EXPECT_EQ(file->header.shape, (Shape{3, 5}));
  EXPECT_EQ(file->header.descr, "<f4");
  // NumPy maps files into memory, and wants the data aligned.
  EXPECT_EQ(file->header.dataOffset % 64, 0u);
  std::vector<char> packed = array->pack();
  EXPECT_EQ(std::memcmp(file->data(), packed.data(), packed.size()), 0);
  (void)llvm::sys::fs::remove(path);
}

TEST(NpyTest, NamesTheFile) {
  auto file = readNpy("no/such/file.npy");
  ASSERT_FALSE(static_cast<bool>(file));
  EXPECT_NE(llvm::toString(file.takeError()).find("no/such/file.npy"),
            std::string::npos);
}
