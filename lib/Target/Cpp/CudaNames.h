// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_TARGET_CPP_CUDANAMES_H
#define TILERY_LIB_TARGET_CPP_CUDANAMES_H

#include "tilery/Launcher/Abi.h"

#include "llvm/ADT/StringRef.h"

namespace tilery {
namespace cpp {

// The enumerators of cuda.h (CUDA driver API, cuTensorMapEncodeTiled) that the
// fields of a TileryMapSpec have the values of.
llvm::StringRef getDataTypeEnumerator(int32_t value);
llvm::StringRef getInterleaveEnumerator(int32_t value);
llvm::StringRef getSwizzleEnumerator(int32_t value);
llvm::StringRef getL2PromotionEnumerator(int32_t value);
llvm::StringRef getOobFillEnumerator(int32_t value);

} // namespace cpp
} // namespace tilery

#endif // TILERY_LIB_TARGET_CPP_CUDANAMES_H
