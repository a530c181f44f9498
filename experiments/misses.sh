#!/usr/bin/env bash
# Bytes that a click touches, and cache misses: misses.sh TOP [MAP], after bench was built. Each click meets
# caches that were swept, as after a frame: what misses the last level, of 8 MB, is what it touches, a line of
# 64 bytes each.
set -euo pipefail

top=$1 map=${2:-adventure-150} counted=$1/build/misses
printf '\n%-12s %7s %15s %14s %14s\n' "back end" clicks "instructions" "L1 misses" "kB touched"
for algo in hublabel octile contracted navmesh polyanya visgraph runwave walkbox jpsplus \
    jps flood astar; do
    clicks=$(valgrind -q --tool=callgrind --cache-sim=yes --LL=8388608,16,64 --I1=32768,8,64 \
        --D1=32768,8,64 --toggle-collect=fr_counted_find --callgrind-out-file="$counted" \
        "$top/build/bench/harness/bench" misses "$map" "$algo" 100 2> >(grep -v warning: >&2))
    awk -v algo="$algo" -v clicks="$clicks" '
        /^events:/ { for (i = 2; i <= NF; i++) at[$i] = i }
        /^(summary|totals):/ {
            printf "%-12s %7d %15.0f %14.0f %14.1f\n", algo, clicks, $at["Ir"] / clicks,
                ($at["D1mr"] + $at["D1mw"]) / clicks,
                ($at["DLmr"] + $at["DLmw"]) * 64 / 1000 / clicks
            exit
        }' "$counted"
done
rm -f "$counted"
