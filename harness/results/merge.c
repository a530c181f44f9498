#include "harness/results/merge.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/hash.h"
#include "harness/results/results.h"
#include "harness/results/rows.h"
#include "maps/allocator.h"

static enum fr_status no_memory(struct fr_error *error)
{
    return fr_fail(error, FR_NO_MEMORY, "not enough memory to merge");
}

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

/* A hash of what is the same in all shards; false if out of memory. */
static bool identify(const struct fr_run_row *run, uint64_t *identity)
{
    char *command = strdup(run->command);
    const char *const texts[] = {command, run->fingerprint, run->version, run->revision};
    if (!command)
        return false;
    strip(command);
    *identity = FR_HASH_BEGIN;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *identity =
            fr_hash_bytes(*identity, texts[i] ? texts[i] : "", texts[i] ? strlen(texts[i]) + 1 : 1);
    free(command);
    return true;
}

struct checking {
    uint64_t identity;        /* of the first shard */
    struct fr_race_rows seen; /* run, map and prepare rows of all shards */
    int count, *order;
    struct fr_error *error;
};

static enum fr_status check_run(struct checking *checking, const struct fr_results *results,
                                int index)
{
    struct fr_error *error = checking->error;
    const int shard = (int)results->row.run.shard, shards = (int)results->row.run.shards;
    uint64_t identity;
    if (!identify(&results->row.run, &identity))
        return no_memory(error);
    if (checking->seen.counts[FR_ROW_RUN] == 0)
        checking->identity = identity;
    if (checking->identity != identity)
        return fr_fail(
            error, FR_BAD_INPUT,
            "%s: differs in command, version, revision or fingerprint; expected shards of one race",
            results->name);
    if (shard > shards)
        return fr_fail(error, FR_BAD_INPUT, "%s: shard %d of %d found, expected each shard once",
                       results->name, shard, shards);
    if (shards != checking->count)
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: shard %d of %d found, expected that many files, not %d", results->name,
                       shard, shards, checking->count);
    if (checking->order[shard - 1] >= 0)
        return fr_fail(error, FR_BAD_INPUT, "%s: shard %d of %d is given twice", results->name,
                       shard, shards);
    checking->order[shard - 1] = index;
    return FR_OK;
}

/* Maps of the same name must be the same map in all shards. Rows are merged group by group: a racer
 * must be in the same group in all shards. */
static enum fr_status check_row(struct checking *checking, const struct fr_results *results,
                                int index)
{
    const struct fr_row *row = &results->row;
    struct fr_row_key key = fr_row_key_of(row);
    bool repeated;
    key.round = 0;
    if (row->kind != FR_ROW_RUN && row->kind != FR_ROW_MAP && row->kind != FR_ROW_PREPARE)
        return FR_OK;
    const void *before = fr_race_row(&checking->seen, row->kind, &key);
    const struct fr_map_row *map = before;
    const struct fr_prepare_row *prepare = before;
    if (row->kind == FR_ROW_RUN && check_run(checking, results, index) != FR_OK)
        return checking->error->status;
    if (row->kind == FR_ROW_MAP && map && strcmp(map->hash, row->map.hash) != 0)
        return fr_fail(checking->error, FR_BAD_INPUT,
                       "%s:%lld: map %s differs from that in an earlier shard", results->name,
                       (long long)results->line, key.map);
    if (row->kind == FR_ROW_PREPARE && prepare && prepare->group != row->prepare.group)
        return fr_fail(checking->error, FR_BAD_INPUT,
                       "%s:%lld: %s raced in group %d on %s, and in group %d in an earlier shard; "
                       "expected the same --total-memory for all",
                       results->name, (long long)results->line, key.algo, (int)row->prepare.group,
                       key.map, (int)prepare->group);
    return fr_race_rows_add(&checking->seen, row, &repeated) == FR_OK ? FR_OK
                                                                      : no_memory(checking->error);
}

static enum fr_status check_file(struct checking *checking, const char *name, int index)
{
    struct fr_results results;
    const struct fr_row *row = &results.row;
    enum fr_status status = fr_results_open(name, &results, checking->error);
    bool stopped = true;
    while (status == FR_OK && (status = fr_results_next(&results, checking->error)) == FR_OK &&
           row->kind != FR_ROW_KINDS) {
        status = check_row(checking, &results, index);
        if (row->kind == FR_ROW_END)
            stopped = row->end.stopped && *row->end.stopped;
    }
    if (status == FR_OK && results.runs > 1)
        status =
            fr_fail(checking->error, FR_BAD_INPUT, "%s: is already merged; expected shards", name);
    if (status == FR_OK && stopped)
        status =
            fr_fail(checking->error, FR_BAD_INPUT,
                    "%s: the race was cut short; expected a complete shard (run --resume)", name);
    fr_results_close(&results);
    return status;
}

