# Writes OUTPUT, the C source that holds the git revision of SOURCE, unless it is the same already.
cmake_minimum_required(VERSION 3.20)

execute_process(COMMAND git -C "${SOURCE}" describe --always --abbrev=12 --exclude=* --dirty
  OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(revision "")
endif()
file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT
"#include \"harness/machine/revision.h\"

const char fr_revision[] = \"@revision@\";
")
