// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelTable.h"
#include "tilery/Dialect/Launch/IR/LaunchDialect.h"

using namespace mlir;
using namespace tilery;

/// The name of an argument of a launcher, or "".
static std::string getArgumentName(BlockArgument argument) {
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function)
    return "";
  auto name = function.getArgAttrOfType<StringAttr>(
      argument.getArgNumber(), tile::TileDialect::getNameAttrName());
  return name ? name.str() : "";
}

LaunchFacts::LaunchFacts(tile::KernelOp kernel) {
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    names.push_back(kernel.getArgumentName(i));
  auto module = kernel->getParentOfType<ModuleOp>();
  if (!module)
    return;
  module.walk([&](launch::KernelOp op) {
    if (op.getCallee() != kernel.getSymName())
      return;
    Launch &launch = launches.emplace_back();
    for (Value value : op.getArgs()) {
      auto encode = value.getDefiningOp<launch::EncodeMapOp>();
      if (encode)
        value = encode.getSource();
      BlockArgument root;
      if (isa<MemRefType>(value.getType()))
        root = launch::getViewedArgument(value);
      launch.roots.push_back(root);
      launch.names.push_back(root ? getArgumentName(root) : "");
      launch.spills.push_back(encode && encode.getAllowEdgeSpill());
    }
  });
}

std::string LaunchFacts::getName(unsigned argument) const {
  std::string name = names[argument];
  if (launches.empty() || argument >= launches.front().names.size())
    return name;
  StringRef first = launches.front().names[argument];
  bool agree = llvm::all_of(launches, [&](const Launch &launch) {
    return argument < launch.names.size() && launch.names[argument] == first;
  });
  return agree && !first.empty() ? first.str() : name;
}

bool LaunchFacts::allowsEdgeSpill(unsigned argument) const {
  return llvm::any_of(launches, [&](const Launch &launch) {
    return argument < launch.spills.size() && launch.spills[argument];
  });
}

bool LaunchFacts::mayBeSame(unsigned first, unsigned second) const {
  if (first == second || launches.empty())
    return true;
  return llvm::any_of(launches, [&](const Launch &launch) {
    if (first >= launch.roots.size() || second >= launch.roots.size())
      return true;
    Value one = launch.roots[first], other = launch.roots[second];
    return !one || !other || one == other;
  });
}
