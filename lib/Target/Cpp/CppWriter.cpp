// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CppWriter.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tilery::cpp;

void CppWriter::line(const Twine &content) {
  std::string words = content.str();
  if (!words.empty())
    text.append(indentation, ' ').append(words);
  text += '\n';
}

void CppWriter::separate() {
  if (!StringRef(text).ends_with("{\n"))
    line();
}

void CppWriter::comment(const Twine &content, StringRef marker) {
  std::string all = content.str();
  SmallVector<StringRef> paragraphs;
  StringRef(all).split(paragraphs, '\n');
  for (StringRef paragraph : paragraphs) {
    // A paragraph that is indented goes on as far in.
    size_t inner = std::min(paragraph.find_first_not_of(' '), paragraph.size());
    std::string start = marker.str() + std::string(inner, ' ');
    std::string current;
    for (StringRef word : split(paragraph.trim(), ' ')) {
      if (!current.empty() &&
          indentation + start.size() + current.size() + 1 + word.size() >
              width) {
        line(start + current);
        current.clear();
      }
      current += (current.empty() ? "" : " ") + word.str();
    }
    line(StringRef(start + current).rtrim());
  }
}

void CppWriter::section(const Twine &title) {
  std::string bar = "//===" + std::string(width - 10, '-') + "===//";
  line();
  line(bar);
  line("// " + title);
  line(bar);
  line();
}

void CppWriter::list(const Twine &before, ArrayRef<std::string> items,
                     const Twine &after) {
  std::string head = before.str(), tail = after.str();
  std::string whole = head + join(items, ", ") + tail;
  if (indentation + whole.size() <= width)
    return line(whole);
  size_t longest = 0;
  for (const std::string &item : items)
    longest = std::max(longest, item.size());
  size_t column = head.size();
  std::string current = head;
  if (column > 0 && indentation + column + longest + tail.size() > width) {
    line(head);
    column = 4;
    current = std::string(column, ' ');
  }
  for (size_t i = 0; i < items.size(); ++i) {
    std::string item = items[i] + (i + 1 < items.size() ? "," : tail);
    bool first = current.size() == column;
    if (!first && indentation + current.size() + 1 + item.size() > width) {
      line(current);
      current = std::string(column, ' ');
      first = true;
    }
    current += (first ? "" : " ") + item;
  }
  line(current);
}

void CppWriter::assign(const Twine &target, const Twine &callee,
                       ArrayRef<std::string> items, const Twine &after) {
  std::string left = (target + " = ").str(), head = callee.str();
  size_t size = head.size() + join(items, ", ").size() + after.str().size();
  if (indentation + left.size() + size <= width)
    return list(left + head, items, after);
  line(StringRef(left).rtrim());
  indent();
  indent();
  list(head, items, after);
  dedent();
  dedent();
}

void CppWriter::remarked(ArrayRef<std::pair<std::string, std::string>> lines) {
  for (size_t i = 0; i < lines.size(); ++i) {
    auto [code, remark] = lines[i];
    if (remark.empty()) {
      line(code);
      continue;
    }
    size_t column = 0;
    auto widen = [&](size_t index, size_t step) {
      for (; index < lines.size() && !lines[index].second.empty();
           index += step)
        column = std::max(column, lines[index].first.size());
    };
    widen(i, 1);
    widen(i, size_t(-1));
    line(Twine(code) + std::string(column - code.size(), ' ') + " // " +
         remark);
  }
}

void CppWriter::table(const Twine &declaration, ArrayRef<Field> fields) {
  line(declaration + " = {");
  std::vector<std::pair<std::string, std::string>> lines;
  for (const Field &field : fields) {
    std::string name = field.name.empty() ? "" : "/*" + field.name + "=*/";
    lines.push_back({"    " + name + field.value + ",", field.remark});
  }
  remarked(lines);
  line("};");
}

void CppWriter::bytes(const Twine &declaration, StringRef data) {
  constexpr size_t bytesInLine = 12;
  line(declaration + " = {");
  // Of 12 characters for 2 digits, by hand: a cubin has ten thousands of them.
  static const char digits[] = "0123456789abcdef";
  for (size_t start = 0; start < data.size(); start += bytesInLine) {
    text += "   ";
    for (unsigned char byte : data.substr(start, bytesInLine)) {
      text += " 0x";
      text += digits[byte >> 4];
      text += digits[byte & 15];
      text += ',';
    }
    text += '\n';
  }
  line("};");
}

static std::string escape(unsigned char c, bool afterQuestion) {
  auto character = static_cast<char>(c);
  if (c == '"' || c == '\\')
    return {'\\', character};
  if (c == '\n')
    return "\\n";
  // "??" begins a trigraph of C and of older C++.
  if (c == '?' && afterQuestion)
    return "\\?";
  if (c >= 32 && c <= 126)
    return {character};
  // Three octal digits: no digit behind them is taken for one of theirs.
  return {'\\', static_cast<char>('0' + (c >> 6)),
          static_cast<char>('0' + ((c >> 3) & 7)),
          static_cast<char>('0' + (c & 7))};
}

std::vector<std::string> tilery::cpp::quote(StringRef text, size_t limit) {
  std::vector<std::string> pieces;
  std::string piece;
  size_t lastBlank = 0;
  char last = 0;
  for (char c : text) {
    std::string escaped = escape(static_cast<unsigned char>(c), last == '?');
    if (piece.size() + escaped.size() + 2 > limit) {
      size_t end = lastBlank ? lastBlank : piece.size();
      pieces.push_back('"' + piece.substr(0, end) + '"');
      piece.erase(0, end);
      lastBlank = 0;
    }
    piece += escaped;
    if (c == ' ')
      lastBlank = piece.size();
    last = c;
  }
  pieces.push_back('"' + piece + '"');
  return pieces;
}
