#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/front.h"
#include "harness/base/json_document.h"
#include "harness/base/json_line.h"
#include "harness/base/units.h"
#include "harness/commands/command.h"
#include "harness/commands/help.h"
#include "harness/racers/object_code.h"
#include "harness/sandbox/racer_sets.h"
#include "maps/formats/clicks/click_set_file.h"
#include "maps/formats/load.h"
#include "maps/generators/generate.h"

#define MOST_MAPS 512

static const struct fr_flag flags[] = {
    {"json", NULL, false, false, "print JSON, for programs"},
    {NULL, NULL, false, false, NULL},
};

struct bundled_map {
    char name[256];
    int32_t width, height;
    double walkable; /* fraction */
    size_t clicks;   /* in its bundled set, without events; 0: no set */
};

/* The values that an option takes: "a|b", "on|off" or "1..9". */
static void spell_range(const struct fr_option *option, char *text, size_t size)
{
    if (option->kind == FR_OPTION_CHOICE)
        snprintf(text, size, "%s", option->choices);
    else if (option->kind == FR_OPTION_SWITCH)
        snprintf(text, size, "on|off");
    else
        snprintf(text, size, "%lld..%lld", (long long)option->low, (long long)option->high);
}

static void print_option(const struct fr_option *option)
{
    char range[192], fallback[64], term[256], text[512];
    spell_range(option, range, sizeof range);
    fr_option_format(option, option->fallback, fallback, sizeof fallback);
    snprintf(term, sizeof term, "  :%s=%s", option->name, fallback);
    snprintf(text, sizeof text, "%s (%s)", option->help, range);
    fr_help_entry(term, text);
}

static void print_sets(void)
{
    printf("\nSets of algorithms, with default options (--algo candidates; all but one: "
           "candidates,-bfs):\n");
    for (const struct fr_racer_set *set = fr_racer_sets; set->name; set++)
        fr_help_entry(set->name, set->help);
}

static void print_algorithms(const struct fr_program *program)
{
    printf("Algorithms (NAME or NAME:option=value,...; options with their defaults):\n");
    for (int i = 0; program->pathfinders[i]; i++) {
        const struct fr_pathfinder *each = program->pathfinders[i];
        const int64_t code = fr_object_code_bytes(each->name);
        char size[FR_UNIT_SIZE], text[512];
        snprintf(text, sizeof text, "%s%s%s", each->summary, code > 0 ? "; object code: " : "",
                 code > 0 ? fr_format_bytes(code, size) : "");
        fr_help_entry(each->name, text);
        if (strcmp(each->source, "none") != 0)
            fr_help_entry("", each->source);
        for (int j = 0; j < each->option_count; j++)
            print_option(&each->options[j]);
    }
    print_sets();
}

static cJSON *describe_options(const struct fr_pathfinder *pathfinder)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < pathfinder->option_count; i++) {
        const struct fr_option *option = &pathfinder->options[i];
        char range[192], fallback[64];
        spell_range(option, range, sizeof range);
        fr_json_append(list, "name:s values:s default:s help:s", option->name, range,
                       fr_option_format(option, option->fallback, fallback, sizeof fallback),
                       option->help);
    }
    return list;
}

static cJSON *describe_algorithms(const struct fr_program *program)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; program->pathfinders[i]; i++) {
        const struct fr_pathfinder *each = program->pathfinders[i];
        struct fr_option_values values;
        struct fr_traits traits;
        fr_options_default(each->options, each->option_count, &values);
        fr_traits_of(each, &values, &traits);
        const int64_t code = fr_object_code_bytes(each->name);
        fr_json_append(list,
                       "name:s label:s summary:s edge_walls:b source:s colour:s marker:s "
                       "candidate:b object_bytes:c movement:s options:o",
                       each->name, each->label, each->summary, traits.edge_walls, each->source,
                       each->colour, (char[]){each->marker, '\0'}, each->candidate,
                       code > 0 ? code : INT64_C(-1), fr_movement_name(traits.movement),
                       describe_options(each));
    }
    return list;
}

static size_t count_clicks(const char *folder, const struct bundled_map *entry)
{
    char file[4096];
    struct fr_click_set set;
    const int length = snprintf(file, sizeof file, "%s/%s.clicks.json", folder, entry->name);
    if (length >= (int)sizeof file || fr_click_set_load(file, entry->width, entry->height,
                                                        &fr_default_allocator, &set, NULL) != FR_OK)
        return 0;
    size_t count = 0;
    for (size_t i = 0; i < set.count; i++)
        count += set.clicks[i].kind == FR_CLICK || set.clicks[i].kind == FR_WALK;
    fr_click_set_release(&set);
    return count;
}

/* Fills in the entry of a file in the folder; false if it is not a map. */
static bool read_bundled(const char *folder, const char *file, struct bundled_map *entry)
{
    struct fr_map *map;
    const char *ending = strrchr(file, '.');
    if (!ending || (size_t)(ending - file) >= sizeof entry->name ||
        (strcmp(ending, ".png") != 0 && strcmp(ending, ".json") != 0 &&
         strcmp(ending, ".txt") != 0))
        return false;
    memcpy(entry->name, file, (size_t)(ending - file));
    entry->name[ending - file] = '\0';
    if (fr_map_load(entry->name, folder, &fr_default_allocator, &map, NULL, NULL) != FR_OK)
        return false;
    entry->width = map->width;
    entry->height = map->height;
    entry->walkable = (double)fr_map_walkable_count(map) / ((double)map->width * map->height);
    fr_map_release(map);
    entry->clicks = count_clicks(folder, entry);
    return true;
}

