#include "harness/answer/evidence.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/racers/object_code.h"
#include "harness/statistics/quantiles.h"
#include "maps/allocator.h"

enum { OPTIONS_SIZE = 512 };

struct reader {
    struct fr_evidence *evidence;
    const struct fr_pathfinder *const *pathfinders;
    const struct fr_race_rows *races, *race; /* all races, and the current one */
    int count;
    size_t **places; /* for each race and course, the index of the course in the evidence */
    int most_rounds, most_passes;
    struct fr_error *error;
};

static enum fr_status no_memory(const struct reader *reader)
{
    return fr_fail(reader->error, FR_NO_MEMORY, "%s: not enough memory for its rows",
                   reader->race->name);
}

/* The number of a racer, or -1. */
static int number_of(const struct reader *reader, const char *algo)
{
    int i = reader->evidence->racers.count - 1;
    while (i >= 0 && strncmp(reader->evidence->racers.at[i].algo, algo,
                             sizeof reader->evidence->racers.at[i].algo - 1) != 0)
        i--;
    return i;
}

/* The index of a course, which is added if new; -1 if out of memory. */
static int place_course(struct reader *reader, const struct fr_race_course *raced)
{
    struct fr_evidence *evidence = reader->evidence;
    const struct fr_row_key named = {raced->map, "", "", 0, 0};
    const struct fr_map_row *map = fr_race_row(reader->race, FR_ROW_MAP, &named);
    const char *hash = map ? map->hash : "";
    for (size_t i = 0; i < evidence->course_count; i++)
        if (strcmp(evidence->courses[i].map, raced->map) == 0 &&
            strcmp(evidence->courses[i].hash, hash) == 0 &&
            strcmp(evidence->courses[i].clicks, raced->clicks) == 0)
            return (int)i;
    if (!fr_reserve(&fr_default_allocator, &evidence->courses, evidence->course_count, 1,
                    &evidence->course_capacity, sizeof *evidence->courses))
        return -1;
    evidence->courses[evidence->course_count] =
        (struct fr_evidence_course){.map = raced->map,
                                    .file = map ? map->file : raced->map,
                                    .reading = map && map->reading ? map->reading : "",
                                    .clicks = raced->clicks,
                                    .hash = hash};
    return (int)evidence->course_count++;
}

static enum fr_status take_courses(struct reader *reader)
{
    const struct fr_race_rows *race = reader->race;
    size_t *places = calloc(race->course_count + 1, sizeof *places);
    reader->places[race - reader->races] = places;
    if (!places)
        return no_memory(reader);
    for (size_t i = 0; i < race->course_count; i++) {
        if (race->courses[i].entries == 0)
            continue; /* only an anchor was timed on this course */
        const int place = place_course(reader, &race->courses[i]);
        if (place < 0)
            return no_memory(reader);
        places[i] = (size_t)place;
        if (race->courses[i].entries > reader->evidence->courses[place].count)
            reader->evidence->courses[place].count = race->courses[i].entries;
    }
    return FR_OK;
}

/* Whether these are a back end's default options. */
static bool are_defaults(const struct fr_pathfinder *pathfinder, const char *options)
{
    struct fr_option_values values;
    char text[OPTIONS_SIZE];
    fr_options_default(pathfinder->options, pathfinder->option_count, &values);
    fr_options_format(pathfinder->options, pathfinder->option_count, &values, text, sizeof text);
    return strcmp(text, options) == 0;
}

/* Spells the racer's address: as typed, or rebuilt if it has a label. */
static void spell_address(const struct fr_prepare_row *row, struct fr_racer *racer)
{
    const char *algo = racer->algo, *name = row->name, *options = row->options;
    const size_t length = strlen(name);
    if (strncmp(algo, name, length) == 0 && (algo[length] == '\0' || algo[length] == ':'))
        snprintf(racer->address, sizeof racer->address, "%s", row->algo);
    else if (racer->pathfinder && are_defaults(racer->pathfinder, options))
        snprintf(racer->address, sizeof racer->address, "%s", name);
    else if ((size_t)snprintf(racer->address, sizeof racer->address, "%s%s%s", name,
                              *options ? ":" : "", options) >= sizeof racer->address)
        racer->pathfinder = NULL; /* no address names this racer */
}

static const struct fr_pathfinder *pathfinder_of(const struct reader *reader, const char *name)
{
    for (int i = 0; reader->pathfinders[i]; i++)
        if (strcmp(reader->pathfinders[i]->name, name) == 0)
            return reader->pathfinders[i];
    return NULL;
}

