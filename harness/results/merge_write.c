#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_line.h"
#include "harness/base/string_set.h"
#include "harness/judge/optimum.h"
#include "harness/results/merge.h"
#include "harness/results/results.h"
#include "harness/results/worst_paths.h"
#include "maps/allocator.h"

/* More than the longest names that the schema admits, in characters of four bytes. */
enum { KEY_SIZE = 8192 };

/* A path row that waits for the end of its course. */
struct waiting {
    char *algo;
    char *text; /* the row */
    double ns;  /* of its click */
};

/* A row of a course that waits for those of other shards that come first: of an earlier group, or of
 * an earlier round in it. */
struct held {
    char *text;
    int group, round;
    size_t arrival;
};

struct writing {
    FILE *file;
    int run;                   /* index of the shard at hand */
    struct fr_string_set told; /* map and prepare rows that came already: see number_of */
    struct fr_string_set ns;   /* of the clicks of this course: index into times */
    double *times;
    size_t time_count, time_capacity;
    char course[KEY_SIZE]; /* map and clicks that the rows at hand are of; at first no clicks */
    struct held *held;
    size_t held_count, held_capacity;
    struct waiting *waiting;
    size_t waiting_count, waiting_capacity;
    bool keep_paths;
    int rounds;
    int64_t rows, clicks, found, faults, expected_faults, lost_to_agent;
    double elapsed, inside, frames, setup, others, stolen;
    bool disturbed;
    struct fr_error *error;
};

static enum fr_status no_memory(struct writing *writing)
{
    return fr_fail(writing->error, FR_NO_MEMORY, "no memory to merge");
}

/* What is remembered of a prepare row: the racer's group, and whether its faults are expected. */
static int number_of(const cJSON *row)
{
    const bool expected = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "expected_faults"));
    return 2 * (int)fr_row_number(row, "group") + expected;
}

/* The number of the prepare row of a row's racer; that of one of the first group without one. */
static int racer_of(const struct writing *writing, const cJSON *row)
{
    char key[KEY_SIZE];
    snprintf(key, sizeof key, "prepare\n%s\n%s", fr_row_text(row, "map"), fr_row_text(row, "algo"));
    const struct fr_string_entry *entry = fr_string_set_find(&writing->told, key);
    return entry ? entry->number : 2;
}

/* Failures, by what the racer declared when it was prepared; a path that beats the optimum is ours.
 */
static void count_row(struct writing *writing, const cJSON *row)
{
    const bool legal = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "valid_any_angle"));
    const bool beaten =
        fr_optimum_beaten(legal, fr_row_number(row, "length"), fr_row_number(row, "optimum"));
    if (fr_row_is(row, "click")) {
        writing->clicks++;
        writing->found += strcmp(fr_row_text(row, "outcome"), "found") == 0;
    }
    if (!fr_row_is_fault(row) && !beaten)
        return;
    if (racer_of(writing, row) % 2 && !beaten)
        writing->expected_faults++;
    else
        writing->faults++;
}

static void write_text(struct writing *writing, char *text)
{
    fprintf(writing->file, "%s\n", text);
    cJSON_free(text);
    writing->rows++;
}

static enum fr_status hold(struct writing *writing, char *text, int group, int round)
{
    struct held *held = fr_grow(&fr_default_allocator, writing->held, writing->held_count, 1,
                                &writing->held_capacity, sizeof *held);
    if (!held) {
        cJSON_free(text);
        return no_memory(writing);
    }
    writing->held = held;
    held[writing->held_count] = (struct held){text, group, round, writing->held_count};
    writing->held_count++;
    return FR_OK;
}

/* The round that a row comes in: clicks are told in the last one, each before its path. */
static int round_of(const struct writing *writing, const cJSON *row)
{
    const double round = fr_row_number(row, "round");
    return !isnan(round) ? (int)round : writing->rounds - 1;
}

