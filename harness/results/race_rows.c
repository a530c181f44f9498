#include "harness/results/race_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/quantiles.h"
#include "maps/allocator.h"

/* Indices in addition to those for the kinds of rows: series and courses by key. */
enum {
    SERIES = FR_ROW_KINDS,
    COURSE,
    LEAST_PLACES = 64,
    BLOCK_NUMBERS = 1 << 16,
    MOST_ROUNDS = 1000
};

/* Stores lists one after the other; integers and pointers have the same size as numbers. */
struct fr_numbers_block {
    struct fr_numbers_block *next;
    size_t used, size;
    double at[];
};

/* none: the name to use if the kind has no such name. */
static struct fr_row_key key_of(enum fr_row_kind kind, const void *row, const char *none)
{
    const struct fr_map_row *map = row;
    const struct fr_prepare_row *prepare = row;
    const struct fr_click_row *click = row;
    const struct fr_path_row *path = row;
    const struct fr_update_row *update = row;
    const struct fr_anchor_row *anchor = row;
    switch (kind) {
    case FR_ROW_MAP:
        return (struct fr_row_key){map->map, none, none, 0, 0};
    case FR_ROW_PREPARE:
        return (struct fr_row_key){prepare->map, none, prepare->algo, 0, prepare->round};
    case FR_ROW_CLICK:
        return (struct fr_row_key){click->map, click->clicks, click->algo, click->click, 0};
    case FR_ROW_PATH:
        return (struct fr_row_key){path->map, path->clicks, path->algo, path->click, 0};
    case FR_ROW_UPDATE:
        return (struct fr_row_key){update->map, update->clicks, update->algo, update->click,
                                   update->round};
    case FR_ROW_ANCHOR:
        return (struct fr_row_key){anchor->map, anchor->clicks, none, 0, 0};
    default:
        return (struct fr_row_key){none, none, none, 0, 0};
    }
}

struct fr_row_key fr_row_key_of(const struct fr_row *row)
{
    return key_of(row->kind, &row->run, "");
}

/* The key of the entry at a position; its strings belong to the race. */
static struct fr_row_key key_at(const struct fr_race_rows *race, int index, size_t at)
{
    if (index < FR_ROW_KINDS)
        return key_of((enum fr_row_kind)index,
                      (const char *)race->rows[index] + at * fr_row_layouts[index].size,
                      race->none);
    const struct fr_race_course *course =
        &race->courses[index == SERIES ? race->series[at].course : at];
    return (struct fr_row_key){course->map, course->clicks,
                               index == SERIES ? race->series[at].algo : race->none, 0, 0};
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 32);
}

/* For keys whose strings belong to the race: equal strings have equal addresses. */
static size_t hash_of(const struct fr_row_key *key)
{
    uint64_t hash = mix((uintptr_t)key->map, (uintptr_t)key->clicks);
    hash = mix(hash, (uintptr_t)key->algo);
    return (size_t)mix(hash, (uint64_t)key->click * 1000 + (uint64_t)key->round);
}

static bool same_key(const struct fr_row_key *one, const struct fr_row_key *other)
{
    return one->map == other->map && one->clicks == other->clicks && one->algo == other->algo &&
           one->click == other->click && one->round == other->round;
}

/* The slot of a key, or an empty slot for it; there is always one. */
static uint32_t *place_of(const struct fr_race_rows *race, int index, const struct fr_row_key *key)
{
    const struct fr_row_index *places = &race->indices[index];
    size_t at = hash_of(key) & (places->capacity - 1);
    for (; places->places[at]; at = (at + 1) & (places->capacity - 1)) {
        const struct fr_row_key other = key_at(race, index, places->places[at] - 1);
        if (same_key(key, &other))
            break;
    }
    return &places->places[at];
}

