/* The bundled corpora against their manifest. Versions 1 and 2 are frozen: no byte of a map or click
 * set may change, so that results stay comparable; new maps may be added. Every PNG holds exactly what its
 * line generates, every text is what its line writes, every file has the promised hash, and every
 * map the promised facts. `test_bundled --write` makes the maps that are not there yet, and prints
 * what their lines are to say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cjson/cJSON.h>
#include <spng.h>

#include "build_paths.h"
#include "maps/analysis/components.h"
#include "maps/formats/load.h"
#include "maps/generators/generate.h"
#include "maps/geometry/corners.h"
#include "maps/geometry/polygon_check.h"
#include "maps/polygon.h"

#define LARGEST_FILE (150 * 1000)
#define LARGEST_FOLDER (1500 * 1000)

struct entry {
    const cJSON *object;
    const char *name;
    const char *generate; /* NULL: a drawing */
    int32_t width, height;
    uint64_t seed;
};

/* A whole file, for the caller to free, and a zero behind it. */
static char *read_file(const char *file, size_t *size)
{
    FILE *stream = fopen(file, "rb");
    if (!stream)
        fail_msg("%s: cannot be opened", file);
    fseek(stream, 0, SEEK_END);
    *size = (size_t)ftell(stream);
    rewind(stream);
    char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, stream), *size);
    bytes[*size] = '\0';
    fclose(stream);
    return bytes;
}

static cJSON *read_manifest(void)
{
    size_t size;
    char *text = read_file(FOOTRACE_BUNDLED "/manifest.json", &size);
    cJSON *manifest = cJSON_Parse(text);
    free(text);
    assert_non_null(manifest);
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(manifest, "format")),
                        "footrace-bundled/1");
    return manifest;
}

static double number(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static const char *string(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    assert_true(cJSON_IsString(item));
    return item->valuestring;
}

static struct entry read_entry(const cJSON *object)
{
    struct entry entry = {.object = object,
                          .name = string(object, "name"),
                          .width = (int32_t)number(object, "width"),
                          .height = (int32_t)number(object, "height")};
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(object, "kind");
    if (kind) {
        assert_string_equal(cJSON_GetStringValue(kind), "polygon");
        return entry;
    }
    entry.generate = string(object, "generate");
    entry.seed = (uint64_t)number(object, "seed");
    return entry;
}

/* Walls are in a text, drawings in JSON. */
static void name_file(const struct entry *entry, bool walls, char file[512])
{
    snprintf(file, 512, "%s/%s.%s", FOOTRACE_BUNDLED, entry->name,
             walls             ? "txt"
             : entry->generate ? "png"
                               : "json");
}

static struct fr_canvas generate(const struct entry *entry)
{
    struct fr_canvas canvas;
    struct fr_error error;
    if (fr_generate(entry->generate, entry->width, entry->height, entry->seed,
                    &fr_default_allocator, &canvas, &error) != FR_OK)
        fail_msg("%s: %s", entry->name, error.text);
    return canvas;
}

static uint64_t fnv1a(const char *bytes, size_t count)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ (uint8_t)bytes[i]) * 0x100000001B3u;
    return hash;
}

static void assert_hash(const struct entry *entry, const char *key, uint64_t hash)
{
    char text[17];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    if (strcmp(text, string(entry->object, key)) != 0)
        fail_msg("%s: \"%s\" is %s, and was frozen as %s", entry->name, key, text,
                 string(entry->object, key));
}

/* What the manifest says of a map besides its hash. */
struct facts {
    int64_t walkable, walls;
    int areas;
    uint32_t components, corners;
};

static struct facts find_facts(const struct fr_map *map)
{
    struct facts facts = {.walkable = fr_map_walkable_count(map), .walls = map->wall_count};
    struct fr_components *components;
    struct fr_corners *corners;
    bool seen[FR_AREAS] = {false};
    const size_t pixels = (size_t)map->width * (size_t)map->height;
    for (size_t i = 0; i < pixels; i++)
        seen[map->areas[i]] = true;
    for (int area = 1; area < FR_AREAS; area++)
        facts.areas += seen[area];
    assert_int_equal(fr_components_create(map, FR_CONNECTED_4, &fr_default_allocator, &components),
                     FR_OK);
    assert_int_equal(fr_corners_create(map, &fr_default_allocator, &corners), FR_OK);
    facts.components = fr_components_count(components);
    facts.corners = corners->count;
    fr_components_release(components);
    fr_corners_release(corners);
    return facts;
}

