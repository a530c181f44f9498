/* A row of a result file in memory: one struct for each kind, from the table in fields.def.
 *
 * A key is a member of its row's struct, by its type:
 *
 *     TEXT, WORD  const char *        WORD: one of the words of FR_WORDS; null: NULL
 *     INTEGER     int64_t             null: -1
 *     NUMBER      double              finite; null: NAN
 *     FLAG        int                 1 or 0; null: -1
 *     PIXEL       struct fr_pixel     never null
 *     NUMBERS     struct fr_numbers   null items are NAN
 *     INTEGERS    struct fr_integers  null: at is NULL
 *     TEXTS       struct fr_texts     WORDS may say what its items are
 *
 * Portable C17, as the race in memory is built from these rows. */
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
    FR_ROW_KINDS /* none: behind the last row */
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

/* A line of the table. What holds of numbers and texts holds of the items of a list. */
struct fr_row_field {
    const char *key;
    enum fr_field_type type;
    size_t offset; /* of the member in the row's struct */
    const char *unit, *about;
    bool null;                  /* may be null */
    bool newer;                 /* older files lack it, which reads as null */
    bool rare;                  /* likewise, and it is written only where it is set */
    bool bulky;                 /* is not kept in memory (race_rows.h) */
    bool setting;               /* times depend on it */
    bool has_least, above;      /* at least, or more than, least */
    double least, most;         /* most: characters of a text; 0: any */
    const char *words;          /* apart by blanks; NULL: any text */
    const char *digits;         /* of which the text consists behind its first letter, if any */
    const char *form, *pattern; /* first letter, or ""; the same as a pattern of JSON Schema */
    size_t length;              /* how many digits */
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

/* The table of a kind of row. */
struct fr_row_layout {
    const char *name, *about;
    const struct fr_row_field *fields;
    size_t count, size; /* fields; bytes of the row's struct */
};

extern const struct fr_row_layout fr_row_layouts[FR_ROW_KINDS];

/* The most keys that a row may have. */
enum { FR_MOST_FIELDS = 128 };

/* A row of a kind, with null for every key and no item in any list. */
void fr_row_clear(struct fr_row *row, enum fr_row_kind kind);

/* Where the value of a field lies in a row. */
const void *fr_row_value(const struct fr_row *row, const struct fr_row_field *field);

/* Appends a value as JSON. Text that is not UTF-8 is mended by who writes the line. */
void fr_value_spell(struct fr_text *text, const struct fr_row *row,
                    const struct fr_row_field *field);

/* Appends a row as its line, without the line's end. */
void fr_row_spell(struct fr_text *text, const struct fr_row *row);

/* What the texts and lists of a row that was read lie in. Zero bytes are an empty one. */
struct fr_row_room {
    void *bytes;
    size_t size;
};

void fr_row_room_release(struct fr_row_room *room);

/* Reads a line, of any order of keys and with a zero byte behind it, into a row whose texts and lists
 * lie in room, until the next call. FR_OK; or FR_BAD_INPUT with "key: what was found, what was
 * expected", the row untouched; or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_row_read(const char *line, size_t length, struct fr_row_room *room,
                                       struct fr_row *row, struct fr_error *error);

/* Appends results/schema.json. */
void fr_row_spell_schema(struct fr_text *text);

#endif