static bool grow_index(struct fr_race_rows *race, int index)
{
    struct fr_row_index *places = &race->indices[index];
    const struct fr_row_index old = *places;
    places->capacity = old.capacity ? 2 * old.capacity : LEAST_PLACES;
    places->places = calloc(places->capacity, sizeof *places->places);
    if (!places->places) {
        *places = old;
        return false;
    }
    for (size_t i = 0; i < old.capacity; i++)
        if (old.places[i]) {
            const struct fr_row_key key = key_at(race, index, old.places[i] - 1);
            *place_of(race, index, &key) = old.places[i];
        }
    free(old.places);
    return true;
}

/* Enters a number under its key, unless the key exists; NULL if out of memory. */
static uint32_t *enter(struct fr_race_rows *race, int index, const struct fr_row_key *key,
                       size_t number, bool *repeated)
{
    struct fr_row_index *places = &race->indices[index];
    if (2 * places->count >= places->capacity && !grow_index(race, index))
        return NULL;
    uint32_t *place = place_of(race, index, key);
    *repeated = *place != 0;
    if (!*repeated) {
        *place = (uint32_t)number + 1;
        places->count++;
    }
    return place;
}

/* The race's copy of a text, made if needed; NULL if out of memory. */
static const char *own_text(struct fr_race_rows *race, const char *text)
{
    bool added;
    if (fr_string_set_add(&race->texts, text, 0, &added) != FR_OK)
        return NULL;
    return fr_string_set_find(&race->texts, text)->text;
}

/* The race's copy of a text; NULL if no row has the text. */
static const char *known_text(const struct fr_race_rows *race, const char *text)
{
    const struct fr_string_entry *entry = fr_string_set_find(&race->texts, text);
    return entry ? entry->text : NULL;
}

static double *make_room(struct fr_race_rows *race, size_t count)
{
    struct fr_numbers_block *block = race->blocks;
    if (!block || block->size - block->used < count) {
        const size_t size = count > BLOCK_NUMBERS ? count : BLOCK_NUMBERS;
        block = malloc(sizeof *block + size * sizeof *block->at);
        if (!block)
            return NULL;
        *block = (struct fr_numbers_block){.next = race->blocks, .size = size};
        race->blocks = block;
    }
    block->used += count;
    return block->at + block->used - count;
}

static bool own_list(struct fr_race_rows *race, enum fr_field_type type, void *member)
{
    struct fr_numbers *list = member; /* all kinds of list have an address and a count */
    if (!list->at)
        return true;
    double *at = make_room(race, list->count + 1);
    if (!at)
        return false;
    memcpy(at, list->at, list->count * sizeof *at);
    list->at = at;
    const char **texts = (const char **)(void *)at;
    for (size_t i = 0; type == FR_FIELD_TEXTS && i < list->count; i++)
        if (!(texts[i] = own_text(race, texts[i])))
            return false;
    return true;
}

/* Copies a row's strings and lists into the race; before: the previous row of its kind, which often
 * has the same strings. */
static bool own(struct fr_race_rows *race, enum fr_row_kind kind, char *row, const char *before)
{
    const struct fr_row_layout *layout = &fr_row_layouts[kind];
    for (size_t i = 0; i < layout->count; i++) {
        const struct fr_row_field *field = &layout->fields[i];
        void *member = row + field->offset;
        if (field->type == FR_FIELD_TEXT || field->type == FR_FIELD_WORD) {
            const char **text = member;
            const char *last =
                before ? *(const char *const *)(const void *)(before + field->offset) : NULL;
            if (field->bulky)
                *text = NULL;
            else if (*text && last && strcmp(*text, last) == 0)
                *text = last;
            else if (*text && !(*text = own_text(race, *text)))
                return false;
        } else if (field->type > FR_FIELD_PIXEL) {
            if (field->bulky)
                memset(member, 0, sizeof(struct fr_numbers));
            else if (!own_list(race, field->type, member))
                return false;
        }
    }
    return true;
}

