// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tile IR to kernels that can be launched (Runtime.h), and all that is
// known of them.
//
//   TileryCompileOptions options;
//   tileryInitCompileOptions(&options, sizeof(options));
//   TileryProgram *program;
//   int32_t status = tileryCompile(text, size, "add_one", &options, &program);
//   ... tileryProgramGetDiagnostics(program, &diagnostics) ...
//   tileryProgramRelease(program);

#ifndef TILERY_C_COMPILER_H
#define TILERY_C_COMPILER_H

#include "tilery-c/Support.h"

// NOLINTBEGIN(readability-identifier-naming,modernize-use-using)

/// A module, compiled, or what is wrong with it. Counted by references; never
/// changes. What its functions hand out as const lives as long as it does.
typedef struct TileryProgram TileryProgram;

/// TileryCompileOptions::cubin
enum {
  TILERY_CUBIN_NEVER = 0, ///< the driver compiles the PTX
  TILERY_CUBIN_ALWAYS = 1,
  TILERY_CUBIN_WITH_PTXAS = 2, ///< where ptxas is found, else never
};

typedef struct TileryCompileOptions {
  size_t structSize; ///< sizeof(TileryCompileOptions)
  /// "sm_90a", the GPU that kernels are compiled for; null: that.
  const char *target;
  /// Not 0: for the simulator, which plays that GPU.
  int32_t simulate;
  /// PTX version as major * 10 + minor; 0: the lowest that the kernels need.
  int32_t ptx;
  /// TILERY_CUBIN_*: whether ptxas assembles cubins.
  int32_t cubin;
  /// Not 0: keep the lines of the source for debuggers and profilers.
  int32_t lineInfo;
  /// 0: simulated kernels run without checks of their plain accesses.
  int32_t checks;
  /// Not 0: read and verify the module, and compile nothing. Its entries have
  /// names and types, without what kernels do with the arguments; there are no
  /// kernels, and nothing can be launched.
  int32_t parseOnly;
  const char *ptxas;     ///< path; null: from CUDA_HOME or PATH
  const char *libdevice; ///< path of libdevice.10.bc; null: the toolkit's
  /// "sm_90a,sm_100a": targets for which ptxas assembles cubins of their own,
  /// that of `target` included where it is among them; null: none. A launch
  /// takes the code that suits the device best.
  const char *cubins;
} TileryCompileOptions;

/// Sets the first `structSize` bytes to the defaults: target sm_90a, checks.
TILERY_C_EXPORT void tileryInitCompileOptions(TileryCompileOptions *options,
                                              size_t structSize);

/// Compiles a module: text or bytecode of `size` bytes, in surface or core
/// form. `name` stands for a file in locations; null: "<module>". `options`
/// may be null: the defaults. All is copied. `*program` is null only for
/// TILERY_BAD_ARGUMENT and TILERY_INTERNAL, where nothing is known; after
/// TILERY_COMPILE_FAILED it holds the diagnostics. Release it.
TILERY_C_EXPORT int32_t tileryCompile(const char *text, size_t size,
                                      const char *name,
                                      const TileryCompileOptions *options,
                                      TileryProgram **program);

/// As above, for a file; "-" is standard input. A file that cannot be read is a
/// diagnostic.
TILERY_C_EXPORT int32_t tileryCompileFile(const char *path,
                                          const TileryCompileOptions *options,
                                          TileryProgram **program);

/// Whether `target` can be compiled for; else TILERY_BAD_ARGUMENT, and the
/// reason names those that can.
TILERY_C_EXPORT int32_t tileryCheckTarget(const char *target);

/// One more reference.
TILERY_C_EXPORT void tileryProgramRetain(TileryProgram *program);
/// Gives a reference back; the last one unloads the kernels from every context
/// and device. No call of the program may be running then, nor a graph with its
/// kernels. Null is allowed.
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
  const struct TileryDiagnostic *const *notes; ///< [numNotes]
  /// As compilers print it: place, text and the line of the source, its notes
  /// likewise below. Ends with a newline; "" in a note.
  const char *rendered;
} TileryDiagnostic;