/* Writes a row, or holds it until its turn; those that tell of a machine get its number. */
static enum fr_status put(struct writing *writing, cJSON *row)
{
    cJSON *run = cJSON_GetObjectItemCaseSensitive(row, "run");
    if (run)
        cJSON_SetNumberValue(run, writing->run);
    count_row(writing, row);
    char *text = cJSON_PrintUnformatted(row);
    if (!text)
        return no_memory(writing);
    if (fr_row_is(row, "anchor")) /* behind the clicks of the first group, as its race wrote it */
        return hold(writing, text, 1, writing->rounds);
    if (*fr_row_text(row, "algo"))
        return hold(writing, text, racer_of(writing, row) / 2, round_of(writing, row));
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

/* Of the worst of each shard's block of clicks, writes the worst of the course. */
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
        writing->rows++;
    }
    for (size_t i = 0; i < writing->waiting_count; i++) {
        free(writing->waiting[i].algo);
        cJSON_free(writing->waiting[i].text);
    }
    writing->waiting_count = writing->time_count = 0;
    fr_string_set_release(&writing->ns);
}

static void end_course(struct writing *writing)
{
    put_held(writing);
    put_worst_paths(writing);
}

/* Rows of another course come: the last one is complete, unless its map row was all there was. */
static void begin_course(struct writing *writing, const cJSON *row)
{
    char course[KEY_SIZE], map[KEY_SIZE];
    const char *name = fr_row_text(row, "map");
    snprintf(course, sizeof course, "%s\n%s", name, fr_row_text(row, "clicks"));
    snprintf(map, sizeof map, "%s\n", name);
    if (strcmp(course, writing->course) == 0)
        return;
    if (strcmp(map, writing->course) != 0)
        end_course(writing);
    memcpy(writing->course, course, sizeof course);
}

static void key_of_click(const cJSON *row, char key[KEY_SIZE])
{
    snprintf(key, KEY_SIZE, "%s\n%.0f", fr_row_text(row, "algo"), fr_row_number(row, "click"));
}

static enum fr_status take_click(struct writing *writing, cJSON *row)
{
    char key[KEY_SIZE];
    bool added;
    begin_course(writing, row);
    key_of_click(row, key);
    double *times = fr_grow(&fr_default_allocator, writing->times, writing->time_count, 1,
                            &writing->time_capacity, sizeof *times);
    if (!times)
        return no_memory(writing);
    writing->times = times;
    if (fr_string_set_add(&writing->ns, key, (int)writing->time_count, &added) != FR_OK)
        return no_memory(writing);
    times[writing->time_count++] = fr_row_number(row, "ns_played");
    return put(writing, row);
}

static enum fr_status take_path(struct writing *writing, cJSON *row)
{
    char key[KEY_SIZE];
    if (writing->keep_paths)
        return put(writing, row);
    key_of_click(row, key);
    const struct fr_string_entry *entry = fr_string_set_find(&writing->ns, key);
    struct waiting *waiting =
        fr_grow(&fr_default_allocator, writing->waiting, writing->waiting_count, 1,
                &writing->waiting_capacity, sizeof *waiting);
    if (!waiting)
        return no_memory(writing);
    writing->waiting = waiting;
    struct waiting *path = &waiting[writing->waiting_count];
    *path = (struct waiting){.algo = strdup(fr_row_text(row, "algo")),
                             .text = cJSON_PrintUnformatted(row),
                             .ns = entry ? writing->times[entry->number] : 0};
    if (!path->algo || !path->text) {
        free(path->algo);
        cJSON_free(path->text);
        return no_memory(writing);
    }
    writing->waiting_count++;
    return FR_OK;
}

/* Every shard of a map tells of it, and of preparing on it; once is enough. */
static enum fr_status take_once(struct writing *writing, cJSON *row)
{
    char key[KEY_SIZE];
    bool added;
    const bool is_map = fr_row_is(row, "map");
    const double round = fr_row_number(row, "round");
    snprintf(key, sizeof key, "%s\n%s\n%s", fr_row_text(row, "kind"), fr_row_text(row, "map"),
             fr_row_text(row, "algo"));
    if (round > 0)
        snprintf(key + strlen(key), sizeof key - strlen(key), "\n%.0f", round);
    if (fr_string_set_add(&writing->told, key, is_map ? 0 : number_of(row), &added) != FR_OK)
        return no_memory(writing);
    if (!added)
        return FR_OK;
    if (is_map)
        begin_course(writing, row);
    return put(writing, row);
}

