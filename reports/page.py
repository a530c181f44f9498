"""The page of a race: what it asks, what came out, and where every number comes from."""
from .template import render


def write(file, race, charts, skipped, palette):
    file.write_text(render("report.html.j2", race=race, charts=charts, skipped=skipped,
                           palette=palette), encoding="utf-8")