/* Appends a row to those of its kind; NULL if out of memory. */
static void *keep(struct fr_race_rows *race, const struct fr_row *row)
{
    const size_t size = fr_row_layouts[row->kind].size;
    size_t *count = &race->counts[row->kind];
    if (!fr_reserve(&fr_default_allocator, &race->rows[row->kind], *count, 1,
                    &race->capacities[row->kind], size) ||
        *count == UINT32_MAX - 1)
        return NULL;
    char *kept = (char *)race->rows[row->kind] + *count * size;
    memcpy(kept, &row->run, size);
    if (!own(race, row->kind, kept, *count > 0 ? kept - size : NULL))
        return NULL;
    ++*count;
    return kept;
}

/* The course of a row, created if new; NULL if out of memory. */
static struct fr_race_course *course_of(struct fr_race_rows *race, const struct fr_row_key *key)
{
    const struct fr_row_key course = {key->map, key->clicks, race->none, 0, 0};
    bool known;
    if (!fr_reserve(&fr_default_allocator, &race->courses, race->course_count, 1,
                    &race->course_capacity, sizeof *race->courses))
        return NULL;
    const uint32_t *place = enter(race, COURSE, &course, race->course_count, &known);
    if (place && !known)
        race->courses[race->course_count++] = (struct fr_race_course){key->map, key->clicks, 0};
    return place ? &race->courses[*place - 1] : NULL;
}

/* Appends the current click row to its series. */
static bool extend_series(struct fr_race_rows *race, const struct fr_row_key *key, size_t course)
{
    const struct fr_row_key named = {key->map, key->clicks, key->algo, 0, 0};
    bool known;
    if (!fr_reserve(&fr_default_allocator, &race->series, race->series_count, 1,
                    &race->series_capacity, sizeof *race->series))
        return false;
    const uint32_t *place = enter(race, SERIES, &named, race->series_count, &known);
    if (!place)
        return false;
    if (!known)
        race->series[race->series_count++] = (struct fr_race_series){course, key->algo, NULL, 0, 0};
    struct fr_race_series *series = &race->series[*place - 1];
    const uint32_t row = (uint32_t)race->counts[FR_ROW_CLICK] - 1;
    return fr_append(&fr_default_allocator, &series->at, &series->count, &series->capacity, &row,
                     sizeof row);
}

/* Whether the failures of a row's racer are expected. */
static bool is_expected(const struct fr_race_rows *race, const struct fr_row *row)
{
    const struct fr_row_key key = fr_row_key_of(row);
    const struct fr_prepare_row *prepare =
        fr_race_row(race, FR_ROW_PREPARE, &(struct fr_row_key){key.map, "", key.algo, 0, 0});
    return prepare && prepare->expected_faults == 1;
}

enum fr_status fr_race_rows_add(struct fr_race_rows *race, const struct fr_row *row, bool *repeated)
{
    race->none = race->none ? race->none : own_text(race, "");
    const void *kept = race->none ? keep(race, row) : NULL;
    if (!kept)
        return FR_NO_MEMORY;
    const struct fr_row_key key = key_of(row->kind, kept, race->none);
    if (!enter(race, (int)row->kind, &key, race->counts[row->kind] - 1, repeated))
        return FR_NO_MEMORY;
    if (row->kind == FR_ROW_CLICK || row->kind == FR_ROW_UPDATE || row->kind == FR_ROW_ANCHOR) {
        struct fr_race_course *course = course_of(race, &key);
        if (!course)
            return FR_NO_MEMORY;
        if (row->kind != FR_ROW_ANCHOR && (size_t)key.click >= course->entries)
            course->entries = (size_t)key.click + 1;
        if (row->kind == FR_ROW_CLICK &&
            !extend_series(race, &key, (size_t)(course - race->courses)))
            return FR_NO_MEMORY;
    }
    if (row->kind == FR_ROW_END)
        race->whole = !row->end.stopped || !*row->end.stopped;
    fr_row_totals_add(&race->totals, row, fr_row_fails(row) && is_expected(race, row));
    return FR_OK;
}

