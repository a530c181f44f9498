"""The faults that the self-test of house.py plants."""

# What is planted: a file, the text put behind what it holds, and the line that is expected.
PLANTS = [
    (
        "maps/point.h",
        '#include "maps/geometry/corners.h"\n',
        "maps/point.h includes maps/geometry/corners.h: an arrow that runs back",
    ),
    (
        "harness/base/clock.c",
        '#include "harness/race/race.h"\n',
        "harness/base/clock.c includes harness/race/race.h: an arrow that runs back",
    ),
    (
        "maps/analysis/clamp.c",
        '#include "maps/geometry/contours.h"\n',
        "maps/analysis, maps/geometry: a circle",
    ),
    (
        "harness/race/query_row.h",
        '#include "harness/race/passes.h"\n',
        "harness/race/passes, harness/race/query_row: a circle",
    ),
    (
        "reports/rows/ahead.py",
        "\nfrom .results import read_race\n",
        "reports/rows/ahead, reports/rows/results: a circle",
    ),
    (
        "algorithms/null.c",
        '#include "maps/formats/load.h"\n',
        "algorithms/null.c includes maps/formats/load.h: algorithms must not use maps/formats",
    ),
    (
        "harness/judge/validator.c",
        '#include "harness/sandbox/racer.h"\n',
        "harness/judge/validator.c includes harness/sandbox/racer.h: "
        "harness/judge must not use harness/sandbox",
    ),
    (
        "algorithms/options.c",
        "#include <unistd.h>\n",
        "algorithms/options.c reaches <unistd.h>: not in portable C17",
    ),
    (
        "harness/judge/validator.h",
        "#include <sys/types.h>\n",
        "harness/judge/validator.c reaches <sys/types.h> through harness/judge/validator.h: "
        "not in portable C17",
    ),
    (
        "harness/answer/pairwise.c",
        '#include "harness/base/clock.h"\n',
        "harness/answer/pairwise.c reaches clock_gettime() through harness/base/clock.c: "
        "not in portable C17",
    ),
    (
        "reports/rows/measures.py",
        "\nfrom ..figures import sheet\n",
        "reports/rows/measures.py includes reports/figures/sheet.py: an arrow that runs back",
    ),
    (
        "reports/page/planted.py",
        "\n\ndef rank(each, place):\n    each.rank = place\n",
        "reports/page/planted.py:4 computes rank: ranks, intervals and medians are those of the answer",
    ),
    (
        "reports/page/planted.py",
        "\nimport numpy\nDRAWS = numpy.random.default_rng(1)\n",
        "reports/page/planted.py:3 uses numpy.random: ranks, intervals and medians are those of the answer",
    ),
    (
        "reports/page/planted.py",
        "\nimport numpy\nENDS = numpy.percentile((1, 2, 3), (2.5, 97.5))\n",
        "reports/page/planted.py:3 calls numpy.percentile(): ranks, intervals and medians are those of the answer",
    ),
    (
        "reports/page/planted.py",
        "\nimport statistics\nMIDDLE = statistics.median((1, 2))\n",
        "reports/page/planted.py:3 calls statistics.median(): ranks, intervals and medians are those of the answer",
    ),
    (
        "reports/page/planted.py",
        "\nfrom numpy import median\n",
        "reports/page/planted.py:2 uses numpy.median: ranks, intervals and medians are those of the answer",
    ),
    (
        "reports/page/planted.py",
        "\n\ndef middle(values):\n    return sorted(values)[len(values) // 2]\n",
        "reports/page/planted.py:4 takes the item [len(values) // 2]: "
        "ranks, intervals and medians are those of the answer",
    ),
    (
        "reports/page/planted.py",
        "\n\ndef ranks(racers):\n    return {algo: rank for rank, algo in enumerate(sorted(racers), 1)}\n",
        "reports/page/planted.py:4 computes rank: ranks, intervals and medians are those of the answer",
    ),
    (
        "harness/race/query_row.c",
        'static const char planted[] = "expected_faults";\n',
        "expected_faults: a key of rows in 3 C files: "
        "harness/race/query_row.c, harness/results/result_check.c, harness/sandbox/descriptor.c",
    ),
    (
        "reports/words.py",
        "\nfrom .rows.results import read_race\n",
        "reports, reports/rows: a circle",
    ),
    (
        "maps/cellar/wine.c",
        "int fr_wine(void)\n{\n    return 0;\n}\n",
        "maps/cellar: a room that ROOMS does not name",
    ),
    (
        "harness/base/clamp.c",
        "",
        "file name clamp.c: twice, in maps/analysis/clamp.c and harness/base/clamp.c",
    ),
    (
        "harness/base/units.h",
        "struct fr_path {\n    int length;\n};\n",
        "struct fr_path: twice, in maps/path.h and harness/base/units.h",
    ),
    (
        "harness/base/units.c",
        "const char *fr_movement_name(int movement)\n{\n    return 0;\n}\n",
        "fr_movement_name(): twice, in maps/movement.h and harness/base/units.c",
    ),
    (
        "harness/base/units.h",
        "#define FR_AREAS 256\n",
        "FR_AREAS: twice, in maps/map.h and harness/base/units.h",
    ),
    (
        "harness/base/units.h",
        "void fr_path_init(struct fr_path *path, const struct fr_allocator *allocator);\n",
        "harness/base/units.h declares fr_path_init(), which maps/path.c defines",
    ),
]
