#!/bin/sh
# The library as two files: they compile alone, without a warning, whatever the compiler, and answer
# as the library does. Prints what was left out for want of a tool.
# usage: test_two_files.sh SOURCE          gcc, with one back end
#        test_two_files.sh SOURCE all      all of them, by gcc, clang, TinyCC, in 32 bits, with musl, by MinGW and to WebAssembly;
#                                         C11 and C17, and the header as C++11 and C++20
set -eu
source=$1 all=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
strict="-Wall -Wextra -Wpedantic -Werror -I."
skipped=0

skip() {
    echo "skipped: $*"
    skipped=$((skipped + 1))
}

has() {
    command -v "$1" >/dev/null
}

if [ -z "$all" ]; then
    python3 "$source/library/amalgamate.py" "$source" . flood
    # shellcheck disable=SC2086 # several words
    {
        cc -std=c11 -O0 $strict -c footrace.c -o footrace.o
        cc -std=c11 $strict "$source/examples/game.c" footrace.o -lm -o game-c
        c++ -std=c++17 $strict "$source/examples/game.cc" footrace.o -lm -o game-cc
        cc -std=c11 $strict "$here/answers.c" footrace.o -lm -o answers
    }
    ./game-c | grep -q '^walk to 0.5,2.5$'
    ./game-cc | grep -q '^the goal is not reachable$'
    ./answers | grep -q '^flood [0-9a-f]\{16\} [1-9]'
    nm --extern-only --defined-only footrace.o | awk '{print $3}' | sort |
        diff "$here/../installed/exported.txt" -
    # The fallback is in the file, whatever was chosen: visgraph-polygon refuses a mask.
    python3 "$source/library/amalgamate.py" "$source" . visgraph-polygon
    cat > falls_back.c <<'END'
#include "footrace.h"
int main(void)
{
    const struct fr_mask mask = {"\1\1\1\0\0\1\1\1\1", 3, 3, 0, FR_MASK_BYTES};
    const struct fr_spot from = {0, 0}, to = {0, 2};
    struct fr_walker *walker;
    struct fr_spot path[9];
    struct fr_walk walk;
    return fr_walker_from_mask(&mask, "visgraph-polygon:source=drawing", 0, 0, &walker) ||
           fr_walker_find(walker, from, to, path, 9, &walk) || !walk.fallback || walk.count != 5 ||
           fr_walker_pathfinder(1);
}
END
    # shellcheck disable=SC2086
    cc -std=c11 -O0 $strict footrace.c falls_back.c -lm -o falls_back
    ./falls_back
    exit
fi

python3 "$source/library/amalgamate.py" "$source" .
echo '#include "footrace.h"' >header.cc
for compiler in gcc clang x86_64-w64-mingw32-gcc; do
    has $compiler || continue
    # shellcheck disable=SC2086
    $compiler -std=c17 -O1 $strict -c footrace.c -o dialect.o
done
for compiler in g++ clang++; do
    for dialect in c++11 c++20; do
        # shellcheck disable=SC2086
        ! has $compiler || $compiler -std=$dialect $strict -fsyntax-only header.cc
    done
done
# shellcheck disable=SC2086
cc -std=c11 -O2 $strict footrace.c "$here/answers.c" -lm -o gcc
./gcc > expected
test "$(wc -l < expected)" -ge 12
if has clang; then
    # shellcheck disable=SC2086
    clang -std=c11 -O2 $strict footrace.c "$here/answers.c" -lm -o clang
    ./clang | diff expected -
else
    skip "no clang"
fi
if has tcc; then
    # shellcheck disable=SC2086
    tcc -std=c11 $strict footrace.c "$here/answers.c" -lm -o tcc
    ./tcc | diff expected -
else
    skip "no tcc"
fi
if [ "$(uname -m)" != x86_64 ]; then
    skip "32-bit and musl: not on amd64"
else
    narrow=$("$source/tests/portable/narrow_runner.sh")
    # shellcheck disable=SC2086
    if has "$narrow" &&
        echo 'int main(void) { return 0; }' | cc -m32 -x c - -o /dev/null 2>/dev/null; then
        cc -m32 -msse2 -mfpmath=sse -ffp-contract=off -std=c11 -O2 $strict \
            -idirafter /usr/include/x86_64-linux-gnu footrace.c "$here/answers.c" -lm -o answers-32
        "$narrow" ./answers-32 | diff expected -
    else
        skip "32 bits: no gcc-12-multilib, or no qemu-user where the kernel runs no such programs"
    fi
    # shellcheck disable=SC2086
    if has musl-gcc; then
        musl-gcc -static -std=c11 -O2 $strict footrace.c "$here/answers.c" -lm -o answers-musl
        ./answers-musl | diff expected -
    else
        skip "no musl-tools"
    fi
fi
if has x86_64-w64-mingw32-gcc; then
    # shellcheck disable=SC2086
    x86_64-w64-mingw32-gcc -std=c11 -O2 $strict footrace.c "$here/answers.c" -o mingw.exe
    if has wine; then
        wine mingw.exe 2>/dev/null | tr -d '\r' | diff expected -
    else
        skip "MinGW's program was built, and not run: no wine"
    fi
else
    skip "no gcc-mingw-w64-x86-64"
fi
if has clang && has wasm-ld && [ -e /usr/include/wasm32-wasi/stdio.h ]; then
    # shellcheck disable=SC2086
    clang --target=wasm32-wasi -std=c11 -O2 $strict footrace.c "$here/answers.c" -o answers.wasm
    if has node; then
        node --no-warnings "$here/wasi.mjs" answers.wasm | diff expected -
    else
        skip "the WebAssembly was built, and not run: no node"
    fi
else
    skip "no clang with lld, wasi-libc and libclang-rt-dev-wasm32"
fi
echo "two files: $(wc -l < expected) pathfinders answer alike; $skipped skipped"
