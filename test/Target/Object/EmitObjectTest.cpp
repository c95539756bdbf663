// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Target/Object/EmitObject.h"
#include "tilery/Conversion/LaunchToLLVM/LaunchToLLVM.h"
#include "tilery/Pipelines/Compile.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"

#include <gtest/gtest.h>
#include <set>

using namespace tilery;

namespace {
/// The float rounds to f16, by no function of a compiler's library.
constexpr llvm::StringLiteral source = R"mlir(
  launch.binary @k(memref<?x32xf32, strided<[?, 1]>> read, f16) block [32]
    images [#launch.image<"sm_90a", "ptx\00">]
  launch.func @scale_launch(%x: memref<?x32xf32, strided<[?, 1]>>
                                {tile.dims = ["m", ""]}, %by: f16) {
    launch.check_tensor %x : memref<?x32xf32, strided<[?, 1]>>
    launch.check_scalar %by : f16
    launch.kernel @k grid [1] (%x, %by) : memref<?x32xf32, strided<[?, 1]>>, f16
  }
)mlir";

class EmitObjectTest : public testing::Test {
protected:
  std::string emit(HostArchitecture host, bool tvmFfi = false) {
    auto module =
        mlir::parseSourceString<mlir::ModuleOp>(source, context.get());
    if (!module)
      return "";
    launch::ConvertLaunchToLLVMOptions options;
    options.release = "";
    options.cEntries = true;
    options.tvmFfi = tvmFfi;
    auto passes = mlir::PassManager::on<mlir::ModuleOp>(context.get());
    passes.addPass(launch::createConvertLaunchToLLVM(options));
    if (mlir::failed(passes.run(*module)))
      return "";
    llvm::Expected<std::string> object = emitObject(*module, host);
    if (object)
      return *object;
    ADD_FAILURE() << llvm::toString(object.takeError());
    return "";
  }

  std::unique_ptr<mlir::MLIRContext> context = createContext();
};

/// The names of an object's symbols that are visible to a linker.
struct Symbols {
  explicit Symbols(llvm::StringRef object) {
    auto file = llvm::object::ObjectFile::createObjectFile(
        llvm::MemoryBufferRef(object, "object"));
    if (!file) {
      ADD_FAILURE() << llvm::toString(file.takeError());
      return;
    }
    machine = llvm::cast<llvm::object::ELFObjectFileBase>(**file).getEMachine();
    for (const llvm::object::SymbolRef &symbol : (*file)->symbols()) {
      uint32_t flags = llvm::cantFail(symbol.getFlags());
      std::string name = llvm::cantFail(symbol.getName()).str();
      if (flags & llvm::object::SymbolRef::SF_Undefined)
        undefined.insert(name);
      else if (flags & llvm::object::SymbolRef::SF_Global)
        defined.insert(name);
    }
    undefined.erase("");
  }
  std::set<std::string> defined, undefined;
  uint16_t machine = 0;
};
} // namespace

TEST_F(EmitObjectTest, ExportsTheInterfaceAndNeedsTheRuntime) {
  for (HostArchitecture host :
       {HostArchitecture::X86, HostArchitecture::AArch64}) {
    Symbols symbols(emit(host));
    EXPECT_EQ(symbols.machine, host == HostArchitecture::X86
                                   ? llvm::ELF::EM_X86_64
                                   : llvm::ELF::EM_AARCH64);
    EXPECT_EQ(symbols.defined,
              (std::set<std::string>{"scale_launch", "scale_launch_dlpack"}));
    for (const std::string &name : symbols.undefined)
      EXPECT_TRUE(llvm::StringRef(name).starts_with("tilery_rt_") ||
                  name == "memset" || name == "memcpy")
          << name;
    EXPECT_TRUE(symbols.undefined.count("tilery_rt_call"));
    EXPECT_FALSE(symbols.undefined.count("tilery_rt_call_tvm_ffi"));
  }
}

TEST_F(EmitObjectTest, ExportsToTvmFfi) {
  Symbols symbols(emit(HostArchitecture::X86, /*tvmFfi=*/true));
  EXPECT_TRUE(symbols.defined.count("__tvm_ffi_scale"));
  EXPECT_TRUE(symbols.undefined.count("tilery_rt_call_tvm_ffi"));
}

TEST_F(EmitObjectTest, GivesTheSameBytes) {
  EXPECT_EQ(emit(HostArchitecture::X86), emit(HostArchitecture::X86));
  EXPECT_EQ(emit(HostArchitecture::AArch64), emit(HostArchitecture::AArch64));
}

TEST_F(EmitObjectTest, ArchivesHaveAnIndex) {
  std::string object = emit(HostArchitecture::X86);
  llvm::Expected<std::string> archive =
      makeArchive({{"scale.o", object}, {"other.o", object}});
  ASSERT_TRUE(bool(archive)) << llvm::toString(archive.takeError());
  auto read = llvm::object::Archive::create(
      llvm::MemoryBufferRef(*archive, "libscale.a"));
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  std::set<std::string> names;
  for (const llvm::object::Archive::Symbol &symbol : (*read)->symbols())
    names.insert(symbol.getName().str());
  EXPECT_EQ(names,
            (std::set<std::string>{"scale_launch", "scale_launch_dlpack"}));
}

TEST_F(EmitObjectTest, NamesArchitectures) {
  EXPECT_EQ(parseHostArchitecture("x86_64"), HostArchitecture::X86);
  EXPECT_EQ(parseHostArchitecture("aarch64"), HostArchitecture::AArch64);
  EXPECT_EQ(parseHostArchitecture("arm64"), std::nullopt);
  EXPECT_EQ(getName(HostArchitecture::AArch64), "aarch64");
}
