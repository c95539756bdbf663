// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Source.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include <unistd.h>

using namespace tilery::tensormap;

namespace {

TEST(Source, IncludesOnlyFreestandingHeaders) {
  std::string text = freestandingSource();
  size_t found = 0;
  for (size_t at = text.find("#include"); at != std::string::npos;
       at = text.find("#include", at + 1), ++found) {
    std::string line = text.substr(at, text.find('\n', at) - at);
    EXPECT_TRUE(line == "#include <cstddef>" || line == "#include <cstdint>")
        << line;
  }
  EXPECT_EQ(found, 2u);
}

TEST(Source, CompilesAloneWithoutWarnings) {
  std::string path = testing::TempDir() + "tilery-freestanding-" +
                     std::to_string(getpid()) + ".cpp";
  std::ofstream(path) << freestandingSource() << R"(
using namespace tilery::tensormap;
extern "C" int probe(const TensorMapParams *p, char *text, size_t size) {
  int faults = 0;
  forEachFinding(*p, [&](const Rule &rule, const Finding &finding) {
    faults += finding.verdict == Verdict::Violated;
    formatFinding(text, size, *p, rule, finding, "a");
  });
  return faults;
}
)";
  std::string command =
      std::string(TILERY_TEST_CXX) +
      " -std=c++17 -ffreestanding -fno-exceptions -fno-rtti -Wall -Wextra "
      "-Wpedantic -Werror -fsyntax-only " +
      path;
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::remove(path.c_str());
}

} // namespace
