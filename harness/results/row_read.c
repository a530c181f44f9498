/* Reads one line of JSON straight into a row's struct, in one pass, and strictly checks each value
 * against its field. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/row.h"

/* A double holds integers of this many digits, and powers of ten up to this exponent, exactly. */
enum { EXACT_DIGITS = 15, EXACT_POWER = 22, INTEGER_DIGITS = 19 };

struct line {
    const char *begin, *at, *end;
    char *texts;   /* where the next text is stored */
    double *items; /* where the next list is stored; strings and integers have the size of a
                    * double */
    struct fr_error *error;
};

_Static_assert(sizeof(int64_t) == sizeof(double) && sizeof(char *) <= sizeof(double),
               "an item of a list fits into a double");

static void skip_blanks(struct line *line)
{
    while (line->at < line->end &&
           (*line->at == ' ' || *line->at == '\t' || *line->at == '\r' || *line->at == '\n'))
        line->at++;
}

static bool take(struct line *line, char letter)
{
    skip_blanks(line);
    if (line->at == line->end || *line->at != letter)
        return false;
    line->at++;
    return true;
}

static enum fr_status malformed(const struct line *line)
{
    return fr_fail(line->error, FR_BAD_INPUT, "byte %zu: no JSON object found, expected one",
                   (size_t)(line->at - line->begin) + 1);
}

