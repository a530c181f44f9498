#include "harness/answer/gathering.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/string_set.h"
#include "harness/statistics/quantiles.h"
#include "maps/allocator.h"

enum { KEY_SIZE = 4096, OPTIONS_SIZE = 512, MOST_ROUNDS = 1000 };

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

struct fr_gathering {
    struct fr_evidence evidence;
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

static enum fr_status no_memory(const struct fr_gathering *gathering)
{
    return fr_fail(gathering->error, FR_NO_MEMORY, "%s: no memory for its rows", gathering->file);
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

enum fr_status fr_gathering_map(struct fr_gathering *gathering, const char *map, const char *file,
                                const char *hash)
{
    bool added;
    void *grown = fr_grow(&fr_default_allocator, gathering->maps, gathering->map_count, 1,
                          &gathering->map_capacity, sizeof *gathering->maps);
    if (!grown)
        return no_memory(gathering);
    gathering->maps = grown;
    const int index = (int)gathering->map_count;
    gathering->maps[index].file = copy_text(file);
    snprintf(gathering->maps[index].hash, sizeof gathering->maps[index].hash, "%s", hash);
    gathering->map_count++;
    return gathering->maps[index].file &&
                   fr_string_set_add(&gathering->hashes, map, index, &added) == FR_OK
               ? FR_OK
               : no_memory(gathering);
}

/* The course, made where it is new; -1 without memory. */
static int course_of(struct fr_gathering *gathering, const char *map, const char *clicks)
{
    struct fr_evidence *evidence = &gathering->evidence;
    const int known = number_of(&gathering->hashes, map);
    const char *hash = known >= 0 ? gathering->maps[known].hash : "";
    char key[KEY_SIZE];
    bool added;
    snprintf(key, sizeof key, "%s\n%s\n%s", map, hash, clicks);
    const int found = number_of(&gathering->courses, key);
    if (found >= 0)
        return found;
    struct fr_evidence_course *grown =
        fr_grow(&fr_default_allocator, evidence->courses, evidence->course_count, 1,
                &evidence->course_capacity, sizeof *grown);
    if (!grown)
        return -1;
    evidence->courses = grown;
    struct fr_evidence_course *course = &grown[evidence->course_count++];
    *course = (struct fr_evidence_course){
        .map = copy_text(map),
        .file = copy_text(known >= 0 ? gathering->maps[known].file : map),
        .clicks = copy_text(clicks)};
    snprintf(course->hash, sizeof course->hash, "%s", hash);
    const int index = (int)evidence->course_count - 1;
    return course->map && course->file && course->clicks &&
                   fr_string_set_add(&gathering->courses, key, index, &added) == FR_OK
               ? index
               : -1;
}

/* Whether these are the options that a back end has by default. */
static bool are_defaults(const struct fr_pathfinder *pathfinder, const char *options)
{
    struct fr_option_values values;
    char text[OPTIONS_SIZE];
    fr_options_default(pathfinder->options, pathfinder->option_count, &values);
    fr_options_format(pathfinder->options, pathfinder->option_count, &values, text, sizeof text);
    return strcmp(text, options) == 0;
}

/* How the racer is addressed: as it was typed, or put together where it has a label. */
static void spell_address(const struct fr_gathered_prepare *row, struct fr_racer *racer)
{
    const char *algo = racer->algo, *name = row->name, *options = row->options;
    const size_t length = strlen(name);
    if (strncmp(algo, name, length) == 0 && (algo[length] == '\0' || algo[length] == ':'))
        snprintf(racer->address, sizeof racer->address, "%s", row->algo);
    else if (racer->pathfinder && are_defaults(racer->pathfinder, options))
        snprintf(racer->address, sizeof racer->address, "%s", name);
    else if ((size_t)snprintf(racer->address, sizeof racer->address, "%s%s%s", name,
                              *options ? ":" : "", options) >= sizeof racer->address)
        racer->pathfinder = NULL; /* it cannot be addressed */
}

static const struct fr_pathfinder *pathfinder_of(const struct fr_gathering *gathering,
                                                 const char *name)
{
    for (int i = 0; gathering->pathfinders[i]; i++)
        if (strcmp(gathering->pathfinders[i]->name, name) == 0)
            return gathering->pathfinders[i];
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

static enum fr_status check_known(const struct fr_gathering *gathering,
                                  const struct fr_racer *racer,
                                  const struct fr_gathered_prepare *row)
{
    if (strcmp(racer->options_text, row->options) == 0)
        return FR_OK;
    return fr_fail(gathering->error, FR_BAD_INPUT,
                   "%s: racer %s has the options '%s', and '%s' in an earlier row: expected one "
                   "label for one back end with its options",
                   gathering->file, racer->algo, row->options, racer->options_text);
}

static enum fr_status take_racer(struct fr_gathering *gathering,
                                 const struct fr_gathered_prepare *row, int *index)
{
    struct fr_evidence *evidence = &gathering->evidence;
    const char *algo = row->algo, *name = row->name;
    bool added;
    *index = number_of(&gathering->racers, algo);
    if (*index >= 0)
        return check_known(gathering, &evidence->racers.at[*index], row);
    if (evidence->racers.count == FR_MAX_RACERS)
        return fr_fail(gathering->error, FR_BAD_INPUT, "%s: more than %d racers, expected fewer",
                       gathering->file, FR_MAX_RACERS);
    *index = evidence->racers.count++;
    struct fr_racer *racer = &evidence->racers.at[*index];
    *racer = (struct fr_racer){.pathfinder = pathfinder_of(gathering, name),
                               .candidate = row->candidate,
                               .traits.movement = row->movement};
    snprintf(racer->algo, sizeof racer->algo, "%s", algo);
    snprintf(racer->label, sizeof racer->label, "%s", row->label);
    snprintf(racer->options_text, sizeof racer->options_text, "%s", row->options);
    spell_address(row, racer);
    evidence->other_build[*index] = row->other_build;
    evidence->copy_of[*index] = original_of(evidence, racer, name);
    evidence->updates[*index] = racer->pathfinder && racer->pathfinder->update;
    return fr_string_set_add(&gathering->racers, algo, *index, &added) == FR_OK
               ? FR_OK
               : no_memory(gathering);
}

enum fr_status fr_gathering_prepare(struct fr_gathering *gathering,
                                    const struct fr_gathered_prepare *row)
{
    int racer;
    const enum fr_status status = take_racer(gathering, row, &racer);
    if (status != FR_OK)
        return status;
    struct prepared *grown =
        fr_grow(&fr_default_allocator, gathering->prepares, gathering->prepare_count, 1,
                &gathering->prepare_capacity, sizeof *grown);
    if (!grown)
        return no_memory(gathering);
    gathering->prepares = grown;
    struct prepared *prepared = &grown[gathering->prepare_count++];
    *prepared = (struct prepared){.racer = racer, .reply = row->reply};
    const int map = number_of(&gathering->hashes, row->map);
    snprintf(prepared->hash, sizeof prepared->hash, "%s",
             map >= 0 ? gathering->maps[map].hash : "");
    return FR_OK;
}

static enum fr_status take_samples(struct fr_gathering *gathering,
                                   const struct fr_gathered_click *row)
{
    const size_t each = (size_t)gathering->rounds * (size_t)gathering->passes;
    double *grown = fr_grow(&fr_default_allocator, gathering->samples, gathering->sample_count,
                            each, &gathering->sample_capacity, sizeof *grown);
    if (!grown)
        return no_memory(gathering);
    gathering->samples = grown;
    for (size_t i = 0; i < each; i++)
        grown[gathering->sample_count++] = i < row->played_count ? row->played[i] : (double)NAN;
    return FR_OK;
}

static void extend_course(struct fr_evidence_course *course, size_t entry)
{
    if (entry >= course->count)
        course->count = entry + 1;
}

/* The racer and the course of a row; kind is for the complaint. */
static enum fr_status locate(struct fr_gathering *gathering, const char *kind, const char *algo,
                             const char *map, const char *clicks, int *racer, int *course)
{
    *course = -1;
    *racer = number_of(&gathering->racers, algo);
    if (*racer < 0)
        return fr_fail(gathering->error, FR_BAD_INPUT,
                       "%s: %s row of racer %s, which has no prepare row before it",
                       gathering->file, kind, algo);
    *course = course_of(gathering, map, clicks);
    return *course >= 0 ? FR_OK : no_memory(gathering);
}

enum fr_status fr_gathering_click(struct fr_gathering *gathering,
                                  const struct fr_gathered_click *row)
{
    int racer, course;
    enum fr_status status =
        locate(gathering, "a click", row->algo, row->map, row->clicks, &racer, &course);
    if (status != FR_OK)
        return status;
    struct answered *grown =
        fr_grow(&fr_default_allocator, gathering->answers, gathering->answer_count, 1,
                &gathering->answer_capacity, sizeof *grown);
    if (!grown)
        return no_memory(gathering);
    gathering->answers = grown;
    grown[gathering->answer_count++] = (struct answered){.racer = racer,
                                                         .course = course,
                                                         .click = row->click,
                                                         .samples = gathering->sample_count,
                                                         .rounds = gathering->rounds,
                                                         .passes = gathering->passes,
                                                         .class = row->class,
                                                         .told = row->told};
    extend_course(&gathering->evidence.courses[course], row->click);
    return take_samples(gathering, row);
}

enum fr_status fr_gathering_update(struct fr_gathering *gathering,
                                   const struct fr_gathered_update *row)
{
    int racer, course;
    enum fr_status status =
        locate(gathering, "an update", row->algo, row->map, row->clicks, &racer, &course);
    if (status != FR_OK)
        return status;
    struct updated *grown =
        fr_grow(&fr_default_allocator, gathering->updates, gathering->update_count, 1,
                &gathering->update_capacity, sizeof *grown);
    if (!grown)
        return no_memory(gathering);
    gathering->updates = grown;
    grown[gathering->update_count++] =
        (struct updated){.racer = racer, .course = course, .entry = row->entry, .ns = row->ns};
    if (!row->fresh)
        gathering->evidence.updates[racer] = true;
    extend_course(&gathering->evidence.courses[course], row->entry);
    return FR_OK;
}

void fr_gathering_run(struct fr_gathering *gathering, int rounds, int passes)
{
    gathering->rounds = rounds;
    gathering->passes = passes;
    if (rounds > gathering->most_rounds)
        gathering->most_rounds = rounds;
    if (passes > gathering->most_passes)
        gathering->most_passes = passes;
}

void fr_gathering_end(struct fr_gathering *gathering, bool disturbed, bool cut_short,
                      size_t lost_to_agent)
{
    gathering->evidence.lost_to_agent += lost_to_agent;
    gathering->evidence.disturbed |= disturbed;
    gathering->evidence.cut_short |= cut_short;
}

/* Gives each course its place among the entries. */
static enum fr_status lay_out(struct fr_gathering *gathering)
{
    struct fr_evidence *evidence = &gathering->evidence;
    size_t entries = 0;
    for (size_t i = 0; i < evidence->course_count; i++) {
        evidence->courses[i].first = entries;
        entries += evidence->courses[i].count + 1;
    }
    if (fr_standings_create(evidence->racers.count, entries, gathering->most_rounds,
                            &fr_default_allocator, &evidence->standings) != FR_OK)
        return no_memory(gathering);
    struct fr_standings *standings = &evidence->standings;
    standings->courses = fr_allocate_zeroed(&fr_default_allocator, entries, sizeof(int));
    if ((entries > 0 && !standings->courses) ||
        fr_standings_keep_samples(standings, gathering->most_passes) != FR_OK)
        return no_memory(gathering);
    standings->course_count = (int)evidence->course_count;
    for (size_t i = 0; i < entries; i++)
        standings->classes[i] = FR_CLASS_UNREACHABLE;
    for (size_t i = 0; i < evidence->course_count; i++)
        for (size_t j = 0; j <= evidence->courses[i].count; j++)
            standings->courses[evidence->courses[i].first + j] = (int)i;
    return FR_OK;
}

static enum fr_status complain(const struct fr_gathering *gathering,
                               const struct answered *answered, const char *what)
{
    const struct fr_evidence_course *course = &gathering->evidence.courses[answered->course];
    return fr_fail(gathering->error, FR_BAD_INPUT,
                   "click %zu of %s on %s: %s; expected each race once, and the same questions "
                   "wherever map and click set have the same names",
                   answered->click, course->clicks, course->map, what);
}

/* The first answer to each entry, and whether a racer has answered it already. */
struct asked {
    const struct answered **first; /* by entry */
    bool *seen;                    /* by racer, then entry */
};

static enum fr_status check_question(const struct fr_gathering *gathering,
                                     const struct answered *answered, size_t entry,
                                     struct asked *asked)
{
    bool *seen =
        &asked->seen[(size_t)answered->racer * gathering->evidence.standings.clicks + entry];
    const struct answered *first = asked->first[entry];
    if (*seen)
        return complain(gathering, answered, "a racer has answered it twice");
    *seen = true;
    asked->first[entry] = first ? first : answered;
    if (first && (memcmp(&first->told.start, &answered->told.start, sizeof first->told.start) ||
                  memcmp(&first->told.goal, &answered->told.goal, sizeof first->told.goal)))
        return complain(gathering, answered, "two files ask different questions");
    return FR_OK;
}

static void place_answer(struct fr_gathering *gathering, const struct answered *answered,
                         size_t entry)
{
    struct fr_standings *standings = &gathering->evidence.standings;
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
                gathering->samples[answered->samples + (size_t)(round * answered->passes + pass)];
}

static enum fr_status place_answers(struct fr_gathering *gathering)
{
    const struct fr_evidence *evidence = &gathering->evidence;
    const size_t entries = evidence->standings.clicks;
    struct asked asked = {calloc(entries + 1, sizeof *asked.first),
                          calloc((size_t)evidence->racers.count * entries + 1, sizeof(bool))};
    enum fr_status status = asked.first && asked.seen ? FR_OK : no_memory(gathering);
    for (size_t i = 0; i < gathering->answer_count && status == FR_OK; i++) {
        const struct answered *answered = &gathering->answers[i];
        const size_t entry = evidence->courses[answered->course].first + answered->click;
        status = check_question(gathering, answered, entry, &asked);
        if (status == FR_OK)
            place_answer(gathering, answered, entry);
    }
    free(asked.first);
    free(asked.seen);
    return status;
}

static void place_updates(struct fr_gathering *gathering)
{
    struct fr_evidence *evidence = &gathering->evidence;
    for (size_t i = 0; i < gathering->update_count; i++) {
        const struct updated *updated = &gathering->updates[i];
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
static struct fr_evidence_cost cost_on(const struct fr_gathering *gathering, int racer,
                                       const char *hash)
{
    double ns[MOST_ROUNDS];
    size_t count = 0;
    struct fr_evidence_cost cost = {(double)NAN, -1, -1};
    for (size_t i = 0; i < gathering->prepare_count; i++) {
        const struct prepared *prepared = &gathering->prepares[i];
        if (prepared->racer != racer || strcmp(prepared->hash, hash) != 0 ||
            prepared->reply.status != FR_REPLY_ANSWERED)
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
static void place_costs(struct fr_gathering *gathering, int racer, double *values)
{
    struct fr_evidence *evidence = &gathering->evidence;
    struct fr_standing *standing = &evidence->standings.at[racer];
    struct fr_evidence_cost *most = &evidence->most[racer];
    double *held = values + evidence->course_count, *peaks = held + evidence->course_count;
    size_t count = 0;
    *most = (struct fr_evidence_cost){(double)NAN, -1, -1};
    for (size_t i = 0; i < evidence->course_count; i++) {
        if (is_known_map(evidence, i))
            continue;
        const struct fr_evidence_cost cost = cost_on(gathering, racer, evidence->courses[i].hash);
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

static enum fr_status place_preparations(struct fr_gathering *gathering)
{
    struct fr_evidence *evidence = &gathering->evidence;
    double *values = malloc((3 * evidence->course_count + 1) * sizeof *values);
    if (!values)
        return no_memory(gathering);
    for (size_t i = 0; i < evidence->course_count; i++)
        evidence->maps += !is_known_map(evidence, i);
    for (int i = 0; i < evidence->racers.count; i++)
        place_costs(gathering, i, values);
    for (size_t i = 0; i < gathering->prepare_count; i++)
        if (gathering->prepares[i].reply.status == FR_REPLY_UNSUPPORTED)
            evidence->standings.at[gathering->prepares[i].racer].unsupported = true;
    free(values);
    return FR_OK;
}

enum fr_status fr_gathering_create(const struct fr_pathfinder *const *pathfinders,
                                   struct fr_error *error, struct fr_gathering **gathering)
{
    struct fr_gathering *made = calloc(1, sizeof *made);
    if (!made)
        return fr_fail(error, FR_NO_MEMORY, "no memory for what the rows say");
    made->pathfinders = pathfinders;
    made->error = error;
    *gathering = made;
    return FR_OK;
}

void fr_gathering_begin(struct fr_gathering *gathering, const char *file)
{
    gathering->file = file;
    fr_string_set_release(&gathering->hashes);
}

enum fr_status fr_gathering_finish(struct fr_gathering *gathering, struct fr_evidence *evidence)
{
    enum fr_status status = lay_out(gathering);
    if (status == FR_OK)
        status = place_answers(gathering);
    if (status == FR_OK) {
        place_updates(gathering);
        status = place_preparations(gathering);
    }
    if (status != FR_OK)
        return status;
    *evidence = gathering->evidence;
    memset(&gathering->evidence, 0, sizeof gathering->evidence);
    return FR_OK;
}

void fr_gathering_release(struct fr_gathering *gathering)
{
    const struct fr_allocator *allocator = &fr_default_allocator;
    if (!gathering)
        return;
    fr_string_set_release(&gathering->hashes);
    fr_string_set_release(&gathering->courses);
    fr_string_set_release(&gathering->racers);
    for (size_t i = 0; i < gathering->map_count; i++)
        free(gathering->maps[i].file);
    fr_deallocate(allocator, gathering->maps, gathering->map_capacity, sizeof *gathering->maps);
    fr_deallocate(allocator, gathering->answers, gathering->answer_capacity,
                  sizeof *gathering->answers);
    fr_deallocate(allocator, gathering->updates, gathering->update_capacity,
                  sizeof *gathering->updates);
    fr_deallocate(allocator, gathering->prepares, gathering->prepare_capacity,
                  sizeof *gathering->prepares);
    fr_deallocate(allocator, gathering->samples, gathering->sample_capacity,
                  sizeof *gathering->samples);
    fr_evidence_release(&gathering->evidence);
    free(gathering);
}
