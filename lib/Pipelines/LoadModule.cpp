// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/LoadModule.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace tilery {
namespace {
/// Counts brackets and operators outside of strings and comments.
class NestingScanner {
public:
  explicit NestingScanner(StringRef text) : text(text) {}

  LogicalResult scan(std::string &error) {
    while (position < text.size())
      if (failed(step(error)))
        return failure();
    return success();
  }

private:
  LogicalResult step(std::string &error) {
    char c = text[position];
    char next = position + 1 < text.size() ? text[position + 1] : '\0';
    if (c == '"')
      return skipString();
    if (c == '/' && next == '/') {
      position = std::min(text.find('\n', position), text.size());
      return success();
    }
    // An arrow and the comparisons of integer sets are no brackets.
    if ((c == '-' && next == '>') ||
        ((c == '<' || c == '>' || c == '=') && next == '=')) {
      position += 2;
      return success();
    }
    ++position;
    switch (c) {
    case '\n':
      ++line;
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      operators = 0;
      if (++depth > maxNesting)
        return fail(error, "brackets are nested more than " +
                               llvm::Twine(maxNesting) + " deep");
      break;
    case ')':
    case ']':
    case '}':
    case '>':
      depth -= depth > 0;
      break;
    case ',':
    case '=':
    case ':':
      operators = 0;
      break;
    case '+':
    case '-':
    case '*':
      if (++operators > maxOperators)
        return fail(error, "an expression has more than " +
                               llvm::Twine(maxOperators) + " operators");
      break;
    default:
      break;
    }
    return success();
  }

  LogicalResult skipString() {
    for (++position; position < text.size(); ++position) {
      char c = text[position];
      if (c == '\\')
        ++position;
      else if (c == '"' || c == '\n')
        break; // a string ends with its line; the parser reports it
    }
    position += position < text.size() && text[position] == '"';
    return success();
  }

  LogicalResult fail(std::string &error, const llvm::Twine &reason) {
    error = ("line " + llvm::Twine(line) + ": " + reason).str();
    return failure();
  }

  StringRef text;
  size_t position = 0;
  unsigned line = 1;
  unsigned depth = 0;
  unsigned operators = 0;
};

OwningOpRef<ModuleOp> parse(std::unique_ptr<llvm::MemoryBuffer> buffer,
                            llvm::SourceMgr &sources, MLIRContext *context) {
  sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  return parseSourceFile<ModuleOp>(sources, ParserConfig(context));
}
} // namespace

LogicalResult checkInput(llvm::MemoryBufferRef input, std::string &error) {
  std::string name = input.getBufferIdentifier().str();
  auto fail = [&](const llvm::Twine &reason) {
    error = name + ": " + reason.str();
    return failure();
  };
  if (input.getBufferSize() == 0)
    return fail("expected a module, got an empty file");
  if (input.getBufferSize() > maxInputBytes)
    return fail("expected at most " + llvm::Twine(maxInputBytes >> 20) +
                " MiB, got " + llvm::Twine(input.getBufferSize()) + " bytes");
  if (isBytecode(input))
    return success();
  if (input.getBuffer().contains('\0'))
    return fail("expected MLIR text or bytecode, got a binary file");
  std::string reason;
  if (failed(NestingScanner(input.getBuffer()).scan(reason)))
    return fail(reason);
  return success();
}

std::unique_ptr<llvm::MemoryBuffer> readInput(StringRef path,
                                              std::string &error) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!file) {
    error = "cannot read '" + path.str() + "': " + file.getError().message();
    return nullptr;
  }
  if (failed(checkInput((*file)->getMemBufferRef(), error)))
    return nullptr;
  return std::move(*file);
}

OwningOpRef<ModuleOp> loadModule(StringRef path, llvm::SourceMgr &sources,
                                 MLIRContext *context) {
  std::string error;
  auto buffer = readInput(path, error);
  if (!buffer) {
    emitError(UnknownLoc::get(context)) << error;
    return nullptr;
  }
  return parse(std::move(buffer), sources, context);
}

OwningOpRef<ModuleOp> loadModuleFromText(StringRef text, StringRef name,
                                         llvm::SourceMgr &sources,
                                         MLIRContext *context) {
  std::string error;
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, name);
  if (failed(checkInput(buffer->getMemBufferRef(), error))) {
    emitError(UnknownLoc::get(context)) << error;
    return nullptr;
  }
  return parse(std::move(buffer), sources, context);
}
} // namespace tilery
