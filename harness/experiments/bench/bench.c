#include "harness/experiments/bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness/base/clock.h"
#include "harness/racers/addresses.h"
#include "harness/statistics/quantiles.h"
#include "maps/formats/load.h"

/* A racer at the start. */
struct entrant {
    const struct fr_racer *racer;
    struct fr_counting_allocator memory;
    struct fr_state *state;
    struct fr_path path;
    double pass_ns[FR_BENCH_PASSES];
    double *click_ns; /* by click, of each FR_BENCH_PASSES */
};

/* What of a track is asked. */
struct questions {
    const struct fr_bench_track *track;
    const char *tag;
    size_t count; /* of the set, spread evenly */
};

enum fr_status fr_bench_open(const char *map, const char *clicks, const char *bundled,
                             struct fr_bench_track *track, struct fr_error *error)
{
    const struct fr_allocator *allocator = &fr_default_allocator;
    *track = (struct fr_bench_track){.map = NULL};
    fr_click_set_init(&track->set, allocator);
    enum fr_status status = fr_map_load(map, bundled, allocator, &track->map, NULL, error);
    if (status == FR_OK)
        status = fr_click_set_load(clicks, track->map->width, track->map->height, allocator,
                                   &track->set, error);
    if (status != FR_OK)
        return status;
    status = fr_resolve(&track->set, track->map, FR_CLAMP_NEAREST, allocator, &track->clicks);
    return status == FR_OK ? FR_OK : fr_fail(error, status, "%s: out of memory", map);
}

void fr_bench_close(struct fr_bench_track *track)
{
    fr_deallocate(&fr_default_allocator, track->clicks, track->set.count, sizeof *track->clicks);
    fr_click_set_release(&track->set);
    fr_map_release(track->map);
}

static enum fr_status open_entrant(const struct questions *questions, const struct fr_racer *racer,
                                   struct entrant *entrant, struct fr_bench_row *row,
                                   struct fr_error *error)
{
    entrant->racer = racer;
    fr_counting_allocator_init(&entrant->memory);
    fr_path_init(&entrant->path, &fr_default_allocator);
    const uint64_t before = fr_clock_ns();
    const enum fr_status status = racer->pathfinder->prepare(
        questions->track->map, &racer->options, &entrant->memory.allocator, &entrant->state);
    if (status != FR_OK)
        return status == FR_UNSUPPORTED
                   ? FR_OK
                   : fr_fail(error, status, "%s: cannot be prepared for this map", racer->algo);
    row->prepare_ns = (double)(fr_clock_ns() - before);
    entrant->click_ns = calloc(questions->count * FR_BENCH_PASSES + 1, sizeof *entrant->click_ns);
    return entrant->click_ns ? FR_OK : fr_fail(error, FR_NO_MEMORY, "out of memory");
}

static void close_entrant(struct entrant *entrant)
{
    if (entrant->state)
        entrant->racer->pathfinder->release(entrant->state);
    if (entrant->path.allocator)
        fr_path_release(&entrant->path);
    free(entrant->click_ns);
}

/* The mean time of a click over one pass, in nanoseconds. Warming up is pass -1. */
static double run_pass(const struct questions *questions, struct entrant *entrant, int pass,
                       struct fr_bench_row *row)
{
    const struct fr_bench_track *track = questions->track;
    const struct fr_pathfinder *pathfinder = entrant->racer->pathfinder;
    uint64_t total = 0;
    int64_t expanded = 0;
    row->clicks = row->found = 0;
    for (size_t i = 0; i < questions->count; i++) {
        const size_t number = i * track->set.count / questions->count;
        const struct fr_resolved_click *click = &track->clicks[number];
        if (click->event || !click->answerable ||
            (questions->tag && strcmp(questions->tag, track->set.clicks[number].tag) != 0))
            continue;
        const struct fr_point start = fr_pixel_centre(click->start);
        const struct fr_point goal = fr_pixel_centre(click->goal);
        const uint64_t before = fr_clock_ns();
        const enum fr_outcome outcome =
            pathfinder->find(entrant->state, start, goal, NULL, &entrant->path);
        const uint64_t ns = fr_clock_ns() - before;
        total += ns;
        if (pass >= 0)
            entrant->click_ns[row->clicks * FR_BENCH_PASSES + pass] = (double)ns;
        struct fr_stats stats;
        fr_stats_read(pathfinder, entrant->state, &stats);
        expanded += stats.expanded;
        row->clicks++;
        row->found += outcome == FR_FOUND;
    }
    if (row->clicks == 0)
        return 0;
    row->expanded = (double)expanded / row->clicks;
    return (double)total / row->clicks;
}

/* Figures of single clicks, whose times are sorted. */
static void tell_clicks(struct entrant *entrant, struct fr_bench_row *row)
{
    double *medians = entrant->click_ns;
    for (int i = 0; i < row->clicks; i++) {
        double *passes = entrant->click_ns + (size_t)i * FR_BENCH_PASSES;
        fr_sort(passes, FR_BENCH_PASSES);
        medians[i] = fr_median(passes, FR_BENCH_PASSES);
    }
    fr_sort(medians, (size_t)row->clicks);
    row->median_ns = fr_median(medians, (size_t)row->clicks);
    row->p99_ns = fr_percentile(medians, (size_t)row->clicks, 99);
}

