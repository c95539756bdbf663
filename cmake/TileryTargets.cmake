# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How this project declares libraries, tools, TableGen runs and unit tests.

# Notes a library that is to be installed: all of those below lib are. `set` is PLAIN
# or MLIR.
function(tilery_note_library name set)
  if(CMAKE_CURRENT_SOURCE_DIR MATCHES "^${PROJECT_SOURCE_DIR}/lib/")
    set_property(GLOBAL APPEND PROPERTY TILERY_${set}_LIBRARIES ${name})
    set_property(GLOBAL APPEND PROPERTY TILERY_TEST_DEPS ${name})
  endif()
endfunction()

# tilery_add_library(NAME source... [LINK_LIBS library...])
# A library of plain C++: it includes neither MLIR nor LLVM.
function(tilery_add_library name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  tilery_note_library(${name} PLAIN)
endfunction()

# Splits `libs` into MLIR's own (MLIR*, LLVM*) and this project's, and links both.
function(tilery_link_libraries target)
  set(mlir_libs)
  set(own_libs)
  foreach(lib IN LISTS ARGN)
    if(lib MATCHES "^MLIR")
      list(APPEND mlir_libs ${lib})
    else()
      list(APPEND own_libs ${lib})
    endif()
  endforeach()
  target_link_libraries(${target} PUBLIC ${own_libs})
  tilery_link_mlir(${target} ${mlir_libs})
endfunction()

# Where users of an installed Tilery find MLIR's headers.
add_library(TileryMLIRHeaders INTERFACE)

# The MLIR headers cost 3 to 16 s a translation unit; parsed once into a
# precompiled header they cost 1 to 6.
add_library(TileryPrecompiledHeader STATIC ${PROJECT_SOURCE_DIR}/cmake/pch.cpp)
target_precompile_headers(TileryPrecompiledHeader PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pch.h)
target_compile_options(TileryPrecompiledHeader PRIVATE "SHELL:-Xclang -fno-pch-timestamp" -fPIC)
set_target_properties(TileryPrecompiledHeader PROPERTIES POSITION_INDEPENDENT_CODE OFF)

function(tilery_use_precompiled_header target)
  # Executables would be compiled with -fPIE, and a precompiled header is of one
  # kind: all of them are -fPIC.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIC)
  target_precompile_headers(${target} REUSE_FROM TileryPrecompiledHeader)
  target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
endfunction()

# tilery_add_mlir_library(NAME source... [DEPENDS target...] [LINK_LIBS library...])
function(tilery_add_mlir_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  tilery_link_libraries(${name} ${ARG_LINK_LIBS})
  # Of an installed Tilery, TileryConfig.cmake fills it.
  target_link_libraries(${name} PUBLIC TileryMLIRHeaders)
  tilery_note_library(${name} MLIR)
  tilery_use_precompiled_header(${name})
  # Every library sees every generated header: a missing order edge otherwise
  # shows only in a cold parallel build.
  add_dependencies(${name} tilery-headers ${ARG_DEPENDS})
endfunction()

# tilery_add_tool(NAME source... [LINK_LIBS library...])
function(tilery_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  tilery_link_libraries(${name} ${ARG_LINK_LIBS})
  tilery_use_precompiled_header(${name})
  add_dependencies(${name} tilery-headers)
  set_property(GLOBAL APPEND PROPERTY TILERY_TEST_DEPS ${name})
endfunction()

# tilery_add_unittest(NAME source... [LINK_LIBS library...])
# A GoogleTest executable that lit finds (its name ends in Tests).
find_package(GTest REQUIRED)
function(tilery_add_unittest name)
  cmake_parse_arguments(ARG "MLIR" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main)
  if(ARG_MLIR)
    tilery_link_libraries(${name} ${ARG_LINK_LIBS})
    tilery_use_precompiled_header(${name})
    add_dependencies(${name} tilery-headers)
  else()
    target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  endif()
  target_compile_definitions(${name} PRIVATE
    TILERY_TEST_INPUTS="${CMAKE_CURRENT_SOURCE_DIR}/Inputs")
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  set_property(GLOBAL APPEND PROPERTY TILERY_TEST_DEPS ${name})
endfunction()

# tilery_tablegen(TARGET TD.td GENERATOR OUT.inc [GENERATOR OUT.inc ...])
# Runs mlir-tblgen on one file for several outputs and adds them to
# `tilery-headers`. A generator is a list of flags, such as "-gen-op-decls".
add_custom_target(tilery-headers)
function(tilery_tablegen target td)
  set(LLVM_TARGET_DEFINITIONS ${td})
  math(EXPR last "${ARGC} - 1")
  foreach(i RANGE 2 ${last} 2)
    math(EXPR next "${i} + 1")
    set(generator ${ARGV${i}})
    mlir_tablegen(${ARGV${next}} ${generator})
  endforeach()
  add_public_tablegen_target(${target})
  add_dependencies(tilery-headers ${target})
endfunction()
