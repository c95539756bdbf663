// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_TARGET_CPP_NAMESCOPE_H
#define TILERY_LIB_TARGET_CPP_NAMESCOPE_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace tilery {
namespace cpp {

/// Hands out identifiers, each once. One scope serves a whole file, so that
/// nothing in it hides anything.
class NameScope {
public:
  void reserve(llvm::StringRef name) { taken.insert(name); }

  /// `wanted`, with a number behind it where that is taken: in_map, in_map2.
  /// What C++ does not take in a name, and a kernel's may have, becomes an
  /// underscore.
  std::string make(llvm::StringRef wanted) {
    std::string base = wanted.str();
    if (llvm::isDigit(base.front()))
      base.insert(0, "_");
    for (char &c : base)
      c = llvm::isAlnum(c) ? c : '_';
    std::string name = base;
    for (unsigned number = 2; !taken.insert(name).second; ++number)
      name = base + (llvm::isDigit(base.back()) ? "_" : "") +
             std::to_string(number);
    return name;
  }

private:
  llvm::StringSet<> taken;
};

} // namespace cpp
} // namespace tilery

#endif // TILERY_LIB_TARGET_CPP_NAMESCOPE_H
