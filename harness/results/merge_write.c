#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/string_set.h"
#include "harness/results/merge.h"
#include "harness/results/results.h"
#include "harness/results/row_verdict.h"
#include "harness/results/rows.h"
#include "maps/allocator.h"

/* More bytes than the longest names that the schema admits, at four bytes a character. */
enum { KEY_SIZE = 8192 };

/* A path row, kept until the end of its course. */
struct waiting {
    char *algo;
    char *text; /* the row */
    double ns;  /* of its click */
};

/* A row of a course, kept until the rows of other shards that precede it have arrived: those of an
 * earlier group, or of an earlier round in the same group. */
struct held {
    char *text;
    int group, round;
    size_t arrival;
};

struct writing {
    FILE *file;
    int run;                   /* index of the shard that is read */
    struct fr_string_set told; /* map and prepare rows that were written; see number_of */
    struct fr_string_set ns;   /* by click of this course: index into times */
    double *times;
    size_t time_count, time_capacity;
    char course[KEY_SIZE]; /* map and clicks of the current rows; empty clicks at first */
    struct held *held;
    size_t held_count, held_capacity;
    struct waiting *waiting;
    size_t waiting_count, waiting_capacity;
    bool keep_paths;
    int rounds;
    struct fr_row_totals totals;
    struct fr_end_row end; /* sums over the shards */
    struct fr_error *error;
};

static enum fr_status no_memory(struct writing *writing)
{
    return fr_fail(writing->error, FR_NO_MEMORY, "not enough memory to merge");
}

/* What the set stores of a prepare row: the racer's group, and whether its failures are
 * expected. */
static int number_of(const struct fr_prepare_row *row)
{
    return 2 * (int)row->group + (row->expected_faults == 1);
}

/* The stored number of a row's racer; without a prepare row, that of the first group. */
static int racer_of(const struct writing *writing, const struct fr_row_key *key)
{
    char text[KEY_SIZE];
    snprintf(text, sizeof text, "prepare\n%s\n%s", key->map, key->algo);
    const struct fr_string_entry *entry = fr_string_set_find(&writing->told, text);
    return entry ? entry->number : 2;
}

static void write_text(struct writing *writing, char *text)
{
    fprintf(writing->file, "%s\n", text);
    free(text);
}

static enum fr_status hold(struct writing *writing, char *text, int group, int round)
{
    struct held *held = fr_grow(&fr_default_allocator, writing->held, writing->held_count, 1,
                                &writing->held_capacity, sizeof *held);
    if (!held) {
        free(text);
        return no_memory(writing);
    }
    writing->held = held;
    held[writing->held_count] = (struct held){text, group, round, writing->held_count};
    writing->held_count++;
    return FR_OK;
}

/* Sets the run index of rows that depend on a machine. */
static void set_run(struct fr_row *row, int64_t run)
{
    if (row->kind == FR_ROW_PREPARE)
        row->prepare.run = run;
    else if (row->kind == FR_ROW_CLICK)
        row->click.run = run;
    else if (row->kind == FR_ROW_UPDATE)
        row->update.run = run;
    else if (row->kind == FR_ROW_ANCHOR)
        row->anchor.run = run;
}

/* Writes a row, or holds it until it is due. Clicks belong to the last round, each before its path;
 * an anchor follows the clicks of the first group, as in an unsharded race. */
static enum fr_status put(struct writing *writing, struct fr_row *row)
{
    const struct fr_row_key key = fr_row_key_of(row);
    const int racer = racer_of(writing, &key);
    set_run(row, writing->run);
    fr_row_totals_add(&writing->totals, row, racer % 2);
    char *text = fr_row_line(row);
    if (!text)
        return no_memory(writing);
    if (row->kind == FR_ROW_ANCHOR)
        return hold(writing, text, 1, writing->rounds);
    if (row->kind == FR_ROW_PREPARE || row->kind == FR_ROW_UPDATE)
        return hold(writing, text, racer / 2, (int)key.round);
    if (row->kind == FR_ROW_CLICK || row->kind == FR_ROW_PATH)
        return hold(writing, text, racer / 2, writing->rounds - 1);
    write_text(writing, text);
    return FR_OK;
}

static int by_turn(const void *a, const void *b)
{
    const struct held *left = a, *right = b;
    if (left->group != right->group)
        return left->group - right->group;
    if (left->round != right->round)
        return left->round - right->round;
    return (left->arrival > right->arrival) - (left->arrival < right->arrival);
}

static void put_held(struct writing *writing)
{
    if (writing->held_count > 0)
        qsort(writing->held, writing->held_count, sizeof *writing->held, by_turn);
    for (size_t i = 0; i < writing->held_count; i++)
        write_text(writing, writing->held[i].text);
    writing->held_count = 0;
}

static int by_racer_and_time(const void *a, const void *b)
{
    const struct waiting *left = a, *right = b;
    const int racer = strcmp(left->algo, right->algo);
    return racer ? racer : (left->ns < right->ns) - (left->ns > right->ns);
}

