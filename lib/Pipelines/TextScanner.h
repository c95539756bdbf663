// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_PIPELINES_TEXTSCANNER_H
#define TILERY_LIB_PIPELINES_TEXTSCANNER_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/LogicalResult.h"
#include <string>

namespace tilery {
/// Looks through MLIR text, outside of strings and comments, for what the
/// parser or a printer dies on: what nests, repeats or multiplies without a
/// limit, and the few constructs that crash MLIR 22. LoadModule.h has the
/// limits. Linear in the text.
class TextScanner {
public:
  explicit TextScanner(llvm::StringRef text) : text(text) {}

  /// Fails with the line and the reason in `error`.
  llvm::LogicalResult scan(std::string &error);

private:
  /// What an alias stands for, with the aliases in it written out.
  struct Alias {
    unsigned depth = 0;
    size_t words = 0;
  };

  llvm::LogicalResult step();
  llvm::LogicalResult scanWord();
  llvm::LogicalResult scanAlias();
  llvm::LogicalResult scanSymbol(char c, char next);
  llvm::LogicalResult scanOpening(char c);
  llvm::LogicalResult useAlias(llvm::StringRef name);
  llvm::LogicalResult addWords(size_t count);
  llvm::LogicalResult checkDepth(unsigned inner);
  llvm::LogicalResult checkArrayElement();
  llvm::LogicalResult fail(const llvm::Twine &reason);
  void skipString();
  void skipSpace();
  void startLine(char c);
  llvm::StringRef takeWord();

  llvm::StringRef text;
  size_t position = 0;
  unsigned line = 1;
  bool startsLine = true;
  unsigned depth = 0;
  unsigned operators = 0;
  unsigned dims = 0;
  /// The word right before the position, else empty.
  llvm::StringRef lastWord;
  /// The last character that is no space.
  char last = '\0';
  llvm::StringMap<Alias> aliases;
  /// The alias that is being defined.
  llvm::StringRef defined;
  Alias current;
  std::string reason;
};
} // namespace tilery

#endif // TILERY_LIB_PIPELINES_TEXTSCANNER_H
