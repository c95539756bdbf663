// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_TARGET_CPP_LAUNCHPRINTER_H
#define TILERY_LIB_TARGET_CPP_LAUNCHPRINTER_H

#include "Expressions.h"
#include "LauncherFile.h"

#include "tilery/Dialect/Tile/IR/KernelABI.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <map>

namespace tilery {
namespace cpp {

/// Prints the launcher itself: straight-line calls of the runtime, as the
/// lowering to LLVM makes them, and what the launcher computes in between.
class LaunchPrinter {
public:
  LaunchPrinter(LauncherFile &file, Helpers &helpers, CppWriter &writer)
      : file(file), writer(writer), expressions(helpers), helpers(helpers) {}

  void print();

private:
  /// What is read once the arguments are known to be right.
  enum class Read { Pointer, Size, Stride, Scalar };
  /// Of an argument and, for sizes and strides, a dimension.
  using Place = std::tuple<unsigned, Read, int64_t>;
  struct Variable {
    std::string name;
    /// Of a size: some computation wants it so.
    bool isUnsigned = false;
  };

  void printChecks();

  // Arguments: what is used of them is found first, so that each number is
  // read once, in the order of the arguments.
  void collectReads();
  void collectParameters(launch::KernelOp op);
  Variable &addRead(Read kind, unsigned argument, int64_t dim = 0);
  void printReads();
  void printScalar(unsigned index, const std::string &name);

  void printBlock(mlir::Block &block);
  void printCompute(mlir::Operation &op);
  void printVariable(mlir::Value value, const std::string &text, CppType type);
  void printView(mlir::memref::SubViewOp op);
  void printKernel(launch::KernelOp op);
  void printMap(launch::EncodeMapOp op);
  void printLoop(mlir::scf::ForOp op);
  void printIf(mlir::scf::IfOp op);
  /// Assigns what a block yields to the variables of its op's results; those
  /// without a name have no use.
  void printYield(mlir::scf::YieldOp op, llvm::ArrayRef<std::string> names);

  std::string getParameter(const tile::KernelParameter &parameter,
                           mlir::Value argument, launch::KernelOp op);
  std::string printNumber(mlir::OpFoldResult number);
  /// A name for what an op computes.
  std::string makeName(mlir::Operation &op, CppType type);
  /// Signed where nothing that is computed with the value needs more.
  CppType chooseType(mlir::Value value);

  LauncherFile &file;
  CppWriter &writer;
  Expressions expressions;
  Helpers &helpers;
  std::map<Place, Variable> reads;
  /// The place that a size is read from, by the parameter that gives it:
  /// several dimensions may have it.
  std::map<int64_t, Place> placeOf;
};

} // namespace cpp
} // namespace tilery

#endif // TILERY_LIB_TARGET_CPP_LAUNCHPRINTER_H
