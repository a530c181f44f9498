#include "maps/formats/named_file.h"

#include <stdio.h>
#include <string.h>

#include "maps/formats/base/file.h"
#include "maps/formats/base/words.h"

static bool begins(const char *file, char *head, size_t size)
{
    FILE *stream = fopen(file, "rb");
    const size_t length = stream ? fread(head, 1, size - 1, stream) : 0;
    head[length] = '\0';
    if (stream)
        fclose(stream);
    return length > 0;
}

static bool names_patches(const struct fr_file *file, char named[FR_NAMED_FILE_SIZE])
{
    struct fr_lines lines = fr_lines_of(file);
    struct fr_span line, key, name;
    while (fr_take_line(&lines, &line))
        if (fr_take_word(&line, &key) && fr_span_is(key, "patch") && fr_take_word(&line, &name)) {
            const char *slash = strrchr(file->name, '/');
            const int folder = name.text[0] == '/' || !slash ? 0 : (int)(slash + 1 - file->name);
            return name.length < FR_NAMED_FILE_SIZE &&
                   snprintf(named, FR_NAMED_FILE_SIZE, "%.*s%.*s", folder, file->name,
                            (int)name.length, name.text) < FR_NAMED_FILE_SIZE;
        } else if (fr_span_is(key, "commands")) {
            return false;
        }
    return false;
}

bool fr_file_names(const char *file, char named[FR_NAMED_FILE_SIZE])
{
    char head[16];
    struct fr_file held;
    if (!begins(file, head, sizeof head))
        return false;
    const bool scenario = fr_name_ends(file, ".scen") && strncmp(head, "version", 7) == 0;
    if (!scenario || fr_file_read(file, &fr_default_allocator, &held, NULL) != FR_OK)
        return false;
    const bool names = names_patches(&held, named);
    fr_file_release(&held);
    return names;
}
