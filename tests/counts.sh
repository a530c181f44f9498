#!/usr/bin/env bash
# Instructions of each back end against those that are kept: counts.sh TOP [renew]. They are the same twice only
# for one compiler and one C library: each pair has its counts.
set -euo pipefail

top=$1 footrace=$1/build/bench/harness/footrace out=build/counts
cd "$top" # no path of this machine in the rows
mkdir -p "$out"
rm -f "$out/new.jsonl"
"$footrace" run --map history-160x120 --clicks auto:12 --algo all --count --rounds 1 --passes 1 \
    --frame 0x0 --optimum 0 --quiet -o "$out/new.jsonl"
pair=$(sed -n '1s/.*"compiler":"\([^"]*\)","libc":"\([^"]*\)".*/\1 \2/p' "$out/new.jsonl")
kept=$top/results/reference/counts-${pair// /-}.jsonl.gz
if [[ ${2:-} == renew ]]; then
    gzip -9 -n -c "$out/new.jsonl" >"$kept"
    echo "Renewed ${kept#"$top"/}"
elif [[ ! -f $kept ]]; then
    echo "Skipped 1: no counts are kept for $pair; './run gate counts renew' makes them"
else
    gzip -d -c "$kept" >"$out/kept.jsonl"
    "$footrace" compare --counts "$out/kept.jsonl" "$out/new.jsonl" --fail-over 1% || {
        echo "More instructions than ${kept#"$top"/} has; if they are worth it: ./run gate counts renew"
        exit 1
    }
fi
