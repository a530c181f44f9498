/* A race in memory: the rows of a result file by kind, and what a race consists of: courses (a map
 * with a click set), and on each a series of clicks for each racer, with their samples.
 *
 * Rows come in the order of a result file. Their texts are copied, each text once. Keys that are bulky
 * (FR_BULKY in fields.def) are left out, as they are of no use beyond their own line.
 *
 * Portable C17: files are read into it by results.h, a program with times of its own adds its rows. */
#ifndef FOOTRACE_HARNESS_RESULTS_RACE_ROWS_H
#define FOOTRACE_HARNESS_RESULTS_RACE_ROWS_H

#include "harness/base/string_set.h"
#include "harness/results/row.h"
#include "harness/results/row_verdict.h"

/* Which row this is among those of its kind. Names are "", numbers 0, where the kind has none. */
struct fr_row_key {
    const char *map, *clicks, *algo;
    int64_t click, round;
};

struct fr_race_course {
    const char *map, *clicks;
    size_t entries; /* one more than the highest click, or event, of which there is a row */
};

/* One racer's clicks on one course. */
struct fr_race_series {
    size_t course;
    const char *algo;
    uint32_t *at; /* click rows, in the order of the file */
    size_t count, capacity;
};

/* Row numbers by key. */
struct fr_row_index {
    uint32_t *places; /* one more than the row; 0: empty */
    size_t count, capacity;
};

struct fr_race_rows {
    const char *name; /* of the file, for complaints; borrowed */
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
    bool whole; /* there is an end row that reports no stop */
    struct fr_row_index indices[FR_ROW_KINDS + 2];
    struct fr_string_set texts;
    const char *none; /* of them: "" */
    struct fr_numbers_block *blocks;
};

/* Adds a row to a race, which is empty if it is zero bytes. repeated: a row with its key is there
 * already, which stays the one that is found. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_rows_add(struct fr_race_rows *race, const struct fr_row *row,
                                            bool *repeated);

/* The key of a row, with its texts borrowed. */
struct fr_row_key fr_row_key_of(const struct fr_row *row);

/* The first row of a kind with a key, as its struct (struct fr_click_row, ...); NULL: none. */
const void *fr_race_row(const struct fr_race_rows *race, enum fr_row_kind kind,
                        const struct fr_row_key *key);

/* The series of a racer on a course; NULL: no click. */
const struct fr_race_series *fr_race_series(const struct fr_race_rows *race, const char *map,
                                            const char *clicks, const char *algo);

/* The number of the course that a row of a click, an update or an anchor is of. */
size_t fr_race_course_of(const struct fr_race_rows *race, const char *map, const char *clicks);

/* How many samples a click has: rounds times passes. */
size_t fr_race_samples(const struct fr_race_rows *race);

/* The samples of a click or an anchor, as many as there are to be; NAN: not taken. first_only: those of
 * each round's first pass, as the others were answered from a cache. */
void fr_race_take_samples(const struct fr_race_rows *race, const struct fr_numbers *played,
                          bool first_only, double *ns);

/* What preparing took over the rounds that did it, in nanoseconds; NAN: none. */
struct fr_preparation {
    double median, least, most;
    size_t rounds;
    int64_t bytes, peak_bytes; /* held afterwards, and at the most meanwhile; -1: unknown */
};

struct fr_preparation fr_race_preparation(const struct fr_race_rows *race, const char *map,
                                          const char *algo);

/* The hash of a map; "": there is no row of it. */
const char *fr_race_map_hash(const struct fr_race_rows *race, const char *map);

void fr_race_rows_release(struct fr_race_rows *race);

#endif
