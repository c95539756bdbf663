// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Target/Cubin/CudaTools.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace tilery;

namespace {
/// A folder with an executable script in place of a tool.
class FakeTool {
public:
  FakeTool(llvm::StringRef name, llvm::StringRef script) {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("cudatools", folder));
    path = (folder + "/" + name).str();
    std::error_code error;
    {
      llvm::raw_fd_ostream file(path, error);
      file << "#!/bin/sh\n" << script << "\n";
    }
    EXPECT_FALSE(llvm::sys::fs::setPermissions(path, llvm::sys::fs::all_all));
  }
  ~FakeTool() { EXPECT_FALSE(llvm::sys::fs::remove_directories(folder)); }

  llvm::SmallString<128> folder;
  std::string path;
};

std::string assembleError(const FakeTool &ptxas, unsigned timeout = 60) {
  PtxasOptions options;
  options.target = "sm_90a";
  options.path = ptxas.path;
  options.timeout = timeout;
  llvm::Expected<Cubin> cubin = assemblePTX(".version 8.0", options);
  return cubin ? "" : llvm::toString(cubin.takeError());
}

TEST(Ptxas, WarningsThatMeanOtherCode) {
  EXPECT_EQ(findFatalWarning("ptxas info : Used 8 registers\n"), "");
  EXPECT_EQ(findFatalWarning("a\nptxas info : (C7508) Potential\nb"),
            "ptxas info : (C7508) Potential");
  EXPECT_EQ(findFatalWarning("(C7510) x"), "(C7510) x");
  EXPECT_EQ(findFatalWarning("(C7517) x"), "(C7517) x");
  EXPECT_EQ(findFatalWarning("(C7509) x\n(C7518) y"), "");
}

TEST(Ptxas, ArgumentsAreNoShellText) {
  // The fourth argument is the output's path; the target is passed as it is.
  FakeTool ptxas("ptxas", "printf '%s' \"$1\" >\"$4\"; echo said");
  PtxasOptions options;
  options.target = "sm_90a; exit 1 $(false)";
  options.path = ptxas.path;
  llvm::Expected<Cubin> cubin = assemblePTX("", options);
  ASSERT_TRUE(static_cast<bool>(cubin)) << llvm::toString(cubin.takeError());
  EXPECT_EQ(cubin->image, "--gpu-name=sm_90a; exit 1 $(false)");
  EXPECT_EQ(cubin->log, "said\n");
}

TEST(Ptxas, FailureHasItsWordsAndNoPath) {
  FakeTool ptxas("ptxas",
                 "for file; do :; done; echo \"$file, line 3; error\"; "
                 "exit 255");
  EXPECT_EQ(assembleError(ptxas),
            "(E02) ptxas failed (exit status 255): kernel.ptx, line 3; error");
}

TEST(Ptxas, FatalWarningIsAnError) {
  FakeTool ptxas("ptxas", "echo '(C7508) setmaxnreg ignored'");
  EXPECT_EQ(assembleError(ptxas),
            "(E03) ptxas does not do what the code asks for: "
            "(C7508) setmaxnreg ignored");
}

TEST(Ptxas, TimeLimit) {
  FakeTool ptxas("ptxas", "exec sleep 30");
  std::string error = assembleError(ptxas, 1);
  EXPECT_TRUE(llvm::StringRef(error).starts_with("(E02) ptxas failed ("))
      << error;
}

TEST(Ptxas, NoCubin) {
  FakeTool ptxas("ptxas", "true");
  EXPECT_EQ(assembleError(ptxas),
            "(E02) ptxas succeeded and wrote no cubin; expected "
            "the ptxas of a CUDA toolkit");
}

TEST(Ptxas, ToolThatDoesNotRun) {
  PtxasOptions options;
  options.target = "sm_90a";
  options.path = "/nonexistent/ptxas";
  llvm::Expected<Cubin> cubin = assemblePTX("", options);
  ASSERT_FALSE(static_cast<bool>(cubin));
  std::string error = llvm::toString(cubin.takeError());
  EXPECT_TRUE(llvm::StringRef(error).starts_with("(E02) ptxas failed ("))
      << error;
}

TEST(FindCudaTool, CudaHomeComesFirst) {
  FakeTool tool("bin", "");
  EXPECT_FALSE(llvm::sys::fs::remove(tool.path));
  EXPECT_FALSE(llvm::sys::fs::create_directory(tool.path));
  std::string fake = tool.path + "/no-such-cuda-tool";
  EXPECT_FALSE(findCudaTool("no-such-cuda-tool"));
  std::error_code error;
  {
    llvm::raw_fd_ostream file(fake, error);
  }
  EXPECT_FALSE(llvm::sys::fs::setPermissions(fake, llvm::sys::fs::all_all));
  ::setenv("CUDA_HOME", tool.folder.c_str(), 1);
  EXPECT_EQ(findCudaTool("no-such-cuda-tool"), fake);
  ::unsetenv("CUDA_HOME");
  EXPECT_FALSE(findCudaTool("no-such-cuda-tool"));
}
} // namespace
