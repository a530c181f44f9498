#include "harness/evidence/evidence_reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/statistics.h"
#include "harness/base/string_set.h"
#include "harness/rows/record.h"
#include "harness/rows/results.h"
#include "maps/allocator.h"

enum { KEY_SIZE = 4096, MOST_ROUNDS = 1000 };

/* A click row, until the size of all courses is known. */
struct answered {
    int racer, course;
    size_t click, samples; /* samples: where they begin */
    int rounds, passes;
    enum fr_click_class class;
    struct fr_recorded_click told;
};

struct updated {
    int racer, course;
    size_t entry;
    double ns; /* of the last round */
};

struct prepared {
    int racer;
    char hash[20]; /* of the map */
    struct fr_reply reply;
};

struct reader {
    struct fr_evidence *evidence;
    const struct fr_pathfinder *const *pathfinders;
    const char *file;
    struct fr_string_set hashes; /* names of the maps of the current file: index into maps */
    struct fr_string_set courses, racers;
    struct {
        char *file;
        char hash[20];
    } * maps;
    size_t map_count, map_capacity;
    struct answered *answers;
    size_t answer_count, answer_capacity;
    struct updated *updates;
    size_t update_count, update_capacity;
    struct prepared *prepares;
    size_t prepare_count, prepare_capacity;
    double *samples;
    size_t sample_count, sample_capacity;
    int rounds, passes;           /* of the file */
    int most_rounds, most_passes; /* of all */
    struct fr_error *error;
};

static enum fr_status no_memory(const struct reader *reader)
{
    return fr_fail(reader->error, FR_NO_MEMORY, "%s: no memory for its rows", reader->file);
}

