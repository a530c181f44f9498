#!/usr/bin/env bash
# Makes what README.md and docs/ show of the reference rows: reference.sh TOP [race|claims [OPTION...]], after the
# command was built. `race` races the rows again first (experiment.py's options), `claims` judges the articles again:
# all of them, or the races, claims and articles that are named, whose rows replace those that ship.
set -euo pipefail

top=$1 word=${2:-draw} footrace=$1/build/bench/harness/footrace python=/usr/bin/python3 whole=()
out=build/reference shown=results/reference

# ship_claims FOLDER SHOWN: the rows of the claims, small enough to ship; of the largest races a part,
# with counts of what the rest came to.
ship_claims() {
    local file name part
    for file in "$1"/*.jsonl; do
        name=$(basename "$file" .jsonl)
        part=()
        case $name in
        edges) part=(--every 50) ;;
        sight) part=(--every 10) ;;
        wedges) part=(--searched) ;;
        passes | noise) part=(--every 4) ;;
        rocks | rooms) part=(--every 2) ;;
        esac
        "$python" -m experiments.trim "$file" --claims "${part[@]}" -o "$2/claims-$name.jsonl.gz"
    done
}

# drop_others SHOWN: the rows of races that are no more.
drop_others() {
    local file name
    for file in "$1"/claims-*.jsonl.gz; do
        name=$(basename "$file" .jsonl.gz)
        grep -q "^name = \"${name#claims-}\"" experiments/races/claims.toml || rm "$file"
    done
}

cd "$top" # no path of this machine in the rows
mkdir -p "$out"
case $word in
draw) ;;
race) "$python" "$top/experiments/experiment.py" "$footrace" reference --ship "${@:3}" || (($? == 1)) ;;
claims)
    "$python" "$top/experiments/claims.py" "$footrace" "${@:3}" || (($? == 1))
    ship_claims build/claims "$shown"
    drop_others "$shown"
    whole=(--whole build/claims/*.jsonl)
    ;;
*)
    echo "./run experiment reference: $word found, expected race or claims, or nothing" >&2
    exit 2
    ;;
esac
echo "Drawing"
"$footrace" path --map adventure-150 --from 100,900 --to 1700,600 --algo astar --algo flood \
    --algo bfs --algo navmesh --heat --png "$shown/paths.png"
"$python" experiments/map_sheet.py "$footrace" "$shown/maps.png"
"$footrace" report "$shown"/every*.jsonl.gz -o "$out/every"
cp "$out/every/charts/click-times.png" "$shown/"
"$footrace" report "$shown"/race-*.jsonl.gz -o "$out/race"
cp "$out/race/charts/decisions.png" "$shown/"
"$footrace" report "$shown/claims-ladder.jsonl.gz" -o "$out/ladder"
cp "$out/ladder/charts/ladder.png" "$shown/"
"$python" -m reports.page.readme "$footrace"
"$python" -m reports.claims.documents "$shown"/claims-*.jsonl.gz "${whole[@]}"
echo "README.md, docs/, library/footrace.h and $shown are up to date"
