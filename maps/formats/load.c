#include "maps/formats/load.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "maps/formats/base/json_file.h"
#include "maps/formats/base/loader.h"
#include "maps/formats/base/xml_file.h"
#include "maps/formats/polygon/drawn_map.h"

#define LONGEST_NAME 4096

/* The options for loading, and the folder of the bundled maps. */
struct source {
    const char *bundled;
    const struct fr_allocator *allocator;
    bool shrinking; /* by the agent in the options */
};

/* The file that a spec names, and the start of its options. */
struct target {
    char file[LONGEST_NAME];
    char name[LONGEST_NAME]; /* as typed, without options */
    const char *options;     /* "" for none */
    bool bundled;
};

static enum fr_status refuse_length(const char *spec, struct fr_error *error)
{
    return fr_fail(error, FR_BAD_INPUT,
                   "%.100s...: a name of %d bytes or more found, expected fewer", spec,
                   LONGEST_NAME);
}

/* Options follow the last colon, unless the whole spec is a file: names of existing files may
 * contain colons. */
static enum fr_status find_target(const char *spec, const char *bundled, struct target *target,
                                  struct fr_error *error)
{
    const char *colon = strrchr(spec, ':');
    if (colon && fr_file_exists(spec))
        colon = NULL;
    const size_t length = colon ? (size_t)(colon - spec) : strlen(spec);
    if (length == 0)
        return fr_fail(error, FR_BAD_INPUT,
                       "map '%.100s': no name found, expected a file or a bundled map", spec);
    if (length >= LONGEST_NAME)
        return refuse_length(spec, error);
    memcpy(target->name, spec, length);
    target->name[length] = '\0';
    target->options = colon ? colon + 1 : "";
    target->bundled = !strpbrk(target->name, "/.");
    const int written =
        target->bundled ? snprintf(target->file, LONGEST_NAME, "%s/%s.json", bundled, target->name)
                        : snprintf(target->file, LONGEST_NAME, "%s", target->name);
    if (written < 0 || written >= LONGEST_NAME)
        return refuse_length(spec, error);
    static const char *const endings[] = {".txt", ".png"};
    for (int i = 0; i < 2 && target->bundled && !fr_file_exists(target->file); i++)
        strcpy(strrchr(target->file, '.'), endings[i]);
    return FR_OK;
}

/* The names in the manifest of the bundled maps, each after a space; "" without a manifest. */
static void list_bundled(const char *bundled, const struct fr_allocator *allocator, char *names,
                         size_t size)
{
    char path[LONGEST_NAME];
    struct fr_file file;
    const cJSON *map;
    names[0] = '\0';
    const int length = snprintf(path, sizeof path, "%s/manifest.json", bundled);
    if (length < 0 || length >= LONGEST_NAME || fr_file_read(path, allocator, &file, NULL) != FR_OK)
        return;
    cJSON *manifest = cJSON_ParseWithLength((const char *)file.bytes, file.size);
    size_t used = 0;
    cJSON_ArrayForEach(map, cJSON_GetObjectItemCaseSensitive(manifest, "maps"))
    {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(map, "name"));
        if (name && used + strlen(name) + 2 <= size)
            used += (size_t)snprintf(names + used, size - used, " %s", name);
    }
    cJSON_Delete(manifest);
    fr_file_release(&file);
}

static enum fr_status refuse_name(const struct target *target, const char *bundled,
                                  const struct fr_allocator *allocator, struct fr_error *error)
{
    char names[768];
    list_bundled(bundled, allocator, names, sizeof names);
    if (names[0] == '\0')
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: no bundled map of this name found, expected a file %s", target->name,
                       target->file);
    return fr_fail(error, FR_BAD_INPUT,
                   "%.100s: no bundled map of this name found, expected one of:%s", target->name,
                   names);
}