static void assert_facts(const struct entry *entry, const struct fr_map *map)
{
    const struct facts facts = find_facts(map);
    const cJSON *walls = cJSON_GetObjectItemCaseSensitive(entry->object, "walls");
    assert_int_equal(map->width, entry->width);
    assert_int_equal(map->height, entry->height);
    assert_int_equal(facts.walkable, number(entry->object, "walkable"));
    assert_int_equal(facts.areas, number(entry->object, "areas"));
    assert_int_equal(facts.components, number(entry->object, "components"));
    assert_int_equal(facts.corners, number(entry->object, "corners"));
    assert_int_equal(facts.walls, walls ? walls->valuedouble : 0);
}

/* The bytes of a file of the corpus are those that were frozen; returns how many. */
static size_t assert_frozen(const struct entry *entry, const char *file, const char *key)
{
    size_t size;
    char *bytes = read_file(file, &size);
    assert_hash(entry, key, fnv1a(bytes, size));
    assert_true(size < LARGEST_FILE);
    free(bytes);
    return size;
}

static void assert_same_levels(const struct entry *entry, const char *path,
                               const struct fr_canvas *canvas)
{
    size_t size, bytes;
    struct spng_ihdr header;
    char *file = read_file(path, &size);
    spng_ctx *context = spng_ctx_new(0);
    assert_non_null(context);
    assert_int_equal(spng_set_png_buffer(context, file, size), 0);
    assert_int_equal(spng_get_ihdr(context, &header), 0);
    assert_int_equal(header.width, entry->width);
    assert_int_equal(header.height, entry->height);
    assert_int_equal(header.color_type, SPNG_COLOR_TYPE_GRAYSCALE);
    assert_int_equal(spng_decoded_image_size(context, SPNG_FMT_G8, &bytes), 0);
    assert_int_equal(bytes, (size_t)entry->width * (size_t)entry->height);
    uint8_t *levels = malloc(bytes);
    assert_non_null(levels);
    assert_int_equal(spng_decode_image(context, levels, bytes, SPNG_FMT_G8, 0), 0);
    assert_memory_equal(levels, canvas->pixels, bytes);
    free(levels);
    free(file);
    spng_ctx_free(context);
}

/* Loads the map of an entry. */
static struct fr_map *load(const struct entry *entry, struct fr_load_report *report)
{
    struct fr_map *map;
    struct fr_error error;
    if (fr_map_load(entry->name, FOOTRACE_BUNDLED, &fr_default_allocator, &map, report, &error) !=
        FR_OK)
        fail_msg("%s", error.text);
    return map;
}

static void assert_drawing(const struct entry *entry)
{
    struct fr_load_report report;
    struct fr_polygon_fault fault;
    struct fr_map *map = load(entry, &report);
    assert_string_equal(report.format, "polygon");
    assert_non_null(map->drawing);
    assert_int_equal(fr_polygon_check(map->drawing, &fault), FR_OK);
    fr_map_release(map);
}

static void assert_generated(const struct entry *entry)
{
    char file[512];
    struct fr_canvas canvas = generate(entry);
    struct fr_map *painted, *loaded = load(entry, NULL);
    assert_int_equal(fr_canvas_map(&canvas, &fr_default_allocator, &painted), FR_OK);
    assert_hash(entry, "hash", fr_map_hash(painted));
    assert_memory_equal(loaded->areas, painted->areas,
                        (size_t)canvas.width * (size_t)canvas.height);
    name_file(entry, canvas.walls, file);
    if (!canvas.areas && !canvas.walls)
        assert_same_levels(entry, file, &canvas);
    fr_map_release(painted);
    fr_map_release(loaded);
    fr_canvas_release(&canvas, &fr_default_allocator);
}

