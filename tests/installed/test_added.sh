#!/bin/sh
# A game takes the library into its own build by FetchContent: shared, with two back ends, without
# tests, dependencies or warnings as errors. What the library shows is what exported.txt lists.
# usage: test_added.sh SOURCE
set -eu
source=$1
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir -p "$folder/maps"
echo '#error "the game has a maps/map.h of its own"' > "$folder/maps/map.h"
cp "$source/examples/game.c" "$source/examples/game.cc" "$folder"
cat > "$folder/names.c" <<'TEXT'
#include <footrace.h>
#include <stdio.h>
int main(void)
{
    for (int i = 0; fr_walker_pathfinder(i); i++)
        puts(fr_walker_pathfinder(i));
}
TEXT
cat > "$folder/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.20)
project(game LANGUAGES C CXX)
include(FetchContent)
FetchContent_Declare(footrace SOURCE_DIR "${FOOTRACE}")
FetchContent_MakeAvailable(footrace)
include_directories(.)
foreach(source game.c game.cc names.c)
  string(REPLACE . - name ${source})
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE footrace::footrace)
endforeach()
TEXT
configure() {
    cmake -S "$folder" -B "$folder/build" -DFOOTRACE="$source" -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_C_FLAGS_DEBUG=-O0 -DBUILD_SHARED_LIBS=ON -DBUILD_TESTING=ON \
        -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON "$@"
}
if configure '-DFOOTRACE_BACK_ENDS=visgraph;teleport' >/dev/null 2>"$folder/complaint"; then
    echo "a back end that there is not was taken" >&2
    exit 1
fi
tr -s ' \n' ' ' < "$folder/complaint" | grep -q "no back end 'teleport', expected some of null, dij"
configure '-DFOOTRACE_BACK_ENDS=visgraph-polygon;flood' >/dev/null
cmake --build "$folder/build" -j 2 >/dev/null
"$folder/build/names-c" > "$folder/names"
printf 'flood\nvisgraph-polygon\n' | cmp - "$folder/names"
"$folder/build/game-c" | grep -q '^walk to 0.5,2.5$'
"$folder/build/game-cc" | grep -q '^the goal is not reachable$'
test ! -e "$folder/build/_deps/footrace-build/harness"

library=$(find "$folder/build" -name 'libfootrace.so.*.*.*' | head -n 1)
nm --dynamic --defined-only "$library" | awk '{print $3}' | sort | diff "$here/exported.txt" -
objdump -p "$library" | grep -q '^ *SONAME  *libfootrace.so.0.1$'
