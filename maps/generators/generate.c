#include "maps/generators/generate.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "maps/formats/base/words.h"

#define EACH_GENERATOR(X)                                                                          \
    X(open)                                                                                        \
    X(corridor)                                                                                    \
    X(utrap)                                                                                       \
    X(spiral)                                                                                      \
    X(serpentine)                                                                                  \
    X(comb)                                                                                        \
    X(maze)                                                                                        \
    X(rooms)                                                                                       \
    X(office)                                                                                      \
    X(gates)                                                                                       \
    X(cave)                                                                                        \
    X(staircase) X(pinches) X(fan) X(random) X(adventure) X(painted) X(coloured) X(blocky) X(walls)

#define DECLARE(kind) extern const struct fr_generator fr_generator_##kind;
EACH_GENERATOR(DECLARE)

#define ADDRESS(kind) &fr_generator_##kind,
const struct fr_generator *const fr_generators[] = {EACH_GENERATOR(ADDRESS)};
const int fr_generator_count = (int)(sizeof fr_generators / sizeof *fr_generators);

/* Appends " word" to a list of words in `text`, as far as it fits. */
static void append_word(char *text, size_t size, const char *word)
{
    const size_t used = strlen(text);
    snprintf(text + used, size - used, " %s", word);
}

static const struct fr_generator *find_generator(struct fr_span kind, struct fr_error *error)
{
    char kinds[256] = "";
    for (int i = 0; i < fr_generator_count; i++) {
        if (fr_span_is(kind, fr_generators[i]->kind))
            return fr_generators[i];
        append_word(kinds, sizeof kinds, fr_generators[i]->kind);
    }
    (void)fr_fail(error, FR_BAD_INPUT, "unknown map generator %s; expected one of:%s",
                  fr_quote(kind).text, kinds);
    return NULL;
}

static enum fr_status refuse_option(const struct fr_generator *generator, struct fr_span name,
                                    struct fr_error *error)
{
    char names[256] = "";
    for (int i = 0; generator->options[i].name; i++)
        append_word(names, sizeof names, generator->options[i].name);
    return fr_fail(error, FR_BAD_INPUT, "map generator '%s': unknown option %s; expected %s%s",
                   generator->kind, fr_quote(name).text, names[0] ? "one of:" : "none", names);
}

/* Parses one "name=value" into `values`. */
static enum fr_status parse_option(const struct fr_generator *generator, struct fr_span item,
                                   int32_t *values, uint64_t *given, struct fr_error *error)
{
    struct fr_span name = {item.text, 0};
    (void)fr_take_item(&item, '=', &name);
    int i = 0;
    while (generator->options[i].name && !fr_span_is(name, generator->options[i].name))
        i++;
    const struct fr_generator_option *option = &generator->options[i];
    int64_t value;
    if (!option->name)
        return refuse_option(generator, name, error);
    if (!fr_span_integer(item, option->low, option->high, &value))
        return fr_fail(error, FR_BAD_INPUT,
                       "map generator '%s': option '%s': %s found, expected %d..%d",
                       generator->kind, option->name, fr_quote(item).text, (int)option->low,
                       (int)option->high);
    if (*given >> i & 1)
        return fr_fail(error, FR_BAD_INPUT,
                       "map generator '%s': option '%s' is given twice; expected once",
                       generator->kind, option->name);
    *given |= UINT64_C(1) << i;
    values[i] = (int32_t)value;
    return FR_OK;
}

static enum fr_status parse_options(const struct fr_generator *generator, struct fr_span options,
                                    int32_t *values, struct fr_error *error)
{
    for (int i = 0; generator->options[i].name; i++)
        values[i] = generator->options[i].fallback;
    enum fr_status status = FR_OK;
    uint64_t given = 0;
    struct fr_span item;
    while (status == FR_OK && fr_take_item(&options, ',', &item))
        status = parse_option(generator, item, values, &given, error);
    return status;
}

static enum fr_status check_size(const struct fr_generator *generator, int32_t width,
                                 int32_t height, struct fr_error *error)
{
    const bool fits = width >= generator->least && height >= generator->least &&
                      width <= FR_MAP_MAX_SIZE && height <= FR_MAP_MAX_SIZE;
    return fits ? FR_OK
                : fr_fail(error, FR_BAD_INPUT,
                          "map generator '%s': size %dx%d found, expected %d..%d pixels in each "
                          "direction",
                          generator->kind, width, height, generator->least, FR_MAP_MAX_SIZE);
}

