// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_TARGET_CPP_CPPWRITER_H
#define TILERY_LIB_TARGET_CPP_CPPWRITER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>
#include <vector>

namespace tilery {
namespace cpp {

/// Collects lines of C++ in LLVM's style, at most 80 columns where there is a
/// place to break.
class CppWriter {
public:
  const std::string &getText() const { return text; }

  /// A line at the present indentation; an empty one without blanks.
  void line(const llvm::Twine &content = "");
  /// A blank line, unless a block has just begun.
  void separate();
  /// Two columns further in, and back.
  void indent() { indentation += 2; }
  void dedent() { indentation -= 2; }

  /// `// ...`, broken between words; each "\n" begins a new line. `marker`
  /// stands before each.
  void comment(const llvm::Twine &content, llvm::StringRef marker = "// ");
  /// A heading of a part of the file, a blank line on both sides.
  void section(const llvm::Twine &title);

  /// `before` + items with commas + `after`: on one line, or the items filled
  /// into lines that are aligned behind `before`, or four columns further in
  /// than it where they would not fit there.
  void list(const llvm::Twine &before, llvm::ArrayRef<std::string> items,
            const llvm::Twine &after);

  /// `target` + " = " + `callee` + items + `after`, likewise; where that is too
  /// long, the call stands on a line of its own.
  void assign(const llvm::Twine &target, const llvm::Twine &callee,
              llvm::ArrayRef<std::string> items, const llvm::Twine &after);

  /// A table: `declaration = {` , one line a field, `};`.
  struct Field {
    /// "dtype"; empty for an element of an array.
    std::string name;
    std::string value;
    /// Behind the line, as a comment; may be empty.
    std::string remark = {};
  };
  void table(const llvm::Twine &declaration, llvm::ArrayRef<Field> fields);

  /// Lines of code with comments behind them, which stand in one column where
  /// lines follow each other.
  void remarked(llvm::ArrayRef<std::pair<std::string, std::string>> lines);

  /// Bytes as an array of numbers.
  void bytes(const llvm::Twine &declaration, llvm::StringRef data);

private:
  static constexpr size_t width = 80;
  std::string text;
  size_t indentation = 0;
};

/// `"..."`, escaped: pieces of at most `limit` columns, which C++ joins.
std::vector<std::string> quote(llvm::StringRef text, size_t limit = 72);

} // namespace cpp
} // namespace tilery

#endif // TILERY_LIB_TARGET_CPP_CPPWRITER_H