static char *copy_text(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* The number of a text, or -1. */
static int number_of(const struct fr_string_set *set, const char *text)
{
    const struct fr_string_entry *entry = fr_string_set_find(set, text);
    return entry ? entry->number : -1;
}

static enum fr_status take_map(struct reader *reader, const cJSON *row)
{
    bool added;
    void *grown = fr_grow(&fr_default_allocator, reader->maps, reader->map_count, 1,
                          &reader->map_capacity, sizeof *reader->maps);
    if (!grown)
        return no_memory(reader);
    reader->maps = grown;
    const int index = (int)reader->map_count;
    reader->maps[index].file = copy_text(fr_row_text(row, "file"));
    snprintf(reader->maps[index].hash, sizeof reader->maps[index].hash, "%s",
             fr_row_text(row, "hash"));
    reader->map_count++;
    return reader->maps[index].file && fr_string_set_add(&reader->hashes, fr_row_text(row, "map"),
                                                         index, &added) == FR_OK
               ? FR_OK
               : no_memory(reader);
}

/* The course of a row, made where it is new; -1 without memory. */
static int course_of(struct reader *reader, const cJSON *row)
{
    struct fr_evidence *evidence = reader->evidence;
    const char *map = fr_row_text(row, "map"), *clicks = fr_row_text(row, "clicks");
    const int known = number_of(&reader->hashes, map);
    const char *hash = known >= 0 ? reader->maps[known].hash : "";
    char key[KEY_SIZE];
    bool added;
    snprintf(key, sizeof key, "%s\n%s\n%s", map, hash, clicks);
    const int found = number_of(&reader->courses, key);
    if (found >= 0)
        return found;
    struct fr_evidence_course *grown =
        fr_grow(&fr_default_allocator, evidence->courses, evidence->course_count, 1,
                &evidence->course_capacity, sizeof *grown);
    if (!grown)
        return -1;
    evidence->courses = grown;
    struct fr_evidence_course *course = &grown[evidence->course_count++];
    *course =
        (struct fr_evidence_course){.map = copy_text(map),
                                    .file = copy_text(known >= 0 ? reader->maps[known].file : map),
                                    .clicks = copy_text(clicks)};
    snprintf(course->hash, sizeof course->hash, "%s", hash);
    const int index = (int)evidence->course_count - 1;
    return course->map && course->file && course->clicks &&
                   fr_string_set_add(&reader->courses, key, index, &added) == FR_OK
               ? index
               : -1;
}

/* Whether these are the options that a back end has by default. */
static bool are_defaults(const struct reader *reader, const char *name, const char *options)
{
    struct fr_error ignored;
    struct fr_racers *racers = calloc(1, sizeof *racers);
    const bool same = racers &&
                      fr_racers_add(racers, reader->pathfinders, name, &ignored) == FR_OK &&
                      strcmp(racers->at[0].options_text, options) == 0;
    free(racers);
    return same;
}

/* How the racer is addressed: as it was typed, or put together where it has a label. */
static void spell_address(const struct reader *reader, const cJSON *row, struct fr_racer *racer)
{
    const char *algo = racer->algo, *name = fr_row_text(row, "name");
    const char *options = fr_row_text(row, "options");
    const size_t length = strlen(name);
    if (strncmp(algo, name, length) == 0 && (algo[length] == '\0' || algo[length] == ':'))
        snprintf(racer->address, sizeof racer->address, "%s", fr_row_text(row, "algo"));
    else if (racer->pathfinder && are_defaults(reader, name, options))
        snprintf(racer->address, sizeof racer->address, "%s", name);
    else if ((size_t)snprintf(racer->address, sizeof racer->address, "%s%s%s", name,
                              *options ? ":" : "", options) >= sizeof racer->address)
        racer->pathfinder = NULL; /* it cannot be addressed */
}

static enum fr_movement movement_of(const char *name)
{
    for (int i = FR_GRID4; i <= FR_POLYGON; i++)
        if (strcmp(fr_movement_name((enum fr_movement)i), name) == 0)
            return (enum fr_movement)i;
    return FR_ANY_ANGLE;
}

static const struct fr_pathfinder *pathfinder_of(const struct reader *reader, const char *name)
{
    for (int i = 0; reader->pathfinders[i]; i++)
        if (strcmp(reader->pathfinders[i]->name, name) == 0)
            return reader->pathfinders[i];
    return NULL;
}

/* An earlier racer with the same back end and the same options; -1: none. */
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

static enum fr_status check_known(const struct reader *reader, const struct fr_racer *racer,
                                  const cJSON *row)
{
    if (strcmp(racer->options_text, fr_row_text(row, "options")) == 0)
        return FR_OK;
    return fr_fail(reader->error, FR_BAD_INPUT,
                   "%s: racer %s has the options '%s', and '%s' in an earlier row: expected one "
                   "label for one back end with its options",
                   reader->file, racer->algo, fr_row_text(row, "options"), racer->options_text);
}

static enum fr_status take_racer(struct reader *reader, const cJSON *row, int *index)
{
    struct fr_evidence *evidence = reader->evidence;
    const char *algo = fr_row_text(row, "algo"), *name = fr_row_text(row, "name");
    bool added;
    *index = number_of(&reader->racers, algo);
    if (*index >= 0)
        return check_known(reader, &evidence->racers.at[*index], row);
    if (evidence->racers.count == FR_MAX_RACERS)
        return fr_fail(reader->error, FR_BAD_INPUT, "%s: more than %d racers, expected fewer",
                       reader->file, FR_MAX_RACERS);
    *index = evidence->racers.count++;
    struct fr_racer *racer = &evidence->racers.at[*index];
    *racer = (struct fr_racer){.pathfinder = pathfinder_of(reader, name),
                               .candidate =
                                   cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "candidate")),
                               .traits.movement = movement_of(fr_row_text(row, "movement"))};
    snprintf(racer->algo, sizeof racer->algo, "%s", algo);
    snprintf(racer->label, sizeof racer->label, "%s", fr_row_text(row, "label"));
    snprintf(racer->options_text, sizeof racer->options_text, "%s", fr_row_text(row, "options"));
    spell_address(reader, row, racer);
    evidence->other_build[*index] = *fr_row_text(row, "build") != '\0';
    evidence->copy_of[*index] = original_of(evidence, racer, name);
    evidence->updates[*index] = racer->pathfinder && racer->pathfinder->update;
    return fr_string_set_add(&reader->racers, algo, *index, &added) == FR_OK ? FR_OK
                                                                             : no_memory(reader);
}

