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

#include "maps/formats/base/xml_file.h"
#include "maps/formats/scene/load_scene.h"
#include "maps/formats/scene/svg_path.h"

#define DEEPEST 202
#define PI 3.14159265358979323846

struct frame {
    struct fr_svg_transform transform;
    char fill[24];
    bool taken, hidden;
};

struct reader {
    const struct fr_file *file;
    struct fr_floor floor;
    struct fr_places outline;
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
    struct fr_span rest = {style ? style : "", style ? strlen(style) : 0}, item, before, key;
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

static bool speaks_of_floor(const char *name)
{
    static const char *const words[] = {"walk", "floor", "nav"};
    char lower[64] = "";
    for (size_t i = 0; name && name[i] && i + 1 < sizeof lower; i++)
        lower[i] = (char)tolower((unsigned char)name[i]);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(lower, words[i]))
            return true;
    return false;
}

static bool is_called(const struct reader *reader, const char *name)
{
    if (!name)
        return false;
    return reader->chosen.length > 0 ? fr_span_is(reader->chosen, name) : speaks_of_floor(name);
}

static enum fr_status refuse(const struct reader *reader, int64_t line, const char *place,
                             const char *expected)
{
    return fr_refuse(reader->file, "line %lld: %s: expected %s", (long long)line, place, expected);
}

static enum fr_status read_numbers(const struct reader *reader, int64_t line,
                                   const char *const *attributes, const char *const *names,
                                   int count, double *numbers)
{
    for (int i = 0; i < count; i++) {
        const char *text = fr_xml_attribute(attributes, names[i]);
        numbers[i] = 0;
        if (text && !fr_svg_number(&text, &numbers[i]))
            return refuse(reader, line, names[i], "a number");
    }
    return FR_OK;
}

static enum fr_status add(struct reader *reader, const struct frame *frame, double x, double y)
{
    return fr_floor_add_place(&reader->floor, &reader->outline,
                              fr_svg_apply(&frame->transform, (struct fr_place){x, y}));
}

static enum fr_status add_rectangle(struct reader *reader, const struct frame *frame, int64_t line,
                                    const char *const *attributes)
{
    static const char *const names[] = {"x", "y", "width", "height"};
    double n[4];
    enum fr_status status = read_numbers(reader, line, attributes, names, 4, n);
    for (int i = 0; i < 4 && status == FR_OK; i++)
        status =
            add(reader, frame, n[0] + (i == 1 || i == 2 ? n[2] : 0), n[1] + (i / 2 ? n[3] : 0));
    return status;
}

static enum fr_status add_ellipse(struct reader *reader, const struct frame *frame, int64_t line,
                                  const char *const *attributes)
{
    static const char *const names[] = {"cx", "cy", "rx", "ry", "r"};
    double n[5];
    enum fr_status status = read_numbers(reader, line, attributes, names, 5, n);
    if (status != FR_OK)
        return status;
    const struct fr_svg_transform *by = &frame->transform;
    const double rx = n[4] > 0 ? n[4] : n[2], ry = n[4] > 0 ? n[4] : n[3];
    const double scale = fmax(hypot(by->x.x, by->x.y), hypot(by->y.x, by->y.y));
    const double wanted = 2 * PI * sqrt(fmax(0, fmax(rx, ry) * scale));
    const int edges = (int)fmax(8, fmin(1000, ceil(wanted)));
    for (int i = 0; i < edges && status == FR_OK; i++)
        status = add(reader, frame, n[0] + rx * cos(2 * PI * i / edges),
                     n[1] + ry * sin(2 * PI * i / edges));
    return status;
}

static enum fr_status add_polygon(struct reader *reader, const struct frame *frame, int64_t line,
                                  const char *points)
{
    enum fr_status status = FR_OK;
    while (points && points[strspn(points, " \t\r\n,")] && status == FR_OK) {
        double x, y;
        if (!fr_svg_number(&points, &x) || !fr_svg_number(&points, &y))
            return refuse(reader, line, "points", "pairs of numbers");
        status = add(reader, frame, x, y);
    }
    return status;
}

