// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/LoadModule.h"

#include "BytecodeText.h"
#include "TextScanner.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tilery {
/// Most characters that are printed of a message, and of a line on either side
/// of its column.
static constexpr size_t maxMessage = 4096;
static constexpr size_t maxColumns = 120;

/// Prints a diagnostic, of a very long line or message only a part: the one
/// line of a file may have megabytes.
static void printDiagnostic(const llvm::SMDiagnostic &diagnostic,
                            void *stream) {
  raw_ostream &os = stream ? *static_cast<raw_ostream *>(stream) : llvm::errs();
  StringRef message = diagnostic.getMessage();
  StringRef contents = diagnostic.getLineContents();
  int column = diagnostic.getColumnNo();
  if (!diagnostic.getLoc().isValid() && column < 0) {
    // LLVM would print '<unknown>:0:' before the name of a file that cannot be
    // read.
    StringRef file = diagnostic.getFilename();
    llvm::SMDiagnostic(file == "<unknown>" ? StringRef() : file,
                       diagnostic.getKind(), message.take_front(maxMessage))
        .print(nullptr, os);
    return;
  }
  if (message.size() <= maxMessage && contents.size() <= 4 * maxColumns) {
    diagnostic.print(nullptr, os);
    return;
  }
  std::string shortened = message.take_front(maxMessage).str();
  if (shortened.size() < message.size())
    shortened +=
        "... (" + std::to_string(message.size()) + " characters in all)";
  std::string place = diagnostic.getFilename().str() + ":" +
                      std::to_string(diagnostic.getLineNo()) + ":" +
                      std::to_string(column + 1);
  llvm::SMDiagnostic(place, diagnostic.getKind(), shortened).print(nullptr, os);
  int begin = std::max(0, column - static_cast<int>(maxColumns));
  std::string line =
      contents.substr(static_cast<size_t>(begin), 2 * maxColumns).str();
  llvm::replace(line, '\t', ' ');
  os << line << "\n";
  os.indent(static_cast<unsigned>(column - begin)) << "^\n";
}

LogicalResult checkInput(llvm::MemoryBufferRef input, std::string &error) {
  std::string name = input.getBufferIdentifier().str();
  auto fail = [&](const llvm::Twine &reason) {
    error = name + ": " + reason.str();
    return failure();
  };
  if (input.getBufferSize() == 0)
    return fail("(I02) expected a module, got an empty file");
  if (input.getBufferSize() > maxInputBytes)
    return fail("(I02) expected at most " + llvm::Twine(maxInputBytes >> 20) +
                " MiB, got " + llvm::Twine(input.getBufferSize()) + " bytes");
  if (isBytecode(input))
    return success();
  if (size_t zero = input.getBuffer().find('\0'); zero != StringRef::npos)
    return fail(
        "(I03) expected MLIR text or bytecode, got a binary file: line " +
        llvm::Twine(input.getBuffer().take_front(zero).count('\n') + 1) +
        " has a zero byte");
  std::string reason;
  if (failed(TextScanner(input.getBuffer()).scan(reason)))
    return fail(reason);
  return success();
}

/// Reads to the end or to one byte more than `limit`, whichever comes first.
static std::error_code readBounded(llvm::sys::fs::file_t file, size_t limit,
                                   llvm::SmallVectorImpl<char> &data) {
  constexpr size_t chunk = 1 << 16;
  size_t size = 0;
  while (size <= limit) {
    data.resize_for_overwrite(size + chunk);
    llvm::Expected<size_t> count = llvm::sys::fs::readNativeFile(
        file, llvm::MutableArrayRef<char>(data.data() + size, chunk));
    if (!count)
      return llvm::errorToErrorCode(count.takeError());
    if (*count == 0)
      break;
    size += *count;
  }
  data.truncate(std::min(size, limit + 1));
  return {};
}

