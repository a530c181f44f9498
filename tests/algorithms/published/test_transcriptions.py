"""The mechanisms that the articles print or describe, written down again from the articles alone, against the back
ends that follow them: equal waypoints, equal counts, on seeded maps.

usage: test_transcriptions.py FOOTRACE"""
import heapq
import itertools
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

import numpy

FOOTRACE = sys.argv.pop(1)
FIRST_SEED = int(os.environ.get("FOOTRACE_SEED", "1"))
AROUND = (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)  # clockwise from the right, y down
STRAIGHT, DIAGONAL = 93222358, 131836323  # DIAGONAL / STRAIGHT is close to the root of two


def raced(folder, ground, pairs, *algos):
    """Racer -> its clicks in order, each a row with its waypoints in half pixels, or None."""
    clicks, rows = folder / "clicks.json", folder / "rows.jsonl"
    clicks.write_text(json.dumps({"format": "footrace-clicks/1",
                                  "clicks": [{"start": one, "goal": other} for one, other in pairs]}))
    words = [word for algo in algos for word in ("--algo", algo)]
    done = subprocess.run(
        [FOOTRACE, "run", "--allow-debug", "--quiet", "--force", "--map", ground, "--clicks", clicks, "--frame", "0x0",
         "--rounds", "1", "--passes", "1", "--optimum", "0", "--skip", "steady", "--skip", "trials", "--give-up", "0",
         "--keep-paths", *words, "-o", rows], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise AssertionError(done.stderr)
    told = [json.loads(line) for line in rows.read_text().splitlines()]
    walked = {(row["algo"], row["click"]): list(zip(row["points"][::2], row["points"][1::2]))
              for row in told if row["kind"] == "path"}
    found = {}
    for row in sorted((row for row in told if row["kind"] == "click"), key=lambda row: row["click"]):
        found.setdefault(row["algo"], []).append({**row, "walk": walked.get((row["algo"], row["click"]))})
    return found


def halves(pixels):
    """Waypoints as rows have them: pixels' centres, without those inside straight runs."""
    kept = []
    for place, (x, y) in enumerate(pixels):
        if 0 < place < len(pixels) - 1:
            before, after = pixels[place - 1], pixels[place + 1]
            ahead, behind = (after[0] - x, after[1] - y), (x - before[0], y - before[1])
            if ahead[0] * behind[1] == ahead[1] * behind[0] and ahead[0] * behind[0] + ahead[1] * behind[1] > 0:
                continue
        kept.append((2 * x + 1, 2 * y + 1))
    return kept


class Grid:
    def __init__(self, seed, width, height, blocked, cell):
        dice = random.Random(seed)
        stones = {(x, y) for x in range(0, width, cell) for y in range(0, height, cell) if dice.random() < blocked}
        self.width, self.height = width, height
        self.rows = ["".join("#" if (x - x % cell, y - y % cell) in stones else "." for x in range(width))
                     for y in range(height)]
        free = [(x, y) for y in range(height) for x in range(width) if self.free(x, y)]
        self.pairs = [(list(dice.choice(free)), list(dice.choice(free))) for _ in range(12)]
        self.pairs = [pair for pair in self.pairs if pair[0] != pair[1]]

    def free(self, x, y):
        return 0 <= x < self.width and 0 <= y < self.height and self.rows[y][x] == "."

    def written(self, folder):
        path = folder / "map.txt"
        path.write_text("\n".join(self.rows) + "\n")
        return path


class Endless(Exception):
    """The printed loop does not move on."""


class Fill:
    """Don 2022: distances from the goal with two stacks, the trace, simplification and beautification."""

    def __init__(self, grid, advance):
        self.grid, self.advance = grid, advance

    def walk(self, start, goal):
        """The path, and how many pixels were reached; None where there is none."""
        distance, current, step = {goal: 0}, [goal], 0
        while current:
            step += 1
            following = []
            while current:
                x, y = current.pop()
                for at in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                    if self.grid.free(*at) and at not in distance:
                        distance[at] = step
                        following.append(at)
            current = following
        if start not in distance:
            return None, len(distance)
        path = self.simplified(self.traced(distance, start))
        path = self.beautified(path)
        return self.beautified(path[::-1])[::-1], len(distance)

    @staticmethod
    def traced(distance, start):
        path, (x, y), left = [], start, distance[start]
        while True:
            path.append((x, y))
            if left == 0:
                return path
            left -= 1
            sides = {name: distance.get(at) == left for name, at in (
                ("left", (x - 1, y)), ("right", (x + 1, y)), ("up", (x, y - 1)), ("down", (x, y + 1)))}
            if sides["left"] or sides["right"]:
                x += -1 if sides["left"] else 1
                for name, dy in (("up", -1), ("down", 1)):
                    if sides[name] and distance.get((x, y + dy)) == left - 1:
                        left -= 1
                        y += dy
                        break
            else:
                y += -1 if sides["up"] else 1

    @staticmethod
    def simplified(path):
        if len(path) < 3:
            return path
        path, first = list(path), 0
        while first + 1 < len(path):
            dx, dy = (b - a for a, b in zip(path[first], path[first + 1]))
            while first + 2 < len(path):
                middle, last = path[first + 1], path[first + 2]
                if (last[0] - middle[0], last[1] - middle[1]) != (dx, dy):
                    break
                del path[first + 1]
            first += 1
        return path

    def beeline(self, one, other):
        """Bresenham's pixels: at each step along the longer side, the nearest one across."""
        (x0, y0), (x1, y1) = one, other
        dx, dy = x1 - x0, y1 - y0
        longer, shorter = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
        right, down = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
        for step in range(longer + 1):
            across = (2 * shorter * step + longer - 1) // (2 * longer) if longer else 0
            at = (x0 + across * right, y0 + step * down) if abs(dy) > abs(dx) else (x0 + step * right, y0 + across * down)
            if not self.grid.free(*at):
                return False
        return True

    def beautified(self, path):
        if len(path) < 3:
            return path
        path, first = list(path), 0
        while first + 2 < len(path):
            p1, p2, p3 = path[first:first + 3]
            if self.beeline(p1, p3):
                del path[first + 1]
                continue
            dx, dy = p3[0] - p2[0], p3[1] - p2[1]
            distance = math.sqrt(dx * dx + dy * dy)
            if distance < 10:
                if not self.advance:
                    raise Endless
            else:
                steps = 10
                if distance / 10 < 5:
                    steps = max(1, int(distance / 5))
                for i in range(steps - 1, 0, -1):
                    p4 = p2[0] + int(dx * i / steps), p2[1] + int(dy * i / steps)
                    if self.beeline(p1, p4):
                        path[first + 1] = p4
            first += 1
        return path


class Searches:
    """Covert 2016: a frontier of positions with their paths; what is taken counts as visited, and is expanded even if
    it was taken before. Of equal priorities the oldest goes first."""
    DELTAS = (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)  # added to [y x]

    def __init__(self, grid, cap):
        self.grid, self.cap = grid, cap

    def walk(self, start, goal, guided):
        """The path and the nodes taken; the path is None without one, and False at the cap."""
        order, taken, visited = itertools.count(), 0, {start}
        frontier = [(0, next(order), start, ())]
        while frontier:
            if taken == self.cap:
                return False, taken
            _, _, at, path = heapq.heappop(frontier)
            taken += 1
            if at == goal:  # a path of the breadth-first search holds its own position
                return [*path, at, *([] if guided else [at])], taken
            for dy, dx in self.DELTAS:
                to = at[0] + dx, at[1] + dy
                if self.grid.free(*to) and to not in visited:
                    longer = (*path, at)
                    left = len(longer) + abs(to[0] - goal[0]) + abs(to[1] - goal[1]) if guided else 0
                    heapq.heappush(frontier, (left, next(order), to, longer))
            visited.add(at)
        return None, taken


class Sight:
    """Gouveia 2011: crossing segments, inside with a thin ellipse, and line of sight, in single precision."""

    def __init__(self, outer, holes):
        one = numpy.float32
        self.rings = [[(one(x), one(y)) for x, y in ring] for ring in (outer, *holes)]

    @staticmethod
    def cross(a, b, c, d):
        denominator = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
        if denominator == 0:
            return False
        one = (a[1] - c[1]) * (d[0] - c[0]) - (a[0] - c[0]) * (d[1] - c[1])
        two = (a[1] - c[1]) * (b[0] - a[0]) - (a[0] - c[0]) * (b[1] - a[1])
        return one != 0 and two != 0 and 0 < one / denominator < 1 and 0 < two / denominator < 1

    @staticmethod
    def in_ring(ring, at, near):
        def square(a, b):
            return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])
        inside, old = False, ring[-1]
        for new in ring:
            one, two = square(old, at), square(new, at)
            if float(one + two) + 2 * math.sqrt(float(one * two)) - float(square(new, old)) < 0.5:
                return near
            left, right = (old, new) if new[0] > old[0] else (new, old)
            if left[0] < at[0] <= right[0] and (at[1] - left[1]) * (right[0] - left[0]) < (
                    right[1] - left[1]) * (at[0] - left[0]):
                inside = not inside
            old = new
        return inside

    def inside(self, at):
        outer, *holes = self.rings
        return not any(self.in_ring(hole, at, False) for hole in holes) and self.in_ring(outer, at, True)

    def sees(self, a, b):
        if math.dist(a, b) < 0.5:
            return True
        if any(self.cross(a, b, ring[i - 1], ring[i]) for ring in self.rings for i in range(len(ring))):
            return False
        return self.inside(((a[0] + b[0]) / numpy.float32(2), (a[1] + b[1]) / numpy.float32(2)))

    def nodes(self):
        """Concave vertices of the outer ring, and convex ones of holes."""
        found = []
        for number, ring in enumerate(self.rings):
            area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, ring[1:] + ring[:1]))
            wanted = (area > 0) != (number > 0)
            for i, at in enumerate(ring):
                before, after = ring[i - 1], ring[(i + 1) % len(ring)]
                turn = (at[0] - before[0]) * (after[1] - at[1]) - (at[1] - before[1]) * (after[0] - at[0])
                if (turn < 0 if wanted else turn > 0) and self.inside(at):
                    found.append(at)
        return found

    def walk(self, start, goal):
        """The shortest path over all links, its length, and the nodes, 0 where no search was needed. The path is None
        where another is as long to a thousandth of a pixel."""
        if self.sees(start, goal):
            return [start, goal], math.dist(start, goal), 0
        nodes = [start, goal, *self.nodes()]
        best, parent, tied, done, queue = {0: 0.0}, {}, set(), set(), [(0.0, 0)]
        while queue and 1 not in done:
            so_far, at = heapq.heappop(queue)
            if at in done:
                continue
            done.add(at)
            for to, place in enumerate(nodes):
                longer, known = so_far + math.dist(nodes[at], place), best.get(to, math.inf)
                if to == at or to in done or longer > known + 1e-3 or not self.sees(nodes[at], place):
                    continue
                tied.discard(to)
                if abs(longer - known) <= 1e-3:
                    tied.add(to)
                if longer < known:
                    best[to], parent[to] = longer, at
                    heapq.heappush(queue, (longer, to))
        if 1 not in done:
            return None, None, len(nodes) - 2
        path = [1]
        while path[-1]:
            path.append(parent[path[-1]])
        walk = None if tied & set(path) else [nodes[at] for at in reversed(path)]
        return walk, best[1], len(nodes) - 2