/* An earlier racer with the same back end and options; -1: none. */
static int original_of(const struct fr_evidence *evidence, const struct fr_racer *racer,
                       const char *name)
{
    const size_t length = strlen(name);
    for (int i = 0; i < evidence->racers.count - 1; i++) {
        const struct fr_racer *other = &evidence->racers.at[i];
        if (strncmp(other->address, name, length) == 0 &&
            (other->address[length] == '\0' || other->address[length] == ':') &&
            strcmp(other->options_text, racer->options_text) == 0 && evidence->copy_of[i] < 0)
            return i;
    }
    return -1;
}

static enum fr_movement movement_of(const char *name)
{
    for (int i = FR_GRID4; i <= FR_POLYGON; i++)
        if (strcmp(fr_movement_name((enum fr_movement)i), name) == 0)
            return (enum fr_movement)i;
    return FR_ANY_ANGLE;
}

/* Every row must describe a racer in the same way. */
static enum fr_status check_known(const struct reader *reader, const struct fr_racer *racer,
                                  const struct fr_prepare_row *row)
{
    if (strcmp(racer->options_text, row->options) == 0)
        return FR_OK;
    return fr_fail(reader->error, FR_BAD_INPUT,
                   "%s: racer %s has the options '%s', but '%s' in an earlier row; expected the "
                   "same options for the same label",
                   reader->race->name, racer->algo, row->options, racer->options_text);
}

static enum fr_status take_racer(struct reader *reader, const struct fr_prepare_row *row)
{
    struct fr_evidence *evidence = reader->evidence;
    const int known = number_of(reader, row->algo), index = evidence->racers.count;
    if (known >= 0)
        return check_known(reader, &evidence->racers.at[known], row);
    if (index == FR_MAX_RACERS)
        return fr_fail(reader->error, FR_BAD_INPUT, "%s: too many racers; expected at most %d",
                       reader->race->name, FR_MAX_RACERS);
    evidence->racers.count++;
    struct fr_racer *racer = &evidence->racers.at[index];
    *racer = (struct fr_racer){.pathfinder = pathfinder_of(reader, row->name),
                               .candidate = row->candidate == 1,
                               .traits.movement = movement_of(row->movement)};
    snprintf(racer->algo, sizeof racer->algo, "%s", row->algo);
    snprintf(racer->label, sizeof racer->label, "%s", row->label);
    snprintf(racer->options_text, sizeof racer->options_text, "%s", row->options);
    spell_address(row, racer);
    evidence->other_build[index] = row->build && *row->build;
    evidence->copy_of[index] = original_of(evidence, racer, row->name);
    evidence->object_bytes[index] = fr_object_code_bytes(row->name);
    evidence->updates[index] = racer->pathfinder && racer->pathfinder->update;
    return FR_OK;
}

static enum fr_status expect_racer(const struct reader *reader, const char *kind, const char *algo)
{
    if (number_of(reader, algo) >= 0)
        return FR_OK;
    return fr_fail(reader->error, FR_BAD_INPUT,
                   "%s: %s row of racer %s without an earlier prepare row", reader->race->name,
                   kind, algo);
}

/* Records which racers raced on which courses. */
static enum fr_status take_race(struct reader *reader)
{
    struct fr_evidence *evidence = reader->evidence;
    const struct fr_race_rows *race = reader->race;
    enum fr_status status = take_courses(reader);
    for (size_t i = 0; i < race->counts[FR_ROW_PREPARE] && status == FR_OK; i++)
        status = take_racer(reader, &race->prepare[i]);
    for (size_t i = 0; i < race->series_count && status == FR_OK; i++)
        status = expect_racer(reader, "a click", race->series[i].algo);
    for (size_t i = 0; i < race->counts[FR_ROW_UPDATE] && status == FR_OK; i++) {
        status = expect_racer(reader, "an update", race->update[i].algo);
        if (status == FR_OK && race->update[i].fresh == 0)
            evidence->updates[number_of(reader, race->update[i].algo)] = true;
    }
    if ((int)race->run->rounds > reader->most_rounds)
        reader->most_rounds = (int)race->run->rounds;
    if ((int)race->run->passes > reader->most_passes)
        reader->most_passes = (int)race->run->passes;
    evidence->cut_short |= !race->whole;
    if (race->counts[FR_ROW_END] > 0) {
        evidence->disturbed |= race->end->disturbed == 1;
        evidence->lost_to_agent += (size_t)race->end->lost_to_agent;
    }
    return status;
}

