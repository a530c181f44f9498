/* SVG drawings: filled shapes as the floor.
 *
 * The floor is the shapes whose name, or that of an enclosing group or layer, suggests walking or a
 * floor; else the only shape. The option floor=NAME takes the shapes of that id, label, or fill
 * colour, and those in groups of that name. Each shape is an area, filled by the even-odd rule. A
 * unit of the drawing is a pixel; the corner of the view box is 0, 0. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "maps/formats/base/loader.h"
#include "maps/formats/base/xml_file.h"
#include "maps/formats/scene/svg_path.h"

#define DEEPEST 202
#define PI 3.14159265358979323846

struct frame {
    struct fr_transform transform;
    char fill[24];
    bool taken, hidden;
};

struct reader {
    struct fr_floor floor;
    struct fr_span chosen;
    bool drawing; /* the second pass over the file */
    bool any;     /* no name suggests a floor: the only shape is taken */
    int shapes, speaking;
    struct frame frames[DEEPEST];
    int depth;
};

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool is_shape(const char *name)
{
    static const char *const shapes[] = {"path", "polygon", "rect", "circle", "ellipse"};
    return is_one_of(name, shapes, sizeof shapes / sizeof *shapes);
}

/* Elements that are drawn only when referenced. */
static bool is_definition(const char *name)
{
    static const char *const names[] = {"defs", "clipPath", "mask", "symbol", "pattern", "marker"};
    return is_one_of(name, names, sizeof names / sizeof *names);
}

/* The value of a property in style="fill:#ff0000;..."; false if it is missing. */
static bool find_style(const char *style, const char *name, struct fr_span *value)
{
    struct fr_span rest = fr_span_of(style), item, before, key;
    while (fr_take_item(&rest, ';', &item))
        if (fr_take_item(&item, ':', &before) && fr_take_word(&before, &key) &&
            fr_span_is(key, name))
            return fr_take_word(&item, value);
    return false;
}

/* "#F00" as "ff0000"; names are copied. */
static void note_fill(struct fr_span value, char fill[24])
{
    if (value.length == 0 || value.length >= 24)
        return;
    const bool hex = value.text[0] == '#', brief = hex && value.length == 4;
    size_t used = 0;
    for (size_t i = hex; i < value.length; i++) {
        const char letter = (char)tolower((unsigned char)value.text[i]);
        fill[used++] = letter;
        if (brief)
            fill[used++] = letter;
    }
    fill[used] = '\0';
}

static bool is_called(const struct reader *reader, const char *name)
{
    if (!name)
        return false;
    return reader->chosen.length > 0 ? fr_span_is(reader->chosen, name)
                                     : fr_floor_suggested(fr_span_of(name));
}

static enum fr_status refuse(const struct reader *reader, const char *key, const char *expected)
{
    return fr_refuse(reader->floor.file, "%s: %s: expected %s", reader->floor.where, key, expected);
}

static enum fr_status read_numbers(const struct reader *reader, const char *const *attributes,
                                   const char *const *names, int count, double *numbers)
{
    for (int i = 0; i < count; i++) {
        const char *text = fr_xml_attribute(attributes, names[i]);
        numbers[i] = 0;
        if (text && !fr_svg_number(&text, &numbers[i]))
            return refuse(reader, names[i], "a number");
    }
    return FR_OK;
}

static enum fr_status add(struct reader *reader, const struct frame *frame, double x, double y)
{
    const struct fr_place at = fr_transform_apply(&frame->transform, (struct fr_place){x, y});
    return fr_floor_add(&reader->floor, at.x, at.y);
}

static enum fr_status add_rectangle(struct reader *reader, const struct frame *frame,
                                    const char *const *attributes)
{
    static const char *const names[] = {"x", "y", "width", "height"};
    double n[4];
    enum fr_status status = read_numbers(reader, attributes, names, 4, n);
    for (int i = 0; i < 4 && status == FR_OK; i++)
        status =
            add(reader, frame, n[0] + (i == 1 || i == 2 ? n[2] : 0), n[1] + (i / 2 ? n[3] : 0));
    return status;
}

static enum fr_status add_ellipse(struct reader *reader, const struct frame *frame,
                                  const char *const *attributes)
{
    static const char *const names[] = {"cx", "cy", "rx", "ry", "r"};
    double n[5];
    enum fr_status status = read_numbers(reader, attributes, names, 5, n);
    if (status != FR_OK)
        return status;
    const struct fr_transform *by = &frame->transform;
    const double rx = n[4] > 0 ? n[4] : n[2], ry = n[4] > 0 ? n[4] : n[3];
    const double scale = fmax(hypot(by->x.x, by->x.y), hypot(by->y.x, by->y.y));
    const double wanted = 2 * PI * sqrt(fmax(0, fmax(rx, ry) * scale));
    const int edges = (int)fmax(8, fmin(1000, ceil(wanted)));
    for (int i = 0; i < edges && status == FR_OK; i++)
        status = add(reader, frame, n[0] + rx * cos(2 * PI * i / edges),
                     n[1] + ry * sin(2 * PI * i / edges));
    return status;
}

static enum fr_status add_polygon(struct reader *reader, const struct frame *frame,
                                  const char *points)
{
    enum fr_status status = FR_OK;
    while (points && points[strspn(points, " \t\r\n,")] && status == FR_OK) {
        double x, y;
        if (!fr_svg_number(&points, &x) || !fr_svg_number(&points, &y))
            return refuse(reader, "points", "pairs of numbers");
        status = add(reader, frame, x, y);
    }
    return status;
}

