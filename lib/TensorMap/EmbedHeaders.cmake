# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DOUTPUT=FILE "-DHEADERS=A.h;B.h" -P EmbedHeaders.cmake
# Writes each header as a raw string literal, commas between them.

set(text "")
foreach(header IN LISTS HEADERS)
  file(READ ${header} content)
  string(APPEND text "R\"HEADER(${content})HEADER\",\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
