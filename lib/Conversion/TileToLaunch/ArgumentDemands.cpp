// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ArgumentDemands.h"

#include "tilery/Dialect/Tile/IR/Divisors.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

#include <numeric>

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

namespace {
/// An argument of the launcher that a launch passes to an argument of a kernel.
struct Passed {
  /// Number of the launch in the launcher: symbols of a kernel are bound anew
  /// by each.
  unsigned launch;
  unsigned launcherArgument;
  tile::KernelOp kernel;
  unsigned kernelArgument;
};

/// A dimension of an argument of the launcher.
using Dim = std::pair<unsigned, unsigned>;
} // namespace

static SmallVector<Passed> collectPassed(FuncOp function,
                                         SymbolTable &symbols) {
  SmallVector<Passed> result;
  unsigned number = 0;
  function.walk([&](KernelOp launch) {
    ++number;
    auto kernel = symbols.lookup<tile::KernelOp>(launch.getCallee());
    if (!kernel || kernel.getNumArguments() != launch.getArgs().size())
      return;
    for (auto [i, value] : llvm::enumerate(launch.getArgs())) {
      while (auto cast = value.getDefiningOp<memref::CastOp>())
        value = cast.getSource();
      auto argument = dyn_cast<BlockArgument>(value);
      if (argument && argument.getOwner() == &function.getBody().front())
        result.push_back({number, argument.getArgNumber(), kernel,
                          static_cast<unsigned>(i)});
    }
  });
  return result;
}

/// Bulk copies fault at addresses off the 16-byte grid (PTX ISA,
/// cp.async.bulk). Where a kernel copies at a multiple of 16 bytes from the
/// start of an argument, that start has to be on the grid.
static int64_t getCopyAlignment(tile::KernelOp kernel, unsigned argument) {
  constexpr uint64_t grid = 16;
  Value buffer = kernel.getArgument(argument);
  auto isOnGrid = [&](Value global) {
    tile::GlobalStart start = tile::getGlobalStart(global);
    return start.root == buffer && start.bytes % grid == 0 &&
           start.divisor % grid == 0;
  };
  bool isCopied = false;
  kernel.walk([&](tile::TileAsyncOp op) {
    isCopied |= llvm::any_of(op.getGlobalReads(), isOnGrid) ||
                llvm::any_of(op.getGlobalWrites(), isOnGrid);
  });
  return isCopied ? grid : 1;
}

static void inheritAlignment(FuncOp function, Passed passed) {
  if (!isa<MemRefType>(function.getArgumentTypes()[passed.launcherArgument]))
    return;
  StringRef name = tile::TileDialect::getAlignAttrName();
  auto get = [&](FunctionOpInterface op, unsigned argument) -> int64_t {
    auto attr = op.getArgAttrOfType<IntegerAttr>(argument, name);
    return attr ? attr.getInt() : 1;
  };
  int64_t demanded =
      std::max(get(passed.kernel, passed.kernelArgument),
               getCopyAlignment(passed.kernel, passed.kernelArgument));
  if (demanded > get(function, passed.launcherArgument))
    function.setArgAttr(
        passed.launcherArgument, name,
        Builder(function.getContext()).getI64IntegerAttr(demanded));
}

/// The least common multiple of two divisors, or the greater one where it does
/// not fit: no extent is a multiple of it anyway.
static int64_t joinDivisors(Attribute lhs, Attribute rhs) {
  auto get = [](Attribute attr) -> int64_t {
    return cast<IntegerAttr>(attr).getValue().getLimitedValue(INT64_MAX);
  };
  int64_t a = get(lhs), b = get(rhs), result;
  if (__builtin_mul_overflow(a / std::gcd(a, b), b, &result))
    return std::max(a, b);
  return result;
}

