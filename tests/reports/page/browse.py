"""Opens pages in headless Chromium as readers do (wide, on a phone, in the dark, on paper), checks
that nothing is cut, overlaps, fails or is loaded, sorts their tables, uses their controls, and keeps
what was seen.

usage: browse.py FOLDER PAGE... [AXE]   writes FOLDER/NAME-VIEW-N.png and NAME.pdf; exit 1: see the lines

AXE is axe-core's axe.min.js: with it, pages are held to that as well.
"""
import base64
import contextlib
import pathlib
import sys
import tempfile
import time

from selenium.common.exceptions import WebDriverException

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from chromium import browser, log_problems, show  # noqa: E402
from controls import axe_problems, control_problems, label_problems  # noqa: E402

VIEWS = {  # name: width in pixels, colour scheme, medium
    "1280": (1280, "light", "screen"), "1280-dark": (1280, "dark", "screen"),
    "400": (400, "light", "screen"), "400-dark": (400, "dark", "screen"),
    "print": (688, "light", "print"),  # A4 without its margins
}
SLICE = 3000  # pixels of a page in one picture
PATIENCE = 30  # seconds for a download
PAPER = {"paperWidth": 8.27, "paperHeight": 11.69, "preferCSSPageSize": True}
MOST_HEIGHT, MOST_SHEETS, MOST_BYTES = 12_000, 8, 3 << 20

# Texts as they lie on the page: [text, left, top, right, bottom, cut by a box, may be scrolled to].
TEXTS = """
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node; (node = walker.nextNode());) {
  const element = node.parentElement;
  if (!node.data.trim() || element.closest("script,style,svg,.skip,caption") ||
      !element.checkVisibility()) continue;
  let scrolls = false, boxes = [];
  for (let up = element; up && up !== document.body; up = up.parentElement) {
    const style = getComputedStyle(up);
    if (/auto|scroll/.test(style.overflowX)) scrolls = true;
    else if (style.overflowX !== "visible") boxes.push(up.getBoundingClientRect());
  }
  const range = document.createRange();
  range.selectNodeContents(node);
  for (const box of range.getClientRects()) {
    if (box.width < 1 || box.height < 1) continue;
    const cut = boxes.some((around) => box.right > around.right + 1 || box.left < around.left - 1);
    found.push([node.data.trim().slice(0, 40), box.left + scrollX, box.top + scrollY,
                box.right + scrollX, box.bottom + scrollY, cut, scrolls]);
  }
}
return found;
"""

# Clicks every head of every table twice; the problems that there are with the order of rows.
SORTS = """
const problems = [];
const columns = (table) => [...table.tHead.rows[0].cells];
const values = (body, column) => [...body.rows].filter((row) => !row.classList.contains("group"))
    .map((row) => row.cells[column].dataset.value);
for (const table of document.querySelectorAll("table.sortable")) {
  const before = table.innerText;
  let moved = false;
  columns(table).forEach((head, column) => {
    const button = head.querySelector("button");
    if (!button) return;
    for (const turn of ["ascending", "descending"]) {
      if (head.getAttribute("aria-sort") !== turn) button.click();
      if (head.getAttribute("aria-sort") !== turn) problems.push(`${button.innerText}: not ${turn}`);
      moved = moved || table.innerText !== before;
      for (const body of table.tBodies) {
        let known = values(body, column);
        if (head.classList.contains("number")) {
          const last = known.findIndex((value) => value === "");
          if (last >= 0 && known.slice(last).some((value) => value !== ""))
            problems.push(`${button.innerText}: an unknown value is not last`);
          known = known.filter((value) => value !== "").map(Number);
        }
        if (turn === "descending") known.reverse();
        const wrong = known.some((value, place) => place && (typeof value === "string" ?
            known[place - 1].localeCompare(value) > 0 : known[place - 1] > value));
        if (wrong) problems.push(`${button.innerText}, ${turn}: ${known}`);
      }
    }
  });
  const rows = table.querySelectorAll("tbody tr:not(.group)").length;
  if (rows > 1 && !moved) problems.push(`${table.id}: no click changes it`);
}
for (const control of document.querySelectorAll("input[data-groups]")) {
  const table = document.getElementById(control.dataset.groups);
  const shape = () => [...table.tBodies].map((body) => body.rows.length).join();
  if (!control.checked) control.click();
  const before = shape();
  control.click();
  const together = table.tBodies[0].rows.length;
  if ([...table.rows].some((row) => row.classList.contains("group") && row.checkVisibility()))
    problems.push(`${table.id}: groups are still named`);
  control.click();
  if (shape() !== before) problems.push(`${table.id}: rows do not go back to their groups`);
  if (table.tBodies.length > 1 && together <= table.tBodies[0].rows.length)
    problems.push(`${table.id}: groups stay apart`);
}
return problems;
"""


