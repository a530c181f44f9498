"""Opens the page in headless Chromium from disk and holds it to what it promises.

usage: check_page.py PAGE WALKS COMMAND FOLDER [CLICKS [ROOM...]]

WALKS is the program of walks.c, COMMAND is footrace. Pictures go to FOLDER. Every walk of every back end is
the native one, point for point, on CLICKS clicks (400) in each of the page's rooms, or as many as there is
time for. Where ROOMs are named, only walks are compared, and only there. Prints what was left out; exit 1: see the lines.
"""
import base64
import json
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import time
import zipfile
import zlib

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = map(str, (TESTS, TESTS / "reports" / "page", TESTS.parent / "web"))

from browse import layout_problems  # noqa: E402
from build import MOST_MEMORY as ENGINE_MEMORY  # noqa: E402
from chromium import browser, log_problems, show  # noqa: E402

VIEWS = {"1280": (1280, "light"), "1280-dark": (1280, "dark"), "400": (400, "light"),
         "400-dark": (400, "dark")}
PATIENCE = 300  # seconds for one answer of the page
NATIVE_SECONDS, PAGE_SECONDS = 15, 30  # for the clicks of one back end in a room
ASKED_AT_ONCE = 10
MOST_MEMORY = 400e6
MOVES = 600
ASKED_MS = 8  # for 99 % of them, on a machine that does nothing else

# An engine of the test's own in the page, which has loaded the room.
OPEN = """
const done = arguments[arguments.length - 1];
(async () => {
  window.tried?.end();
  window.tried = new Engine(YARDSTICK);
  const { racers } = await tried.ready;
  await tried.ask("load", { bytes: letters(ROOMS[arguments[0]]).buffer, name: arguments[0] });
  done(racers.map((racer) => racer.name));
})().catch((error) => done(String(error)));
"""
PREPARE = """
const [racer, done] = arguments;
tried.ask("prepare", { racer }, 200000).then((made) => done(made.failure), (error) => done(String(error)));
"""
RELEASE = """
const [racer, done] = arguments;
tried.ask("release", { racer }).then(() => done());
"""
WALK = """
const [racer, queries, done] = arguments;
(async () => {
  const hash = ({ path }) => path.length &&
    path.reduce((sum, part) => Math.imul(sum ^ part, 0x01000193), 0x811c9dc5) >>> 0;
  const walks = (await Promise.all(queries.map(([x, y, toX, toY]) =>
    tried.ask("click", { start: [x, y], goal: [toX, toY], chosen: [racer] }, 280000))))
    .map(({ answers: [found] }) => [found.outcome, hash(found), found.verdict]);
  done(walks);
})().catch((error) => done(String(error)));
"""
MOVE = """
const [names, moves, room, done] = arguments;
(async () => {
  const { racers, yardstick } = state;
  survey?.end();
  await tried.ask("load", { bytes: letters(ROOMS[room]).buffer, name: room });
  const chosen = names.map((name) => racers.findIndex((racer) => racer.name === name));
  for (const racer of new Set([yardstick, ...chosen])) await tried.ask("prepare", { racer });
  const took = [], inside = [];
  for (let i = 0; i < moves; i++) {
    const turn = i / moves * 2 * Math.PI;
    const goal = [960 + 800 * Math.cos(3 * turn), 540 + 450 * Math.sin(2 * turn)].map(Math.round);
    const began = performance.now();
    inside.push((await tried.ask("click", { start: [230, 864], goal, chosen })).took);
    took.push(performance.now() - began);
  }
  done([inside, took].map((all) => all.sort((a, b) => a - b)));
})().catch((error) => done(String(error)));
"""
READ = """
const [data, name, done] = arguments;
tried.ask("load", { bytes: letters(data).buffer, name }).then(
  ({ room, areas }) => done([room.width, room.height, Array.from(areas.subarray(0, 64))]),
  (error) => done(error.ended ? "ENDED" : error.message));
"""


