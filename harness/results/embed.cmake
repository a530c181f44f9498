# Writes OUTPUT, the C source that holds the bytes of INPUT as SYMBOL, declared in HEADER.
cmake_minimum_required(VERSION 3.20)

file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE "${OUTPUT}"
"#include \"${HEADER}\"

const unsigned char ${SYMBOL}[] = {${bytes}0};
const size_t ${SYMBOL}_size = sizeof ${SYMBOL} - 1;
")