def overlapping(texts):
    """Pairs of texts that lie on each other, by a sweep from the top."""
    texts = sorted(texts, key=lambda text: text[2])
    for place, one in enumerate(texts):
        for other in texts[place + 1:]:
            if other[2] >= one[4] - 3:
                break
            if min(one[3], other[3]) - max(one[1], other[1]) > 2:
                yield f"'{one[0]}' and '{other[0]}' overlap at {other[1]:.0f}, {other[2]:.0f}"


def layout_problems(chrome, width):
    wide = chrome.execute_script("return document.documentElement.scrollWidth")
    if wide > width:
        yield f"is {wide} pixels wide"
    texts = chrome.execute_script(TEXTS)
    for text, left, top, right, _, cut, scrolls in texts:
        if cut or not scrolls and (right > width + 1 or left < -1):
            yield f"'{text}' is cut at {left:.0f}, {top:.0f}"
    yield from overlapping(texts)


def keep_pictures(chrome, width, stem):
    height = chrome.execute_script("return document.documentElement.scrollHeight")
    for number, top in enumerate(range(0, height, SLICE), 1):
        shot = chrome.execute_cdp_cmd("Page.captureScreenshot", {
            "captureBeyondViewport": True,
            "clip": {"x": 0, "y": top, "width": width, "height": min(SLICE, height - top),
                     "scale": 1}})
        pathlib.Path(f"{stem}-{number}.png").write_bytes(base64.b64decode(shot["data"]))


def download_problems(chrome):
    """The rows that the page carries become a file that begins as a result file does."""
    with tempfile.TemporaryDirectory() as folder:
        chrome.execute_cdp_cmd("Browser.setDownloadBehavior", {
            "behavior": "allow", "downloadPath": folder})
        names = chrome.execute_script(
            "return [...document.querySelectorAll('button.download')]"
            ".map((button) => { button.click(); return button.dataset.name; })")
        end = time.monotonic() + PATIENCE
        for name in names:
            file = pathlib.Path(folder, name)
            while not file.exists() and time.monotonic() < end:
                time.sleep(0.1)
            if not file.exists():
                yield f"{name} does not arrive"
            elif not file.read_bytes().startswith(b'{"kind":'):
                yield f"{name} is no result file"


def size_problems(chrome, page):
    """A report is to be read, printed and sent."""
    show(chrome, page, *VIEWS["print"])
    with contextlib.suppress(WebDriverException):
        chrome.execute_cdp_cmd("Page.printToPDF", PAPER | {"pageRanges": str(MOST_SHEETS + 1)})
        yield f"more than {MOST_SHEETS} sheets of paper"
    show(chrome, page, *VIEWS["1280"])
    height = chrome.execute_script("return document.documentElement.scrollHeight")
    for what, found, most in (("pixels tall", height, MOST_HEIGHT),
                              ("bytes", page.stat().st_size, MOST_BYTES)):
        if found > most:
            yield f"{found} {what}: expected at most {most}"


def problems(chrome, page, folder, axe):
    for view, (width, _, _) in VIEWS.items():
        show(chrome, page, *VIEWS[view])
        for problem in (*layout_problems(chrome, width), *log_problems(chrome, page)):
            yield f"{view}: {problem}"
        keep_pictures(chrome, width, folder / f"{page.stem}-{view}")
        if view != "print":
            yield from (f"{view}: {problem}" for problem in label_problems(chrome))
        if axe and view != "print":
            yield from (f"{view}: {problem}" for problem in axe_problems(chrome, axe))
        if view == "1280":
            yield from control_problems(chrome)
            yield from chrome.execute_script(SORTS)
            yield from download_problems(chrome)
    printed = chrome.execute_cdp_cmd("Page.printToPDF", PAPER)
    (folder / f"{page.stem}.pdf").write_bytes(base64.b64decode(printed["data"]))
    if page.stem == "report":
        yield from size_problems(chrome, page)


def main(folder, *pages):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    axe = pathlib.Path(pages[-1]) if pages[-1].endswith(".js") else None
    pages, bad = pages[:-1] if axe else pages, 0
    with browser() as chrome:
        for page in map(pathlib.Path, pages):
            chrome.get_log("performance")  # what is left of the page before
            found = list(problems(chrome, page, folder, axe))
            for problem in found:
                print(f"{page}: {problem}")
            bad += bool(found)
            print(f"{page}: {len(VIEWS)} views, {len(found)} problems; pictures in {folder}")
    return 1 if bad else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
