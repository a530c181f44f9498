"""Uurloon (2015): a visibility graph over the drawn walk area, in every frame."""
from .. import words
from .claim import FAILS, HOLDS, HOLDS_IF, Finding, NotMeasured, clicks_of, time_of
from .gouveia import faults, in_frames

CONVEX = "pentagon"  # the author's own polygon
ROOMS = CONVEX, "puddles"  # the two rooms that the article shows


def in_each_frame(race):
    clicks = clicks_of(race, "as-printed", ROOMS)
    fits, texts = in_frames(clicks)
    measured = f"the slowest click takes {words.duration(max(map(time_of, clicks)))} (a frame is 16.7 ms); {'; '.join(texts)}"
    verdict = FAILS if not all(fits) else HOLDS_IF if any(click.fault for click in clicks) else HOLDS
    return Finding(verdict, measured, "a path may cross an edge of the drawing")


def convex_needs_no_search(race):
    clicks = clicks_of(race, "ellipse", (CONVEX,))
    searched = sum(bool(click.expanded) for click in clicks)
    bent = sum(click.turns is not None and click.turns > 0 for click in clicks)
    measured = (f"on {CONVEX}, {searched} of {len(clicks)} clicks needed a search, and {bent} "
                "paths turn")
    return Finding(HOLDS if searched == bent == 0 else FAILS, measured)


def ends_on_the_edge(race):
    """Clicks outside the polygon end at its nearest point, by the exact search and as printed."""
    exact, printed = faults(race, "exact"), faults(race, "ellipse")
    if not exact[1]:
        raise NotMeasured("no click that was moved to an edge")
    measured = (f"with exact sight, {exact[1] - exact[0]:,} of {exact[1]:,} clicks outside the drawing end at its nearest "
                f"half pixel; as printed, {printed[1] - printed[0]:,} do")
    if exact[0]:
        return Finding(FAILS, measured)
    if printed[0]:
        return Finding(HOLDS_IF, measured, "lines of sight are exact: as printed, "
                       f"{words.percent(printed[0], printed[1])} of clicks get no valid path")
    return Finding(HOLDS, measured)
