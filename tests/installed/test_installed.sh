#!/bin/sh
# Installs what was built, hides the source tree from it, and uses it as strangers do: a game through
# CMake's package and through pkg-config, the command with its own maps, manual and completion.
# usage: test_installed.sh BUILD SOURCE
set -eu
build=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cmake --install "$build" --prefix "$folder/usr" >/dev/null
mkdir "$folder/game"
cp "$source/examples/game.c" "$folder/game"
cat > "$folder/game/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.20)
project(game LANGUAGES C)
find_package(footrace REQUIRED)
add_executable(game game.c)
target_link_libraries(game PRIVATE footrace::footrace)
TEXT
sanitizers=$(sed -n 's/^FOOTRACE_SANITIZE:BOOL=ON$/-fsanitize=address,undefined/p' \
    "$build/CMakeCache.txt")
cmake -S "$folder/game" -B "$folder/game/build" -DCMAKE_PREFIX_PATH="$folder/usr" \
    -DCMAKE_C_FLAGS="$sanitizers" >/dev/null
cmake --build "$folder/game/build" >/dev/null
"$folder/game/build/game" | grep -q 'walk to 0.5,2.5'

PKG_CONFIG_PATH=$(dirname "$(find "$folder/usr" -name footrace.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # several words
cc -std=c17 $sanitizers "$folder/game/game.c" -o "$folder/game/plain" \
    $(pkg-config --cflags --libs footrace)
"$folder/game/plain" | grep -q 'walk to 0.5,2.5'

# Whatever header is installed can be included alone.
(cd "$folder/usr/include/footrace" && find . -name '*.h') | while read -r header; do
    printf '#include "%s"\n' "$header" |
        cc -std=c17 -Wall -Werror -fsyntax-only -x c $(pkg-config --cflags footrace) -
done

footrace=$folder/usr/bin/footrace
FOOTRACE_MAPS=$folder/usr/share/footrace/maps "$footrace" inspect spiral >/dev/null
"$footrace" --manual | grep -q '^\.SH COMMANDS'
bash -c ". '$folder/usr/share/bash-completion/completions/footrace' &&
    COMP_WORDS=(footrace run --al) COMP_CWORD=2 && _footrace && [[ \${COMPREPLY[0]} == --algo ]]"

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
