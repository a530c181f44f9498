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
#include "maps/formats/base/loader.h"
#include "maps/formats/base/relaxed_json.h"
#include "maps/formats/scene/floor.h"

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

static enum fr_status refuse(const struct fr_floor *floor, const char *key, const cJSON *found,
                             const char *expected)
{
    char where[sizeof floor->where + 16];
    snprintf(where, sizeof where, "%s.%s", floor->where, key);
    return fr_json_refuse(floor->file, where, found, expected);
}

static void note_place(struct fr_floor *floor, const cJSON *scene, const cJSON *shape)
{
    snprintf(floor->where, sizeof floor->where, "scenes.%.60s.%.60s", scene->string,
             shape && shape->string ? shape->string : "?");
}

/* The origin of an actor's vertices. */
static enum fr_status read_origin(const struct fr_floor *floor, const cJSON *shape,
                                  struct fr_place *origin)
{
    const cJSON *pos = find(shape, "pos");
    const cJSON *x = find(pos ? pos : shape, "x"), *y = find(pos ? pos : shape, "y");
    if ((x && !cJSON_IsNumber(x)) || (y && !cJSON_IsNumber(y)))
        return refuse(floor, "pos", pos ? pos : x, "numbers x and y");
    *origin = (struct fr_place){x ? x->valuedouble : 0, y ? y->valuedouble : 0};
    return FR_OK;
}

/* An unknown height of the scene is 0. */
static enum fr_status draw(struct fr_floor *floor, const cJSON *scene, const cJSON *shape)
{
    const char *key = find(shape, "bbox") ? "bbox" : "localVertices";
    const cJSON *vertices = find(shape, key), *x;
    const int count = cJSON_GetArraySize(vertices);
    struct fr_place origin = {0, 0};
    note_place(floor, scene, shape);
    enum fr_status status = read_origin(floor, shape, &origin);
    if (status != FR_OK)
        return status;
    if (!cJSON_IsArray(vertices) || count < 6 || count % 2 != 0)
        return refuse(floor, key, vertices, "the coordinates x, y of at least three vertices");
    for (x = vertices->child; x && status == FR_OK; x = x->next->next) {
        if (!cJSON_IsNumber(x) || !cJSON_IsNumber(x->next))
            return refuse(floor, key, cJSON_IsNumber(x) ? x->next : x, "a number");
        status = fr_floor_add(floor, origin.x + x->valuedouble,
                              floor->size.y - (origin.y + x->next->valuedouble));
    }
    return status == FR_OK ? fr_floor_draw(floor) : status;
}

static bool is_obstacle(const cJSON *actor)
{
    return has_class(actor, "ObstacleActor") && !cJSON_IsFalse(find(actor, "visible"));
}

static enum fr_status read_size(struct fr_floor *floor, const cJSON *scene)
{
    const cJSON *size = find(scene, "sceneSize"), *x = find(size, "x"), *y = find(size, "y");
    if (!size || cJSON_IsNull(size))
        return FR_OK;
    note_place(floor, scene, size);
    if (!cJSON_IsNumber(x) || !cJSON_IsNumber(y) || !(x->valuedouble >= 1) ||
        !(y->valuedouble >= 1) || x->valuedouble > FR_MAP_MAX_SIZE ||
        y->valuedouble > FR_MAP_MAX_SIZE)
        return refuse(floor, "x", size, "numbers x and y from 1 to 32767");
    floor->size = (struct fr_place){ceil(x->valuedouble), ceil(y->valuedouble)};
    return FR_OK;
}

static enum fr_status draw_scene(struct fr_floor *floor, const cJSON *scene, int *obstacles)
{
    const cJSON *actor;
    enum fr_status status = read_size(floor, scene);
    if (status == FR_OK)
        status = draw(floor, scene, find_zone(scene));
    cJSON_ArrayForEach(actor, find(scene, "actors"))
    {
        if (status == FR_OK && is_obstacle(actor)) {
            status = draw(floor, scene, actor);
            ++*obstacles;
        }
    }
    return status == FR_OK ? fr_floor_region(floor, fr_span_of(scene->string), FR_FILL_FIRST, false)
                           : status;
}

/* The scene that the option names, or the first; NULL: none. */
static const cJSON *choose(struct fr_floor *floor, const cJSON *scenes, struct fr_span chosen)
{
    const cJSON *scene, *found = NULL;
    cJSON_ArrayForEach(scene, scenes)
    {
        if (!scene->string || !find_zone(scene))
            continue;
        fr_floor_offer(floor, fr_span_of(scene->string));
        if (!found && (chosen.length == 0 || fr_span_is(chosen, scene->string)))
            found = scene;
    }
    return found;
}

static enum fr_status read_chapter(struct fr_floor *floor, const cJSON *top)
{
    const struct fr_span chosen = floor->loading->options->floor;
    const cJSON *scenes = find(top, "scenes");
    int obstacles = 0;
    if (!cJSON_IsObject(scenes))
        return fr_json_refuse(floor->file, "scenes", scenes, "an object");
    const cJSON *scene = choose(floor, scenes, chosen);
    if (!scene && chosen.length > 0)
        return fr_floor_refuse_name(floor, chosen, "scene with a walk zone",
                                    "a chapter that has one");
    if (!scene)
        return fr_refuse(floor->file, "no scene with a walk zone found, expected one");
    const enum fr_status status = draw_scene(floor, scene, &obstacles);
    return status == FR_OK ? fr_floor_map(floor, "1 walk zone without %d obstacle%s", obstacles,
                                          obstacles == 1 ? "" : "s")
                           : status;
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

enum fr_status fr_load_bladecoder(struct fr_loading *loading)
{
    struct fr_floor floor;
    cJSON *top;
    enum fr_status status = fr_relaxed_json_parse(loading->file, &top);
    if (status != FR_OK)
        return status;
    status = fr_floor_begin(&floor, loading, "bladecoder");
    if (status == FR_OK)
        status = read_chapter(&floor, top);
    fr_floor_end(&floor);
    cJSON_Delete(top);
    return status;
}
