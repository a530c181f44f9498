/* Godot's text scenes, format 2 (Godot 3) and 3 (Godot 4), and navigation polygons in separate
 * files (.tres).
 *
 * The floor is that of the navigation regions: the convex polygons of the engine, or the
 * outlines if there are no polygons. Each region is an area, in file order, closed if it is not
 * enabled; where it overlaps an open region, the floor is open. With the option floor=NODE, the
 * polygons of nodes with that name are the floor instead: navigation regions, CollisionPolygon2D,
 * Polygon2D.
 *
 * Nodes are placed relative to their parents, as far as the file shows: a node below an instanced
 * scene is relative to that instance. */
#include "maps/formats/base/loader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "maps/formats/scene/floor.h"
#include "maps/formats/scene/godot_text.h"

struct reader {
    struct fr_godot_sections sections;
    struct fr_floor floor;
    struct fr_places vertices; /* of a mesh, in the scene's coordinates */
    struct fr_span chosen;     /* the option floor; "" for none */
};

static enum fr_status refuse(const struct reader *reader, const struct fr_godot_section *section,
                             const char *place, const char *expected)
{
    return fr_refuse(reader->floor.file, "line %lld: %s: another value found, expected %s",
                     (long long)section->line, place, expected);
}

static bool is_tagged(const struct fr_godot_section *section, const char *tag)
{
    return fr_span_is(section->tag, tag);
}

static bool has_type(const struct fr_godot_section *section, const char *type)
{
    struct fr_span found;
    return fr_godot_attribute(section, "type", &found) && fr_span_is(found, type);
}

static bool is_region(const struct fr_godot_section *section)
{
    return has_type(section, "NavigationRegion2D") ||
           has_type(section, "NavigationPolygonInstance");
}

static bool is_polygon(const struct fr_godot_section *section)
{
    return has_type(section, "CollisionPolygon2D") || has_type(section, "Polygon2D");
}

static struct fr_span name_of(const struct fr_godot_section *section)
{
    struct fr_span name = {"", 0};
    fr_godot_attribute(section, "name", &name);
    return name;
}

/* Whether a path from the root names this node. */
static bool is_at(const struct fr_godot_section *node, struct fr_span path)
{
    struct fr_span parent;
    const struct fr_span name = name_of(node);
    if (!is_tagged(node, "node"))
        return false;
    if (!fr_godot_attribute(node, "parent", &parent))
        return fr_span_is(path, ".");
    if (fr_span_is(parent, "."))
        return fr_spans_equal(name, path);
    return path.length == parent.length + 1 + name.length &&
           memcmp(path.text, parent.text, parent.length) == 0 && path.text[parent.length] == '/' &&
           memcmp(path.text + parent.length + 1, name.text, name.length) == 0;
}

/* The node with this path, or its nearest ancestor in the file; NULL without a root. */
static const struct fr_godot_section *find_node(const struct reader *reader, struct fr_span path)
{
    for (;;) {
        for (size_t i = 0; i < reader->sections.count; i++)
            if (is_at(&reader->sections.items[i], path))
                return &reader->sections.items[i];
        if (fr_span_is(path, "."))
            return NULL;
        while (path.length > 0 && path.text[--path.length] != '/')
            ;
        if (path.length == 0)
            path = (struct fr_span){".", 1};
    }
}

/* Reads `count` arguments of a call; false for any other number of them. */
static bool read_numbers(struct fr_span value, const char *call, double *numbers, int count)
{
    struct fr_span list;
    bool taken;
    if (!fr_godot_call(&value, call, &list))
        return false;
    for (int i = 0; i < count; i++)
        if (fr_godot_number(&list, &numbers[i], &taken) != FR_OK || !taken)
            return false;
    return list.length == 0;
}

/* Reads a property, a number or a Vector2; unchanged if it is missing. */
static enum fr_status read_property(const struct reader *reader,
                                    const struct fr_godot_section *node, const char *name,
                                    double *numbers, int count)
{
    struct fr_span value;
    bool taken;
    if (!fr_godot_property(node, name, &value))
        return FR_OK;
    if (count == 1 ? fr_godot_number(&value, numbers, &taken) == FR_OK && taken
                   : read_numbers(value, "Vector2", numbers, count))
        return FR_OK;
    return refuse(reader, node, name, count == 1 ? "a number" : "Vector2(X, Y)");
}

