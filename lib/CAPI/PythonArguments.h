// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CAPI_PYTHONARGUMENTS_H
#define TILERY_LIB_CAPI_PYTHONARGUMENTS_H

#include "PythonAbi.h"

#include "tilery-c/Runtime.h"

#include <array>

namespace tilery {
namespace python {

/// Most arguments of a call that is converted here, and most dimensions of an
/// array that is not described by DLPack's exchange API.
constexpr int32_t maxArguments = 64;
constexpr int32_t maxArrayRank = 8;

/// The arguments of one call. What is not among the common objects, and
/// whatever is wrong with them, is left to the package, which knows all of them
/// and says why.
class Arguments {
public:
  explicit Arguments(const Interpreter &python) : python(python) {}

  /// False for what is left to the package; no exception is raised then.
  bool add(Object *object, const TileryParameter &parameter);

  /// The same for keywords: stream=, as a number or a stream of torch.
  bool addKeywords(Object *keywords);

  /// The stream that was asked for, or the one that the data of the first GPU
  /// tensor is made on.
  void *stream = nullptr;
  int32_t count = 0;
  std::array<TileryValue, maxArguments> values;
  std::array<uint8_t, maxArguments> kinds;

private:
  bool addNumber(Object *object, const TileryParameter &parameter, bool isReal);
  bool addTensor(Object *object, const ExchangeApi &api);
  bool addArray(Object *object, const TileryParameter &parameter);
  bool readShape(Object *interface, TileryTensor &tensor);
  bool readStrides(Object *interface, TileryTensor &tensor);
  /// False where an earlier tensor comes with another stream.
  bool meetStream(void *of);
  bool hasStream = false, isStreamGiven = false;
  const ExchangeApi *streamApi = nullptr; ///< that was asked for its stream

  const Interpreter &python;
  std::array<TileryTensor, maxArguments> tensors;
  std::array<std::array<int64_t, 2 * maxArrayRank>, maxArguments> extents;
};

} // namespace python
} // namespace tilery

#endif // TILERY_LIB_CAPI_PYTHONARGUMENTS_H
