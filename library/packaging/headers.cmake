# Writes the headers that are installed: footrace.h as it is, the full interface into a folder footrace,
# where headers include each other by that folder and declare to a C++ compiler that they are C.
#   cmake -DSOURCE=TREE -DTARGET=FOLDER -DHEADERS=LIST -P headers.cmake
cmake_minimum_required(VERSION 3.20)
file(COPY ${SOURCE}/library/footrace.h DESTINATION ${TARGET})
foreach(header ${HEADERS})
  file(READ ${SOURCE}/${header} text)
  string(REGEX REPLACE "#include \"([^\"]*/[^\"]*)\"" "#include \"footrace/\\1\"" text "${text}")
  # From behind the last include, or else the guard, to the last line.
  string(FIND "${text}" "\n#include " include REVERSE)
  if(include EQUAL -1)
    string(FIND "${text}" "\n#define FOOTRACE_" include)
  endif()
  math(EXPR include "${include} + 1")
  string(SUBSTRING "${text}" ${include} -1 rest)
  string(FIND "${rest}" "\n" end)
  math(EXPR include "${include} + ${end} + 1")
  string(SUBSTRING "${text}" 0 ${include} head)
  string(SUBSTRING "${text}" ${include} -1 body)
  string(REGEX REPLACE "\n#endif\n$" "" body "${body}")
  set(open "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n")
  set(close "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n")
  file(CONFIGURE OUTPUT ${TARGET}/footrace/${header} @ONLY
    CONTENT "@head@@open@@body@@close@")
endforeach()
