// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy's .npy files, format versions 1.0 to 3.0 (numpy.lib.format).

#ifndef TILERY_TOOLS_TILERY_RUN_NPY_H
#define TILERY_TOOLS_TILERY_RUN_NPY_H

#include "Array.h"

#include "llvm/Support/MemoryBuffer.h"

namespace tilery {
namespace run {

/// What a .npy header says.
struct NpyHeader {
  /// "<f4"
  std::string descr;
  Shape shape;
  /// Bytes of an element.
  size_t itemBytes = 0;
  /// Where the data begins.
  size_t dataOffset = 0;
};

/// Reads a header, and checks that as much data follows as it says. Takes any
/// bytes; big-endian, Fortran-ordered, structured and object arrays are
/// refused.
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef file);

/// Whether an array of `descr` can stand for `type`: numbers of the same kind
/// and size; void and unsigned ones of that size for bf16 and fp8, which NumPy
/// lacks.
bool npyHolds(const NpyHeader &header, TileryDataType type);

/// An opened file.
struct NpyFile {
  NpyHeader header;
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  /// The elements, row-major, without gaps.
  const char *data() const {
    return buffer->getBufferStart() + header.dataOffset;
  }
};

/// Errors name the file.
llvm::Expected<NpyFile> readNpy(llvm::StringRef path);

/// Writes the elements of an array, row-major, without gaps.
llvm::Error writeNpy(llvm::StringRef path, const Array &array);

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_NPY_H