std::unique_ptr<llvm::MemoryBuffer> readFile(StringRef path, size_t limit,
                                             std::string &error) {
  namespace fs = llvm::sys::fs;
  auto fail = [&](const std::error_code &code) {
    error = "(I01) cannot read '" + path.str() + "': " + code.message();
    return nullptr;
  };
  auto refuseSize = [&](const llvm::Twine &size) {
    error = ((path == "-" ? "<stdin>" : path) + ": (I02) expected at most " +
             llvm::Twine(limit >> 20) + " MiB, got " + size)
                .str();
    return nullptr;
  };
  fs::file_status status;
  if (path != "-") {
    if (std::error_code code = fs::status(path, status))
      return fail(code);
    if (fs::is_directory(status))
      return fail(std::make_error_code(std::errc::is_a_directory));
    if (fs::is_regular_file(status)) {
      if (status.getSize() > limit)
        return refuseSize(llvm::Twine(status.getSize()) + " bytes");
      auto file = llvm::MemoryBuffer::getFile(path);
      if (!file)
        return fail(file.getError());
      return std::move(*file);
    }
  }
  // Standard input, pipes and devices, which may never end.
  fs::file_t file = fs::getStdinHandle();
  if (path != "-") {
    llvm::Expected<fs::file_t> opened = fs::openNativeFileForRead(path);
    if (!opened)
      return fail(llvm::errorToErrorCode(opened.takeError()));
    file = *opened;
  }
  llvm::SmallVector<char, 0> data;
  std::error_code code = readBounded(file, limit, data);
  if (path != "-")
    (void)fs::closeFile(file); // only read: nothing is lost
  if (code)
    return fail(code);
  if (data.size() > limit)
    return refuseSize("more");
  return llvm::MemoryBuffer::getMemBufferCopy(
      StringRef(data.data(), data.size()), path == "-" ? "<stdin>" : path);
}

/// Replaces bytecode by its text, which is checked as any other.
static std::unique_ptr<llvm::MemoryBuffer>
checkBuffer(std::unique_ptr<llvm::MemoryBuffer> buffer,
            const DialectRegistry &registry, std::string &error) {
  if (failed(checkInput(*buffer, error)))
    return nullptr;
  if (!isBytecode(*buffer))
    return buffer;
  std::string name = buffer->getBufferIdentifier().str();
  llvm::Expected<std::string> text = convertBytecodeToText(*buffer, registry);
  if (!text) {
    error = name + ": " + llvm::toString(text.takeError());
    return nullptr;
  }
  buffer = llvm::MemoryBuffer::getMemBufferCopy(*text, name);
  if (failed(checkInput(*buffer, error)))
    return nullptr;
  return buffer;
}

std::unique_ptr<llvm::MemoryBuffer>
readInput(StringRef path, const DialectRegistry &registry, std::string &error) {
  std::unique_ptr<llvm::MemoryBuffer> file =
      readFile(path, maxInputBytes, error);
  return file ? checkBuffer(std::move(file), registry, error) : nullptr;
}

static OwningOpRef<ModuleOp> parse(std::unique_ptr<llvm::MemoryBuffer> buffer,
                                   StringRef error, llvm::SourceMgr &sources,
                                   MLIRContext *context) {
  sources.setDiagHandler(printDiagnostic, sources.getDiagContext());
  if (!buffer) {
    emitError(UnknownLoc::get(context)) << error;
    return nullptr;
  }
  sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  return parseSourceFile<ModuleOp>(sources, ParserConfig(context));
}

OwningOpRef<ModuleOp> loadModule(StringRef path, llvm::SourceMgr &sources,
                                 MLIRContext *context) {
  std::string error;
  auto buffer = readInput(path, context->getDialectRegistry(), error);
  return parse(std::move(buffer), error, sources, context);
}

OwningOpRef<ModuleOp> loadModuleFromText(StringRef text, StringRef name,
                                         llvm::SourceMgr &sources,
                                         MLIRContext *context) {
  std::string error;
  auto buffer = checkBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name),
                            context->getDialectRegistry(), error);
  return parse(std::move(buffer), error, sources, context);
}
} // namespace tilery
