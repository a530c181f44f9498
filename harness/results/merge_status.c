#include "harness/results/merge.h"
#include "harness/results/results.h"

enum fr_status fr_shard_state_read(const char *name, struct fr_shard_state *state,
                                   struct fr_error *error)
{
    struct fr_results results;
    struct fr_shard_state found = {.whole = false};
    enum fr_status status = fr_results_open(name, &results, error);
    while (status == FR_OK && (status = fr_results_next(&results, error)) == FR_OK &&
           results.row.kind != FR_ROW_KINDS) {
        if (results.row.kind == FR_ROW_RUN) {
            found.shard = (int)results.row.run.shard;
            found.shards = (int)results.row.run.shards;
        } else if (results.row.kind == FR_ROW_CLICK) {
            found.clicks++;
        } else if (results.row.kind == FR_ROW_END) {
            found.whole = !results.row.end.stopped || !*results.row.end.stopped;
        }
    }
    if (status == FR_OK && results.runs > 1)
        status = fr_fail(error, FR_BAD_INPUT, "%s: is already merged; expected shards", name);
    if (status == FR_OK)
        *state = found;
    fr_results_close(&results);
    return status;
}
