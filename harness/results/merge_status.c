#include "harness/results/merge.h"
#include "harness/results/results.h"

enum fr_status fr_shard_state_read(const char *name, struct fr_shard_state *state,
                                   struct fr_error *error)
{
    struct fr_results results;
    struct fr_shard_state found = {.whole = false};
    enum fr_status status = fr_results_open(name, &results, error);
    while (status == FR_OK && (status = fr_results_next(&results, error)) == FR_OK && results.row) {
        if (fr_row_is(results.row, "run")) {
            found.shard = (int)fr_row_number(results.row, "shard");
            found.shards = (int)fr_row_number(results.row, "shards");
        } else if (fr_row_is(results.row, "click")) {
            found.clicks++;
        } else if (fr_row_is(results.row, "end")) {
            found.whole = *fr_row_text(results.row, "stopped") == '\0';
        }
    }
    if (status == FR_OK && results.runs > 1)
        status = fr_fail(error, FR_BAD_INPUT, "%s: was merged before; expected shards", name);
    if (status == FR_OK)
        *state = found;
    fr_results_close(&results);
    return status;
}
