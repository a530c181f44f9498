/* Options of a back end, and the values that a racer gives them ("flood:fill=stacks"). */
#ifndef FOOTRACE_ALGORITHMS_OPTIONS_H
#define FOOTRACE_ALGORITHMS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/status.h"

#define FR_MAX_OPTIONS 16

enum fr_option_kind {
    FR_OPTION_CHOICE, /* one of a few words; the value is the index of the word */
    FR_OPTION_SWITCH, /* on or off; the value is 1 or 0; the name alone means on */
    FR_OPTION_INTEGER /* low..high */
};

struct fr_option {
    const char *name;
    enum fr_option_kind kind;
    const char *choices; /* FR_OPTION_CHOICE: "grid4|grid8", else NULL */
    int64_t low, high;   /* FR_OPTION_INTEGER */
    int64_t fallback;    /* the default, as a value */
    const char *help;    /* one line */
};

/* An option of each kind, for a back end's table. */
#define FR_CHOICE(named, words, standard, about)                                                   \
    {                                                                                              \
        .name = (named), .kind = FR_OPTION_CHOICE, .choices = (words), .fallback = (standard),     \
        .help = (about)                                                                            \
    }
#define FR_SWITCH(named, standard, about)                                                          \
    {                                                                                              \
        .name = (named), .kind = FR_OPTION_SWITCH, .fallback = (standard), .help = (about)         \
    }
#define FR_INTEGER(named, least, most, standard, about)                                            \
    {                                                                                              \
        .name = (named), .kind = FR_OPTION_INTEGER, .low = (least), .high = (most),                \
        .fallback = (standard), .help = (about)                                                    \
    }

struct fr_option_values {
    int64_t at[FR_MAX_OPTIONS]; /* in the order of the back end's options */
};

/* Sets every option to its default. */
void fr_options_default(const struct fr_option *options, int count,
                        struct fr_option_values *values);

/* Reads "name=value,name=value" (`text` may be NULL or ""); options not named get their defaults.
 * FR_OK; or FR_BAD_INPUT, with a sentence in `message`, of `size` bytes, that says what was
 * expected. */
FR_MUST_USE enum fr_status fr_options_parse(const struct fr_option *options, int count,
                                            const char *text, struct fr_option_values *values,
                                            char *message, size_t size);

/* Writes the value of an option to `text`, as a user types it; returns `text`. */
const char *fr_option_format(const struct fr_option *option, int64_t value, char *text,
                             size_t size);

/* Writes all options with their values, as in "open=heap,model=grid8", cut off at `size`. */
void fr_options_format(const struct fr_option *options, int count,
                       const struct fr_option_values *values, char *text, size_t size);

#endif