static int64_t bytes_of(const cJSON *row, const char *key)
{
    const double bytes = fr_row_number(row, key);
    return isnan(bytes) ? -1 : (int64_t)bytes;
}

static enum fr_fate prepare_fate(const cJSON *row)
{
    const char *outcome = fr_row_text(row, "outcome");
    return strcmp(outcome, "ok") == 0            ? FR_FATE_ANSWERED
           : strcmp(outcome, "unsupported") == 0 ? FR_FATE_UNSUPPORTED
                                                 : FR_FATE_LOST;
}

static enum fr_status take_prepare(struct reader *reader, const cJSON *row)
{
    int racer;
    const enum fr_status status = take_racer(reader, row, &racer);
    if (status != FR_OK)
        return status;
    struct prepared *grown = fr_grow(&fr_default_allocator, reader->prepares, reader->prepare_count,
                                     1, &reader->prepare_capacity, sizeof *grown);
    if (!grown)
        return no_memory(reader);
    reader->prepares = grown;
    struct prepared *prepared = &grown[reader->prepare_count++];
    *prepared = (struct prepared){.racer = racer,
                                  .reply = {.fate = prepare_fate(row),
                                            .ns = fr_row_number(row, "ns"),
                                            .live_bytes = bytes_of(row, "bytes"),
                                            .peak_bytes = bytes_of(row, "peak_bytes")}};
    const int map = number_of(&reader->hashes, fr_row_text(row, "map"));
    snprintf(prepared->hash, sizeof prepared->hash, "%s", map >= 0 ? reader->maps[map].hash : "");
    return FR_OK;
}

static enum fr_status take_samples(struct reader *reader, const cJSON *row)
{
    const size_t each = (size_t)reader->rounds * (size_t)reader->passes;
    const cJSON *sample = cJSON_GetObjectItemCaseSensitive(row, "played")->child;
    double *grown = fr_grow(&fr_default_allocator, reader->samples, reader->sample_count, each,
                            &reader->sample_capacity, sizeof *grown);
    if (!grown)
        return no_memory(reader);
    reader->samples = grown;
    for (size_t i = 0; i < each; i++) {
        grown[reader->sample_count++] =
            sample && cJSON_IsNumber(sample) ? sample->valuedouble : (double)NAN;
        sample = sample ? sample->next : NULL;
    }
    return FR_OK;
}

static void extend_course(struct fr_evidence_course *course, size_t entry)
{
    if (entry >= course->count)
        course->count = entry + 1;
}

/* The racer and the course of a row. */
static enum fr_status locate(struct reader *reader, const cJSON *row, int *racer, int *course)
{
    *racer = number_of(&reader->racers, fr_row_text(row, "algo"));
    if (*racer < 0)
        return fr_fail(reader->error, FR_BAD_INPUT,
                       "%s: a %s row of racer %s, which has no prepare row before it", reader->file,
                       fr_row_text(row, "kind"), fr_row_text(row, "algo"));
    *course = course_of(reader, row);
    return *course >= 0 ? FR_OK : no_memory(reader);
}

static enum fr_status take_click(struct reader *reader, const cJSON *row)
{
    int racer, course;
    enum fr_status status = locate(reader, row, &racer, &course);
    if (status != FR_OK)
        return status;
    struct answered *grown = fr_grow(&fr_default_allocator, reader->answers, reader->answer_count,
                                     1, &reader->answer_capacity, sizeof *grown);
    if (!grown)
        return no_memory(reader);
    reader->answers = grown;
    grown[reader->answer_count++] =
        (struct answered){.racer = racer,
                          .course = course,
                          .click = (size_t)fr_row_number(row, "click"),
                          .samples = reader->sample_count,
                          .rounds = reader->rounds,
                          .passes = reader->passes,
                          .class = fr_click_class_named(fr_row_text(row, "class")),
                          .told = fr_recorded_click_of(row)};
    extend_course(&reader->evidence->courses[course], (size_t)fr_row_number(row, "click"));
    return take_samples(reader, row);
}

