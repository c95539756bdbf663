// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Launcher/Source.h"

#include <set>
#include <string_view>

namespace tilery {

namespace {

struct Text {
  std::string_view name, text;
};

// Raw string literals written by EmbedTexts.cmake.
constexpr Text kPublicHeaders[] = {
#include "PublicHeaders.inc"
};
constexpr Text kInnerHeaders[] = {
#include "InnerHeaders.inc"
};
constexpr Text kSources[] = {
#include "Sources.inc"
};

constexpr std::string_view kBanner =
    R"(// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime of Tilery's launchers in one file. It opens the CUDA driver at
// its first launch, and needs neither a CUDA toolkit nor a C++ library:
//
//   c++ -std=c++17 -O2 -fPIC -fno-exceptions -fno-rtti -c tilery_runtime.cpp
//
// Link it once into a program or library that contains launchers. Nothing in it
// is visible outside.

)";

bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool endsWith(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() &&
         text.substr(text.size() - suffix.size()) == suffix;
}

/// Takes the first line, without its end, off the text.
std::string_view takeLine(std::string_view &text) {
  size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// Joins sources into one: headers once, in the place of their first inclusion,
/// and of the conditionals on TILERY_STANDALONE the half that holds.
class Joiner {
public:
  explicit Joiner(bool inlineHeaders) : inlineHeaders(inlineHeaders) {}

  void add(const Text &file);
  std::string finish() const;

private:
  enum class Condition { Other, Guard, Kept, Left };

  void addLine(std::string_view line);
  /// True where the line was part of a conditional that is not printed.
  bool takeConditional(std::string_view line);
  void include(std::string_view name);
  bool isLeftOut() const;
  void print(std::string_view line);

  bool inlineHeaders;
  std::set<std::string_view> seen;
  std::set<std::string_view> systemHeaders;
  std::set<std::string_view> publicHeaders;
  std::vector<Condition> conditions;
  std::string body;
};

void Joiner::print(std::string_view line) {
  // Never two empty lines in a row.
  if (line.empty() && (body.empty() || endsWith(body, "\n\n")))
    return;
  body += line;
  body += '\n';
}

bool Joiner::isLeftOut() const {
  for (Condition condition : conditions)
    if (condition == Condition::Left)
      return true;
  return false;
}

bool Joiner::takeConditional(std::string_view line) {
  if (startsWith(line, "#if")) {
    bool isNegated = startsWith(line, "#ifndef");
    if (endsWith(line, " TILERY_STANDALONE"))
      conditions.push_back(isNegated ? Condition::Left : Condition::Kept);
    else if (isNegated && startsWith(line, "#ifndef TILERY_") &&
             endsWith(line, "_H"))
      conditions.push_back(Condition::Guard);
    else
      conditions.push_back(Condition::Other);
    return conditions.back() != Condition::Other;
  }
  if (startsWith(line, "#define TILERY_") && endsWith(line, "_H"))
    return true;
  if (conditions.empty())
    return false;
  Condition &last = conditions.back();
  if (line == "#else" && last != Condition::Other) {
    last = last == Condition::Kept ? Condition::Left : Condition::Kept;
    return true;
  }
  if (startsWith(line, "#endif")) {
    bool isPrinted = last == Condition::Other;
    conditions.pop_back();
    return !isPrinted;
  }
  return false;
}

void Joiner::addLine(std::string_view line) {
  if (takeConditional(line) || isLeftOut())
    return;
  if (startsWith(line, "#include <")) {
    systemHeaders.insert(line);
    return;
  }
  constexpr std::string_view kInclude = "#include \"";
  if (startsWith(line, kInclude)) {
    line.remove_prefix(kInclude.size());
    include(line.substr(0, line.find('"')));
    return;
  }
  print(line);
}

void Joiner::include(std::string_view name) {
  for (const Text &header : kPublicHeaders) {
    if (header.name != name)
      continue;
    publicHeaders.insert(name);
    if (inlineHeaders)
      add(header);
    return;
  }
  for (const Text &header : kInnerHeaders)
    if (header.name == name)
      add(header);
}

void Joiner::add(const Text &file) {
  // A table is there to be included several times.
  if (!endsWith(file.name, ".def") && !seen.insert(file.name).second)
    return;
  std::string_view text = file.text;
  // The two lines of the license, and what separates them from a comment.
  takeLine(text);
  takeLine(text);
  if (startsWith(text, "//\n"))
    takeLine(text);
  while (!text.empty())
    addLine(takeLine(text));
}

std::string Joiner::finish() const {
  std::string result(kBanner);
  for (std::string_view line : systemHeaders)
    result.append(line).append("\n");
  result += "\n#pragma GCC visibility push(hidden)\n\n";
  if (!inlineHeaders) {
    for (std::string_view name : publicHeaders)
      result.append("#include \"").append(name).append("\"\n");
    result += '\n';
  }
  return result + body + "\n#pragma GCC visibility pop\n";
}

} // namespace

std::string launcherRuntimeSource(bool inlineHeaders) {
  Joiner joiner(inlineHeaders);
  for (const Text &source : kSources)
    joiner.add(source);
  return joiner.finish();
}

std::vector<SourceFile> launcherHeaders() {
  std::vector<SourceFile> result;
  for (const Text &header : kPublicHeaders)
    result.push_back({std::string(header.name), std::string(header.text)});
  return result;
}

} // namespace tilery
