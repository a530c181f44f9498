"""The statistics of harness/statistics/ against scipy's, on a thousand random samples each: with
ties, and as small as one. Contrasts are held against scipy in test_compare.py."""
import math
import random
import subprocess
import sys
import unittest

import numpy
from scipy import stats

TOLD = sys.argv.pop(1)
SEED, TRIALS = 1, 1000


def told(questions):
    """The numbers that the program answers, a list a question."""
    text = "\n".join(" ".join(map(repr, line)).replace("'", "") for line in questions)
    done = subprocess.run([TOLD], input=text, capture_output=True, text=True, check=True)
    answers = [list(map(float, line.split())) for line in done.stdout.splitlines()]
    assert len(answers) == len(questions)
    return answers


class Statistics(unittest.TestCase):
    def assert_near(self, mine, theirs, about, digits=1e-9):
        near = math.isclose(mine, theirs, rel_tol=digits, abs_tol=1e-12)
        self.assertTrue(near or (math.isnan(mine) and math.isnan(theirs)),
                        f"{mine}, scipy {theirs}: {about}")

    def test_quantiles(self):
        chance = random.Random(SEED)
        asked = []
        for trial in range(TRIALS):
            count = chance.randint(1, 40 if trial % 2 else 2000)
            values = [float(chance.randint(0, 9)) if trial % 3 == 0 else chance.expovariate(1)
                      for _ in range(count)]
            asked.append((chance.choice((0, 2.5, 50, 90, 95, 97.5, 99, 100)), values))
        answers = told([("quantiles", percent, len(values), *values) for percent, values in asked])
        for (percent, values), (selected, median, quantile, tail) in zip(asked, answers):
            self.assertEqual(selected, numpy.median(values))
            self.assertEqual(median, selected)
            nearest = numpy.percentile(values, percent, method="inverted_cdf")
            self.assertEqual(quantile, nearest, (percent, len(values)))
            beyond = (100 - percent) * len(values) / 100
            self.assertEqual(tail if beyond >= 10 else math.isnan(tail),
                             nearest if beyond >= 10 else True)

    def test_student(self):
        chance = random.Random(SEED)
        asked = [(chance.gauss(0, 1) * chance.choice((0, 0.1, 1, 30)),
                  chance.choice((1, 2, 2.5, chance.uniform(0.5, 40), 1e4, 1e6, 1e8)),
                  10 ** -chance.uniform(0, 6)) for _ in range(TRIALS)]
        for (t, freedom, level), (tails, bound) in zip(
                asked, told([("student", *each) for each in asked])):
            digits = 1e-7 if freedom < 1e7 else 1e-5  # from there on it is the normal distribution
            self.assert_near(tails, 2 * stats.t.sf(abs(t), freedom), (t, freedom), digits)
            self.assert_near(bound, stats.t.isf(level / 2, freedom), (level, freedom), digits)

    def test_holm(self):
        """As statsmodels does it; here by its definition."""
        chance = random.Random(SEED)
        asked = [[round(chance.random() ** 4, chance.choice((2, 9)))
                  for _ in range(chance.randint(1, 12))] for _ in range(TRIALS)]
        for each, mine in zip(asked, told([("holm", len(each), *each) for each in asked])):
            order = sorted(range(len(each)), key=each.__getitem__)
            stepped = [min(1, each[at] * (len(each) - place)) for place, at in enumerate(order)]
            theirs = dict(zip(order, numpy.maximum.accumulate(stepped)))
            for at, p in enumerate(mine):
                self.assert_near(p, float(theirs[at]), each)

    def test_hierarchy(self):
        """The interval of a median over maps is that of draws of numpy's, for as many as are drawn."""
        chance = numpy.random.default_rng(SEED)
        rounds, passes = 4, 3
        for maps in ((30,), (20, 41), (1, 1), (9, 5, 12, 7, 30)):
            shifts = chance.normal(0, 0.05, (rounds, 1))
            times = numpy.exp(chance.normal(0, 0.4, (sum(maps), 1, 1)) + shifts[None]
                              + chance.normal(0, 0.1, (sum(maps), rounds, passes)))
            low, high = told([("bootstrap", rounds, passes, len(maps), *maps, times.size,
                               *map(float, times.ravel()))])[0]
            drawn = numpy.sort([self.draw(chance, times, maps) for _ in range(3000)])
            for bound, percents in ((low, (0.8, 5.5)), (high, (94.5, 99.2))):
                least, most = numpy.percentile(drawn, percents)
                self.assertLessEqual(least, bound)
                self.assertLessEqual(bound, most)

    @staticmethod
    def draw(chance, times, maps):
        _, rounds, passes = times.shape
        edges, logs = numpy.cumsum((0, *maps)), []
        for place in chance.integers(len(maps), size=len(maps)):
            chosen = chance.integers(rounds, size=rounds)
            taken = chance.integers(passes, size=(rounds, passes))
            mine = times[edges[place]:edges[place + 1], chosen[:, None], taken].reshape(maps[place], -1)
            logs.append(math.log(numpy.median(chance.choice(numpy.median(mine, axis=1), maps[place]))))
        return math.exp(sum(logs) / len(logs))


if __name__ == "__main__":
    unittest.main()
