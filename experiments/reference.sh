#!/usr/bin/env bash
# Makes what README.md shows of the rows of the reference race: reference.sh TOP [COUNT], after the command was built.
# With a count it races again first: so many detours of each map, the claims, memory and simplification.
set -euo pipefail

top=$1 footrace=$1/build/bench/harness/footrace python=/usr/bin/python3 whole=()
out=build/reference shown=results/reference
race=("$python" "$top/experiments/experiment.py" "$footrace")

# ship_claims FOLDER SHOWN: the rows of the claims, small enough to ship; of the largest races a part,
# with counts of what the rest came to.
ship_claims() {
    local file name every
    for file in "$1"/*.jsonl; do
        name=$(basename "$file" .jsonl)
        every=1
        case $name in
        edges) every=500 ;;
        sight) every=10 ;;
        passes | noise | tiles) every=4 ;;
        rocks) every=2 ;;
        esac
        "$python" -m reports.rows.trim "$file" --claims --every "$every" -o "$2/claims-$name.jsonl.gz"
    done
}

cd "$top" # no path of this machine in the rows
mkdir -p "$out"
if (($# > 1)); then
    "${race[@]}" reference --clicks "$2" --ship || (($? == 1))
    echo "Judging the articles"
    "$python" "$top/experiments/claims.py" "$footrace" || (($? == 1))
    rm -f "$shown"/claims-*.jsonl.gz
    ship_claims build/claims "$shown"
    for name in memory simplification; do
        "${race[@]}" "$name" --ship || (($? == 1))
    done
    whole=(--whole build/claims/*.jsonl)
fi
echo "Drawing"
"$footrace" path --map adventure-150 --from 100,900 --to 1700,600 --algo astar --algo flood \
    --algo bfs --algo navmesh --heat --png "$shown/walks.png"
"$footrace" report "$shown"/race*.jsonl.gz -o "$out/report"
cp "$out/report/charts/click-times.png" "$shown/click-times.png"
"$footrace" answer "$shown"/race*.jsonl.gz --json >"$out/answer.json"
"$python" -m reports.page.readme --answer "$out/answer.json" "$shown"/race*.jsonl.gz
"$python" -m reports.claims.documents "$shown"/claims-*.jsonl.gz "${whole[@]}"
for name in claims-ladder memory simplification; do
    "$footrace" report "$shown/$name.jsonl.gz" -o "$out/$name"
    cp "$out/$name/charts/${name#claims-}.png" "$shown/"
done
echo "README.md and $shown are renewed"
