"""Failures: how each racer fails, and on which maps. An outcome "unsupported" that it declares
in advance is not a failure."""
import collections

from .. import words
from ..rows.measures import ALGO, MAP, NothingToDraw, by, kept
from ..words import FAULTS
from . import style
from .sheet import MARGIN, WIDTH, Sheet, text_width, wrapped

CELL, TALL = 0.66, 0.34  # inches of a cell
NAMES, GAP = 2.1, 0.35  # inches beside the cells, and between two blocks
MOST_MAPS = 29
PREPARATION = "preparation"  # what failed of a map that was never raced
UPDATE = "update"
KINDS = {**{fault: one for fault, (one, _) in FAULTS.items() if fault != "unsupported"},
         "false-unreachable": "misses a path", PREPARATION: "not prepared", UPDATE: "not updated"}


def failures(race):
    """Racer -> Counter of (kind, map)."""
    counts = {}
    for click in race.clicks:
        if click.fault in KINDS:
            counts.setdefault(click.algo, collections.Counter())[click.fault, click.map] += 1
    for algo, maps in race.unprepared.items():
        for name, outcome in maps.items():
            if outcome != "unsupported":
                counts.setdefault(algo, collections.Counter())[PREPARATION, name] += 1
    for update in race.updates:
        if update.outcome not in ("ok", "unsupported"):
            counts.setdefault(update.algo, collections.Counter())[UPDATE, update.map] += 1
    return {algo: counts[algo] for algo in race.racers if algo in counts}


@kept
def asked(race):
    """Racer -> Counter of map -> clicks."""
    return {algo: collections.Counter(map(MAP, clicks))
            for algo, clicks in by(race.clicks, ALGO).items()}


def by_kind(counts):
    """Racer -> Counter of kinds."""
    summed = {algo: collections.Counter() for algo in counts}
    for algo, mine in counts.items():
        for (kind, _), number in mine.items():
            summed[algo][kind] += number
    return summed


def by_map(counts):
    """Racer -> Counter of maps, counting clicks or, if none failed, preparations and updates."""
    summed = {}
    for algo, mine in counts.items():
        clicks, others = collections.Counter(), collections.Counter()
        for (kind, name), number in mine.items():
            (clicks if kind in FAULTS else others)[name] += number
        summed[algo] = collections.Counter({**others, **clicks})
    return summed


def failed_share(race, counts):
    """Racer -> fraction of its clicks that failed; 1 if it has no clicks."""
    clicks = asked(race)
    shares = {}
    for algo, mine in counts.items():
        failed = sum(number for (kind, _), number in mine.items() if kind in FAULTS)
        shares[algo] = failed / clicks[algo].total() if algo in clicks else 1.0
    return dict(sorted(shares.items(), key=lambda item: -item[1]))


def told(kinds):
    names = {**FAULTS, PREPARATION: ("map not prepared", "maps not prepared"),
             UPDATE: ("failed update", "failed updates")}
    return ", ".join(words.count(kinds[kind], *names[kind]) for kind in KINDS if kinds[kind])


def finding(race, counts):
    shares, kinds = failed_share(race, counts), by_kind(counts)
    surprising = [algo for algo in shares if not race.racers[algo].expected_faults]
    if surprising:
        shown = [f"{algo} ({told(kinds[algo])})" for algo in surprising[:2]]
        if len(surprising) > 2:
            shown.append(words.count(len(surprising) - 2, "other"))
        return "Unexpected failures: " + words.listing(shown)
    shown = [f"{algo} ({words.percent(share, 1)}{' of clicks' * (not place)})"
             for place, (algo, share) in enumerate(shares.items())][:3]
    if len(shares) > 3:
        shown.append(words.count(len(shares) - 3, "other"))
    return "Only racers that are expected to fail do: " + words.listing(shown)


def compact(number):
    return str(number) if number < 1000 else words.figures(number / 1000) + "k"