static enum fr_status read_transform(const struct reader *reader,
                                     const struct fr_godot_section *node,
                                     struct fr_transform *transform)
{
    double at[6], position[2] = {0, 0}, scale[2] = {1, 1}, rotation = 0, skew = 0;
    struct fr_span value;
    if (fr_godot_property(node, "transform", &value)) {
        if (!read_numbers(value, "Transform2D", at, 6))
            return refuse(reader, node, "transform", "Transform2D of six numbers");
        *transform = (struct fr_transform){{at[0], at[1]}, {at[2], at[3]}, {at[4], at[5]}};
        return FR_OK;
    }
    enum fr_status status = read_property(reader, node, "position", position, 2);
    if (status == FR_OK)
        status = read_property(reader, node, "scale", scale, 2);
    if (status == FR_OK)
        status = read_property(reader, node, "rotation", &rotation, 1);
    if (status == FR_OK)
        status = read_property(reader, node, "skew", &skew, 1);
    *transform = (struct fr_transform){
        .x = {cos(rotation) * scale[0], sin(rotation) * scale[0]},
        .y = {-sin(rotation + skew) * scale[1], cos(rotation + skew) * scale[1]},
        .origin = {position[0], position[1]}};
    return status;
}

/* The transform from a node to the scene. A parent's path is shorter than its child's, so the loop
 * ends. */
static enum fr_status find_transform(const struct reader *reader,
                                     const struct fr_godot_section *node,
                                     struct fr_transform *transform)
{
    struct fr_transform own;
    struct fr_span parent;
    enum fr_status status = read_transform(reader, node, transform);
    while (status == FR_OK && fr_godot_attribute(node, "parent", &parent)) {
        const struct fr_godot_section *above = find_node(reader, parent);
        if (!above)
            return FR_OK;
        node = above;
        status = read_transform(reader, node, &own);
        *transform = fr_transform_inside(&own, transform);
    }
    return status;
}

/* Adds pairs of coordinates, converted by the transform, to the list. */
static enum fr_status read_places(struct reader *reader, const struct fr_godot_section *section,
                                  const char *name, struct fr_span list,
                                  const struct fr_transform *transform, struct fr_places *places)
{
    struct fr_place at;
    bool taken = true;
    enum fr_status status = FR_OK;
    while (status == FR_OK) {
        if (fr_godot_number(&list, &at.x, &taken) != FR_OK)
            return refuse(reader, section, name, "finite numbers, separated by commas");
        if (!taken)
            return FR_OK;
        if (fr_godot_number(&list, &at.y, &taken) != FR_OK || !taken)
            return refuse(reader, section, name, "numbers in pairs, x and y");
        status = fr_floor_add_place(&reader->floor, places, fr_transform_apply(transform, at));
    }
    return status;
}

static enum fr_status draw(struct reader *reader, const struct fr_godot_section *section)
{
    snprintf(reader->floor.where, sizeof reader->floor.where, "line %lld",
             (long long)section->line);
    return fr_floor_draw(&reader->floor);
}

/* Draws one convex polygon, given by vertex numbers. */
static enum fr_status draw_cell(struct reader *reader, const struct fr_godot_section *mesh,
                                struct fr_span list)
{
    double number;
    bool taken;
    enum fr_status status = FR_OK;
    while (status == FR_OK) {
        if (fr_godot_number(&list, &number, &taken) != FR_OK ||
            (taken &&
             !(number >= 0 && number < (double)reader->vertices.count && number == floor(number))))
            return refuse(reader, mesh, "polygons", "numbers of vertices");
        if (!taken)
            return draw(reader, mesh);
        const struct fr_place at = reader->vertices.at[(size_t)number];
        status = fr_floor_add(&reader->floor, at.x, at.y);
    }
    return status;
}

