#include "harness/experiments/experiments.h"

#include <stddef.h>

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})
#define BOTH(text) [FR_SCALE_QUICK] = (text), [FR_SCALE_FULL] = (text)
#define PAINTED(map, kind, pixels)                                                                 \
    {                                                                                              \
        .name = (map), .generator = (kind), .size = (pixels)                                       \
    }

/* Three samples of a click give a median; the optimum is asked for where lengths count. */
static const char *const timed[] = {"--rounds", "1", "--passes", "3", "--optimum", "0", NULL};
static const char *const once[] = {"--rounds", "1", "--passes", "1", "--optimum", "0", NULL};
static const char *const measured[] = {"--rounds", "1", "--passes", "1", NULL};
static const char *const patient[] = {"--rounds", "1", "--passes", "3", NULL};

/* --- the ladder: the same far clicks, through everything from a linear list to a prepared graph */

static const struct fr_experiment_map ladder_maps[] = {
    {.name = "utrap",
     .clicks = {"[{\"start\": [60, 540], \"goal\": [1880, 540]}]",
                "[{\"start\": [60, 540], \"goal\": [1880, 540]},"
                " {\"start\": [900, 300], \"goal\": [1880, 900]},"
                " {\"start\": [1500, 540], \"goal\": [1840, 540]}]"}},
    {.name = "adventure-60",
     .clicks = {"[{\"start\": [342, 321], \"goal\": [1696, 1017]}]",
                "[{\"start\": [342, 321], \"goal\": [1696, 1017]},"
                " {\"start\": [1809, 867], \"goal\": [0, 569]},"
                " {\"start\": [1738, 959], \"goal\": [420, 562]}]"}},
    {.name = NULL},
};

/* --- a fill and its pixels: families of maps from 0.1 to 8 million of them */

static const struct fr_experiment_map fill_maps[] = {
    {.name = "open"},
    {.name = "spiral"},
    {.name = "adventure-150"},
    {.name = "office"},
    {.name = "comb"},
    {.name = "random"},
    {.name = "cave", .full = true},
    {.name = "maze", .full = true},
    {.name = "serpentine", .full = true},
    {.name = "rooms", .full = true},
    {.name = "adventure-20", .full = true},
    {.name = "adventure-300", .full = true},
    {.name = "history-320x200"},
    PAINTED("room-480x270", "adventure", "480x270"),
    PAINTED("room-960x540", "adventure", "960x540"),
    PAINTED("room-2560x1440", "adventure", "2560x1440"),
    {.name = "adventure-4k", .full = true},
    {.name = NULL},
};

/* --- what beautification is worth, and what its lines cross */

static const struct fr_experiment_map rooms[] = {
    {.name = "adventure-20"},
    {.name = "adventure-150"},
    {.name = "adventure-300", .full = true},
    {.name = "office"},
    {.name = NULL},
};

/* --- memory, on the map that a commenter of Gouveia 2011 names */

static const struct fr_experiment_map large_maps[] = {
    PAINTED("room-2500x2500", "adventure:formations=150", "2500x2500"),
    PAINTED("open-2500x2500", "open", "2500x2500"),
    {.name = NULL},
};

/* --- a path in each frame: a mouse that hovers */

static const struct fr_experiment_map hovered_maps[] = {
    {.name = "adventure-60"}, {.name = "adventure-300"}, {.name = "office"}, {.name = "spiral"},
    {.name = NULL},
};

/* --- drawn polygons, by the sight tests as printed */

static const struct fr_experiment_map drawn_maps[] = {
    {.name = "pentagon"}, {.name = "puddles"}, {.name = "islands"}, {.name = NULL}};

/* --- the printed breadth-first search on open squares, from corner to corner: a goal beyond the
 * map is clamped into its last corner */

#define SQUARE(n) PAINTED("square-" #n, "open", #n "x" #n)

static const struct fr_experiment_map squares[] = {
    SQUARE(4),      SQUARE(5),
    SQUARE(6),      SQUARE(7),
    SQUARE(8),      SQUARE(9),
    SQUARE(10),     {.name = "square-11", .generator = "open", .size = "11x11", .full = true},
    {.name = NULL},
};