/* The number that an index holds for a key, even if its strings are not the race's; 0: none. */
static size_t number_of(const struct fr_race_rows *race, int index, const struct fr_row_key *key)
{
    const struct fr_row_key own = {known_text(race, key->map), known_text(race, key->clicks),
                                   known_text(race, key->algo), key->click, key->round};
    if (!own.map || !own.clicks || !own.algo || race->indices[index].count == 0)
        return 0;
    return *place_of(race, index, &own);
}

const void *fr_race_row(const struct fr_race_rows *race, enum fr_row_kind kind,
                        const struct fr_row_key *key)
{
    const size_t number = number_of(race, (int)kind, key);
    return number ? (const char *)race->rows[kind] + (number - 1) * fr_row_layouts[kind].size
                  : NULL;
}

const struct fr_race_series *fr_race_series(const struct fr_race_rows *race, const char *map,
                                            const char *clicks, const char *algo)
{
    const size_t number = number_of(race, SERIES, &(struct fr_row_key){map, clicks, algo, 0, 0});
    return number ? &race->series[number - 1] : NULL;
}

size_t fr_race_course_of(const struct fr_race_rows *race, const char *map, const char *clicks)
{
    return number_of(race, COURSE, &(struct fr_row_key){map, clicks, "", 0, 0}) - 1;
}

size_t fr_race_samples(const struct fr_race_rows *race)
{
    return race->counts[FR_ROW_RUN] > 0 ? (size_t)race->run->rounds * (size_t)race->run->passes : 0;
}

void fr_race_take_samples(const struct fr_race_rows *race, const struct fr_numbers *played,
                          bool first_only, double *ns)
{
    const size_t stride = first_only ? (size_t)race->run->passes : 1;
    for (size_t i = 0; i < fr_race_samples(race); i++)
        ns[i] = i < played->count && i % stride == 0 ? played->at[i] : (double)NAN;
}

struct fr_preparation fr_race_preparation(const struct fr_race_rows *race, const char *map,
                                          const char *algo)
{
    const double none = (double)NAN;
    struct fr_preparation made = {none, none, none, 0, -1, -1};
    double ns[MOST_ROUNDS];
    for (int round = 0; round < MOST_ROUNDS && round < race->run->rounds; round++) {
        const struct fr_prepare_row *row =
            fr_race_row(race, FR_ROW_PREPARE, &(struct fr_row_key){map, "", algo, 0, round});
        if (row && !isnan(row->ns))
            ns[made.rounds++] = fr_load_ns(row->ns, row->ns_first);
        if (row && row->bytes > made.bytes)
            made.bytes = row->bytes;
        if (row && row->peak_bytes > made.peak_bytes)
            made.peak_bytes = row->peak_bytes;
    }
    fr_sort(ns, made.rounds);
    if (made.rounds > 0) {
        made.median = fr_median(ns, made.rounds);
        made.least = ns[0];
        made.most = ns[made.rounds - 1];
    }
    return made;
}

const char *fr_race_map_hash(const struct fr_race_rows *race, const char *map)
{
    const struct fr_map_row *row =
        fr_race_row(race, FR_ROW_MAP, &(struct fr_row_key){map, "", "", 0, 0});
    return row ? row->hash : "";
}

void fr_race_rows_release(struct fr_race_rows *race)
{
    for (int kind = 0; kind < FR_ROW_KINDS; kind++)
        fr_deallocate(&fr_default_allocator, race->rows[kind], race->capacities[kind],
                      fr_row_layouts[kind].size);
    for (size_t i = 0; i < race->series_count; i++)
        fr_deallocate(&fr_default_allocator, race->series[i].at, race->series[i].capacity,
                      sizeof *race->series[i].at);
    fr_deallocate(&fr_default_allocator, race->series, race->series_capacity, sizeof *race->series);
    fr_deallocate(&fr_default_allocator, race->courses, race->course_capacity,
                  sizeof *race->courses);
    for (int i = 0; i <= COURSE; i++)
        free(race->indices[i].places);
    while (race->blocks) {
        struct fr_numbers_block *next = race->blocks->next;
        free(race->blocks);
        race->blocks = next;
    }
    fr_string_set_release(&race->texts);
    memset(race, 0, sizeof *race);
}