static void race(const struct questions *questions, struct entrant *entrants, int count,
                 struct fr_bench_row *rows)
{
    for (int pass = -1; pass < FR_BENCH_PASSES; pass++)
        for (int i = 0; i < count; i++) {
            if (!entrants[i].state)
                continue;
            const double ns = run_pass(questions, &entrants[i], pass, &rows[i]);
            if (pass >= 0)
                entrants[i].pass_ns[pass] = ns;
        }
    for (int i = 0; i < count; i++) {
        if (rows[i].clicks == 0)
            continue;
        tell_clicks(&entrants[i], &rows[i]);
        fr_sort(entrants[i].pass_ns, FR_BENCH_PASSES);
        rows[i].click_ns = fr_median(entrants[i].pass_ns, FR_BENCH_PASSES);
        rows[i].bytes = entrants[i].memory.live_bytes;
        rows[i].peak_bytes = entrants[i].memory.peak_bytes;
    }
}

static enum fr_status run(const struct fr_bench_set *set, const char *bundled,
                          struct fr_bench_result *result, struct fr_error *error)
{
    const struct fr_racers *racers = &result->racers;
    struct fr_bench_row *rows = result->rows;
    struct fr_bench_track track;
    struct entrant *entrants = calloc(FR_MAX_RACERS, sizeof *entrants);
    memset(rows, 0, sizeof result->rows);
    if (!entrants)
        return fr_fail(error, FR_NO_MEMORY, "out of memory");
    enum fr_status status = fr_bench_open(set->map, set->clicks, bundled, &track, error);
    const size_t count = track.set.count;
    const struct questions questions = {&track, set->tag,
                                        set->most && set->most < count ? set->most : count};
    for (int i = 0; i < racers->count && status == FR_OK; i++)
        status = open_entrant(&questions, &racers->at[i], &entrants[i], &rows[i], error);
    if (status == FR_OK)
        race(&questions, entrants, racers->count, rows);
    result->set_clicks = count;
    for (int i = 0; i < racers->count; i++)
        close_entrant(&entrants[i]);
    fr_bench_close(&track);
    free(entrants);
    return status;
}

const struct fr_bench_row *fr_bench_row(const struct fr_bench_result *result, const char *algo)
{
    for (int i = 0; i < result->racers.count; i++)
        if (strcmp(result->racers.at[i].algo, algo) == 0)
            return &result->rows[i];
    return NULL;
}

double fr_bench_click_ns(const struct fr_bench_result *result, const char *algo)
{
    const struct fr_bench_row *row = fr_bench_row(result, algo);
    return row ? row->click_ns : 0;
}

static void print(const char *title, const struct fr_bench_set *set,
                  const struct fr_bench_result *result)
{
    printf("\n%s, %d clicks", title, result->rows[0].clicks);
    if (set->most && set->most < result->set_clicks)
        printf(", spread evenly over %zu", result->set_clicks);
    putchar('\n');
    printf("%-36s %10s %9s %9s %9s %10s %8s %9s %8s %8s\n", "back end", "us/click", "ratio",
           "median", "p99", "expansions", "ns each", "prep ms", "MB", "peak MB");
    for (int i = 0; i < result->racers.count; i++) {
        const struct fr_bench_row *row = &result->rows[i];
        if (row->clicks == 0) {
            printf("%-36s %10s\n", result->racers.at[i].algo, "unsupported");
            continue;
        }
        printf("%-36s %10.1f %9.3f %9.1f %9.1f %10.0f %8.1f %9.2f %8.2f %8.2f\n",
               result->racers.at[i].algo, row->click_ns / 1e3,
               row->click_ns / result->rows[0].click_ns, row->median_ns / 1e3, row->p99_ns / 1e3,
               row->expanded, row->click_ns / row->expanded, row->prepare_ns / 1e6,
               (double)row->bytes / 1e6, (double)row->peak_bytes / 1e6);
    }
}

bool fr_bench_race(const char *title, const struct fr_bench_set *set, const char *bundled,
                   const char *const *addresses, struct fr_bench_result *result)
{
    struct fr_error error;
    result->racers.count = 0;
    enum fr_status status = FR_OK;
    for (; *addresses && status == FR_OK; addresses++)
        status = fr_racers_add(&result->racers, fr_pathfinders, *addresses, &error);
    if (status == FR_OK)
        status = run(set, bundled, result, &error);
    if (status == FR_OK)
        print(title, set, result);
    else
        fprintf(stderr, "%s: %s\n", title, error.text);
    return status == FR_OK;
}

bool fr_bench_bundled(const char *map, const char *tag, const char *bundled,
                      const char *const *addresses, struct fr_bench_result *result)
{
    char clicks[512], title[128];
    snprintf(clicks, sizeof clicks, "%s/%s.clicks.json", bundled, map);
    snprintf(title, sizeof title, "%s, %s", map, tag ? tag : "all");
    const struct fr_bench_set set = {map, clicks, tag, 0};
    return fr_bench_race(title, &set, bundled, addresses, result);
}

static const char *movingai_folder(void)
{
    struct stat info;
    const char *folder = getenv("FOOTRACE_MOVINGAI");
    return folder && stat(folder, &info) == 0 && S_ISDIR(info.st_mode) ? folder : NULL;
}

bool fr_bench_scenario(const char *map, size_t most, const char *const *addresses,
                       struct fr_bench_result *result, bool *skipped)
{
    const char *folder = movingai_folder();
    *skipped = !folder;
    if (!folder) {
        printf("\n%s.map.scen: skipped, FOOTRACE_MOVINGAI names no folder\n", map);
        return true;
    }
    char file[512], clicks[512];
    snprintf(file, sizeof file, "%s/%s.map", folder, map);
    snprintf(clicks, sizeof clicks, "%s/%s.map.scen", folder, map);
    const struct fr_bench_set set = {file, clicks, NULL, most};
    return fr_bench_race(map, &set, "", addresses, result);
}