/* Assigns each course its range of entries. */
static enum fr_status lay_out(struct reader *reader)
{
    struct fr_evidence *evidence = reader->evidence;
    size_t entries = 0;
    for (size_t i = 0; i < evidence->course_count; i++) {
        evidence->courses[i].first = entries;
        entries += evidence->courses[i].count + 1;
    }
    if (fr_standings_create(evidence->racers.count, entries, reader->most_rounds,
                            &fr_default_allocator, &evidence->standings) != FR_OK)
        return no_memory(reader);
    struct fr_standings *standings = &evidence->standings;
    standings->courses = fr_allocate_zeroed(&fr_default_allocator, entries, sizeof(int));
    if ((entries > 0 && !standings->courses) ||
        fr_standings_keep_samples(standings, reader->most_passes) != FR_OK)
        return no_memory(reader);
    standings->course_count = (int)evidence->course_count;
    for (size_t i = 0; i < entries; i++)
        standings->classes[i] = FR_CLASS_UNREACHABLE;
    for (size_t i = 0; i < evidence->course_count; i++)
        for (size_t j = 0; j <= evidence->courses[i].count; j++)
            standings->courses[evidence->courses[i].first + j] = (int)i;
    return FR_OK;
}

static enum fr_status complain(const struct reader *reader, const struct fr_click_row *row,
                               const char *what)
{
    return fr_fail(reader->error, FR_BAD_INPUT,
                   "click %lld of %s on %s: %s; expected each race once, and the same clicks "
                   "wherever map and click set have the same names",
                   (long long)row->click, row->clicks, row->map, what);
}

/* The first row of each entry, and which racers have a row for it. */
struct asked {
    const struct fr_click_row **first; /* by entry */
    bool *seen;                        /* by racer, then entry */
};

static enum fr_status check_click(const struct reader *reader, const struct fr_click_row *row,
                                  int racer, size_t entry, struct asked *asked)
{
    bool *seen = &asked->seen[(size_t)racer * reader->evidence->standings.clicks + entry];
    const struct fr_click_row *first = asked->first[entry];
    if (*seen)
        return complain(reader, row, "a racer has two rows for it");
    *seen = true;
    asked->first[entry] = first ? first : row;
    if (first &&
        (!fr_pixel_equal(first->start, row->start) || !fr_pixel_equal(first->goal, row->goal)))
        return complain(reader, row, "two files have different clicks");
    return FR_OK;
}

static void place_answer(struct reader *reader, const struct fr_click_row *row, int racer,
                         size_t entry)
{
    const struct fr_run_row *run = reader->race->run;
    struct fr_standings *standings = &reader->evidence->standings;
    standings->classes[entry] = fr_click_class_named(row->class);
    standings->optima[entry] = row->optimum;
    fr_standings_take_row(standings, racer, entry, row, (int)run->rounds, (int)run->passes);
    standings->at[racer].steady_ns[entry] = row->ns_steady;
    standings->at[racer].looks[entry] = row->looks_fault < 0 ? (double)NAN : row->looks_fault;
}

/* entry: index of the first click of the series' course. */
static enum fr_status place_series(struct reader *reader, const struct fr_race_series *series,
                                   size_t entry, struct asked *asked)
{
    const int racer = number_of(reader, series->algo);
    enum fr_status status = FR_OK;
    for (size_t i = 0; i < series->count && status == FR_OK; i++) {
        const struct fr_click_row *row = &reader->race->click[series->at[i]];
        status = check_click(reader, row, racer, entry + (size_t)row->click, asked);
        if (status == FR_OK)
            place_answer(reader, row, racer, entry + (size_t)row->click);
    }
    return status;
}

/* The first entry of a course of the current race. */
static size_t first_entry(const struct reader *reader, size_t course)
{
    const size_t *places = reader->places[reader->race - reader->races];
    return reader->evidence->courses[places[course]].first;
}

static enum fr_status place_answers(struct reader *reader)
{
    const struct fr_evidence *evidence = reader->evidence;
    const size_t entries = evidence->standings.clicks;
    struct asked asked = {calloc(entries + 1, sizeof *asked.first),
                          calloc((size_t)evidence->racers.count * entries + 1, sizeof(bool))};
    enum fr_status status = asked.first && asked.seen ? FR_OK : no_memory(reader);
    for (int i = 0; i < reader->count && status == FR_OK; i++) {
        const struct fr_race_rows *race = reader->race = &reader->races[i];
        for (size_t j = 0; j < race->series_count && status == FR_OK; j++)
            status = place_series(reader, &race->series[j],
                                  first_entry(reader, race->series[j].course), &asked);
    }
    free(asked.first);
    free(asked.seen);
    return status;
}

