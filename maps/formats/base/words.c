#include "maps/formats/base/words.h"

#include <string.h>

#include "maps/map.h"

bool fr_take_item(struct fr_span *rest, char separator, struct fr_span *item)
{
    if (rest->length == 0)
        return false;
    const char *end = memchr(rest->text, separator, rest->length);
    *item = (struct fr_span){rest->text, end ? (size_t)(end - rest->text) : rest->length};
    const size_t taken = item->length + (end != NULL);
    *rest = (struct fr_span){rest->text + taken, rest->length - taken};
    return true;
}

bool fr_take_line(struct fr_lines *lines, struct fr_span *line)
{
    if (!fr_take_item(&lines->rest, '\n', line))
        return false;
    lines->number++;
    if (line->length > 0 && line->text[line->length - 1] == '\r')
        line->length--;
    return true;
}

bool fr_name_ends(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && strcmp(name + length - tail, ending) == 0;
}

static bool is_space(char letter)
{
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

bool fr_take_word(struct fr_span *line, struct fr_span *word)
{
    size_t start = 0, end;
    if (line->length == 0) { /* `text` may be NULL */
        *word = *line;
        return false;
    }
    while (start < line->length && is_space(line->text[start]))
        start++;
    for (end = start; end < line->length && !is_space(line->text[end]);)
        end++;
    *word = (struct fr_span){line->text + start, end - start};
    *line = (struct fr_span){line->text + end, line->length - end};
    return word->length > 0;
}

struct fr_span fr_span_of(const char *text)
{
    return (struct fr_span){text ? text : "", text ? strlen(text) : 0};
}

bool fr_spans_equal(struct fr_span one, struct fr_span other)
{
    return one.length == other.length && memcmp(one.text, other.text, one.length) == 0;
}

bool fr_span_is(struct fr_span span, const char *text)
{
    return fr_spans_equal(span, fr_span_of(text));
}

bool fr_span_integer(struct fr_span span, int64_t low, int64_t high, int64_t *value)
{
    const bool negative = span.length > 0 && span.text[0] == '-';
    int64_t number = 0;
    if (span.length == (size_t)negative || span.length > 18)
        return false;
    for (size_t i = negative; i < span.length; i++) {
        if (span.text[i] < '0' || span.text[i] > '9')
            return false;
        number = number * 10 + (span.text[i] - '0');
    }
    number = negative ? -number : number;
    if (number < low || number > high)
        return false;
    *value = number;
    return true;
}

/* The digits after the point may be zeros, or a 5 and zeros. */
static bool take_half(struct fr_span digits, int32_t *half)
{
    *half = digits.length > 0 && digits.text[0] == '5';
    for (size_t i = (size_t)*half; i < digits.length; i++)
        if (digits.text[i] != '0')
            return false;
    return digits.length > 0;
}

bool fr_span_half_pixels(struct fr_span span, int32_t *half_pixels)
{
    struct fr_span digits = span, whole;
    int64_t pixels;
    int32_t half = 0;
    const bool negative = span.length > 0 && span.text[0] == '-';
    if (!fr_take_item(&digits, '.', &whole) ||
        !fr_span_integer(whole, -FR_MAP_MAX_SIZE, FR_MAP_MAX_SIZE, &pixels) ||
        (whole.length < span.length && !take_half(digits, &half)))
        return false;
    const int64_t doubled = 2 * pixels + (negative ? -half : half);
    if (doubled < -2 * FR_MAP_MAX_SIZE || doubled > 2 * FR_MAP_MAX_SIZE)
        return false;
    *half_pixels = (int32_t)doubled;
    return true;
}

struct fr_quote fr_quote(struct fr_span span)
{
    struct fr_quote quote = {"'"};
    const size_t most = sizeof quote.text - 6, length = span.length < most ? span.length : most;
    for (size_t i = 0; i < length; i++)
        quote.text[1 + i] = span.text[i] >= ' ' && span.text[i] <= '~' ? span.text[i] : '?';
    strcpy(quote.text + 1 + length, length < span.length ? "...'" : "'");
    return quote;
}
