/* A row of a result file in memory: one struct for each kind, generated from fields.def.
 *
 * Each key is a member of the struct. A key's type in the table determines the C type:
 *
 *     TEXT, WORD  const char *        WORD: one of the words of FR_WORDS; null: NULL
 *     INTEGER     int64_t             null: -1
 *     NUMBER      double              finite; null: NAN
 *     FLAG        int                 1 or 0; null: -1
 *     PIXEL       struct fr_pixel     never null
 *     NUMBERS     struct fr_numbers   null items are NAN
 *     INTEGERS    struct fr_integers  null: at is NULL
 *     TEXTS       struct fr_texts     WORDS may list the allowed items
 *
 * Portable C17, as race_rows.h needs it. */
#ifndef FOOTRACE_HARNESS_RESULTS_ROW_H
#define FOOTRACE_HARNESS_RESULTS_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/formats/base/error.h"
#include "maps/formats/base/text_buffer.h"
#include "maps/point.h"

struct fr_numbers {
    const double *at;
    size_t count;
};

struct fr_integers {
    const int64_t *at;
    size_t count;
};

struct fr_texts {
    const char *const *at;
    size_t count;
};

typedef const char *fr_member_TEXT, *fr_member_WORD;
typedef int64_t fr_member_INTEGER;
typedef double fr_member_NUMBER;
typedef int fr_member_FLAG;
typedef struct fr_pixel fr_member_PIXEL;
typedef struct fr_numbers fr_member_NUMBERS;
typedef struct fr_integers fr_member_INTEGERS;
typedef struct fr_texts fr_member_TEXTS;

#define FR_ROW(kind, KIND, ...) struct fr_##kind##_row {
#define FR_FIELD(kind, TYPE, key, ...) fr_member_##TYPE key;
#define FR_END_OF_ROW(kind)                                                                        \
    }                                                                                              \
    ;
#include "harness/results/fields.def"
#undef FR_ROW
#undef FR_FIELD
#undef FR_END_OF_ROW

enum fr_row_kind {
#define FR_ROW(kind, KIND, ...) FR_ROW_##KIND,
#define FR_FIELD(...)
#define FR_END_OF_ROW(kind)
#include "harness/results/fields.def"
#undef FR_ROW
#undef FR_FIELD
#undef FR_END_OF_ROW
    FR_ROW_KINDS /* no row: after the last one */
};

struct fr_row {
    enum fr_row_kind kind;
    union {
#define FR_ROW(kind, KIND, ...) struct fr_##kind##_row kind;
#define FR_FIELD(...)
#define FR_END_OF_ROW(kind)
#include "harness/results/fields.def"
#undef FR_ROW
#undef FR_FIELD
#undef FR_END_OF_ROW
    };
};

enum fr_field_type {
    FR_FIELD_TEXT,
    FR_FIELD_WORD,
    FR_FIELD_INTEGER,
    FR_FIELD_NUMBER,
    FR_FIELD_FLAG,
    FR_FIELD_PIXEL,
    FR_FIELD_NUMBERS,
    FR_FIELD_INTEGERS,
    FR_FIELD_TEXTS
};

/* A line of the table of fields. Limits on numbers and texts also apply to the items of a list. */
struct fr_row_field {
    const char *key;
    enum fr_field_type type;
    size_t offset; /* of the member in the row's struct */
    const char *unit, *about;
    bool null;                  /* may be null */
    bool newer;                 /* older files lack the key; it is then read as null */
    bool rare;                  /* a newer key, written only if it is set */
    bool bulky;                 /* not kept in memory (race_rows.h) */
    bool setting;               /* affects times */
    bool has_least, above;      /* has a lower limit, `least`; `above`: not the limit itself */
    double least, most;         /* upper limit; characters of a text; 0: none */
    const char *words;          /* allowed words, separated by blanks; NULL: any text */
    const char *digits;         /* the only characters after the form, if not NULL */
    const char *form, *pattern; /* prefix of the text, or ""; a JSON Schema pattern for form and
                                 * digits */
    size_t length;              /* number of digits */
    size_t least_items;
};

#define FR_NULL .null = true
#define FR_NEWER .newer = true
#define FR_RARE .rare = true
#define FR_BULKY .bulky = true
#define FR_SETTING .setting = true
#define FR_LEAST(value) .has_least = true, .least = (value)
#define FR_ABOVE(value) .has_least = true, .above = true, .least = (value)
#define FR_MOST(value) .most = (value)
#define FR_WORDS(list) .words = (list)
#define FR_HASH .digits = "0123456789abcdef", .form = "", .length = 16, .pattern = "^[0-9a-f]{16}$"
#define FR_COLOUR                                                                                  \
    .digits = "0123456789ABCDEF", .form = "#", .length = 6, .pattern = "^#[0-9A-F]{6}$"

/* The table for one kind of row. */
struct fr_row_layout {
    const char *name, *about;
    const struct fr_row_field *fields;
    size_t count, size; /* fields; bytes of the row's struct */
};

extern const struct fr_row_layout fr_row_layouts[FR_ROW_KINDS];

/* The largest number of keys of a row. */
enum { FR_MOST_FIELDS = 128 };

/* Makes a row of a kind with every key null and every list empty. */
void fr_row_clear(struct fr_row *row, enum fr_row_kind kind);

/* The address of a field's value in a row. */
const void *fr_row_value(const struct fr_row *row, const struct fr_row_field *field);

/* Appends a value as JSON. Invalid UTF-8 is replaced later, when the line is written. */
void fr_value_spell(struct fr_text *text, const struct fr_row *row,
                    const struct fr_row_field *field);

/* Appends a row as a line of JSON, without the line end. */
void fr_row_spell(struct fr_text *text, const struct fr_row *row);

/* Holds the texts and lists of a row that was read. An all-zero room is empty. */
struct fr_row_room {
    void *bytes;
    size_t size;
};

void fr_row_room_release(struct fr_row_room *room);

/* Reads a line, with its keys in any order and a zero byte after it, into a row. The row's texts
 * and lists are in `room` and stay valid until the next call. FR_OK; or FR_BAD_INPUT with "key:
 * found, expected" and the row unchanged; or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_row_read(const char *line, size_t length, struct fr_row_room *room,
                                       struct fr_row *row, struct fr_error *error);

/* Appends results/schema.json. */
void fr_row_spell_schema(struct fr_text *text);

#endif