def draw_cells(axes, rows, columns, share_of):
    """Draws a matrix of counts; redder cells have a larger fraction, empty ones none."""
    axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(len(rows) - 0.5, -0.5), xticks=[], yticks=[])
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    for row, (algo, counts) in enumerate(rows.items()):
        for column, key in enumerate(columns):
            number = counts[key]
            share = min(1, share_of(algo, key, number))
            cell = (column - 0.47, column + 0.47), row - 0.44, row + 0.44
            axes.fill_between(*cell, color=style.FLOOR, linewidth=0)
            if number:
                # Paper that shines through, not a paler red: so it also reads on dark paper.
                axes.fill_between(*cell, color=style.ALARM, linewidth=0, alpha=0.1 + 0.9 * share)
                axes.text(column, row, compact(number), ha="center", va="center",
                          fontsize=style.SMALL, color=style.PAPER if share > 0.5 else style.INK)


def draw_names(sheet, y, rows, notes):
    for row, algo in enumerate(rows):
        lines = wrapped(algo, NAMES - 0.15, style.SMALL, "bold")[:2]
        middle = y + TALL * (row + 0.5)
        if len(lines) > 1 or not notes:
            sheet.text(MARGIN, middle, "\n".join(lines), fontsize=style.SMALL, weight="bold",
                       va="center", linespacing=0.95)
            continue
        sheet.text(MARGIN, middle - 0.075, lines[0], fontsize=style.SMALL, weight="bold",
                   va="center")
        sheet.text(MARGIN, middle + 0.075, notes[algo], fontsize=7, va="center",
                   color=style.QUIET)


def note(race, algo, share):
    clicks = asked(race).get(algo)
    lines = [f"{words.percent(share, 1)} of {words.count(clicks.total(), 'click')}"
             if clicks else "no clicks"]
    return ", ".join(lines + ["expected"] * race.racers[algo].expected_faults)


def draw(race):
    counts = failures(race)
    if not counts:
        raise NothingToDraw("a failure")
    shares, clicks = failed_share(race, counts), asked(race)
    of_kinds, of_maps = ({algo: summed[algo] for algo in shares}
                         for summed in (by_kind(counts), by_map(counts)))
    kinds = [kind for kind in KINDS if any(mine[kind] for mine in of_kinds.values())]
    worst = sum(of_maps.values(), collections.Counter()).most_common(MOST_MAPS)
    maps = [name for name in race.maps if name in dict(worst)]
    heads = [wrapped(KINDS[kind], CELL - 0.06, style.SMALL) for kind in kinds]
    head = max(map(len, heads)) * style.SMALL * 1.1 / 72 + 0.06
    tall = TALL * len(shares)
    labels = max(text_width(name, style.SMALL) for name in maps) + 0.1
    height = head + tall + GAP + labels + tall
    sheet = Sheet(race, finding(race, counts),
                  "Failed clicks, by kind and by map; preparations are counted in maps, updates in events. "
                  "A redder cell is a larger share of a racer's clicks. Racers that never failed are "
                  "left out."
                  + (f" Shown are the {MOST_MAPS} maps with the most failures." if len(race.maps) > MOST_MAPS else ""),
                  height)
    y = sheet.top + head
    for column, lines in enumerate(heads):
        sheet.text(MARGIN + NAMES + CELL * (column + 0.5), y - 0.05, "\n".join(lines), ha="center",
                   va="bottom", fontsize=style.SMALL, linespacing=1.0)
    draw_names(sheet, y, shares, {algo: note(race, algo, shares[algo]) for algo in shares})

    def share(algo, kind, number):
        return number / clicks[algo].total() if kind in FAULTS and algo in clicks else 1
    draw_cells(sheet.axes(MARGIN + NAMES, y, CELL * len(kinds), tall), of_kinds, kinds, share)
    y += tall + GAP + labels
    cell = min(CELL, (WIDTH - 2 * MARGIN - NAMES) / len(maps))
    for column, name in enumerate(maps):
        sheet.text(MARGIN + NAMES + cell * (column + 0.5), y - 0.05, name, ha="center", va="bottom",
                   rotation=90, fontsize=style.SMALL)
    draw_names(sheet, y, shares, {})

    def share_there(algo, name, number):
        there = clicks[algo][name] if algo in clicks else 0
        return number / there if there else 1
    draw_cells(sheet.axes(MARGIN + NAMES, y, cell * len(maps), tall), of_maps, maps, share_there)
    return sheet.figure
