#include "harness/results/timings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/results.h"
#include "harness/statistics/quantiles.h"
#include "maps/allocator.h"

enum { KEY_SIZE = 4096 };

struct reader {
    struct fr_timings *timings;
    const char *class;
    struct fr_string_set groups; /* "map algo": the group */
    struct fr_error *error;
};

static enum fr_status no_memory(const struct reader *reader)
{
    return fr_fail(reader->error, FR_NO_MEMORY, "no memory for the times in %s",
                   reader->timings->file);
}

static void key_of(char key[KEY_SIZE], const char *map, const char *clicks, const char *algo)
{
    snprintf(key, KEY_SIZE, "%s\n%s\n%s", map, clicks, algo);
}

/* One more at the end of a list; NULL without memory. */
static struct fr_timed_racer *append(struct fr_timed_racer **list, size_t *count, size_t *capacity,
                                     const cJSON *row, const char *algo)
{
    struct fr_timed_racer *grown =
        fr_grow(&fr_default_allocator, *list, *count, 1, capacity, sizeof *grown);
    if (!grown)
        return NULL;
    *list = grown;
    struct fr_timed_racer *racer = &grown[(*count)++];
    *racer = (struct fr_timed_racer){.map = strdup(fr_row_text(row, "map")),
                                     .clicks = strdup(fr_row_text(row, "clicks")),
                                     .algo = strdup(algo)};
    return racer->map && racer->clicks && racer->algo ? racer : NULL;
}

/* The racer of a click row, made where there is none. */
static struct fr_timed_racer *racer_of(struct reader *reader, const cJSON *row)
{
    struct fr_timings *timings = reader->timings;
    const char *map = fr_row_text(row, "map"), *algo = fr_row_text(row, "algo");
    char key[KEY_SIZE];
    bool added;
    key_of(key, map, fr_row_text(row, "clicks"), algo);
    const struct fr_string_entry *known = fr_string_set_find(&timings->names, key);
    if (known)
        return &timings->at[known->number];
    struct fr_timed_racer *racer =
        append(&timings->at, &timings->count, &timings->capacity, row, algo);
    if (!racer || fr_string_set_add(&timings->names, key, (int)timings->count - 1, &added) != FR_OK)
        return NULL;
    key_of(key, map, "", algo);
    const struct fr_string_entry *group = fr_string_set_find(&reader->groups, key);
    racer->group = group ? group->number : 0;
    return racer;
}

/* Room for one more click, whose samples are there to be filled in; NULL without memory. */
static struct fr_timed_click *add_click(const struct fr_timings *timings,
                                        struct fr_timed_racer *racer, double **ns)
{
    const size_t each = (size_t)timings->rounds * (size_t)timings->passes;
    struct fr_timed_click *clicks = fr_grow(&fr_default_allocator, racer->at, racer->count, 1,
                                            &racer->capacity, sizeof *clicks);
    if (!clicks)
        return NULL;
    racer->at = clicks;
    double *grown = fr_grow(&fr_default_allocator, racer->ns, racer->count * each, each,
                            &racer->ns_capacity, sizeof *grown);
    if (!grown)
        return NULL;
    racer->ns = grown;
    *ns = grown + racer->count * each;
    return &clicks[racer->count++];
}

/* As many samples as a click has; of one that remembers, only those of each round's first pass. */
static void read_samples(const struct fr_timings *timings, const cJSON *row, bool first_only,
                         double *ns)
{
    const cJSON *sample = cJSON_GetObjectItemCaseSensitive(row, "played")->child;
    for (int i = 0; i < timings->rounds * timings->passes; i++) {
        const bool wanted = !first_only || i % timings->passes == 0;
        ns[i] = wanted && sample && cJSON_IsNumber(sample) ? sample->valuedouble : (double)NAN;
        sample = sample ? sample->next : NULL;
    }
}