static void take_end(struct writing *writing, const cJSON *row)
{
    const double others = fr_row_number(row, "others"), stolen = fr_row_number(row, "stolen");
    writing->lost_to_agent += (int64_t)fr_row_number(row, "lost_to_agent");
    writing->elapsed += fr_row_number(row, "elapsed_s");
    writing->inside += fr_row_number(row, "inside_s");
    writing->frames += fr_row_number(row, "frames_s");
    writing->setup += fr_row_number(row, "setup_s");
    writing->others = fmax(writing->others, others);
    writing->stolen = fmax(writing->stolen, stolen);
    writing->disturbed |= cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "disturbed"));
}

static enum fr_status take_row(struct writing *writing, cJSON *row)
{
    const char *kind = fr_row_text(row, "kind");
    if (strcmp(kind, "run") == 0)
        return FR_OK; /* went out first */
    if (strcmp(kind, "map") == 0 || strcmp(kind, "prepare") == 0)
        return take_once(writing, row);
    if (strcmp(kind, "click") == 0)
        return take_click(writing, row);
    if (strcmp(kind, "path") == 0)
        return take_path(writing, row);
    if (strcmp(kind, "end") == 0) {
        take_end(writing, row);
        return FR_OK;
    }
    begin_course(writing, row);
    return put(writing, row);
}

static enum fr_status copy_shard(struct writing *writing, const char *name, bool run_row)
{
    struct fr_results results;
    enum fr_status status = fr_results_open(name, &results, writing->error);
    while (status == FR_OK && (status = fr_results_next(&results, writing->error)) == FR_OK &&
           results.row) {
        if (run_row) {
            writing->keep_paths = strstr(fr_row_text(results.row, "command"), " --keep-paths");
            writing->rounds = (int)fr_row_number(results.row, "rounds");
            status = put(writing, results.row);
            break;
        }
        status = take_row(writing, results.row);
    }
    fr_results_close(&results);
    return status;
}

static enum fr_status put_end(struct writing *writing)
{
    cJSON *end = cJSON_CreateObject();
    fr_json_text(end, "kind", "end");
    fr_json_integer(end, "rows", writing->rows);
    fr_json_integer(end, "clicks", writing->clicks);
    fr_json_integer(end, "found", writing->found);
    fr_json_integer(end, "faults", writing->faults);
    fr_json_integer(end, "expected_faults", writing->expected_faults);
    fr_json_integer(end, "lost_to_agent", writing->lost_to_agent);
    fr_json_number_or_null(end, "elapsed_s", writing->elapsed);
    fr_json_number_or_null(end, "inside_s", writing->inside);
    fr_json_number_or_null(end, "frames_s", writing->frames);
    fr_json_number_or_null(end, "setup_s", writing->setup);
    fr_json_number_or_null(end, "others", writing->others);
    fr_json_number_or_null(end, "stolen", writing->stolen);
    fr_json_bool(end, "disturbed", writing->disturbed);
    fr_json_null(end, "stopped");
    const enum fr_status status = put(writing, end);
    cJSON_Delete(end);
    return status;
}

enum fr_status fr_merge_write(const char *const *names, int count, const int *order, FILE *file,
                              int64_t *faults, struct fr_error *error)
{
    struct writing writing = {
        .file = file, .error = error, .others = (double)NAN, .stolen = (double)NAN};
    enum fr_status status = FR_OK;
    for (int i = 0; i < count && status == FR_OK; i++)
        status = copy_shard(&writing, names[order[i]], true);
    for (writing.run = 0; writing.run < count && status == FR_OK; writing.run++)
        status = copy_shard(&writing, names[order[writing.run]], false);
    end_course(&writing);
    if (status == FR_OK)
        status = put_end(&writing);
    *faults = writing.faults;
    fr_string_set_release(&writing.told);
    fr_deallocate(&fr_default_allocator, writing.times, writing.time_capacity, sizeof(double));
    fr_deallocate(&fr_default_allocator, writing.held, writing.held_capacity, sizeof *writing.held);
    fr_deallocate(&fr_default_allocator, writing.waiting, writing.waiting_capacity,
                  sizeof *writing.waiting);
    return status;
}
