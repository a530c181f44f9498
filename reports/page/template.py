"""Pages from the templates beside this file; everything in them is escaped."""
import pathlib

import jinja2

FOLDER = pathlib.Path(__file__).resolve().parent / "templates"


def render(name, **values):
    """The page of a template; values must contain palette, the colours of its drawings."""
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(FOLDER), autoescape=True,
                                     undefined=jinja2.StrictUndefined, trim_blocks=True,
                                     keep_trailing_newline=True)
    return environment.get_template(name).render(**values)
