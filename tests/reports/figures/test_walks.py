"""The frame of a picture of walks."""
import unittest

from reports.figures import walks


class Walks(unittest.TestCase):
    def test_the_frame_holds_the_walks(self):
        for width, height, shape in ((1920, 1080, 0.5), (300, 900, 0.85), (100, 100, 1.0)):
            size = {"width": width, "height": height}
            points = [(1, 2), (width - 1, height - 3), (width / 2, 5)]
            (left, right), (low, high) = walks.framed(size, points, shape, 0.2)
            self.assertAlmostEqual((low - high) / (right - left), shape)
            for x, y in points:
                self.assertTrue(left <= x <= right and high <= y <= low)


if __name__ == "__main__":
    unittest.main()
