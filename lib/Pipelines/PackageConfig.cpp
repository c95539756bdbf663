// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PackageConfig.h"

using namespace llvm;
using namespace tilery;

static constexpr StringLiteral configText =
    R"cmake(# Gives the target @NAME@::@NAME@: the launcher, which is linked statically.
get_filename_component(_@NAME@_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET @NAME@::@NAME@)
  add_library(@NAME@::@NAME@ STATIC IMPORTED)
  set_target_properties(@NAME@::@NAME@ PROPERTIES
    IMPORTED_LOCATION "${_@NAME@_root}/lib/lib@NAME@.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES C
    INTERFACE_INCLUDE_DIRECTORIES "${_@NAME@_root}/include"
    INTERFACE_LINK_LIBRARIES "${CMAKE_DL_LIBS}")
@CUDA@endif()
unset(_@NAME@_root)
)cmake";

/// For headers that include cuda.h.
static constexpr StringLiteral cudaText =
    R"cmake(  find_package(CUDAToolkit QUIET)
  if(CUDAToolkit_FOUND)
    set_property(TARGET @NAME@::@NAME@ APPEND PROPERTY
      INTERFACE_INCLUDE_DIRECTORIES "${CUDAToolkit_INCLUDE_DIRS}")
  endif()
)cmake";

/// Versions are compatible within a major version.
static constexpr StringLiteral versionText =
    R"cmake(set(PACKAGE_VERSION "@VERSION@")
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION
   OR (PACKAGE_FIND_VERSION AND NOT PACKAGE_FIND_VERSION_MAJOR STREQUAL "@MAJOR@"))
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION STREQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "" AND
   NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(@PROCESSORS@)$")
  set(PACKAGE_VERSION "${PACKAGE_VERSION} (for @HOST@)")
  set(PACKAGE_VERSION_UNSUITABLE TRUE)
endif()
)cmake";

static std::string fill(StringRef text,
                        ArrayRef<std::pair<StringRef, StringRef>> values) {
  std::string result = text.str();
  for (auto [key, value] : values) {
    std::string mark = ("@" + key + "@").str();
    for (size_t at = result.find(mark); at != std::string::npos;
         at = result.find(mark, at + value.size()))
      result.replace(at, mark.size(), value.data(), value.size());
  }
  return result;
}

std::vector<SourceFile> tilery::getPackageConfig(StringRef name,
                                                 HostArchitecture host,
                                                 bool cudaHeader) {
  std::string folder = ("lib/cmake/" + name + "/" + name + "Config").str();
  StringRef version = TILERY_VERSION;
  return {{folder + ".cmake",
           fill(configText, {{"CUDA", cudaHeader ? StringRef(cudaText) : ""},
                             {"NAME", name}})},
          {folder + "Version.cmake",
           fill(versionText, {{"VERSION", version},
                              {"MAJOR", version.split('.').first},
                              {"HOST", getName(host)},
                              {"PROCESSORS", host == HostArchitecture::X86
                                                 ? "x86_64|AMD64"
                                                 : "aarch64|arm64"}})}};
}