static int hexadecimal(char letter)
{
    static const char digits[] = "0123456789abcdef";
    const char *found =
        letter ? strchr(digits, letter >= 'A' && letter <= 'F' ? letter + 32 : letter) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* The four hexadecimal digits of an escape; negative if there are fewer. */
static long take_unit(struct line *line)
{
    long unit = 0;
    for (int i = 0; i < 4; i++, line->at++) {
        const int digit = line->at < line->end ? hexadecimal(*line->at) : -1;
        if (digit < 0)
            return -1;
        unit = 16 * unit + digit;
    }
    return unit;
}

static char *put_utf8(char *to, long code)
{
    if (code < 0x80) {
        *to++ = (char)code;
        return to;
    }
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char marks[] = {0, 0xC0, 0xE0, 0xF0};
    *to++ = (char)(marks[more] | (code >> (6 * more)));
    for (int i = more - 1; i >= 0; i--)
        *to++ = (char)(0x80 | ((code >> (6 * i)) & 0x3F));
    return to;
}

/* Decodes what follows a backslash; NULL: not an escape, or a zero byte, which strings cannot
 * hold. */
static char *take_escape(struct line *line, char *to)
{
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (line->at == line->end)
        return NULL;
    const char letter = *line->at++;
    const char *name = letter ? strchr(names, letter) : NULL;
    if (name) {
        *to = meant[name - names];
        return to + 1;
    }
    long code = letter == 'u' ? take_unit(line) : -1;
    if (code >= 0xD800 && code < 0xDC00) {
        const bool pair = line->end - line->at >= 6 && line->at[0] == '\\' && line->at[1] == 'u';
        line->at += pair ? 2 : 0;
        const long low = pair ? take_unit(line) : -1;
        code =
            low >= 0xDC00 && low < 0xE000 ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : -1;
    } else if (code >= 0xDC00 && code < 0xE000)
        code = -1;
    return code > 0 ? put_utf8(to, code) : NULL;
}

/* Reads a text after its opening quote; NULL: malformed. */
static const char *take_text(struct line *line)
{
    char *const text = line->texts, *to = text;
    while (line->at < line->end && *line->at != '"') {
        if ((unsigned char)*line->at < ' ')
            return NULL;
        if (*line->at != '\\')
            *to++ = *line->at++;
        else {
            line->at++;
            to = take_escape(line, to);
            if (!to)
                return NULL;
        }
    }
    if (line->at == line->end)
        return NULL;
    line->at++;
    *to = '\0';
    line->texts = to + 1;
    return text;
}

/* The end of the value that begins at this place, precise enough for an error message. */
static const char *end_of_value(const struct line *line, const char *at)
{
    bool quoted = false;
    for (int depth = 0; at < line->end; at++) {
        if (quoted && *at == '\\' && at + 1 < line->end)
            at++;
        else if (*at == '"')
            quoted = !quoted;
        else if (!quoted && (*at == '[' || *at == '{'))
            depth++;
        else if (!quoted && strchr(",]}", *at) && *at && (*at == ',' ? depth == 0 : --depth <= 0))
            return at + (depth == 0 && *at != ',');
    }
    return at;
}

static enum fr_status complain(const struct line *line, const char *key, int item,
                               const char *value, const char *expected)
{
    char place[24] = "";
    ptrdiff_t length = end_of_value(line, value) - value;
    if (item >= 0)
        snprintf(place, sizeof place, "[%d]", item);
    return fr_fail(line->error, FR_BAD_INPUT, "%s%s: %.*s%s found, expected %s", key, place,
                   (int)(length < 40 ? length : 40), value, length > 40 ? "..." : "", expected);
}

struct subject {
    const struct fr_row_field *field;
    const char *value; /* the text of the value in the line */
    int item;          /* index in a list; negative: the value itself */
};

static enum fr_status reject(const struct line *line, const struct subject *subject,
                             const char *format, const char *argument)
{
    char expected[256];
    snprintf(expected, sizeof expected, "%s%s", format, argument);
    return complain(line, subject->field->key, subject->item, subject->value, expected);
}

static enum fr_status reject_bound(const struct line *line, const struct subject *subject,
                                   const char *words, double bound)
{
    char number[32];
    snprintf(number, sizeof number, "%.17g", bound);
    return reject(line, subject, words, number);
}

static enum fr_status reject_type(const struct line *line, const struct subject *subject)
{
    static const char *const names[] = {
        [FR_FIELD_TEXT] = "string",   [FR_FIELD_WORD] = "string",    [FR_FIELD_INTEGER] = "integer",
        [FR_FIELD_NUMBER] = "number", [FR_FIELD_FLAG] = "boolean",   [FR_FIELD_PIXEL] = "array",
        [FR_FIELD_NUMBERS] = "array", [FR_FIELD_INTEGERS] = "array", [FR_FIELD_TEXTS] = "array"};
    static const char *const items[] = {[FR_FIELD_PIXEL] = "integer",
                                        [FR_FIELD_NUMBERS] = "number or null",
                                        [FR_FIELD_INTEGERS] = "integer",
                                        [FR_FIELD_TEXTS] = "string"};
    if (subject->item >= 0)
        return reject(line, subject, "type ", items[subject->field->type]);
    return reject(line, subject, subject->field->null ? "null or type " : "type ",
                  names[subject->field->type]);
}

static enum fr_status hold_number(const struct line *line, const struct subject *subject,
                                  double value)
{
    const struct fr_row_field *field = subject->field;
    if (field->has_least && (field->above ? value <= field->least : value < field->least))
        return reject_bound(line, subject, field->above ? "more than " : "at least ", field->least);
    if (field->most > 0 && value > field->most)
        return reject_bound(line, subject, "at most ", field->most);
    return FR_OK;
}

static bool is_word(const char *text, const char *words)
{
    const size_t length = strlen(text);
    for (size_t each; *words; words += each + (words[each] == ' ')) {
        each = strcspn(words, " ");
        if (each == length && memcmp(text, words, length) == 0)
            return true;
    }
    return false;
}

static size_t characters(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static enum fr_status hold_text(const struct line *line, const struct subject *subject,
                                const char *text)
{
    const struct fr_row_field *field = subject->field;
    if (field->words && !is_word(text, field->words))
        return reject(line, subject, "one of ", field->words);
    if (field->most > 0 && (double)characters(text) > field->most)
        return reject_bound(line, subject, "characters at most ", field->most);
    if (!field->digits)
        return FR_OK;
    const size_t front = strlen(field->form);
    return strlen(text) == front + field->length && strncmp(text, field->form, front) == 0 &&
                   strspn(text + front, field->digits) == field->length
               ? FR_OK
               : reject(line, subject, "text like ", field->pattern);
}

static bool is_digit(const struct line *line)
{
    return line->at < line->end && *line->at >= '0' && *line->at <= '9';
}

/* A number as written. */
struct number {
    double value;
    int64_t whole;
    bool is_whole; /* whole holds the exact value */
};

static bool take_digits(struct line *line, uint64_t *sum, int *count)
{
    const char *begin = line->at;
    for (; is_digit(line); line->at++)
        if (++*count <= INTEGER_DIGITS)
            *sum = 10 * *sum + (uint64_t)(*line->at - '0');
    return line->at > begin;
}

/* Reads a number as strtod does; faster if a product or quotient of two exact doubles gives it. */
static bool take_number(struct line *line, struct number *number)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *const begin = line->at;
    uint64_t sum = 0;
    int digits = 0, behind = 0;
    const bool negative = line->at < line->end && *line->at == '-';
    line->at += negative;
    const bool zero = is_digit(line) && *line->at == '0';
    if (!take_digits(line, &sum, &digits) || (zero && digits > 1))
        return false;
    number->is_whole = digits <= INTEGER_DIGITS && sum <= INT64_MAX;
    const int before = digits;
    if (line->at < line->end && *line->at == '.') {
        line->at++;
        if (!take_digits(line, &sum, &digits))
            return false;
        behind = digits - before;
        number->is_whole = false;
    }
    bool exact = digits <= EXACT_DIGITS && behind <= EXACT_POWER;
    if (line->at < line->end && (*line->at == 'e' || *line->at == 'E')) {
        uint64_t power = 0;
        int count = 0;
        line->at++;
        if (line->at < line->end && (*line->at == '+' || *line->at == '-'))
            line->at++;
        if (!take_digits(line, &power, &count))
            return false;
        exact = number->is_whole = false;
    }
    const double size = exact ? (double)sum / powers[behind] : fabs(strtod(begin, NULL));
    number->value = negative ? -size : size;
    number->whole = negative ? -(int64_t)sum : (int64_t)sum;
    if (!number->is_whole && size < 0x1p63 && floor(size) == size) {
        number->whole = (int64_t)number->value;
        number->is_whole = true;
    }
    return isfinite(size);
}

static bool take_name(struct line *line, const char *name)
{
    const size_t length = strlen(name);
    if ((size_t)(line->end - line->at) < length || memcmp(line->at, name, length) != 0)
        return false;
    line->at += length;
    return true;
}

static enum fr_status read_item(struct line *line, const struct subject *subject, double *item)
{
    const enum fr_field_type type = subject->field->type;
    struct number number;
    if (type == FR_FIELD_TEXTS) {
        const char *text = take(line, '"') ? take_text(line) : NULL;
        if (!text)
            return reject_type(line, subject);
        *(const char **)(void *)item = text;
        return hold_text(line, subject, text);
    }
    if (type == FR_FIELD_NUMBERS && take_name(line, "null")) {
        *item = (double)NAN;
        return FR_OK;
    }
    if (!take_number(line, &number) || (type != FR_FIELD_NUMBERS && !number.is_whole) ||
        (type == FR_FIELD_PIXEL && (number.whole < INT32_MIN || number.whole > INT32_MAX)))
        return reject_type(line, subject);
    if (type == FR_FIELD_NUMBERS)
        *item = number.value;
    else
        *(int64_t *)(void *)item = number.whole;
    return hold_number(line, subject, number.value);
}

/* Reads the items after the opening bracket of a list. */
static enum fr_status read_items(struct line *line, struct subject *subject, size_t *count)
{
    const char *const value = subject->value;
    enum fr_status status = FR_OK;
    *count = 0;
    if (!take(line, ']')) {
        do {
            skip_blanks(line);
            *subject = (struct subject){subject->field, line->at, (int)*count};
            status = read_item(line, subject, line->items + *count);
            ++*count;
        } while (status == FR_OK && take(line, ','));
        if (status == FR_OK && !take(line, ']'))
            return malformed(line);
    }
    *subject = (struct subject){subject->field, value, -1};
    return status;
}

static enum fr_status read_list(struct line *line, struct subject *subject, void *member)
{
    const struct fr_row_field *field = subject->field;
    size_t count;
    if (!take(line, '['))
        return reject_type(line, subject);
    const enum fr_status status = read_items(line, subject, &count);
    if (status != FR_OK)
        return status;
    if (count < field->least_items)
        return reject_bound(line, subject, "items, at least ", (double)field->least_items);
    double *items = line->items;
    if (field->type == FR_FIELD_PIXEL) {
        const int64_t *pair = (const int64_t *)(void *)items;
        if (count != 2)
            return reject(line, subject, "", "two items, x and y");
        *(struct fr_pixel *)member = (struct fr_pixel){(int32_t)pair[0], (int32_t)pair[1]};
        return FR_OK;
    }
    line->items += count;
    if (field->type == FR_FIELD_NUMBERS)
        *(struct fr_numbers *)member = (struct fr_numbers){items, count};
    else if (field->type == FR_FIELD_INTEGERS)
        *(struct fr_integers *)member = (struct fr_integers){(const int64_t *)(void *)items, count};
    else
        *(struct fr_texts *)member = (struct fr_texts){(const char *const *)(void *)items, count};
    return FR_OK;
}

static enum fr_status read_scalar(struct line *line, const struct subject *subject, void *member)
{
    const struct fr_row_field *field = subject->field;
    struct number number;
    if (field->type == FR_FIELD_TEXT || field->type == FR_FIELD_WORD) {
        const char *text = take(line, '"') ? take_text(line) : NULL;
        *(const char **)member = text;
        return text ? hold_text(line, subject, text) : reject_type(line, subject);
    }
    if (field->type == FR_FIELD_FLAG) {
        const bool set = take_name(line, "true");
        *(int *)member = set;
        return set || take_name(line, "false") ? FR_OK : reject_type(line, subject);
    }
    if (!take_number(line, &number) || (field->type == FR_FIELD_INTEGER && !number.is_whole))
        return reject_type(line, subject);
    if (field->type == FR_FIELD_INTEGER)
        *(int64_t *)member = number.whole;
    else
        *(double *)member = number.value;
    return hold_number(line, subject, number.value);
}

static enum fr_status read_value(struct line *line, const struct fr_row_field *field,
                                 struct fr_row *row)
{
    skip_blanks(line);
    struct subject subject = {field, line->at, -1};
    void *member = (char *)&row->run + field->offset;
    if (field->null && take_name(line, "null"))
        return FR_OK; /* null, as the row was cleared */
    return field->type < FR_FIELD_PIXEL ? read_scalar(line, &subject, member)
                                        : read_list(line, &subject, member);
}

/* Reads a key and its colon; NULL: malformed. */
static const char *take_key(struct line *line)
{
    const char *key = take(line, '"') ? take_text(line) : NULL;
    return key && take(line, ':') ? key : NULL;
}

/* The index of a key, searched from the expected index on; the count if there is no such key. */
static size_t find(const struct fr_row_layout *layout, const char *key, size_t expected)
{
    if (expected < layout->count && strcmp(layout->fields[expected].key, key) == 0)
        return expected;
    size_t i = 0;
    while (i < layout->count && strcmp(layout->fields[i].key, key) != 0)
        i++;
    return i;
}

static enum fr_status read_members(struct line *line, struct fr_row *row)
{
    const struct fr_row_layout *layout = &fr_row_layouts[row->kind];
    bool seen[FR_MOST_FIELDS] = {false}, kind_seen = false;
    size_t next = 0;
    enum fr_status status = FR_OK;
    do {
        char *const texts = line->texts;
        const char *key = take_key(line);
        if (!key)
            return malformed(line);
        const bool is_kind = strcmp(key, "kind") == 0;
        const size_t place = is_kind ? 0 : find(layout, key, next);
        bool *const mark = is_kind ? &kind_seen : &seen[place];
        if (place == layout->count)
            return fr_fail(line->error, FR_BAD_INPUT, "%.100s: unknown key in this kind of row",
                           key);
        if (*mark)
            return fr_fail(line->error, FR_BAD_INPUT, "%.100s: given twice", key);
        *mark = true;
        line->texts = texts;
        if (is_kind)
            line->at = end_of_value(line, line->at);
        else
            status = read_value(line, &layout->fields[place], row);
        next = is_kind ? next : place + 1;
    } while (status == FR_OK && take(line, ','));
    if (status != FR_OK)
        return status;
    const bool closed = take(line, '}');
    skip_blanks(line);
    if (!closed || line->at < line->end)
        return malformed(line);
    for (size_t i = 0; i < layout->count; i++)
        if (!seen[i] && !layout->fields[i].newer && !layout->fields[i].rare)
            return fr_fail(line->error, FR_BAD_INPUT, "%s: missing", layout->fields[i].key);
    return FR_OK;
}

/* Finds the row's kind, wherever its key is in the line. */
static enum fr_status find_kind(struct line *line, enum fr_row_kind *kind)
{
    const char *const opening = line->at;
    char *const texts = line->texts;
    if (!take(line, '{'))
        return malformed(line);
    while (!take(line, '}')) {
        const char *key = take_key(line);
        if (!key)
            return malformed(line);
        skip_blanks(line);
        const char *const value = line->at;
        const bool found = strcmp(key, "kind") == 0;
        line->texts = texts;
        if (found) {
            const char *name = take(line, '"') ? take_text(line) : "";
            for (int each = 0; name && each < FR_ROW_KINDS; each++)
                if (strcmp(fr_row_layouts[each].name, name) == 0) {
                    *kind = (enum fr_row_kind)each;
                    line->texts = texts;
                    return FR_OK;
                }
            return complain(line, "kind", -1, value, "a kind of row that the schema defines");
        }
        line->at = end_of_value(line, value);
        if (line->at == value || (!take(line, ',') && (line->at == line->end || *line->at != '}')))
            return malformed(line);
    }
    line->at = opening;
    return complain(line, "row", -1, opening, "an object with a kind");
}

/* Reserves space for the longest texts and lists that a line of this length can hold. */
static bool reserve(struct fr_row_room *room, size_t length, struct line *line)
{
    const size_t items = length / 2 + 1, size = items * sizeof(double) + length + 1;
    if (room->size < size) {
        void *grown = realloc(room->bytes, 2 * size);
        if (!grown)
            return false;
        *room = (struct fr_row_room){grown, 2 * size};
    }
    line->items = room->bytes;
    line->texts = (char *)(line->items + items);
    return true;
}

enum fr_status fr_row_read(const char *text, size_t length, struct fr_row_room *room,
                           struct fr_row *row, struct fr_error *error)
{
    struct line line = {text, text, text + length, NULL, NULL, error};
    struct fr_row read;
    enum fr_row_kind kind = FR_ROW_KINDS;
    if (!reserve(room, length, &line))
        return fr_fail(error, FR_NO_MEMORY, "not enough memory for a row of %zu bytes", length);
    enum fr_status status = find_kind(&line, &kind);
    if (status != FR_OK)
        return status;
    line.at = text;
    fr_row_clear(&read, kind);
    (void)take(&line, '{');
    status = read_members(&line, &read);
    if (status == FR_OK)
        *row = read;
    return status;
}

void fr_row_room_release(struct fr_row_room *room)
{
    free(room->bytes);
    *room = (struct fr_row_room){NULL, 0};
}
