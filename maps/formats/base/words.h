/* Parses text files line by line, and lines word by word.
 *
 * A span borrows its text. Lines end with \n or \r\n; the last line needs no end. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_WORDS_H
#define FOOTRACE_MAPS_FORMATS_BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fr_span {
    const char *text;
    size_t length;
};

struct fr_file;
struct fr_lines {
    const struct fr_file *file;
    struct fr_span rest;
    int64_t number; /* of the last line taken, from 1 */
};

/* A short printable copy of a span, for messages. */
struct fr_quote {
    char text[64];
};

/* Takes the next line, without its end. False at the end of the text. */
bool fr_take_line(struct fr_lines *lines, struct fr_span *line);

/* Takes the next word, up to white space, from the front of `line`. False if there is none. */
bool fr_take_word(struct fr_span *line, struct fr_span *word);

/* Takes the text up to the next separator, or the rest. False if nothing is left. */
bool fr_take_item(struct fr_span *rest, char separator, struct fr_span *item);

/* A text as a span; "" for NULL. */
struct fr_span fr_span_of(const char *text);

/* Whether a name has this ending, as "map.txt" ends in ".txt". */
bool fr_name_ends(const char *name, const char *ending);

bool fr_span_is(struct fr_span span, const char *text);
bool fr_spans_equal(struct fr_span one, struct fr_span other);

/* A decimal integer that fills the whole span. False for anything else, or outside [low, high]. */
bool fr_span_integer(struct fr_span span, int64_t low, int64_t high, int64_t *value);

/* A decimal number without exponent that fills the whole span, converted to half pixels: a multiple
 * of 0.5, at most FR_MAP_MAX_SIZE in size. False for anything else. */
bool fr_span_half_pixels(struct fr_span span, int32_t *half_pixels);

/* Quotes the span, cut to size and with '?' for unprintable characters, so that a message stays one
 * line. */
struct fr_quote fr_quote(struct fr_span span);

#endif
