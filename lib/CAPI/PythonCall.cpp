// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The base class of the package's kernels: an object whose call is this code.
// A frame of Python between caller and launch costs 0.15 us, and tensors of
// tvm-ffi in between as much again (CPython 3.12, two tensors of torch).

#include "PythonArguments.h"

#include <cstring>
#include <new>

using namespace tilery;
using namespace tilery::python;

namespace {
/// A launcher that calls go to without Python code.
struct Launcher {
  TileryProgram *program;
  size_t index;
  const TileryEntry *entry;
};

/// Where an object has its Launcher: behind the header, whose size is that of
/// a plain object.
size_t headerSize = 0;

Launcher *&launcherOf(Object *kernel) {
  return *reinterpret_cast<Launcher **>(reinterpret_cast<char *>(kernel) +
                                        headerSize);
}
} // namespace

/// The package's method for all other arguments, and for keywords.
static Object *callPackage(const Interpreter &python, Object *kernel,
                           Object *arguments, Object *keywords) {
  Object *method = python.getAttribute(kernel, "_call");
  if (!method)
    return nullptr;
  Object *result = python.call(method, arguments, keywords);
  python.release(method);
  return result;
}

/// Raises what the package makes of a status and a text.
static Object *fail(const Interpreter &python, Object *kernel, int32_t status,
                    const char *text) {
  Object *method = python.getAttribute(kernel, "_raise");
  Object *number = python.newInteger(status);
  Object *message =
      python.newText(text, static_cast<ptrdiff_t>(strlen(text)), "replace");
  Object *result = nullptr;
  if (method && number && message)
    result = python.callWith(method, number, message, nullptr);
  for (Object *object : {method, number, message})
    if (object)
      python.release(object);
  return result;
}

static Object *callKernel(Object *kernel, Object *given, Object *keywords) {
  const Interpreter &python = *getInterpreter();
  const Launcher *launcher = launcherOf(kernel);
  ptrdiff_t count = python.tupleSize(given);
  Arguments arguments(python);
  if (!launcher || count != launcher->entry->numParameters ||
      (keywords && !arguments.addKeywords(keywords)))
    return callPackage(python, kernel, given, keywords);
  for (ptrdiff_t i = 0; i < count; ++i)
    if (!arguments.add(python.tupleItem(given, i),
                       *launcher->entry->parameters[i]))
      return callPackage(python, kernel, given, keywords);

  static thread_local char text[16384];
  text[0] = '\0';
  TileryLaunch launch = {};
  launch.structSize = sizeof(launch);
  launch.args = arguments.values.data();
  launch.kinds = arguments.kinds.data();
  launch.numArgs = arguments.count;
  launch.stream = arguments.stream;
  launch.error = text;
  launch.errorSize = sizeof(text);
  // A launch may wait: for the driver's compiler, or for room in its queue.
  ThreadState *state = python.leave();
  int32_t status =
      tileryLaunchEntry(launcher->program, launcher->index, &launch);
  python.enter(state);
  if (status != TILERY_OK)
    return fail(python, kernel, status, text);
  python.retain(python.none);
  return python.none;
}

static void destroyKernel(Object *kernel) {
  const Interpreter &python = *getInterpreter();
  Launcher *launcher = launcherOf(kernel);
  // At the end of the process, what the library needs may be gone.
  if (launcher && !python.isFinalizing()) {
    // To unload code may wait for kernels.
    ThreadState *state = python.leave();
    tileryProgramRelease(launcher->program);
    python.enter(state);
  }
  delete launcher;
  Object *type = python.typeOf(kernel);
  auto freeObject =
      reinterpret_cast<void (*)(void *)>(python.getSlot(type, slotOfFree));
  freeObject(kernel);
  python.release(type);
  python.release(type); // the object's own reference
}

/// The class; null where the process has no Python, or an exception is raised.
/// Calls go to the method _call(*args, **keywords) until an object is bound.
TILERY_C_EXPORT void *tileryPythonMakeBase(size_t sizeOfObject) {
  const Interpreter *python = getInterpreter();
  if (!python)
    return nullptr;
  headerSize = sizeOfObject;
  static Slot slots[] = {
      {slotOfCall, reinterpret_cast<void *>(&callKernel)},
      {slotOfDealloc, reinterpret_cast<void *>(&destroyKernel)},
      {0, nullptr}};
  static TypeSpec spec = {"tilery._native.Callable", 0, 0, flagOfBase, slots};
  spec.basicSize = static_cast<int>(sizeOfObject + sizeof(Launcher *));
  return python->newType(&spec);
}

/// Lets calls of an object of that class launch an entry, once and for all.
TILERY_C_EXPORT void tileryPythonBind(void *object, TileryProgram *program,
                                      size_t index) {
  const TileryEntry *const *entries = nullptr;
  size_t count = tileryProgramGetEntries(program, &entries);
  Launcher *&launcher = launcherOf(static_cast<Object *>(object));
  if (index >= count || launcher)
    return;
  tileryProgramRetain(program);
  launcher = new (std::nothrow) Launcher{program, index, entries[index]};
  if (!launcher)
    tileryProgramRelease(program);
}
