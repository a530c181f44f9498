#include <stdlib.h>
#include <string.h>

#include "harness/base/string_set.h"
#include "harness/results/merge.h"
#include "harness/results/results.h"

/* Removes from a command line what differs between shards: --shard and -o with their values. */
static void strip(char *command)
{
    static const char *const flags[] = {" --shard ", " -o "};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        char *at = strstr(command, flags[i]);
        if (!at)
            continue;
        char *rest = at + strlen(flags[i]);
        if (*rest == '\'') /* a quoted file name; quotes in it are escaped outside of the quotes */
            rest = strrchr(rest, '\'') + 1;
        rest += strcspn(rest, " ");
        memmove(at, rest, strlen(rest) + 1);
    }
}

static char *identity_of(const struct fr_run_row *run)
{
    const char *const texts[] = {run->command, run->fingerprint, run->version, run->revision};
    size_t size = 1;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        size += (texts[i] ? strlen(texts[i]) : 0) + 1;
    char *text = malloc(size), *at = text;
    if (!text)
        return NULL;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        at += sprintf(at, "%s\n", texts[i] ? texts[i] : "");
    strip(text);
    return text;
}

struct checking {
    char *identity;              /* of the first shard */
    struct fr_string_set maps;   /* hashes by map name, all as strings */
    struct fr_string_set groups; /* by map and racer */
};

static enum fr_status check_run(struct checking *checking, const struct fr_results *results,
                                int index, int count, int *order, struct fr_error *error)
{
    const int shard = (int)results->row.run.shard;
    const int shards = (int)results->row.run.shards;
    char *identity = identity_of(&results->row.run);
    if (!identity)
        return fr_fail(error, FR_NO_MEMORY, "not enough memory to merge");
    const bool first = !checking->identity;
    const bool same = first || strcmp(checking->identity, identity) == 0;
    if (first)
        checking->identity = identity;
    else
        free(identity);
    if (!same)
        return fr_fail(
            error, FR_BAD_INPUT,
            "%s: differs in command, version, revision or fingerprint; expected shards of one race",
            results->name);
    if (shard > shards)
        return fr_fail(error, FR_BAD_INPUT, "%s: shard %d of %d; expected each shard once",
                       results->name, shard, shards);
    if (shards != count)
        return fr_fail(error, FR_BAD_INPUT, "%s: shard %d of %d; found %d files", results->name,
                       shard, shards, count);
    if (order[shard - 1] >= 0)
        return fr_fail(error, FR_BAD_INPUT, "%s: shard %d of %d is given twice", results->name,
                       shard, shards);
    order[shard - 1] = index;
    return FR_OK;
}

/* Maps of the same name must be the same map in all shards. */
static enum fr_status check_map(struct checking *checking, const struct fr_results *results,
                                struct fr_error *error)
{
    char hashed[2048];
    bool added, fresh;
    const char *name = results->row.map.map;
    snprintf(hashed, sizeof hashed, "%.1500s\n%s", name, results->row.map.hash);
    if (fr_string_set_add(&checking->maps, name, 0, &fresh) != FR_OK ||
        fr_string_set_add(&checking->maps, hashed, 0, &added) != FR_OK)
        return fr_fail(error, FR_NO_MEMORY, "not enough memory to merge");
    if (added && !fresh)
        return fr_fail(error, FR_BAD_INPUT, "%s:%lld: map %s differs from that in an earlier shard",
                       results->name, (long long)results->line, name);
    return FR_OK;
}

/* Rows are merged group by group: a racer must be in the same group in all shards. */
static enum fr_status check_group(struct checking *checking, const struct fr_results *results,
                                  struct fr_error *error)
{
    char key[2048];
    bool added;
    const char *map = results->row.prepare.map, *algo = results->row.prepare.algo;
    const int group = (int)results->row.prepare.group;
    snprintf(key, sizeof key, "%.1500s\n%s", map, algo);
    const struct fr_string_entry *before = fr_string_set_find(&checking->groups, key);
    if (before && before->number != group)
        return fr_fail(error, FR_BAD_INPUT,
                       "%s:%lld: %s raced in group %d on %s, and in group %d in an earlier shard; "
                       "expected the same --total-memory for all",
                       results->name, (long long)results->line, algo, group, map, before->number);
    if (fr_string_set_add(&checking->groups, key, group, &added) != FR_OK)
        return fr_fail(error, FR_NO_MEMORY, "not enough memory to merge");
    return FR_OK;
}

static enum fr_status check_file(struct checking *checking, const char *name, int index, int count,
                                 int *order, struct fr_error *error)
{
    struct fr_results results;
    enum fr_status status = fr_results_open(name, &results, error);
    bool stopped = true;
    while (status == FR_OK && (status = fr_results_next(&results, error)) == FR_OK &&
           results.row.kind != FR_ROW_KINDS) {
        if (results.row.kind == FR_ROW_RUN)
            status = check_run(checking, &results, index, count, order, error);
        else if (results.row.kind == FR_ROW_MAP)
            status = check_map(checking, &results, error);
        else if (results.row.kind == FR_ROW_PREPARE)
            status = check_group(checking, &results, error);
        else if (results.row.kind == FR_ROW_END)
            stopped = results.row.end.stopped && *results.row.end.stopped;
    }
    if (status == FR_OK && results.runs > 1)
        status = fr_fail(error, FR_BAD_INPUT, "%s: is already merged; expected shards", name);
    if (status == FR_OK && stopped)
        status =
            fr_fail(error, FR_BAD_INPUT,
                    "%s: the race was cut short; expected a complete shard (run --resume)", name);
    fr_results_close(&results);
    return status;
}

enum fr_status fr_merge_check(const char *const *names, int count, int *order,
                              struct fr_error *error)
{
    struct checking checking = {.identity = NULL};
    enum fr_status status = FR_OK;
    for (int i = 0; i < count; i++)
        order[i] = -1;
    for (int i = 0; i < count && status == FR_OK; i++)
        status = check_file(&checking, names[i], i, count, order, error);
    free(checking.identity);
    fr_string_set_release(&checking.maps);
    fr_string_set_release(&checking.groups);
    return status;
}
