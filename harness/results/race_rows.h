/* A race in memory: all rows of a result file by kind, grouped into courses (a map with a click
 * set) and, for each course and racer, a series of clicks with their samples.
 *
 * Rows keep the order of the result file. Strings are copied and stored once each. Bulky keys
 * (FR_BULKY in fields.def) are left out: only a row's own line needs them.
 *
 * Portable C17: results.h reads files into races, and programs may add rows with their own
 * times. */
#ifndef FOOTRACE_HARNESS_RESULTS_RACE_ROWS_H
#define FOOTRACE_HARNESS_RESULTS_RACE_ROWS_H

#include "harness/base/string_set.h"
#include "harness/results/row.h"
#include "harness/results/row_verdict.h"

/* Identifies a row among those of its kind. A name that the kind lacks is "", and a number that it
 * lacks is 0. */
struct fr_row_key {
    const char *map, *clicks, *algo;
    int64_t click, round;
};

struct fr_race_course {
    const char *map, *clicks;
    size_t entries; /* one more than the largest click or event index of its rows */
};

/* One racer's clicks on one course. */
struct fr_race_series {
    size_t course;
    const char *algo;
    uint32_t *at; /* click rows, in the order of the file */
    size_t count, capacity;
};

/* Hash table from keys to row numbers. */
struct fr_row_index {
    uint32_t *places; /* row number + 1; 0: empty */
    size_t count, capacity;
};

struct fr_race_rows {
    const char *name; /* of the file, for messages; borrowed */
    union {
        struct {
#define FR_ROW(kind, KIND, ...) struct fr_##kind##_row *kind;
#define FR_FIELD(...)
#define FR_END_OF_ROW(kind)
#include "harness/results/fields.def"
#undef FR_ROW
#undef FR_FIELD
#undef FR_END_OF_ROW
        };
        void *rows[FR_ROW_KINDS];
    };
    size_t counts[FR_ROW_KINDS], capacities[FR_ROW_KINDS];
    struct fr_race_course *courses; /* in the order of their first click, event or anchor */
    size_t course_count, course_capacity;
    struct fr_race_series *series; /* in the order of their first click */
    size_t series_count, series_capacity;
    struct fr_row_totals totals;
    bool whole; /* an end row exists and reports no stop */
    struct fr_row_index indices[FR_ROW_KINDS + 2];
    struct fr_string_set texts;
    const char *none; /* the "" of all keys without a name */
    struct fr_numbers_block *blocks;
};

/* Adds a row to a race; an all-zero race is empty. `repeated` is set if a row with the same key
 * exists; lookups keep returning that row. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_rows_add(struct fr_race_rows *race, const struct fr_row *row,
                                            bool *repeated);

/* The key of a row. The key borrows the row's strings. */
struct fr_row_key fr_row_key_of(const struct fr_row *row);

/* The first row of a kind with a key, as its struct (struct fr_click_row, ...); NULL if there is
 * none. */
const void *fr_race_row(const struct fr_race_rows *race, enum fr_row_kind kind,
                        const struct fr_row_key *key);

/* The series of a racer on a course; NULL if the racer has no click there. */
const struct fr_race_series *fr_race_series(const struct fr_race_rows *race, const char *map,
                                            const char *clicks, const char *algo);

/* The index of the course of a click, update or anchor row. */
size_t fr_race_course_of(const struct fr_race_rows *race, const char *map, const char *clicks);

/* The number of samples of a click: rounds times passes. */
size_t fr_race_samples(const struct fr_race_rows *race);

/* Copies the fr_race_samples() samples of a click or an anchor to `ns`; NAN: not taken. first_only:
 * only the first pass of each round, as the racer answered later passes from its cache. */
void fr_race_take_samples(const struct fr_race_rows *race, const struct fr_numbers *played,
                          bool first_only, double *ns);

/* Time of preparation with the query after it, over the rounds that prepared, in ns; NAN: none. */
struct fr_preparation {
    double median, least, most;
    size_t rounds;
    int64_t bytes, peak_bytes; /* held after preparation, and the peak during it; -1: unknown */
};

struct fr_preparation fr_race_preparation(const struct fr_race_rows *race, const char *map,
                                          const char *algo);

/* The hash of a map; "" if it has no row. */
const char *fr_race_map_hash(const struct fr_race_rows *race, const char *map);

void fr_race_rows_release(struct fr_race_rows *race);

#endif