static enum fr_status take_update(struct reader *reader, const cJSON *row)
{
    int racer, course;
    enum fr_status status = locate(reader, row, &racer, &course);
    if (status != FR_OK)
        return status;
    struct updated *grown = fr_grow(&fr_default_allocator, reader->updates, reader->update_count, 1,
                                    &reader->update_capacity, sizeof *grown);
    if (!grown)
        return no_memory(reader);
    reader->updates = grown;
    grown[reader->update_count++] = (struct updated){.racer = racer,
                                                     .course = course,
                                                     .entry = (size_t)fr_row_number(row, "click"),
                                                     .ns = fr_row_number(row, "ns")};
    if (!cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "fresh")))
        reader->evidence->updates[racer] = true;
    extend_course(&reader->evidence->courses[course], (size_t)fr_row_number(row, "click"));
    return FR_OK;
}

static void take_run(struct reader *reader, const cJSON *row)
{
    reader->rounds = (int)fr_row_number(row, "rounds");
    reader->passes = (int)fr_row_number(row, "passes");
    if (reader->rounds > reader->most_rounds)
        reader->most_rounds = reader->rounds;
    if (reader->passes > reader->most_passes)
        reader->most_passes = reader->passes;
}

static enum fr_status take_row(struct reader *reader, const cJSON *row)
{
    if (fr_row_is(row, "click"))
        return take_click(reader, row);
    if (fr_row_is(row, "update"))
        return take_update(reader, row);
    if (fr_row_is(row, "prepare"))
        return take_prepare(reader, row);
    if (fr_row_is(row, "map"))
        return take_map(reader, row);
    if (fr_row_is(row, "run"))
        take_run(reader, row);
    if (fr_row_is(row, "end")) {
        reader->evidence->disturbed |=
            cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "disturbed"));
        reader->evidence->cut_short |= *fr_row_text(row, "stopped") != '\0';
    }
    return FR_OK;
}

static enum fr_status read_file(struct reader *reader, const char *file)
{
    struct fr_results results;
    reader->file = file;
    fr_string_set_release(&reader->hashes);
    enum fr_status status = fr_results_open(file, &results, reader->error);
    if (status != FR_OK)
        return status;
    while ((status = fr_results_next(&results, reader->error)) == FR_OK && results.row)
        if ((status = take_row(reader, results.row)) != FR_OK)
            break;
    reader->evidence->cut_short |= !results.ended;
    fr_results_close(&results);
    return status;
}

/* Gives each course its place among the entries. */
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

static enum fr_status complain(const struct reader *reader, const struct answered *answered,
                               const char *what)
{
    const struct fr_evidence_course *course = &reader->evidence->courses[answered->course];
    return fr_fail(reader->error, FR_BAD_INPUT,
                   "click %zu of %s on %s: %s; expected each race once, and the same questions "
                   "wherever map and click set have the same names",
                   answered->click, course->clicks, course->map, what);
}

/* The first answer to each entry, and whether a racer has answered it already. */
struct asked {
    const struct answered **first; /* by entry */
    bool *seen;                    /* by racer, then entry */
};

static enum fr_status check_question(const struct reader *reader, const struct answered *answered,
                                     size_t entry, struct asked *asked)
{
    bool *seen = &asked->seen[(size_t)answered->racer * reader->evidence->standings.clicks + entry];
    const struct answered *first = asked->first[entry];
    if (*seen)
        return complain(reader, answered, "a racer has answered it twice");
    *seen = true;
    asked->first[entry] = first ? first : answered;
    if (first && (memcmp(&first->told.start, &answered->told.start, sizeof first->told.start) ||
                  memcmp(&first->told.goal, &answered->told.goal, sizeof first->told.goal)))
        return complain(reader, answered, "two files ask different questions");
    return FR_OK;
}

