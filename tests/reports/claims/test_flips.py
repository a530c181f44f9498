"""Each verdict that is measured follows the rows: a planted change of them gives another one."""
import unittest

import fixture  # noqa: F401
from reports.claims import judge
from reports.claims.claim import UNKNOWN
from reports.rows import results
from test_verdicts import click, race

MAPS = ("a", "b")


def world(maps=MAPS, count=12, updates=(), prepared=None, memory=None, rows=None, **racers):
    """Clicks of racers, labels with underscores for dashes: each as what its rows hold, a dict, or a
    function of map and click that makes one."""
    clicks, names = [], {}
    for label, held in racers.items():
        algo = label.replace("_", "-")
        for name in maps:
            for index in range(count):
                each = held(name, index) if callable(held) else held
                clicks.append(click(name, algo, index, **{"expanded": 9, **each}))
    found = race(clicks, {name: (rows or {}).get(name, {}) for name in maps}, names, memory)
    found.prepared = prepared or {}
    found.updates = [results.Update((name, "set", index), name, algo, "block", False, "ok", ns)
                     for algo, ns in updates for name in maps for index in range(5)]
    return found


def searching(search, isovist=100.0, **more):
    return {"phases": {"search": search, "isovist": isovist}, **more}


def far_and_near(near, far):
    return lambda name, index: {"ns": near if index < 6 else far, "length": 10.0 + index,
                                "optimum": 10.0 + index}


def growing(power):
    return lambda name, index: {"expanded": 2000 * (index + 2), "ns": (2000.0 * (index + 2)) ** power}


def wrong(count, fault="invalid"):
    return lambda name, index: {"fault": fault if index < count else ""}


def ladder_of(slow, fill):
    found = world(("utrap", "room"), 1, linear={"ns": slow}, heap={"ns": slow / 50},
                  flood_published={"ns": fill})
    for algo, name, options in (("linear", "astar", "open=linear"),
                                ("heap", "astar", "open=heap,reset=stamps"),
                                ("flood-published", "flood-published", "")):
        found.racers[algo] = results.Racer(algo, name, True, options)
    return found


def filled(rate):
    return world([f"map-{pixels}" for pixels in (10000, 40000, 160000)], 3,
                 flood_published=lambda name, index: {"expanded": int(name[4:]),
                                                      "ns": rate(int(name[4:]))})


def squares(growth):
    sides = {f"square-{side}": {"width": side, "height": side} for side in (4, 5, 6, 7)}
    return world(tuple(sides), 1, rows=sides,
                 bfs_published=lambda name, index: {"expanded": growth(int(name[7:]))},
                 bfs=lambda name, index: {"expanded": int(name[7:]) ** 2})


def celled(*counts):
    rows = {f"cells-{cut}": {"reading": f"union of {count} cells"} for cut, count in zip((1, 2, 4), counts)}
    return world(tuple(rows), 1, rows=rows, navmesh={})


def outlines_within(ns):
    found = world(("screen",), 12, **{f"simplify_{cut}": {"cleared": 9, "ns": ns}
                                      for cut in (1, 2, 4, 8)})
    found.prepared = {algo: {"screen": [1e6]} for algo in found.racers}
    return found


def halves(ns):
    return world(("screen-whole", "screen-half", "walls-whole", "walls-half"),
                 bfs=lambda name, index: {"ns": ns if name.endswith("half") else 1e6})


def wedged(ns, length=500.0):
    return world(rows={name: {"walkable": 2050000} for name in MAPS}, whole=searching(400.0),
                 late=searching(ns, length=length), early=searching(400.0, length=530.0),
                 stops_whole=searching(400.0), stops_late=searching(400.0, length=530.0),
                 stops_early=searching(400.0, length=530.0))


def grown(disc):
    shapes = {"drawing-100": 100, "agent-square": 140, "agent-pentagon": 150, "agent-hexagon": 160, "agent-disc": disc}
    return world(tuple(shapes), 1, corners=lambda name, index: {"cleared": shapes[name]})


def natural(turns):
    return world(traced={"turns": 20, "ratio": 1.05},
                 forward={"turns": 8, "ratio": 1.03},
                 both={"turns": turns, "ratio": 1.02})


def parts(reach):
    rows = {f"narrow-square-{radius}": {"walkable": 1000, "reachable": kept} for radius, kept in ((16, 1000), (32, reach))}
    return world(tuple(rows), corners={}, rows=rows)


