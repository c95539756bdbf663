# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds LLVM and MLIR 22.1 and decides how they are linked: the two dylibs (fast
# links, for development) or the static archives (the portable build). The two
# never mix: an option registered by both copies aborts the process.

find_package(MLIR 22.1 REQUIRED CONFIG)
message(STATUS "MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")

list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

separate_arguments(llvm_definitions NATIVE_COMMAND ${LLVM_DEFINITIONS})
add_definitions(${llvm_definitions})
# Without NDEBUG, LLVM's headers lay out some classes (statistics, for one) in
# another way than the libraries that Debian builds; a release has it anyway.
add_compile_definitions($<$<NOT:$<CONFIG:Release>>:NDEBUG>)
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})

if(TILERY_STATIC)
  # Debian's MLIR archives name the LLVM dylib as a dependency.
  foreach(target IN LISTS MLIR_EXPORTED_TARGETS)
    get_target_property(deps ${target} INTERFACE_LINK_LIBRARIES)
    if(deps)
      list(REMOVE_ITEM deps LLVM)
      set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${deps}")
    endif()
  endforeach()
  # Objects of launchers are for both processors; the other one's backend adds 9
  # MB to libtilery.so, 1.6 MB packed.
  llvm_map_components_to_libnames(TILERY_LLVM_LIBS
    core support passes target mc object orcjit nativecodegen
    x86codegen x86desc x86info aarch64codegen aarch64desc aarch64info
    nvptxcodegen nvptxdesc nvptxinfo)
  add_link_options(
    -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,--icf=all
    -Wl,--as-needed -Wl,-z,defs -Wl,--strip-all)
  add_compile_options(-ffunction-sections -fdata-sections)
else()
  set(TILERY_LLVM_LIBS LLVM)
endif()

# Links `target` against MLIR libraries by their archive names; under the dylib
# build all of them are libMLIR.so.
function(tilery_link_mlir target)
  if(TILERY_STATIC)
    target_link_libraries(${target} PUBLIC ${ARGN} ${TILERY_LLVM_LIBS})
  else()
    target_link_libraries(${target} PUBLIC MLIR ${TILERY_LLVM_LIBS})
  endif()
endfunction()
