#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "harness/base/utf8.h"
#include "harness/results/export.h"

/* Control characters and line breaks become question marks. */
static void write_text(FILE *file, const char *text)
{
    const bool quoted = text[strcspn(text, ",\"")] != '\0';
    fputs(quoted ? "\"" : "", file);
    for (size_t control; *text; text += control ? control : 1) {
        control = fr_utf8_control_length(text);
        if (*text == '"')
            fputc('"', file);
        fputc(control ? '?' : *text, file);
    }
    fputs(quoted ? "\"" : "", file);
}

static void write_number(FILE *file, double value)
{
    if (!isnan(value))
        fprintf(file, "%.17g", value);
}

static void write_list(FILE *file, const struct fr_row_field *field, const void *value)
{
    const struct fr_numbers *numbers = value;
    const struct fr_integers *integers = value;
    const struct fr_texts *texts = value;
    for (size_t i = 0; i < texts->count; i++) {
        fputs(i > 0 ? " " : "", file);
        if (field->type == FR_FIELD_NUMBERS)
            write_number(file, numbers->at[i]);
        else if (field->type == FR_FIELD_INTEGERS)
            fprintf(file, "%" PRId64, integers->at[i]);
        else
            write_text(file, texts->at[i]);
    }
}

/* Null is an empty cell; list items are separated by blanks; a pixel takes two cells. */
static void write_value(FILE *file, const struct fr_row_field *field, const void *value)
{
    const struct fr_pixel *pixel = value;
    switch (field->type) {
    case FR_FIELD_TEXT:
    case FR_FIELD_WORD:
        if (*(const char *const *)value)
            write_text(file, *(const char *const *)value);
        break;
    case FR_FIELD_INTEGER:
        if (!field->null || *(const int64_t *)value >= 0)
            fprintf(file, "%" PRId64, *(const int64_t *)value);
        break;
    case FR_FIELD_NUMBER:
        write_number(file, *(const double *)value);
        break;
    case FR_FIELD_FLAG:
        if (*(const int *)value >= 0)
            fputs(*(const int *)value ? "true" : "false", file);
        break;
    case FR_FIELD_PIXEL:
        fprintf(file, "%" PRId32 ",%" PRId32, pixel->x, pixel->y);
        break;
    default:
        write_list(file, field, value);
    }
}

static void write_heading(FILE *file, const struct fr_row_layout *layout)
{
    for (size_t i = 0; i < layout->count; i++) {
        const struct fr_row_field *field = &layout->fields[i];
        fprintf(file, field->type == FR_FIELD_PIXEL ? "%s%s_x,%s_y" : "%s%s", i > 0 ? "," : "",
                field->key, field->key);
    }
    fputc('\n', file);
}

enum fr_status fr_export_csv(struct fr_results *results, FILE *file, struct fr_error *error)
{
    const struct fr_row_layout *layout = &fr_row_layouts[FR_ROW_CLICK];
    enum fr_status status;
    bool headed = false;
    while ((status = fr_results_next(results, error)) == FR_OK &&
           results->row.kind != FR_ROW_KINDS) {
        if (results->row.kind != FR_ROW_CLICK)
            continue;
        if (!headed)
            write_heading(file, layout);
        headed = true;
        for (size_t i = 0; i < layout->count; i++) {
            fputs(i > 0 ? "," : "", file);
            write_value(file, &layout->fields[i], fr_row_value(&results->row, &layout->fields[i]));
        }
        fputc('\n', file);
    }
    return status;
}
