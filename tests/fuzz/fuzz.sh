#!/usr/bin/env bash
# Fuzzes loaders, result files, the reports' reader and words typed: fuzz.sh TOP SECONDS, after the preset
# fuzz was built. Findings are left in build/fuzz/findings.
set -euo pipefail

top=$1 seconds=$2 folder=$1/build/fuzz
targets=(scene rows options reader image polygon grid clicks scen)

# A small race, whole, as two shards and cut short with its journal; the first rows of each kind of
# reference races; and words that may be typed.
seed_rows() {
    local file name words footrace=$2 small=$1/small
    mkdir -p "$1/rows" "$1/options" "$small"
    printf '%s\n' '..........' '...##.....' '...##....#' '........#.' >"$small/room.txt"
    printf '%s' '{"format": "footrace-clicks/1", "clicks": [{"start": [0, 0], "goal": [7, 2]},' \
        '{"goal": [9, 3]}, {"block": [6, 0, 1, 2]}, {"start": [1, 3], "goal": [8, 0]}]}' \
        >"$small/clicks.json"
    for words in "" "--shard 1/2" "--shard 2/2" "--keep-paths"; do
        # shellcheck disable=SC2086
        (cd "$small" && "$footrace" run --map room.txt --clicks clicks.json --algo null --algo bfs \
            --rounds 1 --frame 16x16 --quiet --force --allow-debug $words -o "race${words//[ \/]/-}.jsonl")
    done
    cp "$small"/*.jsonl "$1/rows"
    head -n 3 "$small/race.jsonl" >"$1/rows/cut"
    { cat "$1/rows/cut"; printf '\377footrace-samples/1\nrace\ntitle\nplayed 0 1 0 0 12.5 0 0 \n'; } \
        >"$1/rows/cut-journal"
    for file in "$top"/results/reference/*.jsonl.gz; do
        name=$1/rows/$(basename "$file" .jsonl.gz)
        gzip -dc "$file" | awk -F'"' 'count[$4]++ < 2' >"$name"
        (($(wc -c <"$name") < 9000)) || rm "$name" # long inputs are tried seldom
    done
    for words in open=heap,model=grid8 base=astar:open=linear,canonical=off all articles,null \
        threshold=3,invert=on legend=000000=0/ffffff=1 radius=1.5,shape=disc scale=2 \
        adventure:formations=3 cave gates:columns=2,rows=2,gates=1 random:cell=8,blocked=30 2/5; do
        printf %s "$words" >"$1/options/${words//[^a-z0-9]/-}"
    done
}

# fuzz_target NAME SECONDS FOLDER SOURCE: what it found is left in FOLDER/findings.
fuzz_target() {
    local log=$3/$1.log status=0 results=("$4"/results/reference/every-*.jsonl.gz)
    mkdir -p "$3/corpus/$1" "$3/findings"
    if [[ $1 == reader ]]; then
        printf '%-8s ' "$1"
        /usr/bin/python3 "$4/tests/fuzz/fuzz_reader.py" "${results[0]}" "$4" --seconds "$2" --seed "$RANDOM" \
            --findings "$3/findings"
        return
    fi
    "$3/tests/fuzz/fuzz_$1" -max_total_time="$2" -timeout=25 -rss_limit_mb=2048 \
        -malloc_limit_mb=512 -artifact_prefix="$3/findings/$1-" -print_final_stats=1 \
        "$3/corpus/$1" "$3/seeds/$1" >"$log" 2>&1 || status=$?
    ((status == 0)) || tail -n 40 "$log"
    printf '%-8s %s executions, %s edges covered%s\n' "$1" \
        "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
        "$(sed -n 's/^#.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)" \
        "$( ((status == 0)) || echo ': a finding, see findings/')"
    return "$status"
}

# Each family of loaders gets its share of the time, as many at once as there are cores.
"$folder/tests/fuzz/seeds" "$folder/seeds"
seed_rows "$folder/seeds" "$folder/harness/footrace"
export -f fuzz_target
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I TARGET \
    bash -c 'fuzz_target "$@"' _ TARGET $((seconds / ${#targets[@]})) "$folder" "$top" || exit 1