/* --- the printed A* on noise */

#define NOISE(n)                                                                                   \
    {                                                                                              \
        .name = "noise-" #n, .generator = "random:blocked=30", .size = "12x12", .seed = #n         \
    }

static const struct fr_experiment_map noises[] = {
    NOISE(1),  NOISE(2),  NOISE(3),  NOISE(4),  NOISE(5),  NOISE(6),  NOISE(7),
    NOISE(8),  NOISE(9),  NOISE(10), NOISE(11), NOISE(12), NOISE(13), NOISE(14),
    NOISE(15), NOISE(16), NOISE(17), NOISE(18), NOISE(19), NOISE(20), {.name = NULL},
};

/* --- the screen of Tick's Tales */

static const struct fr_experiment_map small_screens[] = {{.name = "history-160x120"},
                                                         {.name = NULL}};

/* --- jump-point graphs, from sparse to dense */

static const struct fr_experiment_map rocks[] = {
    {.name = "fan"},
    PAINTED("rocks-2", "random:blocked=2,cell=12", "960x540"),
    {.name = "rocks-5", .generator = "random:blocked=5,cell=12", .size = "960x540", .full = true},
    PAINTED("rocks-10", "random:blocked=10,cell=12", "960x540"),
    {.name = "rocks-15", .generator = "random:blocked=15,cell=12", .size = "960x540", .full = true},
    PAINTED("rocks-20", "random:blocked=20,cell=12", "960x540"),
    PAINTED("rocks-30", "random:blocked=30,cell=12", "960x540"),
    {.name = "rocks-35", .generator = "random:blocked=35,cell=12", .size = "960x540", .full = true},
    {.name = NULL},
};

static const struct fr_experiment_map tiles[] = {
    {.name = "random512-10-0"},
    {.name = "random512-40-0"},
    {.name = "arena", .full = true},
    {.name = "brc202d", .full = true},
    {.name = NULL},
};

#define JUMP_GRAPHS                                                                                \
    "jumpgraph", "walk=jumpgraph:isovist=walk", "as-published=jumpgraph-published:isovist=walk",   \
        "bounded=jumpgraph:isovist=walk,wedges=bounded",                                           \
        "bidirectional=jumpgraph:isovist=walk,search=bidirectional"

