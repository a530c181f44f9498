#!/bin/bash
# The tests of the library as a 32-bit build and under musl, without a test framework: those that need
# nothing but maps/, algorithms/, the judge and small maps. And the paths of all back ends, from the
# library as two files, without a warning: the same with x87 arithmetic, on other processors, of another byte order, and
# by another compiler. Where a tool is missing, it is a counted skip.
# usage: test_portable.sh SOURCE FOLDER [TEST...]     in FOLDER; tests by name, such as test_change
set -eu
source=$1 folder=$2
shift 2
skipped=0 failed=0 passed=0 rooms=40 # 1,600 clicks for each back end
fewest=10000                         # paths of all back ends together

# What a test or a file that it includes may not need.
needs_more() {
    grep -qE '#include ("harness/(base|machine|course|racers|race|rows|answer|pictures|commands|conformance/c)|"maps/formats|<geos|<unistd|<sys/|<pthread|"tests/maps/files)' "$1"
}

list_tests() {
    local test
    for test in "$source"/tests/{algorithms,algorithms/*,maps,maps/geometry,maps/analysis}/test_*.c; do
        needs_more "$test" || echo "$test"
    done
}

list_library() {
    ls "$source"/algorithms/*.c "$source"/algorithms/*/*.c "$source"/maps/*.c \
        "$source"/maps/{geometry,analysis}/*.c "$source"/harness/judge/*.c \
        "$source"/harness/conformance/small_maps.c "$source"/maps/generators/*/*.c \
        "$source"/maps/formats/base/{error,words}.c
    ls "$source"/maps/generators/*.c | grep -v /save_canvas
}

# compile SOURCE OBJECT: with the compiler of this build.
compile() {
    $compiler -std=c17 -O1 -UNDEBUG -ffp-contract=off -w -I"$source/tests/portable" -I"$source" \
        -c "$1" -o "$2"
}

# link TEST FOLDER: with the library there.
link() {
    compile "$1" "$2/test.o" && $compiler "$2/test.o" "$2/library.a" -lm -o "$2/test"
}

# build NAME RUNNER COMPILER...: the library, and each test; runs them.
build() {
    local name=$1 runner=$2 test
    shift 2
    export compiler="$*" source
    if ! echo 'int main(void) { return 0; }' | $compiler -x c - -o /dev/null 2>/dev/null; then
        echo "skipped: $name: no $compiler"
        skipped=$((skipped + 1))
        return
    fi
    rm -rf "${folder:?}/$name"
    mkdir -p "$folder/$name"
    list_library | xargs -P "$(nproc)" -I FILE bash -c \
        'compile "$1" "$2/$(basename "$1" .c).o"' _ FILE "$folder/$name"
    ar rcs "$folder/$name/library.a" "$folder/$name"/*.o
    for test in "${tests[@]}"; do
        if link "$test" "$folder/$name" >"$folder/$name/log" 2>&1 &&
            (cd "$source" && timeout 600 "$runner" "$folder/$name/test" >"$folder/$name/log" 2>&1); then
            passed=$((passed + 1))
        else
            echo "failed: $name: ${test#"$source/"}"
            tail -n 5 "$folder/$name/log"
            failed=$((failed + 1))
        fi
    done
}

# compiled NAME: what a compiler is told to make a program of all answers.
compiled() {
    echo "-std=c11 -O2 -Wall -Wextra -Wpedantic -Werror -I$folder/answers $folder/answers/footrace.c" \
        "$source/tests/library/answers.c -lm -o $folder/answers/$1"
}

# answers NAME PACKAGES RUNNER COMPILER...: every path is that of the native build.
answers() {
    local name=$1 packages=$2 runner=$3 program=$folder/answers/$1
    shift 3
    # shellcheck disable=SC2046 # several words
    if ! { command -v "$runner" && command -v "$1" &&
        echo '#include <stdio.h>' | "$@" -E -; } >"$folder/answers/log" 2>&1; then
        echo "skipped: $name: no $packages"
        skipped=$((skipped + 1))
    elif "$@" $(compiled "$name") >"$folder/answers/log" 2>&1 &&
        "$runner" "$program" "$rooms" | diff "$folder/answers/expected" - >"$folder/answers/log"; then
        passed=$((passed + 1))
    else
        echo "failed: $name: answers"
        tail -n 5 "$folder/answers/log"
        failed=$((failed + 1))
    fi
}

export -f compile
mapfile -t tests < <(list_tests)
if (($#)); then
    tests=()
    for name; do
        tests+=("$(list_tests | grep "/$name.c$")")
    done
fi
mkdir -p "$folder/answers"
python3 "$source/library/amalgamate.py" "$source" "$folder/answers"
# shellcheck disable=SC2046 # several words
cc $(compiled native) && "$folder/answers/native" "$rooms" >"$folder/answers/expected"
paths=$(awk '{ paths += $3 } END { print paths }' "$folder/answers/expected")
((paths >= fewest))
answers aarch64 "gcc-aarch64-linux-gnu qemu-user" qemu-aarch64 aarch64-linux-gnu-gcc -static
answers s390x "gcc-s390x-linux-gnu qemu-user" qemu-s390x s390x-linux-gnu-gcc -static
answers tcc tcc env tcc
case $(uname -m) in
x86_64)
    # What gcc-multilib would link to, which keeps the cross compilers out.
    system=/usr/include/x86_64-linux-gnu
    narrow=$("$source/tests/portable/narrow_runner.sh")
    answers x87 "gcc-12-multilib qemu-user" "$narrow" gcc -m32 -mno-sse -mfpmath=387 \
        -idirafter $system
    build 32-bit "$narrow" gcc -m32 -msse2 -mfpmath=sse -idirafter $system
    build musl env musl-gcc -static
    ;;
*)
    echo "skipped: x87, 32-bit and musl: not on amd64"
    skipped=$((skipped + 3))
    ;;
esac
echo "portable: digests of $paths paths; $passed passed, $failed failed, $skipped skipped"
((failed == 0)) || exit 1
((passed > 0)) || exit 77
