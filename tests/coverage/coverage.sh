#!/usr/bin/env bash
# Which lines the tests reach: coverage.sh TOP, after the preset coverage was built. Fails where a part is under
# 95 %, or harness/ under 90 %.
set -euo pipefail

top=$1 folder=$1/build/coverage status=0

# Lines of a table of gcovr's, summed up by folder; fails where a part is under 95 %, harness/ under 90 %.
sum_up() {
    awk -F, '
        function row(name) {
            printf "%-28s %6d of %6d lines  %5.1f %%\n", name, reached[name], lines[name],
                100 * reached[name] / lines[name]
        }
        NR > 1 {
            folder = $1
            sub("/[^/]*$", "", folder)
            part = $1
            sub("/.*", "", part)
            part = part ", all of it"
            if (!(folder in lines)) folders[++count] = folder
            lines[folder] += $2; reached[folder] += $3
            lines[part] += $2; reached[part] += $3
            parts[part] = 1
        }
        END {
            for (i = 1; i <= count; i++) row(folders[i])
            for (part in parts) {
                row(part)
                poor = poor || reached[part] < (part ~ /^harness/ ? 0.90 : 0.95) * lines[part]
            }
            exit poor || !count
        }' "$1"
}

find "$folder" -name '*.gcda' -delete
# Scenarios take long, and reach no code that others miss; the same holds for tests that fail, stop or time
# processes. What tests expect on standard error is the command's, and no complaint of counters.
GCOV_ERROR_FILE=/dev/null ctest --test-dir "$folder" -R '^(maps|algorithms|harness)/' \
    -E '/scenarios|harness/(faults|lost|cached_answers|surroundings|trust|reference|clicks/bundled_clicks)$' \
    --timeout 3600 --output-on-failure -j "$(nproc)"
mkdir -p "$folder/html"
(cd "$top" && gcovr --object-directory "$folder" --filter maps/ --filter algorithms/ \
    --filter harness/ \
    --txt "$folder/lines.txt" --csv "$folder/lines.csv" \
    --html-details "$folder/html/index.html" "$folder")
# What stays: lists of GEOS, cJSON and libspng that cannot grow, as no test can refuse them
# memory; numbers of floods that run out after 65,535; what walks through triangles fall
# back to should they ever go round in circles; and what a process does that is killed, which
# writes no counters down.
echo "Not reached, by file"
sed '1,/^File/d; /^TOTAL/,$d; /100%/d; /^-*$/d' "$folder/lines.txt"
echo "Reached"
sum_up "$folder/lines.csv" || status=1
((status == 0)) || echo "Under 95 % of the lines, or under 90 % in harness/." >&2
printf '\nLines    %s\n' "$folder/html/index.html"
exit "$status"