static enum fr_status take_click(struct reader *reader, const cJSON *row)
{
    static const char *const ends[] = {"start", "goal"};
    const struct fr_timings *timings = reader->timings;
    struct fr_timed_racer *racer = racer_of(reader, row);
    double *ns;
    struct fr_timed_click *click = racer ? add_click(timings, racer, &ns) : NULL;
    if (!click)
        return no_memory(reader);
    *click = (struct fr_timed_click){
        .click = (int64_t)fr_row_number(row, "click"),
        .fault = fr_row_is_fault(row),
        .counts = strcmp(fr_row_text(row, "class"), reader->class) == 0,
        .length = fr_row_number(row, "length"),
        .instructions = fr_row_number(row, "instructions"),
    };
    for (int i = 0; i < 4; i++)
        click->question[i] =
            cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(row, ends[i / 2]), i % 2)->valueint;
    read_samples(timings, row, cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "remembers")),
                 ns);
    return FR_OK;
}

static enum fr_status take_anchor(struct reader *reader, const cJSON *row)
{
    struct fr_timings *timings = reader->timings;
    double *ns;
    struct fr_timed_racer *anchor =
        append(&timings->anchors, &timings->anchor_count, &timings->anchor_capacity, row, "");
    struct fr_timed_click *click = anchor ? add_click(timings, anchor, &ns) : NULL;
    if (!click)
        return no_memory(reader);
    *click = (struct fr_timed_click){.counts = true};
    read_samples(timings, row, false, ns);
    return FR_OK;
}

static bool keep_preparation(struct fr_timings *timings, const cJSON *row)
{
    struct fr_timed_preparation *grown =
        fr_grow(&fr_default_allocator, timings->preparations, timings->preparation_count, 1,
                &timings->preparation_capacity, sizeof *grown);
    if (!grown)
        return false;
    timings->preparations = grown;
    struct fr_timed_preparation *kept = &grown[timings->preparation_count++];
    *kept =
        (struct fr_timed_preparation){strdup(fr_row_text(row, "map")),
                                      strdup(fr_row_text(row, "algo")), fr_row_number(row, "ns")};
    return kept->map && kept->algo;
}

static enum fr_status take_prepare(struct reader *reader, const cJSON *row)
{
    if (!keep_preparation(reader->timings, row))
        return no_memory(reader);
    char key[KEY_SIZE];
    bool added;
    key_of(key, fr_row_text(row, "map"), "", fr_row_text(row, "algo"));
    return fr_string_set_add(&reader->groups, key, (int)fr_row_number(row, "group"), &added) ==
                   FR_OK
               ? FR_OK
               : no_memory(reader);
}

static enum fr_status take_map(struct reader *reader, const cJSON *row)
{
    char hashed[KEY_SIZE];
    bool added;
    snprintf(hashed, sizeof hashed, "%.2000s\n%s", fr_row_text(row, "map"),
             fr_row_text(row, "hash"));
    return fr_string_set_add(&reader->timings->maps, fr_row_text(row, "map"), 0, &added) == FR_OK &&
                   fr_string_set_add(&reader->timings->hashed, hashed, 0, &added) == FR_OK
               ? FR_OK
               : no_memory(reader);
}

/* Shards of one race have the same rounds and passes: merge sees to it. */
static enum fr_status take_run(struct reader *reader, const cJSON *row)
{
    struct fr_timings *timings = reader->timings;
    if (timings->runs++ > 0)
        return FR_OK;
    timings->run = cJSON_Duplicate(row, true);
    timings->rounds = (int)fr_row_number(row, "rounds");
    timings->passes = (int)fr_row_number(row, "passes");
    return timings->run ? FR_OK : no_memory(reader);
}

static void take_end(struct reader *reader, const cJSON *row)
{
    struct fr_timings *timings = reader->timings;
    timings->disturbed |= cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "disturbed"));
    timings->others = fmax(timings->others, fr_row_number(row, "others"));
    timings->stolen = fmax(timings->stolen, fr_row_number(row, "stolen"));
}

