#include "maps/formats/named_file.h"

#include <stdio.h>
#include <string.h>

#include "maps/formats/base/words.h"

#define RESULT_ROW "{\"kind\":" /* a result file may be long, and names no other file */

static bool begins(const char *file, char *head, size_t size)
{
    FILE *stream = fopen(file, "rb");
    const size_t length = stream ? fread(head, 1, size - 1, stream) : 0;
    head[length] = '\0';
    if (stream)
        fclose(stream);
    return length > 0;
}

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && strcmp(text + length - tail, ending) == 0;
}

static bool map_of_walls(const struct fr_file *file, char spec[FR_WALLS_SPEC_SIZE])
{
    cJSON *top = NULL;
    if (fr_json_parse(file, &top) != FR_OK)
        return false;
    const bool names = fr_walls_file(top) && fr_walls_map(file, top, spec) == FR_OK;
    cJSON_Delete(top);
    return names;
}

static bool patches_of_scenario(const struct fr_file *file, char spec[FR_WALLS_SPEC_SIZE])
{
    struct fr_lines lines = fr_lines_of(file);
    struct fr_span line, key, name;
    while (fr_take_line(&lines, &line))
        if (fr_take_word(&line, &key) && fr_span_is(key, "patch") && fr_take_word(&line, &name)) {
            const char *slash = strrchr(file->name, '/');
            const int folder = name.text[0] == '/' || !slash ? 0 : (int)(slash + 1 - file->name);
            return name.length < FR_WALLS_SPEC_SIZE &&
                   snprintf(spec, FR_WALLS_SPEC_SIZE, "%.*s%.*s", folder, file->name,
                            (int)name.length, name.text) < FR_WALLS_SPEC_SIZE;
        } else if (fr_span_is(key, "commands")) {
            return false;
        }
    return false;
}

bool fr_file_names(const char *file, char spec[FR_WALLS_SPEC_SIZE])
{
    char head[16];
    struct fr_file held;
    if (!begins(file, head, sizeof head))
        return false;
    const bool scenario = ends_with(file, ".scen") && strncmp(head, "version", 7) == 0;
    const bool json = head[strspn(head, "\xEF\xBB\xBF \t\r\n")] == '{' &&
                      strncmp(head, RESULT_ROW, strlen(RESULT_ROW)) != 0;
    if ((!scenario && !json) || fr_file_read(file, &fr_default_allocator, &held, NULL) != FR_OK)
        return false;
    const bool names = scenario ? patches_of_scenario(&held, spec) : map_of_walls(&held, spec);
    fr_file_release(&held);
    return names;
}
