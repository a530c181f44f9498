/* Plugins: shared libraries with back ends, built against these headers alone, which `footrace run
 * --plugin` and `footrace check-backend` load.
 *
 * A plugin exports one symbol, fr_plugin, which lists its back ends. The plugin may call all
 * functions of the library footrace without linking it, as the command contains them:
 *
 *     FR_PLUGIN(.name = "straight", .describe = describe, ...);
 *
 *     cc -std=c17 -O3 -DNDEBUG -ffp-contract=off -shared -fPIC -I.../include straight.c \
 *         -o straight.so
 *
 * These are the flags of the built-in back ends. A plugin that was built without optimisation is
 * marked wherever its figures are shown. -DFR_PLUGIN_FLAGS='"-O3 ..."' records the flags in the
 * rows of a race, with the compiler.
 *
 * Keep everything but fr_plugin static, or hidden (-fvisibility=hidden): if the command has a
 * symbol of the same name, the command's symbol wins. A plugin works with a command whose interface
 * has the same version and sizes as the headers that the plugin was built against. */
#ifndef FOOTRACE_ALGORITHMS_PLUGIN_H
#define FOOTRACE_ALGORITHMS_PLUGIN_H

#include <stdint.h>

#include "algorithms/front.h"

/* Increases when the meaning of pathfinder.h, front.h or a struct in them changes. */
#define FR_PLUGIN_VERSION 6

#define FR_PLUGIN_SYMBOL "fr_plugin"

/* The structs that cross the interface; their sizes are compared. */
enum fr_plugin_part {
    FR_PLUGIN_PATHFINDER,
    FR_PLUGIN_HEAD,
    FR_PLUGIN_OPTION,
    FR_PLUGIN_OPTION_VALUES,
    FR_PLUGIN_TRAITS,
    FR_PLUGIN_STATS,
    FR_PLUGIN_MAP,
    FR_PLUGIN_PATH,
    FR_PLUGIN_ALLOCATOR,
    FR_PLUGIN_PARTS
};

struct fr_plugin {
    uint32_t version;                /* FR_PLUGIN_VERSION; comes first in every version */
    uint32_t bytes[FR_PLUGIN_PARTS]; /* sizes in the plugin's build */
    const struct fr_pathfinder *const *pathfinders; /* ends with NULL */
    const char *build;    /* compiler and flags, for the rows of a race; NULL: unknown */
    uint32_t unoptimised; /* 1: built without optimisation, so its times mean little */
};

#define FR_PLUGIN_SIZES                                                                            \
    {                                                                                              \
        sizeof(struct fr_pathfinder), sizeof(struct fr_head), sizeof(struct fr_option),            \
            sizeof(struct fr_option_values), sizeof(struct fr_traits), sizeof(struct fr_stats),    \
            sizeof(struct fr_map), sizeof(struct fr_path), sizeof(struct fr_allocator)             \
    }

#if defined(__GNUC__)
#define FR_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define FR_PLUGIN_EXPORT
#endif

#if defined(__clang__) || !defined(__GNUC__)
#define FR_PLUGIN_COMPILER
#else
#define FR_PLUGIN_COMPILER "gcc "
#endif
#if !defined(__GNUC__)
#define FR_PLUGIN_BUILD NULL
#elif defined(FR_PLUGIN_FLAGS)
#define FR_PLUGIN_BUILD FR_PLUGIN_COMPILER __VERSION__ " " FR_PLUGIN_FLAGS
#else
#define FR_PLUGIN_BUILD FR_PLUGIN_COMPILER __VERSION__
#endif
#if defined(__GNUC__) && !defined(__OPTIMIZE__)
#define FR_PLUGIN_UNOPTIMISED 1
#else
#define FR_PLUGIN_UNOPTIMISED 0
#endif

/* Defines the symbol for one back end; takes the fields of its struct fr_pathfinder. */
#define FR_PLUGIN(...)                                                                             \
    static const struct fr_pathfinder fr_plugin_only = {__VA_ARGS__};                              \
    static const struct fr_pathfinder *const fr_plugin_list[] = {&fr_plugin_only, NULL};           \
    FR_PLUGIN_LIST(fr_plugin_list)

/* Defines the symbol for several back ends; takes an array of them that ends with NULL. */
#define FR_PLUGIN_LIST(list)                                                                       \
    extern FR_PLUGIN_EXPORT const struct fr_plugin fr_plugin;                                      \
    const struct fr_plugin fr_plugin = {FR_PLUGIN_VERSION, FR_PLUGIN_SIZES, list, FR_PLUGIN_BUILD, \
                                        FR_PLUGIN_UNOPTIMISED}

#endif