static void inheritDivisors(FuncOp function, Passed passed) {
  StringRef name = tile::TileDialect::getDivisibleAttrName();
  Attribute demanded = passed.kernel.getArgAttr(passed.kernelArgument, name);
  if (!demanded)
    return;
  Attribute own = function.getArgAttr(passed.launcherArgument, name);
  Builder builder(function.getContext());
  auto demandedList = dyn_cast<ArrayAttr>(demanded);
  auto ownList = dyn_cast_if_present<ArrayAttr>(own);
  if (demandedList && ownList && demandedList.size() == ownList.size()) {
    SmallVector<int64_t> joined;
    for (auto [a, b] : llvm::zip(demandedList, ownList))
      joined.push_back(joinDivisors(a, b));
    demanded = builder.getI64ArrayAttr(joined);
  } else if (isa<IntegerAttr>(demanded) && isa_and_nonnull<IntegerAttr>(own)) {
    demanded = builder.getI64IntegerAttr(joinDivisors(demanded, own));
  }
  function.setArgAttr(passed.launcherArgument, name, demanded);
}

static ArrayAttr getDims(FunctionOpInterface function, unsigned argument) {
  return function.getArgAttrOfType<ArrayAttr>(
      argument, tile::TileDialect::getDimsAttrName());
}

namespace {
/// Which dimensions of the launcher's arguments are one size. The launcher's
/// own symbols say it, and so do the symbols of each kernel, which are names of
/// one launch alone.
class DimClasses {
public:
  explicit DimClasses(FuncOp function);
  void add(ArrayRef<Passed> passed);
  /// Writes the classes back as tile.dims.
  void apply();

private:
  void join(llvm::StringMap<Dim> &firstOf, StringRef scope, ArrayAttr names,
            unsigned argument);

  FuncOp function;
  llvm::EquivalenceClasses<Dim> classes;
  /// Names that a class may get, the launcher's own before those of kernels.
  llvm::SetVector<std::pair<Dim, StringRef>> names;
};
} // namespace

void DimClasses::join(llvm::StringMap<Dim> &firstOf, StringRef scope,
                      ArrayAttr dims, unsigned argument) {
  auto memref = dyn_cast<MemRefType>(function.getArgumentTypes()[argument]);
  if (!dims || !memref || int64_t(dims.size()) != memref.getRank())
    return;
  for (auto [i, name] : llvm::enumerate(dims.getAsRange<StringAttr>())) {
    if (name.empty())
      continue;
    Dim dim(argument, i);
    classes.insert(dim);
    names.insert({dim, name.getValue()});
    auto [it, isNew] =
        firstOf.try_emplace((scope + "\n" + name.getValue()).str(), dim);
    if (!isNew)
      classes.unionSets(it->second, dim);
  }
}

DimClasses::DimClasses(FuncOp function) : function(function) {
  llvm::StringMap<Dim> firstOf;
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    join(firstOf, "", getDims(function, i), i);
}

void DimClasses::add(ArrayRef<Passed> passed) {
  llvm::StringMap<Dim> firstOf;
  for (Passed entry : passed)
    join(firstOf, std::to_string(entry.launch),
         getDims(entry.kernel, entry.kernelArgument), entry.launcherArgument);
}

void DimClasses::apply() {
  // One name a class and one class a name: a name of a second class is
  // numbered.
  std::map<Dim, std::string> nameOf;
  llvm::StringSet<> taken;
  for (auto [dim, name] : names) {
    std::string &chosen = nameOf[classes.getLeaderValue(dim)];
    if (!chosen.empty())
      continue;
    chosen = name.str();
    for (unsigned i = 1; !taken.insert(chosen).second; ++i)
      chosen = (name + "_" + Twine(i)).str();
  }
  Builder builder(function.getContext());
  for (auto [argument, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref)
      continue;
    SmallVector<StringRef> dims(memref.getRank());
    bool any = false;
    for (auto [i, name] : llvm::enumerate(dims)) {
      Dim dim(argument, i);
      if (!classes.contains(dim))
        continue;
      name = nameOf[classes.getLeaderValue(dim)];
      any = true;
    }
    if (any)
      function.setArgAttr(argument, tile::TileDialect::getDimsAttrName(),
                          builder.getStrArrayAttr(dims));
  }
}

void tilery::launch::inheritDemands(FuncOp function, SymbolTable &symbols) {
  SmallVector<Passed> passed = collectPassed(function, symbols);
  DimClasses classes(function);
  classes.add(passed);
  classes.apply();
  for (Passed entry : passed) {
    inheritAlignment(function, entry);
    inheritDivisors(function, entry);
  }
}