enum fr_status fr_merge_check(const char *const *names, int count, int *order,
                              struct fr_error *error)
{
    struct checking checking = {.count = count, .order = order, .error = error};
    enum fr_status status = FR_OK;
    for (int i = 0; i < count; i++)
        order[i] = -1;
    for (int i = 0; i < count && status == FR_OK; i++)
        status = check_file(&checking, names[i], i);
    fr_race_rows_release(&checking.seen);
    return status;
}

/* A row of a course, kept until the rows of other shards that precede it have arrived: those of an
 * earlier group, or of an earlier round in the same group. The paths of a course's slowest queries
 * follow all other rows, by racer, the slowest first. */
struct held {
    char *text, *algo; /* algo: of the path of a slowest query; else NULL */
    double ns;         /* of its click */
    int group, round;
    size_t arrival;
};

struct writing {
    FILE *file;
    int run;                     /* index of the shard that is read */
    struct fr_race_rows written; /* map and prepare rows that were written */
    struct fr_race_rows course;  /* rows of the current course, without samples */
    struct held *held;
    size_t held_count, held_capacity;
    bool keep_paths;
    int rounds;
    struct fr_row_totals totals;
    struct fr_end_row end; /* sums over the shards */
    struct fr_error *error;
};

static void write_text(struct writing *writing, char *text)
{
    fprintf(writing->file, "%s\n", text);
    free(text);
}

/* Sets the run index of rows that depend on a machine. */
static void set_run(struct fr_row *row, int64_t run)
{
    const struct fr_row_layout *layout = &fr_row_layouts[row->kind];
    for (size_t i = 0; i < layout->count; i++)
        if (strcmp(layout->fields[i].key, "run") == 0)
            *(int64_t *)(void *)((char *)&row->run + layout->fields[i].offset) = run;
}

/* Writes a row, or holds it until it is due. Click rows belong to the last round, each before its
 * path; an anchor row follows the clicks of the first group, as in an unsharded race. */
static enum fr_status put(struct writing *writing, struct fr_row *row)
{
    const struct fr_row_key key = fr_row_key_of(row);
    const struct fr_prepare_row *racer = fr_race_row(
        &writing->written, FR_ROW_PREPARE, &(struct fr_row_key){key.map, "", key.algo, 0, 0});
    const struct fr_click_row *click = fr_race_row(&writing->course, FR_ROW_CLICK, &key);
    const bool worst = row->kind == FR_ROW_PATH && !writing->keep_paths;
    const bool last = row->kind == FR_ROW_CLICK || row->kind == FR_ROW_PATH;
    struct held new = {.ns = worst && click ? click->ns_played : 0,
                       .group = racer && row->kind != FR_ROW_ANCHOR ? (int)racer->group : 1,
                       .round = last                         ? writing->rounds - 1
                                : row->kind == FR_ROW_ANCHOR ? writing->rounds
                                                             : (int)key.round,
                       .arrival = writing->held_count};
    set_run(row, writing->run);
    fr_row_totals_add(&writing->totals, row, racer && racer->expected_faults == 1);
    new.text = fr_row_line(row);
    if (new.text &&
        (row->kind == FR_ROW_RUN || row->kind == FR_ROW_MAP || row->kind == FR_ROW_END)) {
        write_text(writing, new.text);
        return FR_OK;
    }
    if (worst) {
        new.group = INT_MAX;
        new.algo = strdup(key.algo);
    }
    if (!fr_reserve(&fr_default_allocator, &writing->held, writing->held_count, 1,
                    &writing->held_capacity, sizeof *writing->held) ||
        !new.text || (worst && !new.algo)) {
        free(new.text);
        free(new.algo);
        return no_memory(writing->error);
    }
    writing->held[writing->held_count++] = new;
    return FR_OK;
}

static int by_turn(const void *a, const void *b)
{
    const struct held *left = a, *right = b;
    const int racer = left->algo && right->algo ? strcmp(left->algo, right->algo) : 0;
    if (left->group != right->group)
        return left->group < right->group ? -1 : 1;
    if (racer)
        return racer;
    if (left->algo && (left->ns < right->ns || left->ns > right->ns))
        return left->ns < right->ns ? 1 : -1;
    if (!left->algo && left->round != right->round)
        return left->round - right->round;
    return (left->arrival > right->arrival) - (left->arrival < right->arrival);
}

