"""The statistics of harness/statistics/ against scipy's, on a thousand random samples each: with
ties, with zeros, and as small as one. Contrasts are held against scipy in test_compare.py."""
import math
import random
import subprocess
import sys
import unittest
import warnings

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


def differences(chance, trial):
    """Of 1 to 70 clicks; whole numbers, which tie and are 0, in two of three trials."""
    count = chance.randint(1, 70) if trial % 2 else chance.randint(1, 12)
    shift = chance.choice((0, 0, 0.3, 2))
    width = chance.choice((2, 5, 40))
    return [float(round(width * chance.gauss(shift, 1))) if trial % 3 else chance.gauss(shift, 1)
            for _ in range(count)]


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

    def test_signed_rank(self):
        chance = random.Random(SEED)
        asked = [differences(chance, trial) for trial in range(TRIALS)]
        asked += [[0.0], [1.0], [-1.0], [0.0, 0.0], [1.0, -1.0], [2.0, 2.0, -2.0], [0.0, 3.0]]
        kinds = {True: 0, False: 0}
        answers = told([("signed-rank", len(each), *each) for each in asked])
        for each, (p, effect) in zip(asked, answers):
            left = [value for value in each if value != 0]
            if not left:
                self.assertEqual((p, effect), (1, 0))
                continue
            sizes = [abs(value) for value in left]
            exact = len(left) == len(each) <= 50 and len(set(sizes)) == len(sizes)
            with warnings.catch_warnings():  # of few, the normal approximation is what is told
                warnings.simplefilter("ignore", UserWarning)
                theirs = stats.wilcoxon(left, zero_method="wilcox", correction=False,
                                        method="exact" if exact else "approx")
            self.assert_near(p, theirs.pvalue, each)
            ranks = stats.rankdata(sizes)
            signs = numpy.sign(left)
            self.assert_near(effect, float(numpy.sum(signs * ranks) / numpy.sum(ranks)), each)
            kinds[exact] += 1
        self.assertGreater(min(kinds.values()), 200)

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

    def test_pairs(self):
        """The bootstrap's interval is as far as its rounds go that of the mean's normal one."""
        chance = random.Random(SEED)
        asked = []
        for trial in range(60):
            count = chance.randint(200, 400) if trial else 25000
            base = [chance.lognormvariate(0, 1) for _ in range(count)]
            asked.append((base, [time * chance.lognormvariate(0.1, 0.3) for time in base]))
        answers = told([("paired", len(base), *base, len(fresh), *fresh) for base, fresh in asked])
        for (base, fresh), (ratio, low, high, p, effect) in zip(asked, answers):
            logs = numpy.log(fresh) - numpy.log(base)
            self.assert_near(ratio, float(stats.gmean(numpy.exp(logs))), len(base))
            error = float(logs.std() / math.sqrt(len(logs)))
            for bound, side in ((low, -1), (high, 1)):
                off = abs(math.log(bound / ratio) - side * 1.959963985 * error) / error
                self.assertLess(off, 0.25 if len(base) < 20000 else 1e-6)
            theirs = stats.wilcoxon(logs, zero_method="wilcox", correction=False, method="approx")
            self.assert_near(p, theirs.pvalue, len(base), 1e-6)
            self.assertGreater(effect, 0)

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
