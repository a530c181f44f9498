#include "harness/sandbox/stand_in.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stand_in {
    struct fr_pathfinder pathfinder; /* first: a pointer to it is one to the whole */
    struct fr_descriptor_copy copy;  /* what its texts point to */
    const char *settings[FR_MOST_SETTINGS + 1];
    struct fr_option options[FR_MAX_OPTIONS];
    char path[];
};

static void never_describe(const struct fr_option_values *options, struct fr_traits *traits)
{
    (void)options;
    (void)traits;
    assert(false);
}

static enum fr_status never_prepare(const struct fr_map *map,
                                    const struct fr_option_values *options,
                                    const struct fr_allocator *allocator, struct fr_state **state)
{
    (void)map;
    (void)options;
    (void)allocator;
    (void)state;
    assert(false);
    return FR_UNSUPPORTED;
}

static enum fr_outcome never_find(struct fr_state *state, struct fr_point start,
                                  struct fr_point goal, const struct fr_probe *probe,
                                  struct fr_path *path)
{
    (void)state;
    (void)start;
    (void)goal;
    (void)probe;
    (void)path;
    assert(false);
    return FR_NONE;
}

static enum fr_status never_update(struct fr_state *state, const struct fr_rect *rects,
                                   size_t count)
{
    (void)state;
    (void)rects;
    (void)count;
    assert(false);
    return FR_UNSUPPORTED;
}

static void never_count(const struct fr_state *state, struct fr_stats *stats)
{
    (void)state;
    (void)stats;
    assert(false);
}

static void never_sketch(const struct fr_state *state, const struct fr_sketch *sketch)
{
    (void)state;
    (void)sketch;
    assert(false);
}

static void never_release(struct fr_state *state)
{
    (void)state;
    assert(false);
}

static void copy_text(char *to, size_t size, const char *text)
{
    snprintf(to, size, "%s", text ? text : "");
}

void fr_descriptor_copy(const struct fr_pathfinder *pathfinder, struct fr_descriptor_copy *copy)
{
    copy_text(copy->name, sizeof copy->name, pathfinder->name);
    copy_text(copy->label, sizeof copy->label, pathfinder->label);
    copy_text(copy->summary, sizeof copy->summary, pathfinder->summary);
    copy_text(copy->source, sizeof copy->source, pathfinder->source);
    copy_text(copy->colour, sizeof copy->colour, pathfinder->colour);
    copy->marker = pathfinder->marker;
    copy->candidate = pathfinder->candidate;
    copy->updates = pathfinder->update != NULL;
    copy->counts = pathfinder->stats != NULL;
    copy->sketches = pathfinder->sketch != NULL;
    copy->setting_count = 0;
    for (int i = 0; i < FR_MOST_SETTINGS && pathfinder->settings && pathfinder->settings[i]; i++)
        copy_text(copy->settings[copy->setting_count++], FR_MOST_TEXT, pathfinder->settings[i]);
    copy->option_count = pathfinder->option_count;
    for (int i = 0; i < pathfinder->option_count; i++) {
        const struct fr_option *option = &pathfinder->options[i];
        copy_text(copy->options[i].name, FR_MOST_NAME, option->name);
        copy_text(copy->options[i].choices, FR_MOST_TEXT, option->choices);
        copy_text(copy->options[i].help, FR_MOST_TEXT, option->help);
        copy->options[i].kind = (int32_t)option->kind;
        copy->options[i].low = option->low;
        copy->options[i].high = option->high;
        copy->options[i].fallback = option->fallback;
    }
}

static void end_text(char *text, size_t size)
{
    text[size - 1] = '\0';
}

/* Whatever wrote it: texts end, counts fit, a bool is one. */
static void tame(struct fr_descriptor_copy *copy)
{
    unsigned char candidate;
    memcpy(&candidate, &copy->candidate, 1);
    copy->candidate = candidate == 1;
    end_text(copy->name, sizeof copy->name);
    end_text(copy->label, sizeof copy->label);
    end_text(copy->summary, sizeof copy->summary);
    end_text(copy->source, sizeof copy->source);
    end_text(copy->colour, sizeof copy->colour);
    if (copy->setting_count < 0 || copy->setting_count > FR_MOST_SETTINGS)
        copy->setting_count = 0;
    if (copy->option_count < 0 || copy->option_count > FR_MAX_OPTIONS)
        copy->option_count = 0;
    for (int i = 0; i < FR_MOST_SETTINGS; i++)
        end_text(copy->settings[i], FR_MOST_TEXT);
    for (int i = 0; i < FR_MAX_OPTIONS; i++) {
        end_text(copy->options[i].name, FR_MOST_NAME);
        end_text(copy->options[i].choices, FR_MOST_TEXT);
        end_text(copy->options[i].help, FR_MOST_TEXT);
    }
}

static void fill(struct stand_in *stand_in)
{
    const struct fr_descriptor_copy *copy = &stand_in->copy;
    stand_in->pathfinder = (struct fr_pathfinder){
        .name = copy->name,
        .label = copy->label,
        .summary = copy->summary,
        .source = copy->source,
        .colour = copy->colour,
        .marker = copy->marker,
        .candidate = copy->candidate,
        .settings = copy->setting_count > 0 ? stand_in->settings : NULL,
        .options = stand_in->options,
        .option_count = copy->option_count,
        .describe = never_describe,
        .prepare = never_prepare,
        .find = never_find,
        .update = copy->updates ? never_update : NULL,
        .stats = copy->counts ? never_count : NULL,
        .sketch = copy->sketches ? never_sketch : NULL,
        .release = never_release,
    };
    for (int i = 0; i < copy->setting_count; i++)
        stand_in->settings[i] = copy->settings[i];
    for (int i = 0; i < copy->option_count; i++)
        stand_in->options[i] = (struct fr_option){
            .name = copy->options[i].name,
            .kind = (enum fr_option_kind)copy->options[i].kind,
            .choices = *copy->options[i].choices ? copy->options[i].choices : NULL,
            .low = copy->options[i].low,
            .high = copy->options[i].high,
            .fallback = copy->options[i].fallback,
            .help = copy->options[i].help};
}

struct fr_pathfinder *fr_stand_in_create(const char *path, const struct fr_descriptor_copy *copy)
{
    struct stand_in *stand_in = calloc(1, sizeof *stand_in + strlen(path) + 1);
    if (!stand_in)
        return NULL;
    strcpy(stand_in->path, path);
    memcpy(&stand_in->copy, copy, sizeof *copy);
    tame(&stand_in->copy);
    fill(stand_in);
    return &stand_in->pathfinder;
}

const struct fr_pathfinder *fr_stand_in_enter(const struct fr_pathfinder *pathfinder)
{
    if (pathfinder->prepare != never_prepare)
        return pathfinder;
    const struct stand_in *stand_in = (const void *)pathfinder;
    void *library = dlopen(stand_in->path, RTLD_NOW | RTLD_LOCAL);
    const struct fr_plugin *plugin = library ? dlsym(library, FR_PLUGIN_SYMBOL) : NULL;
    if (!plugin || plugin->version != FR_PLUGIN_VERSION)
        return NULL;
    for (int i = 0; plugin->pathfinders[i]; i++)
        if (strcmp(plugin->pathfinders[i]->name, pathfinder->name) == 0)
            return plugin->pathfinders[i];
    return NULL;
}
