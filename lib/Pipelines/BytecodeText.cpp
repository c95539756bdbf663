// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BytecodeText.h"

#include "tilery/Pipelines/LoadModule.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace tilery;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TILERY_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TILERY_SANITIZED 1
#endif
#endif

namespace {
/// What the child may use: a damaged count makes it loop on. A file of the
/// largest size takes some 5 s and 1 GiB.
unsigned getMaxSeconds(MemoryBufferRef bytecode) {
  return 10 + static_cast<unsigned>(bytecode.getBufferSize() >> 20);
}
[[maybe_unused]] constexpr rlim_t maxMemory = rlim_t(4) << 30;

/// The first byte of what the child sends, and the last of what it has sent
/// whole.
enum Mark : char { IsText = 'T', IsError = 'E', IsWhole = '.' };
} // namespace

//===----------------------------------------------------------------------===//
// The child
//===----------------------------------------------------------------------===//

/// Pages of address space in use (proc(5), statm), on top of which the limit
/// comes: a host process may have reserved more than the limit.
[[maybe_unused]] static rlim_t getAddressSpace() {
  unsigned long pages = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu", &pages) != 1)
      pages = 0;
    std::fclose(file);
  }
  return rlim_t(pages) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

static void limitChild(unsigned seconds) {
  remove_fatal_error_handler();
  remove_bad_alloc_error_handler();
  for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGALRM,
                     SIGXCPU, SIGPIPE})
    std::signal(number, SIG_DFL);
  rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  // The sanitizers reserve terabytes for their shadow.
#ifndef TILERY_SANITIZED
  rlimit memory = {getAddressSpace() + maxMemory,
                   getAddressSpace() + maxMemory};
  setrlimit(RLIMIT_AS, &memory);
#endif
  alarm(seconds);
  // What a dying reader says is no message of ours.
  int nothing = open("/dev/null", O_WRONLY);
  if (nothing >= 0) {
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
  }
}

/// The text, or the errors, between its marks.
static std::string readInChild(MemoryBufferRef bytecode,
                               const mlir::DialectRegistry &registry) {
  std::string result(1, IsText);
  // A context of its own: locks of the parent's may be held by threads that the
  // child does not have.
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  std::string errors;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
          errors += (errors.empty() ? "" : "; ") + diagnostic.str();
      });
  mlir::Block block;
  mlir::ParserConfig config(&context, /*verifyAfterParse=*/false);
  if (failed(mlir::readBytecodeFile(bytecode, &block, config)))
    return std::string(1, IsError) + errors + char(IsWhole);
  raw_string_ostream stream(result);
  mlir::OpPrintingFlags flags;
  flags.printGenericOpForm().enableDebugInfo();
  for (mlir::Operation &op : block) {
    op.print(stream, flags);
    stream << "\n";
  }
  return result + char(IsWhole);
}

static void sendAll(int pipe, StringRef data) {
  while (!data.empty()) {
    ssize_t count = write(pipe, data.data(), data.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return;
    data = data.drop_front(static_cast<size_t>(count));
  }
}

//===----------------------------------------------------------------------===//
// The parent
//===----------------------------------------------------------------------===//

/// All that comes, or one byte more than an input may have.
static std::string receiveAll(int pipe) {
  std::string data;
  char chunk[1 << 16];
  while (data.size() <= maxInputBytes) {
    ssize_t count = read(pipe, chunk, sizeof(chunk));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      break;
    data.append(chunk, static_cast<size_t>(count));
  }
  return data;
}

static std::string describeEnd(int status, unsigned seconds) {
  if (!WIFSIGNALED(status))
    return "stopped";
  if (WTERMSIG(status) == SIGALRM)
    return "took more than " + std::to_string(seconds) + " seconds";
  return "stopped with signal " + std::to_string(WTERMSIG(status));
}

Expected<std::string>
tilery::convertBytecodeToText(MemoryBufferRef bytecode,
                              const mlir::DialectRegistry &registry) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return errorCodeToError(errnoAsErrorCode());
  pid_t child = fork();
  if (child < 0) {
    std::error_code code = errnoAsErrorCode();
    close(ends[0]);
    close(ends[1]);
    return errorCodeToError(code);
  }
  if (child == 0) {
    limitChild(getMaxSeconds(bytecode));
    sendAll(ends[1], readInChild(bytecode, registry));
    _exit(0);
  }
  close(ends[1]);
  std::string data = receiveAll(ends[0]);
  close(ends[0]);
  bool tooLong = data.size() > maxInputBytes;
  if (tooLong)
    kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  if (tooLong)
    return createStringError(
        "(I02) expected bytecode of at most %zu MiB of text, "
        "got more",
        maxInputBytes >> 20);
  if (data.size() < 2 || data.back() != IsWhole)
    return createStringError("(I06) the bytecode is damaged: its reader " +
                             describeEnd(status, getMaxSeconds(bytecode)) +
                             "; write the file again");
  bool isText = data.front() == IsText;
  data = data.substr(1, data.size() - 2);
  if (isText)
    return data;
  if (data.empty())
    data = "it ends early or its sections do not fit";
  return createStringError("(I06) the bytecode is damaged: " + Twine(data));
}