/* Draws the polygons of a mesh and counts them. */
static enum fr_status draw_cells(struct reader *reader, const struct fr_godot_section *mesh,
                                 const struct fr_transform *transform, size_t *count)
{
    struct fr_span vertices, cells, list;
    enum fr_status status = FR_OK;
    *count = reader->vertices.count = 0;
    if (!fr_godot_property(mesh, "vertices", &vertices) ||
        !fr_godot_property(mesh, "polygons", &cells))
        return FR_OK;
    if (!fr_godot_call(&vertices, "Vector2Array", &list))
        return refuse(reader, mesh, "vertices", "PackedVector2Array(X, Y, ...)");
    status = read_places(reader, mesh, "vertices", list, transform, &reader->vertices);
    for (; status == FR_OK && fr_godot_call(&cells, "Array", &list); ++*count)
        status = draw_cell(reader, mesh, list);
    return status;
}

static enum fr_status draw_outlines(struct reader *reader, const struct fr_godot_section *section,
                                    const char *name, const struct fr_transform *transform)
{
    struct fr_span value, list;
    enum fr_status status = FR_OK;
    if (!fr_godot_property(section, name, &value))
        return FR_OK;
    if (value.length > 2 && !fr_godot_call(&(struct fr_span){value.text, value.length}, "Array",
                                           &list)) /* [] is an empty list */
        return refuse(reader, section, name, "PackedVector2Array(X, Y, ...)");
    while (status == FR_OK && fr_godot_call(&value, "Array", &list)) {
        status = read_places(reader, section, name, list, transform, &reader->floor.outline);
        if (status == FR_OK)
            status = draw(reader, section);
    }
    return status;
}

/* The id of a resource, without the quotes of format 3. */
static struct fr_span bare(struct fr_span id)
{
    struct fr_span word = {"", 0};
    fr_take_word(&id, &word);
    if (word.length >= 2 && word.text[0] == '"')
        word = (struct fr_span){word.text + 1, word.length - 2};
    return word;
}

/* The navigation polygon of a region. FR_OK; or FR_BAD_INPUT if the polygon is not in this file. */
static enum fr_status find_mesh(const struct reader *reader, const struct fr_godot_section *region,
                                const struct fr_godot_section **mesh)
{
    struct fr_span value, id, found;
    *mesh = NULL;
    if (!fr_godot_property(region, "navigation_polygon", &value) &&
        !fr_godot_property(region, "navpoly", &value))
        return FR_OK;
    if (!fr_godot_call(&value, "SubResource", &id))
        return refuse(
            reader, region, "navigation_polygon",
            "a resource in this file; save it into the scene (Make Unique, or Local to Scene)");
    for (size_t i = 0; i < reader->sections.count && !*mesh; i++) {
        const struct fr_godot_section *section = &reader->sections.items[i];
        if (is_tagged(section, "sub_resource") && has_type(section, "NavigationPolygon") &&
            fr_godot_attribute(section, "id", &found) && fr_spans_equal(bare(found), bare(id)))
            *mesh = section;
    }
    return *mesh ? FR_OK
                 : refuse(reader, region, "navigation_polygon",
                          "the id of a NavigationPolygon of this file");
}

static enum fr_status add_mesh(struct reader *reader, const struct fr_godot_section *mesh,
                               const struct fr_transform *transform, struct fr_span name,
                               bool closed)
{
    size_t cells = 0;
    enum fr_status status = draw_cells(reader, mesh, transform, &cells);
    if (status == FR_OK && cells == 0)
        status = draw_outlines(reader, mesh, "outlines", transform);
    return status == FR_OK
               ? fr_floor_region(&reader->floor, name, cells ? FR_FILL_ALL : FR_FILL_ODD, closed)
               : status;
}

static enum fr_status add_region(struct reader *reader, const struct fr_godot_section *node)
{
    const struct fr_godot_section *mesh;
    struct fr_transform transform;
    struct fr_span enabled;
    enum fr_status status = find_mesh(reader, node, &mesh);
    if (status != FR_OK || !mesh)
        return status;
    status = find_transform(reader, node, &transform);
    const bool closed =
        fr_godot_property(node, "enabled", &enabled) && fr_span_is(enabled, "false");
    return status == FR_OK ? add_mesh(reader, mesh, &transform, name_of(node), closed) : status;
}