/* The first word of a text. */
static struct fr_span first_word(const struct fr_file *file)
{
    struct fr_lines lines = fr_lines_of(file);
    struct fr_span line, word = {"", 0};
    while (word.length == 0 && fr_take_line(&lines, &line))
        fr_take_word(&line, &word);
    return word;
}

static bool starts_with(const struct fr_file *file, const char *mark, size_t length)
{
    return file->size >= length && memcmp(file->bytes, mark, length) == 0;
}

/* Whether a text starts with a key of a Moving AI map. If a file's bytes do not show its format,
 * the ending of its name decides which error is reported. */
static bool looks_like_movingai(const struct fr_file *file)
{
    const struct fr_span word = first_word(file);
    return fr_span_is(word, "type") || fr_span_is(word, "height") || fr_span_is(word, "width") ||
           fr_span_is(word, "map") || fr_name_ends(file->name, ".map");
}

static enum fr_status refuse_option(const struct fr_file *file, const char *option,
                                    const char *belongs)
{
    return fr_refuse(file, "option '%s' found, expected only with %s", option, belongs);
}

/* Refuses the options of other formats. */
static enum fr_status check_options(const struct fr_loading *loading, bool image, bool grid,
                                    bool engine)
{
    const struct fr_load_options *options = loading->options;
    if (options->image_option && !image)
        return refuse_option(loading->file, options->image_option, "images");
    if (options->grid_option && !grid)
        return refuse_option(loading->file, options->grid_option, "Moving AI maps");
    if (options->floor.length > 0 && !engine)
        return refuse_option(loading->file, "floor", "files of engines");
    return FR_OK;
}

static enum fr_status load_json(struct fr_loading *loading)
{
    cJSON *top;
    enum fr_status status = fr_json_parse(loading->file, &top);
    if (status != FR_OK)
        return status;
    if (fr_tiled_knows(top))
        status = fr_load_tiled(loading, top);
    else if (fr_wimpy_knows(top))
        status = fr_load_wimpy(loading);
    else if (loading->options->floor.length > 0)
        status = refuse_option(loading->file, "floor", "files of engines");
    else
        status = fr_load_polygon(loading, top);
    cJSON_Delete(top);
    return status;
}

/* Loads JSON, drawings and ASCII maps, recognised by their first word; false if the file is none of
 * these. */
static bool load_text(struct fr_loading *loading, enum fr_status *status)
{
    const struct fr_file *file = loading->file;
    const struct fr_span word = first_word(file);
    const bool json = word.length > 0 && word.text[0] == '{';
    fr_loader *const loader = fr_godot_knows(file)                 ? fr_load_godot
                              : fr_xml_begins_with(file, "map")    ? fr_load_tmx
                              : fr_name_ends(file->name, ".wimpy") ? fr_load_wimpy
                                                                   : NULL;
    fr_loader *const other = fr_ascii_knows(file)       ? fr_load_ascii
                             : fr_span_is(word, "mesh") ? fr_load_mesh
                             : fr_scen_knows(file)      ? fr_load_scen
                                                        : NULL;
    if (!loader && !json && !other)
        return false;
    *status = check_options(loading, false, false, loader || json);
    if (*status == FR_OK)
        *status = loader ? loader(loading) : json ? load_json(loading) : other(loading);
    return true;
}

static enum fr_status load_file(struct fr_loading *loading)
{
    const struct fr_file *file = loading->file;
    const bool png = starts_with(file, "\x89PNG\r\n\x1a\n", 8);
    enum fr_status status;
    if (load_text(loading, &status))
        return status;
    if (loading->options->floor.length > 0)
        return refuse_option(file, "floor", "files of engines that name their floors");
    const bool ags = !png && (fr_ags_room_knows(file) || fr_name_ends(file->name, ".crm"));
    const bool movingai = !png && !ags && looks_like_movingai(file);
    fr_loader *const loader = ags                  ? fr_load_ags_room
                              : movingai           ? fr_load_movingai
                              : png                ? fr_load_png
                              : fr_bmp_knows(file) ? fr_load_bmp
                                                   : NULL;
    status = check_options(loading, !ags && !movingai, movingai, true);
    if (status != FR_OK)
        return status;
    return loader ? loader(loading)
                  : fr_refuse(file, "byte 0: an unknown format found, expected PNG, BMP, "
                                    "a Moving AI map or scenario, an ASCII map, a polygon map "
                                    "in JSON, .mesh, or a room of an engine (.tscn, .tres, "
                                    ".crm, .tmx, .tmj, .wimpy)");
}

