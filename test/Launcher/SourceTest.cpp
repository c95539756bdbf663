// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The runtime of emitted launchers as text: it compiles without warnings, and
// needs the C library alone.

#include "tilery/Launcher/Source.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include <unistd.h>

using namespace tilery;

namespace {

/// What a command prints.
std::string run(const std::string &command) {
  std::string output;
  std::FILE *pipe = popen((command + " 2>&1").c_str(), "r");
  std::array<char, 4096> buffer;
  while (size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    output.append(buffer.data(), count);
  pclose(pipe);
  return output;
}

class SourceTest : public testing::Test {
protected:
  SourceTest() {
    folder = testing::TempDir() + "tilery-source-" + std::to_string(getpid());
    std::filesystem::create_directories(folder);
  }
  ~SourceTest() override { std::filesystem::remove_all(folder); }

  void write(const std::string &path, const std::string &text) {
    std::filesystem::path file = folder + "/" + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  /// Compiles tilery_runtime.cpp with each compiler that is there; what they
  /// say is an error.
  void compile(const std::string &flags) {
    int found = 0;
    for (const char *compiler : {"g++", TILERY_TEST_CXX}) {
      if (run(std::string("command -v ") + compiler).empty())
        continue;
      ++found;
      EXPECT_EQ(run("cd " + folder + " && " + compiler +
                    " -std=c++17 -Wall -Wextra -Wpedantic -Wconversion "
                    "-Werror -fPIC -fno-exceptions -fno-rtti " +
                    flags + " -c tilery_runtime.cpp -o runtime.o"),
                "")
          << compiler;
      expectFreestanding("runtime.o");
    }
    EXPECT_GE(found, 1);
  }

  /// No symbol of an object is undefined but those of libc and libdl, and none
  /// is visible outside.
  void expectFreestanding(const std::string &object) {
    static const std::set<std::string> known = {
        "_GLOBAL_OFFSET_TABLE_", "__isoc99_sscanf", "__isoc23_sscanf", "sscanf",
        "aligned_alloc", "calloc", "dlclose", "dlerror", "dlopen", "dlsym",
        "free", "getenv", "getpid", "malloc", "memcmp", "memcpy", "memset",
        "nanosleep", "snprintf", "strcmp", "strcspn", "strstr", "vsnprintf",
        "bcmp", "__stack_chk_fail",
        // Of the dynamic linker.
        "__tls_get_addr"};
    std::string names = run("nm -u -j " + folder + "/" + object);
    EXPECT_NE(names.find("dlopen"), std::string::npos) << names;
    for (size_t at = 0; at < names.size();) {
      size_t end = std::min(names.find('\n', at), names.size());
      std::string name = names.substr(at, end - at);
      EXPECT_TRUE(known.count(name)) << name;
      at = end + 1;
    }
    EXPECT_EQ(run("readelf -sW " + folder + "/" + object +
                  " | grep -E 'GLOBAL +DEFAULT' | grep -v UND"),
              "");
  }

  std::string folder;
};

TEST_F(SourceTest, OneFile) {
  write("tilery_runtime.cpp", launcherRuntimeSource(/*inlineHeaders=*/true));
  compile("-O2");
  compile("-O0");
}

TEST_F(SourceTest, WithItsHeaders) {
  std::string source = launcherRuntimeSource(/*inlineHeaders=*/false);
  EXPECT_NE(source.find("#include \"tilery/Launcher/Abi.h\"\n"),
            std::string::npos);
  EXPECT_LT(source.size(), launcherRuntimeSource(true).size());
  write("tilery_runtime.cpp", source);
  for (const SourceFile &header : launcherHeaders())
    write(header.path, header.text);
  compile("-O1 -I.");
}

TEST_F(SourceTest, EachHeaderCompilesAlone) {
  std::set<std::string> paths;
  for (const SourceFile &header : launcherHeaders()) {
    write(header.path, header.text);
    paths.insert(header.path);
  }
  EXPECT_TRUE(paths.count("tilery/Launcher/Abi.h"));
  EXPECT_TRUE(paths.count("tilery/TensorMap/Rules.h"));
  for (const std::string &path : paths) {
    write("probe.cpp", "#include \"" + path + "\"\n");
    EXPECT_EQ(run("cd " + folder +
                  " && " TILERY_TEST_CXX
                  " -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Werror "
                  "-fno-exceptions -fno-rtti -fsyntax-only -I. probe.cpp"),
              "")
        << path;
  }
}

TEST_F(SourceTest, TheInterfaceIsC) {
  for (const SourceFile &header : launcherHeaders())
    write(header.path, header.text);
  write("probe.c", "#include \"tilery/Launcher/Abi.h\"\n");
  EXPECT_EQ(run("cd " + folder +
                " && " TILERY_TEST_C
                " -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I. "
                "probe.c"),
            "");
}

// Nothing of it names what only a compiler in the same process needs.
TEST_F(SourceTest, HoldsOnlyWhatStandsAlone) {
  std::string source = launcherRuntimeSource(true);
  EXPECT_EQ(source.find("def TILERY_STANDALONE"), std::string::npos);
  EXPECT_EQ(source.find("virtual "), std::string::npos);
  EXPECT_EQ(source.find("#include \""), std::string::npos);
  EXPECT_EQ(source.find("cuMemAlloc"), std::string::npos);
  EXPECT_EQ(source.find("std::string"), std::string::npos);
  EXPECT_EQ(source, launcherRuntimeSource(true));
}

TEST_F(SourceTest, Object) {
  ObjectCode object = launcherRuntimeObject();
  write("object.o",
        std::string(reinterpret_cast<const char *>(object.data), object.size));
  expectFreestanding("object.o");
  std::string names = run("nm -j --defined-only " + folder + "/object.o");
  for (const char *name : {"tilery_rt_begin\n", "tilery_rt_launch\n",
                           "tilery_rt_call\n", "tilery_rt_call_tvm_ffi\n"})
    EXPECT_NE(names.find(name), std::string::npos) << name;
}

} // namespace
