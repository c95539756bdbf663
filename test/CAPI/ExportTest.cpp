// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Programs.h"

#include <cstdlib>
#include <filesystem>

namespace fs = std::filesystem;

namespace {
/// A folder of its own, removed at the end.
struct Folder {
  Folder() {
    std::string name = fs::temp_directory_path() / "tilery-capi-XXXXXX";
    path = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};
} // namespace

static int32_t exportForm(const Compiled &compiled, const fs::path &folder,
                          const char *form, const char *host = nullptr) {
  TileryExportOptions options = {};
  options.structSize = sizeof(options);
  options.form = form;
  options.host = host;
  options.noCudaHeader = 1;
  return tileryProgramExport(compiled.program, folder.c_str(), &options);
}

TEST(CAPIExport, WritesLaunchers) {
  // Of a program for the simulator too.
  for (bool simulate : {false, true}) {
    Compiled compiled(readExample("add_one.mlir"), simulate);
    Folder folder;
    ASSERT_EQ(exportForm(compiled, folder.path, "launcher-cpp"), TILERY_OK)
        << tileryGetLastError();
    ASSERT_EQ(exportForm(compiled, folder.path, "launcher-obj", "aarch64"),
              TILERY_OK)
        << tileryGetLastError();
    ASSERT_EQ(exportForm(compiled, folder.path / "package", "package"),
              TILERY_OK)
        << tileryGetLastError();
    for (const char *name :
         {"add_one.h", "add_one.cpp", "add_one.o", "tilery_runtime.cpp",
          "package/lib/libadd_one.a", "package/add_one.json"})
      EXPECT_TRUE(fs::exists(folder.path / name)) << name;
  }
}

TEST(CAPIExport, SaysWhyItDoesNot) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/false);
  EXPECT_EQ(exportForm(compiled, "/dev/null/folder", "metadata"),
            TILERY_WRITE_FAILED);
  EXPECT_NE(std::string(tileryGetLastError()).find("(I07)"), std::string::npos);
  Folder folder;
  EXPECT_EQ(exportForm(compiled, folder.path, "fortran"), TILERY_BAD_ARGUMENT);
  EXPECT_EQ(exportForm(compiled, folder.path, "launcher-obj", "vax"),
            TILERY_BAD_ARGUMENT);
  Compiled none("tile.kernel @k() block [32] {\n}\n", /*simulate=*/false);
  EXPECT_EQ(exportForm(none, folder.path, "package"), TILERY_COMPILE_FAILED);
  EXPECT_NE(std::string(tileryGetLastError()).find("(T02)"), std::string::npos);
}

TEST(CAPIExport, HasStagesOfTheLaunchers) {
  Compiled compiled(readExample("add_one.mlir"), /*simulate=*/true);
  EXPECT_NE(compiled.stage("launcher").find("add_one_launch("),
            std::string::npos);
  EXPECT_NE(compiled.stage("launcher.h").find("add_one_launch("),
            std::string::npos);
  std::string metadata = compiled.stage("metadata");
  EXPECT_EQ(metadata.front(), '[');
  EXPECT_NE(metadata.find("\"add_one\""), std::string::npos) << metadata;
}
