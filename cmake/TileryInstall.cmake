# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What `cmake --install` puts where. Nothing in the tree names the place that it was
# installed to: it can be moved.
#
#   component    what                                                needs
#   CAPI         libtilery.so, tilery-c/*.h, CMake and pkg-config    at run time, what it links
#   Development  static libraries, headers, .td files                MLIR, but for the plain ones
#   Tools        the programs                                        CAPI
#   Plugin       lib/TileryPlugin.so, for mlir-opt                   MLIR
#   Python       python/tilery

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(TILERY_MLIR_VERSION ${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR})
set(TILERY_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/Tilery)
set(TILERY_INSTALL_PYTHONDIR python CACHE STRING "Folder of the Python package, below the prefix")

# A library is found beside the file that asks for it, MLIR where it was at build time.
set(TILERY_LIBRARY_RPATH "$ORIGIN")
file(RELATIVE_PATH bin_to_lib /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
set(CMAKE_INSTALL_RPATH "$ORIGIN/${bin_to_lib}")
if(NOT TILERY_STATIC)
  list(APPEND TILERY_LIBRARY_RPATH ${LLVM_LIBRARY_DIR})
  list(APPEND CMAKE_INSTALL_RPATH ${LLVM_LIBRARY_DIR})
endif()

# Installs libraries and exports them as Tilery::NAME, without the "Tilery" before it.
function(tilery_install_libraries export)
  foreach(library IN LISTS ARGN)
    string(REGEX REPLACE "^Tilery" "" exported ${library})
    set_target_properties(${library} PROPERTIES EXPORT_NAME ${exported})
    target_compile_features(${library} INTERFACE cxx_std_17)
  endforeach()
  install(TARGETS ${ARGN} EXPORT ${export}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT Development
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT ${export} NAMESPACE Tilery::
    DESTINATION ${TILERY_INSTALL_CMAKEDIR} COMPONENT Development)
endfunction()

function(tilery_install_headers)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tilery ${PROJECT_BINARY_DIR}/include/tilery
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT Development
    FILES_MATCHING PATTERN "*.h" PATTERN "*.h.inc" PATTERN "*.td" PATTERN "*.def"
    PATTERN CMakeFiles EXCLUDE)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tilery-c
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT CAPI
    FILES_MATCHING PATTERN "*.h")
  # The structs that the C API shares with launchers.
  install(FILES ${PROJECT_SOURCE_DIR}/include/tilery/Launcher/Abi.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tilery/Launcher COMPONENT CAPI)
endfunction()

# The shared library has an imported target of its own (TileryConfig.cmake): an export
# would name what it links, which none of its users needs.
function(tilery_install_capi)
  set_target_properties(libtilery PROPERTIES INSTALL_RPATH "${TILERY_LIBRARY_RPATH}")
  install(TARGETS libtilery LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT CAPI)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
    DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT CAPI)

  configure_package_config_file(
    ${PROJECT_SOURCE_DIR}/cmake/TileryConfig.cmake.in ${PROJECT_BINARY_DIR}/TileryConfig.cmake
    INSTALL_DESTINATION ${TILERY_INSTALL_CMAKEDIR}
    PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
  # Before 1.0 a minor version may change anything.
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/TileryConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/TileryConfig.cmake
    ${PROJECT_BINARY_DIR}/TileryConfigVersion.cmake
    DESTINATION ${TILERY_INSTALL_CMAKEDIR} COMPONENT CAPI)

  set(TILERY_PC_DIR ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  file(RELATIVE_PATH TILERY_PC_PREFIX /${TILERY_PC_DIR} /)
  string(REGEX REPLACE "/$" "" TILERY_PC_PREFIX ${TILERY_PC_PREFIX})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/tilery.pc.in ${PROJECT_BINARY_DIR}/tilery.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/tilery.pc
    DESTINATION ${TILERY_PC_DIR} COMPONENT CAPI)
endfunction()

function(tilery_install_tools)
  get_property(names GLOBAL PROPERTY TILERY_TOOL_NAMES)
  if(NOT TILERY_STATIC)
    install(TARGETS ${names} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT Tools)
    return()
  endif()
  install(TARGETS tilery RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT Tools)
  foreach(name IN LISTS names)
    install(FILES ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name}
      DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT Tools)
  endforeach()
endfunction()

function(tilery_install)
  get_property(plain GLOBAL PROPERTY TILERY_PLAIN_LIBRARIES)
  get_property(mlir GLOBAL PROPERTY TILERY_MLIR_LIBRARIES)
  tilery_install_libraries(TileryPlainTargets ${plain})
  # Those of the portable build would pull in MLIR's archives as that build patches them.
  if(NOT TILERY_STATIC)
    tilery_install_libraries(TileryMLIRTargets TileryMLIRHeaders ${mlir})
    install(TARGETS TileryPlugin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT Plugin)
    set_target_properties(TileryPlugin PROPERTIES INSTALL_RPATH "${TILERY_LIBRARY_RPATH}")
  endif()
  tilery_install_headers()
  tilery_install_capi()
  tilery_install_tools()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/tilery
    DESTINATION ${TILERY_INSTALL_PYTHONDIR} COMPONENT Python
    FILES_MATCHING PATTERN "*.py" PATTERN __pycache__ EXCLUDE)
endfunction()