/* Writes the held rows, and the paths of each racer's slowest queries in all shards. */
static void end_course(struct writing *writing)
{
    struct held *held = writing->held;
    int place = 0;
    if (writing->held_count > 0)
        qsort(held, writing->held_count, sizeof *held, by_turn);
    for (size_t i = 0; i < writing->held_count; i++) {
        const bool next = i > 0 && held[i].algo && held[i - 1].algo;
        place = next && strcmp(held[i].algo, held[i - 1].algo) == 0 ? place + 1 : 0;
        if (place < FR_SLOWEST_PATHS) {
            write_text(writing, held[i].text);
            continue;
        }
        free(held[i].text);
        writing->totals.rows--;
    }
    for (size_t i = 0; i < writing->held_count; i++)
        free(held[i].algo);
    writing->held_count = 0;
    fr_race_rows_release(&writing->course);
}

/* Adds a row to its course; if the course is new, first writes all rows of the previous one. */
static enum fr_status enter(struct writing *writing, const struct fr_row *row)
{
    const struct fr_row_key key = fr_row_key_of(row);
    const struct fr_race_course *now = writing->course.courses;
    struct fr_row entered = *row;
    bool repeated;
    if (now && (strcmp(now->map, key.map) != 0 || strcmp(now->clicks, key.clicks) != 0))
        end_course(writing);
    if (row->kind == FR_ROW_CLICK)
        entered.click.played = entered.click.waited = entered.click.steady =
            (struct fr_numbers){NULL, 0};
    return fr_race_rows_add(&writing->course, &entered, &repeated) == FR_OK
               ? FR_OK
               : no_memory(writing->error);
}

static void take_end(struct fr_end_row *sums, const struct fr_end_row *row)
{
    sums->lost_to_agent += row->lost_to_agent;
    sums->elapsed_s += row->elapsed_s;
    sums->inside_s += row->inside_s;
    sums->frames_s += row->frames_s;
    sums->setup_s += row->setup_s;
    sums->others = fmax(sums->others, row->others);
    sums->stolen = fmax(sums->stolen, row->stolen);
    sums->disturbed |= row->disturbed == 1;
}

/* The run rows are already written. Every shard has a row for each map and each preparation; only
 * the first is written. */
static enum fr_status take_row(struct writing *writing, struct fr_row *row)
{
    enum fr_status status = FR_OK;
    bool repeated = false;
    if (row->kind == FR_ROW_END)
        take_end(&writing->end, &row->end);
    if (row->kind == FR_ROW_END || row->kind == FR_ROW_RUN)
        return FR_OK;
    if (row->kind == FR_ROW_MAP || row->kind == FR_ROW_PREPARE) {
        if (fr_race_rows_add(&writing->written, row, &repeated) != FR_OK)
            return no_memory(writing->error);
        if (row->kind == FR_ROW_MAP && !repeated)
            end_course(writing);
    } else if (row->kind != FR_ROW_PATH)
        status = enter(writing, row);
    return status == FR_OK && !repeated ? put(writing, row) : status;
}

static enum fr_status copy_shard(struct writing *writing, const char *name, bool run_row)
{
    struct fr_results results;
    struct fr_row *row = &results.row;
    enum fr_status status = fr_results_open(name, &results, writing->error);
    while (status == FR_OK && (status = fr_results_next(&results, writing->error)) == FR_OK &&
           row->kind != FR_ROW_KINDS) {
        if (run_row) {
            writing->keep_paths = strstr(row->run.command, " --keep-paths");
            writing->rounds = (int)row->run.rounds;
            status = put(writing, row);
            break;
        }
        status = take_row(writing, row);
    }
    fr_results_close(&results);
    return status;
}

static enum fr_status put_end(struct writing *writing)
{
    struct fr_row row = {.kind = FR_ROW_END, .end = writing->end};
    row.end.rows = writing->totals.rows;
    row.end.clicks = writing->totals.clicks;
    row.end.found = writing->totals.found;
    row.end.faults = writing->totals.faults;
    row.end.expected_faults = writing->totals.expected_faults;
    return put(writing, &row);
}

enum fr_status fr_merge_write(const char *const *names, int count, const int *order, FILE *file,
                              int64_t *faults, struct fr_error *error)
{
    struct writing writing = {
        .file = file, .error = error, .end = {.others = (double)NAN, .stolen = (double)NAN}};
    enum fr_status status = FR_OK;
    for (int i = 0; i < count && status == FR_OK; i++)
        status = copy_shard(&writing, names[order[i]], true);
    for (writing.run = 0; writing.run < count && status == FR_OK; writing.run++)
        status = copy_shard(&writing, names[order[writing.run]], false);
    end_course(&writing);
    if (status == FR_OK)
        status = put_end(&writing);
    *faults = writing.totals.faults;
    fr_race_rows_release(&writing.written);
    fr_deallocate(&fr_default_allocator, writing.held, writing.held_capacity, sizeof *writing.held);
    return status;
}
