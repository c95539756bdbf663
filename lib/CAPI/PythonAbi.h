// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of CPython's stable ABI that calls of kernels need (Python/C API,
// "C API Stability"), and the DLPack exchange API by which frameworks describe
// their tensors without a Python object in between (DLPack 1.2, dlpack.h).
// Declared here, and found in the process at run time: one library serves every
// version of CPython, and builds, and runs, without any.

#ifndef TILERY_LIB_CAPI_PYTHONABI_H
#define TILERY_LIB_CAPI_PYTHONABI_H

#include "tilery-c/Support.h"

namespace tilery {
namespace python {

struct Object; ///< PyObject, whose layout only CPython knows
struct ThreadState;

/// PyType_Slot and PyType_Spec.
struct Slot {
  int number;
  void *function;
};
struct TypeSpec {
  const char *name;
  int basicSize, itemSize;
  unsigned flags;
  Slot *slots;
};
constexpr int slotOfCall = 50;            ///< Py_tp_call
constexpr int slotOfDealloc = 52;         ///< Py_tp_dealloc
constexpr int slotOfFree = 74;            ///< Py_tp_free
constexpr unsigned flagOfBase = 1u << 10; ///< Py_TPFLAGS_BASETYPE

/// The functions of the interpreter that is running.
struct Interpreter {
  Object *(*newType)(TypeSpec *spec);
  void *(*getSlot)(Object *type, int number);
  Object *(*typeOf)(Object *object); // a new reference
  void (*retain)(Object *object);
  void (*release)(Object *object);
  Object *(*getAttribute)(Object *object, const char *name);
  Object *(*call)(Object *callable, Object *arguments, Object *keywords);
  Object *(*callWith)(Object *callable, ...); // objects up to a null
  ptrdiff_t (*tupleSize)(Object *tuple);
  Object *(*tupleItem)(Object *tuple, ptrdiff_t index); // borrowed
  ptrdiff_t (*dictSize)(Object *dict);
  Object *(*dictItem)(Object *dict, const char *key); // borrowed
  long long (*toInteger)(Object *object, int *overflow);
  unsigned long long (*toUnsigned)(Object *object);
  double (*toReal)(Object *object);
  int (*isTrue)(Object *object);
  const char *(*toText)(Object *text, ptrdiff_t *size);
  Object *(*newInteger)(long value);
  Object *(*newText)(const char *bytes, ptrdiff_t size, const char *errors);
  void *(*capsulePointer)(Object *capsule, const char *name);
  Object *(*errorOccurred)(); // borrowed
  void (*clearError)();
  ThreadState *(*leave)(); ///< lets other threads run Python
  void (*enter)(ThreadState *state);
  int (*isFinalizing)();
  Object *none;
  Object *integerType, *realType, *boolType;
};

/// Null in a process without CPython 3.10 or later.
const Interpreter *getInterpreter();

/// DLPackExchangeAPI.
struct ExchangeApi {
  uint32_t major, minor;
  const ExchangeApi *previous;
  void *allocate, *exportManaged, *importManaged;
  /// Describes a tensor for as long as its object lives; 0, or an exception is
  /// raised. May be null.
  int (*describe)(Object *object, TileryTensor *tensor);
  int (*currentStream)(int32_t deviceType, int32_t device, void **stream);
};
constexpr uint32_t exchangeMajor = 1;

} // namespace python
} // namespace tilery

#endif // TILERY_LIB_CAPI_PYTHONABI_H
