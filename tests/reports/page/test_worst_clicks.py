"""The frame of a drawing of a slow click."""
import unittest

import fixture  # noqa: F401
from reports.page import worst_clicks


class Frame(unittest.TestCase):
    def test_the_frame_holds_the_walks(self):
        for width, height in ((1920, 1080), (300, 900), (100, 100)):
            size = {"width": width, "height": height}
            points = [(1, 2), (width - 1, height - 3), (width / 2, 5)]
            (left, right), (low, high) = worst_clicks.framed(size, points)
            self.assertAlmostEqual((low - high) / (right - left), height / width)
            for x, y in points:
                self.assertTrue(left <= x <= right and high <= y <= low)


if __name__ == "__main__":
    unittest.main()
