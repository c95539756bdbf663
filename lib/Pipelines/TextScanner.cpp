// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TextScanner.h"

#include "tilery/Pipelines/LoadModule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tilery;

static bool isWordCharacter(char c) {
  return isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '?';
}

LogicalResult TextScanner::scan(std::string &error) {
  while (position < text.size()) {
    if (succeeded(step()))
      continue;
    error = ("line " + Twine(line) + ": " + reason).str();
    return failure();
  }
  return success();
}

LogicalResult TextScanner::fail(const Twine &why) {
  reason = why.str();
  return failure();
}

LogicalResult TextScanner::step() {
  char c = text[position];
  char next = position + 1 < text.size() ? text[position + 1] : '\0';
  if (isSpace(c)) {
    line += c == '\n';
    startsLine |= c == '\n';
    ++position;
    return success();
  }
  if (c == '/' && next == '/') {
    position = std::min(text.find('\n', position), text.size());
    return success();
  }
  if (startsLine)
    startLine(c);
  if (c == '"') {
    skipString();
    last = '"';
    lastWord = {};
    return addWords(1);
  }
  if ((c == '#' || c == '!') && isWordCharacter(next))
    return scanAlias();
  if (isWordCharacter(c))
    return scanWord();
  return scanSymbol(c, next);
}

void TextScanner::startLine(char c) {
  startsLine = false;
  // The definition of an alias goes on after what asks for more ('-' stands for
  // an arrow), and else ends before an op, which starts with its name or with
  // what it returns.
  if (depth == 0 && !StringRef("=:,-").contains(last) &&
      (isAlpha(c) || c == '"' || c == '%'))
    defined = {};
}

void TextScanner::skipString() {
  for (++position; position < text.size(); ++position) {
    char c = text[position];
    if (c == '\\')
      ++position;
    else if (c == '"' || c == '\n')
      break; // a string ends with its line; the parser reports it
  }
  position += position < text.size() && text[position] == '"';
}

void TextScanner::skipSpace() {
  while (position < text.size() && isSpace(text[position])) {
    line += text[position] == '\n';
    ++position;
  }
}

StringRef TextScanner::takeWord() {
  size_t begin = position;
  while (position < text.size() && isWordCharacter(text[position]))
    ++position;
  return text.slice(begin, position);
}

LogicalResult TextScanner::scanWord() {
  char before = position > 0 ? text[position - 1] : '\0';
  StringRef word = takeWord();
  if (word.size() > maxWord)
    return fail("(I04) a name or a number has more than " + Twine(maxWord) +
                " characters");
  // 'affine_map<() -> (a floordiv (0 - 1))>' divides the least integer by -1
  // in MLIR's simplification.
  bool divides = word == "floordiv" || word == "ceildiv" || word == "mod";
  if (divides && before != '@' && before != '%' && before != '^') {
    skipSpace();
    char c = position < text.size() ? text[position] : '\0';
    if (c == '(' || c == '-')
      return fail("(I04) expected a number or a name after '" + word +
                  "', got an expression");
  }
  // '4x?xf32', and the 'x4x' of '[4]x4x[4]'.
  if (isDigit(word.front()) || word.front() == '?' ||
      (before == ']' && word.front() == 'x')) {
    dims += count(word, 'x');
    if (dims > maxRank)
      return fail("(I04) a shape has more than " + Twine(maxRank) +
                  " dimensions");
  }
  lastWord = word;
  last = word.back();
  return addWords(1);
}

LogicalResult TextScanner::scanAlias() {
  size_t begin = position++;
  (void)takeWord();
  StringRef name = text.slice(begin, position);
  lastWord = {};
  last = name.back();
  if (name.size() > maxWord)
    return fail("(I04) a name has more than " + Twine(maxWord) + " characters");
  if (name.contains('.'))
    return addWords(1); // of a dialect
  StringRef rest = text.drop_front(position).ltrim(" \t\r\n");
  bool defines = depth == 0 && rest.starts_with("=") && !rest.starts_with("==");
  if (!defines)
    return useAlias(name);
  defined = name;
  current = Alias();
  aliases[defined] = current;
  return success();
}

LogicalResult TextScanner::useAlias(StringRef name) {
  auto found = aliases.find(name);
  if (found == aliases.end())
    return addWords(1);
  // A copy, as an alias that refers to itself changes while it is added.
  Alias used = found->second;
  if (failed(checkDepth(used.depth)))
    return failure();
  return addWords(used.words);
}

LogicalResult TextScanner::addWords(size_t count) {
  if (defined.empty())
    return success();
  current.words += count;
  aliases[defined] = current;
  if (current.words <= maxAliasWords)
    return success();
  return fail("(I04) alias '" + defined + "' stands for more than " +
              Twine(maxAliasWords) + " words");
}

LogicalResult TextScanner::checkDepth(unsigned inner) {
  if (!defined.empty())
    current.depth = std::max(current.depth, depth + inner);
  if (depth + inner <= maxNesting)
    return success();
  return fail("(I04) brackets are nested more than " + Twine(maxNesting) +
              " deep" + (inner ? ", with aliases written out" : ""));
}

/// 'array<index: 1>' has elements of no width, which MLIR asks for.
LogicalResult TextScanner::checkArrayElement() {
  skipSpace();
  StringRef rest = text.drop_front(position);
  StringRef word = rest.take_while(isWordCharacter);
  if (word != "index" && !rest.starts_with("!") && !rest.starts_with("//"))
    return success();
  return fail("(I04) expected an integer or float type after 'array<', got '" +
              (word.empty() ? rest.take_front(1) : word) + "'; write i64");
}

LogicalResult TextScanner::scanOpening(char c) {
  StringRef word = lastWord;
  lastWord = {};
  operators = 0;
  if (c != '[')
    dims = 0; // '[' is within the shape of a scalable vector
  ++depth;
  if (failed(checkDepth(0)))
    return failure();
  if (c == '<' && word == "array")
    return checkArrayElement();
  if (c == '{' && text.drop_front(position).starts_with("-#"))
    return fail("(I05) not yet implemented: resources; write the elements of a "
                "constant as dense<[...]>");
  return success();
}

LogicalResult TextScanner::scanSymbol(char c, char next) {
  last = c;
  // An arrow and the comparisons of integer sets are no brackets.
  if ((c == '-' && next == '>') ||
      ((c == '<' || c == '>' || c == '=') && next == '=')) {
    last = c;
    lastWord = {};
    position += 2;
    return success();
  }
  ++position;
  switch (c) {
  case '(':
  case '[':
  case '{':
  case '<':
    return scanOpening(c);
  case ')':
  case ']':
  case '}':
  case '>':
    depth -= depth > 0;
    break;
  case ',':
    dims = 0;
    operators = 0;
    break;
  case '=':
  case ':':
    operators = 0;
    break;
  case '+':
  case '-':
  case '*':
    if (++operators > maxOperators)
      return fail("(I04) an expression has more than " + Twine(maxOperators) +
                  " operators");
    break;
  default:
    break;
  }
  lastWord = {};
  return success();
}
