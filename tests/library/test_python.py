"""packages/python over a shared library: test_python.py LIBRARY PACKAGE"""

import os
import sys
import unittest

import numpy

os.environ["FOOTRACE_LIBRARY"] = sys.argv[1]
sys.path.insert(0, sys.argv[2])
sys.dont_write_bytecode = True
import footrace  # noqa: E402


def room():
    mask = numpy.ones((40, 60), dtype=numpy.uint8)
    mask[:, 30] = 0
    mask[10:15, 30] = 2
    return mask


class Walkers(unittest.TestCase):
    def test_a_gate_opens_and_closes(self):
        walker = footrace.Walker(room(), "visgraph")
        walk = walker.find((5, 30), (55, 30))
        self.assertEqual(walk.path.shape, (4, 2))
        self.assertEqual(walk.path[0].tolist(), [5.5, 30.5])
        self.assertEqual(walk.path[1].tolist(), [30.0, 15.0])
        self.assertFalse(walk.start_moved or walk.goal_moved)
        steps = numpy.diff(walk.path.astype(float), axis=0)
        self.assertAlmostEqual(walk.length, numpy.hypot(*steps.T).sum())
        walker.open(2, False)
        self.assertIsNone(walker.find((5, 30), (55, 30)).path)
        self.assertEqual(walker.closest((5, 30), (55, 30)), (29.5, 30.5))
        walker.open(2)
        self.assertIsNotNone(walker.find((5, 30), (55, 30)).path)

    def test_every_pathfinder_arrives(self):
        names = [name for name in footrace.pathfinders() if not name.endswith("-published")]
        self.assertIn("visgraph", names)
        for name in set(names) - {"null", "visgraph-polygon"}:
            walk = footrace.Walker(room(), name).find((5, 30), (55, 5))
            self.assertEqual(walk.path[-1].tolist(), [55.5, 5.5], name)
            self.assertFalse(walk.fallback, name)
        walk = footrace.Walker(room(), "visgraph-polygon:source=drawing").find((5, 30), (55, 5))
        self.assertTrue(walk.fallback)
        self.assertEqual(walk.path[-1].tolist(), [55.5, 5.5])

    def test_a_long_path_is_whole(self):
        mask = numpy.ones((161, 9), dtype=bool)
        mask[1::4, :-1] = mask[3::4, 1:] = False
        walk = footrace.Walker(mask, "polyanya").find((0, 0), (8, 160))
        self.assertGreater(len(walk.path), 64)
        self.assertEqual(walk.path[-1].tolist(), [8.5, 160.5])

    def test_blocks_and_paint(self):
        walker = footrace.Walker(room())
        walker.block(0, 0, 5, 5)
        self.assertFalse(walker.walkable((2, 2)))
        walk = walker.find((2, 2), (9, 9))
        self.assertTrue(walk.start_moved)
        walker.paint(30, 20, numpy.ones((3, 1)))
        self.assertTrue(walker.walkable((30, 21)))

    def test_saved_states(self):
        walker = footrace.Walker(room(), "visgraph")
        saved = walker.save()
        other = footrace.Walker(room(), "visgraph")
        other.load(saved)
        self.assertEqual(other.find((5, 30), (55, 5)).length, walker.find((5, 30), (55, 5)).length)
        with self.assertRaisesRegex(footrace.Error, "damaged"):
            other.load(saved[:-1])

    def test_bad_arguments(self):
        with self.assertRaisesRegex(footrace.Error, "teleport"):
            footrace.Walker(room(), "teleport")
        with self.assertRaisesRegex(footrace.Error, "two dimensions"):
            footrace.Walker(numpy.ones(5))
        with self.assertRaisesRegex(footrace.Error, "width"):
            footrace.Walker(numpy.ones((0, 5)))
        with self.assertRaises(footrace.Error):
            footrace.Walker(room()).find((float("nan"), 0), (1, 1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
