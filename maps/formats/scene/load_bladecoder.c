/* Chapters of the BladeCoder Adventure Engine: scenes with a walk zone and obstacles.
 *
 * The floor is the walk zone of one scene, without the obstacles that are visible at first. The
 * option floor=SCENE says which scene; else it is the first that has a walk zone. Newer chapters
 * name an actor as the walk zone, older ones store its vertices in polygonalNavGraph. y points
 * upward. A chapter does not give the height of its scenes: unless a scene does, its highest point
 * is placed at the upper border. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "maps/formats/base/json_file.h"
#include "maps/formats/base/relaxed_json.h"
#include "maps/formats/scene/floor.h"
#include "maps/formats/scene/load_scene.h"

struct reader {
    const struct fr_file *file;
    struct fr_floor floor;
    struct fr_places outline;
    double height; /* of the scene; 0: unknown */
};

static const cJSON *find(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static bool has_class(const cJSON *actor, const char *class)
{
    const char *name = cJSON_GetStringValue(find(actor, "class"));
    const char *dot = name ? strrchr(name, '.') : NULL;
    return name && strcmp(dot ? dot + 1 : name, class) == 0;
}

/* The actor that is a scene's walk zone, or the polygon of an older chapter; NULL for none. */
static const cJSON *find_zone(const cJSON *scene)
{
    const char *id = cJSON_GetStringValue(find(scene, "walkZone"));
    const cJSON *zone =
        id ? find(find(scene, "actors"), id) : find(find(scene, "polygonalNavGraph"), "walkZone");
    return cJSON_IsObject(zone) ? zone : NULL;
}

static enum fr_status refuse(const struct reader *reader, const cJSON *scene, const cJSON *shape,
                             const char *key, const cJSON *found, const char *expected)
{
    char where[160];
    snprintf(where, sizeof where, "scenes.%.60s.%.60s.%s", scene->string,
             shape->string ? shape->string : "?", key);
    return fr_json_refuse(reader->file, where, found, expected);
}

/* The origin of an actor's vertices. */
static enum fr_status read_origin(const struct reader *reader, const cJSON *scene,
                                  const cJSON *shape, struct fr_place *origin)
{
    const cJSON *pos = find(shape, "pos");
    const cJSON *x = find(pos ? pos : shape, "x"), *y = find(pos ? pos : shape, "y");
    if ((x && !cJSON_IsNumber(x)) || (y && !cJSON_IsNumber(y)))
        return refuse(reader, scene, shape, "pos", pos ? pos : x, "numbers x and y");
    *origin = (struct fr_place){x ? x->valuedouble : 0, y ? y->valuedouble : 0};
    return FR_OK;
}

static enum fr_status read_vertices(struct reader *reader, const cJSON *scene, const cJSON *shape)
{
    const char *key = find(shape, "bbox") ? "bbox" : "localVertices";
    const cJSON *vertices = find(shape, key), *x;
    const int count = cJSON_GetArraySize(vertices);
    struct fr_place origin = {0, 0};
    enum fr_status status = read_origin(reader, scene, shape, &origin);
    reader->outline.count = 0;
    if (status != FR_OK)
        return status;
    if (!cJSON_IsArray(vertices) || count < 6 || count % 2 != 0)
        return refuse(reader, scene, shape, key, vertices,
                      "the coordinates x, y of at least three vertices");
    for (x = vertices->child; x && status == FR_OK; x = x->next->next) {
        if (!cJSON_IsNumber(x) || !cJSON_IsNumber(x->next))
            return refuse(reader, scene, shape, key, cJSON_IsNumber(x) ? x->next : x, "a number");
        const struct fr_place at = {origin.x + x->valuedouble,
                                    reader->height - (origin.y + x->next->valuedouble)};
        status = fr_floor_add_place(&reader->floor, &reader->outline, at);
    }
    return status;
}

static enum fr_status draw(struct reader *reader, const cJSON *scene, const cJSON *shape)
{
    char where[160];
    const enum fr_status status = read_vertices(reader, scene, shape);
    snprintf(where, sizeof where, "scenes.%.60s.%.60s", scene->string,
             shape->string ? shape->string : "?");
    return status == FR_OK
               ? fr_floor_outline(&reader->floor, reader->outline.at, reader->outline.count, where)
               : status;
}

static bool is_obstacle(const cJSON *actor)
{
    return has_class(actor, "ObstacleActor") && !cJSON_IsFalse(find(actor, "visible"));
}

static enum fr_status read_size(struct reader *reader, const cJSON *scene)
{
    const cJSON *size = find(scene, "sceneSize"), *x = find(size, "x"), *y = find(size, "y");
    if (!size || cJSON_IsNull(size))
        return FR_OK;
    if (!cJSON_IsNumber(x) || !cJSON_IsNumber(y) || !(x->valuedouble >= 1) ||
        !(y->valuedouble >= 1) || x->valuedouble > FR_MAP_MAX_SIZE ||
        y->valuedouble > FR_MAP_MAX_SIZE)
        return refuse(reader, scene, size, "x", size, "numbers x and y from 1 to 32767");
    reader->floor.size = (struct fr_place){ceil(x->valuedouble), ceil(y->valuedouble)};
    reader->height = reader->floor.size.y;
    return FR_OK;
}

static enum fr_status draw_scene(struct reader *reader, const cJSON *scene, int *obstacles)
{
    const cJSON *actor;
    enum fr_status status = read_size(reader, scene);
    if (status == FR_OK)
        status = draw(reader, scene, find_zone(scene));
    cJSON_ArrayForEach(actor, find(scene, "actors"))
    {
        if (status != FR_OK)
            return status;
        if (!is_obstacle(actor))
            continue;
        status = draw(reader, scene, actor);
        ++*obstacles;
    }
    return status == FR_OK ? fr_floor_region(&reader->floor,
                                             (struct fr_span){scene->string, strlen(scene->string)},
                                             FR_FILL_FIRST, false)
                           : status;
}

/* The scene that the option names, or the first; NULL: none. */
static const cJSON *choose(struct reader *reader, const cJSON *scenes, struct fr_span chosen)
{
    const cJSON *scene, *found = NULL;
    cJSON_ArrayForEach(scene, scenes)
    {
        if (!scene->string || !find_zone(scene))
            continue;
        fr_floor_offer(&reader->floor, (struct fr_span){scene->string, strlen(scene->string)});
        if (!found && (chosen.length == 0 || fr_span_is(chosen, scene->string)))
            found = scene;
    }
    return found;
}

static enum fr_status read_chapter(struct reader *reader, const cJSON *top,
                                   const struct fr_load_options *options, struct fr_map **map,
                                   struct fr_load_report *report)
{
    char kind[64];
    int obstacles = 0;
    const cJSON *scenes = find(top, "scenes");
    if (!cJSON_IsObject(scenes))
        return fr_json_refuse(reader->file, "scenes", scenes, "an object");
    const cJSON *scene = choose(reader, scenes, options->floor);
    const char *choices = reader->floor.choices;
    if (!scene && options->floor.length > 0)
        return fr_refuse(reader->file,
                         "floor=%s: no scene with a walk zone of this name found, expected %s%s",
                         fr_quote(options->floor).text,
                         *choices ? "one of " : "a chapter that has one", choices);
    if (!scene)
        return fr_refuse(reader->file, "no scene with a walk zone found, expected one");
    const enum fr_status status = draw_scene(reader, scene, &obstacles);
    snprintf(kind, sizeof kind, "1 walk zone without %d obstacle%s", obstacles,
             obstacles == 1 ? "" : "s");
    return status == FR_OK ? fr_floor_map(&reader->floor, options, kind, map, report) : status;
}

/* Chapters begin with the engine's version, older ones with their scenes. */
bool fr_bladecoder_knows(const struct fr_file *file)
{
    static const char *const keys[] = {"bladeEngineVersion", "scenes"};
    const char *at = (const char *)file->bytes;
    at += strspn(at, " \t\r\n");
    if (*at++ != '{')
        return false;
    at += strspn(at, " \t\r\n\"");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strncmp(at, keys[i], strlen(keys[i])) == 0)
            return true;
    return false;
}

enum fr_status fr_load_bladecoder(const struct fr_file *file, const struct fr_load_options *options,
                                  struct fr_map **map, struct fr_load_report *report)
{
    struct reader reader = {.file = file};
    cJSON *top;
    enum fr_status status = fr_relaxed_json_parse(file, &top);
    if (status != FR_OK)
        return status;
    status = fr_floor_begin(&reader.floor, file);
    if (status == FR_OK)
        status = read_chapter(&reader, top, options, map, report);
    strcpy(report->format, "bladecoder");
    fr_floor_release_places(&reader.floor, &reader.outline);
    fr_floor_end(&reader.floor);
    cJSON_Delete(top);
    return status;
}
