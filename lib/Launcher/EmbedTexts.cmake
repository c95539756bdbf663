# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DOUTPUT=FILE "-DFILES=A.h;B.h" "-DNAMES=x/A.h;x/B.h" -P EmbedTexts.cmake
# Writes {"name", R"(text)"}, for each file.

set(text "")
foreach(file name IN ZIP_LISTS FILES NAMES)
  file(READ ${file} content)
  string(APPEND text "{\"${name}\", R\"SOURCE(${content})SOURCE\"},\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