static void place_answer(struct reader *reader, const struct answered *answered, size_t entry)
{
    struct fr_standings *standings = &reader->evidence->standings;
    struct fr_standing *standing = &standings->at[answered->racer];
    const struct fr_recorded_click *told = &answered->told;
    standings->classes[entry] = answered->class;
    standings->optima[entry] = told->optimum;
    fr_standing_clicked(standing, entry, answered->class, &told->reply,
                        told->answered ? &told->judgement : NULL, told->ns_played,
                        told->ns_after_event);
    standing->remembers = standing->remembers || told->remembers;
    double *samples = fr_standings_samples(standings, answered->racer, entry);
    for (int round = 0; round < answered->rounds; round++)
        for (int pass = 0; pass < answered->passes; pass++)
            samples[round * standings->passes + pass] =
                reader->samples[answered->samples + (size_t)(round * answered->passes + pass)];
}

static enum fr_status place_answers(struct reader *reader)
{
    const struct fr_evidence *evidence = reader->evidence;
    const size_t entries = evidence->standings.clicks;
    struct asked asked = {calloc(entries + 1, sizeof *asked.first),
                          calloc((size_t)evidence->racers.count * entries + 1, sizeof(bool))};
    enum fr_status status = asked.first && asked.seen ? FR_OK : no_memory(reader);
    for (size_t i = 0; i < reader->answer_count && status == FR_OK; i++) {
        const struct answered *answered = &reader->answers[i];
        const size_t entry = evidence->courses[answered->course].first + answered->click;
        status = check_question(reader, answered, entry, &asked);
        if (status == FR_OK)
            place_answer(reader, answered, entry);
    }
    free(asked.first);
    free(asked.seen);
    return status;
}

static void place_updates(struct reader *reader)
{
    struct fr_evidence *evidence = reader->evidence;
    for (size_t i = 0; i < reader->update_count; i++) {
        const struct updated *updated = &reader->updates[i];
        const size_t entry = evidence->courses[updated->course].first + updated->entry;
        evidence->standings.at[updated->racer].update_ns[entry] = updated->ns;
    }
    for (size_t entry = 0; entry < evidence->standings.clicks; entry++)
        for (int i = 0; i < evidence->racers.count; i++)
            if (!isnan(evidence->standings.at[i].update_ns[entry])) {
                evidence->events++;
                break;
            }
}

/* What a racer cost on one map. */
static struct fr_evidence_cost cost_on(const struct reader *reader, int racer, const char *hash)
{
    double ns[MOST_ROUNDS];
    size_t count = 0;
    struct fr_evidence_cost cost = {(double)NAN, -1, -1};
    for (size_t i = 0; i < reader->prepare_count; i++) {
        const struct prepared *prepared = &reader->prepares[i];
        if (prepared->racer != racer || strcmp(prepared->hash, hash) != 0 ||
            prepared->reply.fate != FR_FATE_ANSWERED)
            continue;
        if (!isnan(prepared->reply.ns) && count < MOST_ROUNDS)
            ns[count++] = prepared->reply.ns;
        if (prepared->reply.live_bytes > cost.held_bytes)
            cost.held_bytes = prepared->reply.live_bytes;
        if (prepared->reply.peak_bytes > cost.peak_bytes)
            cost.peak_bytes = prepared->reply.peak_bytes;
    }
    fr_sort(ns, count);
    if (count > 0)
        cost.prepare_ns = fr_median(ns, count);
    return cost;
}

/* Whether an earlier course is on the same map. */
static bool is_known_map(const struct fr_evidence *evidence, size_t course)
{
    for (size_t i = 0; i < course; i++)
        if (strcmp(evidence->courses[i].hash, evidence->courses[course].hash) == 0)
            return true;
    return false;
}

static double median_of(double *values, size_t count)
{
    fr_sort(values, count);
    return count > 0 ? fr_median(values, count) : (double)NAN;
}