/* Drawings were shrunk before they were painted. */
static enum fr_status erode(const char *name, struct fr_agent agent, struct fr_map *map,
                            struct fr_error *error)
{
    if (agent.shape != FR_SQUARE && agent.shape != FR_DISC)
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: option 'shape': '%s' found, expected square or disc for a mask", name,
                       fr_agent_shape_name(agent.shape));
    if (map->wall_count > 0)
        return fr_fail(error, FR_UNSUPPORTED,
                       "%s: option 'radius' found, expected only for maps without edge walls",
                       name);
    const enum fr_status status = fr_erode(map, agent);
    return status == FR_OK ? FR_OK
                           : fr_fail(error, status, "%s: not enough memory to erode it", name);
}

/* Applies the options for all kinds of maps. */
static enum fr_status finish(const char *name, const struct fr_load_options *options,
                             struct fr_map *map, struct fr_error *error)
{
    if (fr_reduction_reduces(options->reduction) && map->wall_count > 0)
        return fr_fail(error, FR_UNSUPPORTED,
                       "%s: option 'scale' found, expected only for maps without edge walls", name);
    if (map->drawing) {
        const enum fr_status status = fr_drawing_join(map);
        return status == FR_OK ? FR_OK
                               : fr_fail(error, status,
                                         "%s: the areas cannot be joined; expected polygons that "
                                         "GEOS can unite, and enough memory",
                                         name);
    }
    if (options->agent.radius == 0)
        return FR_OK;
    return erode(name, options->agent, map, error);
}

static enum fr_status load(const char *spec, const struct source *source, struct fr_map **map,
                           struct fr_load_report *report, struct fr_error *error)
{
    struct target target;
    struct fr_load_options options;
    struct fr_load_report fresh = {.colours = 0};
    struct fr_file file;
    struct fr_loading loading = {&file, &options, &fresh, NULL};
    enum fr_status status = find_target(spec, source->bundled, &target, error);
    if (status != FR_OK)
        return status;
    if (target.bundled && !fr_file_exists(target.file))
        return refuse_name(&target, source->bundled, source->allocator, error);
    status = fr_file_read(target.file, source->allocator, &file, error);
    if (status != FR_OK)
        return status;
    status = fr_load_options_parse(target.name, target.options, &options, error);
    if (!source->shrinking)
        options.agent.radius = 0;
    fresh.agent = options.agent;
    fresh.reduction = options.reduction;
    if (status == FR_OK)
        status = load_file(&loading);
    fr_file_release(&file);
    if (status == FR_OK)
        status = finish(target.name, &options, loading.map, error);
    if (status != FR_OK) {
        fr_map_release(loading.map);
        return status;
    }
    if (report)
        *report = fresh;
    *map = loading.map;
    return FR_OK;
}

enum fr_status fr_map_load(const char *spec, const char *bundled,
                           const struct fr_allocator *allocator, struct fr_map **map,
                           struct fr_load_report *report, struct fr_error *error)
{
    const struct source source = {bundled, allocator, .shrinking = true};
    return load(spec, &source, map, report, error);
}

enum fr_status fr_map_load_for_point(const char *spec, const char *bundled,
                                     const struct fr_allocator *allocator, struct fr_map **map,
                                     struct fr_error *error)
{
    const struct source source = {bundled, allocator, .shrinking = false};
    return load(spec, &source, map, NULL, error);
}