static enum fr_status take_row(struct reader *reader, const cJSON *row)
{
    if (fr_row_is(row, "click"))
        return take_click(reader, row);
    if (fr_row_is(row, "prepare"))
        return take_prepare(reader, row);
    if (fr_row_is(row, "map"))
        return take_map(reader, row);
    if (fr_row_is(row, "anchor"))
        return take_anchor(reader, row);
    if (fr_row_is(row, "run"))
        return take_run(reader, row);
    if (fr_row_is(row, "end"))
        take_end(reader, row);
    return FR_OK;
}

enum fr_status fr_timings_read(const char *file, const char *class, struct fr_timings *timings,
                               struct fr_error *error)
{
    struct reader reader = {.timings = timings, .class = class, .error = error};
    struct fr_results results;
    *timings = (struct fr_timings){.file = file, .others = (double)NAN, .stolen = (double)NAN};
    enum fr_status status = fr_results_open(file, &results, error);
    if (status != FR_OK)
        return status;
    while ((status = fr_results_next(&results, error)) == FR_OK && results.row)
        if ((status = take_row(&reader, results.row)) != FR_OK)
            break;
    fr_results_close(&results);
    fr_string_set_release(&reader.groups);
    if (status != FR_OK)
        fr_timings_release(timings);
    return status;
}

const struct fr_timed_racer *fr_timings_find(const struct fr_timings *timings, const char *map,
                                             const char *clicks, const char *algo)
{
    char key[KEY_SIZE];
    key_of(key, map, clicks, algo);
    const struct fr_string_entry *entry = fr_string_set_find(&timings->names, key);
    return entry ? &timings->at[entry->number] : NULL;
}

const struct fr_timed_racer *fr_timings_anchor(const struct fr_timings *timings, const char *map,
                                               const char *clicks)
{
    for (size_t i = 0; i < timings->anchor_count; i++)
        if (strcmp(timings->anchors[i].map, map) == 0 &&
            strcmp(timings->anchors[i].clicks, clicks) == 0)
            return &timings->anchors[i];
    return NULL;
}

enum fr_status fr_timings_preparation(const struct fr_timings *timings, const char *map,
                                      const char *algo, struct fr_preparation *preparation)
{
    double *ns = malloc((timings->preparation_count + 1) * sizeof *ns);
    size_t count = 0;
    *preparation = (struct fr_preparation){(double)NAN, (double)NAN, (double)NAN};
    if (!ns)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < timings->preparation_count; i++) {
        const struct fr_timed_preparation *each = &timings->preparations[i];
        if (!isnan(each->ns) && strcmp(each->map, map) == 0 && strcmp(each->algo, algo) == 0)
            ns[count++] = each->ns;
    }
    fr_sort(ns, count);
    if (count > 0)
        *preparation = (struct fr_preparation){fr_median(ns, count), ns[0], ns[count - 1]};
    free(ns);
    return FR_OK;
}

static void release_racers(struct fr_timed_racer *racers, size_t count, size_t capacity)
{
    for (size_t i = 0; i < count; i++) {
        free(racers[i].map);
        free(racers[i].clicks);
        free(racers[i].algo);
        fr_deallocate(&fr_default_allocator, racers[i].at, racers[i].capacity,
                      sizeof *racers[i].at);
        fr_deallocate(&fr_default_allocator, racers[i].ns, racers[i].ns_capacity, sizeof(double));
    }
    fr_deallocate(&fr_default_allocator, racers, capacity, sizeof *racers);
}

void fr_timings_release(struct fr_timings *timings)
{
    release_racers(timings->at, timings->count, timings->capacity);
    release_racers(timings->anchors, timings->anchor_count, timings->anchor_capacity);
    for (size_t i = 0; i < timings->preparation_count; i++) {
        free(timings->preparations[i].map);
        free(timings->preparations[i].algo);
    }
    fr_deallocate(&fr_default_allocator, timings->preparations, timings->preparation_capacity,
                  sizeof *timings->preparations);
    fr_string_set_release(&timings->names);
    fr_string_set_release(&timings->maps);
    fr_string_set_release(&timings->hashed);
    cJSON_Delete(timings->run);
    *timings = (struct fr_timings){.file = NULL};
}