static int64_t median_bytes(double *values, size_t count)
{
    const double median = median_of(values, count);
    return isnan(median) ? -1 : (int64_t)median;
}

/* values has room for a number of each course, three times. */
static void place_costs(const struct reader *reader, int racer, double *values)
{
    struct fr_evidence *evidence = reader->evidence;
    struct fr_standing *standing = &evidence->standings.at[racer];
    struct fr_evidence_cost *most = &evidence->most[racer];
    double *held = values + evidence->course_count, *peaks = held + evidence->course_count;
    size_t count = 0;
    *most = (struct fr_evidence_cost){(double)NAN, -1, -1};
    for (size_t i = 0; i < evidence->course_count; i++) {
        if (is_known_map(evidence, i))
            continue;
        const struct fr_evidence_cost cost = cost_on(reader, racer, evidence->courses[i].hash);
        if (isnan(cost.prepare_ns))
            continue;
        values[count] = cost.prepare_ns;
        held[count] = (double)cost.held_bytes;
        peaks[count++] = (double)cost.peak_bytes;
        most->prepare_ns = fmax(most->prepare_ns, cost.prepare_ns);
        if (cost.held_bytes > most->held_bytes)
            most->held_bytes = cost.held_bytes;
        if (cost.peak_bytes > most->peak_bytes)
            most->peak_bytes = cost.peak_bytes;
    }
    standing->prepare_ns = median_of(values, count);
    standing->held_bytes = median_bytes(held, count);
    standing->peak_bytes = median_bytes(peaks, count);
}

static enum fr_status place_preparations(struct reader *reader)
{
    struct fr_evidence *evidence = reader->evidence;
    double *values = malloc((3 * evidence->course_count + 1) * sizeof *values);
    if (!values)
        return no_memory(reader);
    for (size_t i = 0; i < evidence->course_count; i++)
        evidence->maps += !is_known_map(evidence, i);
    for (int i = 0; i < evidence->racers.count; i++)
        place_costs(reader, i, values);
    for (size_t i = 0; i < reader->prepare_count; i++)
        if (reader->prepares[i].reply.fate == FR_FATE_UNSUPPORTED)
            evidence->standings.at[reader->prepares[i].racer].unsupported = true;
    free(values);
    return FR_OK;
}

static void release_reader(struct reader *reader)
{
    const struct fr_allocator *allocator = &fr_default_allocator;
    fr_string_set_release(&reader->hashes);
    fr_string_set_release(&reader->courses);
    fr_string_set_release(&reader->racers);
    for (size_t i = 0; i < reader->map_count; i++)
        free(reader->maps[i].file);
    fr_deallocate(allocator, reader->maps, reader->map_capacity, sizeof *reader->maps);
    fr_deallocate(allocator, reader->answers, reader->answer_capacity, sizeof *reader->answers);
    fr_deallocate(allocator, reader->updates, reader->update_capacity, sizeof *reader->updates);
    fr_deallocate(allocator, reader->prepares, reader->prepare_capacity, sizeof *reader->prepares);
    fr_deallocate(allocator, reader->samples, reader->sample_capacity, sizeof *reader->samples);
}

enum fr_status fr_evidence_read(const char *const *files, int count,
                                const struct fr_pathfinder *const *pathfinders,
                                struct fr_evidence *evidence, struct fr_error *error)
{
    struct reader reader = {.evidence = evidence, .pathfinders = pathfinders, .error = error};
    enum fr_status status = FR_OK;
    memset(evidence, 0, sizeof *evidence);
    for (int i = 0; i < count && status == FR_OK; i++)
        status = read_file(&reader, files[i]);
    if (status == FR_OK)
        status = lay_out(&reader);
    if (status == FR_OK)
        status = place_answers(&reader);
    if (status == FR_OK) {
        place_updates(&reader);
        status = place_preparations(&reader);
    }
    release_reader(&reader);
    if (status != FR_OK)
        fr_evidence_release(evidence);
    return status;
}