static enum fr_status draw(struct reader *reader, const struct frame *frame, const char *name,
                           const char *const *attributes)
{
    const char *id = fr_xml_attribute(attributes, "id");
    const char *path = fr_xml_attribute(attributes, "d");
    enum fr_status status = FR_OK;
    if (strcmp(name, "path") == 0)
        status = fr_svg_path(&reader->floor, &frame->transform, path ? path : "");
    else if (strcmp(name, "polygon") == 0)
        status = add_polygon(reader, frame, fr_xml_attribute(attributes, "points"));
    else
        status =
            (strcmp(name, "rect") == 0 ? add_rectangle : add_ellipse)(reader, frame, attributes);
    if (status == FR_OK)
        status = fr_floor_draw(&reader->floor);
    return status == FR_OK
               ? fr_floor_region(&reader->floor, fr_span_of(id ? id : name), FR_FILL_ODD, false)
               : status;
}

/* Reads the outermost element: the size of the drawing, and its corner. */
static enum fr_status read_root(struct reader *reader, struct frame *frame,
                                const char *const *attributes)
{
    static const char *const names[] = {"width", "height"};
    const char *box = fr_xml_attribute(attributes, "viewBox");
    double n[4] = {0, 0, 0, 0};
    if (!box) {
        const enum fr_status status = read_numbers(reader, attributes, names, 2, n + 2);
        if (status != FR_OK)
            return status;
    }
    for (int i = 0; i < 4 && box; i++)
        if (!fr_svg_number(&box, &n[i]))
            return refuse(reader, "viewBox", "four numbers");
    frame->transform.origin = (struct fr_place){-n[0], -n[1]};
    if (!(n[2] >= 0 && n[2] <= FR_MAP_MAX_SIZE && n[3] >= 0 && n[3] <= FR_MAP_MAX_SIZE))
        return refuse(reader, "size", "at most 32767 units in each direction");
    reader->floor.size = (struct fr_place){ceil(n[2]), ceil(n[3])};
    return FR_OK;
}

static void offer(struct reader *reader, const char *name)
{
    if (name && !reader->drawing)
        fr_floor_offer(&reader->floor, fr_span_of(name));
}

static enum fr_status start(void *user, const char *name, const char *const *attributes,
                            int64_t line)
{
    static const struct frame outermost = {{{1, 0}, {0, 1}, {0, 0}}, "000000", false, false};
    struct reader *reader = user;
    struct frame *frame = &reader->frames[reader->depth];
    struct fr_span value;
    *frame = reader->depth > 0 ? reader->frames[reader->depth - 1] : outermost;
    const char *by = fr_xml_attribute(attributes, "transform");
    const char *fill = fr_xml_attribute(attributes, "fill");
    const char *style = fr_xml_attribute(attributes, "style");
    const char *id = fr_xml_attribute(attributes, "id");
    const char *label = fr_xml_attribute(attributes, "label");
    snprintf(reader->floor.where, sizeof reader->floor.where, "line %lld", (long long)line);
    if (reader->depth++ == 0)
        return read_root(reader, frame, attributes);
    if (by && !fr_svg_transform(by, &frame->transform))
        return refuse(reader, "transform", "translate, scale, rotate, skewX, skewY or matrix");
    if (fill)
        note_fill(fr_span_of(fill), frame->fill);
    if (find_style(style, "fill", &value))
        note_fill(value, frame->fill);
    frame->hidden |= is_definition(name);
    if (strcmp(name, "g") != 0 && !is_shape(name))
        return FR_OK;
    frame->taken |= is_called(reader, id) || is_called(reader, label);
    if (frame->hidden || !is_shape(name) || strcmp(frame->fill, "none") == 0) {
        offer(reader, strcmp(name, "g") == 0 && !frame->hidden ? label ? label : id : NULL);
        return FR_OK;
    }
    offer(reader, label ? label : id);
    offer(reader, frame->fill);
    struct fr_span colour = reader->chosen;
    if (colour.length > 0 && *colour.text == '#')
        colour = (struct fr_span){colour.text + 1, colour.length - 1};
    const bool taken = frame->taken || (colour.length > 0 && fr_span_is(colour, frame->fill));
    reader->shapes++;
    reader->speaking += taken;
    return reader->drawing && (taken || reader->any) ? draw(reader, frame, name, attributes)
                                                     : FR_OK;
}

static enum fr_status end(void *user, const char *name, int64_t line)
{
    struct reader *reader = user;
    (void)name;
    (void)line;
    reader->depth--;
    return FR_OK;
}

static enum fr_status read_drawing(struct reader *reader)
{
    static const struct fr_xml_handlers handlers = {start, end, NULL};
    const struct fr_file *file = reader->floor.file;
    enum fr_status status = fr_xml_parse(file, &handlers, reader);
    if (status != FR_OK)
        return status;
    const char *choices = reader->floor.choices;
    reader->any = reader->speaking == 0 && reader->chosen.length == 0 && reader->shapes == 1;
    if (reader->speaking == 0 && reader->chosen.length > 0)
        return fr_floor_refuse_name(&reader->floor, reader->chosen, "filled shape",
                                    "a drawing that has one");
    if (reader->speaking == 0 && !reader->any)
        return fr_refuse(file, "no shape marked as floor found, expected %s%s",
                         *choices ? "floor=NAME with one of " : "some filled shape", choices);
    reader->drawing = true;
    reader->depth = 0;
    status = fr_xml_parse(file, &handlers, reader);
    const int regions = reader->floor.regions;
    return status == FR_OK
               ? fr_floor_map(&reader->floor, "%d shape%s", regions, regions == 1 ? "" : "s")
               : status;
}

enum fr_status fr_load_svg(struct fr_loading *loading)
{
    struct reader reader = {.chosen = loading->options->floor};
    enum fr_status status = fr_floor_begin(&reader.floor, loading, "svg");
    if (status == FR_OK)
        status = read_drawing(&reader);
    fr_floor_end(&reader.floor);
    return status;
}