static enum fr_status draw(struct reader *reader, const struct frame *frame, const char *name,
                           const char *const *attributes, int64_t line)
{
    char where[32];
    const char *id = fr_xml_attribute(attributes, "id");
    const char *path = fr_xml_attribute(attributes, "d");
    enum fr_status status = FR_OK;
    snprintf(where, sizeof where, "line %lld", (long long)line);
    reader->outline.count = 0;
    if (strcmp(name, "path") == 0)
        status = fr_svg_path(&reader->floor, &reader->outline, &frame->transform, path ? path : "",
                             where);
    else if (strcmp(name, "polygon") == 0)
        status = add_polygon(reader, frame, line, fr_xml_attribute(attributes, "points"));
    else
        status = (strcmp(name, "rect") == 0 ? add_rectangle : add_ellipse)(reader, frame, line,
                                                                           attributes);
    if (status == FR_OK)
        status = fr_floor_outline(&reader->floor, reader->outline.at, reader->outline.count, where);
    return status == FR_OK
               ? fr_floor_region(&reader->floor,
                                 (struct fr_span){id ? id : name, strlen(id ? id : name)},
                                 FR_FILL_ODD, false)
               : status;
}

/* Reads the outermost element: the size of the drawing, and its corner. */
static enum fr_status read_root(struct reader *reader, struct frame *frame,
                                const char *const *attributes, int64_t line)
{
    static const char *const names[] = {"width", "height"};
    const char *box = fr_xml_attribute(attributes, "viewBox");
    double n[4] = {0, 0, 0, 0};
    if (!box) {
        const enum fr_status status = read_numbers(reader, line, attributes, names, 2, n + 2);
        if (status != FR_OK)
            return status;
    }
    for (int i = 0; i < 4 && box; i++)
        if (!fr_svg_number(&box, &n[i]))
            return refuse(reader, line, "viewBox", "four numbers");
    frame->transform.origin = (struct fr_place){-n[0], -n[1]};
    if (!(n[2] >= 0 && n[2] <= FR_MAP_MAX_SIZE && n[3] >= 0 && n[3] <= FR_MAP_MAX_SIZE))
        return refuse(reader, line, "size", "at most 32767 units in each direction");
    reader->floor.size = (struct fr_place){ceil(n[2]), ceil(n[3])};
    return FR_OK;
}

static void offer(struct reader *reader, const char *name)
{
    if (name && !reader->drawing)
        fr_floor_offer(&reader->floor, (struct fr_span){name, strlen(name)});
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
    if (reader->depth++ == 0)
        return read_root(reader, frame, attributes, line);
    if (by && !fr_svg_transform(by, &frame->transform))
        return refuse(reader, line, "transform",
                      "translate, scale, rotate, skewX, skewY or matrix");
    if (fill)
        note_fill((struct fr_span){fill, strlen(fill)}, frame->fill);
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
    return reader->drawing && (taken || reader->any) ? draw(reader, frame, name, attributes, line)
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

static enum fr_status read_drawing(struct reader *reader, const struct fr_load_options *options,
                                   struct fr_map **map, struct fr_load_report *report)
{
    static const struct fr_xml_handlers handlers = {start, end, NULL};
    char kind[48];
    enum fr_status status = fr_xml_parse(reader->file, &handlers, reader);
    if (status != FR_OK)
        return status;
    const char *choices = reader->floor.choices;
    reader->any = reader->speaking == 0 && reader->chosen.length == 0 && reader->shapes == 1;
    if (reader->speaking == 0 && reader->chosen.length > 0)
        return fr_refuse(reader->file,
                         "floor=%s: no filled shape of this name found, expected %s%s",
                         fr_quote(reader->chosen).text,
                         *choices ? "one of " : "a drawing that has one", choices);
    if (reader->speaking == 0 && !reader->any)
        return fr_refuse(reader->file, "no shape marked as floor found, expected %s%s",
                         *choices ? "floor=NAME with one of " : "some filled shape", choices);
    reader->drawing = true;
    reader->depth = 0;
    status = fr_xml_parse(reader->file, &handlers, reader);
    snprintf(kind, sizeof kind, "%d shape%s", reader->floor.regions,
             reader->floor.regions == 1 ? "" : "s");
    return status == FR_OK ? fr_floor_map(&reader->floor, options, kind, map, report) : status;
}

enum fr_status fr_load_svg(const struct fr_file *file, const struct fr_load_options *options,
                           struct fr_map **map, struct fr_load_report *report)
{
    struct reader reader = {.file = file, .chosen = options->floor};
    enum fr_status status = fr_floor_begin(&reader.floor, file);
    if (status == FR_OK)
        status = read_drawing(&reader, options, map, report);
    strcpy(report->format, "svg");
    fr_floor_release_places(&reader.floor, &reader.outline);
    fr_floor_end(&reader.floor);
    return status;
}
