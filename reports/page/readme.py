"""What README.md says of the reference race: python3 -m reports.page.readme RESULT... renews its
ranking, and each figure behind a mark: <!-- RACER MEASURE -->, with race for what is no racer's."""
import argparse
import pathlib
import re

from .. import words
from ..rows.ranking import rank
from ..rows.results import read_race
from .figure import turns, whole
from .ranking_text import markdown

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
TABLE = re.compile(r"^\|  \| back end \|.*\n(?:\|.*\n)+", re.MULTILINE)
MARK = re.compile(r"(<!-- (\S+) (\w+) -->)(?:never|[\d.,]+(?: (?:ns|µs|ms|s|B|kB|MB|GB|%))?)")
SHOWN = {"median": words.duration, "worst": words.duration, "prepare": words.duration,
         "memory": words.size, "ratio_mean": words.more, "ratio_worst": words.more, "turns": turns, "clicks": whole}


def renewed(text, ranking):
    """The text with the table and the marked figures of this ranking."""
    standings = {each.algo: each for each in ranking.standings} | {"race": ranking}

    def figure(found):
        mark, of, measure = found.groups()
        return mark + SHOWN[measure](getattr(standings[of], measure))
    return MARK.sub(figure, TABLE.sub(lambda _: markdown(ranking), text))


def main():
    parser = argparse.ArgumentParser(prog="reports.page.readme", description="Renews README.md.")
    parser.add_argument("results", nargs="+", metavar="RESULT", type=pathlib.Path)
    ranking = rank(read_race(parser.parse_args().results))
    README.write_text(renewed(README.read_text(encoding="utf-8"), ranking), encoding="utf-8")


if __name__ == "__main__":
    main()
