// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tile IR to kernels that can be launched (Runtime.h), and all that is
// known of them.
//
//   TileryCompileOptions options;
//   tileryInitCompileOptions(&options);
//   TileryProgram *program;
//   int32_t status = tileryCompile(text, size, "add_one", &options, &program);
//   ... tileryProgramGetDiagnostics(program, &diagnostics) ...
//   tileryProgramRelease(program);

#ifndef TILERY_C_COMPILER_H
#define TILERY_C_COMPILER_H

#include "tilery-c/Support.h"

// NOLINTBEGIN(readability-identifier-naming)

/// A module, compiled, or what is wrong with it. Counted by references; never
/// changes. What its functions hand out lives as long as it does.
typedef struct TileryProgram TileryProgram;

typedef struct TileryCompileOptions {
  size_t structSize; ///< sizeof(TileryCompileOptions)
  /// "sm_90a", the GPU that kernels are compiled for; null: that.
  const char *target;
  /// Not 0: for the simulator, which plays that GPU.
  int32_t simulate;
  /// PTX version as major * 10 + minor; 0: the lowest that the kernels need.
  int32_t ptx;
  /// Not 0: assemble cubins with ptxas; else the driver compiles the PTX.
  int32_t cubin;
  /// Not 0: keep the lines of the source for debuggers and profilers.
  int32_t lineInfo;
  /// 0: simulated kernels run without checks of their plain accesses.
  int32_t checks;
  int32_t reserved;      ///< 0
  const char *ptxas;     ///< path; null: from CUDA_HOME or PATH
  const char *libdevice; ///< path of libdevice.10.bc; null: the toolkit's
} TileryCompileOptions;

/// The defaults: target sm_90a, checks.
TILERY_C_EXPORT void tileryInitCompileOptions(TileryCompileOptions *options);

/// Compiles a module: text or bytecode of `size` bytes, in surface or core
/// form. `name` stands for a file in locations. `options` may be null.
/// `*program` is null only for TILERY_BAD_ARGUMENT and TILERY_INTERNAL, where
/// nothing is known; after TILERY_COMPILE_FAILED it holds the diagnostics.
TILERY_C_EXPORT int32_t tileryCompile(const char *text, size_t size,
                                      const char *name,
                                      const TileryCompileOptions *options,
                                      TileryProgram **program);

TILERY_C_EXPORT void tileryProgramRetain(TileryProgram *program);
/// Gives a reference back; the last one unloads the kernels. No call of the
/// program may be running then. Null is allowed.
TILERY_C_EXPORT void tileryProgramRelease(TileryProgram *program);

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

enum {
  TILERY_SEVERITY_NOTE = 0,
  TILERY_SEVERITY_REMARK = 1,
  TILERY_SEVERITY_WARNING = 2,
  TILERY_SEVERITY_ERROR = 3,
};

typedef struct TileryDiagnostic {
  int32_t severity;      ///< TILERY_SEVERITY_*
  uint32_t line, column; ///< 1-based; 0 where no place is known
  uint32_t numNotes;
  const char *file; ///< "" where no place is known
  const char *text;
  const struct TileryDiagnostic *notes; ///< [numNotes]
} TileryDiagnostic;

/// The number of diagnostics, in the order in which they arose.
TILERY_C_EXPORT size_t tileryProgramGetDiagnostics(
    const TileryProgram *program, const TileryDiagnostic **diagnostics);

//===----------------------------------------------------------------------===//
// Launchers and kernels
//===----------------------------------------------------------------------===//

/// One argument of a launcher.
typedef struct TileryParameter {
  const char *name;
  const char *type; ///< as the IR writes it
  int32_t kind;     ///< TILERY_KIND_*
  int32_t rank;     ///< of a tensor, or of a map's tensor
  TileryDataType dtype;
  int32_t isRead, isWritten;  ///< through any kernel
  const int64_t *shape;       ///< [rank], -1: any
  const int64_t *strides;     ///< [rank] elements, -1: any; null: compact
  const char *const *symbols; ///< [rank], "" where an extent has no symbol
} TileryParameter;

/// A launcher (launch.func).
typedef struct TileryEntry {
  const char *name;
  const char *signature; ///< "add_one(A: Tensor([m, 32], float32), n: int32)"
  int32_t numParameters;
  int32_t reserved; ///< 0
  const TileryParameter *parameters;
} TileryEntry;

/// A kernel (tile.kernel).
typedef struct TileryKernelInfo {
  const char *name;
  const char *target;    ///< "sm_90a"
  int32_t ptx;           ///< version as major * 10 + minor; 0 if simulated
  int32_t registers;     ///< of a thread; -1 where no cubin was made
  int32_t block[3];      ///< threads
  int32_t cluster[3];    ///< blocks
  int64_t staticShared;  ///< bytes
  int64_t dynamicShared; ///< bytes
} TileryKernelInfo;

/// The number of launchers, in the order of the module.
TILERY_C_EXPORT size_t tileryProgramGetEntries(const TileryProgram *program,
                                               const TileryEntry **entries);

/// The number of kernels, in the order of the module.
TILERY_C_EXPORT size_t tileryProgramGetKernels(
    const TileryProgram *program, const TileryKernelInfo **kernels);

//===----------------------------------------------------------------------===//
// Stages and times
//===----------------------------------------------------------------------===//

/// The module after a stage: "source", "tile", "core", "launch", "sim", "nvvm",
/// "llvm", "ptx", "cubin", "sass", or "ptxas" (what ptxas says). Made at the
/// first question, and kept. After a failure `*text` says why. `size` does not
/// count the NUL byte behind the text.
TILERY_C_EXPORT int32_t tileryProgramGetStage(const TileryProgram *program,
                                              const char *stage,
                                              const char **text, size_t *size);

/// JSON: the milliseconds of each stage of the compilation (tileryc --time).
TILERY_C_EXPORT const char *tileryProgramGetTimes(const TileryProgram *program);

// NOLINTEND(readability-identifier-naming)

#endif // TILERY_C_COMPILER_H
