// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the simulator is told about a kernel, gathered before its ops are
// lowered.

#ifndef TILERY_LIB_CONVERSION_TILETOSIM_KERNELTABLE_H
#define TILERY_LIB_CONVERSION_TILETOSIM_KERNELTABLE_H

#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/MapVector.h"

namespace tilery {
/// Where a buffer, a barrier or a TensorMap comes from: an alloc_shared, an
/// argument of the kernel, or nowhere that can be seen.
struct Provenance {
  tile::AllocSharedOp buffer;
  mlir::BlockArgument argument;
};
Provenance findProvenance(mlir::Value value);

/// What the launches of a kernel tell of its arguments.
class LaunchFacts {
public:
  explicit LaunchFacts(tile::KernelOp kernel);
  /// The name of the tensor behind an argument where all launches agree about
  /// it, else the argument's own.
  std::string getName(unsigned argument) const;
  /// Whether stores through this map argument may spill past the inner edge.
  bool allowsEdgeSpill(unsigned argument) const;
  /// Whether two arguments may be, or be a part of, the same tensor.
  bool mayBeSame(unsigned first, unsigned second) const;

private:
  struct Launch {
    /// Of each argument: the launcher's argument behind it, null if not known.
    llvm::SmallVector<mlir::Value> roots;
    llvm::SmallVector<bool> spills;
    llvm::SmallVector<std::string> names;
  };
  llvm::SmallVector<Launch> launches;
  llvm::SmallVector<std::string> names;
};

/// The tables of one kernel.
class KernelTable {
public:
  /// Reads all of them off the kernel; `checks`: with sites of plain accesses.
  KernelTable(tile::KernelOp kernel, bool checks);

  /// The site of an op of the kernel.
  uint32_t getSite(mlir::Operation *op) const { return siteOf.lookup(op); }
  /// The site of code that no op stands for, such as a loop's end.
  uint32_t addSite(mlir::Location loc, llvm::StringRef what);

  llvm::ArrayRef<int32_t> getBlock() const { return block; }
  llvm::ArrayRef<int32_t> getCluster() const { return cluster; }
  size_t getNumSites() const { return sites.size(); }

  /// As the function attribute.
  mlir::DictionaryAttr getAttr() const;

private:
  uint32_t addSite(mlir::Location loc, llvm::StringRef what,
                   llvm::StringRef operand, int32_t buffer, int32_t param,
                   uint32_t flags);
  void addOp(mlir::Operation *op, const LaunchFacts &launches);
  void addBuffers(tile::KernelOp kernel);
  void addParameters(tile::KernelOp kernel, const LaunchFacts &launches);
  void addFlags(tile::KernelOp kernel, const LaunchFacts &launches);

  mlir::MLIRContext *context;
  std::string name;
  tile::KernelOp kernel;
  llvm::SmallVector<int32_t> block, cluster;
  int64_t shared = 0;
  uint32_t flags = 0;
  llvm::SmallVector<mlir::Attribute> buffers, params;
  llvm::DenseMap<mlir::Operation *, int32_t> bufferOf;
  llvm::SmallVector<int32_t> paramOf;
  /// Sites in their order; equal ones are one.
  llvm::MapVector<mlir::Attribute, uint32_t> sites;
  llvm::DenseMap<mlir::Operation *, uint32_t> siteOf;
};

/// By the name of the lowered function.
using KernelTables =
    llvm::MapVector<mlir::StringAttr, std::unique_ptr<KernelTable>>;
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_TILETOSIM_KERNELTABLE_H
