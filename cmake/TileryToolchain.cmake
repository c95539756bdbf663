# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiler, linker, cache and sanitizers.

# Debian's MLIR is built by clang, and MLIR's trait TypeIDs hang on
# __PRETTY_FUNCTION__, which g++ spells differently: symbol ops would then fail
# to verify against libMLIR.so.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR
    "expected clang++-22, got ${CMAKE_CXX_COMPILER_ID}: configure with "
    "`cmake --preset dev`, or set CMAKE_CXX_COMPILER=clang++-22")
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness lets ccache take translation units that use a precompiled
  # header.
  set(launcher ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

find_program(LLD_PROGRAM NAMES ld.lld-22 PATHS /usr/lib/llvm-22/bin)
if(LLD_PROGRAM)
  add_link_options(--ld-path=${LLD_PROGRAM})
endif()

# A shared library that lacks a symbol fails here, and not in the programs of its users.
string(APPEND CMAKE_SHARED_LINKER_FLAGS " -Wl,-z,defs")
string(APPEND CMAKE_MODULE_LINKER_FLAGS " -Wl,-z,defs")

# No absolute path of the build machine in any binary.
add_compile_options(
  "-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=" "-ffile-prefix-map=${PROJECT_BINARY_DIR}/=")

add_compile_options(-Wall -Wextra -Wno-unused-parameter)

if(TILERY_SANITIZE)
  string(REPLACE ";" "," sanitizers "${TILERY_SANITIZE}")
  add_compile_options(-fsanitize=${sanitizers} -fno-omit-frame-pointer)
  # The runtime is a shared library, so that programs without a sanitizer, Python
  # among them, can load ours: LD_PRELOAD=${TILERY_SANITIZER_RUNTIME}.
  execute_process(
    COMMAND ${CMAKE_CXX_COMPILER} -print-runtime-dir
    OUTPUT_VARIABLE runtime_folder
    OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  add_link_options(-fsanitize=${sanitizers} -shared-libsan -Wl,-rpath,${runtime_folder})
  if("thread" IN_LIST TILERY_SANITIZE)
    set(runtime tsan)
  else()
    set(runtime asan)
  endif()
  set(TILERY_SANITIZER_RUNTIME
    ${runtime_folder}/libclang_rt.${runtime}-${CMAKE_SYSTEM_PROCESSOR}.so)
  if("undefined" IN_LIST TILERY_SANITIZE)
    # The vptr check needs the type_info of classes inside the uninstrumented
    # LLVM libraries.
    add_compile_options(-fno-sanitize=vptr -fno-sanitize-recover=undefined)
    add_link_options(-fno-sanitize=vptr)
  endif()
endif()
