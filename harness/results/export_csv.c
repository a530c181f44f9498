#include <string.h>

#include "harness/base/utf8.h"
#include "harness/results/export.h"

/* What controls a terminal, or breaks a line, is a question mark. */
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

/* Null is an empty cell; a list, blanks between its numbers. */
static void write_value(FILE *file, const cJSON *value)
{
    const cJSON *item;
    if (cJSON_IsString(value))
        write_text(file, value->valuestring);
    else if (cJSON_IsBool(value))
        fputs(cJSON_IsTrue(value) ? "true" : "false", file);
    else if (cJSON_IsNumber(value))
        fprintf(file, "%.17g", value->valuedouble);
    else if (cJSON_IsArray(value)) {
        cJSON_ArrayForEach(item, value)
        {
            fputs(item == value->child ? "" : " ", file);
            write_value(file, item);
        }
    }
}

static bool is_pixel(const cJSON *value)
{
    return strcmp(value->string, "start") == 0 || strcmp(value->string, "goal") == 0;
}

static void write_heading(FILE *file, const cJSON *row)
{
    const cJSON *value;
    cJSON_ArrayForEach(value, row)
    {
        fputs(value == row->child ? "" : ",", file);
        if (is_pixel(value))
            fprintf(file, "%s_x,%s_y", value->string, value->string);
        else
            fputs(value->string, file);
    }
    fputc('\n', file);
}

static void write_row(FILE *file, const cJSON *row)
{
    const cJSON *value;
    cJSON_ArrayForEach(value, row)
    {
        fputs(value == row->child ? "" : ",", file);
        if (!is_pixel(value)) {
            write_value(file, value);
            continue;
        }
        write_value(file, cJSON_GetArrayItem(value, 0));
        fputc(',', file);
        write_value(file, cJSON_GetArrayItem(value, 1));
    }
    fputc('\n', file);
}

enum fr_status fr_export_csv(struct fr_results *results, FILE *file, struct fr_error *error)
{
    enum fr_status status;
    bool headed = false;
    while ((status = fr_results_next(results, error)) == FR_OK && results->row) {
        cJSON *row = results->row;
        if (!fr_row_is(row, "click"))
            continue;
        cJSON_DeleteItemFromObjectCaseSensitive(row, "kind");
        if (!headed)
            write_heading(file, row);
        headed = true;
        write_row(file, row);
    }
    return status;
}
