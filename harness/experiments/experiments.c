#include "harness/experiments/experiments.h"

#include <stddef.h>
#include <string.h>

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})
#define BOTH(text) [FR_SCALE_QUICK] = (text), [FR_SCALE_FULL] = (text)
#define PAINTED(map, kind, pixels)                                                                 \
    {                                                                                              \
        .name = (map), .generator = (kind), .size = (pixels)                                       \
    }

/* No claim is about steady times, or about who remembers. */
#define NO_STEADY "--skip", "steady", "--skip", "trials"
#define ONE_PASS "--rounds", "1", "--passes", "1", NO_STEADY

/* The optimum is asked for where lengths count, phases where times or nodes do. */
#define NO_OPTIMUM "--optimum", "0"
#define NO_PHASES "--skip", "phases"
#define NO_FRAME "--frame", "0x0"

static const char *const timed[] = {ONE_PASS, NO_OPTIMUM, NULL};
static const char *const measured[] = {ONE_PASS, NULL};
static const char *const looked_at[] = {ONE_PASS, "--looks", NULL};

/* Where no claim is about time: walks and nodes, and walks alone. */
static const char *const counted[] = {ONE_PASS, NO_OPTIMUM, NO_FRAME, NULL};
static const char *const walked[] = {ONE_PASS, NO_OPTIMUM, NO_FRAME, NO_PHASES, NULL};
static const char *const compared[] = {ONE_PASS, NO_FRAME, NULL};

/* --- the ladder: the same far clicks, through everything from a linear list to a prepared graph */

