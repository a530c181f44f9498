/* Command lines: each command has one table of flags, which drives both parsing and --help. */
#ifndef FOOTRACE_HARNESS_BASE_ARGUMENTS_H
#define FOOTRACE_HARNESS_BASE_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/formats/base/error.h"

#define FR_MAX_FLAGS 48
#define FR_MAX_VALUES 1024 /* most values of a repeated flag, and most words without a flag */

struct fr_flag {
    const char *name;  /* "map": typed as --map; a one-letter name as -o; NULL ends a table */
    const char *value; /* its value, as help shows it ("X,Y"); NULL: a switch */
    bool repeated, required;
    const char *help; /* one line */
};

struct fr_arguments {
    const struct fr_flag *flags;
    const char *values[FR_MAX_FLAGS][FR_MAX_VALUES];
    int counts[FR_MAX_FLAGS];
    const char *words[FR_MAX_VALUES]; /* arguments that belong to no flag */
    int word_count;
    bool help; /* -h or --help was given; nothing else was checked */
};

/* Reads argv[1..argc). FR_OK, or FR_BAD_INPUT with error naming the flag and what was expected. */
FR_MUST_USE enum fr_status fr_arguments_parse(const struct fr_flag *flags, int argc, char **argv,
                                              struct fr_arguments *arguments,
                                              struct fr_error *error);

/* Adds a value to a flag of the table, as if it had been typed; the value is borrowed. FR_OK, or
 * FR_BAD_INPUT with `error` filled if there are too many. */
FR_MUST_USE enum fr_status fr_argument_add(struct fr_arguments *arguments, const char *name,
                                           const char *value, struct fr_error *error);

/* The number of times that a flag of the table was given. */
int fr_argument_count(const struct fr_arguments *arguments, const char *name);

/* Value number `index` of a flag, from 0; NULL if there are fewer. The value of a switch is "". */
const char *fr_argument(const struct fr_arguments *arguments, const char *name, int index);

/* The value of a flag as an integer in [low, high]; `fallback` if the flag is absent. */
FR_MUST_USE enum fr_status fr_argument_integer(const struct fr_arguments *arguments,
                                               const char *name, int64_t low, int64_t high,
                                               int64_t fallback, int64_t *value,
                                               struct fr_error *error);

/* The value of a flag as two integers around a separator ("640,360", "1920x1080"). */
FR_MUST_USE enum fr_status fr_argument_pair(const struct fr_arguments *arguments, const char *name,
                                            char separator, int64_t *first, int64_t *second,
                                            struct fr_error *error);

/* Writes a space and the word, with quotes if a shell needs them, cut to `size` bytes. Returns the
 * length of the full text. */
size_t fr_argument_quote(const char *word, char *text, size_t size);

/* The command line as a user would type it: words first, then flags in table order, without those
 * in `skipped`, which ends with NULL. The caller frees it. NULL if out of memory. */
char *fr_arguments_spell(const char *command, const struct fr_arguments *arguments,
                         const char *const *skipped);

/* The word of a list that is closest to a mistyped word; NULL if no word is within two letters. */
const char *fr_did_you_mean(const char *word, const char *const *candidates, size_t count);

#endif
