/* Options of a back end, and the values that one racer gives them ("flood:sight=bresenham"). */
#ifndef FOOTRACE_ALGORITHMS_OPTIONS_H
#define FOOTRACE_ALGORITHMS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/status.h"

#define FR_MAX_OPTIONS 16

enum fr_option_kind {
    FR_OPTION_CHOICE, /* one of a few words; the value is the word's index */
    FR_OPTION_SWITCH, /* on or off; the value is 1 or 0; the bare name means on */
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

struct fr_option_values {
    int64_t at[FR_MAX_OPTIONS]; /* in the order of the back end's options */
};

/* All defaults. */
void fr_options_default(const struct fr_option *options, int count,
                        struct fr_option_values *values);

/* Reads "name=value,name=value" (text may be NULL or ""); what it does not name gets its default.
 * FR_OK; or FR_BAD_INPUT with a sentence that says what was expected in message, of size bytes. */
FR_MUST_USE enum fr_status fr_options_parse(const struct fr_option *options, int count,
                                            const char *text, struct fr_option_values *values,
                                            char *message, size_t size);

/* The value of an option as it would be typed, written to text; returns text. */
const char *fr_option_format(const struct fr_option *option, int64_t value, char *text,
                             size_t size);

/* Every option with its value, "open=heap,model=grid8", written to text as far as it has room. */
void fr_options_format(const struct fr_option *options, int count,
                       const struct fr_option_values *values, char *text, size_t size);

#endif
