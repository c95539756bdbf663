// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PythonAbi.h"

#include <dlfcn.h>
#include <type_traits>

using namespace tilery::python;

const Interpreter *tilery::python::getInterpreter() {
  static const Interpreter *interpreter = []() -> const Interpreter * {
    static Interpreter found;
    // An interpreter is the program itself, or a library that shows its names.
    auto find = [](auto &field, const char *name) {
      void *symbol = dlsym(RTLD_DEFAULT, name);
      field = reinterpret_cast<std::decay_t<decltype(field)>>(symbol);
      return symbol != nullptr;
    };
    bool isWhole = find(found.newType, "PyType_FromSpec") &&
                   find(found.getSlot, "PyType_GetSlot") &&
                   find(found.typeOf, "PyObject_Type") &&
                   find(found.retain, "Py_IncRef") &&
                   find(found.release, "Py_DecRef") &&
                   find(found.getAttribute, "PyObject_GetAttrString") &&
                   find(found.call, "PyObject_Call") &&
                   find(found.callWith, "PyObject_CallFunctionObjArgs") &&
                   find(found.tupleSize, "PyTuple_Size") &&
                   find(found.tupleItem, "PyTuple_GetItem") &&
                   find(found.dictSize, "PyDict_Size") &&
                   find(found.dictItem, "PyDict_GetItemString") &&
                   find(found.toInteger, "PyLong_AsLongLongAndOverflow") &&
                   find(found.toUnsigned, "PyLong_AsUnsignedLongLong") &&
                   find(found.toReal, "PyFloat_AsDouble") &&
                   find(found.isTrue, "PyObject_IsTrue") &&
                   find(found.toText, "PyUnicode_AsUTF8AndSize") &&
                   find(found.newInteger, "PyLong_FromLong") &&
                   find(found.newText, "PyUnicode_DecodeUTF8") &&
                   find(found.capsulePointer, "PyCapsule_GetPointer") &&
                   find(found.errorOccurred, "PyErr_Occurred") &&
                   find(found.clearError, "PyErr_Clear") &&
                   find(found.leave, "PyEval_SaveThread") &&
                   find(found.enter, "PyEval_RestoreThread") &&
                   // Its name until 3.12, and since.
                   (find(found.isFinalizing, "_Py_IsFinalizing") ||
                    find(found.isFinalizing, "Py_IsFinalizing")) &&
                   find(found.none, "_Py_NoneStruct") &&
                   find(found.integerType, "PyLong_Type") &&
                   find(found.realType, "PyFloat_Type") &&
                   find(found.boolType, "PyBool_Type");
    return isWhole ? &found : nullptr;
  }();
  return interpreter;
}
