#!/bin/sh
# Installs what was built, hides the source tree from it, and uses it as strangers do: a game through
# CMake's package and through pkg-config, the command with its own maps and manual.
# usage: test_installed.sh BUILD SOURCE
set -eu
build=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cmake --install "$build" --prefix "$folder/usr" >/dev/null
mkdir "$folder/game"
cp "$source/examples/game.c" "$source/examples/game.cc" "$folder/game"
cat > "$folder/game/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.20)
project(game LANGUAGES C CXX)
find_package(footrace REQUIRED)
foreach(language c cc)
  add_executable(game-${language} game.${language})
  target_link_libraries(game-${language} PRIVATE footrace::footrace)
endforeach()
TEXT
sanitizers=$(sed -n 's/^FOOTRACE_SANITIZE:BOOL=ON$/-fsanitize=address,undefined/p' \
    "$build/CMakeCache.txt")
strict="-Wall -Wextra -Wpedantic -Werror $sanitizers"
cmake -S "$folder/game" -B "$folder/game/build" -DCMAKE_PREFIX_PATH="$folder/usr" \
    -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON -DCMAKE_C_FLAGS="$strict" \
    -DCMAKE_CXX_FLAGS="$strict" >/dev/null
cmake --build "$folder/game/build" >/dev/null
"$folder/game/build/game-c" > "$folder/walk"
grep -q '^walk to 0.5,2.5$' "$folder/walk"
grep -q '^the goal is not reachable$' "$folder/walk"
"$folder/game/build/game-cc" | cmp - "$folder/walk"

PKG_CONFIG_PATH=$(dirname "$(find "$folder/usr" -name footrace.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046,SC2086 # several words
{
    cc -std=c11 $strict "$folder/game/game.c" -o "$folder/game/plain" \
        $(pkg-config --cflags --libs footrace)
    c++ -std=c++17 $strict "$folder/game/game.cc" -o "$folder/game/plus" \
        $(pkg-config --cflags --libs footrace)
}
"$folder/game/plain" | cmp - "$folder/walk"
"$folder/game/plus" | cmp - "$folder/walk"

# Whatever header is installed can be included alone, in C and in C++, and what it declares is found.
(cd "$folder/usr/include" && find . -name '*.h') | while read -r header; do
    printf '#include <%s>\n' "$header" > "$folder/alone.c"
    # shellcheck disable=SC2046
    cc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only $(pkg-config --cflags footrace) \
        "$folder/alone.c"
    # shellcheck disable=SC2046
    c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ \
        $(pkg-config --cflags footrace) "$folder/alone.c"
done
cat > "$folder/interface.cc" <<'TEXT'
#include <footrace.h>
#include <footrace/algorithms/pathfinder.h>
int main() { return fr_pathfinder_find(fr_walker_pathfinder(0)) ? 0 : 1; }
TEXT
# shellcheck disable=SC2046,SC2086
c++ -std=c++17 $strict "$folder/interface.cc" -o "$folder/interface" \
    $(pkg-config --cflags --libs footrace)
"$folder/interface"

footrace=$folder/usr/bin/footrace
FOOTRACE_MAPS=$folder/usr/share/footrace/maps "$footrace" inspect spiral >/dev/null
"$footrace" --manual | grep -q '^\.SH COMMANDS'

# A back end from outside needs the installed headers and nothing to link.
cd "$folder"
# shellcheck disable=SC2046
cc -std=c17 -Wall -Wextra -Wno-unused-parameter -Werror -fvisibility=hidden -shared -fPIC \
    "$source/examples/straight.c" -o straight.so $(pkg-config --cflags footrace)
export FOOTRACE_MAPS=$folder/usr/share/footrace/maps
"$footrace" path --map open --from 10,10 --to 300,150 --plugin straight.so --algo straight \
    --algo visgraph | grep -q '^  straight  *found  *ok '
"$footrace" run --map open --map maze --clicks auto:20 --plugin ./straight.so --algo straight \
    --algo flood --quiet --allow-debug -o race.jsonl
"$footrace" check race.jsonl | grep -q ': ok'

# What was built without optimisation is marked; a row says from which file and with which flags.
grep -q '"algo":"straight",.*"label":"Straight line (not optimised)",.*"plugin_unoptimised":true' race.jsonl
grep -Eq '"plugin_hash":"[0-9a-f]{16}","plugin_build":"[^"]*[0-9]+\.[0-9]' race.jsonl
grep '"kind":"prepare","map":"[a-z]*","algo":"flood"' race.jsonl > inside
test -s inside
test "$(grep -c plugin_ inside)" -eq 0
# shellcheck disable=SC2046
cc -std=c17 -O3 -DFR_PLUGIN_FLAGS='"-O3 of mine"' -shared -fPIC "$source/examples/straight.c" \
    -o quick.so $(pkg-config --cflags footrace)
"$footrace" run --map open --clicks auto:5 --plugin ./quick.so --algo straight --quiet \
    --allow-debug -o quick.jsonl
grep -q '"label":"Straight line",.*"plugin_build":"[^"]* -O3 of mine","plugin_unoptimised":false' quick.jsonl

# The reports come along; where python3 lacks what they need, that is one clear line.
status=0
"$footrace" report race.jsonl -o report 2>complaint || status=$?
if /usr/bin/python3 -c 'import matplotlib, jinja2, fastjsonschema' 2>/dev/null; then
    test "$status" -eq 0
    test -s report/charts/click-times.svg
    grep -q '<table class="sortable"' report/report.html
else
    test "$status" -eq 2
    grep -q '^footrace: report: .*python3-matplotlib' complaint
fi
"$footrace" check-backend --quick ./straight.so >/dev/null

# The same plugin in C++, and with its search in Rust.
skipped=0
answers() {
    "$footrace" check-backend --quick "./$1.so" >/dev/null
    "$footrace" path --map open --from 10,10 --to 300,150 --plugin "./$1.so" --algo "$1" \
        --algo visgraph | grep -q "^  $1  *found  *ok "
}
# shellcheck disable=SC2046
c++ -std=c++20 -O3 -Wall -Wextra -Wno-missing-field-initializers -Werror -fvisibility=hidden -shared \
    -fPIC "$source/examples/straight.cc" -o straight-cc.so $(pkg-config --cflags footrace)
answers straight-cc
if command -v rustc >/dev/null; then
    rustc -O -C panic=abort -C relocation-model=pic --crate-type staticlib -D warnings \
        "$source/examples/straight.rs" -o libstraight.a
    # shellcheck disable=SC2046
    cc -std=c17 -O3 -Wall -Wextra -Wno-unused-parameter -Werror -shared -fPIC \
        "$source/examples/straight_rust.c" libstraight.a -Wl,--exclude-libs,ALL -o straight-rust.so \
        $(pkg-config --cflags footrace)
    answers straight-rust
else
    echo "skipped: plugin in Rust: install rustc"
    skipped=$((skipped + 1))
fi
echo "plugins in C, C++ and Rust: $skipped skipped"