/// The number of diagnostics, in the order in which they arose.
TILERY_C_EXPORT size_t tileryProgramGetDiagnostics(
    const TileryProgram *program, const TileryDiagnostic *const **diagnostics);

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
  /// Stores may touch the padding behind a ragged row.
  int32_t allowsSpill;
  int32_t boxRank;
  /// [boxRank] the box of the maps through which it is copied, outermost first;
  /// of stores before that of loads. None where boxRank is 0.
  const int64_t *box;
  /// Of a map: what tileryDeviceEncodeMap takes; else null.
  const TileryMapSpec *map;
} TileryParameter;

/// A launcher (launch.func).
typedef struct TileryEntry {
  const char *name;
  const char *signature; ///< "add_one(A: Tensor([m, 32], float32), n: int32)"
  int32_t numParameters;
  int32_t reserved; ///< 0
  const TileryParameter *const *parameters;
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
TILERY_C_EXPORT size_t tileryProgramGetEntries(
    const TileryProgram *program, const TileryEntry *const **entries);

/// The number of kernels, in the order of the module.
TILERY_C_EXPORT size_t tileryProgramGetKernels(
    const TileryProgram *program, const TileryKernelInfo *const **kernels);

//===----------------------------------------------------------------------===//
// Stages and times
//===----------------------------------------------------------------------===//

/// The module after a stage: "source", "tile", "core", "launch", "sim", "nvvm",
/// "llvm", "ptx", "cubin", "sass", "ptxas" (what ptxas says), "launcher" (C++
/// source of the launchers, device code included), "launcher.h" (its headers),
/// "metadata" (JSON: all that is known of each launcher), or one of
/// tileryGetStageNames. Made at the first question, and kept with the program.
/// After a failure `*text` says why. `size`, which may be null, does not count
/// the NUL byte behind the text.
TILERY_C_EXPORT int32_t tileryProgramGetStage(const TileryProgram *program,
                                              const char *stage,
                                              const char **text, size_t *size);

/// The same of one kernel alone; null: of all. The launchers' stages are those
/// of all.
TILERY_C_EXPORT int32_t tileryProgramGetKernelStage(
    const TileryProgram *program, const char *stage, const char *kernel,
    const char **text, size_t *size);

/// The number of stages and passes of a compilation for a GPU, in their order;
/// valid forever.
TILERY_C_EXPORT size_t tileryGetStageNames(const char *const **names);

/// JSON: the milliseconds of each stage of the compilation (tileryc --time).
TILERY_C_EXPORT const char *tileryProgramGetTimes(const TileryProgram *program);

/// The milliseconds that the kernels, ptxas included, and the launchers took.
/// Either place may be null.
TILERY_C_EXPORT void tileryProgramGetCompileTimes(const TileryProgram *program,
                                                  double *kernels,
                                                  double *launchers);

//===----------------------------------------------------------------------===//
// Files to be shipped
//===----------------------------------------------------------------------===//

typedef struct TileryExportOptions {
  size_t structSize; ///< sizeof(TileryExportOptions)
  /// "launcher-cpp": NAME.h and NAME.cpp of each launcher, and the runtime that
  /// they call as source; "launcher-obj": NAME.h, NAME.o and the runtime;
  /// "package": the same with a static library, for find_package(NAME);
  /// "metadata": NAME.json.
  const char *form;
  /// What objects are for: "x86_64" or "aarch64"; null: this processor.
  const char *host;
  int32_t noCudaHeader; ///< not 0: nothing includes cuda.h
  int32_t tvmFfi;       ///< not 0: export __tvm_ffi_NAME too
} TileryExportOptions;

/// Writes the launchers of a program below `folder`, which is made where it is
/// missing; files of the same names are replaced, each at once.
/// TILERY_COMPILE_FAILED, or TILERY_WRITE_FAILED. Programs for the simulator
/// are exported for a GPU.
TILERY_C_EXPORT int32_t tileryProgramExport(const TileryProgram *program,
                                            const char *folder,
                                            const TileryExportOptions *options);

// NOLINTEND(readability-identifier-naming,modernize-use-using)

#endif // TILERY_C_COMPILER_H
