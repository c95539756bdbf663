// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ArgumentSpecs.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

LLVM::GlobalOp ArgumentSpecs::makeFunctionSpec() {
  SmallVector<Constant> argumentNames, symbolNames;
  for (const std::string &name : table.argumentNames)
    argumentNames.push_back(tables.text(name));
  for (const std::string &name : table.symbolNames)
    symbolNames.push_back(tables.text(name));
  Constant spec{
      TILERY_ABI_VERSION,
      static_cast<int64_t>(argumentNames.size()),
      static_cast<int64_t>(symbolNames.size()),
      0,
      tables.text(table.name),
      tables.text(table.signature),
      tables.array(abi.pointer, argumentNames, table.name + ".arguments"),
      tables.array(abi.pointer, symbolNames, table.name + ".symbols")};
  return tables.constant(abi.functionSpec, spec, table.name + ".function");
}

/// The type as a constant of TileryDataType.
static Constant makeDataType(TileryDataType type) {
  return {type.code, type.bits, type.lanes};
}

template <typename Number>
static SmallVector<Constant> makeNumbers(const std::vector<Number> &numbers) {
  return SmallVector<Constant>(numbers.begin(), numbers.end());
}

FailureOr<LLVM::GlobalOp> ArgumentSpecs::makeTensorSpec(unsigned index) {
  FailureOr<TensorTable> tensor = makeTensorTable(function, index, table);
  if (failed(tensor))
    return failure();
  std::string name = getTableName(index);
  Constant strides = Constant::null();
  if (tensor->strides)
    strides =
        tables.array(abi.i64, makeNumbers(*tensor->strides), name + ".strides");
  Constant spec{
      static_cast<int64_t>(tensor->shape.size()),
      makeDataType(tensor->dtype),
      tensor->accept,
      tensor->align,
      tables.array(abi.i64, makeNumbers(tensor->shape), name + ".shape"),
      strides,
      tables.array(abi.i32, makeNumbers(tensor->symbols), name + ".symbols"),
      tables.array(abi.i64, makeNumbers(tensor->divisors), name + ".divisors")};
  return tables.constant(abi.tensorSpec, spec, name);
}

FailureOr<LLVM::GlobalOp> ArgumentSpecs::makeScalarSpec(unsigned index) {
  FailureOr<TileryScalarSpec> scalar = makeScalarTable(function, index, table);
  if (failed(scalar))
    return failure();
  return tables.constant(
      abi.scalarSpec,
      {makeDataType(scalar->dtype), scalar->symbol, scalar->divisor},
      getTableName(index));
}