/* Keeps only the times of the last round. */
static void place_updates(struct reader *reader)
{
    struct fr_evidence *evidence = reader->evidence;
    for (int i = 0; i < reader->count; i++) {
        const struct fr_race_rows *race = reader->race = &reader->races[i];
        for (size_t j = 0; j < race->counts[FR_ROW_UPDATE]; j++) {
            const struct fr_update_row *row = &race->update[j];
            const size_t entry =
                first_entry(reader, fr_race_course_of(race, row->map, row->clicks)) +
                (size_t)row->click;
            const int racer = number_of(reader, row->algo);
            const struct fr_reply reply = fr_recorded_update_of(row);
            evidence->standings.at[racer].update_ns[entry] = row->ns;
            if (reply.status != FR_REPLY_ANSWERED)
                fr_standing_updated(&evidence->standings.at[racer], entry, &reply, row->survives);
        }
    }
    for (size_t entry = 0; entry < evidence->standings.clicks; entry++)
        for (int i = 0; i < evidence->racers.count; i++)
            if (!isnan(evidence->standings.at[i].update_ns[entry])) {
                evidence->events++;
                break;
            }
}

/* The first course on the map with this hash; the number of courses if there is none. */
static size_t course_on(const struct fr_evidence *evidence, const char *hash)
{
    size_t i = 0;
    while (i < evidence->course_count && strcmp(evidence->courses[i].hash, hash) != 0)
        i++;
    return i;
}

/* Adds a racer's preparations on a map in one race to the cost. */
static void add_cost(const struct fr_race_rows *race, const char *map, const char *algo, double *ns,
                     double *saved_ns, struct fr_evidence_cost *cost)
{
    for (int round = 0; round < race->run->rounds; round++) {
        const struct fr_prepare_row *row =
            fr_race_row(race, FR_ROW_PREPARE, &(struct fr_row_key){map, "", algo, 0, round});
        const struct fr_reply reply =
            row ? fr_recorded_reply_of(row) : (struct fr_reply){.status = FR_REPLY_LOST};
        if (reply.status != FR_REPLY_ANSWERED)
            continue;
        if (!isnan(row->ns)) {
            saved_ns[cost->rounds] = fr_load_saved_ns(&reply);
            ns[cost->rounds++] = fr_load_ns(row->ns, row->ns_first);
        }
        if (row->bytes > cost->held_bytes)
            cost->held_bytes = row->bytes;
        if (row->peak_bytes > cost->peak_bytes)
            cost->peak_bytes = row->peak_bytes;
        if (row->saved_bytes > cost->saved_bytes)
            cost->saved_bytes = row->saved_bytes;
    }
}

/* Computes a racer's cost on the map of a course; `ns` and `saved_ns` hold all preparations. */
static struct fr_evidence_cost read_cost(const struct reader *reader, size_t course,
                                         const char *algo, double *ns, double *saved_ns)
{
    const struct fr_evidence_course *here = &reader->evidence->courses[course];
    struct fr_evidence_cost cost = {ns, saved_ns, 0, -1, -1, -1};
    for (int i = 0; i < reader->count; i++) {
        const struct fr_race_rows *race = &reader->races[i];
        if (!*here->hash && race->counts[FR_ROW_MAP] == 0)
            add_cost(race, here->map, algo, ns, saved_ns, &cost);
        for (size_t j = 0; j < race->counts[FR_ROW_MAP]; j++) {
            const struct fr_map_row *map = &race->map[j];
            const struct fr_row_key key = {map->map, "", "", 0, 0};
            if (strcmp(map->hash, here->hash) == 0 && fr_race_row(race, FR_ROW_MAP, &key) == map)
                add_cost(race, map->map, algo, ns, saved_ns, &cost);
        }
    }
    fr_sort(ns, (size_t)cost.rounds);
    return cost;
}

static void add_bytes(struct fr_mean *mean, int64_t bytes)
{
    fr_mean_add(mean, bytes < 0 ? (double)NAN : (double)bytes, 1);
}

/* The mean over maps; -1: unknown on all of them. */
static int64_t mean_bytes(const struct fr_mean *mean)
{
    return mean->known > 0 ? (int64_t)round(fr_mean_of(mean)) : -1;
}

/* Computes a racer's costs map by map; `ns` has space for the given number of preparations. Returns
 * the number of preparations stored. */