/* Writes the worst paths of a course from the worst of all its shards. */
static void put_worst_paths(struct writing *writing)
{
    if (writing->waiting_count > 0)
        qsort(writing->waiting, writing->waiting_count, sizeof *writing->waiting,
              by_racer_and_time);
    int place = 0;
    for (size_t i = 0; i < writing->waiting_count; i++) {
        const struct waiting *path = &writing->waiting[i];
        place = i > 0 && strcmp(path->algo, path[-1].algo) == 0 ? place + 1 : 0;
        if (place >= FR_WORST_PATHS)
            continue;
        fprintf(writing->file, "%s\n", path->text);
        writing->totals.rows++;
    }
    for (size_t i = 0; i < writing->waiting_count; i++) {
        free(writing->waiting[i].algo);
        free(writing->waiting[i].text);
    }
    writing->waiting_count = writing->time_count = 0;
    fr_string_set_release(&writing->ns);
}

static void end_course(struct writing *writing)
{
    put_held(writing);
    put_worst_paths(writing);
}

/* On a row of another course, completes the previous one, unless only its map row was seen. */
static void begin_course(struct writing *writing, const struct fr_row_key *key)
{
    char course[KEY_SIZE], map[KEY_SIZE];
    snprintf(course, sizeof course, "%s\n%s", key->map, key->clicks);
    snprintf(map, sizeof map, "%s\n", key->map);
    if (strcmp(course, writing->course) == 0)
        return;
    if (strcmp(map, writing->course) != 0)
        end_course(writing);
    memcpy(writing->course, course, sizeof course);
}

static void spell_click(const struct fr_row_key *key, char text[KEY_SIZE])
{
    snprintf(text, KEY_SIZE, "%s\n%lld", key->algo, (long long)key->click);
}

static enum fr_status note_time(struct writing *writing, const struct fr_row_key *key, double ns)
{
    char text[KEY_SIZE];
    bool added;
    spell_click(key, text);
    double *times = fr_grow(&fr_default_allocator, writing->times, writing->time_count, 1,
                            &writing->time_capacity, sizeof *times);
    if (!times)
        return no_memory(writing);
    writing->times = times;
    if (fr_string_set_add(&writing->ns, text, (int)writing->time_count, &added) != FR_OK)
        return no_memory(writing);
    times[writing->time_count++] = ns;
    return FR_OK;
}

static enum fr_status take_path(struct writing *writing, struct fr_row *row,
                                const struct fr_row_key *key)
{
    char text[KEY_SIZE];
    if (writing->keep_paths)
        return put(writing, row);
    spell_click(key, text);
    const struct fr_string_entry *entry = fr_string_set_find(&writing->ns, text);
    struct waiting *waiting =
        fr_grow(&fr_default_allocator, writing->waiting, writing->waiting_count, 1,
                &writing->waiting_capacity, sizeof *waiting);
    if (!waiting)
        return no_memory(writing);
    writing->waiting = waiting;
    struct waiting *path = &waiting[writing->waiting_count];
    *path = (struct waiting){.algo = strdup(key->algo),
                             .text = fr_row_line(row),
                             .ns = entry ? writing->times[entry->number] : 0};
    if (!path->algo || !path->text) {
        free(path->algo);
        free(path->text);
        return no_memory(writing);
    }
    writing->waiting_count++;
    return FR_OK;
}

/* Every shard has a row for each map and each preparation; only the first is written. */
static enum fr_status take_once(struct writing *writing, struct fr_row *row,
                                const struct fr_row_key *key)
{
    char text[KEY_SIZE];
    bool added;
    const bool is_map = row->kind == FR_ROW_MAP;
    snprintf(text, sizeof text, "%s\n%s\n%s", fr_row_layouts[row->kind].name, key->map, key->algo);
    if (key->round > 0)
        snprintf(text + strlen(text), sizeof text - strlen(text), "\n%lld", (long long)key->round);
    if (fr_string_set_add(&writing->told, text, is_map ? 0 : number_of(&row->prepare), &added) !=
        FR_OK)
        return no_memory(writing);
    if (!added)
        return FR_OK;
    if (is_map)
        begin_course(writing, key);
    return put(writing, row);
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

/* The run rows are already written. */
static enum fr_status take_row(struct writing *writing, struct fr_row *row)
{
    const struct fr_row_key key = fr_row_key_of(row);
    enum fr_status status = FR_OK;
    if (row->kind == FR_ROW_MAP || row->kind == FR_ROW_PREPARE)
        return take_once(writing, row, &key);
    if (row->kind == FR_ROW_PATH)
        return take_path(writing, row, &key);
    if (row->kind == FR_ROW_END)
        take_end(&writing->end, &row->end);
    if (row->kind == FR_ROW_END || row->kind == FR_ROW_RUN)
        return FR_OK;
    begin_course(writing, &key);
    if (row->kind == FR_ROW_CLICK)
        status = note_time(writing, &key, row->click.ns_played);
    return status == FR_OK ? put(writing, row) : status;
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
    fr_string_set_release(&writing.told);
    fr_deallocate(&fr_default_allocator, writing.times, writing.time_capacity, sizeof(double));
    fr_deallocate(&fr_default_allocator, writing.held, writing.held_capacity, sizeof *writing.held);
    fr_deallocate(&fr_default_allocator, writing.waiting, writing.waiting_capacity,
                  sizeof *writing.waiting);
    return status;
}