const struct fr_experiment fr_experiments[] = {
    {
        .name = "ladder",
        .summary = "the same far clicks from linear lists to prepared graphs",
        .maps = ladder_maps,
        .racers =
            LIST("linear-membership=astar:open=linear-membership,canonical=off",
                 "linear=astar:open=linear,canonical=off", "sorted=astar:open=sorted,canonical=off",
                 "heap-cleared=astar:open=heap,canonical=off,reset=clear",
                 "heap=astar:open=heap,canonical=off", "buckets=astar:canonical=off", "astar",
                 "bfs", "flood-published=flood-published:hang=advance,precheck=off",
                 "flood-mended=flood:fill=stacks,stop=full", "flood", "jps", "jpsplus", "jumpgraph",
                 "visgraph"),
        .flags = {LIST("--rounds", "1", "--passes", "1", "--timeout", "25", "--give-up", "1"),
                  LIST("--rounds", "1", "--passes", "1", "--timeout", "30", "--give-up", "0")},
        .seconds = {90, 215},
    },
    {
        .name = "fill",
        .summary = "the fill against distance and against the pixels that it reaches",
        .maps = fill_maps,
        .clicks = {"auto:20", "auto:100"},
        .racers = LIST("flood-published=flood-published:hang=advance,precheck=off",
                       "flood-precheck=flood-published:hang=advance",
                       "flood-whole=flood:fill=stacks,stop=full,precheck=off",
                       "flood-early=flood:fill=stacks,stop=early,precheck=off", "flood"),
        .flags = {once, timed},
        .seconds = {15, 195},
    },
    {
        .name = "passes",
        .summary = "what each pass of beautification is worth",
        .maps = rooms,
        .clicks = {"blocked:30", "blocked:100"},
        .racers = LIST("traced=flood-published:hang=advance,forward=off,reverse=off,precheck=off",
                       "forward=flood-published:hang=advance,reverse=off,precheck=off",
                       "both=flood-published:hang=advance,precheck=off",
                       "printed=flood-published:precheck=off", "forward-mended=flood:reverse=off",
                       "flood"),
        .flags = {measured, patient},
        .seconds = {9, 52},
    },
    {
        .name = "memory",
        .summary = "bytes a pixel of everything, at 2500 x 2500",
        .maps = large_maps,
        .clicks = {BOTH("[{\"start\": [20, 2400], \"goal\": [2480, 2400]}]")},
        .racers = LIST("bfs", "astar", "jps", "jpsplus", "jumpgraph", "flood",
                       "flood-published=flood-published:hang=advance", "visgraph"),
        .flags = {measured, patient},
        .seconds = {2, 3},
    },
    {
        .name = "frames",
        .summary = "a path in every frame of a mouse that hovers, on HD masks",
        .maps = hovered_maps,
        .clicks = {"hover:60", "hover:300"},
        .racers = LIST("visgraph", "flood-published=flood-published:hang=advance", "flood", "jps"),
        .flags = {once, timed},
        .seconds = {8, 63},
    },
    {
        .name = "drawings",
        .summary = "a path in every frame, over drawn polygons as printed",
        .maps = drawn_maps,
        .clicks = {"hover:60", "hover:300"},
        .racers = LIST("as-printed=visgraph-published:ground=drawing", "visgraph-polygon"),
        .flags = {once, timed},
        .seconds = {1, 1},
    },
    {
        .name = "sight",
        .summary = "lines of sight as printed, on drawn polygons",
        .maps = drawn_maps,
        .clicks = {"auto:200", "auto:2000"},
        .racers = LIST("ellipse=visgraph-published:ground=drawing",
                       "expanded=visgraph-published:ground=drawing,tolerance=expanded",
                       "strict=visgraph-published:ground=drawing,tolerance=none",
                       "exact=visgraph-polygon"),
        .flags = {measured, measured},
        .seconds = {1, 7},
    },
    {
        .name = "squares",
        .summary = "breadth-first search as printed, on open squares",
        .maps = squares,
        .clicks = {BOTH("[{\"start\": [0, 0], \"goal\": [99, 99]}]")},
        .racers = LIST("bfs-published=bfs-published:cap=1000000", "bfs=bfs:model=grid8-cut"),
        .flags = {once, once},
        .seconds = {1, 1},
    },
    {
        .name = "noise",
        .summary = "A* as printed, against fewest steps on noise",
        .maps = noises,
        .clicks = {"auto:20", "auto:100"},
        .racers = LIST("astar-published", "steps=bfs:model=grid8-cut"),
        .flags = {once, once},
        .seconds = {1, 1},
    },
    {
        .name = "screen",
        .summary = "the 160 x 120 screen of Tick's Tales",
        .maps = small_screens,
        .clicks = {"auto:20", "auto:100"},
        .racers = LIST("bfs-published=bfs-published:cap=1000000", "astar-published", "bfs", "astar",
                       "visgraph", "flood-published=flood-published:hang=advance,precheck=off"),
        .flags = {LIST("--rounds", "1", "--passes", "1", "--give-up", "0"),
                  LIST("--rounds", "1", "--passes", "3", "--give-up", "0")},
        .seconds = {2, 15},
    },
    {
        .name = "rocks",
        .summary = "settings of the jump-point graph on rocks, from sparse to dense",
        .maps = rocks,
        .clicks = {"auto:60", "auto:300"},
        .racers = LIST(JUMP_GRAPHS, "scan=jumpgraph-published:isovist=scan,wedges=off",
                       "beams=jumpgraph-published:isovist=formations,wedges=off", "astar"),
        .flags = {once, timed},
        .seconds = {2, 7},
    },
    {
        .name = "tiles",
        .summary = "the jump-point graph on Moving AI's maps",
        .maps = tiles,
        .clicks = {"scen:60", "scen:400"},
        .racers = LIST(JUMP_GRAPHS, "astar"),
        .flags = {once, timed},
        .seconds = {5, 31},
        .movingai = true,
    },
    {.name = NULL},
};
