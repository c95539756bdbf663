# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DOUTPUT=FILE -DINPUT=FILE -P EmbedObject.cmake
# Writes the bytes of a file as numbers, commas between them.

file(READ ${INPUT} content HEX)
string(REGEX REPLACE "(..)" "0x\\1," content "${content}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" content "${content}")
file(WRITE ${OUTPUT} "${content}")