static size_t place_costs(const struct reader *reader, int racer, double *ns, size_t preparations)
{
    struct fr_evidence *evidence = reader->evidence;
    struct fr_standing *standing = &evidence->standings.at[racer];
    struct fr_mean times = {0}, held = {0}, peaks = {0};
    size_t used = 0;
    for (size_t i = 0; i < evidence->course_count; i++) {
        const size_t first = course_on(evidence, evidence->courses[i].hash);
        const size_t racers = (size_t)evidence->racers.count;
        struct fr_evidence_cost *cost = &evidence->costs[i * racers + (size_t)racer];
        *cost = first < i ? evidence->costs[first * racers + (size_t)racer]
                          : read_cost(reader, i, evidence->racers.at[racer].algo, ns + used,
                                      ns + preparations + used);
        if (first < i || cost->rounds == 0)
            continue;
        used += (size_t)cost->rounds;
        fr_mean_add(&times, fr_median(cost->ns, (size_t)cost->rounds), 1);
        add_bytes(&held, cost->held_bytes);
        add_bytes(&peaks, cost->peak_bytes);
    }
    standing->prepare_ns = fr_mean_of(&times);
    standing->held_bytes = mean_bytes(&held);
    standing->peak_bytes = mean_bytes(&peaks);
    return used;
}

static enum fr_status place_preparations(struct reader *reader)
{
    struct fr_evidence *evidence = reader->evidence;
    const size_t courses = evidence->course_count;
    size_t rows = 0, used = 0;
    for (int i = 0; i < reader->count; i++)
        rows += reader->races[i].counts[FR_ROW_PREPARE];
    evidence->costs =
        malloc((courses * (size_t)evidence->racers.count + 1) * sizeof *evidence->costs);
    evidence->prepare_ns = malloc((2 * rows + 1) * sizeof *evidence->prepare_ns);
    const bool fits = evidence->costs && evidence->prepare_ns;
    for (size_t i = 0; i < courses; i++)
        evidence->maps += course_on(evidence, evidence->courses[i].hash) == i;
    for (int i = 0; i < evidence->racers.count && fits; i++)
        used += place_costs(reader, i, evidence->prepare_ns + used, rows);
    for (int i = 0; i < reader->count; i++)
        for (size_t j = 0; j < reader->races[i].counts[FR_ROW_PREPARE]; j++) {
            const struct fr_prepare_row *row = &reader->races[i].prepare[j];
            if (fr_recorded_reply_of(row).status == FR_REPLY_UNSUPPORTED)
                evidence->standings.at[number_of(reader, row->algo)].unsupported = true;
        }
    return fits ? FR_OK : no_memory(reader);
}

static enum fr_status gather(struct reader *reader)
{
    enum fr_status status = FR_OK;
    for (int i = 0; i < reader->count && status == FR_OK; i++) {
        reader->race = &reader->races[i];
        status = take_race(reader);
    }
    if (status == FR_OK)
        status = lay_out(reader);
    if (status == FR_OK)
        status = place_answers(reader);
    if (status != FR_OK)
        return status;
    place_updates(reader);
    return place_preparations(reader);
}

enum fr_status fr_evidence_gather(const struct fr_race_rows *races, int count,
                                  const struct fr_pathfinder *const *pathfinders,
                                  struct fr_evidence *evidence, struct fr_error *error)
{
    struct reader reader = {.evidence = evidence,
                            .pathfinders = pathfinders,
                            .races = races,
                            .race = races,
                            .count = count,
                            .places = calloc((size_t)count + 1, sizeof(size_t *)),
                            .error = error};
    memset(evidence, 0, sizeof *evidence);
    const enum fr_status status = reader.places ? gather(&reader) : no_memory(&reader);
    for (int i = 0; reader.places && i < count; i++)
        free(reader.places[i]);
    free(reader.places);
    if (status != FR_OK)
        fr_evidence_release(evidence);
    return status;
}

const struct fr_evidence_cost *fr_evidence_cost_of(const struct fr_evidence *evidence, int course,
                                                   int racer)
{
    return &evidence->costs[course * evidence->racers.count + racer];
}

void fr_evidence_release(struct fr_evidence *evidence)
{
    fr_deallocate(&fr_default_allocator, evidence->courses, evidence->course_capacity,
                  sizeof *evidence->courses);
    free(evidence->costs);
    free(evidence->prepare_ns);
    fr_standings_release(&evidence->standings);
    memset(evidence, 0, sizeof *evidence);
}