def wait_for(chrome, script, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = chrome.execute_script(f"return {script}")
        if found:
            return found
        time.sleep(0.1)
    return None


def view_problems(chrome, page, folder):
    for view, (width, scheme) in VIEWS.items():
        show(chrome, page, width, scheme, motion="reduce")  # rows that glide to new places overlap
        if not wait_for(chrome, "state.answers.size === 3 && !busy"):
            yield f"{view}: no three walks"
        time.sleep(1)
        yield from (f"{view}: {problem}" for problem in layout_problems(chrome, width))
        if chrome.execute_script("return $('table').scrollWidth > $('table').clientWidth"):
            yield f"{view}: the table scrolls sideways"
        height = chrome.execute_script("return document.documentElement.scrollHeight")
        shot = chrome.execute_cdp_cmd("Page.captureScreenshot", {
            "captureBeyondViewport": True,
            "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}})
        (folder / f"footrace-{view}.png").write_bytes(base64.b64decode(shot["data"]))


# Where a spot of the room lies on the screen.
PLACE = """
const box = view.canvas.getBoundingClientRect();
return [box.left + arguments[0] / view.width * box.width, box.top + arguments[1] / view.height * box.height];
"""


def point(chrome, kind, x, y, pressed=False):
    at = chrome.execute_script(PLACE, x, y)
    chrome.execute_cdp_cmd("Input.dispatchMouseEvent", {
        "type": kind, "x": at[0], "y": at[1], "button": "left" if pressed else "none",
        "buttons": int(pressed), "clickCount": 1, "pointerType": "mouse"})


def drag(chrome, *spots):
    point(chrome, "mousePressed", *spots[0], True)
    for spot in spots[1:]:
        point(chrome, "mouseMoved", *spot, True)
    point(chrome, "mouseReleased", *spots[-1], True)


def press(chrome, key):
    for kind in ("keyDown", "keyUp"):
        chrome.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": kind, "key": key, "code": key})


IDLE = "!busy && !again && !state.figure"


def control_problems(chrome, page, command, folder):
    """What the pointer, fingers and keys do, each by its effect."""
    show(chrome, page, 1280, "light")
    run, until = chrome.execute_script, lambda script: wait_for(chrome, script)
    if not until("state.answers.size === 3 && state.kind === 'detour'"):
        yield "no first walk"
        return
    run("survey?.end()")
    point(chrome, "mouseMoved", 400, 700)
    if not until(f"Math.abs(state.goal[0] - 400) < 3 && {IDLE}"):
        yield "the mouse does not lead the goal"
    press(chrome, "Tab")
    run("view.canvas.focus()")
    before = run("return state.goal")
    press(chrome, "ArrowRight")
    if run("return state.goal")[0] <= before[0]:
        yield "an arrow does not move the goal"
    point(chrome, "mouseMoved", 500, 650)
    until(IDLE)
    drag(chrome, (500, 650))
    if not until(f"state.entries.length === 1 && Math.abs(state.start[0] - 500) < 3 && {IDLE}"):
        yield f"a click does not walk there: {run('return [state.entries, state.start]')}"
    press(chrome, "2")
    drag(chrome, (700, 500), (700, 600), (720, 800))
    if not until(f"state.edited && state.areas[550 * 1920 + 700] === 0 && {IDLE}"):
        yield "no wall is painted"
    press(chrome, "3")
    drag(chrome, (700, 500), (700, 600), (720, 800))
    if not until(f"state.areas[550 * 1920 + 700] === 1 && {IDLE}"):
        yield "no floor is painted"
    if not run("return [...document.querySelectorAll('#walking td[data-key=update]')]"
               ".every((cell) => cell.textContent)"):
        yield "updates have no cost"
    press(chrome, "4")
    drag(chrome, (900, 500), (1000, 600))
    if not until(f"state.obstacle && state.entries.some((entry) => entry.block) && {IDLE}"):
        yield "no obstacle stands"
    press(chrome, "1")
    at = run(PLACE, 1200, 700)
    for kind, points in (("touchStart", [{"x": at[0], "y": at[1]}]),
                         ("touchMove", [{"x": at[0] + 40, "y": at[1]}]), ("touchEnd", [])):
        chrome.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    if not until(f"state.goal[0] > 1210 && {IDLE}"):
        yield "a finger does not lead the goal"
    yield from click_problems(chrome, command, folder)
    if not chrome.execute_async_script(
            "const done = arguments[0]; sharePicture(view, drawOn, [{ colour: '#ff0000', text: 'x' }])"
            ".then((blob) => done(blob.type === 'image/png' && blob.size > 5000))"):
        yield "no picture to share"
    point(chrome, "mouseMoved", 1690, 263)
    until(f"state.kind === 'detour' && {IDLE}")
    run("openRoom(letters(ROOMS.gates).buffer, 'gates')")
    until(f"state.name === 'gates' && state.answers.size === 3 && {IDLE}")
    run("document.querySelectorAll('#gates input')[3].click()")
    if not until(f"state.closed.size === 1 && state.entries.length === 1 && {IDLE}"):
        yield "no gate closes"
    order = run("return table.order().map((racer) => table.rows[racer].values.ratio)")
    run("table.sortBy('ratio')")
    sorted_order = run("return table.order().map((racer) => table.rows[racer].values.ratio)")
    if sorted_order != sorted(order):
        yield f"sorted by length: {sorted_order}"


def click_problems(chrome, command, folder):
    """The harness takes the clicks as a click set, and the mask as a map: the same pixels."""
    clicks, mask = folder / "page.clicks.json", folder / "page.png"
    clicks.write_text(chrome.execute_script("return clickSet(state.name, state.entries)"))
    mask.write_bytes(base64.b64decode(chrome.execute_async_script(
        "const done = arguments[0]; maskPng(state.room.width, state.room.height, state.areas)"
        ".then((blob) => { const reader = new FileReader(); reader.readAsDataURL(blob);"
        " reader.onload = () => done(reader.result.split(',')[1]); })")))
    done = subprocess.run([command, "run", "--map", mask, "--clicks", clicks, "--algo", "flood",
                           "--rounds", "1", "--passes", "1", "--frame", "0x0", "--allow-debug",
                           "--force", "--quiet", "-o", folder / "page.jsonl"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        yield f"footrace run: {done.stderr.strip()[-300:]}"


# What is wished for: the page's numbers, and the flags of `footrace answer`.
WISHES = (((-1, 0, 0), []), ((8, 0, 0), ["--prefer", "speed"]), ((3, 0, 0), ["--prefer", "length"]),
          ((2, 0, 0), ["--prefer", "memory"]),
          ((-1, 3e6, 5e4), ["--threshold-load", "3ms", "--threshold-slow", "50us"]))
ANSWER = """
const [rows, [preferred, load, slow], done] = arguments;
newEngine().then(async (engine) => {
  const { ship, sentences, regions } = await answerOf(engine, state.racers, rows, { preferred, load, slow });
  engine.end();
  done([ship ?? null, sentences, regions]);
}).catch((error) => done(String(error)));
"""
RACED = "!$('answer').hidden && !$('state').textContent && state.answer"


def as_in_a_browser(file):
    """Rows as a browser writes them: without steady queries, saved states and the time of other programs."""
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    for row in rows:
        if row["kind"] == "prepare":
            row |= {"ns_load": None, "saved_bytes": None}
        if row["kind"] == "click":
            waited = row["waited"] or [0] * len(row["played"])
            row["played"] = [ns and ns - wait for ns, wait in zip(row["played"], waited)]
            row |= {"waited": [], "ns_steady": None}
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def same_answers(chrome, command, file):
    """The page and `footrace answer` decide alike, in the same words, for each preference."""
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    rows = [row for row in rows if row["kind"] in ("run", "prepare", "click", "update")]
    for wished, flags in WISHES:
        answers = [subprocess.run([command, "answer", file, *flags, form], capture_output=True, text=True)
                   for form in ("--json", "--regions")]
        if any(done.returncode for done in answers):
            yield f"footrace answer: {answers[0].stderr.strip()}"
            continue
        native, regions = (json.loads(done.stdout) for done in answers)
        page = chrome.execute_async_script(ANSWER, rows, wished)
        if page[:2] != [native["ship"], native["sentences"]]:
            yield f"{file.name}, {flags}: {page[:2]}, natively {native['sentences']}"
        if any(page[2][key] != regions["maps"][0][key] for key in ("load", "slow", "rows")):
            yield f"{file.name}, {flags}: another map of decisions than natively"


def answer_problems(chrome, page, command, folder):
    """A race of the harness in the page, and one of the page in the harness."""
    show(chrome, page, 1280, "light")
    wait_for(chrome, "state.answers.size === 3")
    native, raced = folder / "native.jsonl", folder / "raced.jsonl"
    done = subprocess.run([command, "run", "--map", "adventure-60", "--clicks", "auto:80", "--algo",
                           "visgraph,navmesh,walkbox,polyanya,jps", "--rounds", "2", "--passes", "2",
                           "--frame", "0x0", "--allow-debug", "--force", "--quiet", "-o", native],
                          capture_output=True, text=True)
    if done.returncode != 0:
        yield f"footrace run: {done.stderr.strip()[-300:]}"
        return
    as_in_a_browser(native)
    yield from same_answers(chrome, command, native)
    areas = [2 if 190 <= x < 200 and y % 50 > 40 else int(x % 40 < 30 or y % 50 > 40)
             for y in range(150) for x in range(240)]
    chrome.execute_script("openRoom(letters(arguments[0]).buffer, 'small.png')",
                          base64.b64encode(indexed_png(240, 150, areas)).decode())
    wait_for(chrome, "state.name === 'small.png'")
    if not wait_for(chrome, RACED, 4 * PATIENCE):
        yield "no answer to the small room"
        return
    lines = chrome.execute_script("return state.race.rows().map((row) => JSON.stringify(row))")
    raced.write_text("".join(f"{line}\n" for line in lines))
    done = subprocess.run([command, "check", raced], capture_output=True, text=True)
    if done.returncode != 0:
        yield f"footrace check: {done.stdout.strip()[-300:]} {done.stderr.strip()[-300:]}"
    yield from same_answers(chrome, command, raced)
    if "; after a change it takes" not in chrome.execute_script("return $('answer').textContent"):
        yield "the answer to a room with a gate has no time after a change"
    if not chrome.execute_script("return state.race.updates.length && table.rows.some((row) => row.values.change > 0)"):
        yield "the table has no time after a change"
    yield from panel_problems(chrome)
    yield from take_problems(chrome, folder)


def panel_problems(chrome):
    told = chrome.execute_script("return [$('ship').textContent, state.answer.sentences.join(' ')]")
    if told[0] != told[1]:
        yield f"the panel says {told}"
    # Some preference changes the answer; which one does depends on the times of this race.
    for preferred in chrome.execute_script("return [...$('prefer').options].map((each) => each.value)"):
        chrome.execute_script("$('prefer').value = arguments[0]; $('prefer').onchange()", preferred)
        if wait_for(chrome, f"$('ship').textContent !== {json.dumps(told[0])}", 2):
            break
    else:
        yield "no preference changes the answer"
    box = chrome.execute_script("const { left, top, width, height } = decisions.svg.getBoundingClientRect();"
                                "return [left + width / 2, top + height / 3]")
    chrome.execute_script("decisions.svg.dispatchEvent(new MouseEvent('click', { clientX: arguments[0],"
                          " clientY: arguments[1], bubbles: true }))", *box)
    if not wait_for(chrome, "state.answer.regions.at[0] > 3e7 && state.answer.regions.at[1] > 1.1e6"):
        yield f"a click on the map of decisions leaves the point: {chrome.execute_script('return state.answer')}"
    chrome.execute_script("queue(['paint', 100, 20, 100, 60, 8, 0], [80, 0, 120, 80]); ask()")
    if not wait_for(chrome, "!$('again').hidden"):
        yield "a changed room is not offered to be raced again"
    chrome.execute_script("$('again').click()")
    if not wait_for(chrome, "state.race && $('again').hidden && !$('answer').hidden", PATIENCE):
        yield "a changed room is not raced again"


# Clicks of the page's own engine by one back end, [outcome, length, goal] each.
LENGTHS = """
const [name, ends, done] = arguments;
(async () => {
  const racer = state.racers.findIndex((one) => one.name === name);
  await live.ask("prepare", { racer });
  const found = [];
  for (const [x, y, toX, toY] of ends) {
    const { answers: [one] } = await live.ask("click", { start: [x, y], goal: [toX, toY], chosen: [racer] });
    found.push([one.outcome, one.length, one.ends.slice(2)]);
  }
  done(found);
})().catch((error) => done(String(error)));
"""
TAKEN = ["footrace.c", "footrace.h", "main.c", "room.pgm"]


def take_problems(chrome, folder):
    """What the page gives to take home, with a gate closed and an obstacle, compiles and walks as the page does."""
    archive = folder / "taken"
    shutil.rmtree(archive, ignore_errors=True)
    chrome.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(archive.resolve())})
    chrome.execute_script("document.querySelectorAll('#gates input')[1].click();"
                          "state.obstacle = [150, 60, 20, 20]; queue(['block', 150, 60, 20, 20, true]); ask()")
    wait_for(chrome, IDLE)
    ship = chrome.execute_script("$('take').click(); return state.answer.ship")
    for _ in range(100):
        if list(archive.glob("*.zip")):
            break
        time.sleep(0.1)
    with zipfile.ZipFile(archive / f"footrace-{ship}.zip") as opened:
        if opened.testzip() or sorted(opened.namelist()) != [f"footrace/{name}" for name in TAKEN]:
            yield f"taken home: {opened.namelist()}"
        opened.extractall(archive)
    home, chance = archive / "footrace", random.Random(49)
    done = subprocess.run(["cc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "main.c", "footrace.c", "-lm", "-o", "game"],
                          cwd=home, capture_output=True, text=True)
    if done.returncode != 0:
        yield f"what is taken home does not compile: {done.stderr[-500:]}"
        return
    ends = [[chance.randrange(240), chance.randrange(150), chance.randrange(240), chance.randrange(150)] for _ in range(200)]
    walked = subprocess.run("./game", cwd=home, capture_output=True, text=True, check=True,
                            input="".join("{} {} {} {}\n".format(*each) for each in ends)).stdout.splitlines()
    found = chrome.execute_async_script(LENGTHS, ship, ends)
    compared = 0
    for line, (outcome, length, goal), each in zip(walked, found, ends, strict=True):
        told, _, _, x, y = line.split()
        compared += outcome == "found"
        if outcome == "found" and (abs(float(told) - length) > 1e-3 or [float(x), float(y)] != [part + .5 for part in goal]):
            yield f"taken home: {each}: {line}, in the page {length} to {goal}"
    if not 20 < compared < len(ends):
        yield f"taken home: {compared} of {len(ends)} clicks have a path"


def guest_problems(chrome, page, skipped):
    """PathFinding.js on detours of the race, where the page has it."""
    if 'id="guest"></script>' in page.read_text(encoding="utf-8"):
        skipped.append("PathFinding.js: the page was built without it; npm ci --prefix guests/pathfinding")
        return
    wait_for(chrome, "!$('instead').hidden")
    chrome.execute_script("$('instead').querySelector('button').click()")
    said = "$('instead').querySelector('span').textContent"
    wait_for(chrome, f"{said}.endsWith('.')", 90)
    told = chrome.execute_script(f"return {said}")
    if not re.fullmatch(r"PathFinding.js \(A\*, eight directions\) takes .* in the median of \d; [\w-]+ takes .* µs for the same "
                        r"ones, and is [\d,]+ times as fast\. Its paths are [\d.]+ % longer than the shortest\.", told):
        yield f"PathFinding.js: '{told}'"


def native_walks(walks, room, racer, clicks):
    """Rows of numbers, as many as there is time for."""
    try:
        told = subprocess.run([walks, room, racer, str(clicks)], capture_output=True, timeout=NATIVE_SECONDS,
                              check=True).stdout
    except subprocess.TimeoutExpired as cut:
        told = (cut.stdout or b"").rpartition(b"\n")[0]
    return [[int(word) for word in line.split()] for line in told.decode().splitlines()]


OUTCOMES = ["found", "unreachable", "limit", "none", "no memory"]


def walks_in_page(chrome, racer, queries):
    """[outcome, digest, verdict] of each question that there is time for, or a sentence."""
    failure = chrome.execute_async_script(PREPARE, racer)
    if failure:
        return failure
    found, end = [], time.monotonic() + PAGE_SECONDS
    while len(found) < len(queries) and time.monotonic() < end:
        some = chrome.execute_async_script(WALK, racer, queries[len(found):len(found) + ASKED_AT_ONCE])
        if isinstance(some, str):
            return some
        found += some
    chrome.execute_async_script(RELEASE, racer)
    return found


def racer_problems(where, expected, found):
    for row, (outcome, digest, _) in zip(expected, found):
        if outcome != "no memory" and (OUTCOMES[row[4]], row[5]) != (outcome, digest):
            yield f"{where}: {row[:4]}: {outcome}, another walk than natively"
    if where.startswith(("visgraph ", "jps ")) and any(verdict != "ok" for _, _, verdict in found):
        yield f"{where}: a walk that the judge refuses"


def walk_problems(chrome, walks, clicks, rooms, skipped):
    for room in rooms or chrome.execute_script("return Object.keys(ROOMS)"):
        compared = whole = 0
        for index, name in enumerate(chrome.execute_async_script(OPEN, room)):
            where, expected = f"{name} in {room}", native_walks(walks, room, name, clicks)
            if not expected:
                skipped.append(f"{where}: prepared for over {NATIVE_SECONDS} s natively, or takes no such room")
                continue
            found = walks_in_page(chrome, index, [row[:4] for row in expected])
            if isinstance(found, str):
                if "more memory" in found:
                    skipped.append(f"{where}: {found}")
                else:
                    yield f"{where}: {found}"
                    chrome.execute_async_script(OPEN, room)
                continue
            yield from racer_problems(where, expected, found)
            answered = sum(outcome != "no memory" for outcome, _, _ in found)
            if answered < len(found):
                skipped.append(f"{where}: {len(found) - answered} clicks need more memory than a page has")
            if len(found) < clicks:
                skipped.append(f"{where}: compared on {len(found)} of {clicks} clicks, for want of time")
            compared += answered
            whole += answered == clicks
        print(f"{room}: {compared} walks compared, all {clicks} of {whole} back ends", flush=True)


def speed_problems(chrome):
    """Times are printed beside what is asked, not judged: a machine may be busy."""
    for room in ("adventure-150", "cave", "office"):
        took = chrome.execute_async_script(MOVE, ["visgraph", "jpsplus", "navmesh"], MOVES, room)
        if isinstance(took, str):
            yield f"moves: {took}"
            return
        for where, times in zip(("in the worker", "and back"), took):
            print(f"{room}: answers of three back ends, {where}: median {times[MOVES // 2]:.1f} ms, "
                  f"99 % within {times[MOVES * 99 // 100]:.1f} ms (asked: {ASKED_MS})")


def memory_problems(chrome):
    """Of two engines, as many as there ever are; each may grow as far as it is told at its build."""
    wasm = chrome.execute_async_script(
        "const done = arguments[0]; Promise.all([live, tried].map((one) => one.ask('memory')))"
        ".then((all) => done(all.map((one) => one.bytes)))")
    chrome.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    heap = chrome.execute_script("return performance.memory.usedJSHeapSize")
    print(f"memory: WebAssembly {wasm[0] / 1e6:.0f} and {wasm[1] / 1e6:.0f} MB, heap {heap / 1e6:.0f} MB")
    if max(wasm) > ENGINE_MEMORY:
        yield f"an engine takes {max(wasm)} bytes, expected at most {ENGINE_MEMORY}"
    if 2 * ENGINE_MEMORY + heap > MOST_MEMORY:
        yield f"may take {2 * ENGINE_MEMORY + heap} bytes of memory, expected at most {MOST_MEMORY:.0f}"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def indexed_png(width, height, areas):
    """All palette colours alike: only indices tell the areas apart."""
    rows = b"".join(b"\0" + bytes(areas[y * width:(y + 1) * width]) for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
            + chunk(b"PLTE", b"\x80" * 3 * 16) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


def file_problems(chrome):
    chrome.execute_async_script(OPEN, "gates")
    read = lambda data, name: chrome.execute_async_script(  # noqa: E731
        READ, base64.b64encode(data).decode(), name)
    areas = [i * 7 % 5 for i in range(64)]
    png = indexed_png(8, 8, areas)
    if read(png, "areas.png") != [8, 8, areas]:
        yield f"areas.png: {read(png, 'areas.png')}, expected its indices"
    drawing = {"format": "footrace-polygon/1", "size": [8, 8], "areas": [
        {"id": 3, "outers": [[[1, 1], [7, 1], [7, 7], [1, 7]]], "holes": [[[3, 3], [5, 3], [5, 5], [3, 5]]]}]}
    drawn = [3 if 1 <= x < 7 and 1 <= y < 7 and not (3 <= x < 5 and 3 <= y < 5) else 0
             for y in range(8) for x in range(8)]
    if read(json.dumps(drawing).encode(), "room.json") != [8, 8, drawn]:
        yield f"room.json: {read(json.dumps(drawing).encode(), 'room.json')}"
    text = b"type octile\nheight 2\nwidth 3\nmap\n.@.\n..T\n"
    if read(text, "room.map") != [3, 2, [1, 0, 1, 1, 1, 0]]:
        yield f"room.map: {read(text, 'room.map')}"
    bad = {"nothing": b"hello", "huge.png": png[:16] + struct.pack(">II", 30000, 30000) + png[24:29]
           + struct.pack(">I", zlib.crc32(b"IHDR" + struct.pack(">II", 30000, 30000) + png[24:29]))
           + png[33:], "bomb.png": (indexed_png(8, 8, areas)[:-12 - 12 - len(zlib.compress(b""))]
                         + chunk(b"IDAT", zlib.compress(bytes(50_000_000))) + chunk(b"IEND", b"")), "half.json": b'{"format": "footrace',
           "webp": b"RIFF\x10\0\0\0WEBPVP8 " + bytes(40), "other.json": b'{"format": "x"}',
           "rings.json": b'{"format": "footrace-polygon/1", "size": [8, 8], "areas": [{"id": 1,'
                         b' "outers": [[[0, 0], [8, 8], [8, 0], [0, 8]]]}]}'}
    bad |= {"huge.map": b"type octile\nheight 30000\nwidth 30000\nmap\n.",
            "huge.webp": b"RIFF\x1a\0\0\0WEBPVP8 \x0e\0\0\0" + b"\x30\1\0\x9d\1\x2a"
                         + struct.pack("<HH", 16000, 16000) + bytes(4),
            "huge.json": b'{"format": "footrace-polygon/1", "size": [30000, 30000], "areas": []}',
            "deep.json": b'{"format":' + b"[" * 200_000}
    bad |= {f"cut-{size}.png": png[:size] for size in range(1, len(png) - 12, 3)}
    for at in range(8, len(png) - 16):
        bad[f"flip-{at}.png"] = png[:at] + bytes([png[at] ^ 0x15]) + png[at + 1:]
    for name, data in bad.items():
        answer = read(data, name)
        if not isinstance(answer, str) or answer == "ENDED" or len(answer) < 20 or "It failed" in answer:
            yield f"{name}: {answer}, expected a sentence"
    print(f"{len(bad)} bad files")
    yield from dropped_problems(chrome)


# Opens a file of so many bytes as if it were dropped; what the page says, and whether it still walks.
DROP = """
const [size, byte, done] = arguments;
const before = state.name, file = new File([new Uint8Array(size).fill(byte)], "dropped");
openFile(file).then(async () => {
  const { answers } = await live.ask("click", { start: state.start, goal: state.goal, chosen: [...state.chosen] });
  done([document.getElementById("say").textContent, state.name === before && answers.length]);
});
"""


def dropped_problems(chrome):
    """The page itself refuses files that are too large or none, keeps its room and goes on."""
    for size, byte, expected in ((65 << 20, 0, "at most 64 MB"), (0, 0, "the file is empty"),
                                 (64 << 20, 0, "an unknown format"), (1 << 20, 0x20, "expected")):
        said, walks = chrome.execute_async_script(DROP, size, byte)
        if expected not in said or not walks:
            yield f"a file of {size} bytes: '{said}', {walks} walks; expected '{expected}'"


def main(page, walks, command, folder, clicks="400", *rooms):
    page, folder, skipped = pathlib.Path(page), pathlib.Path(folder), []
    folder.mkdir(parents=True, exist_ok=True)
    size = page.stat().st_size
    problems = [f"{size} bytes, expected under 1 MB"] if size >= 1e6 else []
    with browser() as chrome:
        chrome.set_script_timeout(PATIENCE)
        whole = () if rooms else (
            control_problems(chrome, page, command, folder), view_problems(chrome, page, folder),
            answer_problems(chrome, page, command, folder), guest_problems(chrome, page, skipped), file_problems(chrome), speed_problems(chrome))
        if rooms:
            show(chrome, page, 1280, "light")
            wait_for(chrome, "state.answers.size === 3")
            chrome.execute_script("survey?.end()")
        for found in (*whole, walk_problems(chrome, walks, int(clicks), rooms, skipped),
                      memory_problems(chrome), log_problems(chrome, page)):
            for problem in found:
                problems.append(problem)
                print(problem, flush=True)
    for reason in skipped:
        print(f"skipped: {reason}")
    print(f"{page.name}: {size / 1e3:.0f} kB, {len(problems)} problems, {len(skipped)} skipped")
    return 1 if problems else 0


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
