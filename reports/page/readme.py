"""What README.md says of the reference race: python3 -m reports.page.readme --answer ANSWER RESULT... renews
its ranking; each figure behind a mark, <!-- RACER MEASURE -->, with race for what is no racer's; and, between
<!-- answer --> and <!-- end -->, what to ship: ANSWER is what `footrace answer --json` printed of the RESULTs."""
import argparse
import json
import pathlib
import re
import textwrap

from .. import words
from ..rows.ranking import by_test, rank
from ..rows.results import read_race
from .figure import turns, whole
from .ranking_text import markdown
from .shipped import paragraph

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
TABLE = re.compile(r"^\|  \| back end \|.*\n(?:\|.*\n)+", re.MULTILINE)
MARK = re.compile(r"(<!-- (\S+) (\w+) -->)(?:never|[\d.,]+(?: (?:ns|µs|ms|s|B|kB|MB|GB|%))?)")
ANSWER = re.compile(r"(<!-- answer -->\n).*?(<!-- end -->)", re.DOTALL)
WIDTH = 118
SHOWN = {"median": words.duration, "worst": words.duration, "prepare": words.duration,
         "memory": words.size, "ratio_mean": words.more, "ratio_worst": words.more, "turns": turns, "clicks": whole}


def renewed(text, ranking):
    """The text with the table and the marked figures of this ranking."""
    standings = {each.algo: each for each in ranking.standings} | {"race": ranking}

    def figure(found):
        mark, of, measure = found.groups()
        return mark + SHOWN[measure](getattr(standings[of], measure))
    return MARK.sub(figure, TABLE.sub(lambda _: markdown(ranking), text))


def answered(text, answer):
    """The text with what to ship by this answer; it must have a place for it."""
    told = textwrap.fill(paragraph(answer), WIDTH, break_long_words=False, break_on_hyphens=False) + "\n"
    found, places = ANSWER.subn(lambda place: place[1] + told + place[2], text)
    if places != 1:
        raise ValueError("expected one <!-- answer --> with a line of its own")
    return found


def main():
    parser = argparse.ArgumentParser(prog="reports.page.readme", description="Renews README.md.")
    parser.add_argument("--answer", required=True, type=pathlib.Path)
    parser.add_argument("results", nargs="+", metavar="RESULT", type=pathlib.Path)
    given = parser.parse_args()
    answer = json.loads(given.answer.read_text())
    text = answered(README.read_text(encoding="utf-8"), answer)
    README.write_text(renewed(text, by_test(rank(read_race(given.results)), answer)), encoding="utf-8")


if __name__ == "__main__":
    main()