static void every_bundled_map_is_what_its_line_says(void **state)
{
    (void)state;
    size_t total = 0;
    cJSON *manifest = read_manifest();
    const cJSON *object;
    cJSON_ArrayForEach(object, cJSON_GetObjectItem(manifest, "maps"))
    {
        const struct entry entry = read_entry(object);
        char file[512];
        print_message("           %s\n", entry.name);
        struct fr_map *map = load(&entry, NULL);
        assert_hash(&entry, "hash", fr_map_hash(map));
        assert_facts(&entry, map);
        name_file(&entry, map->wall_count > 0, file);
        total += assert_frozen(&entry, file, "file");
        snprintf(file, sizeof file, "%s/%s.clicks.json", FOOTRACE_BUNDLED, entry.name);
        total += assert_frozen(&entry, file, "clicks_file");
        fr_map_release(map);
        if (entry.generate)
            assert_generated(&entry);
        else
            assert_drawing(&entry);
    }
    assert_true(total < LARGEST_FOLDER);
    cJSON_Delete(manifest);
}

static void the_promised_maps_are_bundled(void **state)
{
    (void)state;
    static const char *const names[] = {
        "adventure-20", "adventure-60", "adventure-150",   "adventure-300",
        "spiral",       "utrap",        "office",          "maze",
        "open",         "adventure-4k", "history-320x200", "history-160x120",
        "pentagon",     "puddles",      "islands",         "rooms",
        "gates",        "cave",         "staircase",       "pinches",
        "comb",         "corridor",     "serpentine",      "maze-16",
        "fan",          "random",       "blocky-160x120",  "blocky-320x200",
        "walls",        "painted-2k",   "painted-5k",      "painted-10k",
        "painted-18k",  "painted-20k",  "painted-wide",    "coloured-4",
        "coloured-12",  "drawn-60",     "drawn-500"};
    cJSON *manifest = read_manifest();
    const cJSON *maps = cJSON_GetObjectItem(manifest, "maps");
    const int count = (int)(sizeof names / sizeof *names);
    assert_int_equal(cJSON_GetArraySize(maps), count);
    for (int i = 0; i < count; i++)
        assert_string_equal(string(cJSON_GetArrayItem(maps, i), "name"), names[i]);
    cJSON_Delete(manifest);
}

static bool exists(const char *file)
{
    FILE *stream = fopen(file, "rb");
    if (stream)
        fclose(stream);
    return stream != NULL;
}

static void print_hash_of(const char *key, const char *file)
{
    size_t size;
    char *bytes = read_file(file, &size);
    printf(", \"%s\": \"%016llx\"", key, (unsigned long long)fnv1a(bytes, size));
    free(bytes);
}

/* Makes the map of a line unless it is there, and prints what the line has to say of it. */
static void write_map(const struct entry *entry)
{
    char file[512];
    struct fr_error error;
    if (entry->generate) {
        struct fr_canvas canvas = generate(entry);
        name_file(entry, canvas.walls, file);
        if (!exists(file) && fr_canvas_save(file, &canvas, &error) != FR_OK)
            fail_msg("%s", error.text);
        fr_canvas_release(&canvas, &fr_default_allocator);
    }
    struct fr_map *map = load(entry, NULL);
    const struct facts facts = find_facts(map);
    name_file(entry, map->wall_count > 0, file);
    printf("\"%s\": \"hash\": \"%016llx\"", entry->name, (unsigned long long)fr_map_hash(map));
    print_hash_of("file", file);
    printf(", \"walkable\": %lld, \"areas\": %d, \"components\": %u, \"corners\": %u",
           (long long)facts.walkable, facts.areas, facts.components, facts.corners);
    if (facts.walls > 0)
        printf(", \"walls\": %lld", (long long)facts.walls);
    snprintf(file, sizeof file, "%s/%s.clicks.json", FOOTRACE_BUNDLED, entry->name);
    if (exists(file))
        print_hash_of("clicks_file", file);
    printf("\n");
    fr_map_release(map);
}

static void write_maps(void **state)
{
    (void)state;
    cJSON *manifest = read_manifest();
    const cJSON *object;
    cJSON_ArrayForEach(object, cJSON_GetObjectItem(manifest, "maps"))
    {
        const struct entry entry = read_entry(object);
        write_map(&entry);
    }
    cJSON_Delete(manifest);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_promised_maps_are_bundled),
                                       cmocka_unit_test(every_bundled_map_is_what_its_line_says)};
    const struct CMUnitTest writers[] = {cmocka_unit_test(write_maps)};
    if (argc == 2 && strcmp(argv[1], "--write") == 0)
        return cmocka_run_group_tests(writers, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