class OpenList:
    """A binary heap of costs; among equal ones the last pushed rises to the top."""

    def __init__(self):
        self.entries = []

    def push(self, cost, node):
        entries, at = self.entries, len(self.entries)
        entries.append(None)
        while at > 0 and cost <= entries[(at - 1) // 2][0]:
            entries[at], at = entries[(at - 1) // 2], (at - 1) // 2
        entries[at] = cost, node

    def pop(self):
        entries = self.entries
        first, last = entries[0], entries.pop()
        at = 0
        while entries and 2 * at + 1 < len(entries):
            child = 2 * at + 1
            if child + 1 < len(entries) and entries[child + 1][0] < entries[child][0]:
                child += 1
            if entries[child][0] >= last[0]:
                break
            entries[at], at = entries[child], child
        if entries:
            entries[at] = last
        return first


def octile(a, b):
    across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    return STRAIGHT * abs(across - down) + DIAGONAL * min(across, down)


def wedge(a, b):
    """The slice of the pie, of 45 degrees, clockwise from the right."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    for turn in range(8):
        (ax, ay), (bx, by) = AROUND[turn], AROUND[(turn + 1) % 8]
        if ax * dy - ay * dx >= 0 and dx * by - dy * bx > 0:
            return turn
    raise AssertionError((a, b))


class Wedges:
    """Gilmok 2017: a graph of jump points, whose search costs the links of one wedge of a node first. He goes on to
    the wedges around once he runs out of nodes: of all (early=False), or of those from the wedge (early=True)."""
    SPREAD = 0, 1, 7, 2, 6, 3, 5, 4

    def __init__(self, grid, early):
        self.grid, self.early = grid, early
        self.points = [(x, y) for y in range(grid.height) for x in range(grid.width)
                       if grid.free(x, y) and self.is_jump_point(x, y)]
        self.links = {at: self.seen_from(at) for at in self.points}

    def is_jump_point(self, x, y):
        """Beside the convex corner of a wall."""
        return any(0 <= x + dx < self.grid.width and 0 <= y + dy < self.grid.height
                   and not self.grid.free(x + dx, y + dy)
                   and self.grid.free(x + dx, y) and self.grid.free(x, y + dy) for dx in (-1, 1) for dy in (-1, 1))

    def steps(self, a, b):
        """The pixels of diagonal and then straight steps from a to b; None where something is in the way."""
        (x, y), walk = a, [a]
        while (x, y) != b:
            dx, dy = ((to > at) - (to < at) for at, to in zip((x, y), b))
            if abs(b[0] - x) > abs(b[1] - y):
                dx, dy = dx, dy if (b[1] != y) else 0
            if dx and dy and not (self.grid.free(x + dx, y) and self.grid.free(x, y + dy)):
                return None
            x, y = x + dx, y + dy
            if not self.grid.free(x, y):
                return None
            walk.append((x, y))
        return walk

    def seen_from(self, at):
        return [point for point in self.points if point != at and self.steps(at, point)]

    def walk(self, start, goal):
        """Pixels of the path, nodes expanded, and jump points next to the goal; None where there is no path."""
        straight = self.steps(start, goal) or (self.steps(goal, start) or [])[::-1]
        if straight:
            return straight, 0, 0
        self.start, self.goal = start, goal
        self.links[None] = self.seen_from(start)
        self.ends = {point for point in self.points if point != goal and self.steps(point, goal)}
        self.cost, self.parent, self.costed = {None: 0}, {}, {None: set()}
        self.expanded, self.waiting, self.taken = set(), {None: 0}, 0
        self.open, self.later, self.pushes = OpenList(), OpenList(), 0
        self.best, self.last = math.inf, None
        self.expand(None)
        while True:
            if self.open.entries:
                if self.open.entries[0][0] >= self.best:
                    break
                cost, node = self.open.pop()
                if cost == self.cost[node] + octile(self.place(node), goal):
                    self.expand(node)
            elif self.best < math.inf or not self.later.entries:
                break
            else:
                self.expand(self.later.pop()[1])
        if self.best == math.inf:
            return None, self.taken, len(self.ends)
        walk, at, node = [goal], goal, self.last
        while True:
            walk = self.steps(self.place(node), at)[:-1] + walk
            if node is None:
                return walk, self.taken, len(self.ends)
            at, node = node, self.parent[node]

    def place(self, node):
        return self.start if node is None else node

    def push(self, heap, cost, node):
        self.pushes += 1
        heap.push(cost, node)

    def offer(self, node, point):
        cost = self.cost[node] + octile(self.place(node), point)
        if cost + octile(point, self.goal) >= self.best or cost >= self.cost.get(point, math.inf):
            return
        before = self.parent[point] if point in self.cost and point not in self.expanded else node
        self.waiting[node] += 1
        self.cost[point], self.parent[point], self.costed[point], self.waiting[point] = cost, node, set(), 0
        self.expanded.discard(point)
        if point in self.ends and cost + octile(point, self.goal) < self.best:
            self.best, self.last = cost + octile(point, self.goal), point
        self.push(self.open, cost + octile(point, self.goal), point)
        if before != node:
            self.leave(before)

    def leave(self, node):
        if self.waiting[node] == 0:
            return
        self.waiting[node] -= 1
        if self.waiting[node] == 0 and self.early and len(self.costed[node]) < 8:
            self.push(self.open, self.cost[node] + octile(self.place(node), self.goal), node)

    def expand(self, node):
        first = node is not None and node not in self.expanded
        if first:
            self.taken += 1
            self.expanded.add(node)
        pushes, at = self.pushes, self.place(node)
        for turn in self.SPREAD:
            if self.pushes != pushes:
                break
            this = (wedge(at, self.goal) + turn) % 8
            if this in self.costed[node]:
                continue
            self.costed[node].add(this)
            for point in self.links[node]:
                if wedge(at, point) == this:
                    self.offer(node, point)
        if len(self.costed[node]) < 8 and not self.early:
            self.push(self.later, self.cost[node] + octile(at, self.goal), node)
        if first:
            self.leave(self.parent[node])


class Transcriptions(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def grids(self, count, *shape):
        for seed in range(FIRST_SEED, FIRST_SEED + count):
            grid = Grid(seed, *shape)
            yield grid, grid.written(self.folder)

    def test_the_fill(self):
        endless = 0
        for grid, path in self.grids(8, 60, 44, 0.25, 4):
            rows = raced(self.folder, path, grid.pairs, "printed=flood-published:precheck=off",
                         "advance=flood-published:precheck=off,hang=advance")
            for name, advance in (("printed", False), ("advance", True)):
                for (start, goal), row in zip(grid.pairs, rows[name], strict=True):
                    try:
                        walk, reached = Fill(grid, advance).walk(tuple(start), tuple(goal))
                    except Endless:
                        endless += 1
                        self.assertEqual(row["outcome"], "limit", (start, goal))
                        continue
                    self.assertEqual(row["outcome"], "found" if walk else "unreachable", (start, goal))
                    self.assertEqual(row["expanded"], reached, (start, goal))
                    if walk:
                        self.assertEqual(row["walk"], [(2 * x + 1, 2 * y + 1) for x, y in walk], (start, goal))
        self.assertGreater(endless, 0)

    def test_both_searches(self):
        cap = 3000
        for grid, path in self.grids(8, 12, 10, 0.3, 1):
            rows = raced(self.folder, path, grid.pairs, f"bfs-published:cap={cap}", f"astar-published:cap={cap}")
            for algo, guided in (("bfs-published", False), ("astar-published", True)):
                for (start, goal), row in zip(grid.pairs, rows[f"{algo}:cap={cap}"], strict=True):
                    walk, taken = Searches(grid, cap).walk(tuple(start), tuple(goal), guided)
                    outcome = "found" if walk else "limit" if walk is False else "unreachable"
                    self.assertEqual((row["outcome"], row["expanded"]), (outcome, taken), (algo, start, goal))
                    if walk:
                        self.assertEqual(row["walk"], [(2 * x + 1, 2 * y + 1) for x, y in walk], (algo, start, goal))

    def drawing(self, seed):
        """An outer ring with notches and two holes that touch nothing."""
        dice = random.Random(seed)

        def ring(x, y, radius, count):
            turns = [((place + dice.uniform(-0.3, 0.3)) * 2 * math.pi / count, radius * dice.uniform(0.6, 1))
                     for place in range(count)]
            return [[round(x + reach * math.cos(turn)), round(y + reach * math.sin(turn))] for turn, reach in turns]
        outer = ring(100, 100, 95, 18)
        holes = [ring(80, 85, 14, 6), ring(115, 112, 12, 5)]
        path = self.folder / "drawing.json"
        path.write_text(json.dumps({"format": "footrace-polygon/1", "size": [200, 200], "shapes": [
            {"add": outer}, *({"subtract": hole} for hole in holes)]}))
        sight = Sight(outer, holes)
        free = [[x, y] for x in range(4, 196, 3) for y in range(4, 196, 3)
                if sight.inside((numpy.float32(x + 0.5), numpy.float32(y + 0.5)))]
        return sight, path, [(dice.choice(free), dice.choice(free)) for _ in range(25)]

    def test_the_visibility_graph(self):
        searched = compared = 0
        algo = "visgraph-published:source=drawing"
        for seed in range(FIRST_SEED, FIRST_SEED + 4):
            sight, path, pairs = self.drawing(seed)
            for row in raced(self.folder, path, pairs, algo)[algo]:
                ends = [tuple(numpy.float32(value + 0.5) for value in row[end]) for end in ("start", "goal")]
                if ends[0] == ends[1]:
                    continue
                self.assertTrue(all(map(sight.inside, ends)))
                walk, length, nodes = sight.walk(*ends)
                searched += nodes > 0
                self.assertEqual(row["outcome"], "unreachable" if length is None else "found", (seed, ends))
                self.assertEqual(row["cleared"] or 0, nodes, (seed, ends))
                if row["walk"] and length is not None:
                    mine = sum(math.dist(a, b) for a, b in zip(row["walk"], row["walk"][1:])) / 2
                    self.assertAlmostEqual(mine, length, places=3, msg=(seed, ends))
                    if walk:
                        compared += nodes > 0
                        self.assertEqual(row["walk"], [(2 * x, 2 * y) for x, y in walk], (seed, ends))
        self.assertGreater(searched, 20)
        self.assertGreater(compared, 0.9 * searched)

    def test_ends_on_edges(self):
        """The thin ellipse takes in every point that was brought to an edge in single precision; it is the segment
        test that lets some of them see nothing, as they lie beyond their own edge."""
        half, asked, blind = numpy.float32(0.5), 0, 0
        for seed in range(FIRST_SEED, FIRST_SEED + 4):
            sight, _, pairs = self.drawing(seed)
            dice = random.Random(seed)
            for (x, y), _ in pairs * 10:
                ring = dice.choice(sight.rings)
                a, b = dice.choice(list(zip(ring, ring[1:] + ring[:1])))
                t = numpy.float32(dice.uniform(0.1, 0.9))
                end = a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
                self.assertTrue(sight.inside(end), (seed, end))
                free = numpy.float32(x) + half, numpy.float32(y) + half
                step = numpy.float32(2 / math.dist(end, free))
                if sight.inside((end[0] + step * (free[0] - end[0]), end[1] + step * (free[1] - end[1]))):
                    blind += sight.cross(end, free, a, b)
                    asked += 1
        self.assertGreater(blind, 0.05 * asked)

    def test_wedges(self):
        apart = searched = 0
        for grid, path in self.grids(8, 32, 24, 0.22, 2):
            readings = Wedges(grid, False), Wedges(grid, True)
            rows = raced(self.folder, path, grid.pairs, "late=jumpgraph-published",
                         "early=jumpgraph-published:wedges=early")
            for place, (start, goal) in enumerate(grid.pairs):
                walks = []
                for reading, name in zip(readings, ("late", "early")):
                    row = rows[name][place]
                    walk, taken, seen = reading.walk(tuple(start), tuple(goal))
                    walks.append(walk)
                    self.assertEqual(row["outcome"], "found" if walk else "unreachable", (name, start, goal))
                    if walk:
                        self.assertEqual((row["expanded"], row["cleared"]), (taken, seen), (name, start, goal))
                        self.assertEqual(row["walk"], halves(walk), (name, start, goal))
                        searched += taken > 0
                apart += walks[0] != walks[1]
        self.assertGreater(searched, 50)
        self.assertGreater(apart, 0)


if __name__ == "__main__":
    unittest.main()
