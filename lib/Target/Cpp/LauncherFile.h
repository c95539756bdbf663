// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of NAME.cpp know of a launcher, and how they call things.

#ifndef TILERY_LIB_TARGET_CPP_LAUNCHERFILE_H
#define TILERY_LIB_TARGET_CPP_LAUNCHERFILE_H

#include "CppWriter.h"
#include "NameScope.h"

#include "tilery/Conversion/LaunchToLLVM/CInterface.h"
#include "tilery/Conversion/LaunchToLLVM/LauncherTables.h"
#include "tilery/Target/Cpp/LauncherCpp.h"

#include "llvm/ADT/MapVector.h"

namespace tilery {
namespace cpp {

/// A table or a variable of an argument.
struct ArgumentNames {
  std::string index; ///< arg_in: its number
  std::string spec;  ///< in_spec
};

/// A TileryKernelSpec: of all launches whose operands are the same.
struct KernelTable {
  launch::BinaryOp binary;
  std::vector<TileryOperand> operands;
  std::string spec;  ///< add_one_spec
  std::string cache; ///< that of the first spec of the kernel
  std::string images, params;
  std::vector<std::string> imageNames; ///< add_one_sm_90a, one an image
  bool isFirst;                        ///< of its kernel
};

/// A launch.kernel.
struct LaunchNames {
  unsigned kernel; ///< index into LauncherFile::kernels
  llvm::SmallVector<mlir::Value> views;
  std::string options; ///< empty where there are none
  std::string config, params;
};

/// A launch.encode_map.
struct MapNames {
  std::string spec; ///< in_map_spec
  std::string map;  ///< in_map
};

class LauncherFile {
public:
  /// Fails, with an error, where the launcher has no such form.
  static mlir::FailureOr<LauncherFile>
  create(launch::FuncOp function, const LauncherCppOptions &options);

  launch::FuncOp function;
  LauncherCppOptions options;
  launch::CInterface interface;
  launch::FunctionTable table;

  NameScope names;
  std::vector<ArgumentNames> arguments;
  std::vector<KernelTable> kernels;
  llvm::MapVector<mlir::Operation *, LaunchNames> launches;
  llvm::MapVector<mlir::Operation *, MapNames> maps;
  /// The views of the launcher, in order.
  llvm::MapVector<mlir::Value, std::string> views;

  // What every file has.
  std::string launch, call, functionSpec, argumentNames, symbolNames, symbols,
      kinds, makeTensor, args;

  /// The name of a parameter of the C interface.
  const std::string &getParameterName(int64_t parameter) const {
    return interface.parameters[parameter].name;
  }
  launch::CArgument &getArgument(unsigned index) {
    return interface.arguments[index];
  }
  bool isTensor(unsigned index) const {
    return mlir::isa<mlir::MemRefType>(interface.arguments[index].type);
  }
  bool isMap(unsigned index) const {
    return mlir::isa<tile::TensorMapType>(interface.arguments[index].type);
  }
  bool hasMaps() const;
  /// "float32[m, 32], row-major, 16-byte aligned".
  std::string describeTensor(unsigned index) const;
  /// "read", "written", "read and written", "not touched".
  std::string describeAccess(unsigned index) const;

private:
  void nameTables();
  unsigned findKernel(launch::KernelOp launch,
                      llvm::ArrayRef<mlir::Value> views);
};

/// NAME.h.
std::string printHeader(LauncherFile &file);
/// NAME.cpp.
mlir::FailureOr<std::string> printSource(LauncherFile &file);

/// Fails, with an error, where the launcher computes what NAME.cpp cannot.
mlir::LogicalResult verifyPrintable(launch::FuncOp function);

// Parts of NAME.cpp.
void declareDeviceCode(LauncherFile &file, CppWriter &writer);
void printDeviceCode(LauncherFile &file, CppWriter &writer);
mlir::LogicalResult printArgumentTables(LauncherFile &file, CppWriter &writer);
void printMapTables(LauncherFile &file, CppWriter &writer);
mlir::LogicalResult printKernelTables(LauncherFile &file, CppWriter &writer);
void printEntries(LauncherFile &file, CppWriter &writer);

class Helpers;
void printLaunch(LauncherFile &file, Helpers &helpers, CppWriter &writer);

/// The comparisons of the numbers in the tables with cuda.h's.
void printCudaChecks(LauncherFile &file, CppWriter &writer);

/// The parameters of a function of the C interface, stream, message and
/// capacity included. `tensors` are written by `printTensor`.
std::vector<std::string> listParameters(
    LauncherFile &file,
    llvm::function_ref<std::string(const launch::CArgument &)> printTensor);
/// Of NAME_launch itself.
std::vector<std::string> listPlainParameters(LauncherFile &file);
/// The C type of a parameter, without or with cuda.h.
std::string getParameterType(const LauncherFile &file,
                             const launch::CParameter &parameter);
/// "{TILERY_TYPE_FLOAT, 32, 1}".
std::string printDataType(TileryDataType type);

} // namespace cpp
} // namespace tilery

#endif // TILERY_LIB_TARGET_CPP_LAUNCHERFILE_H
