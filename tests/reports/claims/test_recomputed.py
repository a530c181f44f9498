"""Twelve claims, from the rows that ship to what docs/claims.md says, by code that shares nothing
with reports/: the verdict and the figures that it rests on."""
import collections
import gzip
import json
import pathlib
import re
import statistics
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHIPPED = ROOT / "results" / "reference"
ANSWERED = ("found", "unreachable", "none")


def rows_of(experiment, kind="click"):
    with gzip.open(SHIPPED / f"claims-{experiment}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [row for row in map(json.loads, lines) if row["kind"] == kind]


def is_wrong(row):
    return row["outcome"] not in ANSWERED or row["verdict"] not in (None, "ok")


def wrong_of(experiment):
    """Racer -> clicks answered wrongly, and all: those with rows, and those that were counted."""
    found = collections.defaultdict(lambda: [0, 0])
    for row in rows_of(experiment):
        found[row["algo"]][0] += is_wrong(row)
        found[row["algo"]][1] += 1
    for row in rows_of(experiment, "prepare"):
        for told in row.get("left_out", ()):
            fault, count = told.split()
            found[row["algo"]][0] += int(count) * (fault != "ok")
            found[row["algo"]][1] += int(count)
    return found


def pairs_of(experiment, one, other, key):
    """Both racers' figures for each click that both have one for, and answered well."""
    values = collections.defaultdict(dict)
    for row in rows_of(experiment):
        value = key(row)
        if row["algo"] in (one, other) and not is_wrong(row) and value is not None:
            values[row["map"], row["click"]][row["algo"]] = value
    return [((name, click), each[one], each[other])
            for (name, click), each in sorted(values.items()) if len(each) == 2]


def steps(row):
    return None if row["straight"] is None else row["straight"] + row["diagonal"]


def share(part, whole):
    percent = 100 * part / whole
    return f"{percent:.0f} %" if 1 <= percent < 99.5 else f"{percent:.1f} %"


class Recomputed(unittest.TestCase):
    def setUp(self):
        text = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
        cards = re.findall(r"(?m)^- \*\*(.+?)\*\* \(.+\n  \*\*(.+?)\*\*(?: \([^)]+\))?: (.+)\n(?:  <details>.*?</summary>(.+)</details>)?", text)
        faults = re.findall(r"(?m)^\| [^|]+, paragraph \d+ \| ([^|]+) \| (.+) \|$", text)
        self.lines = [(said, verdict, rest or first) for said, verdict, first, rest in cards]
        self.lines += [(said, "does not hold", measured) for said, measured in faults]
        self.assertGreaterEqual(len(self.lines), 45)

    def expect(self, said, verdict, *figures):
        """Of the one claim whose text holds the words."""
        (_, found, measured), = [line for line in self.lines if said.lower() in line[0].lower()]
        self.assertEqual(found.split(" if ")[0], verdict, measured)
        for figure in figures:
            self.assertIn(figure, measured)

    def test_lines_of_sight(self):
        wrong = wrong_of("sight")
        self.expect("the segment test has no tolerance", "does not hold" if wrong["strict"][0] else "holds",
                    "{:,} of {:,} clicks".format(*wrong["strict"]),
                    f"with exact sight, {wrong['exact'][0]}")
        self.expect("in no hole and in some", "holds",
                    "a ring for each area {:,} of {:,}".format(*wrong["apart"]),
                    "wrong answers: with areas joined {:,} of {:,}".format(*wrong["ellipse"]))

    def test_clicks_on_edges(self):
        wrong = wrong_of("edges")
        self.assertGreaterEqual(wrong["exact"][1], 8000)
        self.assertEqual(len({asked for _, asked in wrong.values()}), 1)
        for said, algo, name in (("with a tolerance in all checks", "all", "tolerance in all checks"),
                                 ("a copy of the polygon", "expanded", "the expanded copy")):
            lost, asked = wrong[algo]
            few = lost < wrong["strict"][0] and 100 * lost <= asked
            self.expect(said, "holds" if few else "does not hold", f"{name} {lost:,} of {asked:,}")

    def test_nodes_multiply(self):
        nodes = {row["map"]: row["expanded"] for row in rows_of("squares")
                 if row["algo"] == "bfs-published" and row["outcome"] == "found"}
        side = max(int(name.removeprefix("square-")) for name in nodes)
        self.expect("each of the 19,200 positions", "holds",
                    f"{nodes[f'square-{side}']:,} nodes for {side} x {side} cells")

    def test_printed_astar(self):
        pairs = pairs_of("noise", "astar-published", "steps", steps)
        pairs = [pair for pair in pairs if pair[1] and pair[2]]
        longer = {at for at, printed, fewest in pairs if printed > fewest}
        self.expect("the printed A* estimates", "does not hold" if longer else "holds",
                    f"{len(longer)} of {len(pairs)} paths",
                    f"on {len({name for name, _ in longer})} of {len({at[0] for at, _, _ in pairs})} ")

    def test_astar_looks_at_fewer(self):
        shares = [guided / blind for _, guided, blind in
                  pairs_of("screen", "astar-published", "bfs", lambda row: row["expanded"] or None)]
        fewer = statistics.median(shares)
        self.expect("promising cells first", "holds" if fewer < 0.8 else "does not hold",
                    f"expands a median of {share(fewer, 1)} of", f"on {sum(each > 1 for each in shares)} of {len(shares)} clicks")

    def test_half_scale(self):
        lost = asked = 0
        for name in ("screen", "walls"):
            found = {part: {row["click"] for row in rows_of("half")
                            if row["algo"] == "bfs" and row["map"] == f"{name}-{part}"
                            and row["outcome"] == "found" and row["verdict"] == "ok"}
                     for part in ("whole", "half")}
            asked += len(found["whole"])
            lost += len(found["whole"] - found["half"])
        self.expect("half the size", "holds", f"{lost} of {asked} clicks")

    def test_corners_suffice(self):
        pairs = pairs_of("rocks", "walk", "astar", lambda row: row["length"] or None)
        longer = sum(mine > best + 1e-6 for _, mine, best in pairs)
        self.expect("except the tiles beside convex corners", "does not hold" if longer else "holds",
                    f"{len(pairs) - longer} of {len(pairs)} paths")

    def test_walks_over_a_mesh(self):
        pairs = pairs_of("rooms", "navmesh", "visgraph", lambda row: row["length"] or None)
        longer = sum(mesh > 1.001 * best for _, mesh, best in pairs)
        self.expect("over a navigation mesh are not", "holds" if longer else "does not hold",
                    f"with a funnel {longer} of {len(pairs)} ")

    def test_simplified_walks(self):
        left = [after / before for _, before, after in
                pairs_of("passes", "pixels", "traced", lambda row: row["points"] or None)]
        fewer = statistics.median(left)
        self.expect("leaves far fewer points", "holds" if fewer < 0.5 else "does not hold",
                    f"{share(fewer, 1)} of a path's pixels remain")

    def test_beautification_as_printed(self):
        clicks = [row for row in rows_of("passes") if row["algo"] == "printed"]
        endless = sum(row["outcome"] == "limit" for row in clicks)
        self.expect("the printed beautification", "does not hold" if endless else "holds",
                    f"never ends on {endless} of {len(clicks)} clicks")

    def test_quadtree(self):
        shares = collections.defaultdict(list)
        for (name, _), squares, pixels in pairs_of("quadtree", "quadtree", "plain",
                                                   lambda row: row["expanded"] or None):
            shares[name].append(squares / pixels)
        medians = {name: statistics.median(each) for name, each in shares.items()}
        fewer = [median < 0.5 for name, median in medians.items() if name != "tiles-noise"]
        self.expect("a quadtree has far fewer", "holds" if any(fewer) else "does not hold",
                    *(f"{share(median, 1)} on {name}" for name, median in medians.items()))

    def test_walkers_of_any_size(self):
        kept = {row["map"]: row["reachable"] / row["walkable"] for row in rows_of("agents", "map")}
        closed = [kept[f"narrow-{shape}-32"] < 0.8 * kept[f"narrow-{shape}-16"] for shape in ("square", "hexagon")]
        self.expect("narrower than the character", "holds" if all(closed) else "does not hold",
                    *(f"{share(kept[f'narrow-{shape}-32'], 1)} of the floor is one component for a {shape} of radius 32"
                      for shape in ("square", "hexagon")))


if __name__ == "__main__":
    unittest.main()
