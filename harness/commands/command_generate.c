#include <stdio.h>

#include "harness/base/file_guard.h"
#include "harness/commands/command.h"
#include "harness/commands/help.h"
#include "maps/generators/generate.h"

static const struct fr_flag flags[] = {
    {"size", "WxH", false, true, "size in pixels, such as 1920x1080"},
    {"seed", "N", false, false, "the same seed gives the same bytes everywhere (1)"},
    {"o", FR_WRITES_FILE, false, true,
     "the file to write: .png, or .txt (rows of letters, with edge walls)"},
    {NULL, NULL, false, false, NULL},
};

static enum fr_status read_size(const struct fr_arguments *arguments, int32_t *width,
                                int32_t *height, struct fr_error *error)
{
    int64_t wide, high;
    const enum fr_status status = fr_argument_pair(arguments, "size", 'x', &wide, &high, error);
    if (status != FR_OK)
        return status;
    if (wide < 1 || high < 1 || wide > FR_MAP_MAX_SIZE || high > FR_MAP_MAX_SIZE)
        return fr_fail(error, FR_BAD_INPUT,
                       "--size: '%s' found, expected 1 to %d pixels in each direction",
                       fr_argument(arguments, "size", 0), FR_MAP_MAX_SIZE);
    *width = (int32_t)wide;
    *height = (int32_t)high;
    return FR_OK;
}

static double walkable_share(const struct fr_canvas *canvas)
{
    const size_t pixels = (size_t)canvas->width * (size_t)canvas->height;
    size_t walkable = 0;
    for (size_t i = 0; i < pixels; i++)
        walkable += fr_canvas_area(canvas, i) != 0;
    return (double)walkable / (double)pixels;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_error error;
    int32_t width = 0, height = 0;
    int64_t seed;
    struct fr_canvas canvas;
    const char *spec = arguments->words[0], *file = fr_argument(arguments, "o", 0);
    enum fr_status status = read_size(arguments, &width, &height, &error);
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "seed", 0, INT64_MAX, 1, &seed, &error);
    if (status == FR_OK)
        status = fr_generate(spec, width, height, (uint64_t)seed, &fr_default_allocator, &canvas,
                             &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    status = fr_canvas_save(file, &canvas, &error);
    if (status == FR_OK)
        printf("%s: %s, %d x %d, seed %lld, %.1f %% walkable\n", file, spec, width, height,
               (long long)seed, 100.0 * walkable_share(&canvas));
    fr_canvas_release(&canvas, &fr_default_allocator);
    return status == FR_OK ? FR_EXIT_DONE : fr_report_error(program, &error);
}

static void explain(void)
{
    printf("\nKinds:\n");
    for (int i = 0; i < fr_generator_count; i++) {
        const struct fr_generator *generator = fr_generators[i];
        fr_help_entry(generator->kind, generator->summary);
        for (const struct fr_generator_option *option = generator->options; option->name;
             option++) {
            char term[64], text[256];
            snprintf(term, sizeof term, "  :%s=%d..%d", option->name, option->low, option->high);
            snprintf(text, sizeof text, "%s (%d)", option->help, option->fallback);
            fr_help_entry(term, text);
        }
    }
}

const struct fr_command fr_command_generate = {
    .name = "generate",
    .group = "Tools",
    .words = "KIND[:option=value,...]",
    .summary = "Generates a map: a PNG, or rows of text.",
    .flags = flags,
    .least_words = 1,
    .most_words = 1,
    .run = run,
    .explain = explain,
};