static enum fr_status explain(enum fr_status status, const struct fr_generator *generator,
                              const struct fr_canvas *canvas, struct fr_error *error)
{
    if (status == FR_BAD_INPUT)
        return fr_fail(error, status,
                       "map generator '%s': these options do not fit %dx%d pixels; expected %s",
                       generator->kind, canvas->width, canvas->height, generator->needs);
    return fr_fail(error, status, "map generator '%s': not enough memory for %dx%d",
                   generator->kind, canvas->width, canvas->height);
}

static enum fr_status create_canvas(const struct fr_generator *generator, int32_t width,
                                    int32_t height, uint64_t seed,
                                    const struct fr_allocator *allocator, struct fr_canvas *canvas)
{
    const size_t pixels = (size_t)width * (size_t)height;
    *canvas = (struct fr_canvas){.width = width,
                                 .height = height,
                                 .areas = generator->areas,
                                 .allocator = allocator,
                                 .random = {seed}};
    canvas->pixels = fr_allocate(allocator, pixels, 1);
    if (generator->walls)
        canvas->walls = fr_allocate_zeroed(allocator, pixels, 1);
    return canvas->pixels && (canvas->walls || !generator->walls) ? FR_OK : FR_NO_MEMORY;
}

enum fr_status fr_generate(const char *spec, int32_t width, int32_t height, uint64_t seed,
                           const struct fr_allocator *allocator, struct fr_canvas *canvas,
                           struct fr_error *error)
{
    int32_t values[FR_GENERATOR_OPTIONS] = {0};
    struct fr_span rest = {spec, strlen(spec)}, kind = {spec, 0};
    (void)fr_take_item(&rest, ':', &kind);
    const struct fr_generator *generator = find_generator(kind, error);
    if (!generator)
        return FR_BAD_INPUT;
    enum fr_status status = parse_options(generator, rest, values, error);
    if (status == FR_OK)
        status = check_size(generator, width, height, error);
    if (status != FR_OK)
        return status;
    struct fr_canvas fresh;
    status = create_canvas(generator, width, height, seed, allocator, &fresh);
    if (status == FR_OK)
        status = generator->paint(&fresh, values);
    if (status != FR_OK) {
        fr_canvas_release(&fresh, allocator);
        return explain(status, generator, &fresh, error);
    }
    *canvas = fresh;
    return FR_OK;
}

static enum fr_status close_borders(const struct fr_canvas *canvas, struct fr_map *map)
{
    enum fr_status status = FR_OK;
    const uint8_t *walls = canvas->walls;
    for (int32_t y = 0; y < canvas->height; y++)
        for (int32_t x = 0; x < canvas->width; x++, walls++)
            for (int side = FR_EAST; *walls && side <= FR_SOUTH; side++)
                if (status == FR_OK && *walls >> side & 1)
                    status = fr_map_set_wall(map, x, y, (enum fr_side)side, true);
    return status;
}

enum fr_status fr_canvas_map(const struct fr_canvas *canvas, const struct fr_allocator *allocator,
                             struct fr_map **map)
{
    struct fr_map *fresh;
    enum fr_status status = fr_map_create(canvas->width, canvas->height, allocator, &fresh);
    if (status != FR_OK)
        return status;
    const size_t width = (size_t)canvas->width;
    uint8_t *areas = fr_allocate(allocator, width, 1);
    for (int32_t y = 0; areas && y < canvas->height; y++) {
        for (size_t x = 0; x < width; x++)
            areas[x] = fr_canvas_area(canvas, (size_t)y * width + x);
        fr_map_set_row(fresh, y, areas);
    }
    status = !areas ? FR_NO_MEMORY : canvas->walls ? close_borders(canvas, fresh) : FR_OK;
    fr_deallocate(allocator, areas, width, 1);
    if (status == FR_OK)
        *map = fresh;
    else
        fr_map_release(fresh);
    return status;
}

void fr_canvas_release(struct fr_canvas *canvas, const struct fr_allocator *allocator)
{
    const size_t pixels = (size_t)canvas->width * (size_t)canvas->height;
    fr_deallocate(allocator, canvas->pixels, pixels, 1);
    fr_deallocate(allocator, canvas->walls, pixels, 1);
}
