// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_PIPELINES_FORMULA_H
#define TILERY_LIB_PIPELINES_FORMULA_H

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"

#include <optional>
#include <string>

namespace tilery {

/// A number that a launcher computes, as a formula over its arguments:
/// "ceildiv(m, 8) * 2". Sizes have the names of their symbols, or else
/// "x.shape[0]" and "x.strides[0]". Nothing for one that takes more than some
/// hundred operations, or hangs on a loop.
std::optional<std::string> getFormula(mlir::OpFoldResult value);

/// An extent of a tensor argument or of a view of one, and a stride, which
/// counts elements.
std::optional<std::string> getExtentFormula(mlir::Value memref, int64_t dim);
std::optional<std::string> getStrideFormula(mlir::Value memref, int64_t dim);

} // namespace tilery

#endif // TILERY_LIB_PIPELINES_FORMULA_H
