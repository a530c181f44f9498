#!/bin/sh
# The packages, each built as its README says and held against the native answers; and the room to walk
# in, which takes the same paths in each language.
# usage: test_packages.sh SOURCE PLAYS FOLDER [npm|python|lua|csharp]...    PLAYS: the program that writes them
set -eu
source=$(cd "$1" && pwd) plays=$2 folder=$3
shift 3
here=$source/tests/packages
mkdir -p "$folder"
skipped=0

skip() {
    echo "skipped: $*"
    skipped=$((skipped + 1))
}

has() {
    command -v "$1" >/dev/null
}

# A function that footrace.h declares and a package does not know is a drift.
covers() {
    for name in $(grep -o '\bfr_walker_[a-z_]*(' "$source/library/footrace.h" | tr -d '(' | sort -u); do
        case $name in
        fr_walker_from_polygons) continue ;; # rooms drawn as polygons: in C alone
        esac
        grep -q "$name\|\"${name#fr_walker_}\"" "$@" || {
            echo "$*: no $name" >&2
            exit 1
        }
    done
}

# The paths of examples/room in C, and in C++.
expected_room() {
    [ -e "$folder/room" ] && return
    shared_library
    for language in c cc; do
        compiler=cc
        [ $language = c ] || compiler=c++
        $compiler -Wall -Wextra -Wpedantic -Werror -I"$folder/amalgam" "$source/examples/room/chambers.$language" \
            -L"$folder" -lfootrace -lm -o "$folder/chambers-$language"
        LD_LIBRARY_PATH=$folder "$folder/chambers-$language" >"$folder/room-$language"
    done
    diff "$folder/room-c" "$folder/room-cc"
    [ "$(wc -l <"$folder/room-c")" = 4 ]
    mv "$folder/room-c" "$folder/room"
}

# same_room COMMAND...: it walks in the room as C does.
same_room() {
    expected_room
    "$@" | diff "$folder/room" -
}

shared_library() {
    [ -e "$folder/libfootrace.so" ] && return
    python3 "$source/library/amalgamate.py" "$source" "$folder/amalgam"
    cc -O3 -DNDEBUG -ffp-contract=off -shared -fPIC "$folder/amalgam/footrace.c" -lm -o "$folder/libfootrace.so"
}

npm_package() {
    if ! has node || ! has npm || ! has clang || ! has wasm-ld || ! [ -e /usr/include/wasm32-wasi/stdio.h ]; then
        skip "npm: install nodejs, npm, clang, lld, wasi-libc and libclang-rt-dev-wasm32"
        return
    fi
    python3 "$source/packages/npm/build.py" "$source" "$folder/npm"
    covers "$source/packages/npm/footrace.js" "$source/packages/npm/flat.c"
    (cd "$folder/npm" && npm pack --silent --pack-destination .. >/dev/null)
    rm -rf "$folder/game"
    mkdir "$folder/game"
    (cd "$folder/game" && tar xzf ../footrace-*.tgz)
    for module in footrace.mjs footrace.cjs all.mjs all.cjs; do
        node "$here/play.mjs" "$folder/game/package/$module" "$folder/plays"
    done
    mkdir -p "$folder/game/node_modules"
    cp -r "$folder/game/package" "$folder/game/node_modules/footrace"
    cp "$source/examples/room/chambers.mjs" "$folder/game"
    same_room node "$folder/game/chambers.mjs"
    size=$(gzip -9 -c "$folder/npm/footrace.mjs" | wc -c)
    echo "npm: footrace.mjs is $size bytes compressed"
    [ "$size" -lt 120000 ]
}

python_package() {
    if ! /usr/bin/python3 -c 'import setuptools, pip, wheel, numpy' 2>/dev/null; then
        skip "python: install python3-numpy, python3-pip, python3-setuptools and python3-wheel"
        return
    fi
    covers "$source/packages/python/footrace/__init__.py"
    rm -rf "$folder/python" "$folder/site"
    mkdir -p "$folder/python/packages" # pip writes beside what it builds
    cp -r "$source/packages/python" "$folder/python/packages"
    for name in library maps algorithms LICENSE; do
        ln -s "$source/$name" "$folder/python/$name"
    done
    /usr/bin/python3 -m pip install --quiet --no-build-isolation --no-deps --no-index --target "$folder/site" \
        "$folder/python/packages/python"
    (cd "$folder" && PYTHONPATH=$folder/site /usr/bin/python3 "$here/play.py" "$folder/plays")
    same_room env PYTHONPATH="$folder/site" /usr/bin/python3 "$source/examples/room/chambers.py"
}

lua_package() {
    if ! has luajit; then
        skip "lua: install luajit"
        return
    fi
    shared_library
    python3 "$source/packages/lua/build.py" "$source" "$folder/lua/footrace.lua"
    covers "$source/packages/lua/footrace.lua"
    export FOOTRACE_PLAYS="$folder/plays"
    cp "$folder/libfootrace.so" "$folder/lua"
    (cd "$folder/lua" && luajit "$here/play.lua" "$folder/plays")
    same_room env LUA_PATH="$folder/lua/?.lua" luajit "$source/examples/room/chambers.lua"
    if has love; then
        cp "$here/play.lua" "$folder/lua/main.lua"
        echo 'function love.conf(t) t.modules.window, t.modules.graphics, t.modules.audio = false, false, false end' \
            >"$folder/lua/conf.lua"
        love "$folder/lua"
    else
        skip "lua: install love for LÖVE"
    fi
}

csharp_package() {
    if ! has mcs || ! has mono; then
        skip "csharp: install mono-mcs and mono-runtime"
        return
    fi
    shared_library
    covers "$source/packages/csharp/Footrace.cs"
    mcs -langversion:5 -warnaserror -out:"$folder/Play.exe" "$source/packages/csharp/Footrace.cs" "$here/Play.cs"
    LD_LIBRARY_PATH=$folder mono "$folder/Play.exe" "$folder/plays"
    mcs -langversion:5 -warnaserror -out:"$folder/Chambers.exe" "$source/packages/csharp/Footrace.cs" \
        "$source/examples/room/Chambers.cs"
    same_room env LD_LIBRARY_PATH="$folder" mono "$folder/Chambers.exe"
}

[ $# -gt 0 ] || set -- npm python lua csharp
"$plays" "$folder/plays"
rm -f "$folder/libfootrace.so" "$folder/room"
for name; do
    "${name}_package"
done
echo "packages: $* answer as the library does; $skipped skipped"
