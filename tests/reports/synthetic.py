"""Made-up races for the tests of the charts: plausible, seeded, valid against the schema."""
import base64
import collections
import functools
import json
import math
import random
import re

RACERS = {  # algo: back end, ns for each pixel of distance, of the map, and at least
    "flood": ("flood", 12, 1.1, 900),
    "flood-published": ("flood", 25, 6.0, 2000),
    "bfs": ("bfs", 3, 9.0, 5000),
    "astar": ("astar", 900, 0.2, 700),
    "astar:open=heap": ("astar", 2600, 0.6, 900),
    "dijkstra": ("dijkstra", 10, 60.0, 9000),
    "jps": ("jps", 90, 0.01, 700),
    "visgraph": ("visgraph", 4, 0.002, 8000),
    "null": ("null", 0, 0, 21),
}
LOOKS = {  # back end: colour and marker
    "flood": ("#D55E00", "D"), "bfs": ("#E69F00", "^"), "astar": ("#0072B2", "o"),
    "dijkstra": ("#000000", "s"), "jps": ("#009E73", "v"), "visgraph": ("#CC79A7", "p"),
    "null": ("#999999", "X"),
}
UNKNOWN_LOOK = ("#44546A", "h")
MAPS = ("adventure-20", "adventure-60", "adventure-150", "adventure-300", "spiral", "open",
        "u-trap", "office", "maze", "adventure-4k", "history-320x200", "history-160x120")
PHASE_SHARES = {"precheck": 0.02, "clear": 0.05, "search": 0.75, "trace": 0.04, "simplify": 0.02,
                "forward": 0.07, "reverse": 0.05}
RUN = {
    "kind": "run", "format": "footrace-results/1", "version": "0.1.0", "revision": "3aa8930",
    "command": "footrace run", "fingerprint": "0" * 16, "seed": 1, "time": "2026-01-01T12:00:00Z", "machine": "x86_64",
    "kernel": "Linux 6.1", "cpu": "Some Processor @ 2.50GHz", "cores": 2, "governor": None,
    "turbo": None, "smt": 0, "hypervisor": False, "clock_source": "tsc", "disturbances": [],
    "load": 0.1, "compiler": "gcc 12.2.0", "libc": "glibc 2.36", "counter": None,
    "also": [], "flags": "-O3", "build_type": "Release",
    "sanitized": False, "asserts": False, "clock_resolution_ns": 1, "clock_ns": 20,
    "rounds": 1, "passes": 3, "frame_width": 1920, "frame_height": 1080, "llc_bytes": 32 << 20,
    "cold": 0, "rehearsed": False, "touched": True, "timeout_s": 25, "memory_mb": 1024,
    "total_memory_mb": None, "clamp": "nearest",
    "pinned": None, "give_up": 3, "shard": 1, "shards": 1,
}
CLICK = dict.fromkeys((
    "reason", "ns_played", "ns_steady", "ns_cold", "ns_rehearsed", "ns_after_event", "instructions", "page_faults",
    "remembers", "ns_precheck", "ns_clear",
    "ns_isovist", "ns_search", "ns_trace", "ns_simplify", "ns_forward", "ns_reverse", "ns_smooth",
    "length", "straight", "diagonal", "points", "turning", "turns", "expanded", "generated", "cleared",
    "sight_checks", "valid_any_angle", "optimum", "ratio", "hugging", "sharp_turns", "zigzags",
    "looks_fault"))


def play(row, ns):
    """Gives a click this time: one pass a little slower, one a little faster."""
    row.update(ns_played=ns, played=[1.004 * ns, 0.996 * ns, ns])


def blocked(name, x, y):
    """A floor plan of sorts on a thumbnail of 240x135."""
    if name == "spiral":
        return min(x, y, 239 - x, 134 - y) % 2 == 1 and (x, y) != (1, 0)
    if name == "open":
        return False
    if name == "office":
        return (x % 30 == 0 and y % 27 > 5) or (y % 27 == 0 and x % 30 > 5)
    wall = y < 40 + 12 * math.sin(x / 37)
    blob = any((x - 23 - 47 * i) ** 2 + 3 * (y - 60 - 29 * (i % 3)) ** 2 < 130 for i in range(5))
    return wall or blob


@functools.cache
def thumbnail(name):
    rows = bytearray()
    for y in range(135):
        for x in range(0, 240, 8):
            rows.append(sum((not blocked(name, x + bit, y)) << (7 - bit) for bit in range(8)))
    return base64.b64encode(rows).decode()


def corners(name):
    """What formations there are, the number in the name, have a few dozen each."""
    return 900 + 30 * int(re.search(r"\d+|$", name)[0] or 0)