/* Reads a file that is a single navigation polygon, without a position. */
static enum fr_status add_resource(struct reader *reader, const struct fr_godot_section *mesh)
{
    static const struct fr_transform as_it_is = {{1, 0}, {0, 1}, {0, 0}};
    return add_mesh(reader, mesh, &as_it_is, (struct fr_span){"resource", 8}, false);
}

static enum fr_status add_polygon(struct reader *reader, const struct fr_godot_section *node)
{
    struct fr_transform transform;
    double offset[2] = {0, 0};
    enum fr_status status = find_transform(reader, node, &transform);
    if (status == FR_OK)
        status = read_property(reader, node, "offset", offset, 2);
    transform.origin = fr_transform_apply(&transform, (struct fr_place){offset[0], offset[1]});
    if (status == FR_OK)
        status = draw_outlines(reader, node, "polygon", &transform);
    return status == FR_OK ? fr_floor_region(&reader->floor, name_of(node), FR_FILL_ODD, false)
                           : status;
}

/* Whether this is the only section of a file with a navigation polygon. */
static bool is_resource(const struct reader *reader, const struct fr_godot_section *section)
{
    return is_tagged(section, "resource") && is_tagged(&reader->sections.items[0], "gd_resource") &&
           has_type(&reader->sections.items[0], "NavigationPolygon");
}

static bool is_chosen(const struct reader *reader, const struct fr_godot_section *node)
{
    if (!is_tagged(node, "node"))
        return false;
    if (reader->chosen.length == 0)
        return is_region(node);
    return (is_region(node) || is_polygon(node)) && fr_spans_equal(name_of(node), reader->chosen);
}

static void offer_choices(struct reader *reader)
{
    for (size_t i = 0; i < reader->sections.count; i++) {
        const struct fr_godot_section *node = &reader->sections.items[i];
        if (is_tagged(node, "node") && (is_region(node) || is_polygon(node)))
            fr_floor_offer(&reader->floor, name_of(node));
    }
}

static enum fr_status refuse_floorless(const struct reader *reader)
{
    const char *choices = reader->floor.choices;
    return reader->chosen.length > 0
               ? fr_floor_refuse_name(&reader->floor, reader->chosen, "polygon",
                                      "a scene with named polygons")
               : fr_refuse(reader->floor.file,
                           "no navigation region with a polygon found, expected one%s%s",
                           *choices ? ", or floor=NODE with one of " : "", choices);
}

static enum fr_status read_scene(struct reader *reader)
{
    enum fr_status status = FR_OK;
    offer_choices(reader);
    for (size_t i = 0; i < reader->sections.count && status == FR_OK; i++) {
        const struct fr_godot_section *node = &reader->sections.items[i];
        if (is_chosen(reader, node))
            status = is_region(node) ? add_region(reader, node) : add_polygon(reader, node);
        else if (reader->chosen.length == 0 && is_resource(reader, node))
            status = add_resource(reader, node);
    }
    const int regions = reader->floor.regions;
    if (status == FR_OK && regions == 0)
        status = refuse_floorless(reader);
    return status == FR_OK
               ? fr_floor_map(&reader->floor, "%d %s%s", regions,
                              reader->chosen.length > 0 ? "polygon" : "navigation region",
                              regions == 1 ? "" : "s")
               : status;
}

bool fr_godot_knows(const struct fr_file *file)
{
    return file->size > 12 && (memcmp(file->bytes, "[gd_scene", 9) == 0 ||
                               memcmp(file->bytes, "[gd_resource", 12) == 0);
}

enum fr_status fr_load_godot(struct fr_loading *loading)
{
    const struct fr_allocator *allocator = loading->file->allocator;
    struct reader reader = {.chosen = loading->options->floor};
    enum fr_status status = fr_godot_sections(loading->file, &reader.sections);
    if (status != FR_OK)
        return status;
    status = fr_floor_begin(&reader.floor, loading, "godot");
    if (status == FR_OK)
        status = read_scene(&reader);
    fr_deallocate(allocator, reader.vertices.at, reader.vertices.capacity,
                  sizeof *reader.vertices.at);
    fr_floor_end(&reader.floor);
    fr_deallocate(allocator, reader.sections.items, reader.sections.capacity,
                  sizeof *reader.sections.items);
    return status;
}
