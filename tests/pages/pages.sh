#!/usr/bin/env bash
# The report page in Chromium: pages.sh TOP yes|no, after the command was built; no: there is no Chromium. The
# demo's result files are shown, or those of a small race.
set -euo pipefail

# The checker of accessibility, as tests/pages pins it, in a folder.
fetch_axe() {
    axe=$1/node_modules/axe-core/axe.min.js
    mkdir -p "$1"
    cmp -s "$top/tests/pages/package-lock.json" "$1/package-lock.json" && [[ -e $axe ]] && return
    command -v npm >/dev/null || return 1
    cp "$top/tests/pages/package.json" "$top/tests/pages/package-lock.json" "$1"
    (cd "$1" && timeout 120 npm ci --no-audit --no-fund --silent)
}

top=$1 browser=$2 footrace=$1/build/bench/harness/footrace out=$1/build/pages checker=''
results=("$top"/build/demo/*.jsonl)
mkdir -p "$out"
if [[ ! -e ${results[0]} ]]; then
    results=("$out/results.jsonl")
    echo "Racing on two small rooms, as there is no demo to show"
    "$footrace" run --force --map history-320x200 --map history-160x120 --clicks auto:60 --algo null --algo flood \
        --algo visgraph --algo bfs --algo astar --algo jps \
        --algo flood-published --rounds 1 -o "${results[0]}"
fi
"$footrace" report "${results[@]}" -o "$out"
# And the reference race, and twice as many racers as there are candidates: more than fit easily into a figure.
"$footrace" report "$top"/results/reference/race*.jsonl.gz -o "$out/reference"
again=()
for name in bfs astar jps jpsplus contracted flood runwave visgraph polyanya navmesh hublabel octile quadtree; do
    again+=(--algo "again-$name=$name")
done
[[ -e $out/many.jsonl ]] ||
    "$footrace" run --force --map history-160x120 --clicks auto:20 --rounds 1 --algo candidates "${again[@]}" \
        -o "$out/many.jsonl"
"$footrace" report "$out/many.jsonl" -o "$out/many"
shown=("$out/report.html" "$out/reference/report.html" "$out/many/report.html")
[[ ! -e $top/build/claims/claims.html ]] || shown+=("$top/build/claims/claims.html")
if [[ $browser != yes ]]; then
    echo "The report is written, and was not looked at; 1 skipped: no Chromium"
    exit
fi
fetch_axe "$out/axe" && checker=$axe || echo "1 skipped: axe-core, which npm does not get here"
echo "Opening ${shown[*]}"
/usr/bin/python3 "$top/tests/reports/page/browse.py" "$out" "${shown[@]}" ${checker:+"$checker"}
/usr/bin/python3 "$top/tests/reports/page/situation.py" "$footrace" "$out/many/report.html" 200 "$out/many.jsonl"
echo "Nothing is cut, overlaps, fails or is loaded"