static const struct fr_experiment_map ladder_maps[] = {
    {.name = "utrap",
     .clicks = {[FR_SCALE_FULL] = "[{\"start\": [60, 540], \"goal\": [1880, 540]}]"}},
    {.name = "adventure-60",
     .clicks = {[FR_SCALE_FULL] = "[{\"start\": [342, 321], \"goal\": [1696, 1017]},"
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
    PAINTED("room-2500x2500", "adventure:formations=20", "2500x2500"),
    PAINTED("open-2500x2500", "open", "2500x2500"),
    {.name = NULL},
};

/* --- drawn polygons, by the sight tests as printed */

static const struct fr_experiment_map drawn_maps[] = {
    {.name = "pentagon"}, {.name = "puddles"}, {.name = "islands"}, {.name = NULL}};

#define DRAWN(count)                                                                               \
    {                                                                                              \
        .name = "drawing-" #count, .corners = (count)                                              \
    }

/* --- a path in each frame: a mouse that hovers over drawings of ever more corners */

static const struct fr_experiment_map drawings[] = {
    {.name = "pentagon"}, {.name = "puddles"}, {.name = "islands"}, DRAWN(30),     DRAWN(100),
    DRAWN(300),           DRAWN(600),          DRAWN(1000),         {.name = NULL}};

/* --- the same graph on the outline of a mask, ever more simplified */

static const struct fr_experiment_map outlined_maps[] = {
    {.name = "history-160x120"},
    {.name = "blocky-160x120"},
    {.name = "adventure-20"},
    {.name = NULL},
};

#define OUTLINES                                                                                   \
    "simplify-1=visgraph-published:simplify=1", "simplify-2=visgraph-published:simplify=2",        \
        "simplify-4=visgraph-published:simplify=4", "simplify-8=visgraph-published:simplify=8"

/* --- what a search does in low resolution, by its open list */

static const struct fr_experiment_map low_resolutions[] = {
    {.name = "history-160x120"},
    {.name = "history-320x200"},
    PAINTED("rocks-10-low", "random:blocked=10,cell=4", "320x200"),
    {.name = NULL},
};

/* --- a walker with a size of its own */

#define GROWN(radius)                                                                              \
    {                                                                                              \
        .name = "walker-" #radius, .generator = "office", .size = "960x540",                       \
        .options = ":radius=" #radius                                                              \
    }

static const struct fr_experiment_map walkers[] = {PAINTED("walker-0", "office", "960x540"),
                                                   GROWN(4),
                                                   GROWN(8),
                                                   GROWN(12),
                                                   GROWN(16),
                                                   {.name = NULL}};

/* --- half scale: one screen, and the same raced on cells of two by two pixels */

static const struct fr_experiment_map scaled_screens[] = {
    PAINTED("screen-whole", "adventure:formations=10", "320x240"),
    {.name = "screen-half",
     .generator = "adventure:formations=10",
     .size = "320x240",
     .options = ":scale=2"},
    PAINTED("walls-whole", "office:wall=1", "320x240"),
    {.name = "walls-half", .generator = "office:wall=1", .size = "320x240", .options = ":scale=2"},
    {.name = NULL},
};

/* --- boxes, meshes and graphs on rooms */

static const struct fr_experiment_map two_rooms[] = {
    {.name = "adventure-60"}, {.name = "office"}, {.name = NULL}};

/* --- a quadtree: rooms with open floors, tiles with open ground among rocks, and noise without */

static const struct fr_experiment_map quartered[] = {
    {.name = "adventure-60"},
    {.name = "office"},
    PAINTED("tiles-open", "random:blocked=2,cell=8", "512x512"),
    PAINTED("tiles-noise", "random:blocked=35", "512x512"),
    {.name = NULL},
};

/* --- all edges of a visibility graph, the taut ones, and those sorted into levels */

static const struct fr_experiment_map small_rooms[] = {
    {.name = "history-320x200"},
    {.name = "blocky-320x200"},
    PAINTED("room-480x270", "adventure", "480x270"),
    {.name = NULL},
};

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
    {.name = "plain-1", .generator = "random:blocked=1,cell=12", .size = "1920x1080", .full = true},
    {.name = "grains-3", .generator = "random:blocked=3,cell=4", .size = "960x540", .full = true},
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

/* A tile of one, four and sixteen pixels, on one room. */
static const struct fr_experiment_map tiled_rooms[] = {
    PAINTED("tile-1", "adventure:formations=60", "1920x1080"),
    {.name = "tile-4",
     .generator = "adventure:formations=60",
     .size = "1920x1080",
     .options = ":scale=4"},
    {.name = "tile-16",
     .generator = "adventure:formations=60",
     .size = "1920x1080",
     .options = ":scale=16"},
    {.name = NULL},
};

/* --- rocks that step about */

static const struct fr_experiment_map moving_rocks[] = {
    PAINTED("rocks-2", "random:blocked=2,cell=12", "960x540"),
    PAINTED("rocks-10", "random:blocked=10,cell=12", "960x540"),
    PAINTED("rocks-20", "random:blocked=20,cell=12", "960x540"),
    {.name = NULL},
};

#define WEDGED "walk=jumpgraph:isovist=walk", "as-published=jumpgraph-published:isovist=walk"

/* Exact graphs, and as told: linked by both orders of steps, with wedges; then linked by tables. */
#define JUMP_GRAPHS                                                                                \
    "jumpgraph", WEDGED, "bounded=jumpgraph:isovist=walk,wedges=bounded",                          \
        "costed=jumpgraph-published:isovist=walk,wedges=costed",                                   \
        "bidirectional=jumpgraph:isovist=walk,search=bidirectional"

#define TABLED_GRAPHS                                                                              \
    "tables=jumpgraph-published:isovist=walk,wedges=off,links=diagonal",                           \
        "tables-wedges=jumpgraph-published:isovist=walk,links=diagonal",                           \
        "tables-costed=jumpgraph-published:isovist=walk,wedges=costed,links=diagonal",             \
        "stops=jumpgraph-published:isovist=walk,wedges=off,links=diagonal,stops=on",               \
        "stops-wedges=jumpgraph-published:isovist=walk,links=diagonal,stops=on"

const struct fr_experiment fr_experiments[] = {
    {
        .name = "ladder",
        .summary = "the same far clicks from linear lists to prepared graphs",
        .maps = ladder_maps,
        .racers = LIST(
            "linear-membership=astar:open=linear-membership,canonical=off",
            "linear=astar:open=linear,canonical=off", "sorted=astar:open=sorted,canonical=off",
            "heap-cleared=astar:open=heap,canonical=off,reset=clear",
            "heap=astar:open=heap,canonical=off", "buckets=astar:canonical=off", "astar", "bfs",
            "flood-published=flood-published:hang=advance,precheck=off",
            "flood-mended=flood:fill=stacks,stop=full", "flood", "runwave", "navmesh", "polyanya",
            "jps", "jumpgraph", "jpsplus", "contracted", "octile", "visgraph", "hublabel"),
        .flags = {[FR_SCALE_FULL] = LIST("--rounds", "1", "--passes", "3", NO_STEADY, NO_OPTIMUM,
                                         "--timeout", "25", "--give-up", "0")},
        .seconds = {[FR_SCALE_FULL] = 125},
    },
    {
        .name = "fill",
        .summary = "the fill against distance and against the pixels that it reaches",
        .maps = fill_maps,
        .clicks = {[FR_SCALE_FULL] = "auto:18"},
        .racers = LIST("flood-published=flood-published:hang=advance,precheck=off",
                       "flood-precheck=flood-published:hang=advance",
                       "flood-whole=flood:fill=stacks,stop=full,precheck=off",
                       "flood-early=flood:fill=stacks,stop=early,precheck=off", "flood"),
        .flags = {[FR_SCALE_FULL] = timed},
        .seconds = {[FR_SCALE_FULL] = 70},
    },
    {
        .name = "passes",
        .summary = "what each pass of beautification is worth",
        .maps = rooms,
        .clicks = {"blocked:15", "blocked:30"},
        .racers = LIST("traced=flood-published:hang=advance,forward=off,reverse=off,precheck=off",
                       "forward=flood-published:hang=advance,reverse=off,precheck=off",
                       "both=flood-published:hang=advance,precheck=off",
                       "printed=flood-published:precheck=off", "forward-mended=flood:reverse=off",
                       "flood",
                       "pixels=flood-published:hang=advance,simplify=off,forward=off,reverse=off,"
                       "precheck=off",
                       "all-points=flood-published:hang=advance,simplify=off,precheck=off"),
        .quick_racers = LIST(
            "traced=flood-published:hang=advance,forward=off,reverse=off,precheck=off",
            "forward=flood-published:hang=advance,reverse=off,precheck=off",
            "both=flood-published:hang=advance,precheck=off",
            "printed=flood-published:precheck=off", "forward-mended=flood:reverse=off", "flood",
            "pixels=flood-published:hang=advance,simplify=off,forward=off,reverse=off,"
            "precheck=off"),
        .flags = {measured, looked_at},
        .seconds = {14, 45},
    },
    {
        .name = "memory",
        .summary = "bytes a pixel of everything, at 2500 x 2500",
        .maps = large_maps,
        .clicks = {BOTH("[{\"start\": [20, 2400], \"goal\": [2480, 2400]}]")},
        .racers = LIST("bfs", "astar", "jps", "jpsplus", "jumpgraph", "flood",
                       "flood-published=flood-published:hang=advance", "visgraph",
                       "published=visgraph-published:simplify=8"),
        .flags = {walked, walked},
        .seconds = {14, 14},
    },
    {
        .name = "outlines",
        .summary = "the graph as printed on masks, simplified by 1 to 8 pixels",
        .maps = outlined_maps,
        .clicks = {[FR_SCALE_FULL] = "hover:100"},
        .racers = LIST(OUTLINES, "visgraph"),
        .flags = {[FR_SCALE_FULL] = LIST(ONE_PASS, NO_OPTIMUM, "--timeout", "20")},
        .seconds = {[FR_SCALE_FULL] = 48},
    },
    {
        .name = "drawings",
        .summary = "a path in every frame, over drawings of 30 to 1,000 corners as printed",
        .maps = drawings,
        .clicks = {[FR_SCALE_FULL] = "hover:150"},
        .racers = LIST("as-printed=visgraph-published:ground=drawing", "visgraph-polygon"),
        .flags = {[FR_SCALE_FULL] = LIST(ONE_PASS, NO_OPTIMUM, "--timeout", "60")},
        .seconds = {[FR_SCALE_FULL] = 12},
    },
    {
        .name = "sight",
        .summary = "lines of sight as printed, on drawn polygons",
        .maps = drawn_maps,
        .clicks = {"auto:200", "auto:1000"},
        .racers =
            LIST("ellipse=visgraph-published:ground=drawing",
                 "expanded=visgraph-published:ground=drawing,tolerance=expanded",
                 "strict=visgraph-published:ground=drawing,tolerance=none",
                 "apart=visgraph-published:ground=drawing,shapes=drawn", "exact=visgraph-polygon"),
        .flags = {compared, compared},
        .seconds = {2, 18},
    },
    {
        .name = "edges",
        .summary = "clicks that are brought to the nearest edge of a drawing",
        .maps = drawn_maps,
        .clicks = {[FR_SCALE_FULL] = "off-ground:33400"},
        .racers = LIST("ellipse=visgraph-published:ground=drawing,clamp=on",
                       "expanded=visgraph-published:ground=drawing,tolerance=expanded,clamp=on",
                       "strict=visgraph-published:ground=drawing,tolerance=none,clamp=on",
                       "exact=visgraph-polygon"),
        .flags = {[FR_SCALE_FULL] = LIST(ONE_PASS, NO_OPTIMUM, NO_FRAME, NO_PHASES, "--clamp",
                                         "edge", "--give-up", "0")},
        .seconds = {[FR_SCALE_FULL] = 80},
    },
    {
        .name = "edge-sets",
        .summary = "all edges of a visibility graph, the taut ones, and those in levels",
        .maps = small_rooms,
        .clicks = {[FR_SCALE_FULL] = "blocked:100"},
        .racers = LIST("all=visgraph-polygon:ground=mask", "taut=visgraph:edges=taut", "visgraph"),
        .flags = {[FR_SCALE_FULL] = measured},
        .seconds = {[FR_SCALE_FULL] = 4},
    },
    {
        .name = "rooms",
        .summary = "walk boxes with their matrix, a mesh and a graph, in two rooms",
        .maps = two_rooms,
        .clicks = {"blocked:60", "blocked:150"},
        .racers = LIST("walkbox", "navmesh", "visgraph", "polyanya"),
        .flags = {measured, measured},
        .seconds = {3, 3},
    },
    {
        .name = "walkers",
        .summary = "corridors that close as the walker grows",
        .maps = walkers,
        .clicks = {BOTH("auto:20")},
        .racers = LIST("visgraph"),
        .flags = {measured, measured},
        .seconds = {2, 2},
    },
    {
        .name = "lists",
        .summary = "A* by its open list in low resolution",
        .maps = low_resolutions,
        .clicks = {[FR_SCALE_FULL] = "blocked:100"},
        .racers =
            LIST("linear=astar:open=linear,canonical=off", "sorted=astar:open=sorted,canonical=off",
                 "heap=astar:open=heap,canonical=off", "buckets=astar:canonical=off"),
        .flags = {[FR_SCALE_FULL] = timed},
        .seconds = {[FR_SCALE_FULL] = 7},
    },
    {
        .name = "squares",
        .summary = "breadth-first search as printed, on open squares",
        .maps = squares,
        .clicks = {BOTH("[{\"start\": [0, 0], \"goal\": [99, 99]}]")},
        .racers = LIST("bfs-published=bfs-published:cap=1000000", "bfs=bfs:model=grid8-cut"),
        .flags = {counted, counted},
        .seconds = {1, 1},
    },
    {
        .name = "noise",
        .summary = "A* as printed, against fewest steps on noise",
        .maps = noises,
        .clicks = {"auto:20", "auto:100"},
        .racers = LIST("astar-published", "steps=bfs:model=grid8-cut"),
        .flags = {walked, walked},
        .seconds = {1, 2},
    },
    {
        .name = "screen",
        .summary = "the 160 x 120 screen of Tick's Tales",
        .maps = small_screens,
        .clicks = {"auto:20", "auto:60"},
        .racers = LIST("bfs-published=bfs-published:cap=1000000", "astar-published", "bfs", "astar",
                       "queue=astar:model=grid8-cut,open=heap,heuristic=manhattan,costs=steps,"
                       "canonical=off",
                       "visgraph", "navmesh",
                       "flood-published=flood-published:hang=advance,precheck=off"),
        .flags = {LIST(ONE_PASS, "--give-up", "0"), LIST(ONE_PASS, "--give-up", "0")},
        .seconds = {4, 10},
    },
    {
        .name = "half",
        .summary = "a screen, and the same at half its scale",
        .maps = scaled_screens,
        .clicks = {[FR_SCALE_FULL] = "auto:100"},
        .faults = true, /* an end in a cell that is partly blocked has no way there */
        .racers = LIST("bfs", "astar"),
        .flags = {[FR_SCALE_FULL] = timed},
        .seconds = {[FR_SCALE_FULL] = 3},
    },
    {
        .name = "smoothing",
        .summary = "walks over pixels, smoothed",
        .maps = small_screens,
        .clicks = {[FR_SCALE_FULL] = "auto:100"},
        .racers = LIST("astar", "smoothed=astar:smooth=beautify", "astar-published", "visgraph"),
        .flags = {[FR_SCALE_FULL] = walked},
        .seconds = {[FR_SCALE_FULL] = 5},
    },
    {
        .name = "theta",
        .summary = "Theta*, over one link between two obstacles and over pixels",
        .maps = moving_rocks,
        .clicks = {[FR_SCALE_FULL] = "movers:60"},
        .racers = LIST("theta-sparse", "theta", "theta-lazy", "visgraph"),
        .flags = {[FR_SCALE_FULL] = timed},
        .seconds = {[FR_SCALE_FULL] = 12},
    },
    {
        .name = "quadtree",
        .summary = "a quadtree beside the pixels that it stands for",
        .maps = quartered,
        .clicks = {[FR_SCALE_FULL] = "blocked:80"},
        .racers = LIST("quadtree", "plain=astar:canonical=off"),
        .flags = {[FR_SCALE_FULL] = counted},
        .seconds = {[FR_SCALE_FULL] = 8},
    },
    {
        .name = "rocks",
        .summary = "settings of the jump-point graph on rocks, from sparse to dense",
        .maps = rocks,
        .clicks = {"auto:60", "auto:100"},
        .racers = LIST(
            JUMP_GRAPHS, TABLED_GRAPHS, "scan=jumpgraph-published:isovist=scan,wedges=off",
            "scan-steps=jumpgraph-published:isovist=scan,wedges=off,reads=steps",
            "scan-start=jumpgraph-published:isovist=scan,wedges=off,goal=walk",
            "beams=jumpgraph-published:isovist=formations,wedges=off",
            "beams-every=jumpgraph-published:isovist=formations,wedges=off,beams=every", "astar"),
        .quick_racers = LIST("jumpgraph", "astar"),
        .flags = {timed, LIST(ONE_PASS, NO_OPTIMUM, "--timeout", "30")},
        .seconds = {3, 60},
    },
    {
        .name = "tiles",
        .summary = "the jump-point graph on Moving AI's maps",
        .maps = tiles,
        .clicks = {[FR_SCALE_FULL] = "scen:120"},
        .racers = LIST(WEDGED),
        .flags = {[FR_SCALE_FULL] = timed},
        .seconds = {[FR_SCALE_FULL] = 6},
        .movingai = true,
    },
    {
        .name = "tiled",
        .summary = "wedges on an HD room with tiles of 1, 4 and 16 pixels",
        .maps = tiled_rooms,
        .clicks = {[FR_SCALE_FULL] = "auto:150"},
        .faults = true, /* likewise */
        .racers = LIST(WEDGED),
        .flags = {[FR_SCALE_FULL] = timed},
        .seconds = {[FR_SCALE_FULL] = 5},
    },
    {
        .name = "changes",
        .summary = "rocks that step about: updates beside preparing again",
        .maps = moving_rocks,
        .clicks = {"movers:30", "movers:100"},
        .racers = LIST("jumpgraph", "as-published=jumpgraph-published:isovist=walk", "visgraph"),
        .flags = {timed, timed},
        .seconds = {8, 15},
    },
    {.name = NULL},
};

const double fr_judge_seconds[FR_SCALES] = {8, 60};

const char *const *fr_experiment_racers(const struct fr_experiment *experiment, enum fr_scale scale)
{
    return scale == FR_SCALE_QUICK && experiment->quick_racers ? experiment->quick_racers
                                                               : experiment->racers;
}

static bool has_same_clicks(const char *const clicks[FR_SCALES])
{
    return clicks[FR_SCALE_QUICK] == clicks[FR_SCALE_FULL] ||
           (clicks[FR_SCALE_QUICK] && clicks[FR_SCALE_FULL] &&
            strcmp(clicks[FR_SCALE_QUICK], clicks[FR_SCALE_FULL]) == 0);
}

bool fr_experiment_is_one(const struct fr_experiment *experiment)
{
    bool one = experiment->flags[FR_SCALE_QUICK] == experiment->flags[FR_SCALE_FULL] &&
               !experiment->quick_racers && has_same_clicks(experiment->clicks);
    for (const struct fr_experiment_map *map = experiment->maps; map->name; map++)
        one = one && !map->full && has_same_clicks(map->clicks);
    return one;
}