static int by_name(const void *a, const void *b)
{
    const struct bundled_map *one = a, *other = b;
    return strcmp(one->name, other->name);
}

/* Lists the bundled maps, sorted; returns their number. */
static int read_maps(const char *folder, struct bundled_map *maps)
{
    int count = 0;
    DIR *directory = opendir(folder);
    if (!directory)
        return 0;
    for (struct dirent *each; count < MOST_MAPS && (each = readdir(directory)) != NULL;)
        count += read_bundled(folder, each->d_name, &maps[count]);
    closedir(directory);
    qsort(maps, (size_t)count, sizeof *maps, by_name);
    return count;
}

static void print_maps(const struct bundled_map *maps, int count)
{
    printf("Maps:\n");
    for (int i = 0; i < count; i++) {
        char size[32], text[128];
        snprintf(size, sizeof size, "%d x %d", maps[i].width, maps[i].height);
        snprintf(text, sizeof text, "%s, %.1f %% walkable, %zu clicks", size,
                 100.0 * maps[i].walkable, maps[i].clicks);
        fr_help_entry(maps[i].name, text);
    }
}

static cJSON *describe_maps(const struct bundled_map *maps, int count)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < count; i++)
        fr_json_append(list, "name:s width:d height:d walkable:n clicks:z", maps[i].name,
                       maps[i].width, maps[i].height, maps[i].walkable, maps[i].clicks);
    return list;
}

static void print_generators(void)
{
    printf("Generators (footrace generate --help shows their options):\n");
    for (int i = 0; i < fr_generator_count; i++)
        fr_help_entry(fr_generators[i]->kind, fr_generators[i]->summary);
}

static cJSON *describe_generators(void)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < fr_generator_count; i++) {
        cJSON *options = cJSON_CreateArray();
        for (const struct fr_generator_option *each = fr_generators[i]->options; each->name; each++)
            fr_json_append(options, "name:s default:i low:i high:i help:s", each->name,
                           (int64_t)each->fallback, (int64_t)each->low, (int64_t)each->high,
                           each->help);
        fr_json_append(list, "kind:s summary:s options:o", fr_generators[i]->kind,
                       fr_generators[i]->summary, options);
    }
    return list;
}

enum section { ALGORITHMS, MAPS, GENERATORS, SECTIONS };

static const char *const section_names[SECTIONS] = {"algorithms", "maps", "generators"};

/* Which sections are requested: one, or all. */
static enum fr_status read_sections(const struct fr_arguments *arguments, bool wanted[SECTIONS],
                                    struct fr_error *error)
{
    bool known = arguments->word_count == 0;
    for (int i = 0; i < SECTIONS; i++) {
        wanted[i] =
            arguments->word_count == 0 || strcmp(arguments->words[0], section_names[i]) == 0;
        known = known || wanted[i];
    }
    if (known)
        return FR_OK;
    const char *close = fr_did_you_mean(arguments->words[0], section_names, SECTIONS);
    return fr_fail(error, FR_BAD_INPUT, "'%s' found, expected algorithms, maps or generators%s%s%s",
                   arguments->words[0], close ? "; did you mean " : "", close ? close : "",
                   close ? "?" : "");
}

static void print_section(const struct fr_program *program, enum section section,
                          const struct bundled_map *maps, int map_count)
{
    if (section == ALGORITHMS)
        print_algorithms(program);
    else if (section == MAPS)
        print_maps(maps, map_count);
    else
        print_generators();
}

static cJSON *describe_section(const struct fr_program *program, enum section section,
                               const struct bundled_map *maps, int map_count)
{
    if (section == ALGORITHMS)
        return describe_algorithms(program);
    if (section == MAPS)
        return describe_maps(maps, map_count);
    return describe_generators();
}

static enum fr_status show_sections(const struct fr_program *program, bool json,
                                    const bool wanted[SECTIONS], struct fr_error *error)
{
    struct bundled_map *maps = calloc(MOST_MAPS, sizeof *maps);
    cJSON *document = json ? cJSON_CreateObject() : NULL;
    if (!maps || (json && !document)) {
        free(maps);
        return fr_fail(error, FR_NO_MEMORY, "not enough memory");
    }
    const int map_count = wanted[MAPS] ? read_maps(program->bundled, maps) : 0;
    bool first = true;
    for (int i = 0; i < SECTIONS; i++) {
        if (!wanted[i])
            continue;
        if (json)
            cJSON_AddItemToObject(document, section_names[i],
                                  describe_section(program, (enum section)i, maps, map_count));
        else if (!first)
            printf("\n");
        if (!json)
            print_section(program, (enum section)i, maps, map_count);
        first = false;
    }
    free(maps);
    return json ? fr_json_write(stdout, document) : FR_OK;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_error error = {"not enough memory", FR_NO_MEMORY};
    bool wanted[SECTIONS];
    enum fr_status status = read_sections(arguments, wanted, &error);
    if (status == FR_OK)
        status = show_sections(program, fr_argument_count(arguments, "json") > 0, wanted, &error);
    return status == FR_OK ? FR_EXIT_DONE : fr_report_error(program, &error);
}

const struct fr_command fr_command_list = {
    .name = "list",
    .group = "Race",
    .words = "[algorithms|maps|generators]",
    .summary = "Lists back ends, maps or generators.",
    .flags = flags,
    .least_words = 0,
    .most_words = 1,
    .run = run,
};
