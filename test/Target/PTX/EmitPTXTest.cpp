// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Target/PTX/EmitPTX.h"
#include "TargetMachine.h"
#include "tilery/Pipelines/Compile.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/ErrorHandling.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tilery;

namespace {
const PTXOptions options{"sm_90", 80};

/// The PTX of a module in the LLVM dialect, or its diagnostics.
std::string emit(StringRef source) {
  std::unique_ptr<MLIRContext> context = createContext();
  std::string diagnostics;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    diagnostics += diagnostic.str();
  });
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(source, context.get());
  if (!module)
    return diagnostics;
  FailureOr<DeviceModule> device = DeviceModule::create(*module, options);
  if (failed(device) || failed(device->optimize()))
    return diagnostics;
  FailureOr<std::string> ptx = device->emitPTX();
  return succeeded(ptx) ? *ptx : diagnostics;
}

TEST(EmitPTX, EntryOfEachKernel) {
  std::string ptx =
      emit("llvm.func @a() attributes {nvvm.kernel} { llvm.return }\n"
           "llvm.func @b(%x: i32) attributes {nvvm.kernel} { llvm.return }\n");
  EXPECT_NE(ptx.find(".visible .entry a("), std::string::npos) << ptx;
  EXPECT_NE(ptx.find(".visible .entry b("), std::string::npos) << ptx;
}

// The backend takes this definition for its own function, and drops it.
TEST(EmitPTX, DroppedKernelIsAnError) {
  EXPECT_EQ(
      emit("llvm.func @__nvvm_reflect() attributes {nvvm.kernel} {\n"
           "  llvm.return\n"
           "}\n"),
      "(X01) LLVM wrote no entry for the kernel '__nvvm_reflect'; rename it");
}

void installHandler() {
  std::string error;
  ASSERT_TRUE(createTargetMachine(options, error)) << error;
}

TEST(RunGuarded, FatalErrorIsAFailure) {
  installHandler();
  std::string error;
  EXPECT_TRUE(failed(
      runGuarded([] { llvm::report_fatal_error("no such register"); }, error)));
  EXPECT_EQ(error, "no such register");
  error.clear();
  EXPECT_TRUE(succeeded(runGuarded([] {}, error)));
}

// What else is thrown passes through, and ends the guard all the same: a later
// fatal error outside ends the process as LLVM does it, not by an exception.
TEST(RunGuarded, OtherExceptionsEndTheGuard) {
  installHandler();
  std::string error;
  EXPECT_THROW((void)runGuarded([] { throw 1; }, error), int);
  EXPECT_EXIT(llvm::report_fatal_error("elsewhere", /*gen_crash_diag=*/false),
              testing::ExitedWithCode(1), "");
}
} // namespace