FLIPS = {  # claim: two worlds that differ in the planted change only
    "ladder": (ladder_of(21e9, 8e6), ladder_of(21e9, 8e9)),
    "astar-over-pixels": (ladder_of(21e9, 8e6), ladder_of(0.2e9, 8e6)),
    "low-resolution": tuple(world(linear={"ns": ns}, sorted={}, heap={}, buckets={})
                            for ns in (1e8, 9e8)),
    "faster-than-astar": tuple(world(linear={"ns": ns}, sorted={"ns": ns}, heap={"ns": ns}, buckets={"ns": ns},
                                     flood_published={}) for ns in (3e6, 1.5e6)),
    "slide": tuple(world(still={"turning": 4.0, "ratio": 1.02, "phases": {"forward": 5.0}},
                         both={"turning": 3.0, "ratio": ratio, "phases": {"forward": 9.0}}) for ratio in (1.01, 1.03)),
    "circle-vertices": (grown(330), grown(170)),
    "partitioned-sight": tuple(world(every={"ns": ns}, visgraph_polygon={}) for ns in (3e6, 1e6)),
    "fast-enough": tuple(world(flood_published={"ns": ns}) for ns in (3e6, 18e6)),
    "almost-constant": tuple(world(flood_published=far_and_near(1e6, ns),
                                   flood_early=far_and_near(1e6, 1.1e6)) for ns in (1.1e6, 3e6)),
    "early-stop": tuple(world(flood_early=far_and_near(ns, 1e6), flood_whole=far_and_near(1e6, 1e6))
                        for ns in (1e5, 1e6)),
    "linear": (filled(lambda pixels: 4.0 * pixels), filled(lambda pixels: pixels ** 1.6)),
    "spiral": tuple(world(("spiral", "open", "room"), flood_precheck={}, flood_published=(
        lambda name, index, ns=ns: {"ns": ns if name == "spiral" else 1e6})) for ns in (1e6, 5e6)),
    "simplify-fewer": tuple(world(pixels={"points": 300}, traced={"points": left})
                            for left in (30, 290)),
    "beautify-printed": tuple(world(printed=wrong(count, "limit"), both={}) for count in (0, 4)),
    "beautify-dearer": tuple(world(all_points={"phases": {"forward": ns}},
                                   both={"phases": {"simplify": 10.0, "forward": 90.0}})
                             for ns in (300.0, 90.0)),
    "more-natural": (natural(5), natural(19)),
    "reverse-pass": tuple(world(traced={"ratio": 1.05}, forward={"ratio": 1.02}, flood={},
                                both={"ratio": ratio}, forward_mended={}) for ratio in (1.01, 1.03)),
    "realtime": tuple(world(("pentagon", "puddles"), as_printed={"ns": ns, "samples": (ns,)}) for ns in (1e5, 3e7)),
    "convex-direct": tuple(world(("pentagon",), ellipse={"expanded": nodes, "turns": 0})
                           for nodes in (0, 3)),
    "ends-on-the-edge": tuple(world(exact=wrong(lost), ellipse={}) for lost in (0, 2)),
    "every-frame-drawn": tuple(world(as_printed=lambda name, index, lost=lost: {
        "cleared": 40, "fault": "invalid" if index < lost else "", "samples": (1e5,)}) for lost in (0, 3)),
    "every-frame-masks": (outlines_within(1e5), outlines_within(3e7)),
    "as-direct-as-possible": tuple(world(exact={}, ellipse={"length": length})
                                   for length in (500.0, 530.0)),
    "strict-crossings": tuple(world(exact={}, strict=wrong(count)) for count in (0, 3)),
    "ellipse-tolerance": tuple(world(strict=wrong(5), ellipse=wrong(count), all=wrong(count))
                               for count in (0, 5)),
    "ellipse-edges": tuple(world(strict=wrong(5), exact={}, ellipse=wrong(5), all=wrong(count))
                           for count in (0, 5)),
    "expanded-copy": tuple(world(strict=wrong(5), expanded=wrong(count)) for count in (0, 5)),
    "holes-then-outers": tuple(world(apart=wrong(5), ellipse=wrong(count, "false-unreachable"))
                               for count in (0, 5)),
    "redundant-edges": tuple(world(all=searching(ns), taut=searching(100.0))
                             for ns in (110.0, 300.0)),
    "memory": tuple(world(all={}, memory={"all": {"a": size * 1920 * 1080}})
                    for size in (3, 14)),
    "matrix-for-memory": tuple(world(walkbox={"ns": ns}, searched={"ns": 2e4}, memory={
        "walkbox": dict.fromkeys(MAPS, 9e6), "searched": dict.fromkeys(MAPS, 1e6)})
        for ns in (1e4, 3e4)),
    "mesh-not-shortest": tuple(world(visgraph={}, navmesh={"length": length}, middles={"length": 600.0},
                                     middle_costs={"length": length}) for length in (505.0, 500.0)),
    "grown-agents": (parts(100), parts(900)),
    "theta-slower": tuple(world(theta_sparse={"ns": ns}, theta={}, visgraph={}, all={"ns": 1e5})
                          for ns in (1e6, 1e4)),
    "theta-updates": tuple(world(theta_sparse={}, prepared={"all": dict.fromkeys(MAPS, [2e6])},
                                 updates=(("theta-sparse", ns), ("theta", 1e3),
                                          ("visgraph", 1e6), ("all", 2e6))) for ns in (1e4, 1e7)),
    "quadtree-nodes": tuple(world(quadtree={"expanded": nodes}, plain={"expanded": 1000})
                            for nodes in (50, 900)),
    "each-cell-once": (squares(lambda side: side * side), squares(lambda side: 3 ** side)),
    "bfs-too-slow": tuple(world(bfs_published=wrong(count, "limit"), bfs={}) for count in (5, 0)),
    "astar-looks-ahead": tuple(world(astar_published={"expanded": cells}, bfs={"expanded": 1000})
                               for cells in (100, 950)),
    "astar-shortest": tuple(world(astar_published={"steps": steps}, steps={"steps": 10})
                            for steps in (10, 12)),
    "half-scale": (halves(3e5), halves(9e5)),
    "greedy": tuple(world(greedy={"steps": steps}, queued={"steps": 10}) for steps in (12, 10)),
    "mutable-queue": tuple(world(astar_published={"ns": 5e6}, taken={}, queued={}, queue={"ns": ns})
                           for ns in (1e5, 9e7)),
    "jerky": tuple(world(astar_published={"turning": turning}, visgraph={"turning": 1.0},
                         flood_published={"turning": 2.0}) for turning in (9.0, 1.0)),
    "smoothing-needed": tuple(world(astar_published={"turning": 12.0}, astar={"turning": 9.0},
                                    smoothed={"turning": turning}, visgraph={"turning": 1.0})
                              for turning in (2.0, 8.9)),
    "polygons-smooth": tuple(world(navmesh={"turning": turning}, astar_published={"turning": 9.0})
                             for turning in (1.0, 8.0)),
    "fifty-nodes": (celled(62, 54, 45), celled(900, 500, 300)),
    "quadratic": tuple(world(linear=growing(power), sorted=growing(1.0), heap=growing(1.0),
                             buckets=growing(1.0)) for power in (2.0, 1.0)),
    "corners-suffice": tuple(world(walk={"length": length}, astar={"expanded": 900})
                             for length in (500.0, 501.0)),
    "tables-spare-walking": tuple(world(scan=searching(9.0), scan_steps=searching(9.0, ns))
                                  for ns in (300.0, 90.0)),
    "updates-beat-rebuilding": tuple(world(
        kept={},
        updates=(("kept", ns),),
        prepared={"kept": dict.fromkeys(MAPS, [1e6])}) for ns in (1e4, 1e7)),
    "isovist-cost": tuple(world(scan=searching(9.0, 2 * ns), scan_start=searching(9.0, ns),
                                walk=searching(9.0, 1.0), tables=searching(1000.0))
                          for ns in (1000.0, 9.0)),
    "crowded-start": tuple(world(whole={"cleared": seen}) for seen in (300, 30)),
    "wedges-accuracy": (wedged(400.0, 500.05), wedged(400.0, 530.0)),
    "wedges-speed": (wedged(100.0), wedged(400.0)),
    "wedges-costs": tuple(world(whole=searching(400.0), costed=searching(400.0), late=searching(ns),
                                early=searching(500.0)) for ns in (100.0, 400.0)),
    "beams-mirrored": tuple(world(all={}, mended={}, mirrored={"length": length}) for length in (500.0, 501.0)),
    "beams": tuple(world(scan=searching(9.0), walk=searching(9.0), beams=searching(9.0, ns))
                   for ns in (50.0, 100.0)),
    "beams-slow": tuple(world(scan=searching(9.0), beams_every=searching(9.0, ns))
                        for ns in (300.0, 50.0)),
    "interval-index": tuple(world(beams=searching(9.0), beams_every=searching(9.0, ns))
                            for ns in (300.0, 100.0)),
}


class Flips(unittest.TestCase):
    def test_every_measured_verdict_flips(self):
        measured = [claim for claim in judge.CLAIMS if not claim.reasoned]
        self.assertEqual({claim.name for claim in measured}, set(FLIPS))
        for claim in measured:
            verdicts = [judge.rule(claim, {claim.race: world}, {}).finding
                        for world in FLIPS[claim.name]]
            told = [finding.verdict for finding in verdicts]
            self.assertNotIn(UNKNOWN, told, (claim.name, verdicts))
            self.assertNotEqual(*told, (claim.name, verdicts))



if __name__ == "__main__":
    unittest.main()
