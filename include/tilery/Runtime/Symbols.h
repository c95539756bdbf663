// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that launchers call, by name, for whoever links launchers in
// process: the tools export no symbols.

#ifndef TILERY_RUNTIME_SYMBOLS_H
#define TILERY_RUNTIME_SYMBOLS_H

#include <cstddef>

namespace tilery {
namespace runtime {

struct Symbol {
  const char *name; ///< "tilery_rt_begin"
  void *address;
};

/// All tilery_rt_* functions of Abi.h.
struct SymbolList {
  const Symbol *first;
  size_t count;
  const Symbol *begin() const { return first; }
  const Symbol *end() const { return first + count; }
};
SymbolList launcherSymbols();

} // namespace runtime
} // namespace tilery

#endif // TILERY_RUNTIME_SYMBOLS_H
