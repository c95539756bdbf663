// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_TARGET_CPP_HELPERS_H
#define TILERY_LIB_TARGET_CPP_HELPERS_H

#include "CppWriter.h"
#include "NameScope.h"

#include <set>

namespace tilery {
namespace cpp {

/// A function template that a file defines where it needs it.
enum class Helper {
  Divide,
  Remainder,
  CeilDivide,
  FloorDivide,
  Maximum,
  Minimum,
  ToInteger,
  BitCast,
  RoundToHalf,
};

/// The helpers and standard headers that a file needs. Names are handed out
/// before anything is printed.
class Helpers {
public:
  explicit Helpers(NameScope &names);

  /// The name, and the note that the file needs it.
  llvm::StringRef use(Helper helper);
  void include(llvm::StringRef header) { headers.insert(header.str()); }

  const std::set<std::string> &getHeaders() const { return headers; }
  bool isEmpty() const { return used.empty(); }
  /// The definitions, in an order in which each finds those that it calls.
  void print(CppWriter &writer) const;

private:
  void require(Helper helper);

  std::set<std::string> headers;
  std::set<Helper> used;
  std::string nameOf[9];
};

} // namespace cpp
} // namespace tilery

#endif // TILERY_LIB_TARGET_CPP_HELPERS_H