def map_row(name):
    return {"kind": "map", "map": name, "file": f"maps/bundled/{name}.png",
            "reading": "threshold 128", "hash": f"{sum(name.encode()):016x}", "width": 1920,
            "height": 1080, "walkable": 1300000, "areas": 1, "components": 1, "reachable": 1300000,
            "corners": corners(name), "walls": 0, "thumbnail_width": 240, "thumbnail_height": 135,
            "thumbnail": thumbnail(name)}


def prepare_row(name, algo, back_end):
    colour, marker = LOOKS.get(back_end, UNKNOWN_LOOK)
    return {"kind": "prepare", "map": name, "algo": algo, "run": 0, "name": back_end,
            "label": back_end,
            "options": "", "colour": colour, "marker": marker,
            "candidate": back_end != "null" and "published" not in algo, "movement": "grid8", "optimality": "none",
            "expected_faults": "published" in algo, "build": None, "group": 1, "round": 0, "outcome": "ok", "ns": 1e6,
            "bytes": 4096, "peak_bytes": 8192}


def walk(start, goal, bend):
    """Half-pixel points of a walk around a corner; bend tells racers apart."""
    middle = [(start[0] + goal[0]) // 2 + bend, max(start[1], goal[1]) + bend]
    return [2 * value + 1 for point in (start, middle, goal) for value in point]


def click_row(name, algo, index, click_id, outcome, factor):
    start, goal, distance = click_id
    back_end, per_distance, per_pixel, least = RACERS[algo]
    row = {"kind": "click", "map": name, "clicks": f"{name}.json", "algo": algo, "click": index,
           "run": 0, "tag": "", "start": start, "goal": goal,
           "class": "detour", "after_event": False,
           "clamped": "none",
           "enabled": [1], **CLICK,
           "outcome": "none" if back_end == "null" else outcome, "verdict": None,
           "played": [], "steady": [], "steady_passes": 0,
           "optimum": distance}
    if outcome != "found":
        return row
    ns = (least + per_distance * distance + per_pixel * 1.3e6 * (0.5 if name == "spiral" else 1))
    ns *= factor
    play(row, ns)
    row.update(ns_steady=0.5 * ns, steady=[0.5 * ns, 0.4 * ns, 0.7 * ns], steady_passes=3,
               page_faults=0)
    if back_end != "null":
        ratio = 1 + 0.004 * (len(algo) % 7) * (1 + index % 5)
        row.update(verdict="ok", length=distance * ratio, points=3, ratio=ratio,
                   valid_any_angle=True, turning=0.4 * (len(algo) % 7), turns=1 + len(algo) % 7,
                   hugging=0.02 * (index % 5), sharp_turns=0, zigzags=len(algo) % 3,
                   looks_fault=len(algo) % 3 > 0)
    if back_end == "flood":
        row.update({f"ns_{phase}": ns * share for phase, share in PHASE_SHARES.items()})
    return row


def cut(row, ratio):
    """Makes the row's walk so long against its optimum."""
    row.update(ratio=ratio, length=ratio * row["optimum"])


def race(*args, **settings):
    return list(rows_of_race(*args, **settings))


def rows_of_race(maps=MAPS, racers=tuple(RACERS), clicks=40, seed=1, failing=(), paths=5):
    """Rows of a race; racers in failing time out on every click."""
    chance = random.Random(seed)
    total = collections.Counter()

    def counted(row):
        total[row["kind"]] += 1
        return row
    yield counted(dict(RUN, seed=seed))
    for name in maps:
        yield counted(map_row(name))
        yield from (counted(prepare_row(name, algo, RACERS[algo][0])) for algo in racers)
        for index in range(clicks):
            start = [chance.randrange(1920), chance.randrange(500, 1080)]
            goal = [chance.randrange(1920), chance.randrange(500, 1080)]
            distance = math.dist(start, goal) * (300 if name == "spiral" else 1.1) + 1
            for algo in racers:
                slow = algo == "dijkstra" and name == "maze" and index % 4 == 0
                row = click_row(name, algo, index, (start, goal, distance),
                                "timeout" if algo in failing or slow else "found",
                                chance.lognormvariate(0, 0.4))
                if algo == "flood-published" and index % 9 == 0:
                    row.update(verdict="invalid", reason="through a wall",
                               valid_any_angle=False)
                    cut(row, 0.97 + 0.01 * (index % 6))
                yield counted(row)
                if index < paths and row["length"] is not None:
                    yield counted({"kind": "path", "map": name, "clicks": f"{name}.json",
                                   "algo": algo, "click": index,
                                   "points": walk(start, goal, 9 * (len(algo) % 7))})
    yield {"kind": "end", "rows": total.total(), "clicks": total["click"],
           "found": total["click"], "faults": 0, "expected_faults": 0, "lost_to_agent": 0,
           "elapsed_s": 1.0, "inside_s": 0.9, "frames_s": 0.02, "setup_s": 0.05, "others": 0.01, "stolen": 0.0,
           "disturbed": False, "stopped": None}


def write(file, rows):
    with file.open("w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row) + "\n" for row in rows)
    return file
